"""The page at ``/tokens``: its exhibits, a file each, and the name of its words."""

PAGE = "tokens"
