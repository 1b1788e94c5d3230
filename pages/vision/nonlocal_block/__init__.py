"""The page at ``/nonlocal_block``: its exhibits, a file each, and the name of its words."""

PAGE = "nonlocal_block"
