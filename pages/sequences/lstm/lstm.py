"""The LSTM: a memory with gates, what it keeps, and how far its gradient reaches. N2 slides 4-9, N4."""

from pages.components import lesson, runs
from pages.sequences.lstm import PAGE
from pages.sequences.lstm.forgetting import forgetting
from pages.sequences.lstm.gates import gates
from pages.sequences.lstm.memory import memory
from pages.sequences.lstm.peepholes import peepholes
from pages.sequences.lstm.reach import reach
from pages.sequences.lstm.weights import weights

lesson.question(PAGE)
trace = runs.trace()
if trace is not None:
    gates(trace)
memory()
forgetting()
reach()
if trace is not None:
    weights(trace)
peepholes()
