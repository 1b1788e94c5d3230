"""The picture of losses: what a link may say of its dot, and that the descents start where the reader has left it."""

import base64
import math

import pytest
from browser import Visit
from headless_page import opened
from phone import SIZE
from playwright.sync_api import expect

from core.experiments import error_surface as computed
from pages.components import landscape
from pages.components.landscape import accepted
from pages.components.numbers import plain
from pages.components.text_files import page_words
from pages.sequences.recurrent.error_surface import STARTS

PAGE, GUESSED = "sequences/recurrent", {"N2-07": "thrown_far"}
SCROLLED = "document.querySelector('[data-testid=stMain]').scrollTop"
ENDS = computed.W, computed.B
(LEFT, RIGHT), (LOW, HIGH) = ENDS


@pytest.mark.parametrize("raw", [None, (), (1,), "ab", (1, 2, 3), (1, "0"), (math.nan, 0), (math.inf, 0), {}])
def test_what_is_no_point_is_refused(raw):
    assert accepted(raw, *ENDS) is None


def test_a_point_is_kept_to_hundredths_and_one_outside_is_the_nearest_inside():
    assert accepted([1.234, -0.567], *ENDS) == (1.23, -0.57)
    assert accepted([9, -9], *ENDS) == (RIGHT, LOW) and accepted((-1e300, 0.2), *ENDS) == (LEFT, 0.2)


@pytest.mark.parametrize(("ends", "places", "written"), [
    ((0.5, 2.5), [0.5, 1, 1.5, 2, 2.5], "0.5 1.0 1.5 2.0 2.5"), ((-1, 0.6), [-1, -0.5, 0, 0.5], "−1.0 −0.5 0.0 0.5"),
    ((0, 40), [0, 10, 20, 30, 40], "0 10 20 30 40"), ((-0.01, 0.011), [-0.01, -0.005, 0, 0.005, 0.01], None)])
def test_axes_are_marked_at_round_numbers(ends, places, written):
    ticks = landscape._ticks(*ends)
    assert [place for place, _ in ticks] == pytest.approx(places)
    assert written is None or " ".join(text for _, text in ticks) == written


@pytest.fixture
def given(monkeypatch):
    """What the picture is given, the last time it is drawn."""
    data = {}
    monkeypatch.setattr(landscape, "_mount", lambda **mounted: data.update(mounted["data"]))
    return data


@pytest.mark.parametrize(("link", "start"), [
    ("", STARTS["wall"]), ("valley", STARTS["valley"]), ("1,-0.3", (1, -0.3)), ("2.37,-0.61", (2.37, -0.61)),
    ("7,-7", (RIGHT, LOW))])
@pytest.mark.parametrize("rate", [0.02, 0.1])
def test_from_the_place_in_the_link_descends_what_core_computes(given, link, start, rate):
    app = opened(PAGE, GUESSED, lang="en", **{"recurrent-start": link, "recurrent-rate": str(rate)})
    assert not app.exception and given["start"] == (*start, computed.loss(*start)[0])
    w = page_words("en", "recurrent")
    for (name, longest), path in zip({"free": None, "clipped": 0.5}.items(), given["paths"], strict=True):
        descent = computed.descend(*start, rate, longest, 120)
        assert path["name"] == w[name] and [*map(tuple, path["points"])] == [
            (round(x, 4), round(y, 4)) for x, y in descent.path]
    levels = base64.b64decode(given["losses"])
    across, along, heights = computed.surface(given["columns"])
    for row, column in ((0, 0), (3, 150), (90, 60), (200, 200)):
        loss = computed.loss(across[column], along[len(along) - 1 - row])[0]
        assert levels[row * given["columns"] + column] == pytest.approx(255 * loss / heights.max(), abs=0.51)


def test_before_the_guess_no_way_is_shown(given):
    opened(PAGE, lang="en")
    assert given["start"][:2] == STARTS["wall"] and given["paths"] == []


@pytest.mark.parametrize("link", ["1", "1,2,3", "a,b", "nan,1", "1e999,0", "own", "9" * 400])
def test_any_link_opens_the_page_with_some_start(link):
    app = opened(PAGE, lang="en", **{"recurrent-start": link})
    assert not app.exception and app.session_state["recurrent start"] == STARTS["wall"]
    assert "recurrent-start" not in app.query_params


def said(point):
    return f"w = {plain(point[0])}, b = {plain(point[1])}, loss {plain(computed.loss(*point)[0], 4)}"


