"""Lectures: ready ones to start, and one's own, made of views that were kept while browsing."""

import streamlit as st

from pages.components.text import prose, words
from pages.room.lectures import PAGE
from pages.room.lectures.own import own
from pages.room.lectures.ready import ready

st.title(words("app")[f"page_{PAGE}"], anchor=False)
st.markdown(prose(PAGE, "about"))
ready()
own()
