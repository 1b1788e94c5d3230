"""From a step to its picture on the board and back: scale, words along the edges, and which cell is which.

    drawn = picture(step, words("walkthrough"), colour, visible_columns(step, trace))
    index_of(step, cell, visible)      # a cell of the picture as an index of the step; cell_of is the way back
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from core.steps import Step, Trace
from core.streams import ENTRIES
from pages.components.board import Cell, Later, Picture, array
from pages.components.formula import written
from pages.components.stage.stops import WIDEST
from pages.components.text_files import said

SCALES = {"share": "sequential", "signed": "diverging", "size": "magnitude", "mask": "mask", "hidden": "mask",
          "ids": "magnitude", "picture": "magnitude"}
LIKELIEST, ROOMY = 12, 24  # columns shown of a vocabulary, with each row's second


def picture(step: Step, words: Mapping[str, str], colour: str = "", visible: Sequence[int] | None = None) -> Picture:
    """A step as a picture. ``visible``: the columns shown, all if None; ``words``: captions of steps and axes."""
    panel, rows, columns = _layout(step)
    value = _values(step, visible)
    labels, streams = dict(enumerate(step.labels)), dict(enumerate(step.streams))
    across = tuple(said(label, words) for label in labels.get(columns) or ())
    if visible is not None:
        across = tuple(across[i] for i in visible) if across else ()
    axes = dict(enumerate(step.axes))
    return Picture(
        name=step.name, title=title(step, words), values=value, panels=_panels(step, panel, words),
        scale=SCALES[step.shows], rows=_rows(step, rows, words), columns=across, colour=colour,
        row_axis=_axis(axes.get(rows, ""), words), row_link=axes.get(rows, ""),
        column_axis=_window(step, columns, visible, words), column_link=axes.get(columns, ""),
        row_stream=streams.get(rows, ""), column_stream=streams.get(columns, ""), grows_from=_grows_from(step),
        alt=_description(step, words))


def visible_columns(step: Step, trace: Trace) -> tuple[int, ...] | None:
    """The columns shown of a picture wider than a screen: the likeliest words over all rows, or the first features."""
    *_, columns = _layout(step)
    if columns is None:
        return None
    size, axis = step.shape[columns], step.axes[columns]
    if axis == "vocabulary" and size > 2 * LIKELIEST:
        readers = map(trace.__getitem__, trace.readers(step.name))
        shares = next((other for other in readers if other.shows == "share" and other.shape == step.shape), step)
        return likeliest(shares.value.double().numpy())
    return tuple(range(WIDEST)) if size > WIDEST else None


def likeliest(shares: np.ndarray) -> tuple[int, ...]:
    """Of (..., words): each row's first, its second while there is room, then the largest shares; likeliest first."""
    rows = shares.reshape(-1, shares.shape[-1])
    best = rows.max(0)
    best = np.where(np.isnan(best), -np.inf, best)
    firsts = dict.fromkeys(rows.argmax(-1).tolist())
    others = rows.copy()
    np.put_along_axis(others, rows.argmax(-1, keepdims=True), -np.inf, -1)
    both = dict.fromkeys([*firsts, *others.argmax(-1).tolist()])
    firsts = both if len(both) <= ROOMY else firsts
    enough = min(len(best), LIKELIEST + len(firsts))
    near = np.flatnonzero(best >= np.partition(best, -enough)[-enough])  # no need to sort a whole vocabulary
    order = [int(i) for i in near[np.argsort(-best[near], kind="stable")]]
    chosen = [*firsts, *(i for i in order if i not in firsts)][: max(LIKELIEST, len(firsts))]
    return tuple(sorted(chosen, key=lambda i: -best[i]))


def index_of(step: Step, cell: Cell, visible: Sequence[int] | None = None) -> tuple[int, ...]:
    """A cell of a picture as an index of its step; axes that no picture has room for are at their first entry."""
    panel, rows, columns = _layout(step)
    column = cell.column if visible is None else visible[cell.column]
    at = {panel: cell.panel or 0, rows: cell.row, columns: column}
    return tuple(at.get(i, 0) for i in range(len(step.axes)))


def cell_of(step: Step, index: tuple[int, ...], visible: Sequence[int] | None = None) -> Cell | None:
    """An index of a step as a cell of its picture; None for one that the picture does not show."""
    panel, rows, columns = _layout(step)
    column = 0 if columns is None else index[columns]
    if visible is not None:
        if column not in visible:
            return None
        column = visible.index(column)
    if any(i for axis, i in enumerate(index) if axis not in (panel, rows, columns)):
        return None
    return Cell(step.name, None if panel is None else index[panel], 0 if rows is None else index[rows], column)


def difference(changed: Picture, before: Step, visible: Sequence[int] | None = None) -> Picture:
    """What an edit changed in a picture; where both are minus infinity nothing has."""
    new, old = changed.values, _values(before, visible)
    late = next((values for values in (new, old) if isinstance(values, Later)), None)

    def subtracted() -> np.ndarray:
        now, then = array(new), array(old)
        with np.errstate(invalid="ignore"):
            return np.where(now == then, 0.0, now - then)

    values = subtracted() if late is None else Later(late.shape, subtracted)
    return replace(changed, values=values, scale="diverging")


