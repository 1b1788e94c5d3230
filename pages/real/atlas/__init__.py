"""The page at ``/atlas``: its exhibits, a file each, and the name of its words."""

PAGE = "atlas"
