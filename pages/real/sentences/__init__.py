"""The page at ``/sentences``: its exhibits, a file each, and the name of its words."""

PAGE = "sentences"
