"""The ways through the pages: what is needed comes before, sittings are short, each section of a note is shown."""

import ast
import re
from pathlib import Path

import pytest
from coverage_of_notes import EXHIBITS
from headless_page import opened
from playwright.sync_api import expect
from test_pages import PAGES

from pages.components import reading
from pages.components.text_files import LANGUAGES, page_words
from pages.notes.path.by_note import key, places
from pages.notes.path.sections import SECTIONS, WITH, headings

ROOT = Path(__file__).parent.parent
NAMES = [page.rpartition("/")[2] for page in PAGES]
WAYS = reading.routes(PAGES)


def test_what_a_page_needs_stands_before_it():
    for name, before in reading.BEFORE.items():
        assert len(before) <= 3 and all(NAMES.index(one) < NAMES.index(name) for one in before), name


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_sittings_hold_all_pages_of_a_way_in_order_and_are_short(language, way):
    sittings = reading.sittings(language, WAYS[way])
    assert [page for pages in sittings for page in pages] == list(WAYS[way]) and WAYS[way]
    for pages in sittings:
        takes = sum(reading.minutes(language, page.rpartition("/")[2]) for page in pages)
        assert takes <= reading.SITTING or len(pages) == 1


def test_the_first_way_has_every_lesson_and_takes_an_afternoon():
    assert set(WAYS["first"]) == {page for page in PAGES if page.partition("/")[0] not in ("start", "notes", "room")}
    assert 180 < sum(reading.minutes("zh", page.rpartition("/")[2]) for page in WAYS["first"]) < 330


def test_every_exhibit_of_the_notes_stands_in_one_section():
    listed = [one for note in SECTIONS.values() for exhibits in note.values() for one in exhibits]
    assert sorted(listed) == sorted(EXHIBITS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_section_has_a_title_and_leads_to_exhibits_that_are_there(language):
    known, titles = places(language, PAGES), page_words(language, "note_sections")
    assert {one for one in titles if one[:1] == "N"} == {
        *SECTIONS, *(key(note, number) for note, numbers in SECTIONS.items() for number in numbers)}
    for note in SECTIONS.values():
        for exhibits in note.values():
            assert all(one in known for one in headings(exhibits)), exhibits


def test_exhibits_that_are_one_with_another_are_drawn_with_it():
    """As the pages' code joins them."""
    joined = {}
    for path in (ROOT / "pages").rglob("*.py"):
        for match in re.finditer(r"exhibit\(PAGE, ((?:\"N\d-\d+\"(?:, )?)+)\)", path.read_text("utf-8")):
            first, *others = ast.literal_eval(f"({match[1]},)")
            joined |= dict.fromkeys(others, first)
    assert all(joined[one] == first for one, first in WITH.items())


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_every_way_and_every_note(language):
    app = opened("notes/path", lang=language, panels="all")
    assert not app.exception and not app.error
    for note in SECTIONS:
        app.segmented_control(key="path note").set_value(note).run()
        assert not app.exception
        table = next(one.value for one in app.markdown if one.value.startswith("| | "))
        assert table.count("\n") == len(SECTIONS[note]) + 1
    for way in WAYS:
        app.segmented_control(key="path way").set_value(way).run()
        assert not app.exception and page_words(language, "path")[f"told_{way}"] in [one.value for one in app.markdown]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", sorted(page.rpartition("/")[2] for page in WAYS["first"]))
def test_the_first_depth_of_a_page_is_read_in_eight_minutes(language, name):
    """Without the time that a reader thinks about its guesses."""
    assert 0 < reading.reading_minutes(language, name) <= 8


@pytest.mark.browser
def test_what_is_ticked_stays_in_the_browser_for_all_ways(visit):
    w, first, added = page_words("en", "path"), WAYS["first"], WAYS["added"]
    page = visit.open("path", lang="en", panels="all").page
    boxes, told, onward = page.locator(".route input"), page.locator(".route p"), page.locator(".route a.next")

    def read(way, *ticked):
        """What is said, and where the link leads: to the first page that is not ticked."""
        takes = [reading.minutes("en", one.rpartition("/")[2]) for one in way]
        expect(told).to_contain_text(w["progress"].format(
            done=len(ticked), count=len(way), minutes=sum(takes[i] for i in ticked), all=sum(takes)))
        following = next(one for i, one in enumerate(way) if i not in ticked).rpartition("/")[2]
        expect(onward).to_have_attribute("href", re.compile(rf"^(.*/)?{following}(\?|$)"))

    shared = first.index(added[0])
    boxes.nth(shared).check()
    read(first, shared)
    boxes.nth(0).check()
    page.reload()
    read(first, 0, shared)
    expect(boxes.nth(0)).to_be_checked()
    boxes.nth(0).uncheck()
    read(first, shared)
    page.get_by_role("radio", name=w["way_added"]).click()
    read(added, 0)
