"""Who looks at whom, as lines between two rows of words: the thicker a line, the larger its weight.

    arcs(source, written, weights, key="looks", label="...", lit=2)

Pointing at a word, or reaching it with the keys, leaves its lines alone and tells their weights.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.components.charts.marks import PALETTE
from pages.components.modules import component

__all__ = ["arcs"]

DIGITS = 4
_mount = component("attention_arcs", "arcs/arcs.js", css="arcs/arcs.css")


def arcs(above: Sequence[str], below: Sequence[str], weights: np.ndarray, *, key: str, label: str, tone: int = 1,
         lit: int | None = None) -> None:
    """Words ``below``, each looking at the words ``above`` with a row of ``weights`` (below, above), from 0 to 1.

    ``lit``: a word below whose lines stand out until the reader points at another. ``tone``: a colour of the palette.
    """
    _mount(key=key, data={
        "above": list(above), "below": list(below), "weights": np.round(weights, DIGITS).tolist(), "label": label,
        "lit": lit, "ink": f"light-dark({PALETTE['light'][tone]}, {PALETTE['dark'][tone]})"})
