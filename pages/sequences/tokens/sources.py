"""What the page's tokens are made of: the reader's text, picture and sound, and their run."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st
from torch import Tensor

from core.data import sounds
from core.experiments import tokens as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.address import in_link
from pages.components.cache import shared
from pages.components.text import words
from pages.sequences.tokens import PAGE

SCALE, GAP = 9, 7  # of the enlarged picture: pixels per pixel, and between two patches


def choose() -> None:
    """Which text, picture and sound; all exhibits below follow."""
    w, columns = words(PAGE), st.columns(3, gap="large")
    in_link(columns[0].text_input)(w["text"], w["text_start"], max_chars=60, key="tokens text", help=w["text_help"])
    for column, name, options in zip(columns[1:], ("picture", "sound"), (list(computed.PICTURES), sounds.KINDS)):
        lesson.one_of(column, w[name], options, w, "option_", f"tokens {name}", default=options[0])


def text() -> list[str]:
    """The characters of the text; those of the first text where there are none."""
    w = words(PAGE)
    return computed.pieces(st.session_state.get("tokens text") or "") or computed.pieces(w["text_start"])


def scene() -> str:
    return st.session_state.get("tokens picture") or next(iter(computed.PICTURES))


def sound() -> str:
    return st.session_state.get("tokens sound") or sounds.KINDS[0]


_run = shared(computed.tokenised)


def run() -> Trace:
    """The three rows of tokens."""
    return _run(tuple(text()), scene(), sound())


def tokens(modality: str) -> Tensor:
    """The tokens of one modality. (n, d)."""
    return run()[computed.TOKENS[modality]].value


def names(modality: str) -> list[str]:
    """What its tokens are called along a picture's edge."""
    w = words(PAGE)
    labels = text() if modality == "text" else range(1, len(tokens(modality)) + 1)
    return [str(label) if modality == "text" else w[f"{modality}_n"].format(n=label) for label in labels]


def cut(image: Tensor, side: int, lit: Sequence | np.ndarray | None = None, gap: int = GAP) -> np.ndarray:
    """A picture (H, W, 3), cut into squares that stand a little apart; what is not ``lit`` fades. (h, w, 4), bytes."""
    pixels = (255 * image.numpy()).round().astype(np.uint8)
    strength = np.full(pixels.shape[:2], 255, np.uint8) if lit is None else np.where(lit, 255, 50).astype(np.uint8)
    whole = np.concatenate((pixels, strength[..., None]), -1).repeat(SCALE, 0).repeat(SCALE, 1)
    step = side * SCALE
    for axis in (0, 1):
        cuts = [k for k in range(step, whole.shape[axis], step) for _ in range(gap)]
        whole = np.insert(whole, cuts, 0, axis)
    return whole


@shared
def scene_patches(name: str) -> np.ndarray:
    """A scene cut into its patches, as bytes."""
    return cut(computed.picture(name), computed.PATCH)
