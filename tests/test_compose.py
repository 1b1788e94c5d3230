"""Things composed, words put in order, a place chosen: with pointer and keyboard in a real Chromium."""

import pytest
from browser import Visit, page_of
from playwright.sync_api import expect

from core.data import marks, scenes

pytestmark = pytest.mark.browser
HOLDS = "text => new URLSearchParams(location.search).get('text') === text"


def put(visit, text):
    """Wait until the address holds what was composed."""
    visit.page.wait_for_function(HOLDS, arg=text)


def test_marks_are_placed_moved_removed_and_undone(visit):
    visit.open("nonlocal_block", lang="en", text="red 1 2; blue 3 12")
    frame = visit.page.locator(".compose svg").first
    cell = frame.bounding_box()["width"] / marks.SIDE
    frame.click(position={"x": 8.5 * cell, "y": 10.5 * cell})  # once it stands still; on black: a new mark
    put(visit, "red 1 2; blue 3 12; red 10 8")
    visit.page.keyboard.press("ArrowLeft")
    put(visit, "red 1 2; blue 3 12; red 10 7")
    visit.page.get_by_role("radio", name="green").first.click()
    put(visit, "red 1 2; blue 3 12; green 10 7")
    visit.page.locator(".compose g.thing").nth(1).focus()
    visit.page.keyboard.press("Delete")
    put(visit, "red 1 2; green 10 7")
    visit.page.get_by_role("button", name="Undo").first.click()
    put(visit, "red 1 2; blue 3 12; green 10 7")
    visit.open("nonlocal_block", **visit.parameters())
    expect(visit.page.locator(".compose g.thing")).to_have_count(3)
    assert not visit.failures


def test_a_scene_is_dragged_resized_and_added_to(visit):
    visit.open("detr", lang="en", text="circle red 4 30 16 16")
    frame = visit.page.locator(".compose svg").first
    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    unit = box["width"] / scenes.SIDE
    visit.page.mouse.move(box["x"] + 12 * unit, box["y"] + 38 * unit)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + 22 * unit, box["y"] + 28 * unit, steps=6)
    visit.page.mouse.up()
    put(visit, "circle red 14 20 16 16")
    visit.page.keyboard.press("Shift+ArrowRight")
    put(visit, "circle red 14 20 17 16")
    visit.page.get_by_role("button", name="Add triangle").click()
    visit.page.wait_for_function("new URLSearchParams(location.search).get('text').includes('; triangle')")
    expect(visit.page.locator(".compose svg").first.locator("g.thing")).to_have_count(2)
    assert not visit.failures


def moved():
    import numpy as np
    import streamlit as st

    from pages.components.order import reorder
    from pages.components.pixels import Panel, pixels

    order = reorder("abcd", key="words", label="words")
    fog = np.arange(12.0).reshape(3, 4)
    at = pixels([Panel("one", np.ones((3, 4, 3)), fog=fog, grid=(3, 4)), Panel("other", np.ones((2, 2, 3)))],
                key="place", label="place")
    st.text(f"{order} {at}")


def test_words_are_dragged_and_a_place_is_chosen_by_pointer_and_by_keys(drawn, browser, context):
    with Visit(browser, drawn.address, context=context) as visit:
        page = visit.open(page_of(moved, drawn), lang="en").page
        chips, frame = page.locator(".order button"), page.locator(".pixels .frame").first

        def holds(*told):
            """Python knows; the address too; and the chips stand so."""
            order, at = told
            page.get_by_text(f"{order} {at}").wait_for()
            expect(chips).to_have_text([f"{'abcd'[i]}{i}" for i in order])

        start, end = (chips.nth(i).bounding_box() for i in (0, 2))
        page.mouse.move(start["x"] + 9, start["y"] + 9)
        page.mouse.down()
        page.mouse.move(end["x"] + 9, end["y"] + 9, steps=6)
        expect(chips.nth(2)).to_have_text("a0")
        page.mouse.up()
        page.mouse.move(end["x"] + 90, end["y"] + 9)
        holds((1, 2, 0, 3), (0, 0))
        for key, order in (("ArrowLeft", (1, 0, 2, 3)), ("ArrowRight", (1, 2, 0, 3)), ("ArrowDown", (1, 2, 3, 0)),
                           ("ArrowRight", (1, 2, 3, 0)), ("ArrowUp", (1, 2, 0, 3))):
            page.keyboard.press(key)
            holds(order, (0, 0))
        frame.click(position={"x": 0.3 * frame.bounding_box()["width"], "y": 5})
        holds((1, 2, 0, 3), (0, 1))
        for keys, at in (("Down Right", (1, 2)), ("Right Right", (1, 3)), ("Down Down Left", (2, 2)), ("Up", (1, 2))):
            for key in keys.split():
                page.keyboard.press(f"Arrow{key}")
            holds((1, 2, 0, 3), at)
        frame.hover(position={"x": 5, "y": 0.5 * frame.bounding_box()["height"]})
        expect(page.locator(".pixels .note").first).to_have_text("row 2, column 1: 4")
        assert visit.parameters() == {"lang": "en", "words": "1,2,0,3", "place": "1.2"} and not visit.failures
