"""The page at ``/lstm``: its exhibits, a file each, and the name of its words."""

PAGE = "lstm"
