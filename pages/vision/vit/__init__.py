"""The page at ``/vit``: its exhibits, a file each, and the name of its words."""

PAGE = "vit"
