"""The page at ``/output``: its exhibits, a file each, and the name of its words."""

PAGE = "output"
