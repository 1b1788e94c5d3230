"""How a language model goes on with what it has read once before: the loss, the heads that do it, and without them.

Olsson et al. 2022, "In-context Learning and Induction Heads": a head that looks one token back, and behind it one that
looks at what came after the same token last time. ``python -m core.experiments.copying`` measures it on the brought
``smollm2`` (half a minute) and keeps the result in assets/experiments.
"""

import torch
from torch import Tensor

from core import zoo
from core.edits import Ablate, Edit
from core.experiments import head_kinds, stored_runs
from core.subjects import Subject
from core.trace import record

NAME, MODEL = "copying", "smollm2"
SWITCHED = 8
"""Heads that are switched off together."""
Head = tuple[int, int]
"""Layer and head, from 0."""

stored = stored_runs.kept(NAME)
"""What ``measure`` found when it was last kept."""


@torch.no_grad()
def losses(subject: Subject, ids: Tensor, edits: tuple[Edit, ...] = ()) -> Tensor:
    """Surprise at each next token of texts (b, n) -> (b, n - 1), in nats."""
    with record(subject.model, *edits, only=("logits",), deep=False):
        scores = subject.model(ids)
    return -torch.log_softmax(scores[:, :-1], -1).gather(-1, ids[:, 1:, None]).squeeze(-1)


def twice(subject: Subject) -> Tensor:
    """(DRAWS, 2 * DRAWN): random tokens, each text repeated once."""
    once = head_kinds.drawn(subject)
    return torch.cat((once, once), 1)


def read_twice(subject: Subject, text: str) -> tuple[float, float, int]:
    """Mean surprise, in nats, in the first and in the second reading of a text, and how many tokens a reading has.

    ValueError for a text of fewer than three tokens, or of more than the model reads.
    """
    ids = subject.ids(text)
    n = len(ids)
    if n < 3:
        raise ValueError("A text of at least three tokens shows a first and a second reading.")
    loss = losses(subject, torch.cat((ids, ids))[None])[0]
    return float(loss[:n - 1].mean()), float(loss[n:].mean()), n


def strongest(shares: Tensor, below: int | None = None) -> list[Head]:
    """The SWITCHED heads of shares (layers, heads) that have most, of the layers below one if it is given."""
    return [divmod(i, shares.shape[1]) for i in shares[:below].flatten().topk(SWITCHED).indices.tolist()]


def others(shares: Tensor, chosen: list[Head]) -> list[Head]:
    """As many other heads of the same layers: of each layer those that have least."""
    layers = [layer for layer, _ in chosen]
    return [(layer, head) for layer in dict.fromkeys(layers)
            for head in [h for h in shares[layer].argsort().tolist() if (layer, h) not in chosen][:layers.count(layer)]]


def without(heads: list[Head]) -> tuple[Edit, ...]:
    """Edits that switch these heads off."""
    return tuple(Ablate(f"decoder.{layer}.self_attention.weights", head) for layer, head in heads)


def weights(subject: Subject, head: Head, ids: Tensor, edits: tuple[Edit, ...] = ()) -> Tensor:
    """A head's weights on texts (b, n) -> (b, n, n)."""
    (A,) = head_kinds.passed(subject, ids, f"decoder.{head[0]}.self_attention.weights", edits=edits)
    return A[:, head[1]]


def looks(A: Tensor, n: int) -> dict[str, float]:
    """Of weights (b, 2 n, 2 n) on texts repeated once, in the rows of the repetition: the mean share on the token after
    the last same one, on that same one, and one back."""
    again = A[:, n:]
    return {"after": float(again.diagonal(1, 1, 2)[..., :n].mean()), "same": float(again.diagonal(0, 1, 2).mean()),
            "back": float(again.diagonal(n - 1, 1, 2).mean())}


def measure(subject: Subject) -> dict:
    """Everything the page tells, for JSON. Losses in nats."""
    ids, n, habits = twice(subject), head_kinds.DRAWN, head_kinds.habits(subject)
    copiers = strongest(habits.induction)
    best = copiers[0]
    backs = strongest(habits.previous, below=best[0])
    halves = {}
    for name, heads in (("whole", []), ("copiers", copiers), ("copiers_others", others(habits.induction, copiers))):
        loss = losses(subject, ids, without(heads)).mean(0)
        halves[name] = {"by_token": [round(float(x), 3) for x in loss], "first": float(loss[:n - 1].mean()),
                        "second": float(loss[n:].mean())}
    chain = {name: looks(weights(subject, best, ids, without(heads)), n) for name, heads in
             (("whole", []), ("backs", backs), ("backs_others", others(habits.previous, backs)))}
    text = subject.target_vocabulary.words
    return {"model": subject.name, "drawn": n, "draws": len(ids), "losses": halves, "chain": chain,
            "copiers": copiers, "backs": backs,
            "back_looks": looks(weights(subject, backs[0], ids), n),
            "labels": [text[i] for i in ids[0].tolist()],
            "weights": {name: [[round(float(x), 3) for x in row] for row in weights(subject, head, ids[:1])[0]]
                        for name, head in (("back", backs[0]), ("copier", best))}}


if __name__ == "__main__":
    stored_runs.keep(NAME, lambda: measure(zoo.load(MODEL)))
