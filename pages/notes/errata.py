"""The 112 errors of the notes: what is printed, what is right, and the page where both are computed."""

from pages.components import lesson
from pages.components.lessons import errata_list as views

lesson.question("errata")
found = views.filtered()
views.listed(found)
