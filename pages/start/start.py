"""The first page: a real translation performed, a box for the reader's own sentence, and doors to what there is."""

import streamlit as st

from pages.components.glossary.view import also, passage_with_cards
from pages.components.text import prose
from pages.start import cards, performance, sentence_box

with st.container(key="start", gap="small", horizontal_alignment="center"):
    st.markdown(passage_with_cards("start", "hero"), text_alignment="center")
    performance.performance()
    sentence_box.sentence_box()
    cards.cards()
    st.caption(also("start"), text_alignment="center")
    st.caption(prose("start", "notes"), text_alignment="center")
