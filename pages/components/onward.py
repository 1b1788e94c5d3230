"""The way from the first page to the walkthrough: one entry in the browser's history, as for a click in the bar."""

from __future__ import annotations

from typing import NoReturn

from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx

WALK = "walk"
"""The key of the walkthrough's board."""


def onward() -> NoReturn:
    """Run the walkthrough instead of this page.

    ``st.switch_page`` would first empty the address, and the run after it would fill in the bound choices again: two
    entries more, so that Back would have to be pressed three times.
    """
    context = get_script_run_ctx()
    pages = context.pages_manager.get_pages().values()
    walkthrough = next(page["page_script_hash"] for page in pages if page["url_pathname"] == "walkthrough")
    kept = WidgetStates(widgets=context.session_state.get_widget_states())
    raise RerunException(RerunData(query_string=context.query_string, page_script_hash=walkthrough, widget_states=kept,
                                   cached_message_hashes=context.cached_message_hashes,
                                   context_info=context.context_info))
