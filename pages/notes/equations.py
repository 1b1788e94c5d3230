"""Index of the 46 numbered equations of N0: formula, function, code, page, picture; and the boxes they belong to."""

import streamlit as st

from pages.components import lesson, sentence, state
from pages.components.lessons import equations as views

lesson.question("equations")
sentence.sentence()
trace = state.trace()
number = views.chooser()
left, right = st.columns([0.36, 0.64], gap="large")
with left:
    views.place(number)
with right:
    views.printed(number)
    views.computed(number)
    if trace is not None:
        views.picture(trace, number)
        views.tries()
