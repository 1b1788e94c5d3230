"""The board: what is packed is what is shown, links to cells survive anything, and a browser can walk it."""

import numpy as np
import pytest
from browser import Visit, page_of
from streamlit.testing.v1 import AppTest
from unpacking import unpack

from pages.components.board import Cell, Frame, Picture, payload
from pages.components.board.packing import LARGEST

SPECIAL = np.array([[0.0, -np.inf, np.nan], [1e9, -1e9, 0.125]])


def picture(name="A", values=SPECIAL, **more):
    return Picture(name, name, values, **more)


def one_frame(*pictures):
    return payload(pictures, [Frame("only", "", "", tuple(p.name for p in pictures))])


@pytest.mark.parametrize(
    "values",
    [
        SPECIAL,
        np.zeros((0, 5)),
        np.zeros((3, 0)),
        np.array([[0.5]]),
        np.full((2, 2), np.nan),
        np.linspace(0, 1, 7),
        np.random.default_rng(0).normal(size=(8, 64, 64)),
    ],
)
def test_values_come_back_as_float16(values):
    _, arrays = unpack(one_frame(picture("B", np.ones((3, 3))), picture(values=values)).whole)
    finite = np.isfinite(values)
    expected = np.where(finite, np.clip(values, -LARGEST, LARGEST), values).astype(np.float16)
    np.testing.assert_array_equal(arrays["A"].reshape(np.shape(values)), expected)


def test_every_picture_lies_at_its_own_offset():
    pictures = [picture(f"P{i}", np.full((i + 1, 3), float(i))) for i in range(5)]
    header, arrays = unpack(one_frame(*pictures).whole)
    assert all((arrays[f"P{i}"] == i).all() for i in range(5))
    offsets = [entry["offset"] for entry in header["pictures"]]
    assert offsets == sorted(set(offsets)) and all(offset % 2 == 0 for offset in offsets)


@pytest.mark.parametrize("shape, layers", [((4, 4), 1), ((1, 4, 4), 1), ((2, 4, 4), 2)])
def test_a_mask_is_sent_once_where_panels_share_it(shape, layers):
    masked = np.broadcast_to(np.triu(np.ones((4, 4), bool), 1), shape)
    packed = one_frame(picture(values=np.zeros((2, 4, 4)), masked=masked))
    header, _ = unpack(packed.whole)
    entry = header["pictures"][0]
    assert entry["maskPanels"] == layers
    sent = np.frombuffer(packed.parts[0][-16 * layers :], np.uint8)
    assert sent.sum() == 6 * layers and entry["mask"] == 2 * 4 * 4 * 2


def test_masks_lie_behind_one_another():
    first, second = np.eye(3, dtype=bool), np.triu(np.ones((2, 3, 4), bool))
    packed = one_frame(picture(values=np.zeros((2, 3, 3)), masked=first), picture("B", np.zeros((3, 4))),
                       picture("C", np.zeros((2, 3, 4)), masked=second))
    entries = {entry["name"]: entry for entry in unpack(packed.whole)[0]["pictures"]}
    assert "mask" not in entries["B"]
    for name, mask in (("A", first), ("C", second)):
        sent = np.frombuffer(packed.parts[0], np.uint8, mask.size, entries[name]["mask"])
        np.testing.assert_array_equal(sent, mask.ravel())


def test_rows_are_rows_and_columns_are_columns():
    fields = {"rows": ("a", "b"), "columns": ("c", "d", "e"), "row_axis": "down", "column_axis": "right",
              "row_link": "query", "column_link": "key"}
    (entry,) = unpack(one_frame(picture(values=np.zeros((2, 3)), **fields)).whole)[0]["pictures"]
    assert (entry["rows"], entry["columns"]) == (["a", "b"], ["c", "d", "e"])
    assert (entry["rowAxis"], entry["columnAxis"], entry["rowLink"], entry["columnLink"]) == (
        "down", "right", "query", "key")


