"""Things in a frame, composed with pointer and keyboard in a real Chromium; the address holds what was composed."""

import pytest
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
