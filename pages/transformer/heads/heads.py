"""Many heads side by side: N0 eq (6)-(9), N1 3.1.6, N2, N3, N4; and how many parameters a Transformer has."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.heads import PAGE
from pages.transformer.heads.calculator import calculator
from pages.transformer.heads.every_map import every_map
from pages.transformer.heads.head_ablation import without
from pages.transformer.heads.how_many import how_many
from pages.transformer.heads.one_module import one_module
from pages.transformer.heads.one_or_several import one_or_several
from pages.transformer.heads.which_is_trained import which_is_trained

lesson.question(PAGE)
trace, _ = switchboard.run(runs.trace())
if trace is not None:
    one_module(trace)
    without(trace)
    every_map(trace)
    which_is_trained(trace)
how_many()
one_or_several()
calculator(trace is not None)
