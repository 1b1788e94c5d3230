"""The first page: what this is, in one look; a sentence typed above goes straight to its forward pass."""

import streamlit as st

from pages.components import example
from pages.components.text import prose, words

w = words("start")
if st.session_state.pop("typed", False):
    st.switch_page("pages/transformer/walkthrough.py", query_params={})  # a plain switch would clear bound ones
st.markdown(prose("start", "hero"))
left, right = st.columns([0.56, 0.44], gap="large")
with left:
    example.example(words("board"))
    if st.button(w["go"], type="primary", icon=":material/play_arrow:"):
        st.switch_page("pages/transformer/walkthrough.py", query_params={})
with right:
    for key in ("what", "how", "who", "notes"):
        st.markdown(prose("start", key))
