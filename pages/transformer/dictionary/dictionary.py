"""Where attention begins: a dictionary that answers with a mixture. N1 3.1.1."""

from pages.components import lesson
from pages.transformer.dictionary import PAGE
from pages.transformer.dictionary.look_up import look_up

lesson.question(PAGE)
look_up()
