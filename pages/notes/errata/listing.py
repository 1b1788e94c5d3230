"""The list of errata: filters that the URL carries, a search, and each error with a way to its demonstration."""

from __future__ import annotations

import streamlit as st

from core.errata import ERRATA, NOTES, SEVERITIES, Erratum
from pages.components import item_pages
from pages.components.address import in_link
from pages.components.lesson.errata import PAGE, badge, linked, place, severity_name
from pages.components.links import script
from pages.components.text import words

TEXTS, SHOWN = "errata_list", 16
WIDTHS = (0.16, 0.42, 0.42)


def filtered() -> list[Erratum]:
    """Notes, severities and words to search for; the errata that pass, the linked one first."""
    w, first = words(PAGE), linked()
    row = st.container(horizontal=True, vertical_alignment="bottom", gap="large")
    notes = row.pills(w["note"], NOTES, selection_mode="multi", key="note", bind="query-params", width="content")
    severities = row.pills(w["severity"], SEVERITIES, selection_mode="multi", key="severity", bind="query-params",
                           format_func=severity_name, help=w["severity_help"], width="content")
    sought = in_link(row.text_input)(w["search"], key="errata sought", placeholder=w["search_help"], width=260,
                                     max_chars=100)
    passed = [e for e in ERRATA if (not notes or e.note in notes) and (not severities or e.severity in severities)
              and all(word in _searched(e) for word in sought.lower().split())]
    return [first, *(e for e in passed if e is not first)] if first else passed


def _searched(erratum: Erratum) -> str:
    texts = words(TEXTS)
    parts = (erratum.id, erratum.note, place(erratum), texts[f"{erratum.id}_says"], texts[f"{erratum.id}_right"])
    return " ".join(parts).lower()


def listed(errata: list[Erratum]) -> None:
    """How many there are, and a page of them."""
    w = words(PAGE)
    row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
    live = sum(erratum.id in item_pages.ERRATA for erratum in errata)
    row.markdown(w["count"].format(n=len(errata), all=len(ERRATA), live=live), width="content")
    if not errata:
        st.info(w["none"], icon=":material/search_off:")
        return
    pages = -(-len(errata) // SHOWN)
    with row:
        page = st.pagination(pages, key=f"errata {pages} pages", width=100 + 44 * pages) if pages > 1 else 1
    with st.container(border=True):
        heads = st.columns(WIDTHS, gap="medium")
        for column, name in zip(heads, ("place", "says", "right")):
            column.markdown(f"**{w[name]}**")
    for erratum in errata[(page - 1) * SHOWN: page * SHOWN]:
        entry(erratum)


def entry(erratum: Erratum) -> None:
    """One error: its place and weight, what is printed, what is right, and where to see it."""
    w, texts = words(PAGE), words(TEXTS)
    with st.container(border=True, key=f"listed-{erratum.id}"):
        where, says, right = st.columns(WIDTHS, gap="medium")
        sought = " :material/link:" if erratum is linked() else ""
        where.markdown(f"**{erratum.id}** {badge(erratum)}{sought}  \n:gray[{erratum.note} · {place(erratum)}]")
        says.markdown(texts[f"{erratum.id}_says"])
        right.markdown(texts[f"{erratum.id}_right"])
        if page := item_pages.ERRATA.get(erratum.id):
            right.page_link(script(page), icon=":material/play_circle:",
                            label=w["live"].format(page=words("app")[f"page_{page.rpartition('/')[2]}"]),
                            query_params={"erratum": erratum.id})
        else:
            right.caption(texts[f"{erratum.id}_unseen"])
