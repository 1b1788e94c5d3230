"""Every head of a model at a glance, on the reader's own sentence or picture. Vaswani et al. 2017, figures 3 to 5."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.real.atlas import PAGE
from pages.real.atlas.all_heads import all_heads

lesson.question(PAGE)
trace, view = switchboard.run(runs.trace())
if trace is not None:
    all_heads(trace, () if view == "base" else runs.edits())
