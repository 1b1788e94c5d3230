"""From the word to its vector, and from the place to a wave: N0 section 2, N1 sections 1 and 2, N2, N3, N4."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.positions import PAGE
from pages.transformer.positions.claims import claims
from pages.transformer.positions.look_up import look_up
from pages.transformer.positions.one_table import one_table
from pages.transformer.positions.plane import plane
from pages.transformer.positions.robot import robot
from pages.transformer.positions.total import total
from pages.transformer.positions.turning import turning
from pages.transformer.positions.waves import waves

lesson.question(PAGE)
trace, _ = switchboard.run(runs.trace())
if trace is not None:
    look_up(trace)
waves()
claims(trace)
if trace is not None:
    total(trace)
turning()
if trace is not None:
    one_table(trace)
robot()
plane()
