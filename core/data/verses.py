"""The second lines that the couplets were trained on, so that one which comes back whole can be told."""

import functools
import lzma
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from core import files

FILE = files.ASSETS / "poems" / "second_lines.xz"
"""Sorted lines, one after the other with a line end between, in UTF-16 (little-endian), compressed by LZMA."""


class Nearest(NamedTuple):
    """A verse, and how many of its characters stand in the same place as in the line that was asked about."""

    verse: str
    shared: int

    @property
    def whole(self) -> bool:
        """The line is the verse."""
        return self.shared == len(self.verse)


def store(lines: Iterable[str]) -> None:
    """Write the index; each line once."""
    text = "\n".join(sorted({line for line in lines if max(line) <= "\uffff"}))
    with files.replaced(FILE) as begun:
        begun.write_bytes(lzma.compress(text.encode("utf-16-le"), preset=9 | lzma.PRESET_EXTREME))


@functools.cache
def _lines() -> dict[int, np.ndarray]:
    """Length -> (lines, length) codes of characters."""
    grouped: dict[int, list[str]] = {}
    for line in stored():
        grouped.setdefault(len(line), []).append(line)
    return {n: np.frombuffer("".join(lines).encode("utf-16-le"), "<u2").reshape(-1, n) for n, lines in grouped.items()}


def stored() -> list[str]:
    """All lines, as the file now is. Raises UnusableError."""
    with files.stored(FILE):
        return lzma.decompress(FILE.read_bytes()).decode("utf-16-le").split("\n")


def nearest(line: str) -> Nearest:
    """The verse of the same length with the most characters in the same places; the first of several. ValueError for a
    line of a length that no verse has."""
    if len(line) not in _lines():
        raise ValueError(f"No verse has {len(line)} characters; there are: {', '.join(map(str, sorted(_lines())))}.")
    shared = (_lines()[len(line)] == np.array([ord(character) for character in line])).sum(1)
    best = int(shared.argmax())
    return Nearest("".join(map(chr, _lines()[len(line)][best])), int(shared[best]))


def lengths() -> tuple[int, ...]:
    """How many characters a verse of the index may have."""
    return tuple(sorted(_lines()))
