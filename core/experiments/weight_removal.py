"""Large attention weights taken away one by one: how far does what is written next move? EXHIBITS N0-02.

Each removal is a row of a batch; a forward pass computes EACH of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple

import torch
from torch import Tensor

from core.decode import NOTHING
from core.edits import Edit
from core.subjects.translator import Translator
from core.trace import Trace, record

LARGE, SMALL = 0.9, 0.01
"""A weight that counts as large; a movement, in nats, that counts as hardly any."""
EACH = 8
"""A pass holds a distribution over the vocabulary for each word of so many removals."""


@dataclass(frozen=True)
class RemoveEach(Edit):
    """In a sentence of a batch one weight set to 0, its row to sum 1. ``cells``: (sentence, head, query, key)."""

    cells: tuple[tuple[int, int, int, int], ...]

    def apply(self, equation, args, value: Tensor, call: int) -> Tensor:
        changed = value.clone()
        for sentence, head, query, key in self.cells:
            row = changed[sentence, head, query]
            row[key] = 0.0
            row /= row.sum()
        return changed


class Weight(NamedTuple):
    """A large weight (head, query, key) of a step, and how far its removal moves what is written, in nats.

    ``moved``: the largest relative entropy D(p || q) over the written words; ``own``: in the decoder, its own row's.
    """

    step: str
    at: tuple[int, int, int]
    weight: float
    moved: float
    own: float


def large(trace: Trace) -> list[tuple[str, tuple[int, int, int]]]:
    """All weights of at least LARGE that do not stand alone in their row, as (step, (head, query, key))."""
    cells = []
    for name, step in trace.items():
        if name.endswith("attention.weights"):
            A = step.value
            chosen = (A >= LARGE) & (A.sum(-1, keepdim=True) - A > 1e-7)
            cells += [(name, tuple(at)) for at in chosen.nonzero().tolist()]
    return cells


@torch.no_grad()
def without(translator: Translator, trace: Trace, cells: Sequence[tuple[str, tuple[int, int, int]]]) -> Tensor:
    """The distributions of the next words without each of these weights. -> (cells, m, V), float64."""
    by_step: dict[str, list] = {}
    for i, (name, at) in enumerate(cells):
        by_step.setdefault(name, []).append((i, *at))
    source, read = (trace[name].value.expand(len(cells), -1) for name in ("source", "shift_right"))
    edits = (RemoveEach(name, tuple(each)) for name, each in by_step.items())
    with record(translator.model, *edits, only=NOTHING):
        scores = translator.model(source, read)
    return scores.double().softmax(-1)


def removed(translator: Translator, trace: Trace) -> list[Weight]:
    """Every large weight of a sentence with what its removal moves, in the order of the steps."""
    cells, weights = large(trace), []
    p = trace["logits"].value.double().softmax(-1)
    for i in range(0, len(cells), EACH):
        q = without(translator, trace, cells[i:i + EACH])
        moved = (p * (p.log() - q.log())).sum(-1).clamp_min(0.0)
        weights += [Weight(name, at, float(trace[name].value[at]), float(by_row.max()),
                           float(by_row[at[1]] if name.startswith("decoder.") else by_row.max()))
                    for (name, at), by_row in zip(cells[i:], moved)]
    return weights


def pair(weights: Sequence[Weight]) -> tuple[Weight, Weight] | None:
    """Of one row of the decoder the two weights whose removals move its own word most unlike, in the steps' order."""
    rows: dict[int, list[Weight]] = {}
    for one in weights:
        if one.step.startswith("decoder."):
            rows.setdefault(one.at[1], []).append(one)
    own = attrgetter("own")
    ends = [(min(row, key=own), max(row, key=own)) for row in rows.values() if len(row) > 1]
    if not ends:
        return None
    two = max(ends, key=lambda ends: ends[1].own / max(ends[0].own, 1e-9))
    return tuple(sorted(two, key=weights.index))
