"""What a reader needs before a page, how long it takes, and the ways through all pages.

    minutes("zh", "attention")                # to read it at the first depth and to make its guesses
    BEFORE["decoder"]                         # the pages without which it is hard
    sittings("zh", routes(order())["first"])  # pages by sitting of at most SITTING minutes
"""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Mapping, Sequence

from pages.components.text_files import ROOT, passages

PER_MINUTE = {"zh": 400, "en": 220}
"""Chinese characters, English words."""
CHARACTER = r"[\u4e00-\u9fff]"
GUESS = 1  # minutes to guess and to look at what came out
SITTING = 20  # minutes

BEFORE: Mapping[str, tuple[str, ...]] = {
    "heads": ("attention",), "symmetry": ("attention",), "positions": ("symmetry",), "layers": ("heads",),
    "output": ("layers",), "decoder": ("heads", "output"), "generation": ("decoder",),
    "training": ("output", "decoder"), "similarity": ("attention",), "attention": ("dictionary",),
    "recurrent": ("output",), "lstm": ("recurrent",), "alignment": ("attention", "recurrent"),
    "language_models": ("decoder",), "couplets": ("alignment", "language_models"),
    "families": ("attention", "recurrent"), "tokens": ("attention",), "vit": ("tokens", "layers"), "mae": ("vit",),
    "nonlocal_block": ("attention", "tokens"), "detr": ("decoder", "tokens"), "since_2017": ("positions", "layers"),
    "atlas": ("heads",), "copying": ("atlas", "generation"), "resting_place": ("atlas",),
    "layer_by_layer": ("layers", "output"), "sentences": ("similarity", "layers"), "pieces": ("language_models",)}
"""By a page's own name; what stands nowhere needs nothing."""

_ADDED = ("symmetry", "similarity", "tokens", "families", "recurrent", "lstm", "nonlocal_block", "mae", "detr")
_READ_AT = {"walkthrough": "tour"}  # whose texts a reader meets first there


def routes(pages: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Three ways, as pages by name: for who begins, who knows the Transformer, who comes with a real model."""
    lessons = tuple(page for page in pages if page.partition("/")[0] in ("transformer", "sequences", "vision", "real"))
    own = {page: page.rpartition("/")[2] for page in lessons}
    return {"first": lessons, "added": tuple(page for page in lessons if own[page] in _ADDED),
            "real": tuple(page for page in lessons if page.startswith("real/"))}


@functools.cache
def minutes(language: str, name: str) -> int:
    """Of a page by its own name: to read it, and GUESS for each guess; at least 1. Kept: each visit of a page asks."""
    guesses = sum(key.endswith(".try") for key in _read(language, name))
    return max(1, math.ceil(reading_minutes(language, name) + GUESS * guesses))


def reading_minutes(language: str, name: str) -> float:
    """Of a page by its own name: its words at the first depth by PER_MINUTE; formulas are not counted."""
    text = re.sub(r"\$[^$]*\$", "", "\n".join(_read(language, name).values()))
    return len(re.findall(CHARACTER if language == "zh" else r"[A-Za-z][\w'-]*", text)) / PER_MINUTE[language]


def _read(language: str, name: str) -> dict[str, str]:
    """What is read at the first depth by who answers right: of an exhibit its plain text, where it has one."""
    name = _READ_AT.get(name, name)
    known = passages(language, name) if (ROOT / language / f"{name}.md").exists() else {}
    return {key: text.partition("\n")[0] if f"{key}.intuition" in known else text for key, text in known.items()
            if not key.endswith(".wrong")}


def sittings(language: str, pages: Sequence[str]) -> list[list[str]]:
    """Pages in their order, together where they take no longer than SITTING."""
    sittings: list[list[str]] = []
    left = 0
    for page in pages:
        takes = minutes(language, page.rpartition("/")[2])
        if takes > left or not sittings:
            sittings.append([])
            left = SITTING
        sittings[-1].append(page)
        left -= takes
    return sittings
