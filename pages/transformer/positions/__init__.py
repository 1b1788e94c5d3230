"""The page at ``/positions``: its exhibits, a file each, and the name of its words."""

PAGE = "positions"
