"""Random tokens, read twice: how surprised the model is at each; the reader's own words in the same way."""

from __future__ import annotations

import streamlit as st

from core.experiments import copying
from pages.components import charts, lesson, runs
from pages.components.address import in_link
from pages.components.lesson.brought import bring, language_model
from pages.components.numbers import plain
from pages.components.text import words
from pages.real.copying import PAGE

KEY, LONGEST = "second_reading", 200
_twice = runs.of_model(copying.read_twice)


@lesson.panel
def second_reading() -> None:
    """Surprise at each token of the two readings, once the reader has guessed."""
    w, run = words(PAGE), copying.stored()
    with lesson.exhibit(PAGE, KEY):
        labels = " ".join(f"`{label.replace('`', chr(39))}`" for label in run["labels"][:8])
        st.caption(w["tokens"].format(tokens=labels, drawn=run["drawn"], draws=run["draws"]))
        whole = run["losses"]["whole"]
        if lesson.predict(PAGE, KEY, ("as_before", "half", "a_third_or_less"), truth=_drop, first=whole["first"],
                          second=whole["second"], drawn=run["drawn"], draws=run["draws"],
                          ratio=whole["first"] / whole["second"]):
            by_token = whole["by_token"]
            with st.container(key="copying surprise"):
                charts.lines({w["surprise"]: (list(range(2, len(by_token) + 2)), by_token)}, w["place"], w["nats"],
                             dots=True, height=260)
            _own_words()


def _drop(numbers: dict) -> str:
    share = numbers["second"] / numbers["first"]
    return "a_third_or_less" if share <= 1 / 3 else "half" if share < 0.75 else "as_before"


def _own_words() -> None:
    """The reader's text, read twice by the brought model."""
    w, model = words(PAGE), language_model()
    if not model:
        bring()
        return
    text = in_link(st.text_input)(w["own"], value=w["own_example"], max_chars=LONGEST, key="copying text")
    try:
        first, second, count = _twice(model, text)
    except ValueError:
        st.info(w["too_short"], icon=":material/edit:")
        return
    st.markdown(w["own_losses"].format(first=plain(first), second=plain(second), count=count))
