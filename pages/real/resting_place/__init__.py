"""The page at ``/resting_place``: its exhibits, a file each, and the name of its words."""

PAGE = "resting_place"
