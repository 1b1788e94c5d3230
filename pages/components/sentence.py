"""The sentence under study, cut into words: unknown ones are marked and known ones offered; and a sentence builder."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.data import grammar
from core.data.vocabulary import Vocabulary
from pages.components import state
from pages.components.text import words


def sentence() -> None:
    """Show how the text was cut. For each unknown word, the nearest known words to click."""
    if st.session_state.get("building") and state.model_name() != "chat":
        builder()
    vocabulary = state.translator().source_vocabulary
    unknown = list({token.text: token for token in vocabulary.segment(state.text()) if not token.known}.values())
    if not unknown:
        return
    w = words("state")
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        marked = w["unknown"].format(words="、".join(f"`{_plain(t.text)}`" for t in unknown[:8]))
        near = [token for token in unknown if token.suggestions][:4]
        st.markdown(f"{marked} {w['near'] if near else w['none_near']}", width="content")
        for i, token in enumerate(near):
            row = st.container(horizontal=True, vertical_alignment="center", gap="xsmall", width="content")
            row.markdown(f"`{_plain(token.text)}` →", width="content")
            for j, word in enumerate(token.suggestions):
                row.button(word, key=f"suggestion {i} {j}", on_click=_replace, args=(vocabulary, token.text, word))


def _plain(text: str) -> str:
    return text.replace("`", "'")[:24]


def _replace(vocabulary: Vocabulary, unknown: str, known: str) -> None:
    tokens = [known if t.text == unknown else t.text for t in vocabulary.segment(state.text())]
    st.session_state["text"] = vocabulary.join(tokens)


def builder() -> None:
    """A sentence from parts; what does not go together is not offered, so the result is always valid."""
    w = words("state")
    side = 0 if state.model_name() == "translator-zh-en" else 1
    with st.container(border=True):
        st.caption(w["builder"])
        choices: dict[str, int] = {}
        columns = st.columns(len(grammar.BUILDER_SLOTS))
        for column, (slot, options) in zip(columns, grammar.BUILDER_SLOTS.items()):
            allowed = grammar.slot_choices(choices)[slot]
            key = f"slot {slot}"
            if st.session_state.get(key) not in allowed:
                st.session_state[key] = allowed[0]
            choices[slot] = column.selectbox(w[f"slot_{slot}"], allowed, key=key,
                                             format_func=_labels(options, side).get)
        pair = grammar.build(choices)
        text = Vocabulary((), ("zh", "en")[side]).join((pair.zh, pair.en)[side])
        row = st.container(horizontal=True, vertical_alignment="center")
        row.markdown(f"**{text}**")
        row.button(w["use"], type="primary", on_click=_use, args=(text,), icon=":material/check:")


def _labels(options: Sequence[tuple[str, str]], side: int) -> dict[int, str]:
    """What to call each option: its word, and in brackets its translation where several share one word."""
    spelled = [option[side] for option in options]
    return {i: f"{word} ({options[i][1 - side]})" if spelled.count(word) > 1 else word or "—"
            for i, word in enumerate(spelled)}


def _use(text: str) -> None:
    st.session_state["text"] = text
    st.session_state["building"] = False


def pair(trace) -> None:
    """Source and translation, one above the other."""
    source, target = trace["source"].labels[0], trace["target"].labels[0][:-1]
    vocabularies = state.translator().source_vocabulary, state.translator().target_vocabulary
    joined = [v.join(tokens) for v, tokens in zip(vocabularies, (source, target))]
    arrow = words("state")["answers" if state.model_name() == "chat" else "translates"]
    st.markdown(f"#### {escaped(joined[0])} &nbsp; :gray[{arrow}] &nbsp; {escaped(joined[1])}", width="stretch")


def escaped(text: str) -> str:
    """Any text as Markdown that shows it as it is."""
    return "".join(f"\\{c}" if c in r"\`*_{}[]()<>#+-.!|$:~&" else c for c in text)