@pytest.mark.parametrize(
    "scale, limit, expected",
    [("sequential", None, 4), ("sequential", 1, 1), ("diverging", None, 4), ("magnitude", 9, 9), ("mask", None, 1)],
)
def test_the_limit_is_given_or_from_the_finite_values(scale, limit, expected):
    values = np.array([[-4.0, 2.0, -np.inf, np.nan]])
    header, _ = unpack(one_frame(picture(values=values, scale=scale, limit=limit)).whole)
    assert header["pictures"][0]["limit"] == expected


def test_shares_that_stand_side_by_side_have_one_scale_and_no_other_pictures_do():
    """Directly or through a third; one with an end of its own keeps it, and none that stands alone is changed."""
    sizes = {"A": 0.1, "B": 0.3, "C": 0.2, "alone": 0.05, "own": 0.4, "signed": 0.9}
    more = {"own": {"limit": 1.0}, "signed": {"scale": "diverging"}}
    pictures = [picture(name, np.full((2, 2, 2), size), **({"scale": "sequential"} | more.get(name, {})))
                for name, size in sizes.items()]
    beside = ("A", "B", "own"), ("signed", "C", "B"), ("alone",)
    frames = [Frame(str(i), "", "", names) for i, names in enumerate(beside)]
    header, _ = unpack(payload(pictures, frames).whole)
    assert {one["name"]: one["limit"] for one in header["pictures"]} == {
        "A": 0.3, "B": 0.3, "C": 0.3, "alone": 0.05, "own": 1.0, "signed": 0.9}


def test_equal_content_gives_equal_bytes_and_other_content_another_version():
    assert one_frame(picture()).whole == one_frame(picture()).whole
    versions = {unpack(one_frame(picture(values=SPECIAL + i)).whole)[0]["version"] for i in range(3)}
    assert len(versions) == 3


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: payload([picture(), picture()], [Frame("a", "", "", ("A",))]),
        lambda: payload([picture()], []),
        lambda: payload([picture()], [Frame("a", "", "", ("nothing",))]),
        lambda: one_frame(picture(rows=("one",))),
        lambda: one_frame(picture(scale="rainbow")),
        lambda: one_frame(picture(values=np.zeros((1, 1, 1, 1)))),
    ],
)
def test_what_cannot_be_shown_is_refused_with_a_sentence(wrong):
    with pytest.raises(ValueError, match=r"\w+ \w+ .+\."):
        wrong()


def test_a_cell_outside_its_picture_is_not_held():
    packed = one_frame(picture(values=np.zeros((2, 3, 4))), picture("B", np.zeros((3, 4))))
    assert packed.holds(Cell("A", 1, 2, 3)) and packed.holds(Cell("B", None, 0, 0))
    for cell in (
        Cell("A", 2, 0, 0),
        Cell("A", None, 0, 0),
        Cell("B", 0, 0, 0),
        Cell("B", None, 3, 0),
        Cell("C", 0, 0, 0),
    ):
        assert not packed.holds(cell)


def walk():
    import numpy as np
    import streamlit as st

    from pages.components.board import Cell, Frame, Picture, board, go

    tokens = ("我", "昨天", "买", "了")
    shown = [
        Picture("S", "S", np.arange(32.0).reshape(2, 4, 4), tokens, tokens, "query", "key"),
        Picture("A", "A", np.eye(4), tokens, tokens, "query", "key", scale="sequential"),
    ]
    frames = [
        Frame("scores", "scores", "attention", ("S",)),
        Frame("weights", "weights", "attention", ("S", "A"), ("→",)),
    ]
    start = st.query_params.get("step")
    state = board(shown, frames, key="walk", words={"previous": "previous", "next": "next", "keys": "all keys"},
                  step=start)
    st.text(f"step {state.step} cell {state.cell} head {state.head}")
    st.button("go", on_click=lambda: go("walk", step="weights", cell=Cell("A", None, 2, 1)))


@pytest.mark.parametrize(
    "reported, expected",
    [
        ({}, "step scores cell None head None"),
        ({"step": "weights", "head": 1}, "step weights cell None head 1"),
        (
            {"step": "gone", "cell": {"picture": "A", "row": 9, "column": 0}},
            "step scores cell None head None",
        ),
        ({"cell": "A@1.2"}, "step scores cell Cell(picture='A', panel=None, row=1, column=2) head None"),
    ],
)
def test_python_believes_only_what_exists(reported, expected):
    app = AppTest.from_function(walk, default_timeout=60)
    app.session_state["walk"] = reported
    assert app.run().text[0].value == expected


