"""The page at ``/training``: its exhibits, a file each, and the name of its words."""

PAGE = "training"
