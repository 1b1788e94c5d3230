"""The page at ``/generation``: its exhibits, a file each, and the name of its words."""

PAGE = "generation"
