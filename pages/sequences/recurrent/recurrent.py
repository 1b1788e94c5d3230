"""Recurrent networks: one state, read word by word; and why they are hard to train. N2 slides 1-9, N3, N4."""

from pages.components import lesson, runs
from pages.sequences.recurrent import PAGE
from pages.sequences.recurrent.deep import deep
from pages.sequences.recurrent.error_surface import cliff
from pages.sequences.recurrent.filling import filling
from pages.sequences.recurrent.jacobians import jacobians
from pages.sequences.recurrent.memory import memory
from pages.sequences.recurrent.memory_slot import memory_slot
from pages.sequences.recurrent.steps import steps
from pages.sequences.recurrent.toy import toy
from pages.sequences.recurrent.triangle import triangle

lesson.question(PAGE)
trace = runs.trace()
if trace is not None:
    filling(trace)
    steps(trace)
    triangle(trace)
    jacobians(trace)
toy()
cliff()
deep()
memory_slot()
memory()
