"""The patches of a picture as thumbnails, where they are the labels of rows and columns."""

from __future__ import annotations

import numpy as np

from core.steps import Trace
from core.subjects.picture import patches
from pages.components.pixels import paper

MOST = 8
"""Pixels along a side of a thumbnail; a larger patch is averaged."""


def thumbnails(trace: Trace) -> dict[str, list]:
    """Label -> [pixels a row, colours row by row in six hexadecimal digits each], for a board, a machine or a cell; {}
    for a run of no picture."""
    return trace.derived("thumbnails", lambda: _thumbnails(trace))


def _thumbnails(trace: Trace) -> dict[str, list]:
    return {label: [pixels.shape[1], (paper(pixels).clip(0, 1) * 255).round().astype(np.uint8).tobytes().hex()]
            for label, patch in patches(trace).items() for pixels in [smaller(patch)]}


def smaller(patch: np.ndarray) -> np.ndarray:
    """(h, w, C) -> at most (MOST, MOST, C), each pixel the mean of those it stands for."""
    for axis in (0, 1):
        edges = np.linspace(0, patch.shape[axis], min(MOST, patch.shape[axis]) + 1).astype(int)
        counts = np.diff(edges).reshape(-1, *[1] * (patch.ndim - 1 - axis))
        patch = np.add.reduceat(patch, edges[:-1], axis) / counts
    return patch
