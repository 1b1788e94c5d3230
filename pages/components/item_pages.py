"""Which page treats an erratum of the notes, or a numbered equation of N0: pages as in ``app.py``, CHAPTER/PAGE.

Several pages may show the same; here stands the one that links lead to. What is not listed no page treats yet.
"""

from __future__ import annotations

from collections.abc import Mapping


def _by_item(pages: Mapping[str, tuple]) -> dict:
    return {item: page for page, items in pages.items() for item in items}


ERRATA = _by_item({
    "transformer/layers": ("R01", "R02", "R28", "R49", "R51", "R73", "R74"),
    "transformer/attention": ("R03", "R05", "R22", "R26", "R48", "R50", "R60", "R76", "R89"),
    "transformer/heads": ("R04", "R06", "R23", "R24", "R29", "R42", "R52", "R77", "R93", "R94"),
    "transformer/decoder": ("R07", "R08", "R09", "R10", "R11", "R19", "R20", "R27", "R44", "R55"),
    "transformer/training": ("R12",),
    "transformer/output": ("R13", "R14", "R15", "R16", "R30", "R43", "R57"),
    "transformer/positions": ("R17", "R18", "R45", "R46", "R47", "R64", "R78", "R79", "R97", "R98"),
    "transformer/generation": ("R31", "R32", "R54"),
    "transformer/dictionary": ("R53",),
    "transformer/similarity": ("R86", "R87", "R88", "R90", "R109", "R112"),
    "sequences/families": ("R84", "R104", "R111"),
    "sequences/tokens": ("R85", "R99", "R107", "R108", "R110"),
    "vision/mae": ("R66", "R68", "R69", "R72", "R75"),
    "vision/vit": ("R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41", "R65", "R67", "R70"),
    "vision/detr": ("R80", "R81", "R82", "R83"),
    "transformer/symmetry": ("R21", "R91", "R92", "R95", "R96"),
    "sequences/recurrent": ("R100", "R101", "R102"),
    "sequences/language_models": ("R105", "R106"),
    "sequences/lstm": ("R62", "R63", "R103"),
    "sequences/alignment": ("R61", "R71"),
})
"""Erratum -> page."""

EQUATIONS = _by_item({
    "transformer/positions": (1, 2, 3),
    "transformer/attention": (4, 5),
    "transformer/heads": (6, 7, 8, 9),
    "transformer/layers": (10, 11, 12, 13, 14, 15, 16, 17, 18),
    "transformer/decoder": (19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35),
    "transformer/output": (36, 37, 38, 39),
    "transformer/generation": (40,),
    "vision/vit": (41, 42, 43, 44, 45, 46),
})
"""Number of N0 -> page."""