class Dot:
    """The picture on a visitor's screen, and its dot."""

    def __init__(self, visit):
        self.visit, page = visit.open("recurrent", lang="en", panels="all"), visit.page
        self.handle, self.picture, self.fresh, self.way = map(page.locator, (
            ".landscape .handle", ".landscape .picture", ".landscape:not(.stale)", ".landscape path.line"))
        self.picture.evaluate("(one) => one.scrollIntoView({ block: 'center' })")

    def place(self, x, y):
        """Where a point is on the screen."""
        box, (across, down) = self.picture.bounding_box(), share(x, y)
        return box["x"] + box["width"] * across, box["y"] + box["height"] * down

    def at(self):
        """Where the dot is, once Python knows; the link tells the same, what is said too, and each way begins there."""
        expect(self.fresh).to_be_visible()
        told = self.visit.still().parameters().get("recurrent-start", "wall")
        point = STARTS.get(told) or tuple(map(float, told.split(",")))
        assert self.handle.get_attribute("aria-valuetext") == said(point)
        for way in self.way.all():
            first = way.get_attribute("d").partition("L")[0].removeprefix("M").split()
            assert [*map(float, first)] == pytest.approx(share(*point), abs=1e-4)
        return point


def share(x, y):
    return (x - LEFT) / (RIGHT - LEFT), (HIGH - y) / (HIGH - LOW)


@pytest.mark.browser
def test_the_dot_is_dragged_clicked_and_moved_by_keys_and_the_descents_follow(visit):
    dot, page = Dot(visit), visit.page
    page.locator("[class*='st-key-guess-recurrent-N2-07'] button").nth(1).click()
    assert dot.at() == STARTS["wall"] and dot.way.count() == 2
    page.mouse.move(*dot.place(*STARTS["wall"]))
    page.mouse.down()
    page.mouse.move(*dot.place(1.9, 0.1), steps=4)
    assert not dot.fresh.count() and "recurrent-start" not in visit.parameters()
    page.mouse.up()
    assert dot.at() == pytest.approx((1.9, 0.1), abs=0.02)
    page.mouse.click(*dot.place(1.0, -0.5))
    x, y = dot.at()
    assert (x, y) == pytest.approx((1.0, -0.5), abs=0.02)
    for key in ("ArrowRight", "ArrowRight", "ArrowUp", "Shift+ArrowDown"):
        page.keyboard.press(key)
    assert dot.at() == pytest.approx((x + 0.1, y + 0.04))
    page.mouse.move(*dot.place(*dot.at()))
    page.mouse.down()
    page.mouse.move(*dot.place(9, 9), steps=3)
    page.mouse.up()
    assert dot.at() == (RIGHT, HIGH)
    for key in ("ArrowUp", "ArrowRight"):
        page.keyboard.press(key)
    assert dot.at() == (RIGHT, HIGH) and visit.parameters()["recurrent-start"] == f"{RIGHT},{HIGH}"
    visit.go("lstm", lang="en").still().page.go_back()
    expect(dot.handle).to_have_attribute("aria-valuetext", said((RIGHT, HIGH)), timeout=20_000)
    page.locator(".st-key-named-start button").nth(2).click()
    expect(dot.handle).to_have_attribute("aria-valuetext", said(STARTS["valley"]))
    assert dot.at() == STARTS["valley"] and visit.parameters()["recurrent-start"] == "valley"


@pytest.mark.browser
def test_a_finger_drags_the_dot_and_taps_and_scrolls_elsewhere(server, browser):
    context = browser.new_context(viewport=SIZE, screen=SIZE, is_mobile=True, has_touch=True, locale="en-US")
    with Visit(browser, server.address, **SIZE, context=context) as visit:
        dot, page, touch = Dot(visit), visit.page, context.new_cdp_session(visit.page)

        def swiped(point, right, down):
            """How far the page is scrolled by a finger that goes from a point so many pixels."""
            (x, y), top = dot.place(*point), page.evaluate(SCROLLED)
            for kind, far in (("touchStart", 0), *(("touchMove", k / 8) for k in range(1, 9)), ("touchEnd", None)):
                points = [] if far is None else [{"x": x + far * right, "y": y + far * down}]
                touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
                page.wait_for_timeout(16)
            visit.still()
            return page.evaluate(SCROLLED) - top

        assert swiped((2.3, -0.2), 0, -90) > 50 and dot.at() == STARTS["wall"]
        assert swiped(STARTS["wall"], 60, -60) == 0
        x, y = dot.at()
        assert x > STARTS["wall"][0] + 0.3 and y > STARTS["wall"][1] + 0.15
        page.touchscreen.tap(*dot.place(0.8, -0.6))
        expect(dot.handle).not_to_have_attribute("aria-valuenow", f"{x:g}")
        assert dot.at() == pytest.approx((0.8, -0.6), abs=0.02)
    context.close()
