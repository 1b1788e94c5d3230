"""The page at ``/attention``: its exhibits, a file each, and the name of its words."""

PAGE = "attention"
