"""The stops of the walkthrough, read off a trace: which pictures stand side by side, and what to say about them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from core.steps import Step, Trace
from pages.components.diagram import label_of
from pages.components.heatmap import Cell, Frame, Picture
from pages.components.numerals import RAISED

PROBABILITIES = ("weights", "probabilities")
_KINDS = {"attention": "attention", "forward": "feed_forward", **{str(i): "norm" for i in range(1, 4)}}


@dataclass(frozen=True)
class Stop:
    """One stop: the step it is named after, the key of its prose, its group, the pictures and what joins them."""

    step: str
    kind: str
    group: str
    pictures: tuple[str, ...]
    operators: tuple[str, ...] = ()


def stops(trace: Trace) -> list[Stop]:
    """All stops of an encoder-decoder pass, from the words to the loss."""
    found = [Stop("source", "source", "source", ("source",)), *_embedding("source_embedding", "source")]
    x = "source_embedding.positioned"
    for layer in _layers(trace, "encoder"):
        found += _attention(trace, f"{layer}.self_attention", layer, "encoder", x, x)
        x = _add_norm(found, layer, "1", x, f"{layer}.self_attention.output")
        x = _feed_forward(found, layer, "2", x)
    memory, y = x, "target_embedding.positioned"
    found += [Stop("shift_right", "shift_right", "target", ("target", "shift_right"), ("→",)),
              *_embedding("target_embedding", "target")]
    for layer in _layers(trace, "decoder"):
        found += _attention(trace, f"{layer}.self_attention", layer, "decoder", y, y)
        y = _add_norm(found, layer, "1", y, f"{layer}.self_attention.output")
        found += _attention(trace, f"{layer}.cross_attention", layer, "cross", y, memory)
        y = _add_norm(found, layer, "2", y, f"{layer}.cross_attention.output")
        y = _feed_forward(found, layer, "3", y)
    found += [Stop("logits", "logits", "output", (y, "logits"), ("→",)),
              Stop("probabilities", "probabilities", "output", ("logits", "probabilities"), ("→",)),
              Stop("token_losses", "loss", "output", ("probabilities", "target", "token_losses"), ("", "→"))]
    return found


def _layers(trace: Trace, stack: str) -> list[str]:
    return list(dict.fromkeys(".".join(name.split(".")[:2]) for name in trace if name.startswith(f"{stack}.")))


def _embedding(prefix: str, group: str) -> list[Stop]:
    return [Stop(f"{prefix}.scaled", "embedding", group, (f"{prefix}.lookup", f"{prefix}.scaled"), ("→",)),
            Stop(f"{prefix}.positioned", "positioned", group,
                 (f"{prefix}.scaled", f"{prefix}.positions", f"{prefix}.positioned"), ("+", "="))]


def _attention(trace: Trace, at: str, group: str, where: str, x: str, memory: str) -> list[Stop]:
    read = (x,) if x == memory else (x, memory)
    found = [
        Stop(f"{at}.queries", f"projections.{where}", group,
             (*read, f"{at}.queries", f"{at}.keys", f"{at}.values"), (*("",) * (len(read) - 1), "→", "", "")),
        Stop(f"{at}.scores", "dot_products", group,
             (f"{at}.queries", f"{at}.keys", f"{at}.dot_products", f"{at}.scores"), ("·", "=", "÷ √d")),
    ]
    scores = f"{at}.scores"
    if f"{at}.masked_scores" in trace:
        mask = next(name for name in trace[f"{at}.masked_scores"].inputs if name.endswith("mask"))
        found.append(Stop(f"{at}.masked_scores", "masked_scores", group,
                          (scores, mask, f"{at}.masked_scores"), ("", "→")))
        scores = f"{at}.masked_scores"
    return [*found,
            Stop(f"{at}.weights", f"weights.{where}", group, (scores, f"{at}.weights"), ("softmax",)),
            Stop(f"{at}.head_outputs", "head_outputs", group,
                 (f"{at}.weights", f"{at}.values", f"{at}.head_outputs"), ("×", "=")),
            Stop(f"{at}.output", "attention_output", group,
                 (f"{at}.head_outputs", f"{at}.concat", f"{at}.output"), ("→", "×"))]


def _add_norm(found: list[Stop], layer: str, number: str, x: str, f: str) -> str:
    added, out = f"{layer}.residual_{number}.added", f"{layer}.norm_{number}.output"
    found.append(Stop(added, "residual", layer, (x, f, added), ("+", "=")))
    norm = f"{layer}.norm_{number}"
    found.append(Stop(out, "norm", layer, (added, f"{norm}.mean", f"{norm}.variance", f"{norm}.normalized", out),
                      ("→", "", "→", "→")))
    return out


def _feed_forward(found: list[Stop], layer: str, number: str, x: str) -> str:
    at = f"{layer}.feed_forward"
    found.append(Stop(f"{at}.activation", "hidden", layer, (x, f"{at}.hidden", f"{at}.activation"), ("→", "ReLU")))
    found.append(Stop(f"{at}.output", "feed_forward", layer, (f"{at}.activation", f"{at}.output"), ("→",)))
    return _add_norm(found, layer, number, x, f"{at}.output")


def stop_of(stops_: list[Stop], name: str) -> Stop | None:
    """The stop that shows a step best: the one whose result it is, or the first that shows it at all."""
    named = [s for s in stops_ if s.step == name or s.pictures[-1] == name]
    return next(iter(named + [s for s in stops_ if name in s.pictures]), None)


def picture(step: Step, words: Mapping[str, str], colour: str = "") -> Picture:
    """A step as a picture: scale, words along the edges, links between pictures that share an axis."""
    value, axes, labels = step.value.double().numpy(), step.axes, step.labels
    if value.ndim == 1:
        flat = (slice(None), None) if is_column(step) else (None, slice(None))
        value = value[flat]
        axes, labels = ((*axes, ""), (*labels, None)) if is_column(step) else (("", *axes), (None, *labels))
    panels = tuple(words["head_n"].format(n=h + 1) for h in range(len(value))) if value.ndim == 3 else ()
    return Picture(name=step.name, title=title(step.name, words), values=value, panels=panels, scale=_scale(step),
                   rows=labels[-2] or (), columns=labels[-1] or (), colour=colour, row_link=axes[-2],
                   row_axis=words.get(f"axis_{axes[-2]}", axes[-2]), column_link=axes[-1],
                   column_axis=words.get(f"axis_{axes[-1]}", axes[-1]), alt=_told(step, words))


def _told(step: Step, words: Mapping[str, str]) -> str:
    """A picture in words: its caption, and how many there are of what along each axis."""
    sizes = (f"{words.get(f'axis_{axis}', axis)} {size}" for axis, size in zip(step.axes, step.value.shape))
    return f"{title(step.name, words)} ({' × '.join(sizes)})"


def difference(changed: Picture, before: Step) -> Picture:
    """What an edit changed in a picture; where both are minus infinity nothing has."""
    old = before.value.double().numpy().reshape(changed.values.shape)
    with np.errstate(invalid="ignore"):
        values = np.where(changed.values == old, 0.0, changed.values - old)
    return replace(changed, values=values, scale="diverging")


def title(name: str, words: Mapping[str, str]) -> str:
    """The caption of a step: its equation's, or its module's more special one, under N0's letter for this place."""
    module, _, result = name.rpartition(".")
    special = f"{_KINDS.get(module.rsplit('.', 1)[-1].rsplit('_', 1)[-1], '')}_{result}"
    caption = words.get(f"step_{special}", words.get(f"step_{result}", result))
    letter, said = label_of(name), caption.partition(" ")[2]
    return f"{letter.replace('^', '').translate(RAISED)} {said}" if letter and said else caption


