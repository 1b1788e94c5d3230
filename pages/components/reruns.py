"""What a run draws: the whole page where more has changed than what the browser wants drawn, nothing of a page left.

A browser sends in one message what changes in one moment: a sentence and the choice tapped next, by which its box is
left, or a box that ``lesson/near.js`` ticks just then. The message asks for the fragment of one of them alone: what was
typed would stand in the box and in the address, and the page would not follow.

A browser that is on its way to another page goes on naming the one that it leaves, until that page's first words have
come: what it wants drawn of a fragment then, a menu that opens or a panel that comes near, would lead it back.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import SessionState

_HEARD = "last message"
"""In the session: the values of its widgets, as the browser sent them last."""


def draw_all_that_changed() -> None:
    """From now on, for all sessions of this process."""
    call = SessionState._call_callbacks

    def call_callbacks(state: SessionState, **given) -> None:
        context, message = get_script_run_ctx(), state._current_interaction_widget_states
        more = _changed_elsewhere(state, message, context.fragment_ids_this_run)
        call(state, **given)
        if more:  # a click's callback has been called; that run is to see it once more
            context.script_requests.request_rerun(replace(
                state._build_full_app_rerun(context),
                replay_trigger_states=state._filter_active_trigger_widget_states(message)))

    SessionState._call_callbacks = call_callbacks


def leave_pages() -> None:
    """From now on, for all sessions of this process: nothing is drawn of a page that its reader has left."""
    request = AppSession.request_rerun

    def request_rerun(session: AppSession, asked: ClientState | None) -> None:
        here = session._pages_manager.current_page_script_hash
        wanted, from_here = getattr(session, "bound_for", ("", ""))
        page = wanted if from_here == here else here  # what was wanted last may not have begun
        if asked and asked.fragment_id and asked.page_script_hash != page:
            return
        if asked:
            session.bound_for = asked.page_script_hash, here
        request(session, asked)

    AppSession.request_rerun = request_rerun


def _changed_elsewhere(state: SessionState, message: WidgetStates, fragments: list[str] | None) -> bool:
    """Whether the reader has changed what lies outside these fragments; none: the whole page is drawn.

    What was the same in the browser's last message it only has not heard of: it was changed here.
    """
    before, said = st.session_state.get(_HEARD, {}), {one.id: one for one in message.widgets}
    st.session_state[_HEARD], known = said, state._new_widget_state.widget_metadata
    return bool(fragments) and any(
        state._widget_changed(name) for name, one in said.items()
        if before.get(name) != one and name in known and known[name].fragment_id not in fragments)
