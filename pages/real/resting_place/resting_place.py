"""Heads that rest on the first token, the one feature that makes it possible, and the loss without it."""

from core.experiments import resting_place
from pages.components import lesson
from pages.components.lesson.brought import kept_run
from pages.real.resting_place import PAGE
from pages.real.resting_place.large_feature import large_feature
from pages.real.resting_place.resting_heads import resting_heads
from pages.real.resting_place.set_to_zero import set_to_zero

lesson.question(PAGE)
kept_run(resting_place.NAME)
resting_heads()
large_feature()
set_to_zero()
