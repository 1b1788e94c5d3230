"""Words to reorder: dragged, or moved with the arrow keys.

    order = reorder(words, key="symmetry", label="...")          # (2, 0, 1): the third word now stands first
    put("symmetry", order)                                        # in a callback: Python reorders
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from pages.components import address
from pages.components.location import number
from pages.components.modules import component

__all__ = ["accepted", "put", "reorder"]

_mount = component("attention_order", "order/order.js", css="order/order.css")


def reorder(words: Sequence[str], *, key: str, label: str, start: Sequence[int] | None = None) -> tuple[int, ...]:
    """Show the words as chips and say in which order they now stand; at first in the order ``start``.

    The order belongs to these words: with other words it starts anew. The link holds it, for whoever opens that.
    """
    usual = tuple(range(len(words)) if start is None else start)
    linked = None if _slot(key) in st.session_state else _from_link(address.linked(key) or "", len(words))
    state = st.session_state.setdefault(_slot(key), {"order": linked, "words": tuple(words), "serial": 0})
    order = accepted(state["order"], len(words)) if state["words"] == tuple(words) else None
    if order is None:
        order = usual
        state |= {"order": order, "words": tuple(words), "serial": state["serial"] + 1}
    address.keep(key, None if order == usual else ",".join(map(str, order)))

    def moved() -> None:
        raw = st.session_state[key].get("order") or {}
        new_order = accepted(raw.get("order") if isinstance(raw, Mapping) else None, len(words))
        if new_order is not None:
            st.session_state[_slot(key)] |= {"order": new_order, "serial": int(raw.get("serial") or 0)}

    _mount(key=key, on_order_change=moved, data={"words": list(words), "order": list(order), "serial": state["serial"],
                                                 "label": label})
    return order


def put(key: str, order: Sequence[int]) -> None:
    """Reorder from Python."""
    state = st.session_state[_slot(key)]
    state |= {"order": tuple(order), "serial": state["serial"] + 1}


def accepted(raw, count: int) -> tuple[int, ...] | None:
    """An order of ``count`` things, or None for anything else."""
    if not isinstance(raw, list | tuple) or not all(type(i) is int for i in raw):
        return None
    return tuple(raw) if sorted(raw) == list(range(count)) else None


def _from_link(text: str, count: int) -> tuple[int, ...] | None:
    return accepted([number(part) for part in text.split(",")], count)


def _slot(key: str) -> str:
    return f"{key}.kept"
