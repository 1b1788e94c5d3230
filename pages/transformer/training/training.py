"""Training: where the weights come from. Snapshots of a translator, its loss, and a small model trained on the page."""

from pages.components import lesson, runs
from pages.transformer.training import PAGE
from pages.transformer.training.curve import curve
from pages.transformer.training.emergence import emergence
from pages.transformer.training.norms import norms
from pages.transformer.training.strangers import strangers
from pages.transformer.training.three_ways import three_ways

lesson.question(PAGE)
trace = runs.trace()
emergence(trace is not None)
curve()
norms()
strangers()
three_ways(trace)
