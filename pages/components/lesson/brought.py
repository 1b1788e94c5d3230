"""The model that others trained and that the operator brought; what stands here where none was."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from core import catalog
from core.experiments import stored_runs
from core.families import pixels
from pages.components import session
from pages.components.numbers import plain
from pages.components.text import words
from pages.components.text_files import escaped


def language_model() -> str:
    """The name of the first brought model that continues a text; "" where there is none."""
    return next((name for name in session.MODELS if catalog.abilities(name).tokenizer == "bytes"), "")


def kept_run(name: str) -> None:
    """Whose numbers a page shows, and how they are made anew."""
    w, run = words("lesson"), stored_runs.read(name)
    st.caption(w["kept_run"].format(model=run["model"], command=stored_runs.command(name)))


def origin(name: str) -> None:
    """Of a model that was brought: its source, licence, hash and date; how it is given the pixels of a picture.

    Of a folder on the server the name alone is told.
    """
    if not catalog.abilities(name).brought:
        return
    w, about = words("lesson"), catalog.about(name)
    hashes = ", ".join(f"{escaped(file)} {digest[:12]}" for file, digest in about.get("sha256", {}).items())
    source = about["source"] if "://" in about["source"] or "PyPI" in about["source"] else Path(about["source"]).name
    sentences = [w["origin"].format(source=escaped(source), licence=escaped(about["licence"] or w["no_licence"]),
                                    date=about["date"], hashes=hashes)]
    if pixels.is_pictured(about["configuration"]):
        scaled = pixels.pixels(about["configuration"], about["preprocessor"])
        mean, deviation = (", ".join(plain(one, 3) for one in row) for row in (scaled.mean, scaled.deviation))
        sentences.append(w["pixels_assumed" if scaled.assumed else "pixels_told"].format(
            mean=mean, deviation=deviation))
    st.caption(" ".join(sentences))


def bring(model: str = "smollm2") -> None:
    """That the reader's own text needs a model which is not here, and the command that brings it."""
    st.caption(words("lesson")["nobody_brought"].format(command=f"python -m core.bring {model}"))
