"""The whole page is drawn anew where more has changed than what the browser wants drawn.

A browser sends in one message what changes in one moment: a sentence and the choice tapped next, by which its box is
left, or a box that ``lesson/near.js`` ticks just then. The message asks for the fragment of one of them alone: what was
typed would stand in the box and in the address, and the page would not follow.
"""

from __future__ import annotations

from dataclasses import replace

from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState


def draw_all_that_changed() -> None:
    """From now on, for all sessions of this process."""
    call = SessionState._call_callbacks

    def call_callbacks(state: SessionState, **given) -> None:
        context = get_script_run_ctx()
        more = context.fragment_ids_this_run and _changed_elsewhere(state, context.fragment_ids_this_run)
        clicked = state._filter_active_trigger_widget_states(state._current_interaction_widget_states)
        call(state, **given)
        if more:  # a click's callback has been called; that run is to see it once more
            context.script_requests.request_rerun(
                replace(state._build_full_app_rerun(context), replay_trigger_states=clicked))

    SessionState._call_callbacks = call_callbacks


def _changed_elsewhere(state: SessionState, fragments: list[str]) -> bool:
    widgets = state._new_widget_state
    return any(state._widget_changed(name) for name in widgets if name in widgets.widget_metadata
               and widgets.widget_metadata[name].fragment_id not in fragments)
