"""What a model would say if a layer were its last, and in which row of which layer the answer lives."""

from core.experiments import exchanged_rows as computed
from pages.components import lesson
from pages.components.lesson.brought import kept_run
from pages.real.layer_by_layer import PAGE
from pages.real.layer_by_layer.early_answers import early_answers
from pages.real.layer_by_layer.exchanged_rows import exchanged_rows

lesson.question(PAGE)
kept_run(computed.NAME)
early_answers()
exchanged_rows()
