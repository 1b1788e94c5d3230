"""Every page with its first guesses made, each drawn once: all the notes contain is there, and can be read.

What the notes contain, and where it is shown: ``coverage_of_notes.py``, which prints it.
"""

import functools
import itertools
import json
import re

import pytest
from headless_page import plainly
from test_contents import LONG as LONG_PAGES
from test_pages import PAGES
from test_paragraphs import ASIDE, NUMBERS, numbers, paragraphs, with_numbers
from test_texts import LANGUAGES, PROSE, passages

from core.errata import BY_ID
from pages.components import item_pages, labels_told
from pages.components.text_files import page_words
from tests import shown_numbers
from tests.coverage_of_notes import ERRATA_SHOWN, EXCLUDED, EXHIBITS, GRAVE, drawn, guessing, shown


def test_there_are_149_exhibits_and_no_erratum_is_forgotten():
    assert len(EXHIBITS) == len(set(EXHIBITS)) == 149
    grave = {e.id for e in BY_ID.values() if e.severity in ("S1", "S2")}
    assert grave == {*GRAVE} | {*EXCLUDED} and not {*GRAVE} & {*EXCLUDED} and {*GRAVE} <= {*ERRATA_SHOWN}


def test_an_erratum_is_live_or_its_list_says_why_not():
    for language in LANGUAGES:
        texts = page_words(language, "errata_list")
        for erratum in BY_ID:
            assert (erratum in item_pages.ERRATA) != bool(texts.get(f"{erratum}_unseen")), (language, erratum)


@pytest.mark.parametrize("identity", [*EXHIBITS, *ERRATA_SHOWN])
def test_it_is_shown_and_tested(identity):
    assert not shown(identity).lacks


@pytest.mark.parametrize("page", PAGES)
def test_the_numbers_that_it_shows_are_those_that_were_kept(page):
    kept, now = json.loads(shown_numbers.GOLDEN.read_text("utf-8"))[page], drawn(page).golden
    assert kept["right"] == now["right"]
    assert kept["shown"].keys() == now["shown"].keys(), "python tests/shown_numbers.py keeps them anew"
    assert not {key: moved for key, one in kept["shown"].items()
                if (moved := shown_numbers.differences(one, now["shown"][key]))}


# ---- Numbers in paragraphs -------------------------------------------------------------------------------------------

ALIKE = ("N4-16", "N4-16.last", "N4-24", "N2-03")
LONG = ("N2-17", "N1-04", "N1-13", "N1-14", "N1-22", "N0-02", "N0-20", "N1-07", "N4-14", "N1-09", "N3-07",
        "N0-09", "N1-10", "N3-09", *ALIKE)
"""Guesses about what a sentence of a single word cannot show; or one of a word again and again."""
OF_LONG = ("transformer/attention", "transformer/layers", "transformer/decoder", "transformer/symmetry",
           "sequences/recurrent")


BARE = re.compile(r"(?<![\d.,L])(?!(?:19|20)\d\d(?!\d))\d{4}(?!\d*[x×])")
"""A count of thousands without a comma; not a size of PyTorch's, nor a line of the notes, nor a year."""


