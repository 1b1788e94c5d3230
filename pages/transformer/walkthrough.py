"""Step through a sentence's forward pass: N0 eq (1)-(40), N1."""

import streamlit as st

from pages.components import sentence, state, walk
from pages.components.text import words

st.caption(words("walkthrough")["question"])
sentence.sentence()
trace = state.trace()
if trace is not None:
    sentence.pair(trace)
    walk.walk(trace)
