"""The ending: the words that could come next, ranked; the sentence grows by the one that the reader picks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core.edits import Edit
from pages.components import model_choice, readable_text
from pages.components.cache import shared
from pages.components.modules import component
from pages.components.text import escaped, words

RANKED = 8
SLOT, KEY = "written", "next words"
_mount = component("attention_ending", "stage/ending.js", css="stage/ending.css")


def ending(edits: tuple[Edit, ...]) -> None:
    """The sentence so far and what could come next, at the temperature that the reader chose."""
    from core.decode import NoNumbersError

    w, run = words("stage"), (model_choice.name(), readable_text.text(), edits)
    kept = st.session_state.get(SLOT)
    if not kept or kept["run"] != run:
        kept = st.session_state[SLOT] = {"run": run, "ids": (), "serial": 0, "temperature": 1.0}
    try:
        ranked, done = _ranked(*run, kept["ids"], kept["temperature"])
    except NoNumbersError:
        st.warning(words("switchboard")["no_numbers"], icon=":material/error:")
        return
    vocabulary = model_choice.subject().target_vocabulary
    said = vocabulary.decode(kept["ids"])
    before, text = vocabulary.join(said[:-1]), vocabulary.join(said)
    st.markdown(f"## {w['ending']}")
    st.caption(w["ending_said"].format(word=escaped(said[-1] if said else vocabulary.words[vocabulary.marks.start]),
                                       count=len(ranked), share=sum(share for _, _, share in ranked))
               if not done else escaped(readable_text.text()))
    _mount(key=KEY, on_pick_change=_pick, on_temperature_change=_turn, data={
        "before": before, "new": text[len(before):], "done": done,
        "candidates": [{"id": i, "word": word, "share": share} for i, word, share in ranked],
        "temperature": kept["temperature"],
        "texts": {name: w[name] for name in ("temperature", "restart", "done")}})


@shared
def _ranked(model: str, sentence: str, edits: tuple[Edit, ...], ids: Sequence[int],
            temperature: float) -> tuple[list[tuple[int, str, float]], bool]:
    """(id, word, probability) of the likeliest next words, and whether the end has been written."""
    from core import decode, zoo

    translator = zoo.load(model)
    if len(ids) >= decode.LIMIT or translator.target_vocabulary.marks.end in ids:
        return [], True
    prompt = translator.ids(translator.read(sentence))
    shares = decode.distribution(decode.next_scores(translator.model, prompt, ids, edits), temperature)
    best = shares.topk(min(RANKED, len(shares)))
    return [(i, translator.target_vocabulary.words[i], share)
            for i, share in zip(best.indices.tolist(), best.values.tolist())], False


def _pick() -> None:
    """A word was picked, or the sentence begins again; what the browser sends is believed only if it fits."""
    raw, kept = (st.session_state.get(KEY) or {}).get("pick"), st.session_state.get(SLOT)
    if not isinstance(raw, Mapping) or not kept or raw.get("serial") == kept["serial"]:
        return
    kept["serial"] = raw.get("serial")
    known = range(len(model_choice.subject().target_vocabulary))
    if raw.get("restart"):
        kept["ids"] = ()
    elif type(raw.get("id")) is int and raw["id"] in known:
        kept["ids"] = (*kept["ids"], raw["id"])


def _turn() -> None:
    raw, kept = (st.session_state.get(KEY) or {}).get("temperature"), st.session_state.get(SLOT)
    if kept and isinstance(raw, int | float) and 0.1 <= raw <= 3:
        kept["temperature"] = round(float(raw), 1)
