"""Sentences as directions: which are alike, where that fails, and all of them as points in space."""

from core.experiments import sentences
from pages.components import lesson
from pages.components.lesson.brought import kept_run
from pages.real.sentences import PAGE
from pages.real.sentences.all_pairs import all_pairs
from pages.real.sentences.nearest import nearest
from pages.real.sentences.points import points
from pages.real.sentences.word_order import word_order

lesson.question(PAGE)
kept_run(sentences.NAME)
all_pairs()
nearest()
word_order()
points()
