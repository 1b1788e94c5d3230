"""The router: chapters and pages, and the bar above them; nothing else. Run with ``streamlit run app.py``.

The server imports this file once, at its start; each interaction runs it as a script.
"""

import logging

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from pages.components import contents, state
from pages.components.header import header
from pages.components.text import words

CHAPTERS = {
    "": ["start"],
    "chapter_transformer": ["transformer/walkthrough", "transformer/positions", "transformer/attention",
                            "transformer/similarity",
                            "transformer/heads", "transformer/layers", "transformer/decoder", "transformer/output",
                            "transformer/generation", "transformer/training"],
    "chapter_sequences": ["sequences/symmetry"],
    "chapter_notes": ["notes/equations", "notes/errata"],
}


def run() -> None:
    """One run of the page that the URL names."""
    st.set_page_config(page_title="Attention", page_icon="assets/images/icon.png", layout="wide")
    w = words("app")
    pages = {
        w.get(chapter, ""): [st.Page(f"pages/{path}.py", title=w[f"page_{path.rsplit('/')[-1]}"],
                                     default=path == "start") for path in paths]
        for chapter, paths in CHAPTERS.items()
    }
    page = st.navigation(pages, position="top")
    header()
    with contents.collected():
        page.run()
    st.session_state.pop("typed", None)  # for the start page, which leads on; whoever typed elsewhere stays there
    state.warm()  # after the first page is on its way


def failed(error: Exception) -> bool:
    """What a reader sees should a page fail: a sentence and a way on. The traceback goes to the server's log."""
    logging.getLogger(__name__).error("a page failed", exc_info=error)
    st.error(words("state")["failed"], icon=":material/error:")
    return True


if __name__ == "__main__":
    run()
else:
    PagesManager.uses_pages_directory = False  # or the first visitor's link to a page would not be found
    app = st.App("app.py", on_script_error=failed)
