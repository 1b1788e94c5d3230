"""Where a page's script lies, by the page's name as errata, equations and the router write it."""

from __future__ import annotations

import copy
import functools
from pathlib import Path

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx


def order() -> tuple[str, ...]:
    """All pages by name, in the order in which the router lists them."""
    pages = get_script_run_ctx().pages_manager.get_pages().values()
    return tuple("/".join(Path(page["script_path"]).parent.parts[-2:]) for page in pages)


def script(page: str) -> str:
    """``transformer/attention`` -> ``pages/transformer/attention/attention.py``."""
    return f"pages/{page}/{page.rpartition('/')[2]}.py"


def page(name: str, title: str) -> st.Page:
    """A page for the router, each run's own: Streamlit notes in it that it is drawn."""
    return copy.copy(_page(name, title))


@functools.lru_cache(maxsize=128)
def _page(name: str, title: str) -> st.Page:
    """Kept, as to find the files of all pages takes a run of any some milliseconds."""
    return st.Page(script(name), title=title, default=name == "start")
