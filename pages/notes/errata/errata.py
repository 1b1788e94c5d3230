"""The 112 errors of the notes: what is printed, what is right, and the page where both are computed."""

from pages.components import lesson
from pages.notes.errata.listing import filtered, listed

lesson.question("errata")
listed(filtered())
