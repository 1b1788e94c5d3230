"""The stage's link in a real Chromium: the address alone leads back to what one looked at, after any change."""

import pytest
from test_stage import APP, SENTENCE, STEP, label, walking

from core import catalog

pytestmark = pytest.mark.browser


def view(visit):
    """What one looks at: the place, the choices, and every word on the page."""
    visit.page.mouse.move(640, 2)
    return {n: visit.board(n) for n in ("index", "head", "cell", "follow")}, visit.still().text(), visit.parameters()


def turn_off(visit):
    visit.page.locator(".strip button[data-box='encoder.0.norm_1'] + .switch").evaluate("(node) => node.click()")
    visit.page.wait_for_function("location.search.includes('edits=')")


def another_example(visit):
    visit.page.get_by_role("button", name=APP["ideas"]).click()
    visit.page.get_by_role("button", name=catalog.examples("translator-zh-en")[2], exact=True).click()
    visit.page.wait_for_function(f"new URLSearchParams(location.search).get('text') !== '{SENTENCE}'")


def another_cell(visit):
    visit.page.mouse.click(*visit.at(STEP, 3, 4, visit.board("layout.boxes.at(-1).panels[0].index")))
    visit.until("$.cell.row === 3")


CHANGES = {
    "cell": another_cell,
    "word followed": lambda visit: visit.page.mouse.click(*label(visit, STEP, 2)),
    "head": lambda visit: visit.page.keyboard.press("h"),
    "depth": lambda visit: visit.page.get_by_role("radio", name=APP["depth_formula"]).click(),
    "switch": turn_off,
    "example": another_example,
    "language": lambda visit: visit.choose("lang", "中文"),
    "model": lambda visit: visit.choose("model", "英→中"),
}


RELOADED = ("switch", "example", "model")
"""The changes after which the page is loaded anew by its address, which holds by then what changed before too."""


def changed(visit):
    """What one looks at after a change, once the address, which follows a moment after the picture, has come too."""
    visit.still()
    return view(visit)


def restores(visit, current, name):
    """The address alone leads back to what one looked at."""
    visit.page.reload()
    visit.still().until("$.spec.frames.length > 50 && $.motion === null")
    assert view(visit) == current, name


def cell_and_head(visit):
    """A cell chosen and a head enlarged, whatever was before."""
    visit.page.mouse.click(*visit.at(STEP, 1, 2, visit.board("layout.boxes.at(-1).panels[0].index")))
    visit.until("$.cell?.row === 1 && $.cell.column === 2")
    visit.page.keyboard.press("h")
    visit.until("$.head !== null && $.motion === null")


def test_the_link_after_each_kind_of_change_restores_the_same_view(visit):
    """Mended: step and cell vanished from the address after a change of depth, language, switch or example."""
    walking(visit, cell=f"{STEP}@1.2.3")
    current = view(visit)
    for name, change in CHANGES.items():
        change(visit)
        before, current = current, changed(visit)
        assert current != before, name
        assert current[2]["step"] == STEP and ("cell" in current[2]) == (current[0]["cell"] is not None), name
        if name in RELOADED:
            restores(visit, current, name)
    cell_and_head(visit)
    current = changed(visit)
    assert {"cell", "head"} <= current[2].keys() and None not in (current[0]["cell"], current[0]["head"])
    restores(visit, current, "cell and head")


def test_the_picture_follows_the_word_that_the_text_and_the_address_name_also_of_another_sentence(visit):
    """The word at first is each sentence's own; one that was chosen stays where the sentence has it."""
    def follows(text):
        visit.page.wait_for_function("(text) => new URLSearchParams(location.search).get('text') === text", arg=text)
        current = changed(visit)
        stream, index = current[2]["follow"].split(".")
        assert current[0]["follow"] == {"stream": stream, "index": int(index)}
        restores(visit, current, text)

    walking(visit)
    visit.type("我爱你。")
    follows("我爱你。")
    visit.type("100%")
    follows("100%")
    walking(visit)
    visit.page.mouse.click(*label(visit, STEP, 5))
    visit.until("$.follow?.index === 5")
    visit.type("我。")
    follows("我。")
