"""Things in a frame that a reader places: dragged and resized, or moved with the arrow keys; added, removed, undone.

    compose([Thing("circle", "red", 4, 30, 16, 16)], rules, key="scene", label="...", on_change=put)

The browser moves first and reports after. What is on screen is what Python says, until the reader moves something.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import streamlit as st

from pages.components.modules import component
from pages.components.text import words

__all__ = ["Rules", "Thing", "accepted", "compose", "css"]

_mount = component("attention_compose", "compose/compose.js", css="compose/compose.css")


class Thing(NamedTuple):
    """One thing: its kind, colour, and box in whole units: left, top, width, height."""

    kind: str
    colour: str
    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Rules:
    """What may lie in the frame. ``kinds`` and ``colours``: the word and the colour of each, by name.

    ``size``: least and largest side of a thing; where they are equal, things have places and no two have the same.
    ``count``: fewest and most things; where they are equal nothing is added or removed. ``live``: report during
    a drag.
    """

    side: int
    kinds: Mapping[str, str]
    colours: Mapping[str, tuple[str, str]]
    size: tuple[int, int]
    count: tuple[int, int]
    ground: str = "#ededed"
    frames: bool = False
    live: bool = False


def css(rgb: Sequence[float]) -> str:
    """A colour from 0 to 1 as a browser writes it."""
    return "#" + bytes(round(255 * c) for c in rgb).hex()


def compose(things: Sequence[Thing], rules: Rules, *, key: str, label: str,
            on_change: Callable[[list[Thing]], None]) -> None:
    """Show the things; ``on_change`` is called with all of them when the reader has changed one."""
    things, slot = [Thing(*thing) for thing in things], f"{key}.kept"
    state = st.session_state.setdefault(slot, {"things": None, "serial": 0})
    if state["things"] != things:
        state |= {"things": things, "serial": state["serial"] + 1}

    def changed() -> None:
        raw = st.session_state[key].get("things") or {}
        new_things = accepted(raw.get("things") if isinstance(raw, Mapping) else None, rules)
        if new_things is not None:
            st.session_state[slot] |= {"things": new_things, "serial": int(raw.get("serial") or 0)}
            on_change(new_things)

    w = words("compose")
    _mount(key=key, on_things_change=changed, data={
        "things": [thing._asdict() for thing in things], "serial": state["serial"], "label": label,
        "side": rules.side, "size": rules.size, "count": rules.count, "ground": rules.ground, "frames": rules.frames,
        "live": rules.live, "kinds": [{"name": name, "word": word} for name, word in rules.kinds.items()],
        "colours": [{"name": name, "css": css, "word": word} for name, (word, css) in rules.colours.items()],
        "words": {name: w[name] for name in ("add", "remove", "undo", "colour", "thing", "keys", "keys_size", "full")}})


def accepted(raw, rules: Rules) -> list[Thing] | None:
    """Things that keep the rules, or None for anything else."""
    if not isinstance(raw, list | tuple) or not rules.count[0] <= len(raw) <= rules.count[1]:
        return None
    things = [_thing(one, rules) for one in raw]
    places = {(thing.x, thing.y) for thing in things if thing}
    if None in things or (rules.size[0] == rules.size[1] and len(places) < len(things)):
        return None
    return things


def _thing(raw, rules: Rules) -> Thing | None:
    if not isinstance(raw, Mapping) or raw.get("kind") not in rules.kinds or raw.get("colour") not in rules.colours:
        return None
    x, y, width, height = numbers = [raw.get(name) for name in Thing._fields[2:]]
    if any(type(n) is not int for n in numbers) or min(x, y) < 0:
        return None
    if min(width, height) < rules.size[0] or max(width, height) > rules.size[1]:
        return None
    return Thing(raw["kind"], raw["colour"], *numbers) if max(x + width, y + height) <= rules.side else None
