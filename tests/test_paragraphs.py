"""How much a paragraph asks of its reader: few numbers in a sentence's flow, few new words in an exhibit.

Paragraphs with the numbers that a run fills in are counted in ``test_guessed_pages``.
"""

import re

import pytest
from test_pages import PAGES
from test_texts import LANGUAGES, TEXT, TOML, passages, toml

from pages.components import glossary

NUMBERS = 4
"""As many as compare two things in two ways; more stand in a table, whose cells are not counted."""
NUMBER = r"[−-]?\d+(?:[.,]\d+)*(?:×10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?"
NO_NUMBER = (r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`|\]\([^)]*\)|:[\w-]+\[",  # formulas, code, addresses
             r"\b(?:19|20)\d\d\b",  # years
             r"“[^”]*”|「[^」]*」|\"[^\"]*\"",  # what is quoted
             r"(?:第|式|表|图|节|(?i:sections?|tables?|figures?|eqs?|layers?|heads?|token|feature))"
             r" ?[(（]?\d+(?:[.,、–-]\d+)*[)）]?",  # where something stands
             r"\b[A-Za-z]+[-/]?\d+(?:[-/.]\d+)*\b|\b\d+[A-Z]\b",  # names: R33, ViT-L/16, GPT-2
             r"\d+ ?[×x] ?\d+(?: ?[×x] ?\d+)?")  # sizes: 3×3
"""What has digits and is no number to be kept in mind."""
ONE = (rf"({NUMBER})[% ]*(?:of|out of) (?:the |all |its |those )?{NUMBER}",
       rf"({NUMBER})[^，。；：、\d]{{0,8}}(?:里|中)[^，。；：、\d]{{0,10}}{NUMBER}")
"""So many of so many are one share."""
WORDS = ("backed", "box", "colour", "column", "earlier", "head", "kind", "looked", "loss", "other", "ring", "row",
         "site", "state", "unused", "word")
"""What is filled with words, or says where something stands, in texts of which no guess is asked."""
ASIDE = (".formula", ".numbers", ".printed", "recipe")
"""Ends of the keys for those who ask for arithmetic, of what the notes print, and of lists of settings."""
TERMS = 2


def numbers(paragraph):
    """The numbers that a reader has to keep in mind; whole ones up to ten are words."""
    for pattern in NO_NUMBER:
        paragraph = re.sub(pattern, " ", paragraph, flags=re.DOTALL)
    for pattern in ONE:
        paragraph = re.sub(pattern, r"\1", paragraph)
    matches = re.findall(rf"(?<![\w.]){NUMBER}|\{{\w+\}}", paragraph)
    return {one for one in matches if not re.fullmatch(r"\d|10", one) and one[1:-1] not in WORDS}


def paragraphs(text):
    """Its paragraphs and the items of its lists, without the rows of its tables."""
    return [one for one in re.split(r"\n\n|\n(?=[|*-])", text) if not one.startswith("|")]


def with_numbers(text, values):
    """The text of a run; what is filled with words is no number."""
    for name, value in values.items():
        text = text.replace(f"{{{name}}}", "…" if re.search(r"[^\W\d_]", value) else value)
    return text


def test_what_is_a_number():
    assert numbers("从 12 到 15.5，第 20 层的 3 个头，R33 与 $x=11$，2017 年，ViT-L/16，3×3") == {"12", "15.5"}
    assert numbers("{share}% “7.5” layer {earlier}") == {"{share}"}
    assert numbers("17 of 20 in layer 19, −0.25 and 1,000") == {"17", "−0.25", "1,000"}
    assert paragraphs("a\n\n| b |\n|---|\n| c |\n\nd") == ["a", "d"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_caption_has_few_numbers(language):
    assert not {(name, key): counted for name in TOML for key, text in toml(language, name).items()
                if not key.endswith(ASIDE) for one in paragraphs(text) if len(counted := numbers(one)) > NUMBERS}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_exhibit_brings_few_new_words(language):
    """Words of the glossary, in the order of the pages."""
    met, many = set(), {}
    lessons = [path for path in PAGES if not path.startswith("notes/") and path != "transformer/walkthrough"]
    for page in (path.rpartition("/")[2] for path in lessons):
        if (TEXT / language / f"{page}.md").exists():
            new = {}
            for key, text in passages(language, page).items():
                words = {identity for identity, _, _ in glossary.term_spans(language, text)}
                new.setdefault(key.partition(".")[0], set()).update(words - met)
                met |= words
            many |= {(page, exhibit): words for exhibit, words in new.items() if len(words) > TERMS}
    assert not many
