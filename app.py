"""The router: chapters and pages, language, model, text and depth; nothing else. Run with ``streamlit run app.py``."""

import streamlit as st

from pages.components import state
from pages.components.header import header
from pages.components.text import words

st.set_page_config(page_title="Attention", page_icon="assets/images/icon.png", layout="wide")
state.warm()
w = words("app")
CHAPTERS = {
    "": ["start"],
    "chapter_transformer": ["transformer/walkthrough"],
}
pages = {
    w.get(chapter, ""): [st.Page(f"pages/{path}.py", title=w[f"page_{path.rsplit('/')[-1]}"], default=path == "start")
                         for path in paths]
    for chapter, paths in CHAPTERS.items()
}
page = st.navigation(pages, position="top")
header()
page.run()
