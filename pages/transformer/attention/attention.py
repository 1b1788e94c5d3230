"""Scaled dot-product attention, from queries, keys and values to the weighted sum: N0 section 3.1, N1 3.1, N3, N4."""

from pages.components import lesson, runs
from pages.components.bar import switchboard
from pages.transformer.attention import PAGE
from pages.transformer.attention.arrows import arrows
from pages.transformer.attention.dot_products import dot_products
from pages.transformer.attention.four_stages import four_stages, tiny_words
from pages.transformer.attention.layouts import layouts
from pages.transformer.attention.mixing import mixing
from pages.transformer.attention.parallel import parallel
from pages.transformer.attention.projections import projections
from pages.transformer.attention.scaling import scale
from pages.transformer.attention.softmax import softmax
from pages.transformer.attention.story import story
from pages.transformer.attention.weighted_sum import weighted_sum

lesson.question(PAGE)
arrows()
trace, _ = switchboard.run(runs.trace())
four_stages()
if trace is not None:
    projections(trace)
    dot_products(trace)
scale(trace)
if trace is not None:
    softmax(trace)
weighted_sum(trace)
if trace is not None:
    story(trace)
    mixing(trace)
    layouts(trace)
parallel(tiny_words() if trace is None else trace["source"].labels[0])
