"""Scaled dot-product attention, from queries, keys and values to the weighted sum: N0 section 3.1, N1 3.1, N3, N4."""

from pages.components import lesson, sentence, state, switchboard
from pages.components.lessons import attention, attention_2, attention_3

PAGE = "attention"

lesson.question(PAGE)
trace, _ = switchboard.run(state.trace())
if trace is None:
    attention.four_stages()
    attention_2.scale(None)
    attention_2.weighted_sum(None)
    attention_3.parallel(attention.tiny_words())
else:
    sentence.sentence()
    attention.four_stages()
    attention.projections(trace)
    attention.dot_products(trace)
    attention_2.scale(trace)
    attention_2.softmax(trace)
    attention_2.weighted_sum(trace)
    attention_3.story(trace)
    attention_3.mixing(trace)
    attention_3.layouts(trace)
    attention_3.parallel(trace["source"].labels[0])
