"""What a score measures: soft look-up, dot product and cosine, Gram matrices, questions to a picture. N1 3.1.1, N4."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import similarity, similarity_2

PAGE = "similarity"

lesson.question(PAGE)
trace, _ = switchboard.run(state.trace())
if trace is None:
    similarity.look_up()
    similarity.gram(None)
    similarity_2.patches()
    similarity_2.question(None)
    similarity_2.stacked()
else:
    sentence.sentence()
    similarity.look_up()
    similarity.gram(trace)
    similarity.tied(trace)
    similarity_2.patches()
    similarity_2.question(trace)
    similarity_2.fixed(trace)
    similarity_2.stacked()
