"""The page at ``/layers``: its exhibits, a file each, and the name of its words."""

PAGE = "layers"
