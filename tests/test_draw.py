"""A digit drawn with pointer and keyboard in a real Chromium; the address holds it, and the answer follows."""

import pytest

from core.data import digits

pytestmark = pytest.mark.browser
HOLDS = "text => new URLSearchParams(location.search).get('text') === text"
PAPER = "0" * digits.SIDE**2


def inked(*touched):
    """A picture whose pixels (row, column) were touched in turn: full ink, and a little on the neighbours."""
    ink = {}
    for row, column in touched:
        for down, across in ((0, 0), (0, -1), (0, 1), (-1, 0), (1, 0)):
            at = row + down, column + across
            if min(at) >= 0 and max(at) < digits.SIDE:
                ink[at] = max(ink.get(at, 0), 6 if down or across else 16)
    return "".join(digits.LEVELS[ink.get(divmod(i, digits.SIDE), 0)] for i in range(digits.SIDE**2))


def erased(text, *touched):
    """Paper on these pixels alone."""
    return "".join("0" if divmod(i, digits.SIDE) in touched else level for i, level in enumerate(text))


def test_a_digit_is_drawn_erased_and_undone(visit):
    visit.open("vit", lang="en", text=inked((1, 1)))
    grid = visit.page.get_by_role("application", name="Draw a digit")
    box = grid.bounding_box()
    pixel = box["width"] / digits.SIDE
    visit.page.mouse.move(box["x"] + 3.5 * pixel, box["y"] + 2.5 * pixel)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + 3.5 * pixel, box["y"] + 4.5 * pixel, steps=12)
    visit.page.mouse.up()
    stroke = inked((1, 1), (2, 3), (3, 3), (4, 3))
    visit.page.wait_for_function(HOLDS, arg=stroke)
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("Space")
    visit.page.wait_for_function(HOLDS, arg=inked((1, 1), (2, 3), (3, 3), (4, 3), (4, 5)))
    visit.page.keyboard.press("z")
    visit.page.wait_for_function(HOLDS, arg=stroke)
    visit.page.get_by_role("button", name="Clear", exact=True).click()
    visit.page.wait_for_function(HOLDS, arg=PAPER)
    visit.page.get_by_role("button", name="Undo", exact=True).first.click()
    visit.page.wait_for_function(HOLDS, arg=stroke)
    visit.page.get_by_role("button", name="Eraser").click()
    grid.click(position={"x": 3.5 * pixel, "y": 4.5 * pixel})
    visit.page.wait_for_function(HOLDS, arg=erased(stroke, (4, 3)))
    visit.page.keyboard.press("ArrowUp")
    visit.page.keyboard.press("Space")
    visit.page.wait_for_function(HOLDS, arg=erased(stroke, (4, 3), (3, 3)))
    visit.page.get_by_role("button", name="Eraser").click()
    grid.press("ArrowUp")
    grid.press("Delete")
    visit.page.wait_for_function(HOLDS, arg=erased(stroke, (4, 3), (3, 3), (2, 3)))
    assert not visit.still().failures
