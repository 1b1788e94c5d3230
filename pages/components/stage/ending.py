"""The ending of a model that writes: what could stand at the next place, ranked; the text grows by what is picked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core import catalog
from core.edits import Edit
from pages.components import model_choice, readable_text
from pages.components.cache import shared
from pages.components.modules import component
from pages.components.text import words
from pages.components.text_files import escaped

RANKED = 8
SLOT, KEY = "written", "next words"
_mount = component("attention_ending", "stage/ending.js", css="stage/ending.css")


def worded(model: str, key: str) -> str:
    """What is said at the ending, in the words for what this model reads, or for its tokens, where there are such."""
    texts, able = words("stage"), catalog.abilities(model)
    return next(texts[own] for own in (f"{able.reads}.{key}", f"{able.tokenizer}.{key}", key) if own in texts)


def ending(edits: tuple[Edit, ...]) -> None:
    """The text so far and what could stand at the next place, at the temperature that the reader chose."""
    from core.decode import NoNumbersError

    model, text = model_choice.name(), readable_text.text()
    run, kept = (model, text, edits), st.session_state.get(SLOT)
    if not kept or kept["run"] != run:
        kept = st.session_state[SLOT] = {"run": run, "ids": (), "serial": 0, "temperature": 1.0}
    try:
        texts, ranked = _ranked(*run, kept["ids"], kept["temperature"])
    except NoNumbersError:
        st.warning(words("switchboard")["no_numbers"], icon=":material/error:")
        return
    st.markdown(f"## {worded(model, 'ending')}")
    st.caption(worded(model, "ending_said").format(
        word=escaped(texts["read"]), count=len(ranked), share=sum(share for _, _, share in ranked))
        if ranked else escaped(text))
    _mount(key=KEY, on_pick_change=_pick, on_temperature_change=_turn, data=texts | {
        "done": not ranked, "begun": bool(kept["ids"]), "temperature": kept["temperature"],
        "candidates": [{"id": i, "word": word, "share": share} for i, word, share in ranked],
        "texts": {name: worded(model, name) for name in ("temperature", "restart", "done")}})


@shared
def _ranked(model: str, sentence: str, edits: tuple[Edit, ...], ids: Sequence[int],
            temperature: float) -> tuple[dict[str, str], list[tuple[int, str, float]]]:
    """The texts around the next place, and (id, word, probability) of what could stand there; none: all is written."""
    from core import decode, zoo

    writer = zoo.load(model)
    place = writer.next_place(sentence, ids, edits)
    texts = {"before": place.before, "new": place.new, "after": place.after, "read": place.read}
    if place.scores is None:
        return texts, []
    best = decode.distribution(place.scores, temperature).topk(min(RANKED, len(place.scores)))
    ranked = [(i, writer.target_vocabulary.words[i], share) for i, share in zip(best.indices.tolist(),
                                                                              best.values.tolist())]
    return texts, [one for one in ranked if place.scores[one[0]].isfinite()]


def _pick() -> None:
    """A word was picked, or the text begins again; what the browser sends is believed only if it fits."""
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
