"""The first page: what this is, in one look; a sentence typed above goes straight to its forward pass."""

import streamlit as st

from pages.components import example
from pages.components.onward import onward
from pages.components.text import prose, words

w = words("start")
if st.session_state.pop("typed", False):
    onward()
st.markdown(prose("start", "hero"))
left, right = st.columns([0.56, 0.44], gap="large")
with left:
    example.example(words("board"))
    if st.button(w["go"], type="primary", icon=":material/play_arrow:"):
        onward()
    st.caption(w["example_caption"])
with right:
    for key in ("what", "how", "who", "notes"):
        st.markdown(prose("start", key))
