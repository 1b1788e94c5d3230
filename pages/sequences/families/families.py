"""Recurrence, convolution and attention over time, side by side: N3, N4's summary of sequence models."""

from pages.components import lesson
from pages.sequences.families import PAGE
from pages.sequences.families.at_once import at_once
from pages.sequences.families.film import film
from pages.sequences.families.side_by_side import side_by_side
from pages.sequences.families.space_and_time import space_and_time
from pages.sequences.families.tasks import tasks
from pages.sequences.families.triangle import triangle

lesson.question(PAGE)
side_by_side()
at_once()
triangle()
film()
space_and_time()
tasks()
