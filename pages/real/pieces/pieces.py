"""What a model reads: pieces of words over bytes, what they cost in two languages, and how numbers and spaces fare."""

from core.experiments import pieces
from pages.components import lesson
from pages.components.lesson.brought import kept_run
from pages.real.pieces import PAGE
from pages.real.pieces.inventory import inventory
from pages.real.pieces.merges import merges
from pages.real.pieces.numbers import numbers
from pages.real.pieces.spaces import spaces
from pages.real.pieces.two_languages import two_languages

lesson.question(PAGE)
kept_run(pieces.NAME)
two_languages()
inventory()
merges()
numbers()
spaces()
