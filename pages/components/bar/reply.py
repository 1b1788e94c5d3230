"""What the model says to the sentence under study, and whatever has to be said about the sentence itself."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import partial

import streamlit as st

from core import catalog
from core.data import hidden_words, quatrain
from core.data.pieces import BYTES
from core.data.vocabulary import Vocabulary
from pages.components import model_choice, readable_text, runs, session
from pages.components.cache import shared
from pages.components.labels_told import answer_text
from pages.components.text import language, linked, words
from pages.components.text_files import escaped
from pages.components.text_language import NEITHER, language_of

ONE_LINE = 22.5
"""Sentence and answer stand side by side up to this many ems; longer ones stand one above the other."""
NAMED_WORDS = 8
"""Unknown words that are named, and looked at for known ones near them."""
NAMED = 40
"""Letters of a model's name in a link that are repeated where there is no such model."""
OFFERED = 2
"""Models that are offered for a text of another language: as many as fit above a stage."""
TOLD = "told"
"""In the session: model, text and edits of the answer that it was told last."""


def model_words(name: str) -> str:
    """A model by its kind and languages, as short as the bar needs it; by its own name where several share these."""
    return named(name, words("app"))


def named(name: str, w: Mapping[str, str]) -> str:
    """The same in the words of the app, ``w``, of any language."""
    if f"model_{name}" in w:
        return w[f"model_{name}"]
    short = (w[f"short_{each}"] for each in catalog.languages(name))
    return w[f"kind_{catalog.about(name)['kind']}"].format(*short, name=name)


def is_ready() -> bool:
    """Whether nobody waits for the answer: a model of ours has it at once, a brought one where it was told before."""
    return not model_choice.abilities().brought or st.session_state.get(TOLD) == _asked()


def _asked() -> tuple[str, str, tuple]:
    return model_choice.name(), readable_text.text(), runs.edits()


def reply() -> None:
    """The answer; under edits the one before, struck through, and the one after."""
    model, text, edits = asked = _asked()
    before = answer(model, text)
    after = _edited(model, text, edits) if edits and not runs.obstacle(edits) else before
    st.session_state[TOLD] = asked
    w = words("switchboard")
    if model_choice.pictured() and not after:  # only a picture says it
        return
    nothing = "nothing_labelled" if model_choice.abilities().fit(answers="labels") else "nothing"
    sentence = f"**{escaped(after) or w[nothing]}**"
    if after != before:
        sentence = f":gray[~~{escaped(before)}~~] → {sentence}"
    pictured = model_choice.pictured()
    long = 0 if pictured else _ems(text) + _ems(before) + (_ems(after) if after != before else 0) > ONE_LINE
    with st.container(key="reply-long" if long else "reply"):
        stands = session.typed() in ("", text) or pictured  # or else the box holds what could not be read
        shown = "" if stands else f"{escaped(text)} "
        st.markdown(f":gray[{shown}→] {sentence}")


def _edited(model: str, text: str, edits: tuple) -> str:
    """What the edited model says, or that its scores are no numbers, so that it cannot choose a word."""
    from core.decode import NoNumbersError

    try:
        return answer(model, text, edits)
    except NoNumbersError:
        return words("switchboard")["no_numbers"]


def answer(model: str, sentence: str, edits: tuple = ()) -> str:
    """What a model says to a sentence, as text of its language; its labels in that of the reader."""
    return answered(model, sentence, edits, language())


@shared
def answered(model: str, sentence: str, edits: tuple, lang: str) -> str:
    subject = model_choice.loaded(model)
    if catalog.abilities(model).writes:
        return answer_text(subject, subject.answer(sentence, edits), lang)
    shown = runs.cached_trace(model, sentence, edits)  # the pass that the page shows
    return answer_text(subject, subject.answer_in(sentence, shown), lang)


def _ems(text: str) -> float:
    return sum(1.0 if unicodedata.east_asian_width(letter) in "WF" else 0.5 for letter in text)


def notices() -> None:
    """Below the bar, where there is something to say: a sentence that cannot be read, a language, unknown words."""
    w, typed, model = words("state"), session.typed(), model_choice.name()
    if (wanted := linked("model")) not in ("", model):
        why, called = ("other_model", model_words(wanted)) if wanted in session.MODELS else (
            "absent_model", escaped(wanted[:NAMED]))
        st.info(w[why].format(wanted=called, shown=model_words(model)), icon=":material/swap_horiz:")
    if runs.dropped_edits():
        st.info(words("switchboard")["dropped"], icon=":material/undo:")
    why, limit, count = readable_text.unread(model, typed, model_choice.most()) if typed else ("", 0, 0)
    if why == "no_picture":
        st.warning(w[why], icon=":material/edit:")
    elif model_choice.pictured():
        return
    elif why:
        st.warning(w[why].format(count=count, limit=limit, letters=limit, most=limit,
                                 shown=escaped(readable_text.text())), icon=":material/edit:")
    elif language_of(typed, catalog.languages(model)[0]) != catalog.languages(model)[0]:
        _other_language(typed, model)
    else:
        _unknown()
        _last_hidden()
        _first_line()
        _cut_lines()


