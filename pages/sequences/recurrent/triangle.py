"""The gradient of the shared weights, term by term: N2-03, N4-27; R102."""

from __future__ import annotations

import streamlit as st
import torch

from core.equations import through_time
from core.experiments import through_time as computed
from core.steps import Trace
from pages.components import lesson, model_choice
from pages.components.board import Cell, heatmap
from pages.components.cache import shared
from pages.components.cell.arithmetic import arithmetic
from pages.components.labels_told import Label, filled
from pages.components.lesson.one_head import picture
from pages.components.lesson.pictures import titled
from pages.components.numbers import Numeral, plain
from pages.components.text import board_words, language, words
from pages.sequences.recurrent import PAGE

KEY = "recurrent triangle"


@shared
def unrolled(model: str, sentence: tuple[str, ...]) -> tuple[computed.Unrolled, torch.Tensor]:
    """The first pass of training on these words, labelled as the trained model labels them; all terms."""
    tagger = model_choice.loaded(model)
    labels = torch.tensor([tagger.labels.index(label) for label in tagger.labelled(sentence)])
    run = computed.unrolled(computed.fresh(tagger.model), tagger.ids(sentence), labels)
    return run, computed.terms(run)


@lesson.panel
def triangle(trace: Trace) -> None:
    """A term for each loss and each earlier state; their sum beside autograd's; a click shows how one is made."""
    w, sentence = words(PAGE), trace["source"].labels[0]
    run, terms = unrolled(model_choice.name(), sentence)
    results, last = computed.triangle(run, terms), len(sentence) - 1
    with lesson.exhibit(PAGE, "N4-27", "N2-03"):
        left, right = st.columns([0.56, 0.44], gap="large")
        with left:
            future = torch.ones(len(sentence), len(sentence), dtype=torch.bool).triu(1).numpy()
            norms = terms.flatten(2).norm(dim=-1).numpy()
            state = heatmap(titled(PAGE, "triangle", norms, rows=sentence, columns=sentence,
                                   row_axis=w["loss_at"], column_axis=w["through_state"], scale="magnitude",
                                   masked=future), key=KEY, words=board_words(w["no_term"]), height=400)
        with right:
            if lesson.predict(PAGE, "N2-03", ("a_tenth", "a_third", "half_or_more"), {
                    "error": results["direct_error"], "count": str(results["count"])}.copy, _truth, _telling(results)):
                lesson.figures((w["terms"], results["count"]), (w["autograd"], plain(results["difference"], 2)))
        chosen = state.cell and state.cell.column <= state.cell.row <= last
        cell = state.cell if chosen else Cell(KEY, None, last, last - 2)
        _term(run, cell.row, max(cell.column, 0), sentence)
        lesson.stands(through_time.step_jacobian.equation)
        lesson.erratum("R102", lambda: _r102(results))


def _telling(results: dict) -> bool:
    """Of two words all terms but the diagonal's are zero, as the first state is; of one, all are."""
    return results["words"] > 2


def _truth(results) -> str:
    return "a_tenth" if results["error"] < 20 else "a_third" if results["error"] < 50 else "half_or_more"


def _term(run: computed.Unrolled, t: int, k: int, sentence) -> None:
    """How one term is made: the gradient at its loss, the Jacobians in between, what arrives, the term."""
    w, one = words(PAGE), computed.term(run, t, k)
    values = {"t": t + 1, "k": k + 1, "loss": Label(sentence[t]), "state": Label(sentence[k]), "factors": t - k}
    st.markdown(filled(w["term"], values, language()))
    between = [name for name in ("jacobian_product", "step_jacobian") if name in one][:1]
    names = ["loss_gradient", *between, *(["carried_back"] if between else []), "weight_term"]
    drawn = [picture(one, name, max(0, t - k - 2) if name == "jacobian_product" else 0) for name in names]
    signs = ("×", "=", "→") if between else ("→",)
    state = heatmap(drawn, key=f"{KEY} term", operators=signs, height=250)
    head = max(0, t - k - 2) if state.cell and state.cell.picture == "jacobian_product" and t - k > 2 else None
    arithmetic(one, state, f"{KEY} term", "weight_term", head=head)


def _r102(results: dict) -> None:
    if not lesson.enough(PAGE, _telling(results)):
        return
    w, (printed, right) = words(PAGE), st.columns(2)
    printed.markdown(w["r102_printed"].format(error=Numeral(results["direct_error"])))
    right.markdown(w["r102_right"].format(difference=Numeral(results["difference"]), count=results["count"]))