def title(step: Step, words: Mapping[str, str]) -> str:
    """The caption of a step: the notes' letter for it here, then what it is."""
    result = step.name.rpartition(".")[2]
    special = step.equation.key.replace(".", "_") if step.equation else result
    caption = words.get(f"step_{special}", words.get(f"step_{result}", result.replace("_", " ")))
    rest = caption.partition(" ")[2]
    return f"{written(step.letter)} {rest or caption}" if step.letter else caption


def _layout(step: Step) -> tuple[int | None, int | None, int | None]:
    """Which axes are panels, rows and columns. Numbers one per word stand upright; features lie; a plane stays one."""
    axes = list(range(len(step.axes)))
    batch = [i for i in axes if step.axes[i].startswith("batch")]
    free = [i for i in axes if i not in batch]
    beside = [i for i in free if step.axes[i] not in ("height", "width")]
    panel = next((i for i in free if step.axes[i] in ("head", "channel")), None) if len(free) > 2 else None
    if panel is None and len(free) > 2:
        panel = beside[0] if len(beside) == len(free) - 2 == 1 else free[0]
    rest = [i for i in free if i != panel]
    if len(rest) == 1:
        upright = step.axes[rest[0]] in ENTRIES
        return batch[0] if batch else panel, rest[0] if upright else None, None if upright else rest[0]
    if not rest:
        return None, batch[0] if batch else None, None
    return batch[0] if panel is None and batch else panel, rest[-2], rest[-1]


def _values(step: Step, visible: Sequence[int] | None) -> np.ndarray | Later:
    """The cells shown; of a step whose value is computed anew when it is read, later."""
    panel, rows, columns = _layout(step)

    def read() -> np.ndarray:
        cube = _cube(step, panel, rows, columns)
        return cube if visible is None else cube[..., list(visible)]

    if step.held:
        return read()
    shape = [1 if i is None else step.shape[i] for i in (rows, columns)]
    return Later((*(() if panel is None else (step.shape[panel],)), shape[0],
                  shape[1] if visible is None else len(visible)), read)


def _cube(step: Step, panel: int | None, rows: int | None, columns: int | None) -> np.ndarray:
    """The values as (panel), row, column; any other axis at its first entry. Of what is hidden, what may be seen."""
    kept_axes = [i for i in (panel, rows, columns) if i is not None]
    value = step.value[tuple(slice(None) if i in kept_axes else 0 for i in range(len(step.axes)))].double().numpy()
    value = 1 - value if step.shows == "hidden" else value
    value = value.transpose([sorted(kept_axes).index(i) for i in kept_axes])
    shape = [1 if i is None else step.shape[i] for i in (rows, columns)]
    return value.reshape(([] if panel is None else [step.shape[panel]]) + shape)


def _rows(step: Step, rows: int | None, words: Mapping[str, str]) -> tuple[str, ...]:
    """The words of the rows; where a word is read to produce the next, both. Keys are only read."""
    if rows is None:
        return ()
    if step.pairs[rows] and step.axes[rows] != "key" and step.equation is not None:
        return tuple(f"{read} → {produced}" for read, produced in step.pairs[rows])
    return tuple(said(label, words) for label in step.labels[rows] or ())


def _panels(step: Step, panel: int | None, words: Mapping[str, str]) -> tuple[str, ...]:
    if panel is None:
        return ()
    name = words["head_n"] if step.axes[panel] == "head" else f"{_axis(step.axes[panel], words)} {{n}}"
    return tuple(name.format(n=i + 1) for i in range(step.shape[panel]))


def _axis(axis: str, words: Mapping[str, str]) -> str:
    return words.get(f"axis_{axis}", axis)


def _window(step: Step, columns: int | None, visible: Sequence[int] | None, words: Mapping[str, str]) -> str:
    """What the columns are; of a window, how many it shows of how many."""
    if columns is None:
        return ""
    name = _axis(step.axes[columns], words)
    if visible is None:
        return name
    how = "likeliest_of" if step.axes[columns] == "vocabulary" else "first_of"
    return words[how].format(axis=name, shown=len(visible), all=step.shape[columns])


def _grows_from(step: Step) -> str:
    """The input out of which the cells change one by one: the first with the very axes of the result."""
    equation = step.equation
    if equation is None or equation.gather is not None:
        return ""
    alike = (reference.name for axes, reference in zip(equation.inputs, step.references[0])
             if axes == equation.output and not reference.parameter)
    return next(filter(None, alike), "") if math.prod(step.shape) > 1 else ""


def _description(step: Step, words: Mapping[str, str]) -> str:
    """A picture in words: its caption, and how many there are of what along each axis."""
    sizes = (f"{_axis(axis, words)} {size}" for axis, size in zip(step.axes, step.shape))
    return f"{title(step, words)} ({' × '.join(sizes)})"
