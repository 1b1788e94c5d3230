"""The reader's choices in the address, each under a name of its own, so that a link opens what its sender saw.

    weight = in_link(st.select_slider)("w", WEIGHTS, 0.9, key="recurrent weight")      # ?recurrent-weight=0.99
    first, second = tabs("chain", {"phrase": "A phrase", "own": "Yours"})                  # ?open-chain=own

The address holds what a choice is, never what it is called in a language; a choice that stands as it did at first is
not in it. What a link says that cannot be chosen is as if it had said nothing. The bound inputs of the bar (language,
model, text, depth, edits) are in the address by themselves.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.components.location import parameter, value_to_text

__all__ = ["expander", "first", "in_link", "keep", "linked", "put_number", "remembered", "remembered_rows", "tabs"]

FIRST = "linked choices"
"""Of each name in the address: the key of its widget, what the link said when it came, and what the page said."""
LARGEST, DIGITS = 1e6, 6
"""Of a number in a row that a link brings: the most it may be, and its decimals."""
TEXTS = ("text_input", "text_area")
Rows = tuple[tuple[float, ...], ...]
_DEFAULTS = {"slider": "value", "select_slider": "value", "number_input": "value", "text_input": "value",
             "text_area": "value", "toggle": "value", "checkbox": "value", "segmented_control": "default",
             "pills": "default", "selectbox": "index", "radio": "index"}
_signature = functools.lru_cache(maxsize=64)(inspect.signature)


def in_link(widget: Callable, name: str = "") -> Callable:
    """The widget (``st.slider``, ``column.toggle`` ...), its value in the address; called as it is.

    ``name``: under which, where its key is more than one word may be in a link: a key that holds a sentence.
    """
    kind = widget.__name__
    signature = _signature(getattr(st, kind))

    def drawn(*args, **kwargs):
        given = dict(signature.bind(*args, **kwargs).arguments)
        called, default = name or given["key"], _default(kind, given)
        start, before = first(called, given["key"], default, lambda text: _read(kind, text, given))
        start = start if _fits(kind, start, given) else default
        given[_DEFAULTS[kind]] = list(given["options"]).index(start) if _DEFAULTS[kind] == "index" else start
        value = widget(**given)
        as_at_first = value == default or (kind in TEXTS and value == before)  # in a language since changed
        keep(called, None if as_at_first else value_to_text(value))
        return value

    return drawn


def remembered(name: str, start: Any, read: Callable[[str], Any], write: Callable[[Any], str] = str) -> Any:
    """What stands in the session under a name, or, before anything does, in the link, or else ``start``.

    ``read``: a text of the link as a value, or None where it is none; ``write``: the way back.
    """
    if name not in st.session_state:
        value = _linked_value(name, read)
        st.session_state[name] = start if value is None else value
    keep(name, None if st.session_state[name] == start else write(st.session_state[name]))
    return st.session_state[name]


def remembered_rows(name: str, start: Rows) -> Rows:
    """Rows of numbers that the reader edits, as ``remembered``."""
    def read(text: str) -> Rows | None:
        try:
            rows = tuple(tuple(map(float, row.split(","))) for row in text.split(";"))
        except ValueError:
            return None
        sound = all(abs(number) <= LARGEST for row in rows for number in row)  # no comparison holds for nan
        return rows if sound and [*map(len, rows)] == [*map(len, start)] else None

    return remembered(name, start, read, lambda rows: ";".join(",".join(
        str(round(x, DIGITS)).removesuffix(".0") for x in row) for row in rows))


def tabs(name: str, labels: Mapping[str, str]) -> Sequence[DeltaGenerator]:
    """Tabs, of which the open one is in the link; ``labels``: by what the link calls each, the usual one first."""
    key, called = f"open {name}", {label: name for name, label in labels.items()}
    if st.session_state.get(key) not in called:  # as it comes, or in the language before
        st.session_state[key] = labels.get(linked(key) or "", next(iter(called)))
    drawn = st.tabs(list(called), key=key, on_change="rerun")
    opened = called[st.session_state[key]]
    keep(key, None if opened == next(iter(labels)) else opened)
    return drawn


def expander(name: str, label: str, expanded: bool = False, **given: Any) -> DeltaGenerator:
    """``st.expander``; whether it is open, where not as at first, is in the link under the name."""
    key = f"open {name}"
    if key not in st.session_state:
        st.session_state[key] = {"0": False, "1": True}.get(linked(key) or "", expanded)
    st.session_state[key] = opened = st.session_state[key]  # in another language it is another one
    keep(key, None if opened == expanded else value_to_text(opened))
    return st.expander(label, expanded, key=key, on_change="rerun", **given)


def put_number(name: str, row: int, column: int, number: float) -> None:
    """Another number in these rows."""
    rows = [list(one) for one in st.session_state[name]]
    rows[row][column] = number
    st.session_state[name] = tuple(map(tuple, rows))


def first(name: str, key: str, default: Any, read: Callable[[str], Any]) -> tuple[Any, Any]:
    """What the widget of a key shows at first, by the link or by the page; and the latter as it was when it came.

    A name that several widgets share, one after the other, is the link's for the first of them.
    """
    known = st.session_state.setdefault(FIRST, {})
    if key not in st.session_state or name not in known:
        value = _linked_value(name, read) if known.get(name, (key,))[0] == key else None
        known[name] = key, value, default
    _, value, before = known[name]
    return default if value is None else value, before


def linked(name: str) -> str | None:
    """What the address holds under a name; None where it has no such."""
    return st.query_params.get(parameter(name))


def _linked_value(name: str, read: Callable[[str], Any]) -> Any:
    text = linked(name)
    return None if text is None else read(text)


def keep(name: str, text: str | None) -> None:
    """Write a choice to the address; None: it stands as at first."""
    name = parameter(name)
    if text is None and name in st.query_params:
        del st.query_params[name]
    elif text is not None and st.query_params.get(name) != text:
        st.query_params[name] = text


def _default(kind: str, given: Mapping[str, Any]) -> Any:
    """What the widget shows at first, if no link says otherwise."""
    value = given.get(_DEFAULTS[kind])
    if kind == "slider" and value is None:
        return given["min_value"]
    if _DEFAULTS[kind] == "index":
        return list(given["options"])[value or 0]
    if kind == "select_slider" and value is None:
        return next(iter(given["options"]))
    if value is None and given.get("selection_mode") == "multi":
        return []
    if value is None:
        return "" if kind in TEXTS else {"toggle": False, "checkbox": False}.get(kind)
    return value


def _fits(kind: str, value: Any, given: Mapping[str, Any]) -> bool:
    """Whether the widget can show a value: what it offers may have changed."""
    if kind in ("slider", "number_input"):
        return given["min_value"] <= value <= given["max_value"]
    if "options" not in given:
        return True
    return set(value if isinstance(value, list) else [value]) <= set(given["options"])


def _read(kind: str, text: str, given: Mapping[str, Any]) -> Any:
    """What the address holds as a value that the widget takes; None where it takes no such."""
    if kind in ("toggle", "checkbox"):
        return {"0": False, "1": True}.get(text)
    if kind in TEXTS:
        return text[:given.get("max_chars")]
    if kind in ("slider", "number_input"):
        return _number(text, given)
    options = {value_to_text(option): option for option in given["options"]}
    if given.get("selection_mode") == "multi":
        parts = [part for part in text.split(",") if part]
        return [options[part] for part in parts] if set(parts) <= set(options) else None
    return options.get(text)


def _number(text: str, given: Mapping[str, Any]) -> float | int | None:
    """A number between the slider's ends, of their kind."""
    low, high = given["min_value"], given["max_value"]
    try:
        number = type(low)(text)
    except ValueError:
        return None
    return number if low <= number <= high else None  # no comparison holds for nan
