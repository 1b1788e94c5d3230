"""Counts in English: of one thing nothing is said in the plural, on no page, whatever the sentence."""

import re

import pytest
from headless_page import guess_all, opened, plainly

from app import CHAPTERS, NEEDS
from core import catalog
from pages.components import model_choice
from pages.components.text_files import page_words, passages

PAGES = [page for chapter in ("chapter_transformer", "chapter_sequences") for page in CHAPTERS[chapter]]
SHORT = {"translator-zh-en": ("我", "谢谢我"), "translator-en-zh": ("Hi", "I", "no one"), "open-en-zh": ("a",),
         "lstm-zh-en": ("我",), "slots": ("Hi", "to Taipei")}
"""Sentences of one word and of two, or whose translation is that short."""
READ = [(model, text) for model, some in SHORT.items() for text in some]
MANY = re.compile(r"(?<![\d.,×^−+\w])(?<!decoder )(?<!encoder )(?<!sample )(?<!and )1[*`]{0,2} "
                  r"(?:(?:different|old|other|more|source|target|written|padding|such|new|hardly) )?"
                  r"([a-z]+s|are|were|have|do|agree|change|differ|go|lie|look|need|stand)\b")
VERBS = {"is", "as", "was", "has", "its", "this", "times", "gives", "loses", "moves", "takes", "means", "across"}


def texts(app):
    """All that a page writes in words and numbers."""
    kinds = ("title", "header", "subheader", "markdown", "caption", "success", "warning", "info", "error")
    found = [str(one.value) for kind in kinds for one in app.get(kind)]
    return [plainly(one) for one in (*found, *(f"{one.label} {one.value}" for one in app.metric))]


def plurals(said):
    """Where a text counts one thing as many."""
    return [said[max(0, found.start() - 40):found.end()] for found in MANY.finditer(said) if found[1] not in VERBS]


@pytest.mark.parametrize(("model", "text"), READ)
def test_one_thing_is_not_spoken_of_as_many(monkeypatch, model, text):
    """A page without a sentence is read once."""
    guess_all(monkeypatch)
    found = {}
    for page in PAGES:
        needs = NEEDS.get(page, model_choice.LESSON)
        if (model, text) != READ[0] if needs is None else not catalog.abilities(model).fit(**needs):
            continue
        app = opened(page, lang="en", text=text, model=model)
        assert not app.exception, page
        found[page] = [one for said in texts(app) for one in plurals(said)]
    assert found and not {page: many for page, many in found.items() if many}


@pytest.mark.parametrize(("name", "key", "counts"), [
    ("lectures", "length", "minutes scenes"), ("machine", "memory", "count"), ("worked", "rest", "count"),
    ("heads", "N0-12.harmless", "harmless"), ("generation", "r31_measured", "rows again")])
def test_what_counts_one_on_some_run_or_in_some_lecture_is_worded_for_one(name, key, counts):
    said = passages("en", name)[key] if "-" in key else page_words("en", name)[key]
    for count in counts.split():
        assert f"{{{count}}}" in said
        said = said.replace(f"{{{count}}}", "1")
    assert not plurals(said)


def test_a_plural_of_one_is_seen():
    assert all(map(plurals, ("1 rows", "exactly **1** words", "the 1 other words", "(1 words)", "A: 1 passes",
                             "1 hardly change")))
    assert not any(map(plurals, ("decoder 1 cross", "11 rows", "0.1 words", "1 is", "k+1 rows", "1 times")))
