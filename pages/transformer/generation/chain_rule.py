"""The chain rule: N0-01; R32."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st
import torch

from core import zoo
from core.experiments import generation as experiment
from core.formula import EQUATIONS
from pages.components import charts, lesson, model_choice, readable_text
from pages.components.address import in_link
from pages.components.board import heatmap
from pages.components.cache import shared
from pages.components.formula import tint
from pages.components.labels_told import Label, filled
from pages.components.lesson.pictures import matrix
from pages.components.numbers import fixed, plain
from pages.components.text import language, words
from pages.transformer.generation import PAGE
from pages.transformer.generation.passes import source, vocabulary, written


@shared
def _after(model: str, text: str, prefix: tuple[int, ...]) -> np.ndarray:
    return experiment.next_word(zoo.load(model), source(model, text), prefix).numpy()


@shared
def _ledger(model: str, text: str, target: tuple[int, ...], free: int = 0) -> tuple[experiment.Ledger, float, float]:
    """The ledger of a target, or, given ``free``, of its first words and the model's own continuation."""
    ids = experiment.continued(zoo.load(model), source(model, text), target[:free]) if free else list(target)
    ledger = experiment.ledger(zoo.load(model), source(model, text), ids)
    return ledger, ledger.total, ledger.perplexity


@shared
def _telling(model: str, text: str) -> int:
    ids = list(written(model, text).ids)
    return experiment.telling_change(zoo.load(model), source(model, text), ids)


@lesson.panel
def chain_rule() -> None:
    """N0-01: each word depends on the source and on the words already there; the product is the sentence."""
    w, model, text, spelled = words(PAGE), model_choice.name(), readable_text.text(), vocabulary()
    own = written(model, text).ids
    with lesson.exhibit(PAGE, "N0-01"):
        left, right = st.columns([0.3, 0.7], gap="medium")
        with left:
            at = in_link(st.select_slider, "change at")(
                w["change_at"], range(1, len(own) + 1), value=_telling(model, text), key=f"change {model} {text}",
                format_func=lambda t: f"{t} · {spelled[own[t - 1]]}")
            p = _after(model, text, own[: at - 1])
            rivals = [i for i in np.argsort(-p)[:12].tolist() if i > experiment.MARKS.end and i != own[at - 1]][:8]
            other = in_link(st.selectbox, "change to")(w["change_to"], rivals, key=f"other {model} {text} {at}",
                                                       format_func=lambda i: f"{spelled[i]}  ({plain(p[i], 2)})")
        changed = (*own[: at - 1], other)
        rows = [_after(model, text, prefix) for prefix in (own[:at], changed)]
        with right:
            _two_futures(rows, own[:at], changed)
        forced = (*changed, *own[at:]) if at < len(own) else (*changed,)
        _ledgers(model, text, forced, at)
        moved = 0.5 * float(np.abs(rows[0] - rows[1]).sum())
        lesson.predict(PAGE, "N0-01", ("unchanged", "changed_next", "reversed"), moved=moved, next=_likeliest(rows),
                       truth="changed_next")
        lesson.erratum("R32", lambda: _r32(model, text))


def _r32(model: str, text: str) -> None:
    """The model's translation broken off after every word: each length has its probability."""
    w, run, target = words(PAGE), written(model, text), model_choice.subject().target_vocabulary
    shares = experiment.endings([one.probabilities for one in run.passes], run.ids)
    names = [f"{n} · {target.join(target.decode(run.ids[:n - 1]))} END" for n in range(1, len(shares) + 1)]
    likeliest = sorted(sorted(range(len(shares)), key=lambda n: -shares[n])[:12])
    charts.bars({names[n]: shares[n] for n in likeliest}, "p", scale="log", digits=2,
                domain=(min(shares[n] for n in likeliest) / 10, 1))
    st.caption(w["lengths"].format(shown=len(likeliest), all=len(shares)))


def _likeliest(rows: list[np.ndarray]) -> str:
    """The likeliest next word before and after the change, or, if it is still the same, its two probabilities."""
    w, spelled = words(PAGE), vocabulary()
    was, now = (int(row.argmax()) for row in rows)
    if was == now:
        values = {"was": Label(spelled[was]), "p": plain(rows[0][was]), "p_now": plain(rows[1][was])}
        return filled(w["likeliest_still"], values, language())
    return filled(w["likeliest_other"], {"was": Label(spelled[was]), "now": Label(spelled[now])}, language())


def _two_futures(rows: list[np.ndarray], own: tuple, changed: tuple) -> None:
    """The next word after the prefix as it was and as changed."""
    w, spelled = words(PAGE), vocabulary()
    both = torch.from_numpy(np.stack(rows))
    shown = experiment.columns(both, (), 14)
    labels = tuple(" ".join(spelled[i] for i in prefix[-2:]) for prefix in (own, changed))
    heatmap(matrix("futures", w["futures"], both[:, shown], [f"… {label} →" for label in labels],
                   [spelled[i] for i in shown], scale="sequential", column_axis=w["next_word"],
                   colour=tint(EQUATIONS["output.probabilities"])), key="futures")


def _ledgers(model: str, text: str, forced: tuple[int, ...], at: int) -> None:
    """Word by word: told the true words, and going on alone."""
    w = words(PAGE)
    forced_ledger, told_sum, told_perplexity = _ledger(model, text, forced)
    alone, alone_sum, alone_perplexity = _ledger(model, text, forced, at)
    left, right = st.columns(2, gap="medium")
    for column, name, ledger in ((left, "teacher_forced", forced_ledger), (right, "free_running", alone)):
        column.markdown(f"**{w[name]}**")
        column.dataframe([{"t": t, w["word"]: word, "log p": log_p, "p": math.exp(log_p)} for t, (word, log_p) in
                          enumerate(zip(ledger.words, ledger.log_probabilities), 1)],
                         hide_index=True, height="content", key=f"ledger {name}", column_config={
                             "t": st.column_config.NumberColumn(width=40),
                             "log p": st.column_config.NumberColumn(format="%.3f"),
                             "p": st.column_config.ProgressColumn(min_value=0, max_value=1, format="%.4f")})
    for column, total, perplexity in ((left, told_sum, told_perplexity), (right, alone_sum, alone_perplexity)):
        column.markdown(w["ledger_sum"].format(total=fixed(total, 3), p=plain(math.exp(total)),
                                               perplexity=plain(perplexity)))
