"""The switchboard: what can be changed in the forward pass, undone and sent as a link; and what the change did.

Edits live as text in a hidden, bound input of the bar, so they are in the URL. The pages read ``runs.edits()``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import partial

import streamlit as st

from core.edits import LONGEST_TEXT, Ablate, Edit, Permute, Scale, SetCell, Skip, to_text
from core.steps import Trace
from pages.components import runs
from pages.components.bar.folded import choosing, folded
from pages.components.numbers import fixed
from pages.components.text import words

SWITCHES: dict[str, tuple[Edit, ...]] = {
    "scale": (Skip("*.scores"),),
    "mask": (Skip("*.masked_scores"),),
    "positions": (Skip("*_embedding.positioned"),),
    "residual": (Skip("*.added"),),
    "norm": (Skip("*.normalized"), Skip("*.norm_?.output")),
}
KEY, HISTORY = "edits", "edits before"
MOST_UNDONE = 200
VIEWS = ("edited", "base", "difference")


def put(changed: Sequence[Edit]) -> None:
    """Put other edits in force, in a callback; ``undo`` brings the old ones back. Refused: more than a link holds."""
    wanted = to_text(tuple(changed))
    if len(wanted) > LONGEST_TEXT:
        st.toast(words("switchboard")["too_many"], icon=":material/link_off:")
        return
    st.session_state[HISTORY] = [*st.session_state.get(HISTORY, [])[-MOST_UNDONE:], st.session_state.get(KEY, "")]
    st.session_state[KEY] = wanted


def undo() -> None:
    history = st.session_state.get(HISTORY, [])
    st.session_state[KEY] = history.pop() if history else ""


def draw(edit) -> None:
    """The reader dragged or typed a weight: the rest of the row gives or takes, so that it still sums to 1."""
    cell = edit.cell
    at = (cell.row, cell.column) if cell.panel is None else (cell.panel, cell.row, cell.column)
    others = [e for e in runs.edits() if not (isinstance(e, SetCell) and e.step == cell.picture and e.at == at)]
    put([*others, SetCell(cell.picture, at, min(1.0, max(0.0, edit.value)), True)])


def run(base: Trace | None, views: Sequence[str] = VIEWS[:2]) -> tuple[Trace | None, str]:
    """One line: the switches behind a button, undo and reset, and which run to look at. Returns it and its view.

    The line is as high with edits as without, so that the first edit moves no picture. What the edits did to the answer
    is told in the bar.
    """
    if base is None:
        return None, "base"
    w, chosen, changed, view = words("switchboard"), runs.edits(), None, "base"
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="switched"):
        folded(w["title"], "switching", partial(_switches, base, w, chosen), icon=":material/tune:")
        st.button(w["undo"], icon=":material/undo:", on_click=undo, disabled=not st.session_state.get(HISTORY))
        st.button(w["reset"], icon=":material/restart_alt:", on_click=put, args=((),), disabled=not chosen)
        if chosen:
            changed = runs.trace(chosen)
        if changed is not None:
            view = st.segmented_control(w["view"], views, default=views[0], key="view", required=True, width="content",
                                        format_func=lambda name: w[f"view_{name}"], label_visibility="collapsed")
        if changed is not None and "token_losses" in base:
            log_p = [-float(trace["token_losses"].value.sum()) for trace in (base, changed)]
            st.caption(f"{w['log_probability']} {fixed(log_p[0], 2)} → {fixed(log_p[1], 2)}", width="content")
    return (base if view == "base" else changed), view


def _switches(base: Trace, w: dict[str, str], chosen: Sequence[Edit]) -> None:
    """All that can be switched. ``base``: the run without edits, to know heads and words."""
    st.caption(w["drawn"])
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="switches", width=560):
        for name in _offered(base):
            key = f"switch {name}"
            st.session_state[key] = not set(SWITCHES[name]) <= set(chosen)
            st.toggle(w[f"switch_{name}"], key=key, on_change=choosing(_flip), args=(name,))
        if any(step.endswith(".scores") for step in base):
            _temperature(w, chosen)
        _head(base, w, chosen)
        if "source" in base:
            _order(base, w, chosen)


def _offered(base: Trace) -> list[str]:
    """The switches of which this run has a step to switch."""
    return [name for name, edits in SWITCHES.items()
            if any(fnmatchcase(step, edit.step) for edit in edits for step in base)]


def _flip(name: str) -> None:
    kept = [edit for edit in runs.edits() if edit not in SWITCHES[name]]
    put(kept if st.session_state[f"switch {name}"] else [*kept, *SWITCHES[name]])


def _temperature(w: dict[str, str], chosen: Sequence[Edit]) -> None:
    factor = next((edit.factor for edit in chosen if isinstance(edit, Scale) and edit.step == "*.scores"), 1.0)
    choices = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
    st.session_state["switch temperature"] = min(choices, key=lambda t: abs(t - 1 / factor)) if factor else 1.0

    def change() -> None:
        kept = [edit for edit in runs.edits() if not (isinstance(edit, Scale) and edit.step == "*.scores")]
        t = st.session_state["switch temperature"]
        put(kept if t == 1.0 else [*kept, Scale("*.scores", 1 / t)])

    st.selectbox(w["temperature"], choices, key="switch temperature", on_change=choosing(change), width=85)


def _head(trace: Trace, w: dict[str, str], chosen: Sequence[Edit]) -> None:
    """One head of one attention, silenced."""
    options = ["", *((name.removesuffix(".weights"), head) for name in trace if name.endswith("attention.weights")
                     and trace[name].axes[0] == "head" for head in range(len(trace[name].value)))]
    if len(options) == 1:
        return
    silenced = next(((e.step.removesuffix(".weights"), e.head) for e in chosen if isinstance(e, Ablate)), "")
    st.session_state["switch head"] = silenced if silenced in options else ""

    def change() -> None:
        kept = [edit for edit in runs.edits() if not isinstance(edit, Ablate)]
        pick = st.session_state["switch head"]
        put([*kept, Ablate(f"{pick[0]}.weights", pick[1])] if pick else kept)

    st.selectbox(w["head"], options, key="switch head", on_change=choosing(change), width=190,
                 format_func=lambda o: _named(o, w) if o else w["none"])


def _named(option: tuple[str, int], w: dict[str, str]) -> str:
    stack, layer, attention = option[0].split(".")
    return f"{w[stack]} {int(layer) + 1} · {w[attention]} · {w['head_n'].format(n=option[1] + 1)}"


def _order(trace: Trace, w: dict[str, str], chosen: Sequence[Edit]) -> None:
    """The source words in another order, each with the position of its new place."""
    count = len(trace["source"].value)
    orders = {"same": tuple(range(count)), "reversed": tuple(reversed(range(count))),
              "swapped": (1, 0, *range(2, count)) if count > 1 else (0,)}
    current = next((edit.order for edit in chosen if isinstance(edit, Permute)), orders["same"])
    st.session_state["switch order"] = next((name for name, order in orders.items() if order == current), "same")

    def change() -> None:
        kept = [edit for edit in runs.edits() if not isinstance(edit, Permute)]
        pick = st.session_state["switch order"]
        read = next(name for name in ("source_embedding.scaled", "source_embedding.lookup") if name in trace)
        put(kept if pick == "same" else [*kept, Permute(read, "token", orders[pick])])

    st.selectbox(w["order"], list(orders), key="switch order", on_change=choosing(change), width=105,
                 format_func=lambda name: w[f"order_{name}"])
