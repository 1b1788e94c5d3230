"""A line of verse and the line that answers it: what attention makes of parallelism."""

from pages.components import lesson
from pages.sequences.couplets import PAGE
from pages.sequences.couplets.couplet_reading import examples, written
from pages.sequences.couplets.facing import facing
from pages.sequences.couplets.heads import heads
from pages.sequences.couplets.model import model
from pages.sequences.couplets.rules import rules

lesson.question(PAGE)
examples()
couplet = written()
facing(couplet)
rules(couplet)
heads(couplet)
model(couplet)
