"""What each head of a language model does, measured on tokens drawn at random and repeated once.

Nothing can be known of such a text but that it repeats, so what a head does there is its habit. Elhage et al. 2021 (one
token back); Olsson et al. 2022 (induction: what came after the same token last time); Xiao et al. 2023 (resting on the
first token, "attention sink").
"""

from typing import NamedTuple

import torch
from torch import Tensor

from core import device
from core.edits import Edit
from core.subjects import Subject
from core.trace import record

DRAWN, DRAWS, SEED = 25, 8, 0
FIRST = 100
"""The tokens before it may be marks."""
TYPICAL, RESTING = 0.4, 0.5
"""A head is named after what takes more than this mean share of its weight."""


class Habits(NamedTuple):
    """Mean weights of each head (layers, heads): on the token after the last same one, one back, on the first."""

    induction: Tensor
    previous: Tensor
    resting: Tensor

    def kind(self, layer: int, head: int) -> str:
        """The name of what a head does: a field's, or other."""
        at = layer, head
        if self.induction[at] > TYPICAL:
            return "induction"
        if self.previous[at] > TYPICAL:
            return "previous"
        return "resting" if self.resting[at] > RESTING else "other"


def passed(subject: Subject, ids: Tensor, *steps: str, edits: tuple[Edit, ...] = ()) -> list[Tensor]:
    """What a pass over ids (..., n) makes of the ``steps`` that these patterns name, in its own order."""
    with record(subject.model, *edits, only=steps, deep=False) as trace:
        subject.model(ids)
    return [step.value for step in trace.values()]


def habits(subject: Subject) -> Habits:
    """The habits of all heads, layer by layer: means over the rows that can show them, and over DRAWS texts.

    One text would not do: now and then the first token drawn is one on which few heads rest.
    """
    draws = [_habits(subject, once) for once in drawn(subject)]
    return Habits(*(torch.stack(one).mean(0) for one in zip(*draws)))


def drawn(subject: Subject) -> Tensor:
    """(DRAWS, DRAWN) ids of tokens, drawn at random with SEED, where the model lies."""
    generator = torch.Generator().manual_seed(SEED)
    size = len(subject.target_vocabulary)
    return torch.stack([torch.randint(min(FIRST, size - 1), size, (DRAWN,), generator=generator)
                        for _ in range(DRAWS)]).to(device.of(subject.model))


def _habits(subject: Subject, once: Tensor) -> Habits:
    n = len(once)
    weights = torch.stack(passed(subject, torch.cat((once, once)), "*self_attention.weights"))  # layer head query key
    again = weights[:, :, n:, :]  # the rows that have seen their token before
    return Habits(again.diagonal(1, 2, 3)[..., :n].mean(-1), weights.diagonal(-1, 2, 3).mean(-1),
                  weights[:, :, 1:, 0].mean(-1))


def kinds(subject: Subject) -> dict[str, list[str]]:
    """Of each attention's step, what its heads do: as kept when the model was brought, or measured now."""
    layers = subject.model.decoder
    names = [f"decoder.{layer}.self_attention.weights" for layer in range(len(layers))]
    stored = subject.about.get("heads")
    if isinstance(stored, dict) and [len(stored.get(name, ())) for name in names] == [
            layer.self_attention.n_heads for layer in layers]:
        return stored
    measured = habits(subject)
    return {name: [measured.kind(layer, head) for head in range(measured.resting.shape[1])]
            for layer, name in enumerate(names)}