def is_column(step: Step) -> bool:
    """Whether a row of numbers is drawn upright: one number per token, beside pictures whose rows are tokens."""
    return step.value.ndim == 1 and ".norm_" in step.name


def index_of(step: Step, cell: Cell) -> tuple[int, ...]:
    """A cell of a picture as an index of its step."""
    if step.value.ndim == 1:
        return (cell.row if is_column(step) else cell.column,)
    return (cell.row, cell.column) if cell.panel is None else (cell.panel, cell.row, cell.column)


def cell_of(step: Step, index: tuple[int, ...]) -> Cell:
    """An index of a step as a cell of its picture."""
    if len(index) == 1:
        return Cell(step.name, None, *((index[0], 0) if is_column(step) else (0, index[0])))
    return Cell(step.name, index[0] if len(index) == 3 else None, *index[-2:])


def _scale(step: Step) -> str:
    if step.name.endswith("mask"):
        return "mask"
    if step.name.endswith(PROBABILITIES):
        return "sequential"
    return "magnitude" if step.name.endswith(("losses", "variance", "source", "target", "shift_right")) else "diverging"


def frame(stop: Stop, title: str, group: str) -> Frame:
    return Frame(key=stop.step, title=title, group=group, pictures=stop.pictures, operators=stop.operators)
