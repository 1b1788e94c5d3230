"""The page at ``/similarity``: its exhibits, a file each, and the name of its words."""

PAGE = "similarity"
