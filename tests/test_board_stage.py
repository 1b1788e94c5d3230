"""A board that fills its window, in a real Chromium: motion, followed word, levels, keys, and the address it keeps."""

import pytest
from browser import Visit, page_of
from playwright.sync_api import expect
from trap import trapped

from pages.components import modules

pytestmark = pytest.mark.browser
LETTERS = """(({ bar }) => {
  const box = bar.help.card.querySelector("input");
  if (!box.checked) box.click();
})(window.__boards.walk.view)"""
"""Keys that are single letters act again."""
TURNED = """async (path) => {
  const { besideCell } = await import(path), cell = { picture: "K", panel: null, row: 1, column: 2 };
  const picture = { name: "K", turned: true, bits: [], shape: [1, 4, 5] }, panels = [{ index: 0, x: 0, y: 0 }];
  const box = { picture, panels, x: 0, y: 0, cell: { width: 1, height: 1 }, span: { width: 5, height: 4 } };
  return besideCell({ cell, layout: { boxes: [box] } }, "ArrowRight");
}"""
"""The cell to the right, in a picture whose rows are drawn as columns."""


def staged():
    import numpy as np
    import streamlit as st

    from pages.components.board import Cell, Frame, Halo, Picture, board
    from pages.components.location import Location

    st.set_page_config(layout="wide")
    words = ("我", "昨天", "买", "了")
    streams = {"row_stream": "source", "column_stream": "source", "row_link": "query", "column_link": "key"}
    scores = np.arange(32.0).reshape(2, 4, 4) % 7 - 3
    shown = [
        Picture("X", "X", np.arange(32.0).reshape(4, 8), words, row_stream="source", row_link="token"),
        Picture("S", "S", scores, words, words, **streams),
        Picture("A", "A", np.exp(scores) / np.exp(scores).sum(-1, keepdims=True), words, words, scale="sequential",
                grows_from="S", **streams),
    ]
    frames = [Frame("words", "words", "g", ("X",)), Frame("scores", "scores", "g", ("X", "S"), ("→",)),
              Frame("weights", "weights", "g", ("S", "A"), ("softmax",)),
              Frame("block", "block", "g", ("S", "A"), arrangement="sheet")]
    with st.sidebar:
        depth = st.segmented_control("depth", ["low", "high"], default="low", key="depth", bind="query-params")
        st.text_input("text", key="text", bind="query-params")
    link = Location.parse(st.query_params).place
    named = {"table": "Table", "copy": "Copy", "letters": "letters", "keys": "keys"}
    state = board(shown, frames, key="walk", words=named, fill=True, editable="S",
                  numbers=depth == "high", step=link.step, cell=link.cell, head=link.head,
                  haloes=[Halo(1, Cell("A", 0, 1, 2))], follow=link.follow)
    st.sidebar.text(f"step {state.step} follow {state.follow}")


@pytest.fixture(scope="module")
def server(drawn):
    page_of(staged, drawn)
    return drawn


@pytest.fixture(scope="module")
def visit(server, environment, browser, context):
    """One visitor for all; afterwards: nothing left the machine."""
    with Visit(browser, server.address, context=context) as visitor:
        visitor.open("staged").until("$.spec.frames.length === 4")
        yield visitor
        assert visitor.hosts <= {"127.0.0.1", None}
    assert "Traceback" not in server.said() and "external" not in server.said().lower()
    assert trapped(environment) == []


@pytest.fixture(autouse=True)
def left_as_found(visit):
    """Nothing broke; and nothing stays chosen, open, turned off or focused for the next who comes."""
    yield
    page = visit.page
    page.emulate_media(reduced_motion="reduce")
    page.mouse.move(2, 2)
    page.locator("canvas.pictures").focus()
    for _ in range(8):
        page.keyboard.press("Escape")
    visit.until("!$.tabled && !$.cell && $.head === null && !$.follow && $.bar.help.card.hidden")
    page.evaluate(LETTERS)
    if "depth" in visit.parameters():
        page.get_by_role("radio", name="low").click()
        page.wait_for_function("!location.search.includes('depth=')")
    page.set_viewport_size({"width": 1280, "height": 900})
    visit.until("innerWidth === 1280 && $.width === Math.floor($.stage.clientWidth)")
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    visit.still()
    page.locator("canvas.pictures").blur()
    assert not visit.failures


def first(visit):
    """At the first step, at rest."""
    visit.page.keyboard.press("Home")
    visit.until("$.index === 0 && $.motion === null")


