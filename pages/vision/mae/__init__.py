"""The page at ``/mae``: its exhibits, a file each, and the name of its words."""

PAGE = "mae"
