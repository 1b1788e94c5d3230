"""The switchboard: what can be changed in the forward pass, undone and sent as a link; and what the change did.

Edits live as text in a hidden, bound input of the bar, so they are in the URL. The pages read ``runs.edits()``.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from core.edits import LONGEST_TEXT, Ablate, Edit, Permute, Scale, SetCell, to_text
from core.steps import Trace
from core.switches import everywhere, is_off, switches, turned
from pages.components import address, runs
from pages.components.bar.folded import choosing, folded
from pages.components.cache import lent
from pages.components.diagram import box_of
from pages.components.numbers import fixed
from pages.components.text import words

ON_BOARD = ("scale", "mask", "positions", "residual", "norm")
"""What can be switched off in the whole model; see ``core.switches``."""
KEY, HISTORY, UNDONE = "edits", "edits before", "edits undone"
MOST_UNDONE = 200
VIEWS = ("edited", "base", "difference")


def put(changed: Sequence[Edit]) -> None:
    """Put other edits in force, in a callback; ``undo`` brings the old ones back. Refused: more than a link holds."""
    wanted = to_text(tuple(changed))
    if len(wanted) > LONGEST_TEXT:
        st.toast(words("switchboard")["too_many"], icon=":material/link_off:")
        return
    before = st.session_state.get(KEY, "")
    if wanted != before:
        st.session_state[HISTORY] = [*st.session_state.get(HISTORY, [])[-MOST_UNDONE:], (before, wanted)]
        st.session_state.pop(UNDONE, None)
    st.session_state[KEY] = wanted


def undo() -> None:
    """Take back the change that made the edits in force. All are kept: Back may lead to what was undone."""
    if (last := _last()) is not None:
        st.session_state[KEY] = st.session_state[HISTORY][last][0]
        st.session_state[UNDONE] = st.session_state[KEY], last


def _last() -> int | None:
    """Which of the changes, (edits before, edits after), made the edits in force, of those that are not undone.

    Where Back has led past the last undo, or past later changes, all of them count.
    """
    now, history = st.session_state.get(KEY, ""), st.session_state.get(HISTORY, [])
    state, undone = st.session_state.get(UNDONE, (None, 0))
    counted = history[:undone] if now == state else history
    return max((at for at, (_, after) in enumerate(counted) if after == now), default=None)


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
        unedited = lent(base)
        folded(w["title"], "switching", lambda: _switches(unedited(), w, chosen), icon=":material/tune:")
        st.button(w["undo"], icon=":material/undo:", on_click=undo, disabled=_last() is None, key="undo edits")
        st.button(w["reset"], icon=":material/restart_alt:", on_click=put, args=((),), disabled=not chosen)
        if chosen:
            changed = runs.trace(chosen)
        if changed is not None:
            view = address.in_link(st.segmented_control)(
                w["view"], views, default=views[0], key="view", required=True, width="content",
                format_func=lambda name: w[f"view_{name}"], label_visibility="collapsed")
        else:
            address.keep("view", None)
        if changed is not None and "token_losses" in base:
            log_p = [-float(trace["token_losses"].value.sum()) for trace in (base, changed)]
            st.caption(f"{w['log_probability']} {fixed(log_p[0], 2)} → {fixed(log_p[1], 2)}", width="content")
    return (base if view == "base" else changed), view


def _switches(base: Trace, w: dict[str, str], chosen: Sequence[Edit]) -> None:
    """All that can be switched. ``base``: the run without edits, to know heads and words."""
    st.caption(w["drawn"])
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small", key="switches", width=560):
        for what in ON_BOARD:
            wanted, key = everywhere(base, what), f"switch {what}"
            if wanted:
                st.session_state[key] = not is_off(base, wanted, chosen)
                st.toggle(w[f"switch_{what}"], key=key, on_change=choosing(put),
                          args=(turned(base, wanted, chosen),))
        if any(step.endswith(".scores") for step in base):
            _temperature(w, chosen)
        _head(base, w, chosen)
        _order(base, w, chosen)


def _temperature(w: dict[str, str], chosen: Sequence[Edit]) -> None:
    factor = next((edit.factor for edit in chosen if isinstance(edit, Scale) and edit.step == "*.scores"), 1.0)
    choices = (0.1, 0.5, 1.0, 2.0, 5.0, 10.0)
    st.session_state["switch temperature"] = min(choices, key=lambda t: abs(t - 1 / factor)) if factor else 1.0

    def change() -> None:
        others = [edit for edit in runs.edits() if not (isinstance(edit, Scale) and edit.step == "*.scores")]
        t = st.session_state["switch temperature"]
        put(others if t == 1.0 else [*others, Scale("*.scores", 1 / t)])

    st.selectbox(w["temperature"], choices, key="switch temperature", on_change=choosing(change), width=85)


def _head(trace: Trace, w: dict[str, str], chosen: Sequence[Edit]) -> None:
    """One head of one attention, silenced."""
    heads = [switch.edit for switch in switches(trace) if switch.what == "head"]
    if not heads:
        return
    options = {"": w["none"]} | {edit: _named(trace, edit, w) for edit in heads}  # made here: a session holds no run
    st.session_state["switch head"] = next((edit for edit in chosen if edit in options), "")

    def change() -> None:
        others = [edit for edit in runs.edits() if not isinstance(edit, Ablate)]
        pick = st.session_state["switch head"]
        put([*others, pick] if pick else others)

    st.selectbox(w["head"], list(options), key="switch head", on_change=choosing(change), width=190,
                 format_func=options.__getitem__)


def _named(trace: Trace, edit: Ablate, w: dict[str, str]) -> str:
    """A head by the column, the layer and the name of its box."""
    box, terms = box_of(trace, edit.step), words("diagram")
    where = [terms[box.column], *([] if box.layer is None else [str(box.layer + 1)])]
    return f"{' '.join(where)} · {terms[box.word]} · {w['head_n'].format(n=edit.head + 1)}"


def _order(trace: Trace, w: dict[str, str], chosen: Sequence[Edit]) -> None:
    """The source words in another order, each with the position of its new place."""
    read = _embedded(trace)
    if read is None:
        return
    count = trace[read].shape[0]
    orders = {"same": tuple(range(count)), "reversed": tuple(reversed(range(count))),
              "swapped": (1, 0, *range(2, count)) if count > 1 else (0,)}
    current = next((edit.order for edit in chosen if isinstance(edit, Permute)), orders["same"])
    st.session_state["switch order"] = next((name for name, order in orders.items() if order == current), "same")

    def change() -> None:
        others = [edit for edit in runs.edits() if not isinstance(edit, Permute)]
        pick = st.session_state["switch order"]
        put(others if pick == "same" else [*others, Permute(read, "token", orders[pick])])

    st.selectbox(w["order"], list(orders), key="switch order", on_change=choosing(change), width=105,
                 format_func=lambda name: w[f"order_{name}"])


def _embedded(trace: Trace) -> str | None:
    """The step that holds the vectors of the words read, before their positions; none where none are given."""
    by_equation = {step.equation.key: name for name, step in trace.items()
                   if step.equation is not None and step.streams[:1] == ("source",)}
    return by_equation.get("embedding.scaled", by_equation.get("embedding.lookup"))
