"""What a layer that repeats does otherwise than the one before, in one row of this run: numbers and sentences.

    parts, cells = differences(trace, "layer:decoder.4", row, said)
    # [("moved", {"ratio": 0.4, ...}), ("head", {...}), ("says", {...})], the cells of the first two, numbered
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import torch
from torch import Tensor

from core.labels import Name
from core.steps import Trace
from pages.components.glossary import with_cards
from pages.components.numbers import Numeral
from pages.components.stage.follow import row_words
from pages.components.stage.layers import LAYER, Layer, comparable_layers
from pages.components.stage.stops import Stop
from pages.components.text_files import escaped, page_words, said

ALIKE = 0.005
"""Half the sum of what two heads' weights differ by, below which a text in whole per cent calls them alike."""
Told = Mapping[str, str | float | int]
LayerAnswers = tuple[tuple[str, float], tuple[str, float]]
"""What the model would say if it stopped after the layer before, and after this one, with the probabilities."""


class Head(NamedTuple):
    """Of an attention's step: the head least like all heads before, the most similar of those, and where it looks.

    ``distance``: half the sum of the differences of both rows of weights, from 0 to 1.
    """

    distance: float
    step: str
    head: int
    other: int
    column: int
    share: float
    before: float


def answers_around(model: str, trace: Trace, stop: Stop | None, row: int) -> LayerAnswers | None:
    """Those of a folded layer's stop in a row of its result; None of others, and of a model without words. Kept."""
    if stop is None or not stop.key.startswith(LAYER):
        return None
    from core import zoo
    from core.experiments.layer_by_layer import early_answer

    def both() -> LayerAnswers | None:
        before, now = (early_answer(zoo.load(model), trace, layer.output, row)
                       for layer in comparable_layers(trace)[stop.key])
        return (before, now) if before and now else None

    return trace.derived(("said", stop.key, row), both)


def layer_prose(trace: Trace, key: str, row: int, language: str, answers: LayerAnswers | None) -> tuple[str, list]:
    """The passage of a folded layer's stop as Markdown, and the cells that it speaks of, as ``explain`` gives them."""
    before, now = comparable_layers(trace)[key]
    w, diagram = page_words(language, "stage"), page_words(language, "diagram")
    parts, cells = differences(trace, key, row, answers)
    every = {"layer": now.number + 1, "earlier": before.number + 1, "steps": len(now.pattern(trace)),
             "word": row_words(trace, now.output, row)[0]}
    sentences = [with_cards(language, w[f"layer_{part}"]).format(ring=_ring(parts, part),
                                                                 **_worded(every | values, diagram))
                 for part, values in [("same", {}), *parts]]
    return "\n\n".join([*sentences, w["layer_open"]]), cells


def _ring(parts: list[tuple[str, Told]], part: str) -> str:
    """The number of the cells that a sentence speaks of, as it stands on the picture; "" where it speaks of none."""
    ringed = [name for name, _ in parts if name in ("moved", "head")]
    return f":orange-badge[{ringed.index(part) + 1}]" if part in ringed else ""


def differences(
        trace: Trace, key: str, row: int, answers: LayerAnswers | None,
) -> tuple[list[tuple[str, Told]], list[tuple[str, tuple[int | None, ...]]]]:
    """Key and numbers of each sentence about this row, and the cells that are numbered in them."""
    before, now = comparable_layers(trace)[key]
    parts, cells = [], []
    moves = [_moved(trace, layer, row) for layer in (before, now)]
    if all(moves):
        (earlier, _), (ratio, cosine) = moves
        parts.append(("moved", {"ratio": ratio, "before": earlier, "cosine": cosine}))
        cells.append((now.output, (row, None)))
    pairs = list(zip(before.weights(trace), now.weights(trace)))
    heads = [_unlike(trace, *pair, at) for pair in pairs if (at := min(row, trace[pair[1]].shape[1] - 1)) == row]
    if heads:
        head = max(heads)
        words, box = trace[head.step].labels[-1], next(box for box in now.boxes if head.step in box.steps)
        parts.append(("alike" if head.distance < ALIKE else "head",
                      {"box": box.word, "head": head.head + 1, "other": head.other + 1, "share": head.share,
                       "before": head.before, "looked": words[head.column] if words else str(head.column + 1)}))
        cells += [] if head.distance < ALIKE else [(head.step, (head.head, row, head.column))]
    if answers:
        (old, earlier), (new, share) = answers
        parts.append(("still" if old == new else "says", {"old": old, "before": earlier, "new": new, "share": share}))
    return parts, cells


def _moved(trace: Trace, layer: Layer, row: int) -> tuple[float, float] | None:
    """How long what the layer adds to a row is, against the row it was given; and the cosine of both rows."""
    given = layer.given(trace)
    if given is None:
        return None
    x, y = (trace[name].value[row].double() for name in (given, layer.output))
    if not x.any():
        return None
    return float((y - x).norm() / x.norm()), float(torch.nn.functional.cosine_similarity(x, y, dim=0))


def _unlike(trace: Trace, before: str, now: str, row: int) -> Head:
    """The head whose weights in this row are farthest from those of every head of the layer before."""
    old, new = trace[before].value[:, row], trace[now].value[:, row]
    distances: Tensor = (new[:, None] - old[None]).abs().sum(-1) / 2
    head = int(distances.amin(1).argmax())
    other = int(distances[head].argmin())
    column = int((new[head] - old[other]).argmax())
    return Head(float(distances[head, other]), now, head, other, column, float(new[head, column]),
                float(old[other, column]))


def _worded(values: Told, diagram: Mapping[str, str]) -> dict[str, str | Numeral | int]:
    """Words as Markdown that shows them as they are, numbers as in a book; a box by its name in the diagram."""
    named = {"box": diagram.get(values["box"], values["box"])} if "box" in values else {}
    kinds = {str: escaped, Name: lambda name: escaped(said(name, diagram)), float: Numeral}
    return {name: kinds.get(type(value), int)(value) for name, value in {**values, **named}.items()}
