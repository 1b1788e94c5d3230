"""The ending of a model that writes: what could stand at the next place, ranked; the text grows by what is picked.

A model that continues a text also writes on by itself: the browser asks for more as long as nobody stops it, and each
time as many words are drawn as fit into TURN seconds, so that other visitors have their turn in between.

The link holds what was made of a run: ``ending=STAMP~TEMPERATURE~TOP_K~ID.ID.ID~PLACE``. By the stamp of its run it is
nothing for another sentence, model or edit.
"""

from __future__ import annotations

import re
import time
import zlib
from collections.abc import Mapping
from typing import Any

import streamlit as st

from core import catalog
from core.edits import Edit, to_text
from pages.components import address, model_choice, readable_text, turnstile
from pages.components.cache import shared
from pages.components.modules import component
from pages.components.numbers import Numeral
from pages.components.text import words
from pages.components.text_files import escaped

RANKED, TURN, MOST_K, LINKED = 8, 0.15, 1000, 40
"""Words offered; seconds of writing; the largest top-k; words in a link, which opens them one after another."""
SLOT, KEY, LINK = "written", "next words", "ending"
_LINK = re.compile(r"(\d+)~([0-3]\.\d)~(\d{1,4})~((?:\d{1,6}(?:\.\d{1,6})*)?)~(\d{0,4})", re.ASCII)
NEW = {"ids": (), "pieces": (), "at": None, "serial": 0, "temperature": 1.0, "top_k": 0, "write": False}
"""What a reader has made of a run. ``pieces``: the text of each word written; ``at``: the one whose place is shown."""
Run = tuple[str, str, tuple[Edit, ...]]
_mount = component("attention_ending", "stage/ending.js", css="stage/ending.css")


def worded(model: str, key: str) -> str:
    """What is said at the ending, in the words for what this model reads, or for its tokens, where there are such."""
    texts, able = words("stage"), catalog.abilities(model)
    return next(texts[own] for own in (f"{able.reads}.{key}", f"{able.tokenizer}.{key}", key) if own in texts)


@st.fragment
def ending(edits: tuple[Edit, ...]) -> None:
    """The text so far and what could stand at the next place, at the temperature that the reader chose."""
    from core.decode import NoNumbersError

    run = (model_choice.name(), readable_text.text(), edits)
    state = st.session_state.get(SLOT)
    try:
        with turnstile.passed(turnstile.STEPS):
            if not state or state["run"] != run:
                state = st.session_state[SLOT] = NEW | {"run": run}
                state |= _from_link(run, address.linked(LINK) or "")
            if state["write"]:
                _write(state)
            texts, ranked = _at(state, state["ids"] if state["at"] is None else state["ids"][:state["at"]])
    except NoNumbersError:
        st.warning(words("switchboard")["no_numbers"], icon=":material/error:")
        return
    address.keep(LINK, _to_link(state))
    _draw(state, texts, ranked)


def _stamp(run: Run) -> str:
    model, text, edits = run
    return str(zlib.crc32(repr((model, text, to_text(edits))).encode()))


def _to_link(state: Mapping[str, Any]) -> str | None:
    """What the reader has made of a run; None while all is as at first."""
    if all(state[name] == NEW[name] for name in ("ids", "at", "temperature", "top_k")):
        return None
    ids, at = state["ids"][:LINKED], "" if state["at"] is None else state["at"]
    return "~".join((_stamp(state["run"]), str(state["temperature"]), str(state["top_k"]), ".".join(map(str, ids)),
                     str(at)))


def _from_link(run: Run, text: str) -> dict[str, Any]:
    """What ``_to_link`` wrote of this run; nothing where it tells of another, or what cannot have been chosen."""
    found = _LINK.fullmatch(text)
    if not found or found[1] != _stamp(run):
        return {}
    temperature, top_k, at = float(found[2]), int(found[3]), int(found[5]) if found[5] else None
    ids = tuple(map(int, found[4].split("."))) if found[4] else ()
    if not _may_turn(temperature, top_k) or len(ids) > LINKED or (at is not None and at >= len(ids)):
        return {}
    pieces = _pieces(run, ids)
    return {} if pieces is None else {"ids": ids, "pieces": pieces, "at": at, "temperature": temperature,
                                      "top_k": top_k}


def _pieces(run: Run, ids: tuple[int, ...]) -> tuple[str, ...] | None:
    """The text of each of these words, with a bar meanwhile; None where one of them cannot stand at its place."""
    (model, text, edits), pieces, bar = run, [], st.empty()
    writer = model_choice.loaded(model)
    place = writer.next_place(text, (), edits)
    for n, i in enumerate(ids, 1):
        if place.scores is None or i >= len(place.scores) or not place.scores[i].isfinite():
            return None
        before = len(place.before + place.new)
        place = writer.next_place(text, ids[:n], edits)
        pieces.append((place.before + place.new)[before:])
        bar.progress(n / len(ids))
    bar.empty()
    return tuple(pieces)


