"""The page at ``/recurrent``: its exhibits, a file each, and the name of its words."""

PAGE = "recurrent"
