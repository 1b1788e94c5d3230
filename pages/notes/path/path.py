"""Three ways through all pages, and each note's own order beside them."""

from pages.components import lesson
from pages.notes.path import PAGE
from pages.notes.path.by_note import by_note
from pages.notes.path.routes import routes

lesson.question(PAGE)
routes()
by_note()
