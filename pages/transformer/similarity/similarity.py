"""What a score measures: dot product and cosine, Gram matrices, questions to a picture. N1 3.1.1, N4."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.similarity import PAGE
from pages.transformer.similarity.computed_weights import computed_weights
from pages.transformer.similarity.gram import gram
from pages.transformer.similarity.patches import patches
from pages.transformer.similarity.question import question
from pages.transformer.similarity.stacked import stacked
from pages.transformer.similarity.tied import tied

lesson.question(PAGE)
trace, _ = switchboard.run(runs.trace())
gram(trace)
if trace is not None:
    tied(trace)
patches()
question(trace)
if trace is not None:
    computed_weights(trace)
stacked()
