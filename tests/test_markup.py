"""Texts as HTML and formulas as MathML: nothing that a stranger writes works as markup."""

import html
import re
from html.parser import HTMLParser
from itertools import pairwise
from string import ascii_letters

import pytest
from latex2mathml.converter import convert
from test_pages import PAGES

from pages.components.sheet.markup import markup, mathml
from pages.components.text_files import LANGUAGES, passages


def test_markup_lets_nothing_through_as_markup():
    assert "<script" not in markup("en", "<script>alert(1)</script> [x](javascript:alert(1)) $<b>$")
    assert "href" not in markup("en", "[x](https://example.org)")
    assert 'title="' in markup("en", "[softmax](glossary#softmax)")
    assert 'style="color: light-dark(#000, #fff)"' in mathml(r"\textcolor{light-dark(#000, #fff)}{X}")


DOUBLED = "".join(rf"\newcommand{{\{a}}}{{\{b}\{b}}}" for a, b in pairwise(ascii_letters)) + r"\a"  # 2 ** 51 letters


@pytest.mark.parametrize("latex", [
    r"\text{<img/src='x'/onerror='alert(1)'>}", r"\text{&lt;img src=x onerror=alert(1)&gt;}", r"\href{javascript:a}{x}",
    r"\style{position:fixed}{x}", r"\color{red;position:fixed}{x}", r"\class{term}{x}", r"\frac", r"\left(", "x_1_2",
    "{" * 3000, r"\frac{1}{" * 900 + "x" + "}" * 900, r"\def\a{\a\a}\a", DOUBLED])
def test_a_strangers_formula_brings_no_tags_links_or_styles_and_one_that_cannot_be_read_is_its_source(latex):
    written = Parsed(markup("en", f"**before** ${latex}$ after"))
    assert written.text.startswith("before ") and written.text.endswith(" after")
    assert not written.tags & {"img", "a", "script"} and not written.attributes & {"href", "style", "onerror"}
    assert written.attributes <= {"class", "xmlns", "display"} and written.classes <= {"math inline"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_formula_of_the_texts_can_be_read(language):
    for page in PAGES:
        for key, text in passages(language, page.rpartition("/")[2]).items():
            assert "<code" not in markup(language, text) or "`" in text, key


class Parsed(HTMLParser):
    """What a browser makes of HTML: its text, the names of its tags and attributes, the classes."""

    def __init__(self, written):
        super().__init__()
        self.text, self.tags, self.attributes, self.classes = "", set(), set(), set()
        self.feed(written)
        self.text = self.text.strip()

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}
        self.classes |= {value for name, value in attributes if name == "class"}

    def handle_data(self, text):
        self.text += text


@pytest.mark.parametrize("latex", [
    r"\frac{e^{-0.2246 - (0.4485)}}{4.899} = \frac{0.5101}{4.899} = 0.1041", r"\tfrac12 x_1^2 \times 10^{5}",
    r"\text{about 1.50} + 7.001 + 1.5\cdot 7.000", r"\textcolor{#c31ea5}{1.25} \rule{0.5em}{1.5pt} 2.5", r"3.25"])
def test_a_formula_whose_frame_is_known_is_written_as_one_that_is_converted(latex):
    for display in (True, False):
        plain = html.unescape(convert(latex, display="block" if display else "inline"))
        assert mathml(latex, display) == re.sub(r'mathcolor="([^"]*)"', r'style="color: \1"', plain)
