"""The page at ``/pieces``: its exhibits, a file each, and the name of its words."""

PAGE = "pieces"
