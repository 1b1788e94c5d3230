"""How a decoder layer writes one word after another: N0 section 5, N1 section 4, N2."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.decoder import PAGE
from pages.transformer.decoder.alignment import alignment
from pages.transformer.decoder.branches import branches
from pages.transformer.decoder.first_row import first_row
from pages.transformer.decoder.four_masks import four_masks
from pages.transformer.decoder.hidden_units import hidden_units
from pages.transformer.decoder.influence import influence
from pages.transformer.decoder.layer import layer
from pages.transformer.decoder.leak import leak
from pages.transformer.decoder.moves import moves
from pages.transformer.decoder.padding import padding
from pages.transformer.decoder.shift import shift
from pages.transformer.decoder.weight_removal import weight_removal
from pages.transformer.decoder.wiring import wiring
from pages.transformer.decoder.worked_scores import worked_scores

lesson.question(PAGE)
trace, _ = switchboard.run(runs.trace())
if trace is not None:
    influence(trace)
    weight_removal()
    layer(trace)
    shift(trace)
    moves(trace)
worked_scores()
if trace is not None:
    four_masks(trace)
    padding(trace)
    leak(trace)
    first_row(trace)
    alignment(trace)
    wiring(trace)
    branches(trace)
    hidden_units(trace)
