"""The page at ``/alignment``: its exhibits, a file each, and the name of its words."""

PAGE = "alignment"
