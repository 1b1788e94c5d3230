"""Trained on true prefixes, sampled on its own: N4-34."""

from __future__ import annotations

import html
from pathlib import Path

import streamlit as st

from core.data import quatrain
from core.experiments import verse
from pages.components import charts, lesson, model_choice
from pages.components.cache import shared
from pages.components.text import words
from pages.sequences.language_models import PAGE
from pages.sequences.language_models.poem_reading import Written, passed

STYLE = f"<style>{(Path(__file__).parent / 'prefixes.css').read_text('utf-8')}</style>"


@lesson.panel
def prefixes(now: Written) -> None:
    """A real poem: each first guess with the true characters in front; and the poet left to itself after one line."""
    w, real = words(PAGE), words(PAGE)["real_poem"]
    with lesson.exhibit(PAGE, "N4-34"):
        tokens = tuple(now.poet.read(real))
        trace = passed(now.poet.name, tokens)
        guesses = [now.poet.vocabulary.words[i] for i in trace["probabilities"].value[:len(tokens)].argmax(-1).tolist()]
        line = tokens.index(quatrain.COMMA) + 1
        own = _alone(now.poet.name, "".join(tokens[:line]))
        st.html(STYLE)
        st.html(_table([(w["true"], tokens, tokens, len(tokens)), (w["guessed"], guesses, tokens, 0),
                        (w["alone"], own, tokens, line)]))
        st.caption(w["prefixes_told"])
        results = verse.stored()
        means = {name: round(100 * _mean(one, results["size"]), 1) for name, one in results["right"].items()}
        if lesson.predict(PAGE, "N4-34", ("equal", "half", "far"), truth=_gap, poems=results["poems"], **means):
            drawn = {name: _characters(one, results["size"]) for name, one in results["right"].items()}
            charts.lines({w[f"by_{name}"]: (range(1, len(one) + 1), [100 * x for x in one])
                          for name, one in drawn.items()}, w["place"], w["right_share"], dots=True, height=250,
                         ticks=range(1, 3 * results["size"] + 1))


@shared
def _alone(model: str, line: str) -> list[str]:
    """The poem that the poet writes from a line, always the likeliest character."""
    return model_choice.loaded(model).write(line, temperature=0.0)


def _mean(shares: list[float], size: int) -> float:
    characters = _characters(shares, size)
    return sum(characters) / len(characters)


def _characters(shares: list[float], size: int) -> list[float]:
    """Those of characters; the marks between lines are always right."""
    return [share for i, share in enumerate(shares) if i % (size + 1) != size]


def _gap(shares) -> str:
    ratio = shares["own"] / shares["true"]
    return "equal" if ratio > 0.8 else "half" if ratio > 0.35 else "far"


def _table(rows) -> str:
    """Rows of (name, tokens, true tokens, how many of the tokens were given)."""
    body = ""
    for name, tokens, truth, given in rows:
        cells = "".join(f"<td class='{'true' if i < given else _mark(i, token, truth)}'>{html.escape(token)}</td>"
                        for i, token in enumerate(tokens))
        body += f"<tr><th>{html.escape(name)}</th>{cells}</tr>"
    return f"<div class='prefixes'><table>{body}</table></div>"


def _mark(i: int, token: str, truth) -> str:
    if token in (quatrain.COMMA, quatrain.STOP):
        return "mark"
    return "right" if i < len(truth) and token == truth[i] else "wrong"
