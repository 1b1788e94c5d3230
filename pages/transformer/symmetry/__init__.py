"""The page at ``/symmetry``: its exhibits, a file each, and the name of its words."""

PAGE = "symmetry"