def last(visit):
    """At the last step, at rest: the weights."""
    visit.page.keyboard.press("End")
    visit.until("$.index === 2 && $.motion === null")


def label(visit, row):
    """Where the word of a row of the last picture stands."""
    x, y = visit.at(visit.board("layout.boxes")[-1]["picture"]["name"], row, 0)
    box = visit.board("layout.boxes")[-1]
    return x - box["cell"]["width"] / 2 - 12, y


def test_the_address_keeps_step_cell_head_and_word_whatever_changes(visit):
    visit.open("staged", step="weights").until("$.spec.frames.length === 4")
    visit.page.mouse.click(*visit.at("A", 1, 2))
    visit.page.keyboard.press("h")
    visit.page.mouse.click(*label(visit, 3))
    wanted = {"step": "weights", "cell": "A@0.1.2", "head": "0", "follow": "source.3"}
    condition = " && ".join(f"new URLSearchParams(location.search).get('{k}') === '{v}'" for k, v in wanted.items())
    visit.page.wait_for_function(condition)
    visit.page.get_by_role("radio", name="high").click()
    visit.page.wait_for_function(f"location.search.includes('depth=high') && {condition}")
    visit.type("昨天")
    visit.still().page.wait_for_function(f"new URLSearchParams(location.search).get('text') === '昨天' && {condition}")
    visit.page.reload()
    visit.still().until("$.index === 2 && $.follow?.index === 3 && $.cell?.row === 1")


def test_what_two_steps_share_moves_unless_less_motion_is_wanted(visit):
    first(visit)
    visit.page.emulate_media(reduced_motion="no-preference")
    before = visit.board("counters.motions")
    visit.page.keyboard.press("ArrowRight")
    visit.until(f"$.index === 1 && $.counters.motions === {before + 1} && $.motion === null")
    assert 0.2 < visit.board("counters.motionMs") / 1000 < 2 and visit.board("counters.motionFrames") > 1
    visit.page.emulate_media(reduced_motion="reduce")
    visit.page.keyboard.press("ArrowRight")
    visit.until("$.index === 2")
    assert visit.board("counters.motions") == before + 1 and visit.board("motion") is None


def test_keys_during_motion_are_not_lost_and_end_it(visit):
    first(visit)
    visit.page.emulate_media(reduced_motion="no-preference")
    for _ in range(2):
        visit.page.keyboard.press("ArrowRight")
    assert visit.board("index") == 2
    visit.until("$.motion === null && $.overlay.style.visibility === ''")


def test_escape_leads_out_to_the_block_and_a_click_back_in(visit):
    last(visit)
    visit.page.keyboard.press("Escape")
    visit.until("$.spec.frames[$.index].key === 'block' && $.motion === null")
    visit.page.mouse.click(*visit.at("S", 1, 1))
    visit.until("$.spec.frames[$.index].key === 'scores'")
    visit.page.get_by_text("step scores").wait_for()


def test_a_click_on_a_choice_leaves_the_keys_with_the_board(visit):
    first(visit)
    visit.page.get_by_role("radio", name="high").click()
    visit.page.wait_for_function("document.activeElement.shadowRoot?.activeElement?.matches('canvas.pictures')")
    visit.page.keyboard.press("ArrowRight")
    visit.until("$.index === 1")


def test_letters_can_be_turned_off_and_act_only_at_home(visit):
    first(visit)
    visit.page.locator("[data-testid=stSidebar] input").first.focus()
    visit.page.keyboard.press("n")
    assert visit.board("index") == 0
    visit.page.locator("canvas.pictures").focus()
    visit.page.keyboard.press("n")
    visit.until("$.index === 1")
    visit.page.get_by_role("button", name="keys").click()
    visit.page.get_by_role("checkbox", name="letters").uncheck()
    visit.page.keyboard.press("Escape")
    visit.page.locator("canvas.pictures").focus()
    visit.page.keyboard.press("n")
    visit.page.keyboard.press("ArrowRight")
    visit.until("$.index === 2")


def test_the_whole_screen_and_larger_type(visit):
    last(visit)
    visit.page.set_viewport_size({"width": 1920, "height": 1080})
    visit.until("innerWidth === 1920 && $.width === Math.floor($.stage.clientWidth)")
    visit.page.keyboard.press("f")
    visit.page.wait_for_function("document.documentElement.dataset.stage === 'full' && document.fullscreenElement")
    visit.until("$.room.scale > 1.6 && Math.min(...$.layout.boxes.map((box) => box.type.least)) >= 20")
    visit.page.keyboard.press("Escape")
    visit.page.wait_for_function("!document.documentElement.dataset.stage && !document.fullscreenElement")


