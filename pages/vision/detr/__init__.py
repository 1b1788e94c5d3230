"""The page at ``/detr``: its exhibits, a file each, and the name of its words."""

PAGE = "detr"
