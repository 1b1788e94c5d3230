"""The page at ``/couplets``: its exhibits, a file each, and the name of its words."""

PAGE = "couplets"
