"""Generation: N0 section 8, N1 section 4. From one distribution after another to a sentence."""

from pages.components import lesson, runs
from pages.transformer.generation import PAGE
from pages.transformer.generation.chain_rule import chain_rule
from pages.transformer.generation.choosing import choosing
from pages.transformer.generation.loop import loop
from pages.transformer.generation.one_pass_or_many import one_pass_or_many
from pages.transformer.generation.repeats import repeats

lesson.question(PAGE)
trace = runs.trace()
if trace is not None:
    loop()
    chain_rule()
    repeats()
    one_pass_or_many()
choosing(trace is not None)
