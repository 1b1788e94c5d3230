"""How much a paragraph asks of its reader: few numbers in a sentence's flow, few new words in an exhibit."""

import functools
import re

import pytest
import streamlit as st
from headless_page import opened
from test_pages import PAGES
from test_texts import LANGUAGES, PROSE, TEXT, TOML, passages, toml

from pages.components import glossary, lesson
from pages.components.numbers import plain

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
LONG = ("N2-17", "N1-04", "N1-13", "N1-14", "N1-22", "N4-16.last", "N4-24", "N2-03")
"""Guesses about what a sentence of a single word cannot show."""
OF_LONG = ("transformer/attention", "transformer/layers", "transformer/decoder", "transformer/symmetry",
           "sequences/recurrent")


@functools.cache
def filled(pages=tuple(PAGES), **link):
    """(page, key of a guess) -> what the run fills in, from pages with their guesses made."""
    by_guess = {}
    predict = lesson.predict

    def guessed(page, key, options, compute=dict, truth="", **numbers):
        def computed():
            values = dict(compute())
            by_guess[page, key] = {name: one if isinstance(one, str) else plain(one, 4)
                                   for name, one in (numbers | values).items()}
            return values

        st.session_state[f"guess {page} {key}"] = options[0]
        return predict(page, key, options, computed, truth, **numbers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lesson, "predict", guessed)
        for page in pages:
            assert not opened(page, lang="zh", **link).exception
    return by_guess


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
def test_a_paragraph_has_few_numbers(language):
    """With those that a run fills in."""
    many = {}
    for page in PROSE:
        for key, text in passages(language, page).items():
            if not key.endswith(ASIDE):
                values = filled().get((page, re.sub(r"\.(try|reveal|wrong)$", "", key)), {})
                for one in paragraphs(with_numbers(text, values)):
                    if len(counted := numbers(one)) > NUMBERS:
                        many[page, key] = sorted(counted)
    assert len(filled()) > 150 and not many


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


@pytest.mark.parametrize("text", ["我", "我我我"])
def test_nothing_is_asked_that_the_sentence_cannot_show(text):
    """And no answer tells of a quotient of zeros, but where that is the point."""
    by_guess = filled(OF_LONG, text=text)
    asked = {key for _, key in by_guess}
    assert len(by_guess) > 40 and not asked & ({*LONG} if len(text) == 1 else {"N4-16.last", "N4-24", "N2-03"})
    assert {*LONG} <= {key for _, key in filled()}
    assert {key for (_, key), values in by_guess.items() if "NaN" in str(values)} <= {"N3-06", "N1-19"}
