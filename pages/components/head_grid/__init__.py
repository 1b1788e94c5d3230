"""Every head of every layer at a glance: thumbnails of the weights on one sentence, and the ribbons of a chosen head.

    packed = pack(trace, says=[...], kinds={...})         # pure: keep it in a cache
    told = show(packed, key="heads", words={...}, site=3, head=1)
    told.site, told.head; told.nearer                     # the chosen head; 

``derived.py`` reads the drawing off a trace; ES modules draw it: ``layout``, ``paint``, ``ribbons``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.steps import Trace
from pages.components.modules import component, nothing

from .derived import attentions, head_grid

__all__ = ["Told", "attentions", "pack", "show"]

_mount = component("attention_head_grid", "head_grid/head_grid.js", css="head_grid/head_grid.css")


class Told(NamedTuple):
    """Number of the attention and of the head that are chosen; ``nearer``: the step that was entered just now."""

    site: int
    head: int
    nearer: str


Packed = tuple[dict[str, Any], bytes]
Shares = Sequence[tuple[str, float]]


def pack(trace: Trace, *, row: int | None = None, after: str = "", says: Shares = (), following: Shares = (),
         kinds: Mapping[str, Sequence[str]] | None = None) -> Packed:
    """A run as the browser draws it.

    ``row``: the one that stands out at first; ``says``: for each layer, the word that would come after its word
    ``after`` if the layer were the last, with its probability; ``following``: the likeliest words there.
    """
    spec, thumbnails = head_grid(trace, kinds)
    return spec | {"row": row, "after": after, "says": list(says), "following": list(following)}, thumbnails


def show(packed: Packed, *, key: str, words: Mapping[str, str], site: int, head: int) -> Told:
    """Draw the grid with this head chosen."""
    spec, thumbnails = packed
    told = json.dumps(spec | {"words": dict(words), "site": site, "head": head}, ensure_ascii=False).encode()
    heard = _mount(key=key, data=len(told).to_bytes(4, "little") + told + thumbnails, on_chosen_change=nothing,
                   on_nearer_change=nothing)
    chosen, nearer, sites = heard.chosen or {}, heard.nearer, spec["sites"]
    number = chosen.get("site")
    if type(number) is int and number in range(len(sites)) and chosen.get("head") in range(sites[number]["heads"]):
        site, head = number, int(chosen["head"])
    steps = {one["step"] for one in sites}
    return Told(site, head, nearer if isinstance(nearer, str) and nearer in steps else "")
