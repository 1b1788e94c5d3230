"""All words that are explained on the way, each with the page and the exhibit of a note where it is met first."""

from pages.components import lesson
from pages.notes.glossary.listing import PAGE, listed

lesson.question(PAGE)
listed()
