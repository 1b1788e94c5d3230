"""The picture under study, where the model is given one, and others to pick. A text in the link stands for each."""

from __future__ import annotations

import base64
import io
from contextlib import suppress
from typing import TYPE_CHECKING

import streamlit as st
from PIL import Image

from core.files import UnusableError
from pages.components import model_choice, readable_text
from pages.components.bar.examples import IDEAS
from pages.components.bar.folded import choosing
from pages.components.cache import shared
from pages.components.text import words

if TYPE_CHECKING:
    import numpy as np

SIDE = 96
"""Pixels of the longer side of a small picture, at least."""


def picture() -> None:
    """The picture that the model is given, as high as the bar allows; none of a damaged model: ``reply`` tells that."""
    with st.container(key="seen", width="content"), suppress(UnusableError):
        st.markdown(f"![{words('app')['picture']}]({small(model_choice.name(), readable_text.text())})")


def examples() -> None:
    """The model's examples, each a button with its picture."""
    model, use = model_choice.name(), choosing(readable_text.put_text, closes=IDEAS)
    with st.container(horizontal=True, key="pictures", gap="xsmall"):
        for number, example in enumerate(model_choice.SENTENCES[model], 1):
            st.button(f"![{words('app')['picture_n'].format(n=number)}]({small(model, example)})",
                      key=f"picture {number}", on_click=use, args=(example,))


@shared
def small(model: str, given: str) -> str:
    """What a model is given as a small picture, in the letters of a data address."""
    return address(model_choice.loaded(model).picture(given))


def address(image: np.ndarray) -> str:
    """A picture (H, W, C) from 0 to 1 as a PNG with sharp pixels; of one channel 1 is ink, on paper."""
    from pages.components.pixels import paper  # which loads numpy: the first page needs neither

    drawn, file = Image.fromarray((paper(image).clip(0, 1) * 255).round().astype("uint8")), io.BytesIO()
    times = max(1, SIDE // max(drawn.size))
    drawn.resize((times * drawn.width, times * drawn.height), Image.Resampling.NEAREST).save(file, "PNG")
    return "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
