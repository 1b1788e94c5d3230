"""What a Transformer does not see by itself: the order of its words. N4, permutation and positions."""

from pages.components import lesson, state
from pages.sequences.symmetry import PAGE
from pages.sequences.symmetry.convolution import convolution
from pages.sequences.symmetry.reordered import reordered
from pages.sequences.symmetry.word_twice import word_twice

lesson.question(PAGE)
trace = state.trace()
if trace is not None:
    reordered(trace)
    word_twice()
convolution()
