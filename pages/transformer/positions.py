"""From the word to its vector, and from the place to a wave: N0 section 2, N1 sections 1 and 2, N2, N3, N4."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import positions, positions_2

lesson.question("positions")
trace, _ = switchboard.run(state.trace())
if trace is not None:
    sentence.sentence()
    positions.look_up(trace)
positions.waves()
positions.claims(trace)
if trace is not None:
    positions.total(trace)
positions_2.turning()
if trace is not None:
    positions_2.one_table(trace)
positions_2.robot()
positions_2.plane()
