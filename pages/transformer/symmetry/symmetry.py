"""What a Transformer does not see by itself: the order of its words. N4, permutation and positions."""

from pages.components import lesson, runs
from pages.transformer.symmetry import PAGE
from pages.transformer.symmetry.convolution import convolution
from pages.transformer.symmetry.word_order import word_order
from pages.transformer.symmetry.word_twice import word_twice

lesson.question(PAGE)
trace = runs.trace()
if trace is not None:
    word_order(trace)
    word_twice()
convolution()
