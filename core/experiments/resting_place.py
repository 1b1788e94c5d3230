"""Where heads rest that have nothing to say: on the first token; and the one feature there that is larger than all.

Xiao et al. 2023, "Efficient Streaming Language Models with Attention Sinks"; Sun et al. 2024, "Massive Activations in
Large Language Models". ``python -m core.experiments.resting_place`` measures it on the brought ``smollm2`` and keeps
the result in assets/experiments.
"""

import itertools

import torch
from torch import Tensor

from core import zoo
from core.edits import SetCell
from core.experiments import head_kinds, stored_runs
from core.subjects import Subject
from core.trace import record

NAME, MODEL = "resting_place", "smollm2"
TEXTS = ("When Mary and John went to the store, John gave a drink to Mary, and they walked home together in the rain.",
         "The weather was cold and the streets were empty, so the old man closed his shop early and went to bed.",
         "Plants take in light and water from the ground, and they give back the air that animals and people breathe.",
         "She opened the letter, read it twice, and put it into the drawer without saying a word to anybody.")
"""Plain English, written for this; the losses are means over them."""
FIRST_WORDS = ("Pillows", "Because", "Seven")
"""Put in the place of the first text's first word."""

stored = stored_runs.kept(NAME)
"""What ``measure`` found when it was last kept."""


def shares(subject: Subject, text: str) -> Tensor:
    """(layers, heads): the mean weight of all rows but the first on the first token."""
    weights = head_kinds.passed(subject, subject.ids(text), "*self_attention.weights")
    return torch.stack([A[:, 1:, 0].mean(-1) for A in weights])


def largest(subject: Subject, text: str) -> tuple[list[tuple[float, float]], tuple[int, int]]:
    """After each layer the largest size of a feature at the first token and anywhere behind it; and the layer and the
    feature where the first token's size rises most."""
    states = head_kinds.passed(subject, subject.ids(text), "*residual_2.added")
    rows = [tuple(float(part.abs().max()) for part in (x[:1], x[1:])) for x in states]
    rises = [after[0] - before[0] for before, after in itertools.pairwise(rows)]
    layer = 1 + max(range(len(rises)), key=rises.__getitem__)
    return rows, (layer, int(states[layer][0].abs().argmax()))


@torch.no_grad()
def loss(subject: Subject, text: str, removed: tuple[int, int, int] | None = None) -> tuple[float, float]:
    """Mean surprise at the tokens behind the first two, in nats, and the share of heads that rest on the first token;
    with a feature (layer, row, feature) set to zero behind that layer."""
    edits = () if removed is None else (SetCell(f"decoder.{removed[0]}.residual_2.added", removed[1:], 0.0),)
    ids = subject.ids(text)
    with record(subject.model, *edits, only=("*self_attention.weights",), deep=False) as trace:
        scores = subject.model(ids)
    surprise = -torch.log_softmax(scores[1:-1], -1).gather(-1, ids[2:, None])
    rests = torch.stack([step.value[:, 1:, 0].mean(-1) for step in trace.values()]) > head_kinds.RESTING
    return float(surprise.mean()), float(rests.float().mean())


def measure(subject: Subject) -> dict:
    """Everything the page tells, for JSON. Losses in nats."""
    text = TEXTS[0]
    by_head, (sizes, (layer, feature)) = shares(subject, text), largest(subject, text)
    (x,) = head_kinds.passed(subject, subject.ids(text), f"decoder.{layer}.residual_2.added")
    other = divmod(int(x[1:].abs().argmax()), x.shape[1])  # the largest behind the first token
    replaced = [(word, int((shares(subject, word + text[text.index(" "):]) > head_kinds.RESTING).sum()))
                for word in FIRST_WORDS]
    losses = {}
    for name, removed in (("whole", None), ("first", (layer, 0, feature)), ("other", (layer, other[0] + 1, other[1]))):
        each = [loss(subject, one, removed) for one in TEXTS]
        losses[name] = {"loss": sum(a for a, _ in each) / len(each), "resting": sum(b for _, b in each) / len(each)}
    return {"model": subject.name, "text": text, "texts": len(TEXTS),
            "shares": [[round(float(x), 3) for x in heads] for heads in by_head],
            "sizes": [[round(x, 2) for x in pair] for pair in sizes], "layer": layer, "feature": feature,
            "losses": losses, "replaced": replaced, "heads": by_head.numel(),
            "resting": int((by_head > head_kinds.RESTING).sum())}


if __name__ == "__main__":
    stored_runs.keep(NAME, lambda: measure(zoo.load(MODEL)))
