"""The page at ``/language_models``: its exhibits, a file each, and the name of its words."""

PAGE = "language_models"
