"""What would give an answer away stays covered until the reader has guessed.

    drawn = cover(picture, hidden) if not lesson.guessed(PAGE, "N1-07") else picture
    show([drawn], "scores", words=covers())
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from pages.components.board import Picture
from pages.components.text import board_words, words


def cover(picture: Picture, hidden: np.ndarray | None = None) -> Picture:
    """The picture with some cells covered, or all: hatched, without numbers. ``hidden``: (rows, columns)."""
    hidden = np.ones(picture.values.shape[-2:], dtype=bool) if hidden is None else np.asarray(hidden, dtype=bool)
    masked = hidden if picture.masked is None else picture.masked | hidden
    return replace(picture, values=np.where(hidden, 0.0, picture.values), masked=masked)


def covers() -> dict[str, str]:
    """The words of a board on which a hatched cell is one that is covered until the guess."""
    return board_words(words("lesson")["covered"])
