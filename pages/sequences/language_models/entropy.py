"""The line that no model gets below: a GPT on sentences whose entropy the grammar knows."""

from __future__ import annotations

import math
from collections.abc import Mapping

import streamlit as st

from core.experiments import entropy as experiment
from core.experiments import stored_runs
from pages.components import charts, lesson
from pages.components.cache import shared
from pages.components.lesson.pictures import steps_of
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.sequences.language_models import PAGE

KEY = "entropy"
OPTIONS = ("within_2", "within_10", "within_30", "beyond_30")
MODELS = ("unigram", "bigram", "model", "entropy")
_stored = shared(experiment.stored)


@lesson.panel
def entropy() -> None:
    """What counting reaches and what nobody can beat; after the guess the model's way down, and a sentence."""
    with lesson.exhibit(PAGE, KEY):
        results = _stored()
        _perplexities(results, lesson.guessed(PAGE, KEY))
        if lesson.predict(PAGE, KEY, OPTIONS, lambda: _numbers(results), _nearest):
            _curve(results)
            _sentence(results)


def _perplexities(results: Mapping, revealed: bool) -> None:
    """Nats and perplexity of each, the model's covered until the guess."""
    w = words(PAGE)
    for column, name in zip(st.columns(len(MODELS)), MODELS):
        uncovered = revealed or name != "model"
        column.metric(w[f"of_{name}"], fixed(results[name], 3) if uncovered else "?", border=True)
        column.caption(w["perplexity_told"].format(perplexity=fixed(experiment.perplexity(results[name]), 2))
                       if uncovered else w["perplexity_covered"])


def _numbers(results: Mapping) -> dict[str, float | str]:
    """What the answer tells."""
    share = 100 * results["excess"] / results["entropy"]
    gained = 100 * (results["unigram"] - results["model"]) / (results["unigram"] - results["entropy"])
    return {"share": share, "percent": fixed(share, 1), "gained": fixed(gained, 1),
            "sentences": experiment.read_sentences(results),
            **{name: fixed(results[name], 4) for name in ("model", "entropy", "excess", "excess_error")}}


def _nearest(numbers: Mapping) -> str:
    """Which of the options holds of how much more than the grammar the model needs."""
    limits = (float(option.rpartition("_")[2]) for option in OPTIONS[:-1])
    return OPTIONS[sum(numbers["share"] > limit for limit in limits)]


def _curve(results: Mapping) -> None:
    """The model's nats per word by how much it has read, and three that do not change."""
    w = words(PAGE)
    read = [step * results["recipe"]["batch"] for step, _ in results["curve"]]
    flat = {w[f"of_{name}"]: ((read[0], read[-1]), (results[name],) * 2) for name in ("unigram", "bigram", "entropy")}
    charts.lines({w["of_model"]: (read, [nats for _, nats in results["curve"]])} | flat, w["sentences_read"],
                 w["nats_per_word"], scales=("log", "linear"), tones=(0, -1, 2, 1), height=330,
                 domain=(math.floor(2 * results["entropy"]) / 2,
                         math.ceil(max(results["unigram"], results["curve"][0][1]))))
    st.caption(w["entropy_told"].format(
        ways=plain(results["ways"]), derivations=fixed(results["derivations"], 3), entropy=fixed(results["entropy"], 3),
        error=fixed(results["error"], 3), tested=plain(results["tested"], 5),
        command=stored_runs.command(experiment.NAME)))


def _sentence(results: Mapping) -> None:
    """One sentence, word by word: how much each word surprised the model, and the grammar where that was counted."""
    w, sentences = words(PAGE), results["sentences"]
    chosen = lesson.pressed(st, w["which_sentence"], range(len(sentences)), "entropy sentence", len(sentences) - 1,
                            lambda i: "".join(sentences[i]["words"]))
    one = sentences[chosen]
    labels, counted = [*one["words"], w["end_word"]], one["grammar"]
    charts.columns(steps_of(labels), {w["of_model"]: one["model"],
                                      w["of_grammar"]: [*counted, *[None] * (len(labels) - len(counted))]},
                   w["surprise"], height=230, tones=(0, 1))
    st.caption(w["sentence_told"].format(model=fixed(sum(one["model"]), 2), grammar=fixed(one["nats"], 2)))
    if len(counted) < len(labels):
        rest = sum(one["model"][len(counted):]), max(0.0, one["nats"] - sum(counted))
        st.caption(w["rest_told"].format(word=labels[len(counted)], least=plain(results["least"], 5),
                                         counted=plain(results["counted"], 6), model=fixed(rest[0], 2),
                                         grammar=fixed(rest[1], 2)))
