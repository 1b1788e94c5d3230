"""The sections of the five notes in their order, and the exhibits that show them.

A section: its number in the note, where it has one (a note of slides has none: then its place here), and its exhibits.
Titles are words of the page: ``N0_3_1``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def _of(note: str, *sections: tuple[str, tuple[int, ...]]) -> dict[str, tuple[str, ...]]:
    return {number: tuple(f"{note}-{one:02}" for one in exhibits) for number, exhibits in sections}


def _span(first: int, last: int) -> tuple[int, ...]:
    return tuple(range(first, last + 1))


SECTIONS: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "N0": _of("N0", ("1.1", (1,)), ("1.2", (2,)), ("1.3", (3,)), ("2.1", (4,)), ("2.2", (5, 6)), ("2.3", (7,)),
              ("3.1", _span(8, 11)), ("3.2", (12,)), ("4.1", (13,)), ("4.2", (14, 15)), ("4.3", (16,)), ("5.1", (17,)),
              ("5.2", (18,)), ("5.3", (19,)), ("5.4", (20,)), ("5.6", (21,)), ("6", (22,)), ("7", (23,)),
              ("8", (24, 25)), ("9.1", _span(26, 29)), ("9.2", (30, 31)), ("10.1", (32,))),
    "N1": _of("N1", ("0", (1,)), ("1", (2,)), ("2", (3,)), ("3", (4,)), ("3.1", (5,)), ("3.1.1", (6,)), ("3.1.2", (7,)),
              ("3.1.3", (8,)), ("3.1.4", (9,)), ("3.1.5", (10,)), ("3.1.6", (11,)), ("3.2", (12, 13, 14)),
              ("4", (15, 16)), ("4.1", (17,)), ("4.2", _span(18, 21)), ("4.3", (22,)), ("4.4", (23, 24))),
    "N2": _of("N2", ("1", (1, 2, 3)), ("2", (4, 5)), ("3", _span(6, 9)), ("4", (10, 11, 12)), ("5", (13, 14, 15)),
              ("6", (16, 25)), ("7", (17, 18)), ("8", (19, 20)), ("9", (21, 22, 23)), ("10", (24,)), ("11", (26, 27)),
              ("12", (28,)), ("13", (29, 30, 31)), ("14", _span(32, 37))),
    "N3": _of("N3", ("1", (1,)), ("2", (2, 3)), ("3", _span(4, 9)), ("4", (10,)), ("5", (11, 12)), ("6", (13,)),
              ("7", _span(14, 18))),
    "N4": _of("N4", ("1", (1, 2, 3)), ("2", (4, 5, 6)), ("3", (7, 8, 9)), ("4", _span(10, 15)), ("5", (16, 17)),
              ("6", (18, 19, 20)), ("7", (21, 22)), ("8", _span(23, 28)), ("9", _span(29, 33)), ("10", (34, 35, 36)),
              ("11", (37, 38))),
}
NUMBERED = ("N0", "N1")
"""Notes whose sections have numbers of their own."""

WITH = {"N1-02": "N0-04", "N1-03": "N0-05", "N1-04": "N0-13", "N1-12": "N0-15", "N1-14": "N1-13", "N1-20": "N1-19",
        "N1-21": "N0-18", "N2-02": "N4-24", "N2-03": "N4-27", "N2-06": "N2-07", "N2-14": "N2-13", "N2-16": "N0-04",
        "N2-19": "N1-11", "N2-23": "N0-16", "N2-24": "N1-15", "N3-02": "N4-25", "N3-10": "N1-11", "N3-12": "N2-25",
        "N3-13": "N0-32", "N4-29": "N4-32", "N4-31": "N4-30", "N4-33": "N4-30"}
"""Exhibits that are one with another, under whose heading they stand."""


def headings(exhibits: tuple[str, ...]) -> Iterator[str]:
    """The exhibits under whose headings these stand, each once."""
    yield from dict.fromkeys(WITH.get(one, one) for one in exhibits)
