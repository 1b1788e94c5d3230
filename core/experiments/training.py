"""A translator's training, looked back on: its attention at the snapshots, and how well each head aligns.

The page on training; EXHIBITS N0-17, N1-18 are in ``reversal``. Needs the snapshots that ``core.train`` writes.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from core import catalog, decode, zoo
from core.data import grammar
from core.experiments import output
from core.measures.alignment_error import head_errors

NAME, WIDER = "translator-zh-en", "open-zh-en"
PAIRS, SEED = 100, 7  # sentences never trained on, for the alignment error


def steps(name: str = NAME) -> list[int]:
    """The training steps that can be looked at; none while a training is still writing them.

    The last snapshot must be the checkpoint itself, or else they are from different trainings. Raises UnusableError
    if one of them is damaged: waiting would not help.
    """
    numbers = zoo.snapshots(name)
    if name not in catalog.stored() or not numbers or numbers[-1] != zoo.load(name).about["recipe"]["steps"]:
        return []
    snapshots = [zoo.snapshot(name, step) for step in numbers]
    last, final = snapshots[-1].model.state_dict(), zoo.load(name).model.state_dict()
    return numbers if all(torch.allclose(last[key], final[key], rtol=1e-2, atol=1e-3) for key in final) else []


class Moment(NamedTuple):
    """One sentence at one snapshot: cross-attention (head, word, source word) and loss."""

    step: int
    weights: Tensor
    loss: float


def moments(text: str, layer: str) -> Iterator[Moment]:
    """The sentence at each snapshot, always teacher-forced on the trained model's own translation."""
    target = zoo.load(NAME).answer(text)
    for step in steps():
        trace = zoo.snapshot(NAME, step).trace(text, target=target)
        yield Moment(step, trace[layer].value, float(trace["loss"].value))


def snapshot_answer(text: str, step: int) -> tuple[str, ...]:
    """The words that the model says alone at a snapshot, cut after 16: in its first steps it does not end."""
    young = zoo.snapshot(NAME, step)
    return tuple(young.target_vocabulary.decode(
        decode.greedy(young.model, young.ids(young.read(text)), limit=16).tolist()))


def gold(words: Sequence[str]) -> tuple[tuple[str, ...], frozenset[tuple[int, int]]] | None:
    """The reference and the links (source word, target word) of a sentence of the examples; None for any other."""
    return next(((pair.en, pair.possible) for pair in grammar.example_pairs() if pair.zh == tuple(words)), None)


def best_head() -> tuple[str, int]:
    """The cross-attention step and the head that align best, as the checkpoint tells."""
    return zoo.load(NAME).best_head()


def told_errors() -> tuple[float, float]:
    """The best head's alignment error as the checkpoint tells: at the row that produces a word, and at its own."""
    alignment = zoo.load(NAME).about["metrics"]["alignment"]
    return alignment["error_rate"], alignment["error_rate_own_row"]


def errors(step: int | None = None) -> dict[str, tuple[float, float]]:
    """Alignment error of each head, at the row that produces a word and at the word's own; of a snapshot if given."""
    translator = zoo.load(NAME) if step is None else zoo.snapshot(NAME, step)
    return head_errors(translator, grammar.corpus("test", PAIRS, SEED))


def agreement(moment: Moment, final: Moment, head: int) -> float:
    """The share of words for which a head's largest weight lies where it will lie in the end."""
    return float((moment.weights[head].argmax(-1) == final.weights[head].argmax(-1)).float().mean())


def floor(name: str) -> float:
    """The lowest loss that label smoothing allows: the entropy of the smoothed target."""
    trained = zoo.load(name)
    return output.floor(len(trained.target_vocabulary), trained.about["recipe"]["smoothing"])


def losses(name: str) -> list[tuple[int, float]]:
    """The training loss that the checkpoint keeps, as (step, mean of 50 batches)."""
    return [(50 * (i + 1), loss) for i, loss in enumerate(zoo.load(name).about["losses"])]
