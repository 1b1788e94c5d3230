"""Markdown and LaTeX of the texts as HTML and MathML, for pages that Streamlit does not draw."""

from __future__ import annotations

import functools
import html
import re

from latex2mathml.converter import convert
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from pages.components.glossary import NAME, terms

_COLOURED = re.compile(r'mathcolor="([^"]*)"')
_CARD = re.compile(rf'<a href="{NAME}#(\w+)">(.*?)</a>', re.DOTALL)
_LINK = re.compile(r'<a href="[^"]*">(.*?)</a>', re.DOTALL)
_BADGE = re.compile(r":[a-z]+(?:-badge|-background)?\[([^\]]*)\]")
_STRUT = re.compile(r"^\\rule\{0pt\}\{[^}]*\}")


def mathml(latex: str, display: bool = True) -> str:
    """A formula as MathML. Colours may be any of CSS, ``light-dark()`` too, which the attribute does not take."""
    written = convert(_STRUT.sub("", latex), display="block" if display else "inline")
    return _COLOURED.sub(r'style="color: \1"', written)


@functools.cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return reader.use(dollarmath_plugin, double_inline=True,
                      renderer=lambda latex, options: mathml(latex, options["display_mode"]))


@functools.lru_cache(maxsize=4096)
def markup(language: str, text: str) -> str:
    """Markdown as HTML; a word of the glossary says what it means when it is pointed at, other links are their text."""
    written = _reader().render(_BADGE.sub(r"\1", text))

    def card(match: re.Match) -> str:
        term = terms(language).get(match[1])
        meaning = re.sub(r"[$\\]", "", term.text) if term else ""
        return f'<span class="term" tabindex="0" title="{html.escape(meaning)}">{match[2]}</span>'

    return _LINK.sub(r"\1", _CARD.sub(card, written))
