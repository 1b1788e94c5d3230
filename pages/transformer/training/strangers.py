"""How the translators fare with sentences that no grammar wrote."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from core import catalog
from core.data import strangers as data
from core.data.vocabulary import Marks
from core.experiments import training as experiment
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.bar import reply
from pages.components.numbers import plain
from pages.components.text import words
from pages.components.text_files import escaped
from pages.transformer.training import PAGE

KEY = "strangers"
MODELS = (experiment.NAME, experiment.WIDER)
WRITTEN = ("strangers", "strangers_later")
"""The metrics of the two hundred sentences and of those written later."""
OPTIONS = ("under_third", "between_thirds", "over_thirds")


@lesson.panel
def strangers() -> None:
    """Sentences written by hand: how many come out right, any to try."""
    with lesson.exhibit(PAGE, KEY):
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_third, **_numbers()):
            left, right = st.columns([0.55, 0.45], gap="medium")
            with left:
                _by_length()
            with right:
                _one()


def _numbers() -> dict[str, str | float]:
    """What is told: counts of both translators, of the first also by whether all words are known."""
    first, wider = (catalog.about(name) for name in MODELS)
    rows = first["metrics"]["strangers"]
    counted = {"": rows, "known_": [row for row in rows if row["known"]],
               "other_": [row for row in rows if not row["known"]], "wider_": wider["metrics"]["strangers"],
               "later_": first["metrics"]["strangers_later"], "later_wider_": wider["metrics"]["strangers_later"]}
    counts = {f"{name}{key}": count for name, some in counted.items()
              for key, count in zip(("right", "sentences"), _counts(some))}
    return counts | {"grammar": first["metrics"]["exact_match"]["same_distribution"],
                     "wider": reply.model_words(MODELS[1]), "taught": counts["sentences"] - counts["wider_sentences"],
                     "words": _known(first), "wider_words": _known(wider)}


def _counts(rows: Sequence[Mapping]) -> list[int]:
    """How many of all sentences of these rows are right, and how many there are."""
    return [sum(row[key] for row in rows) for key in ("right", "sentences")]


def _known(about: Mapping) -> int:
    """How many words a model reads, marks that are no words not counted."""
    return len(about["vocabulary"]["source"]["words"]) - len(Marks())


def _third(counts: Mapping) -> str:
    """Which of the options holds of the sentences whose words are all known."""
    return OPTIONS[min(2, int(3 * counts["known_right"] / counts["known_sentences"]))]


def _by_length() -> None:
    """The share that each translator gets right, by length; first of the two hundred, then of the later ones."""
    w, series = words(PAGE), {}
    for name in MODELS:
        metrics = catalog.about(name)["metrics"]
        counts = [_counts([row for row in metrics[which] if row["length"] == length])
                  for which in WRITTEN for length in data.LENGTHS]
        series[reply.model_words(name)] = [right / sentences for right, sentences in counts]
    labels = [w[which].format(w[f"length_{length}"]) for which in WRITTEN for length in data.LENGTHS]
    charts.pairs(labels, series, w["share_right"])
    st.caption(w["lengths"].format(**{name: plain(most) for name, most in data.LENGTHS.items()}))


def _one() -> None:
    """One of the sentences, what the translators say now, and what would have been right."""
    w, sentences = words(PAGE), [one for written in data.lists().values() for one in written]
    chosen = in_link(st.selectbox)(w["stranger"], range(len(sentences)), format_func=lambda i: sentences[i].text,
                                   key="stranger")
    for name in MODELS:
        answer = reply.answer(name, sentences[chosen].text)
        icon = ":material/check_circle:" if sentences[chosen].right(answer) else ":material/cancel:"
        st.markdown(f"{icon} {w['model_says'].format(model=reply.model_words(name))} **{escaped(answer)}**")
    st.markdown(f"{w['accepted']} {escaped(sentences[chosen].sample)}")
