"""Generation: N0 section 8, N1 section 4. From one distribution after another to a sentence."""

from pages.components import lesson, sentence, state
from pages.components.lessons import generation, generation_2

lesson.question("generation")
sentence.sentence()
trace = state.trace()
if trace is not None:
    sentence.pair(trace)
    generation.loop()
    generation_2.chain_rule()
    generation.repeats()
    generation.one_pass_or_many()
generation_2.choosing(trace is not None)
