"""From vectors to words, and from words to the loss: N0 sections 6 and 7, N1 section 4.4."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import output

lesson.question("output")
trace, _ = switchboard.run(state.trace())
if trace is not None:
    sentence.sentence()
    sentence.pair(trace)
    output.structure(trace)
    output.scores(trace)
    output.loss(trace)
