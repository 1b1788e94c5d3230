"""Step through a sentence's forward pass: N0 eq (1)-(40), N1."""

import streamlit as st

from pages.components import sentence, state, walk
from pages.components.text import words

with st.container(gap="xsmall"):
    sentence.sentence()
    trace = state.trace()
    if trace is not None:
        with st.container(horizontal=True, vertical_alignment="center", key="asked"):
            sentence.pair(trace)
            st.caption(words("walkthrough")["question"], width="content")
        walk.walk(trace)
