"""The page at ``/dictionary``: its exhibit, and the name of its words."""

PAGE = "dictionary"
