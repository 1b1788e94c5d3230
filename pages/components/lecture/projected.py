"""A lesson as a projector shows it: one exhibit and nothing around it; its guess is asked by the projector's page.

In the address: ``projector=EXHIBIT``; where the exhibit's guess is asked, ``ask=KEY``; where elements of it are shown
alone, ``shows=KEY,KEY``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from zlib import crc32

import streamlit as st

from pages.components.lecture.exhibits import exhibits
from pages.components.lecture.scenes import is_element
from pages.components.modules import component
from pages.components.text import language

_STYLE = (Path(__file__).parent / "projected.css").read_text("utf-8")
PICTURE = (":is([data-testid=stVegaLiteChart], table, "
           "[data-testid=stElementContainer]:not([class*=st-key-offer]) [data-testid*=stBidiComponent])")
_mount = component("attention_guess", "lecture/guess.js")


def shown() -> str:
    """The exhibit that a projector shows; "" for a reader."""
    return str(st.query_params.get("projector") or "")


def style(page: str) -> None:
    """For a projector, leave nothing on the page but the exhibit."""
    if not shown():
        return
    identity = next((key for key in exhibits(page).values() if key.lower() == shown().lower()), "")
    whole, alone, elements = _STYLE.split("/* -- */")
    shows = _selector(str(st.query_params.get("shows") or "").split(","))
    css = whole + (alone if identity else "") + (elements if identity and shows else "")
    for name, what in (("EXHIBIT", identity), ("SHOWN", f":is({shows})"), ("PICTURE", PICTURE)):
        css = css.replace(name, what)
    st.html(f"<style>{css}</style>")


def _selector(names: Sequence[str]) -> str:
    """Of the elements of an exhibit that have these keys, or keys that begin so."""
    return ", ".join(f'[class*="st-key-{name[:-1]}"]' if name.endswith("*") else f".st-key-{name}"
                     for name in names if is_element(name))


def asks(key: str) -> bool:
    """Whether the projector asks this guess."""
    return st.query_params.get("ask") == key


def offer(page: str, key: str, asked: str, options: Sequence[str], labels: Mapping[str, str], right: str,
          explanation: str) -> bool:
    """Hand the guess to the projector's page, which asks it; whether it has been revealed there."""
    from pages.components.sheet.markup import markup

    held = f"revealed {page} {key}"

    def revealed() -> None:
        st.session_state[held] = True

    data = {"id": f"{crc32(repr((page, key, explanation)).encode()):08x}@{page}@{key}", "kind": "choice",
            "asked": asked, "said": explanation,
            "asked_html": markup(language(), asked), "said_html": markup(language(), explanation),
            "choices": [labels[option] for option in options], "truth": options.index(right) if right else None}
    _mount(key=f"offer {page} {key}", data=data, on_reveal_change=revealed)
    return bool(st.session_state.get(held))
