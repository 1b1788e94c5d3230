"""Numbers as pictures, and what a lesson says about the step and the cell that the reader looks at on its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from core.steps import Trace
from pages.components import frames, state
from pages.components.formula import colours, formula
from pages.components.heatmap import BoardState, Picture, go
from pages.components.text import words
from pages.components.worked import Link, worked


def matrix(name: str, title: str, values, rows: Sequence[str] = (), columns: Sequence[str] = (), **options) -> Picture:
    """Numbers of an experiment as a picture."""
    array = values.detach().double().numpy() if hasattr(values, "detach") else values
    return Picture(name, title, array, tuple(rows), tuple(columns), alt=title, **options)


def titled(page: str, name: str, values, rows: Sequence[str] = (), columns: Sequence[str] = (), **options) -> Picture:
    """The same under the page's own title for it."""
    return matrix(name, words(page)[f"picture_{name}"], values, rows, columns, **options)


def one_line(rows: int) -> int:
    """A height for pictures of so many rows of words that keeps an equation on one line wherever it is wide enough."""
    return 125 + 22 * rows


def tints(trace: Trace, names: list[str]) -> dict[str, str]:
    """The colour each picture has in the equation that it is the result of, or else in the one that reads it."""
    found: dict[str, str] = {}
    for name in names:
        step = trace[name]
        if step.equation is None:
            continue
        palette = colours(step.equation)
        found |= {name: palette["result"]}
        read = {r.name: palette[s] for s, r in zip(step.equation.names, step.references[0]) if s in palette and r.name}
        found = read | found
    return found


def told(trace: Trace, name: str, seen: BoardState, key: str) -> None:
    """The formula of a step with the shapes of this run; of a chosen cell, its arithmetic and where it came from."""
    at = None
    if seen.cell is not None and seen.cell.picture in trace:
        name = seen.cell.picture
        at = frames.index_of(trace[name], seen.cell)
    if trace[name].equation is not None:
        formula(trace[name].equation, trace, name, depth=state.depth(), words=axes(words("walkthrough")))
    if at is None:
        return

    def follow(link: Link) -> None:
        if link.name in trace and trace[link.name].value.ndim <= 3:
            go(key, cell=frames.cell_of(trace[link.name], link.cell))

    terms(trace, name, at, key, follow)


def terms(trace: Trace, name: str, at: tuple[int, ...], key: str, follow: Callable[[Link], None],
          path: Sequence = ()) -> None:
    """The arithmetic of a cell, term by term; ``follow`` is called with the link that the reader takes."""
    equation = trace[name].equation
    worked(trace, name, at, colours=colours(equation) if equation else {}, path=path, key=f"{key} cell",
           words=words("worked") | axes(words("walkthrough")), on_link=follow,
           label_of=lambda step, index: place(trace, step, index),
           called=lambda step, index: called(trace, step, index))


def axes(w: Mapping[str, str]) -> dict[str, str]:
    """What each axis is called."""
    return {axis.removeprefix("axis_"): word for axis, word in w.items() if axis.startswith("axis_")}


def called(trace: Trace, name: str, index: tuple[int, ...]) -> tuple[str, str, str]:
    """A step's title, the layer and part where it stands, and its cell by labels alone."""
    w, edges = words("walkthrough"), zip(trace[name].axes, trace[name].labels, index)
    brief = ", ".join(str(i + 1 if axis == "head" else labels[i] if labels else i) for axis, labels, i in edges)
    return frames.title(name, w), stands(name, w), f"[{brief}]"


def stands(name: str, w: Mapping[str, str]) -> str:
    """The layer and the part of the model that a step belongs to, as far as they have a name."""
    parts = name.split(".")[:-1]
    numbered = len(parts) > 1 and parts[1].isdecimal() and f"group_{parts[0]}" in w
    layer = w[f"group_{parts[0]}"].format(n=int(parts[1]) + 1) if numbered else ""
    module = w.get(f"module_{parts[-1].rstrip('_0123456789')}", "") if parts else ""
    return " · ".join(filter(None, (layer, module)))


def place(trace: Trace, name: str, index: tuple[int, ...]) -> str:
    """Where a cell is, in words: by label where there is one."""
    w = words("walkthrough")
    if name not in trace:
        return " · ".join(map(str, index))
    step = trace[name]
    parts = []
    for axis, labels, i in zip(step.axes, step.labels, index):
        called = w.get(f"axis_{axis}", axis)
        parts.append(w["head_n"].format(n=i + 1) if axis == "head" else f"{called} {labels[i] if labels else i}")
    return " · ".join(parts)
