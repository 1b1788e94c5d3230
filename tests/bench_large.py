"""What it costs to open a cell of a large model: 12 layers of width 768, 50,257 words, 64 words of text."""

import os
import statistics
import time
import tracemalloc

import torch

from core.data.vocabulary import Marks
from core.equations import embedding, output
from core.models.gpt import GPT
from core.steps import Trace
from core.trace import given, record

PAD, START, *_ = Marks()
WORDS, LENGTH = 50257, 64
CELLS = {
    "decoder.5.self_attention.queries": (7, 40, 33), "decoder.5.self_attention.weights": (7, 40, 12),
    "decoder.5.norm_1.output": (40, 300), "decoder.5.feed_forward.hidden": (40, 3000),
    "decoder.5.feed_forward.output": (40, 300), "embedding.lookup": (40, 300), "logits": (40, 49999),
    "probabilities": (40, 49999), "token_losses": (40,),
}
CHECKED = ("decoder.5.feed_forward.hidden", "decoder.5.self_attention.weights", "logits", "probabilities")


def recorded() -> Trace:
    """One teacher-forced pass of a model with random weights, as it is before training."""
    torch.manual_seed(0)
    model = GPT(WORDS, 1024, 768, 12, 12, 3072).eval()
    with record(model) as trace:
        wanted = given("target", torch.randint(4, WORDS, (LENGTH,)), "token", shows="ids")
        scores = model(embedding.shift_right(wanted, START))
        output.probabilities(scores)
        output.loss(output.token_losses(scores, wanted), wanted, PAD)
    return trace


def resident() -> float:
    """Megabytes of memory of this process."""
    with open("/proc/self/statm", encoding="ascii") as numbers:
        return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20


def opened(trace: Trace, name: str, cell: tuple) -> None:
    """Open a cell as a page does: its arithmetic, and the rows of its largest terms."""
    worked = trace.worked(name, cell)
    for t in range(min(300, len(worked.rows))):
        _ = worked.rows[t]


def cost(trace: Trace, name: str, cell: tuple) -> tuple[float, float]:
    """(milliseconds, median; megabytes of Python and NumPy at the highest)."""
    spent = []
    for _ in range(9):
        begun = time.perf_counter()
        opened(trace, name, cell)
        spent.append(1000 * (time.perf_counter() - begun))
    tracemalloc.start()
    opened(trace, name, cell)
    peak = tracemalloc.get_traced_memory()[1] / 2**20
    tracemalloc.stop()
    return statistics.median(spent), peak


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit) for every kind of cell."""
    torch.set_num_threads(1)
    trace = recorded()
    list(trace)  # the wiring, read once
    before = resident()
    measurements = []
    for name, cell in CELLS.items():
        milliseconds, megabytes = cost(trace, name, cell)
        measurements += [(f"a cell of {name}", milliseconds, 50, "ms"), (f"a cell of {name}", megabytes, 5, "MB")]
    measurements.append(("memory of the process, all of these cells", resident() - before, 5 * len(CELLS), "MB"))
    for name in CHECKED:
        begun = time.perf_counter()
        cells, agree, largest, total = trace.check(name)
        print(f"{name}: {agree} of {cells} cells agree, sampled of {total}, largest difference {largest:.1e}")
        measurements += [(f"check of {name}", time.perf_counter() - begun, 2, "s"),
                         (f"cells of {name} that disagree", cells - agree, 0, "")]
    return measurements
