"""Every head of every layer at a glance: thumbnails of the weights on one sentence, and the ribbons of a chosen head.

    packed = pack(trace, says=[...], kinds={...})         # pure: keep it in a cache
    state = show(packed, key="heads", words={...})
    state.site, state.head; state.nearer                  # the chosen head; the step of the one that was entered

The chosen head stands in the address under the key, and the row, where it is another than at first. ``derived.py``
reads the drawing off a trace, ``run.py`` packs that of a reader's sentence; ES modules draw it: ``layout``, ``paint``,
``ribbons``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.steps import Trace
from pages.components import address
from pages.components.location import number
from pages.components.modules import compact, component, nothing

from .derived import attentions, head_grid

__all__ = ["Told", "attentions", "message", "pack", "show"]

_mount = component("attention_head_grid", "head_grid/head_grid.js", css="head_grid/head_grid.css")


class GridAction(NamedTuple):
    """Number of the attention and of the head that are chosen; ``nearer``: the step that was entered just now."""

    site: int
    head: int
    nearer: str


WORDS = ("find", "find_label", "following", "kinds", "kinds_measured", "label", "layer", "place", "says", "too_many",
         "kind_induction", "kind_previous", "kind_resting", "kind_other", "hint_own", "hint_across")
Packed = tuple[dict[str, Any], bytes]
Shares = Sequence[tuple[str, float]]
Place = tuple[int, int, int | None]
"""Attention, head, and the row that stands out, if one does."""


def pack(trace: Trace, *, row: int | None = None, after: str = "", says: Shares = (), following: Shares = (),
         kinds: Mapping[str, Sequence[str]] | None = None) -> Packed:
    """A run as the browser draws it.

    ``row``: the one that stands out at first; ``says``: for each layer, the word that would come after its word
    ``after`` if the layer were the last, with its probability; ``following``: the likeliest words there.
    """
    spec, thumbnails = head_grid(trace, kinds)
    return spec | {"row": row, "after": after, "says": list(says), "following": list(following)}, thumbnails


def show(packed: Packed, *, key: str, words: Mapping[str, str]) -> GridAction:
    """Draw the grid, at first with the link's head and row chosen, or the first and the one that stands out."""
    spec, _ = packed
    sites, usual = spec["sites"], (0, 0, spec["row"])
    now, _ = address.first(key, key, usual, lambda text: _from_link(text, usual, sites))
    if not _is_place(*now, sites):  # another model's
        now = usual
    heard = _mount(key=key, data=message(packed, words, now), on_chosen_change=nothing, on_nearer_change=nothing)
    chosen, nearer = heard.chosen or {}, heard.nearer
    if _is_place(*(told := (chosen.get("site"), chosen.get("head"), chosen.get("row"))), sites):
        now = told
    site, head, _ = now
    address.keep(key, _to_link(now, usual))
    steps = {one["step"] for one in sites}
    return GridAction(site, head, nearer if isinstance(nearer, str) and nearer in steps else "")


def message(packed: Packed, words: Mapping[str, str], place: Place | None = None) -> bytes:
    """The grid as ``head_grid.js`` reads it; ``place``: what is chosen at first, where not as usual."""
    spec, thumbnails = packed
    site, head, row = place or (0, 0, spec["row"])
    known = {name: words[name] for name in _used(spec["sites"]) if name in words}
    header = compact(spec | {"words": known, "site": site, "head": head, "chosen_row": row})
    return len(header).to_bytes(4, "little") + header + thumbnails


def _used(sites: Sequence[Mapping[str, Any]]) -> set[str]:
    """The words of the interface, and of the attentions that there are."""
    return {*WORDS, *(one[name] for one in sites for name in ("column", "word"))}


def _is_place(site: Any, head: Any, row: Any, sites: Sequence[Mapping[str, Any]]) -> bool:
    is_head = type(site) is type(head) is int and 0 <= site < len(sites) and 0 <= head < sites[site]["heads"]
    return is_head and (row is None or (type(row) is int and 0 <= row < max(one["size"][0] for one in sites)))


def _to_link(place: Place, usual: Place) -> str | None:
    """Attention and head, counted from 1, and the row where it is another than at first: 0 for none."""
    site, head, row = place
    parts = (site + 1, head + 1, *(() if row == usual[2] else (0 if row is None else row + 1,)))
    return None if place == usual else ".".join(map(str, parts))


def _from_link(text: str, usual: Place, sites: Sequence[Mapping[str, Any]]) -> Place | None:
    """What ``_to_link`` wrote; None where there is no such."""
    numbers = [number(part) for part in text.split(".")]
    if len(numbers) not in (2, 3) or None in numbers:
        return None
    site, head, *rows = (one - 1 for one in numbers)
    place = site, head, usual[2] if not rows else None if rows[0] < 0 else rows[0]
    return place if _is_place(*place, sites) else None