def _first_line() -> None:
    """Of a model that reads one line of verse, where more were typed: which one it reads."""
    if model_choice.abilities().reads == "line":
        lines = quatrain.typed_lines(readable_text.text(), model_choice.subject().source_vocabulary)
        if len(lines) > 1:
            st.info(words("state")["first_line"].format(line=escaped("".join(lines[0]))), icon=":material/short_text:")


def _cut_lines() -> None:
    """Of a quatrain in which a line was typed that is longer than its lines: how it is cut."""
    if model_choice.abilities().reads not in ("verse", "gaps"):
        return
    subject, text = model_choice.subject(), readable_text.text()
    form, lines = subject.form(text), quatrain.typed_lines(text, subject.source_vocabulary)
    if any(len(line) > form.size and len(line) % form.size for line in lines):
        st.info(words("state")["cut_lines"].format(size=form.size, line=escaped("".join(form.tokens))),
                icon=":material/short_text:")


def _last_hidden() -> None:
    """Of a model that fills in what is hidden, where nothing was: that the last word is."""
    text = readable_text.text()
    if model_choice.abilities().reads == "blanks" and not hidden_words.hides(text):
        sentence = words("state")["last_hidden"].format(word=escaped(hidden_words.last_word(text)),
                                                        mark=f"`{hidden_words.MARKS[0]}`")
        st.info(sentence, icon=":material/visibility_off:")


def readers(language: str) -> list[str]:
    """At most OFFERED models of this page that read a language: those that answer as the one under study.

    Where there is none, the others, translators first; none that labels words, which answers nothing in a language.
    """
    mine = model_choice.abilities()
    names = [name for name in model_choice.models() if catalog.languages(name)[:1] == (language,)]
    alike = {"reads": mine.reads, "answers": mine.answers, "translates": mine.translates}
    others = sorted((name for name in names if catalog.abilities(name).answers != "labels"),
                    key=lambda name: not catalog.abilities(name).translates)
    return ([name for name in names if catalog.abilities(name).fit(**alike)] or others)[:OFFERED]


def _other_language(typed: str, model: str) -> None:
    """The sentence is written in a language that the model does not read: offer those that do."""
    w = words("state")
    own = catalog.languages(model)[0]
    language = language_of(typed, own)
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small", key="other-language"):
        sentence = w["no_language"] if language == NEITHER else w["other_language"]
        st.markdown(sentence.format(language=w.get(f"language_{language}"), model=model_words(model),
                                    reads=w[f"language_{own}"]), width="content")
        for name in () if language == NEITHER else readers(language):
            st.button(w["use_model"].format(model=model_words(name)), key=f"use {name}", type="primary",
                      on_click=partial(use_model, name), icon=":material/swap_horiz:")


def use_model(name: str) -> None:
    """Another model for the same sentence, in a callback."""
    st.session_state["model"] = name


def _unknown() -> None:
    """For each unknown word, the nearest known words to click; and the models that know all words."""
    vocabulary, text = model_choice.subject().source_vocabulary, readable_text.text()
    unknown = [word for word in dict.fromkeys(model_choice.subject().read(text)) if word not in vocabulary.index]
    if not unknown:
        return
    w = words("state")
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        for name in _knowing(model_choice.name(), text):
            st.button(w["knows_all"].format(model=model_words(name)), key=f"use {name}", type="primary",
                      on_click=partial(use_model, name), icon=":material/swap_horiz:")
        marked = w["unknown"].format(words=w["listed"].join(map(_quoted, unknown[:NAMED_WORDS])))
        near = {word: known for word in unknown[:NAMED_WORDS]  # but to a mark or a number no word is near
                if any(map(str.isalpha, word)) and (known := vocabulary.suggest(word))}
        why = w["small_here"] if st.session_state["needs"].get("small") else ""
        st.markdown(f"{why} {marked} {w['near'] if near else w['none_near']}".strip(), width="content")
        for i, (word, suggestions) in enumerate(list(near.items())[:4]):
            row = st.container(horizontal=True, vertical_alignment="center", gap="xsmall", width="content")
            row.markdown(f"{_quoted(word)} →", width="content")
            for j, known in enumerate(suggestions):
                row.button(known, key=f"suggestion {i} {j}", on_click=_replace, args=(vocabulary, word, known))


def _knowing(model: str, text: str) -> list[str]:
    """The other models of this page that read and answer the same, and know every word of a text."""
    mine = catalog.abilities(model)
    alike = {"reads": mine.reads, "answers": mine.answers, "languages": mine.languages}
    return [name for name in model_choice.models()
            if name != model and catalog.abilities(name).fit(**alike) and _knows(name, text)]


def _knows(model: str, text: str) -> bool:
    """Whether a model knows every word of a text and reads none byte by byte; asked without loading it."""
    known = catalog.vocabulary(model)
    return known is not None and set(known.split(text)) <= known.index.keys() - set(BYTES)


def _quoted(word: str) -> str:
    """An unknown word as it is named; a mark, which would be lost among those of the sentence, in quotation marks."""
    shown = f"`` {word[:24]} ``" if "`" in word else f"`{word[:24]}`"
    return f"“{shown}”" if unicodedata.category(word[0])[0] == "P" else shown


def _replace(vocabulary: Vocabulary, unknown: str, known: str) -> None:
    read = vocabulary.split(readable_text.text())
    st.session_state["text"] = vocabulary.join([known if word == unknown else word for word in read])
