"""The poet: it goes on from a beginning; each character shows what one of its heads looked at."""

from __future__ import annotations

import streamlit as st

from core.experiments import verse
from pages.components import charts, lesson
from pages.components.address import in_link, remembered
from pages.components.bar.navigation import lead_on
from pages.components.location import number
from pages.components.modules import component
from pages.components.numbers import fixed
from pages.components.text import words
from pages.sequences.language_models import PAGE
from pages.sequences.language_models.poem_reading import Written, written

_mount = component("attention_poem", "word_by_word/poem.js", css="word_by_word/poem.css")


def poem() -> Written:
    """Length, first characters, temperature, another draw; then the poem, large."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "poet"):
        row = lesson.controls()
        sizes = {"as_begun": None, "five": 5, "seven": 7}
        size = sizes[lesson.one_of(row, w["size"], sizes, w, "size_", "poem size", default="as_begun")]
        acrostic = in_link(row.text_input)(w["acrostic"], key="poem acrostic", max_chars=4, width=180,
                                           placeholder=w["acrostic_example"])
        temperature = in_link(row.slider)(w["temperature"], 0.0, 1.5, 0.7, 0.1, key="poem temperature", width=220)
        row.button(w["again"], on_click=_again, icon=":material/casino:")
        seed = remembered("poem-seed", 1, number)
        try:
            poem_written = written(size, acrostic.strip(), temperature, seed)
        except ValueError:
            st.warning(w["no_acrostic"], icon=":material/edit:")
            poem_written = written(size, "", temperature, seed)
        _drawn(poem_written)
        _rhyme(poem_written)
    return poem_written


def _again() -> None:
    st.session_state["poem-seed"] += 1


def _drawn(poem: Written) -> None:
    w, heads = words(PAGE), verse.named_heads(poem.poet)
    chosen = in_link(st.pills)(w["heads"], range(len(heads)), default=0, required=True, key="poem head",
                               format_func=lambda i: w[f"looks_{heads[i][0]}"].format(
                                   share=f"{fixed(100 * heads[i][3], 1)}%"))
    _, step, head, _ = heads[chosen]
    _mount(key="poem drawn", data={
        "tokens": list(poem.tokens), "given": list(poem.given),
        "weights": verse.looked(poem.trace, step, head, len(poem.tokens)),
        "chances": verse.factors(poem.trace, len(poem.tokens)),
        "words": {name: w[name] for name in ("told", "told_size", "chance", "hint", "wrote")}})
    st.button(w["walk"], key="poem walk", icon=":material/directions_walk:", on_click=lead_on,
              args=("walkthrough", poem.poet.name, "".join(poem.tokens)))


def _rhyme(poem: Written) -> None:
    w, results = words(PAGE), verse.stored()
    share = next((share for what, _, _, share in verse.named_heads(poem.poet) if what == "rhyme"), 0.0)
    rhyme = {name: round(100 * value, 1) for name, value in results["rhyme"].items()}
    if lesson.predict(PAGE, "poet", ("gone", "half", "stays"), truth=_lost, poems=results["poems"], looks=100 * share,
                      heads=len(verse.rhyme_heads(poem.poet)), **rhyme):
        charts.bars({w[f"rhyme_{name}"]: value / 100 for name, value in rhyme.items()}, w["rhyme_share"],
                    tones=(-1, 0, 0, 2))


def _lost(shares) -> str:
    remaining = shares["without_all"] / shares["whole"]
    return "gone" if remaining < 0.25 else "half" if remaining < 0.75 else "stays"
