"""Markdown and LaTeX of the texts as HTML and MathML, for pages that Streamlit does not draw."""

from __future__ import annotations

import functools
import html
import re
from xml.etree.ElementTree import tostring

from latex2mathml.converter import convert_to_element
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from pages.components.glossary import NAME, terms

_COLOUR = re.compile(r"[\w#(),.% -]+")
_UNASKED = {"href", "style", "class", "id"}  # that a formula could bring: \href, \style, \class, \cssId
_CARD = re.compile(rf'<a href="{NAME}#(\w+)">(.*?)</a>', re.DOTALL)
_LINK = re.compile(r"<a [^>]*>(.*?)</a>", re.DOTALL)
_BADGE = re.compile(r":[a-z]+(?:-badge|-background)?\[([^\]]*)\]")
_DECIMAL = re.compile(r"\d+\.\d+")
_HELD, _PLACE = "7.{:03}", re.compile(r"<mn>(7\.\d{3})</mn>")  # stands for a decimal while all around is converted
_MACRO = re.compile(r"\\(def|newcommand|newenvironment|DeclareMathOperator)\b")
_STRUT = re.compile(r"^\\rule\{0pt\}\{[^}]*\}")


def mathml(latex: str, display: bool = True) -> str:
    """A formula as MathML. Colours may be any of CSS, ``light-dark()`` too, which the attribute does not take.

    Formulas that differ in their decimals alone, as those of a row's cells do, are converted once.
    """
    numbers = _DECIMAL.findall(latex)
    places = (_HELD.format(number) for number in range(len(numbers)))
    between = _between(_DECIMAL.sub(lambda _: next(places), latex), display, len(numbers))
    if between is None:
        return _converted(latex, display)
    written = (f"<mn>{number}</mn>{after}" for number, after in zip(numbers, between[1:], strict=True))
    return between[0] + "".join(written)


@functools.lru_cache(maxsize=1024)
def _between(latex: str, display: bool, count: int) -> tuple[str, ...] | None:
    """What stands before, between and after so many numbers; None if one is no number of its own in MathML."""
    first, *pairs = _PLACE.split(_converted(latex, display))
    if pairs[::2] != [_HELD.format(number) for number in range(count)]:
        return None
    return first, *pairs[1::2]


def _converted(latex: str, display: bool) -> str:
    """Of strangers' formulas too: the converter's own text would have tags within a formula work as tags."""
    tree = convert_to_element(_STRUT.sub("", latex), display="block" if display else "inline")
    for node in tree.iter():
        node.text = node.text and html.unescape(node.text)  # the converter writes a symbol as its number
        node.attrib = {name: value for name, value in node.attrib.items() if name not in _UNASKED}
        colour = node.attrib.pop("mathcolor", "")
        if _COLOUR.fullmatch(colour):
            node.set("style", f"color: {colour}")
    return tostring(tree, encoding="unicode")


@functools.cache
def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    return reader.use(dollarmath_plugin, double_inline=True,
                      renderer=lambda latex, options: _formula(latex, options["display_mode"]))


def _formula(latex: str, display: bool) -> str:
    """As MathML; what a stranger wrote may be no formula, or one whose macros double it again and again: its source."""
    try:
        if _MACRO.search(latex) is None:
            return mathml(latex, display)
    except Exception:  # the converter's errors have nothing else in common
        pass
    return f"<code>{html.escape(latex)}</code>"


@functools.lru_cache(maxsize=4096)
def markup(language: str, text: str) -> str:
    """Markdown as HTML; a word of the glossary says what it means when it is pointed at, other links are their text."""
    written = _reader().render(_BADGE.sub(r"\1", text))

    def card(match: re.Match) -> str:
        term = terms(language).get(match[1])
        meaning = re.sub(r"[$\\]", "", term.text) if term else ""
        return f'<span class="term" tabindex="0" title="{html.escape(meaning)}">{match[2]}</span>'

    return _LINK.sub(r"\1", _CARD.sub(card, written))
