"""Every head of every layer at a glance: thumbnails of the weights on one sentence, and the ribbons of a chosen head.

    packed = pack(trace, says=[...], kinds={...})         # pure: keep it in a cache
    state = show(packed, key="heads", words={...})
    state.site, state.head; state.nearer                  # the chosen head; the step of the one that was entered

The chosen head stands in the address under the key. ``derived.py`` reads the drawing off a trace, ``run.py`` packs that
of a reader's sentence; ES modules draw it: ``layout``, ``paint``, ``ribbons``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from core.steps import Trace
from pages.components import address
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


def pack(trace: Trace, *, row: int | None = None, after: str = "", says: Shares = (), following: Shares = (),
         kinds: Mapping[str, Sequence[str]] | None = None) -> Packed:
    """A run as the browser draws it.

    ``row``: the one that stands out at first; ``says``: for each layer, the word that would come after its word
    ``after`` if the layer were the last, with its probability; ``following``: the likeliest words there.
    """
    spec, thumbnails = head_grid(trace, kinds)
    return spec | {"row": row, "after": after, "says": list(says), "following": list(following)}, thumbnails


def show(packed: Packed, *, key: str, words: Mapping[str, str]) -> GridAction:
    """Draw the grid, at first with the link's head chosen, or the first."""
    spec, _ = packed
    (site, head), _ = address.first(key, key, (0, 0), lambda text: _from_link(text, spec["sites"]))
    if not _is_head(site, head, spec["sites"]):  # another model's
        site, head = 0, 0
    heard = _mount(key=key, data=message(packed, words, site, head), on_chosen_change=nothing, on_nearer_change=nothing)
    chosen, nearer, sites = heard.chosen or {}, heard.nearer, spec["sites"]
    if _is_head(chosen.get("site"), chosen.get("head"), sites):
        site, head = chosen["site"], chosen["head"]
    address.keep(key, f"{site + 1}.{head + 1}" if (site, head) != (0, 0) else None)
    steps = {one["step"] for one in sites}
    return GridAction(site, head, nearer if isinstance(nearer, str) and nearer in steps else "")


def message(packed: Packed, words: Mapping[str, str], site: int = 0, head: int = 0) -> bytes:
    """The grid as ``head_grid.js`` reads it, a head of it chosen."""
    spec, thumbnails = packed
    known = {name: words[name] for name in _used(spec["sites"]) if name in words}
    header = compact(spec | {"words": known, "site": site, "head": head})
    return len(header).to_bytes(4, "little") + header + thumbnails


def _used(sites: Sequence[Mapping[str, Any]]) -> set[str]:
    """The words of the interface, and of the attentions that there are."""
    return {*WORDS, *(one[name] for one in sites for name in ("column", "word"))}


def _is_head(site: Any, head: Any, sites: Sequence[Mapping[str, Any]]) -> bool:
    return type(site) is type(head) is int and 0 <= site < len(sites) and 0 <= head < sites[site]["heads"]


def _from_link(text: str, sites: Sequence[Mapping[str, Any]]) -> tuple[int, int] | None:
    """Attention and head, in a link counted from 1; None where there is no such."""
    parts = text.split(".")
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        return None
    site, head = (int(part) - 1 for part in parts)
    return (site, head) if _is_head(site, head, sites) else None
