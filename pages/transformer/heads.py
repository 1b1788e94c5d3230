"""Many heads side by side: N0 eq (6)-(9), N1 3.1.6, N2, N3, N4; and how many parameters a Transformer has."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import heads, heads_2, heads_3

lesson.question("heads")
trace, _ = switchboard.run(state.trace())
if trace is not None:
    sentence.sentence()
    sentence.pair(trace)
    heads.one_module(trace)
    heads.without(trace)
    heads_2.every_map(trace)
    heads_2.which_is_trained(trace)
heads_2.how_many()
heads_3.calculator(trace is not None)
