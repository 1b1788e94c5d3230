"""The page at ``/decoder``: its exhibits, a file each, and the name of its words."""

PAGE = "decoder"
