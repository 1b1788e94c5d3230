"""Fill in a hidden character: who sees both sides beside who sees one."""

from __future__ import annotations

import streamlit as st

from core.data import quatrain
from core.experiments import verse
from core.measures import cloze as measures
from pages.components import charts, lesson, model_choice
from pages.components.address import in_link
from pages.components.bar.navigation import lead_on
from pages.components.cache import shared
from pages.components.text import words
from pages.sequences.language_models import PAGE
from pages.sequences.language_models.poem_reading import Written, cloze_model

SIDES = ("two_sides", "one_side")


@lesson.panel
def cloze(now: Written) -> None:
    """A real poem, or the one above; hide a character and ask both models."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "hidden_character"):
        which = lesson.one_of(st, w["whose"], ("real", "written"), w, "poem_", "cloze poem", default="real")
        tokens = tuple(now.poet.read(w["real_poem"])) if which == "real" else now.tokens
        places = [i for i, token in enumerate(tokens) if token not in (quatrain.COMMA, quatrain.STOP)]
        at = in_link(st.pills, "cloze-hidden")(w["hide"], places, default=places[-1], required=True,
                                               key=f"cloze {''.join(tokens)}", format_func=lambda i: tokens[i])
        shown = "".join(quatrain.HIDDEN if i == at else token for i, token in enumerate(tokens))
        st.markdown(f"#### {shown}")
        filled = _filled(now.poet.name, tokens, at)
        labels = {name: w[f"asked_{name}"] for name in SIDES}
        for column, name in zip(st.columns(2, gap="large"), SIDES):
            with column:
                st.markdown(f"**{labels[name]}**")
                charts.bars({word: p for word, p, _ in filled[name]}, w["chance_of"],
                            tones=[1 if right else 0 for _, _, right in filled[name]], domain=(0, 1))
        st.caption(w["lit_is_right"])
        _compare_sizes()
        st.button(w["walk_cloze"], key="cloze walk", icon=":material/directions_walk:", on_click=lead_on,
                  args=("walkthrough", cloze_model().name, shown))


@shared
def _filled(model: str, tokens: tuple[str, ...], at: int) -> dict[str, list]:
    return verse.filled(cloze_model(), model_choice.loaded(model), tokens, at)


def _compare_sizes() -> None:
    w, measured = words(PAGE), verse.measured(cloze_model())
    figures = {f"{name}_{size[-1]}": one[name]["right"] for size, one in measured.items() for name in SIDES}
    if lesson.predict(PAGE, "hidden_character", SIDES, truth=_better, share=100 * measures.HIDDEN,
                      hidden=sum(one["hidden"] for one in measured.values()), **figures):
        names = [w[size] for size in measured]
        charts.pairs(names, {w[f"asked_{name}"]: [one[name]["right"] / 100 for one in measured.values()]
                             for name in SIDES}, w["right_share_1"], tones=(1, 0))


def _better(right) -> str:
    ahead = [right[f"two_sides_{size}"] > right[f"one_side_{size}"] for size in "57"]
    return "two_sides" if all(ahead) else "one_side"