def _draw(state: Mapping[str, Any], texts: Mapping[str, str], ranked: list[tuple[int, str, float]]) -> None:
    (model, text, _), at = state["run"], state["at"]
    st.markdown(f"## {worded(model, 'ending')}")
    st.caption(worded(model, "ending_said").format(
        word=escaped(texts["read"]), count=len(ranked), share=Numeral(sum(share for _, _, share in ranked)))
        if ranked else escaped(text))
    continues = catalog.abilities(model).can_continue
    begin = _at(state, ())[0]["before"] if continues else texts["before"]
    done = at is None and not ranked
    _mount(key=KEY, on_pick_change=_pick, on_temperature_change=_turn, on_top_k_change=_turn, data={
        "before": begin, "after": texts["after"], "pieces": list(state["pieces"]) if continues else [], "at": at,
        "done": done, "begun": bool(state["ids"]), "temperature": state["temperature"], "top_k": state["top_k"],
        "continues": continues, "candidates": [{"id": i, "word": word, "share": share} for i, word, share in ranked],
        "taken": state["ids"][at] if at is not None else None,
        "texts": {name: worded(model, name) for name in ("temperature", "top_k", "restart", "done", "write", "stop",
                                                         "a_second", "open_place")}})


def _at(state: Mapping[str, Any], ids: tuple[int, ...]) -> tuple[dict[str, str], list[tuple[int, str, float]]]:
    return _ranked(*state["run"], ids, state["temperature"], state["top_k"])


@shared
def _ranked(model: str, sentence: str, edits: tuple[Edit, ...], ids: tuple[int, ...], temperature: float,
            top_k: int = 0) -> tuple[dict[str, str], list[tuple[int, str, float]]]:
    """The texts around the next place, and (id, word, probability) of what could stand there; none: all is written."""
    from core import decode, zoo

    writer = zoo.load(model)
    place = writer.next_place(sentence, ids, edits)
    texts = {"before": place.before, "new": place.new, "after": place.after, "read": place.read}
    if place.scores is None:
        return texts, []
    best = decode.distribution(place.scores, temperature, top_k).topk(min(RANKED, len(place.scores)))
    ranked = [(i, writer.target_vocabulary.words[i], share) for i, share in zip(best.indices.tolist(),
                                                                              best.values.tolist())]
    return texts, [one for one in ranked if place.scores[one[0]].isfinite() and (one[2] or not top_k)]


def _write(state: dict[str, Any]) -> None:
    """Draw words one after the other, one at least, for TURN seconds or until all is written."""
    from core import decode

    state["write"], (_, text, edits) = False, state["run"]
    writer, begun = model_choice.subject(), 0.0
    choose = decode.sampling(state["temperature"], state["top_k"], 1.0, zlib.crc32(repr(state["serial"]).encode()))
    place = writer.next_place(text, state["ids"], edits)
    while place.scores is not None and (not begun or time.monotonic() - begun < TURN):
        begun = begun or time.monotonic()
        ids, before = (*state["ids"], choose(place.scores)), len(place.before + place.new)
        place = writer.next_place(text, ids, edits)
        state |= {"ids": ids, "pieces": (*state["pieces"], (place.before + place.new)[before:])}


def _pick() -> None:
    """A word was picked, one already written is looked at, more is to be written, or the text begins again.

    What the browser sends is believed only if it fits.
    """
    raw, state = (st.session_state.get(KEY) or {}).get("pick"), st.session_state.get(SLOT)
    if not isinstance(raw, Mapping) or not state or raw.get("serial") == state["serial"]:
        return
    state["serial"], place, token = raw.get("serial"), raw.get("place"), raw.get("id")
    if raw.get("restart"):
        state |= {"ids": (), "pieces": (), "at": None}
    elif raw.get("write"):
        state |= {"write": model_choice.abilities().can_continue, "at": None}
    elif type(place) is int and 0 <= place < len(state["ids"]):
        state["at"] = place if place != state["at"] else None
    elif type(token) is int and token in range(len(model_choice.subject().target_vocabulary)):
        before = state["ids"][:state["at"]]
        (was, _), (now, _) = (_at(state, ids) for ids in (before, (*before, token)))
        new = (now["before"] + now["new"])[len(was["before"] + was["new"]):]
        state |= {"ids": (*before, token), "pieces": (*state["pieces"][:len(before)], new), "at": None}


def _turn() -> None:
    raw, state = st.session_state.get(KEY) or {}, st.session_state.get(SLOT)
    degrees, top_k = raw.get("temperature"), raw.get("top_k")
    if state and isinstance(degrees, int | float) and _may_turn(degrees, 0):
        state["temperature"] = round(float(degrees), 1)
    if state and type(top_k) is int and _may_turn(1, top_k):
        state["top_k"] = top_k


def _may_turn(temperature: float, top_k: int) -> bool:
    return 0.1 <= temperature <= 3 and 0 <= top_k <= MOST_K
