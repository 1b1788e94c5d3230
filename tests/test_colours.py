"""What a board paints and says, read back from its canvas, its files and its page: colours, glyphs, numbers, labels."""

import html
import re
from itertools import pairwise

import numpy as np
import pytest
from browser import Visit, page_of
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
STING = '<img src=x onerror="window.stung=1">'
SHARES = np.array([[0.0, 0.125, 0.25, 0.375, 0.5], [0.625, 0.75, 0.875, 0.9375, 1.0]])
SIGNED = np.array([[-4.0, -3.0, -2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0]])
ALLOWED = np.array([[1.0, 1.0, 0.0], [1.0, 0.0, 1.0]])
KINDS = np.array([[[2.0, 0.0, -np.inf, np.nan], [2.0, 2.0, 2.0, 2.0]], [[2.0, 2.0, 2.0, 2.0], [2.0, 2.0, 2.0, 2.0]]])
HIDDEN = np.array([[[0, 0, 0, 0], [1, 0, 0, 0]], [[0, 0, 0, 0], [0, 0, 0, 1]]], bool)
TINY = np.array([[3e-5, 1.0], [2e-7, 0.5]])
NUMBERS = ("SHARES", "SIGNED", "ALLOWED", "KINDS", "HIDDEN", "TINY")


def colours():
    import streamlit as st

    from pages.components.board import WORD_KEYS, Frame, Picture, board

    shown = [
        Picture("shares", "shares", SHARES, scale="sequential"), Picture("signed", "signed", SIGNED),
        Picture("mask", "mask", ALLOWED, scale="mask"), Picture("kinds", "kinds", KINDS, masked=HIDDEN, limit=4.0),
        Picture("tiny", "tiny", TINY, scale="magnitude", rows=("a", "b"), columns=("c", "d")),
        Picture("stings", STING, SHARES[:, :2], (STING, "b"), (STING, "d"), STING, STING)]
    frames = [Frame("all", "all", "all", tuple(p.name for p in shown))]
    board(shown, frames, key="walk", words={key: key for key in WORD_KEYS}, height=2000)
    st.text("ready")


@pytest.fixture(scope="module")
def address(drawn):
    numbers = "\n".join(f"{name} = np.array({globals()[name].tolist()!r})" for name in NUMBERS)
    script = f"import numpy as np\nfrom numpy import inf, nan\nSTING = {STING!r}\n{numbers}\n"
    page_of(colours, drawn, script)
    return drawn.address


@pytest.fixture(scope="module")
def plain(address, browser, context):
    """A visitor before the board, in whichever theme, with the pointer away from it."""
    with Visit(browser, address, width=1600, height=1400, context=context) as visit:
        visit.open("colours").until("$.layout.boxes.length === 6")
        yield visit


@pytest.fixture(scope="module", params=["light", "dark"])
def shown(request, plain):
    """The same, in one of the two themes: the system's changes, and the board is painted anew."""
    plain.page.emulate_media(color_scheme=request.param)
    plain.until(f"$.theme.dark === {str(request.param == 'dark').lower()} && $.layout.boxes.length === 6")
    return plain


