"""What the drawing consists of: the boxes of the notes' figure, the wires between them, and where each step belongs.

N0 sections 2-7, figure 2. An add & norm box holds two steps' modules (residual_1 and norm_1), so it has two labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

_Part = tuple[str, str, tuple[int, ...], tuple[tuple[str, tuple[int, ...]], ...]]


@dataclass(frozen=True)
class Label:
    """A name that N0 gives to a box's result, and the equations that it stands in."""

    text: str
    equations: tuple[int, ...]

    @property
    def parts(self) -> tuple[str, str]:
        """Letter and superscript: ("X", "[3]")."""
        letter, _, index = self.text.partition("^")
        return letter, index


@dataclass(frozen=True)
class Box:
    """A box of the drawing. ``id`` is the prefix of its steps' names, ``word`` the key of its name in ``words``.

    ``row`` counts upwards, the same in both stacks, so that equal sub-layers stand side by side.
    """

    id: str
    word: str
    kind: str
    equations: tuple[int, ...]
    labels: tuple[Label, ...]
    stack: str
    row: int
    layer: int | None = None

    @property
    def label(self) -> str:
        """N0's name for what leaves the box."""
        return self.labels[-1].text


@dataclass(frozen=True)
class Wire:
    """An arrow from box to box: "flow", "residual" (round a sub-layer) or "memory" (the encoder's output)."""

    source: str
    target: str
    kind: str


_ENCODER: tuple[_Part, ...] = (
    ("self_attention", "self_attention", (4, 5, 6, 7, 8, 9, 10, 11), (("X^[1]", (5, 9, 11)),)),
    ("norm_1", "add_norm", (12, 13, 14), (("X^[2]", (12,)), ("X^[3]", (13, 14)))),
    ("feed_forward", "feed_forward", (15, 16), (("X^[4]", (16,)),)),
    ("norm_2", "add_norm", (17, 18), (("X^[5]", (17,)), ("X^[6]", (18,)))),
)
_DECODER: tuple[_Part, ...] = (
    ("self_attention", "masked_self_attention", (20, 21, 22, 23, 24, 25), (("Y^[1]", (25,)),)),
    ("norm_1", "add_norm", (26, 27), (("Y^[2]", (26,)), ("Y^[3]", (27,)))),
    ("cross_attention", "cross_attention", (28, 29), (("Y^[4]", (29,)),)),
    ("norm_2", "add_norm", (30, 31), (("Y^[5]", (30,)), ("Y^[6]", (31,)))),
    ("feed_forward", "feed_forward", (32, 33), (("Y^[7]", (33,)),)),
    ("norm_3", "add_norm", (34, 35), (("Y^[8]", (34,)), ("Y^[9]", (35,)))),
)
_ROWS = {"encoder": (0, 1, 4, 5), "decoder": (0, 1, 2, 3, 4, 5)}
_OUTPUT = (
    ("logits", (36,), "Y^[10]", (36,)),
    ("probabilities", (37,), "Y^[11]", (37,)),
    ("loss", (38, 39), "L", (39,)),
)
_KINDS = {"add_norm": "norm", "feed_forward": "feed_forward"}
_ELSEWHERE = {
    "source": "source_embedding",
    "target": "target_embedding",
    "shift_right": "target_embedding",
    "padding_mask": "encoder.0.self_attention",
    "look_ahead_mask": "decoder.0.self_attention",
    "token_losses": "loss",
}
_OF_A_LAYER = re.compile(
    r"((?:encoder|decoder)\.\d+)\.(self_attention|cross_attention|feed_forward|norm|residual)(_\d+)?(?:\.|$)"
)
_RESULTS = {"output", "positioned", "logits", "probabilities", "loss"}


def boxes(layers: int = 2) -> list[Box]:
    """Every box, in the order of computation."""
    top = 1 + 6 * layers
    output = [
        Box(name, name, "output", equations, (Label(label, at),), "output", top + i)
        for i, (name, equations, label, at) in enumerate(_OUTPUT)
    ]
    return [*_stack("encoder", layers), *_stack("decoder", layers), *output]


def _stack(stack: str, layers: int) -> list[Box]:
    source = stack == "encoder"
    name, numbers, label = ("source_embedding", (1, 2, 3), "X") if source else ("target_embedding", (19,), "Y")
    made = [Box(name, name, "embedding", numbers, (Label(label, numbers[-1:]),), stack, 0)]
    for layer in range(layers):
        for row, (part, word, equations, labels) in zip(_ROWS[stack], _ENCODER if source else _DECODER):
            named = tuple(Label(*label) for label in labels)
            kind = _KINDS.get(word, "attention")
            made.append(Box(f"{stack}.{layer}.{part}", word, kind, equations, named, stack, 1 + 6 * layer + row, layer))
    return made


def wires(layers: int = 2) -> list[Wire]:
    """Every arrow. A residual leaves the box below the sub-layer and ends at the add & norm above it."""
    made: list[Wire] = []
    encoder, decoder = _stack("encoder", layers), boxes(layers)[4 * layers + 1:]
    for column in (encoder, decoder):
        for i, (below, box) in enumerate(pairwise(column)):
            made.append(Wire(below.id, box.id, "flow"))
            if box.kind == "norm":
                made.append(Wire(column[i - 1].id, box.id, "residual"))
            if box.word == "cross_attention":
                made.append(Wire(encoder[-1].id, box.id, "memory"))
    return made


def box_of(step: str) -> str | None:
    """The id of the box in which a step is computed; None for what the drawing does not show."""
    inside = _OF_A_LAYER.match(step)
    if inside:
        layer, part, index = inside.groups()
        return f"{layer}.{'norm' if part == 'residual' else part}{index or ''}"
    head = step.partition(".")[0]
    if head in _ELSEWHERE:
        return _ELSEWHERE[head]
    return head if head in {"source_embedding", "target_embedding", "logits", "probabilities", "loss"} else None


def label_of(step: str) -> str | None:
    """N0's name of exactly this step's result ("encoder.0.residual_1.added" -> "X^[2]"); None if it has none."""
    box = next((box for box in boxes(_layer(step) + 1) if box.id == box_of(step)), None)
    if box is None:
        return None
    if ".residual_" in step:
        return box.labels[0].text
    return box.label if step.rpartition(".")[2] in _RESULTS else None


def _layer(step: str) -> int:
    found = re.match(r"(?:encoder|decoder)\.(\d+)\.", step)
    return int(found[1]) if found else 0


def boxes_of_equation(number: int, layers: int = 2) -> list[str]:
    """The boxes that carry an equation of N0, one per layer."""
    return [box.id for box in boxes(layers) if number in box.equations]


def numbered(equations: Iterable[int]) -> str:
    """(4–11), (5,9,11), (38,39): runs of three and more are drawn together."""
    runs: list[list[int]] = []
    for number in equations:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return f"({','.join(f'{run[0]}–{run[-1]}' if len(run) > 2 else ','.join(map(str, run)) for run in runs)})"
