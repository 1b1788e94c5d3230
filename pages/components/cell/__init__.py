"""One cell's arithmetic, term by term, each factor a link to the cell it was read from.

    link = worked(trace, name, cell, colours=colours(trace[name].equation), path=path, words=words, key="cell",
                  label_of=label_of, on_link=go)
    path = advance(path, (name, cell), link)    # in ``go`` or after the call

``path`` holds the cells walked through before this one. A link with a ``depth`` goes back to that place of the path.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import streamlit as st

from core.check import Check
from core.formula import Cell
from core.steps import Trace
from pages.components.cache import lent
from pages.components.formula import numbers, roomy
from pages.components.modules import component
from pages.components.numbers import plain

from .packing import WORD_KEYS, packed

__all__ = ["WORD_KEYS", "Link", "advance", "badge", "worked"]

_mount = component("attention_worked", "cell/worked.js", css="cell/worked.css")


class Link(NamedTuple):
    """A cell to go to; ``depth`` is its place in the path if the walk goes back to it, else None."""

    name: str
    cell: Cell
    depth: int | None = None


def worked(trace: Trace, name: str, cell: Cell, *, key: str, on_link: Callable[[Link], None] | None = None,
           **told: Any) -> Link | None:
    """Show the cell and say which link was followed, once. ``on_link`` hears of it before the page runs again.

    ``told``: colours, words and the way here, as of ``packed``.
    """
    arithmetic, run = trace.worked(name, cell), lent(trace)

    def followed() -> None:
        link = read(st.session_state[key].get("link"), run())
        if link is not None and on_link is not None:
            on_link(link)

    result = _mount(key=key, data=packed(trace, name, cell, arithmetic, **told), on_link_change=followed)
    if arithmetic.operation:
        st.latex(roomy(numbers(arithmetic)))
    return read(result.link, trace)


def read(raw: Any, trace: Trace) -> Link | None:
    """A link from what the browser sent; None if it leads nowhere in this trace."""
    if not isinstance(raw, Mapping):
        return None
    name, cell, depth = raw.get("name"), raw.get("cell"), raw.get("depth")
    if not isinstance(name, str) or name not in trace or not isinstance(cell, list):
        return None
    shape = trace[name].value.shape
    inside = len(cell) == len(shape) and all(isinstance(i, int) and 0 <= i < n for i, n in zip(cell, shape))
    known = depth is None or (isinstance(depth, int) and depth >= 0)
    return Link(name, tuple(cell), depth) if inside and known else None


def advance(path: Sequence[tuple[str, Cell]], here: tuple[str, Cell], link: Link) -> list[tuple[str, Cell]]:
    """The path once the link has been followed from here."""
    return [*path, here] if link.depth is None else list(path[: link.depth])


def badge(checked: Check, words: Mapping[str, str]) -> str:
    """How many cells of a picture agree with their worked arithmetic, as ``Trace.check`` found."""
    cells, agree, difference, total = checked
    if not cells:
        return words.get("not_compared", "")
    sentence = words.get("agree" if cells == total else "agree_of_some", "")
    return sentence.format(agree=agree, cells=cells, total=total, difference=plain(difference, 1))
