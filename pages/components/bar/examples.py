"""Sentences to pick: the model's examples, a surprise, and a builder whose sentences are always valid.

The grammar is imported when it is asked: it takes 0.1 s, and the first page does without.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core import catalog
from core.data.vocabulary import Vocabulary
from pages.components import model_choice
from pages.components.bar.folded import choosing
from pages.components.text import words

MOST = 10
IDEAS = "ideas"
"""The key of the menu."""


def examples() -> None:
    """What the menu of examples holds."""
    w = words("app")
    use = choosing(_use, closes=IDEAS)
    with st.container(gap="xxsmall"):
        for example in model_choice.SENTENCES[model_choice.name()][:MOST]:
            st.button(example, key=f"example {example}", on_click=use, args=(example,), width="stretch")
        st.button(w["surprise"], icon=":material/casino:", on_click=choosing(_surprise, closes=IDEAS), width="stretch")
        if _built():
            st.button(w["build"], icon=":material/construction:", on_click=choosing(_toggle_builder, closes=IDEAS),
                      width="stretch")
        st.caption(w["text_limit"].format(limit=_limit(w)))


def builder() -> None:
    """A sentence from parts; what does not go together is not offered, so the result is always valid."""
    if not (st.session_state.get("building") and _built()):
        return
    from core.data import grammar, grammar_builder

    w = words("state")
    language = _language()
    side = ("zh", "en").index(language)
    with st.container(border=True):
        st.caption(w["builder"])
        choices: dict[str, int] = {}
        columns = st.columns(len(grammar_builder.BUILDER_SLOTS))
        for column, (slot, options) in zip(columns, grammar_builder.BUILDER_SLOTS.items()):
            allowed = grammar_builder.slot_choices(choices)[slot]
            key = f"slot {slot}"
            if st.session_state.get(key) not in allowed:
                st.session_state[key] = allowed[0]
            choices[slot] = column.selectbox(w[f"slot_{slot}"], allowed, key=key,
                                             format_func=_labels(options, side).get)
        text = Vocabulary((), language).join(getattr(grammar.build(choices), language))
        row = st.container(horizontal=True, vertical_alignment="center")
        row.markdown(f"**{text}**")
        row.button(w["use"], type="primary", on_click=_use, args=(text,), icon=":material/check:")


def _limit(w: Mapping[str, str]) -> str:
    """How long a text may be that the model reads: in words, in pieces of words, or as verse is counted."""
    able = model_choice.abilities()
    if able.tokenizer == "characters":
        return w[f"limit_{able.reads}"].format(most=getattr(model_choice.subject(), "most", ""))
    return w["limit_words" if able.tokenizer == "words" else "limit_pieces"].format(
        most=model_choice.most() or model_choice.subject().most)


def _built() -> bool:
    """Whether the model was trained on the grammar that the builder builds from."""
    return model_choice.abilities().corpus == "grammar"


def _language() -> str:
    return catalog.languages(model_choice.name())[0]


def _labels(options: Sequence[tuple[str, str]], side: int) -> dict[int, str]:
    """What to call each option: its word, and in brackets its translation where several share one word."""
    spelled = [option[side] for option in options]
    return {i: f"{word} ({options[i][1 - side]})" if spelled.count(word) > 1 else word or "—"
            for i, word in enumerate(spelled)}


def _use(text: str) -> None:
    """A text for the model under study, to which what is typed need not go."""
    model = model_choice.name()
    st.session_state["text"], st.session_state["building"] = text, False
    if model_choice.name() != model:
        st.session_state["model"] = model


def _toggle_builder() -> None:
    st.session_state["building"] = not st.session_state.get("building", False)


def _surprise() -> None:
    seed = st.session_state["surprises"] = st.session_state.get("surprises", 0) + 1
    _use(catalog.surprise(model_choice.name(), seed))
