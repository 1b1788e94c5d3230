"""What is hidden and what is painted in its place. N2-32."""

from __future__ import annotations

import numpy as np
import streamlit as st

from core.equations import reconstruction as equations
from core.steps import Trace
from pages.components import lesson, model_choice, readable_text
from pages.components.bar.picture import small
from pages.components.numbers import Numeral
from pages.components.pixels import Panel, paper, pixels
from pages.components.text import words
from pages.vision.mae import PAGE

PERCENT, SEEDS = (0, 25, 50, 75, 81, 87, 94), 1000
HIDDEN = np.array((0.62, 0.66, 0.72), np.float32)
SHOWN = 10


def reconstruction(trace: Trace) -> None:
    """The picture, what the encoder is given of it, and the answer; ratio and mask stand in the link."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-32"):
        _controls(w)
        error = float(trace["hidden_loss"].value)
        hidden, shape = trace["masking.hidden"].value.numpy(), trace["picture"].value.shape[:2]
        picture = paper(trace["picture"].value.numpy())
        pixels([Panel(w["original"], picture),
                Panel(w["given"], masked(picture, hidden), note=w["visible"].format(
                    seen=int((~hidden).sum()), all=len(hidden))),
                Panel(w["answer"], paper(trace["unpatched"].value.numpy()), note=w["error"].format(
                    error=Numeral(error)) if hidden.any() else ""),
                Panel(w["errors"], masked(picture, ~hidden), fog=_errors(trace, shape), note=w["thin_fog"])],
               key="painted", label=w["pictures"], size=410)
        errors = trace["patch_errors"].value
        lesson.predict(PAGE, "N2-32", ("hidden_only", "all_patches"), lambda: {
            "hidden": float(errors[trace["masking.hidden"].value].mean()),
            "every": float(errors.mean()), "loss": error}, "hidden_only", bool(hidden.any()))
        lesson.stands(equations.hidden_loss.equation, equations.pasted.equation)


def _controls(w: dict[str, str]) -> None:
    """Which digit, how much is hidden, and which mask: all three are the text in the link."""
    subject = model_choice.subject()
    read = subject.read(readable_text.text())

    def put(**changes) -> None:
        st.session_state["text"] = subject.written(read._replace(**changes))

    with st.container(horizontal=True, gap="xsmall", key="pictures-mae"):
        for number, text in enumerate(model_choice.SENTENCES[model_choice.name()][:SHOWN], 1):
            st.button(f"![{words('app')['picture_n'].format(n=number)}]({small(model_choice.name(), text)})",
                      key=f"digit {number}", on_click=lambda text=text: put(picture=subject.read(text).picture))
    row = lesson.controls()
    at = min(PERCENT, key=lambda p: abs(p - 100 * read.ratio))
    st.session_state["mae percent"] = at
    row.select_slider(w["ratio"], PERCENT, key="mae percent", width=420, format_func=lambda p: f"{p}%",
                      on_change=lambda: put(ratio=st.session_state["mae percent"] / 100))
    row.button(w["another_mask"], icon=":material/casino:", key="mask again",
               on_click=lambda: put(seed=(read.seed + 1) % SEEDS))


def masked(picture: np.ndarray, hidden: np.ndarray) -> np.ndarray:
    """The picture (H, W, 3) with its hidden patches grey."""
    across = round(len(hidden) ** 0.5)
    side = len(picture) // across
    where = np.kron(hidden.reshape(across, across), np.ones((side, side))).astype(bool)
    return np.where(where[..., None], HIDDEN, picture)


def _errors(trace: Trace, shape: tuple[int, int]) -> np.ndarray:
    """The error of each hidden patch, at its place; 0 where the picture was seen."""
    errors = trace["patch_errors"].value.where(trace["masking.hidden"].value, 0.0).numpy()
    return errors.reshape(round(len(errors) ** 0.5), -1)