def test_a_command_counts_at_once_and_until_it_is_carried_out():
    app = AppTest.from_function(walk, default_timeout=60).run()
    app.button[0].click().run()
    assert app.text[0].value.startswith("step weights cell Cell(picture='A', panel=None, row=2, column=1)")
    app.run()
    assert app.text[0].value.startswith("step weights")
    serial = app.session_state["walk.command"]["serial"]
    app.session_state["walk"] = {"step": "scores", "serial": serial}
    app.run()
    assert app.text[0].value.startswith("step scores") and "walk.command" not in app.session_state


# ---- In a browser ------------------------------------------------------------------------------


def walks_clicks_and_links(visit):
    page = visit.page
    page.goto(f"{visit.address}/walk?step=weights&other=kept")
    page.wait_for_function("window.__board?.key === 'weights'")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("window.__board.step === 0")
    page.get_by_text("step scores").wait_for()
    page.get_by_role("button", name="next").click()
    page.get_by_text("step weights").wait_for()
    page.mouse.click(*visit.at("A", 2, 1))
    page.get_by_text("Cell(picture='A', panel=None, row=2, column=1)").wait_for()
    page.keyboard.press("ArrowDown")
    page.get_by_text("Cell(picture='A', panel=None, row=3, column=1)").wait_for()
    page.wait_for_function("new URLSearchParams(location.search).get('cell') === 'A@3.1'")
    assert "other=kept" in page.url and page.evaluate("history.length") <= 2
    assert page.evaluate("window.__boards.walk.view.theme.dark")


def first_step_again(visit):
    """No cell, the first step, and Python knows."""
    visit.page.keyboard.press("Escape")
    visit.until("$.cell === null")
    visit.page.keyboard.press("Home")
    visit.until("$.index === 0 && $.motion === null")
    visit.page.get_by_text("step scores cell None head None").wait_for()


def a_resting_pointer_does_not_point_into_the_next_picture(visit):
    page = visit.page
    x, y = visit.at("S", 1, 1)
    page.mouse.move(x, y)
    visit.until("$.hover !== null && !$.tip.hidden")
    page.keyboard.press("ArrowRight")
    visit.until("$.index === 1")
    page.mouse.move(x, y)
    page.get_by_text("step weights").wait_for()
    assert visit.board("hover") is None and visit.board("tip.hidden")
    page.mouse.move(*visit.at("A", 2, 2))
    visit.until("$.hover?.picture === 'A' && !$.tip.hidden")


def keys_list_themselves_and_escape_leaves_one_thing_after_another(visit):
    page, card = visit.page, visit.page.locator(".help .card")
    page.keyboard.press("h")
    visit.until("$.head === 0")
    page.mouse.click(*visit.at("S", 1, 1))
    visit.until("$.cell !== null")
    page.keyboard.press("?")
    card.wait_for()
    assert card.get_by_text("Ctrl+Z").is_visible() and card.get_by_text("⌘Z").is_visible()
    assert page.get_by_role("button", name="all keys").get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    card.wait_for(state="hidden")
    assert visit.board("cell") and visit.board("head") == 0
    page.keyboard.press("Escape")
    visit.until("$.cell === null && $.head === 0")
    page.keyboard.press("Escape")
    visit.until("$.head === null")
    page.get_by_text("step scores cell None head None").wait_for()


@pytest.mark.browser
def test_a_reader_walks_clicks_and_links_a_resting_pointer_points_at_nothing_and_escape_leaves(
        drawn, browser, context):
    page_of(walk, drawn)
    with Visit(browser, drawn.address, scheme="dark", context=context) as visit:
        walks_clicks_and_links(visit)
        first_step_again(visit)
        a_resting_pointer_does_not_point_into_the_next_picture(visit)
        first_step_again(visit)
        keys_list_themselves_and_escape_leaves_one_thing_after_another(visit)
        assert not visit.failures
