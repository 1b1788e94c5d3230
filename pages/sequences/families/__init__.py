"""The page at ``/families``: its exhibits, a file each, and the name of its words."""

PAGE = "families"