@pytest.fixture(autouse=True)
def left_as_found(plain):
    """Nothing broke; and nothing stays touched, open or scrolled for the next who looks."""
    yield
    for _ in range(3):
        plain.page.keyboard.press("Escape")
    plain.until("!$.tabled && !$.cell && $.head === null")
    plain.page.mouse.move(2, 2)
    plain.page.evaluate("document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    assert not plain.failures


def cell(visit, picture: str, row: int, column: int, panel: int = 0) -> np.ndarray:
    """The mean colour of a cell on the canvas, a pixel off its edges."""
    return np.array(visit.page.evaluate("""([name, row, column, panel]) => {
        const { layout, canvas, ratio } = window.__boards.walk.view;
        const box = layout.boxes.find(({ picture }) => picture.name === name), place = box.panels[panel];
        const { width, height } = box.cell, x = box.x + place.x + column * width, y = box.y + place.y + row * height;
        const at = [x + 2, y + 2, width - 4, height - 4].map((number) => Math.round(number * ratio));
        const { data } = canvas.getContext('2d').getImageData(...at), sum = [0, 0, 0];
        for (let i = 0; i < data.length; i += 4) for (const c of [0, 1, 2]) sum[c] += data[i + c] * 4 / data.length;
        return sum;
    }""", [picture, row, column, panel]))


def corner(visit, picture: str, row: int, column: int) -> np.ndarray:
    """The colour of a cell beside what is written in it."""
    return np.array(visit.page.evaluate("""([name, row, column]) => {
        const { layout, canvas, ratio } = window.__boards.walk.view;
        const box = layout.boxes.find(({ picture }) => picture.name === name), [place] = box.panels;
        const x = box.x + place.x + column * box.cell.width + 3, y = box.y + place.y + row * box.cell.height + 3;
        const { data } = canvas.getContext('2d').getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1);
        return [...data.slice(0, 3)];
    }""", [picture, row, column]))


def from_paper(visit, colour: np.ndarray) -> float:
    """How far a colour is from the page's own."""
    return float(np.linalg.norm(colour - np.array(visit.board("theme.back"))))


def test_a_larger_share_is_farther_from_the_page(shown):
    colours = [corner(shown, "shares", row, column) for row in range(2) for column in range(5)]
    light = [float(colour @ [0.2126, 0.7152, 0.0722]) for colour in colours]
    assert from_paper(shown, colours[0]) < 3
    assert light == sorted(light, reverse=not shown.board("theme.dark"))
    assert min(abs(a - b) for a, b in pairwise(light)) > 2


def test_signs_have_their_own_colours_and_zero_is_the_page(shown):
    colours = [corner(shown, "signed", 0, column) for column in range(9)]
    away = [from_paper(shown, colour) for colour in colours]
    assert away[4] < 3
    assert away[:5] == sorted(away[:5], reverse=True) and away[4:] == sorted(away[4:])
    assert all(blue > red + 20 for red, _, blue in colours[:2])  # negative: blue
    assert all(red > blue + 20 for red, _, blue in colours[-2:])  # positive: orange


def test_a_mask_shows_what_may_be_seen(shown):
    colours = {(row, column): cell(shown, "mask", row, column) for row in range(2) for column in range(3)}
    for one, a in colours.items():
        for other, b in colours.items():
            assert (np.linalg.norm(a - b) < 6) == (ALLOWED[one] == ALLOWED[other])
        red, green, _ = a
        assert (green > red + 15) == bool(ALLOWED[one])


def test_masked_infinite_invalid_zero_and_plain_cells_look_different(shown):
    places = {"plain": (0, 0), "zero": (0, 1), "infinite": (0, 2), "invalid": (0, 3), "masked": (1, 0)}
    colours = {kind: cell(shown, "kinds", *at) for kind, at in places.items()}
    kinds = list(colours)
    for i, kind in enumerate(kinds):
        assert all(np.linalg.norm(colours[kind] - colours[other]) > 8 for other in kinds[:i]), kind
    assert np.ptp(colours["infinite"]) < 30 and np.ptp(colours["masked"]) < 30  # grey: no colour of any scale


def test_every_panel_has_its_own_mask(shown):
    masked = cell(shown, "kinds", 1, 0)
    for panel in (0, 1):
        for column in range(4):
            same = np.linalg.norm(cell(shown, "kinds", 1, column, panel) - masked) < 8
            assert same == HIDDEN[panel, 1, column]


def menu(visit, title: str, action: str) -> None:
    names = [p["picture"]["title"] for p in visit.board("layout.boxes")]
    visit.page.locator(".board button.more").nth(names.index(title)).click()
    visit.page.get_by_role("menuitem", name=action, exact=True).click()


def downloaded(visit, title: str, action: str, path) -> str:
    with visit.page.expect_download() as download:
        menu(visit, title, action)
    download.value.save_as(path)
    return path.read_text("utf-8-sig")


def test_numbers_stand_in_their_cells(plain, tmp_path):
    """In the saved drawing, from left to right and from top to bottom."""
    text = downloaded(plain, "shares", "save_svg", tmp_path / "shares.svg")
    numbers = re.findall(r"translate\(([\d.]+) ([\d.]+)\)[^>]*>([\d.]+)</text>", text)
    rows = {y: [float(n) for x, y_, n in sorted(numbers, key=lambda f: float(f[0])) if y_ == y] for _, y, _ in numbers}
    full = [rows[y] for y in sorted(rows, key=float) if len(rows[y]) == 6]  # the row's own number comes first
    assert [row[0] for row in full] == [0, 1]
    np.testing.assert_allclose([row[1:] for row in full], SHARES, atol=6e-3)


def test_a_saved_drawing_hatches_what_is_masked_and_crosses_what_is_infinite(plain, tmp_path):
    """Each as large as its cell and over it, and once more in the key."""
    text = downloaded(plain, "kinds", "save_svg", tmp_path / "kinds.svg")
    placed = re.findall(r'<rect (x="[\d.]+" y="[\d.]+" width="[\d.]+" height="[\d.]+") fill="([^"]+)"', text)
    for name, where in {"crossed": np.isneginf(KINDS), "plain": HIDDEN}.items():
        assert text.count(f'<pattern id="hatch-{name}"') == 1
        *hatched, _ = (place for place, fill in placed if fill == f"url(#hatch-{name})")
        size = hatched[0].partition("width")[2]
        cells = [place for place, fill in placed if fill.startswith("rgb") and place.endswith(size)]
        assert len(cells) == KINDS.size and hatched == [cells[i] for i in np.flatnonzero(where)]


def test_small_numbers_arrive(plain, tmp_path):
    rows = [line.split(",") for line in downloaded(plain, "tiny", "save_csv", tmp_path / "tiny.csv").splitlines()]
    assert [row[0] for row in rows] == ["", "a", "b"] and rows[0][1:] == ["c", "d"]
    np.testing.assert_allclose(np.array([row[1:] for row in rows[1:]], float), TINY, rtol=2e-3, atol=6e-8)


def test_pointer_and_table_tell_the_cell(plain):
    plain.page.mouse.move(*plain.at("shares", 1, 3))
    expect(plain.page.locator(".tip .value")).to_have_text("0.938")
    expect(plain.page.locator(".tip .label")).to_have_text(["1", "3"])
    menu(plain, "shares", "table")
    expect(plain.page.locator(".board .table tbody td")).to_have_text(
        ["0", "0.125", "0.25", "0.375", "0.5", "0.625", "0.75", "0.875", "0.938", "1"])


def test_what_stands_in_a_label_is_never_run(plain):
    """A word that a reader typed is text on the canvas, in the tip, in the table and in a file."""
    plain.page.mouse.move(*plain.at("stings", 0, 0))
    expect(plain.page.locator(".tip .label")).to_have_text([STING, STING])
    plain.page.mouse.click(*plain.at("stings", 0, 1))
    menu(plain, STING, "table")
    expect(plain.page.locator(".board .table th").first).to_have_text(STING)
    plain.page.mouse.move(2, 2)
    expect(plain.page.locator(".tip")).to_be_hidden()
    plain.still()
    assert plain.page.evaluate("window.stung") is None
    assert html.unescape(plain.page.locator(".board .table strong").inner_html()) == STING
