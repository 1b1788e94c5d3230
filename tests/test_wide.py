"""No text makes a page wider than its window: the widest that are read (looked at by test_axe), and hostile ones."""

import re

import pytest
from browser import FITS
from hostile_texts import texts
from test_axe import BOX, BROKEN, DRESSES, NARROW, TURNS, at_rest
from test_pages import PAGES
from widest_texts import LONG, MOST, WIDEST, model_of, widest

from core import catalog
from core.subjects import sentence
from pages.components import readable_text

ALL = {"lang": "en", "panels": "all"}
TAKING = [path for path in PAGES if model_of(path)]


def test_the_widest_texts_are_at_the_limits_and_read():
    assert len(LONG) == sentence.MAX_LETTERS and MOST == sentence.MAX_TEXT
    assert {catalog.abilities(model_of(path)).answers for path in TAKING} == set(WIDEST) and len(TAKING) > 15
    for path in TAKING:
        assert not readable_text.unread(model_of(path), widest(path))[0], path
    for answers, text in WIDEST.items():
        assert MOST - len(text) < 20 or answers in ("line", "verse")
        assert readable_text.unread(catalog.first(answers=answers), f"{text}{'W' * 32}")[0]
    assert readable_text.unread(model_of("transformer/walkthrough"), WIDEST["sentence"])[0] == "too_long_pieces"


def unbroken(text):
    """Letters of the longest part of a text in which no line can be broken."""
    return max(map(len, re.split(r"[\s\-\u200b]", text)))


def hostile(path, read):
    """Of the hostile texts the longest unbroken that the page's model reads, or that it does not read."""
    cut = {text[:readable_text.BOX].strip() for text in texts(200, 11)}
    longest = sorted(cut, key=lambda text: (-unbroken(text), text))
    return next(one for one in longest if one and read != bool(readable_text.unread(model_of(path), one)[0]))


@pytest.mark.browser
def test_hostile_texts_that_cannot_be_broken_widen_no_page(visit):
    """Pages that take a text, as the browser's buttons lead from one to the next: those that test_axe looks at with
    their own example, not with the widest text.

    One that is not read, which all pages tell alike, is given to one page of each kind of model.
    """
    visit.open("glossary", lang="en")
    alike = {catalog.about(model_of(path))["kind"]: path for path in TAKING}
    others = [path for dress, path, more in TURNS if DRESSES[dress] != NARROW and not more and path in TAKING]
    turns = [*((path, False) for path in alike.values()), *((path, True) for path in others)]
    for path, read in turns:  # first what is not read: later a text that was would stay under it
        name = path.rpartition("/")[2]
        if visit.page.url.partition("?")[0].endswith(f"/{name}"):  # a turn leads to another page
            visit.open("glossary", lang="en")
        at_rest(visit.go(name, **ALL, text=hostile(path, read)))
        visit.page.wait_for_function(FITS)
        assert visit.page.url.partition("?")[0].endswith(f"/{name}") and not visit.page.locator(BROKEN).count(), path
        assert visit.page.locator(BOX).input_value(), path


THUMBS = """() => [...document.querySelectorAll('[data-testid=stSliderThumbValue]')].filter(one => one.offsetParent)
  .map(one => one.clientHeight / parseFloat(getComputedStyle(one.querySelector('p') || one).fontSize))"""


@pytest.mark.browser
def test_what_a_slider_stands_at_is_one_line(visit):
    visit.open("generation", **ALL, model="open-zh-en", text="我在家。")
    tabs = visit.page.get_by_role("tab")
    for i in range(tabs.count()):
        tabs.nth(i).click()
        visit.page.wait_for_function(f"({THUMBS})().length > 1")
        assert max(visit.page.evaluate(THUMBS)) < 2
