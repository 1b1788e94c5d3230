"""The page at ``/heads``: its exhibits, a file each, and the name of its words."""

PAGE = "heads"
