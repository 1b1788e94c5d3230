"""The glossary on a page: passages in the language of the session, and the cards of all words."""

from __future__ import annotations

from pages.components.glossary import NAME, carded, others, terms
from pages.components.modules import component
from pages.components.text import language, words

_mount = component("attention_glossary", "glossary/cards.js")


def passage_with_cards(page: str, key: str) -> str:
    """A passage as Markdown, its new words linked to their cards."""
    return carded(language(), page)[key]


def also(page: str) -> str:
    """A line with the cards of those words; "" where there are none."""
    lang = language()
    here = others(lang, page) if page != NAME else ()
    each = " · ".join(f"[{terms(lang)[identity].name}]({NAME}#{identity})" for identity in here)
    return words("lesson")["also"].format(words=each) if here else ""


def cards() -> None:
    """The cards of all words, for the links of a page."""
    w = words("lesson")
    _mount(key=NAME, width="content", height="content", data={
        "terms": {term.id: [term.name, term.text] for term in terms(language()).values()}, "all": w["all_words"]})
