"""What a Transformer does not see by itself: the order of its words. N4, permutation and positions."""

from pages.components import lesson, sentence, state
from pages.components.lessons import symmetry, symmetry_2

lesson.question("symmetry")
trace = state.trace()
if trace is not None:
    sentence.sentence()
    symmetry.reordered(trace)
    symmetry_2.word_twice()
symmetry_2.convolution()
