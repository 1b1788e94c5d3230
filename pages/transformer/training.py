"""Training: where the weights come from. Snapshots of a translator, its loss, and a small model trained on the page."""

from pages.components import lesson, sentence, state
from pages.components.lessons import training, training_2

lesson.question("training")
sentence.sentence()
trace = state.trace()
training.emergence(trace is not None)
training.curve()
training_2.three_ways(trace)
