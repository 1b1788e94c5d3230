"""Step through a sentence's forward pass: N0 eq (1)-(40), N1."""

from pages.components import runs
from pages.components.stage.walk import walk
from pages.transformer.walkthrough.doors import doors

trace = runs.trace()
if trace is not None:
    walk(trace, doors)
