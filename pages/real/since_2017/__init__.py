"""The page at ``/since_2017``: its exhibits, a file each, and the name of its words."""

PAGE = "since_2017"
