"""What changed between the Transformer of the notes and the language models of today, one change at a time."""

from pages.components import lesson
from pages.real.since_2017 import PAGE
from pages.real.since_2017.cache_of_keys import cache_of_keys
from pages.real.since_2017.norms import norms
from pages.real.since_2017.parts import parts
from pages.real.since_2017.turned_places import turned_places

lesson.question(PAGE)
turned_places()
norms()
cache_of_keys()
parts()
