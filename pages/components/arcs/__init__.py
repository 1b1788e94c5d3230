"""Who looks at whom, as lines between two rows of words: the thicker a line, the larger its weight.

    arcs(source, written, weights, key="looks", label="...")

Pointing at a word, or reaching it with the keys, leaves its lines alone and tells their weights.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pages.components.charts.marks import PALETTE
from pages.components.modules import component

__all__ = ["arcs"]

DIGITS, TONE = 4, 1
_mount = component("attention_arcs", "arcs/arcs.js", css="arcs/arcs.css")


def arcs(above: Sequence[str], below: Sequence[str], weights: np.ndarray, *, key: str, label: str) -> None:
    """Words ``below``, each looking at the words ``above`` with a row of ``weights`` (below, above), from 0 to 1."""
    _mount(key=key, data={
        "above": list(above), "below": list(below), "weights": np.round(weights, DIGITS).tolist(), "label": label,
        "ink": f"light-dark({PALETTE['light'][TONE]}, {PALETTE['dark'][TONE]})"})
