"""A word is explained where a page first uses it: a link with a dotted line, and a card that it opens.

    with_cards("en", text)                        # a text by itself, its words as links
    st.markdown(view.passage_with_cards(PAGE, "N0-08"))         # a page's passage, with its new words as links
    view.cards()                                  # once a run, by the router: the cards themselves

The one list of words is ``glossary.toml``: ``id = "name :: pattern of its forms :: explanation"``. A link leads to the
page of all words, so it is of use without the script too. Formulas, code, numbers and other links are left as they are.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from pages.components.text_files import LANGUAGES, ROOT, passages

NAME = "glossary"
PLAIN = "intuition"
"""What the key of a passage ends with that stands in the place of another for who asks for intuition alone."""
BLANK = (".title", ".formula")
"""Ends of the keys of passages that are no prose."""
ALWAYS = re.compile(r"[^.]+(\.try)?")
"""Keys of passages that every reader of a page sees; others wait for a guess or a step."""
BARE = ("start", "walkthrough", "errata")
"""What is no page of lessons: theirs is no running text in which words are met."""
_KEPT = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|!?\[[^\]]*\]\([^)]*\)|:[\w-]+(?:/[\w-]+)?(?:\[[^\]]*\]|:)|\{[^}]*\}"
                   r"|<[^>]*>|https?://\S+", re.DOTALL)


@dataclass(frozen=True)
class Term:
    """A word of the glossary in one language: what it is called, the forms it takes in a text, what it means."""

    id: str
    name: str
    forms: str
    text: str


@functools.cache
def terms(lang: str) -> dict[str, Term]:
    """All words by id, in the order of the file."""
    written = tomllib.loads((ROOT / lang / f"{NAME}.toml").read_text("utf-8"))
    return {key: Term(key, *(part.strip() for part in value.split(" :: "))) for key, value in written.items()}


@functools.cache
def pattern(lang: str) -> re.Pattern[str]:
    """Finds any word of the glossary, a longer one before one that it holds; the group's name is the word's id."""
    before, after = (r"(?<![\w-])", r"(?![\w-])") if lang == "en" else ("", "")
    order = sorted(terms(lang).values(), key=lambda term: -len(term.name))
    each = "|".join(f"(?P<{term.id}>{term.forms})" for term in order)
    return re.compile(f"{before}(?:{each}){after}", re.IGNORECASE if lang == "en" else 0)


def term_spans(lang: str, text: str) -> Iterator[tuple[str, int, int]]:
    """(id, start, end) of the words of the glossary in a text, outside of what is no prose."""
    verbatim = [one.span() for one in _KEPT.finditer(text)]
    for match in pattern(lang).finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in verbatim):
            yield match.lastgroup, *match.span()


@functools.cache
def carded(lang: str, page: str) -> dict[str, str]:
    """All passages of a page, each word of the glossary a link where it is met first.

    In a passage that waits for a guess a word is a link too, but counts as met only where everybody sees it. An
    erratum's passages are read by themselves.
    """
    met: dict[str, set[str]] = {}
    done = {}
    for key, text in passages(lang, page).items():
        if key.endswith(BLANK):
            done[key] = text
            continue
        scope = met.setdefault(key.partition(".")[0] if page == "errata" else page, set())
        if key in done:
            continue
        done[key], here = _with_cards(lang, text, scope)
        if (plain := f"{key}.{PLAIN}") in passages(lang, page):  # who reads the one does not read the other
            done[plain], also = _with_cards(lang, passages(lang, page)[plain], scope)
            here &= also
        if page == "errata" or ALWAYS.fullmatch(key):
            scope |= here
    return done


def _with_cards(lang: str, text: str, met: set[str]) -> tuple[str, set[str]]:
    """A passage with links on its new words, and these; a heading carries one only if the text below does not."""
    head = len(text.partition("\n")[0]) if "\n" in text else 0
    first: dict[str, tuple[int, int]] = {}
    for identity, start, end in term_spans(lang, text):
        if identity not in met and (identity not in first or first[identity][0] < head <= start):
            first[identity] = start, end
    for identity, (start, end) in sorted(first.items(), key=lambda item: -item[1][0]):
        text = f"{text[:start]}[{text[start:end]}]({NAME}#{identity}){text[end:]}"
    return text, set(first)


@functools.cache
def with_cards(lang: str, text: str) -> str:
    """A text that is read by itself, each word of the glossary in it a link where it stands first."""
    return _with_cards(lang, text, set())[0]


@functools.cache
def others(lang: str, page: str) -> tuple[str, ...]:
    """The words that pictures, captions and buttons of a page use, and that nothing links which every reader sees."""
    own = tomllib.loads((ROOT / lang / f"{page}.toml").read_text("utf-8")).values()
    linked: set[str] = set()
    for key in filter(ALWAYS.fullmatch, passages(lang, page)):
        heading, _, body = passages(lang, page)[key].partition("\n")
        plain = passages(lang, page).get(f"{key}.{PLAIN}", body)
        linked |= _held(lang, heading) | _held(lang, body) & _held(lang, plain)
    return tuple(dict.fromkeys(identity for text in own for identity, _, _ in term_spans(lang, text)
                               if identity not in linked))


def _held(lang: str, text: str) -> set[str]:
    """The words of the glossary in a text."""
    return {identity for identity, _, _ in term_spans(lang, text)}


@functools.cache
def first_met(order: tuple[str, ...]) -> dict[str, tuple[str, str]]:
    """Id -> (page, key of the exhibit) where a word is met first, on pages in this order, in either language."""
    places: dict[str, tuple[str, str]] = {}
    for page in order:
        name = page.rpartition("/")[2]
        for lang in LANGUAGES:
            if (ROOT / lang / f"{name}.md").exists() and name not in BARE:
                for key, text in passages(lang, name).items():
                    for identity, _, _ in term_spans(lang, text):
                        places.setdefault(identity, (page, key.partition(".")[0]))
    return places
