"""What can be found, in one language: pages, exhibits, equations, words, errors of the notes, models.

Everything is read from the texts that the pages show. What would give a guess away (``.reveal``, ``.wrong``) is not
among it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from core import catalog
from core.errata import ERRATA
from core.notes import N0, Printed
from pages.components import item_pages
from pages.components.glossary import PLAIN, terms
from pages.components.text_files import LANGUAGES, ROOT, page_words, passages

KINDS = ("page", "exhibit", "equation", "term", "erratum", "model")
WITHOUT = ("start", "walkthrough")
"""Pages whose passages are no exhibits."""
_FORMULA = re.compile(r"\$\$?(.*?)\$\$?", re.DOTALL)
_SIGNS = {r"\\(?:Big|big|left|right|quad|displaystyle|tilde|hat|bar|widetilde|mathbb|mathbf)(?![a-z])|\\[;,! ]": " ",
          r"\\(?:text|mathrm|operatorname)\{([^{}]*)\}": r" \1 ", r"\\sqrt\{([^{}]*)\}": r"√\1", r"\\sqrt": "√",
          r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}": r"\1/\2", r"\\top": "ᵀ", r"\\times|\\cdot": "·", r"\\sum": "∑",
          r"\\infty": "∞", r"\\in(?![a-z])": "∈", r"\\to(?![a-z])": " → ", r"\\mid": " | ", r"\\([A-Za-z]+)": r"\1",
          r"[{}\\]": ""}


class Found(NamedTuple):
    """One thing to find: its kind, its title, other names of it, the link, the title of its page, its text."""

    kind: str
    title: str
    others: tuple[str, ...]
    link: str
    page: str
    text: str


@functools.cache
def index(lang: str, pages: Sequence[str]) -> tuple[Found, ...]:
    """All that can be found; ``pages``: all pages by name, in their order, as in ``app.py``."""
    made = {each: [*_pages(each, pages), *_equations(each), *_terms(each), *_errata(each), *_models(each)]
            for each in LANGUAGES}
    foreign = next(each for each in LANGUAGES if each != lang)
    return tuple(own._replace(others=(*own.others, there.title)) for own, there in zip(made[lang], made[foreign]))


def _pages(lang: str, pages: Sequence[str]) -> Iterator[Found]:
    app = page_words(lang, "app")
    for page in pages:
        name = page.rpartition("/")[2]
        title, link = app[f"page_{name}"], "" if name == "start" else name
        known = passages(lang, name) if (ROOT / lang / f"{name}.md").exists() else {}
        yield Found("page", title, (), link, "", plain(known.get("question", "")))
        for key, text in known.items() if name not in WITHOUT else ():
            heading, below, body = text.partition("\n")
            if below and "." not in key:
                number = (key,) if re.fullmatch(r"N\d-\d+", key) else ()
                prose = " ".join(filter(None, (body, known.get(f"{key}.{PLAIN}"), known.get(f"{key}.try"))))
                yield Found("exhibit", plain(heading), number, f"{link}#{key.lower()}", title, plain(prose))


def _equations(lang: str) -> Iterator[Found]:
    w, page = page_words(lang, "terms"), page_words(lang, "app")["page_equations"]
    for number, printed in N0.items():
        called = " · ".join(dict.fromkeys(filter(None, _place(printed, w))))
        steps = (_result(key.rpartition(".")[2], key, w) for key in printed.equations)
        yield Found("equation", f"N0 ({number}) {called}", (f"({number})",), f"equations?equation={number}", page,
                    plain(f"${printed.latex}$ {' '.join(steps)}"))


def _place(printed: Printed, w: dict[str, str]) -> tuple[str, ...]:
    """Encoder, self-attention, weights: where the step of an equation stands."""
    *outer, result = (printed.vision or printed.step or printed.equations[-1]).split(".")
    names = [re.sub(r"_\d$", "", part) for part in outer]
    return (*(w.get(f"module_{name}", w.get(name, "")) for name in names), _result(result, printed.equations[-1], w))


def _result(result: str, key: str, w: dict[str, str]) -> str:
    """A result without the letter that stands before its name."""
    special = f"step_{key.replace('.', '_')}" if key.endswith(f".{result}") else ""
    caption = w.get(special) or w.get(f"step_{result}") or result.replace("_", " ")
    return caption.partition(" ")[2] or caption


def _terms(lang: str) -> Iterator[Found]:
    page = page_words(lang, "app")["page_glossary"]
    for term in terms(lang).values():
        yield Found("term", term.name, (), f"glossary#{term.id}", page, plain(term.text))


def _errata(lang: str) -> Iterator[Found]:
    app, short, long = page_words(lang, "app"), page_words(lang, "errata_list"), passages(lang, "errata")
    for erratum in ERRATA:
        page = item_pages.ERRATA.get(erratum.id, "notes/errata").rpartition("/")[2]
        says, right = short[f"{erratum.id}_says"], short[f"{erratum.id}_right"]
        anchor = "" if page == "errata" else f"#{erratum.id.lower()}"
        yield Found("erratum", f"{erratum.id} · {plain(long.get(f'{erratum.id}.title', says))}", (erratum.id,),
                    f"{page}?erratum={erratum.id}{anchor}", app[f"page_{page}"], plain(f"{says} {right}"))


def _models(lang: str) -> Iterator[Found]:
    from pages.components.bar.reply import named  # the bar imports this package

    app = page_words(lang, "app")
    for name in catalog.names():
        yield Found("model", named(name, app), (name,), f"walkthrough?{urlencode({'model': name})}",
                    app["page_walkthrough"], app["model"])


def plain(text: str) -> str:
    """Markdown as the letters that a reader sees, formulas as near as a line of text comes."""
    text = _FORMULA.sub(_formula, text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r":[a-z]+(?:-badge|-background)?\[([^\]]*)\]", r"\1", text)
    return re.sub(r"\s+", " ", re.sub(r"\*\*|`|^#+ |\{\w+\}", "", text, flags=re.MULTILINE)).strip()


def _formula(match: re.Match) -> str:
    written = match[1]
    for sign, instead in _SIGNS.items():
        written = re.sub(sign, instead, written)
    return written
