"""From vectors to words, and from words to the loss: N0 sections 6 and 7, N1 section 4.4."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.output import PAGE
from pages.transformer.output.label_smoothing import label_smoothing
from pages.transformer.output.loss import loss
from pages.transformer.output.scores import scores
from pages.transformer.output.structure import structure

lesson.question(PAGE)
trace, _ = switchboard.run(runs.trace())
if trace is not None:
    structure(trace)
    scores(trace)
    loss(trace)
label_smoothing()
