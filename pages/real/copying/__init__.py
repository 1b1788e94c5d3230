"""The page at ``/copying``: its exhibits, a file each, and the name of its words."""

PAGE = "copying"