def filled():
    """(page, key of a guess) -> what the run fills in, from all pages."""
    assert not [page for page in PAGES if drawn(page).broken]
    return {guess: values for page in PAGES for guess, values in drawn(page).filled.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_paragraph_has_few_numbers(language):
    """With those that a run fills in."""
    by_guess, many = filled(), {}
    for page in PROSE:
        for key, text in passages(language, page).items():
            if not key.endswith(ASIDE):
                values = by_guess.get((page, re.sub(r"\.(try|reveal|wrong)$", "", key)), {})
                for one in paragraphs(with_numbers(text, values)):
                    if len(counted := numbers(one)) > NUMBERS:
                        many[page, key] = sorted(counted)
    assert len(by_guess) > 150 and not many


def test_a_count_in_a_paragraph_has_its_commas():
    """As on the picture beside it; a token's number and a number that a tokenizer is asked of are names."""
    names = {("pieces", "numbers"), ("pieces", "spaces")}
    assert not {guess: values for guess, values in filled().items() if guess not in names
                and any(BARE.search(str(value)) for value in values.values())}


ODD = "龘说：“谢谢谢谢谢，老师。”"
"""A character that no piece holds, quotation marks, a word five times; 7,000 pieces are what it is read with."""
LABELS = ("<0x70>", "<0xE9>₂", "“", "<s>", '▁"')
OF_PIECES = ("transformer/output", "transformer/positions", "transformer/decoder", "transformer/attention",
             "transformer/generation", "transformer/symmetry", "sequences/alignment")


@functools.cache
def odd(page):
    return guessing(page, model="open-zh-en", text=ODD)


@pytest.mark.parametrize("page", OF_PIECES)
def test_a_count_has_its_commas_with_a_vocabulary_of_thousands_too(page):
    """The small translators, which these pages show at first, have a few hundred words; these have 7,000."""
    app, values = odd(page)
    assert not app.exception and not [one.value for one in (*app.caption, *app.metric) if BARE.search(str(one.value))]
    assert not {guess: named for guess, one in values.items()
                if (named := {name: value for name, value in one.items() if BARE.search(str(value))})}


def unlike_words(text):
    """What a text shows of labels that are no words, unexplained: bytes, marks, a quotation mark in its like."""
    text = re.sub(r"`[^`]*`", "", plainly(text))
    bare = re.findall(r"(?<!\\)<(?:/?s|0x\w\w)>|““|””|“\"”", text)
    named = re.findall(r"[“「‘](\\<[^”」’]*|▁[^”」’]*|·[^”」’]+)[”」’]", text)
    return bare + [one for one in {*named} if not re.search(rf"[“「‘]{re.escape(one)}[”」’](（| \()", text)]


@pytest.mark.parametrize("page", OF_PIECES)
def test_a_label_that_is_no_word_is_told_what_it_is(page):
    """On the page, and in both languages in each answer that names a label, whatever the label."""
    app, by_guess = odd(page)
    written = [one.value for kind in (app.markdown, app.caption, app.success, app.warning) for one in kind]
    assert not {text: lacks for text in written if (lacks := unlike_words(text))}
    for (named, key), values in by_guess.items():
        labels = [name for name, value in values.items() if isinstance(value, labels_told.Label)]
        for language, odd_one in itertools.product(LANGUAGES if labels else (), LABELS):
            text = passages(language, named)[f"{key}.reveal"]
            assert all(f"“{{{name}}}”" in text for name in labels if f"{{{name}}}" in text), (key, text)
            told = labels_told.filled(text, values | dict.fromkeys(labels, labels_told.Label(odd_one)), language)
            assert not unlike_words(told), told


@pytest.mark.parametrize("text", ["我", "我我我"])
def test_nothing_is_asked_that_the_sentence_cannot_show(text):
    """And no answer tells of a quotient of zeros, but where that is the point."""
    by_guess = {}
    for page in OF_LONG:
        app, values = guessing(page, text=text, model="translator-zh-en")
        assert not app.exception
        by_guess |= values
    asked = {key for _, key in by_guess}
    assert len(by_guess) > 35 and not asked & ({*LONG} if len(text) == 1 else {*ALIKE})
    assert {*LONG} <= {key for _, key in filled()}
    assert {key for (_, key), values in by_guess.items() if "NaN" in str(values)} <= {"N3-06", "N1-19"}


@pytest.mark.parametrize("page", ["transformer/attention", "transformer/decoder"])
def test_two_dollars_of_a_sentence_make_no_formula_of_what_stands_between(page):
    app, by_guess = guessing(page, model="translator-en-zh", text="$ 5 is not $ 6 * 2 * 3.")
    values = {key: {name: labels_told.filled(f"{{{name}}}", {name: value}, "en") for name, value in one.items()}
              for key, one in by_guess.items()}
    assert not app.exception and any(r"\$" in str(value) for one in values.values() for value in one.values())
    assert not {(key, name): value for key, one in values.items() for name, value in one.items()
                if re.search(r"(?<!\\)[$*]", re.sub(r"\$[A-Z]+\$", "", str(value)))}


# ---- What a pointer is told ------------------------------------------------------------------------------------------


def tooltips(spec):
    """The fields that a chart tells under the pointer, mark by mark."""
    if isinstance(spec, dict):
        if "tooltip" in spec:
            yield spec["tooltip"] if isinstance(spec["tooltip"], list) else [spec["tooltip"]]
        for part in spec.values():
            yield from tooltips(part)
    elif isinstance(spec, list):
        for part in spec:
            yield from tooltips(part)


@pytest.mark.parametrize("page", LONG_PAGES)
def test_a_pointer_is_told_words_and_never_the_name_of_a_field(page):
    """Titles are what a pointer is told by, so that of two alike one would be lost."""
    assert not drawn(page).broken
    specs = [json.loads(spec) for spec in drawn(page).charts]
    assert specs
    for fields in (fields for spec in specs for fields in tooltips(spec)):
        titles = [field.get("title", field["field"]) for field in fields]
        assert len(set(titles)) == len(titles), titles
        assert not any(re.fullmatch(r"[a-z_]{4,}|", title) for title in titles), titles
