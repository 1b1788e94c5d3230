"""Index of the 46 numbered equations of N0: formula, function, code, page, picture; and the boxes they belong to."""

import streamlit as st

from pages.components import lesson, runs
from pages.notes.equations import index as views

lesson.question("equations")
trace = runs.trace()
number = views.chooser()
left, right = st.columns([0.36, 0.64], gap="large")
if trace is not None:
    with left:
        views.place(trace, number)
with right:
    views.printed(number)
    views.computed(trace, number)
    if trace is not None:
        views.picture(trace, number)
        views.tries(trace)
