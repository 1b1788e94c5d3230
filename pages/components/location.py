"""Where a reader is: all that a link holds, as a value.

Pure: the address itself is written by ``address.py`` in Python, by ``history.js`` in the browser.

    here = Location.parse(st.query_params)      # whatever stands there; what makes no sense is left out
    here.format()                               # {"lang": "en", "step": "decoder.0...", "cell": "NAME@1.2.3", ...}

The parameters: ``ENTRIES``, which the bar binds to its widgets; ``PLACE``, where the walkthrough's board is; and all
others, each an exhibit's own choice under a name that ``parameter`` makes of its key.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

__all__ = ["ENTRIES", "PLACE", "Cell", "Follow", "Location", "Place", "cell_from_text", "cell_to_text",
           "follow_from_text", "follow_to_text", "number", "parameter", "value_to_text"]

ENTRIES = ("model", "text", "lang", "depth", "edits")
"""Bound widgets; a change of one of them is an entry of the browser's history, any other change is none."""
PLACE = ("step", "head", "cell", "follow")
_CELL = re.compile(r"(?P<picture>.+)@(?:(?P<panel>\d{1,5})\.)?(?P<row>\d{1,5})\.(?P<column>\d{1,5})", re.ASCII)


class Cell(NamedTuple):
    """One cell of one picture; `panel` is None where the picture has no panels."""

    picture: str
    panel: int | None
    row: int
    column: int


class Follow(NamedTuple):
    """An entry (a word, a patch) of a stream that is followed through all pictures."""

    stream: str
    index: int


class Place(NamedTuple):
    """Where a board is: the key of its frame, the enlarged head, the chosen cell, the followed word."""

    step: str = ""
    head: int | None = None
    cell: Cell | None = None
    follow: Follow | None = None

    def parameters(self) -> dict[str, str]:
        """A parameter for each, as the walkthrough has them; "" for one that is not in the address."""
        return {"step": self.step, "head": "" if self.head is None else str(self.head),
                "cell": cell_to_text(self.cell), "follow": follow_to_text(self.follow)}

    def text(self, usual: Place) -> str:
        """Cell, step and head in one parameter, each where it is not as usual: ``A@0.1~step.weights~head.2``."""
        parts = [cell_to_text(self.cell) if self.cell != usual.cell else "",
                 f"step.{self.step}" if self.step != usual.step else "",
                 f"head.{self.head}" if self.head is not None and self.head != usual.head else ""]
        return "~".join(filter(None, parts))

    @classmethod
    def from_text(cls, text: str) -> Place:
        """What ``text`` wrote; "" and None for what it left out, or what makes no sense."""
        pieces = text.split("~")
        step, head = (next((piece[len(start):] for piece in pieces if piece.startswith(start) and "@" not in piece), "")
                      for start in ("step.", "head."))
        return cls(step, _head(head), cell_from_text(next((piece for piece in pieces if "@" in piece), "")))


NOWHERE = Place()


@dataclass(frozen=True)
class Location:
    """A link's content. ``tour``: "1" for its scenes alone. ``choices``: of exhibits, by parameter."""

    lang: str = ""
    model: str = ""
    text: str = ""
    depth: str = ""
    edits: str = ""
    tour: str = ""
    place: Place = NOWHERE
    choices: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def parse(cls, link: Mapping[str, str]) -> Location:
        """What the parameters of an address say."""
        place = Place(link.get("step", ""), _head(link.get("head", "")), cell_from_text(link.get("cell", "")),
                      follow_from_text(link.get("follow", "")))
        others = {name: link[name] for name in link if link[name] and name not in (*ENTRIES, *PLACE, "tour")}
        return cls(**{name: link.get(name, "") for name in ENTRIES}, tour="1" if link.get("tour") == "1" else "",
                   place=place, choices=others)

    def format(self) -> dict[str, str]:
        """The parameters of the address; what is as at first is none of them."""
        entries = {name: getattr(self, name) for name in ENTRIES}
        parameters = entries | self.place.parameters() | {"tour": self.tour} | dict(self.choices)
        return {name: text for name, text in parameters.items() if text}


def cell_to_text(cell: Cell | None) -> str:
    """`picture@panel.row.column`, or `picture@row.column`; nothing for no cell."""
    if cell is None:
        return ""
    panel = "" if cell.panel is None else f"{cell.panel}."
    return f"{cell.picture}@{panel}{cell.row}.{cell.column}"


def cell_from_text(text: Any) -> Cell | None:
    """The cell that `cell_to_text` wrote; None for anything else."""
    match = _CELL.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    panel = match["panel"]
    return Cell(match["picture"], None if panel is None else int(panel), int(match["row"]), int(match["column"]))


def follow_to_text(follow: Follow | None) -> str:
    return "" if follow is None else f"{follow.stream}.{follow.index}"


def follow_from_text(text: str) -> Follow | None:
    """The followed word that ``follow_to_text`` wrote (``source.6``); None for anything else."""
    stream, _, index = text[:80].rpartition(".")
    return Follow(stream, number(index)) if stream and number(index) is not None else None


def number(text: str) -> int | None:
    """A whole number of at most nine digits in a link."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def _head(text: str) -> int | None:
    return number(text) if len(text) < 4 else None


@functools.lru_cache(maxsize=1024)
def parameter(name: str) -> str:
    """A name as the address has it: ``recurrent-weight``."""
    return re.sub(r"\W+", "-", name).strip("-")


def value_to_text(value: Any) -> str:
    """A widget's value as the address holds it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, list):
        return ",".join(map(value_to_text, value))
    return str(value)