def test_a_table_opens_in_sight_and_escape_closes_it(visit):
    last(visit)
    visit.page.locator(".menus .more").first.click()
    visit.page.get_by_role("menuitem", name="Table").click()
    table = visit.page.locator(".table table")
    table.wait_for()
    place = table.bounding_box()
    assert place["y"] >= 0 and place["y"] + 60 < visit.page.viewport_size["height"]
    visit.page.keyboard.press("Escape")
    table.wait_for(state="hidden")


def test_keys_open_the_picture_that_can_be_changed_and_lead_from_picture_to_picture(visit):
    last(visit)
    visit.page.locator("canvas.pictures").press("Enter")
    assert visit.board("cell") == {"picture": "S", "panel": 0, "row": 0, "column": 0}
    ways = {"Left": ("S", 0, 0, 0), "Right": ("S", 1, 0, 3), "Down": ("A", 1, 3, 3), "Up": ("S", 1, 0, 3)}
    for way, place in ways.items():
        for _ in range(8):  # past every edge
            visit.page.keyboard.press(f"Arrow{way}")
        assert tuple(visit.board("cell").values()) == place, way
    beside = visit.page.evaluate(TURNED, f"{visit.address}/modules/{modules.digest()}/board/arrows.js")
    assert (beside["row"], beside["column"]) == (2, 2), "to the right as it is drawn"


def test_a_step_by_hand_while_it_plays_begins_the_pause_anew(visit):
    first(visit)
    visit.page.locator(".bar .play").click()
    timer = visit.board("playing")
    visit.page.locator("canvas.pictures").press("ArrowRight")
    assert visit.board("index") == 1 and visit.board("playing") not in (None, timer)
    visit.page.locator(".bar .play").click()
    assert visit.board("playing") is None


def test_arrows_lead_through_a_pictures_menu_escape_closes_it_and_the_keys_stay_at_it(visit):
    last(visit)
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    more, items = visit.page.locator(".menus .more").first, visit.page.get_by_role("menuitem")
    more.click()
    for key, item in (("ArrowDown", items.nth(1)), ("End", items.last), ("ArrowDown", items.first),
                      ("ArrowUp", items.last), ("Home", items.first)):
        visit.page.keyboard.press(key)
        expect(item).to_be_focused(timeout=5000)
    visit.page.keyboard.press("Escape")
    for item, key in ((items.first, "Escape"), (visit.page.get_by_role("menuitem", name="Copy"), "Enter")):
        more.press("Enter")
        expect(items.first).to_be_focused(timeout=5000)
        item.press(key)
        items.first.wait_for(state="hidden", timeout=5000)
        visit.page.wait_for_function("window.__boards.walk.view.menus.firstChild.matches(':focus')", timeout=5000)


def test_a_wheel_changes_the_chosen_cell_alone(visit):
    """By a fiftieth of the scale's end at a turn; Python is told once the wheel rests."""
    last(visit)
    visit.page.mouse.click(*visit.at("S", 1, 1))
    visit.until("$.cell?.row === 1")
    told = visit.board("edits")
    for column, turn, value in ((2, -99, None), (1, -99, 2.06), (1, -1, 2.12), (2, 99, 2.12), (1, 99, 2.06), (1, 1, 2)):
        visit.page.mouse.move(*visit.at("S", 1, column))
        visit.page.mouse.wheel(0, turn)
        visit.page.wait_for_timeout(30)  # a wheel is on its way meanwhile
        cells = visit.page.evaluate("[...window.__boards.walk.view.spec.byName.get('S').edits].flat()")
        assert cells == ([5, pytest.approx(value)] if value else [])
    visit.until(f"$.edits > {told}")


def test_a_number_on_its_way_into_a_cell_does_not_go_into_another(visit):
    last(visit)
    visit.page.mouse.click(*visit.at("S", 1, 1))
    visit.until("$.cell?.row === 1")
    visit.page.keyboard.type("1")
    visit.until("$.typed === '1' && !$.tip.hidden")
    visit.page.keyboard.press("ArrowDown")
    visit.until("$.cell.row === 2")
    assert visit.board("typed") == "" and visit.board("hover") is None
    visit.page.keyboard.press("Escape")
