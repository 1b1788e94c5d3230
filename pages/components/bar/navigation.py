"""The way from the first page to another: one entry in the browser's history, as for a click in the menu."""

from __future__ import annotations

from typing import NoReturn
from urllib.parse import urlencode

import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetStates
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx

from pages.components.location import ENTRIES
from pages.components.text import linked

WALK = "walk"
"""The key of the walkthrough's board."""
WALKTHROUGH = "walkthrough"
"""The page that it stands on."""
ALL_STEPS = "all steps"
"""In the session: whoever comes to it next is to walk through all steps, not the tour."""
_LED = "led on"


def lead_on(page: str, model: str, text: str = "") -> None:
    """Leave for another page, with a model and a sentence under study (none: its example); in a callback."""
    st.session_state[_LED] = page, model, text


def beside(page: str, model: str, **more: str) -> str:
    """The link that leads where ``lead_on`` leads without a sentence, for another tab; ``more``: parameters beside."""
    said = {name: linked(name) for name in ENTRIES} | {"model": model, "text": ""} | more
    return f"{page}?{urlencode({name: value for name, value in said.items() if value})}"


def follow(page: str) -> None:
    """Go where a callback leads, before anything of this page is drawn; once there, make its choices.

    They are made on the other page only: the browser learns of a bound choice from the run in which it was set.
    """
    if _LED not in st.session_state:
        return
    wanted, model, text = st.session_state[_LED]
    if wanted != page:
        _run(wanted)
    del st.session_state[_LED]
    st.session_state["model"], st.session_state["text"] = model, text


def _run(name: str) -> NoReturn:
    """Run the page of this name instead of this one.

    ``st.switch_page`` would first empty the address, and the run after it would fill in the bound choices again: two
    entries more, so that Back would have to be pressed three times.
    """
    context = get_script_run_ctx()
    pages = context.pages_manager.get_pages().values()
    wanted = next(page["page_script_hash"] for page in pages if page["url_pathname"] == name)
    states = context.session_state.get_widget_states()
    lasting = [one for one in states if not one.WhichOneof("value").endswith("trigger_value")]  # a click is over
    raise RerunException(RerunData(query_string=context.query_string, page_script_hash=wanted,
                                   widget_states=WidgetStates(widgets=lasting),
                                   cached_message_hashes=context.cached_message_hashes,
                                   context_info=context.context_info))
