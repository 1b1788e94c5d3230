"""The couplet under study: what each written character looked at, what else might have stood there, and the rules."""

from collections.abc import Sequence
from typing import NamedTuple

import torch

from core.data import parallelism
from core.data.characters import LEVEL, OBLIQUE, tones
from core.steps import Trace
from core.subjects import step_and_head
from core.subjects.couplet import Couplet

CONSIDERED = 4
SITE = "cross_attention.weights"


class Place(NamedTuple):
    """One place of a couplet: its two characters, their tones (平, 仄, both or none, as the book has them), the class
    that they share ("" if none), whether the tones must be opposite here and are (None where it is not asked or not
    known), and whether the upper character has a class at all."""

    upper: str
    lower: str
    tones: tuple[str, str]
    shared: str
    asked: bool
    opposite: bool | None
    classed: bool


def sites(trace: Trace) -> list[tuple[str, int]]:
    """Every cross-attention head: (step, head), in order."""
    return [(name, head) for name in trace if name.endswith(SITE) for head in range(trace[name].shape[0])]


def facing(couplet: Couplet) -> list[tuple[str, int]]:
    """The heads whose largest weight stands on the character opposite in nine of ten unseen rows."""
    shares = couplet.about["metrics"]["alignment"]["heads"]
    return sorted(step_and_head(key) for key, share in shares.items() if share >= 0.9)


def mean_weights(trace: Trace, heads: Sequence[tuple[str, int]]) -> torch.Tensor:
    """The mean of some heads' weights, (character written, character read); the end mark's row is left out."""
    return torch.stack([trace[step].value[head] for step, head in heads]).mean(0)[:-1]


def looked_at(weights: torch.Tensor) -> int:
    """How many characters have their largest weight on the character opposite."""
    return int((weights.argmax(-1) == torch.arange(len(weights))).sum())


def considered(trace: Trace, first: Sequence[str], couplet: Couplet) -> list[list[tuple[str, float, bool]]]:
    """Per place the likeliest characters that the rules of the game allow there, each with the model's probability and
    whether it was written; the written one stands last if it is not among them. Where the first line repeats a
    character there is only one."""
    rows, ids = trace["probabilities"].value, trace["target"].value.tolist()[:-1]
    candidates = []
    for place, written in enumerate(ids):
        may = couplet.allowed(first, ids[:place])
        best = rows[place].masked_fill(~may, 0).topk(min(CONSIDERED, int(may.sum()))).indices.tolist()
        shown = best if written in best else [*best[:CONSIDERED - 1], written]
        candidates.append([(couplet.target_vocabulary.words[i], float(rows[place, i]), i == written) for i in shown])
    return candidates


def places(first: Sequence[str], second: Sequence[str]) -> list[Place]:
    """What the rules say of each place; see ``core.data.parallelism``."""
    verdicts = []
    for i, (upper, lower) in enumerate(zip(first, second)):
        spoken = tuple("".join(tone for tone in (LEVEL, OBLIQUE) if tone in tones(one)) for one in (upper, lower))
        asked = i % 2 == 1 or i == len(first) - 1
        known = asked and all(one in (LEVEL, OBLIQUE) for one in spoken)
        shared = parallelism.classes(upper) & parallelism.classes(lower)
        verdicts.append(Place(upper, lower, spoken, min(shared, default=""), asked,
                              spoken[0] != spoken[1] if known else None, bool(parallelism.classes(upper))))
    return verdicts


def rules_kept(first: Sequence[str], second: Sequence[str]) -> dict[str, tuple[int, int]]:
    """(answered, asked) by rule: opposite tones, characters of one class."""
    pair = "".join(first), "".join(second)
    return {"opposite_tones": parallelism.answered_tones(*pair), "same_class": parallelism.answered_classes(*pair)}
