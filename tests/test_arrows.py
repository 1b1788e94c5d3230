"""The query's arrow: what a link may say, and that the browser computes what the equations do."""

import math
import random

import pytest
from headless_page import opened
from playwright.sync_api import expect

from core.experiments import attention as computed
from pages.components import modules
from pages.components.arrows import FARTHEST, accepted
from pages.components.text_files import page_words

WORDS = page_words("en", "attention")["tiny_words"].split()
TOLD = """(turn) => {
  const [x, y] = (new URLSearchParams(location.search).get("arrows-query") ?? "").split(",").map(Number);
  return Math.round((Math.atan2(y, x) * 180) / Math.PI) === turn;
}"""
"""The query in the address is turned by so many degrees."""


@pytest.mark.parametrize("raw", [None, (), (1,), "ab", (1, 2, 3), (1, "2"), (math.nan, 0), (math.inf, 0), (9, 0), {}])
def test_what_is_no_query_is_refused(raw):
    assert accepted(raw) is None


def test_a_query_is_kept_to_hundredths():
    assert accepted([1.234, -0.567]) == (1.23, -0.57) and accepted((0, FARTHEST)) == (0, FARTHEST)


@pytest.mark.parametrize("query", ["", "1", "1,2,3", "a,b", "nan,1", "1e38,0", "9" * 400])
def test_any_link_opens_the_page_with_some_query(query):
    app = opened("transformer/attention", lang="en", **{"arrows-query": query})
    assert not app.exception and app.session_state["arrows query"] == computed.ARROW_QUERY


def test_the_output_is_inside_the_triangle_and_length_sharpens():
    """Barycentric coordinates are the shares: none below 0, together 1; twice the length, a larger largest share."""
    for turn in range(0, 360, 15):
        query = [1.4 * math.cos(math.radians(turn)), 1.4 * math.sin(math.radians(turn))]
        shares = computed.arrows(query)["weights"].value
        assert shares.min() > 0 and abs(shares.sum() - 1) < 1e-12
        once, twice = computed.lengthened(query)
        assert twice > once


def told(visit, handle):
    """Once the address says where the arrow is: it follows some time after the last key, not after each."""
    visit.page.wait_for_function(TOLD, arg=int(handle.get_attribute("aria-valuenow")))
    return visit.still()


@pytest.mark.browser
def test_the_arrow_turns_by_key_and_by_pointer_and_its_length_waits_for_the_guess(visit):
    visit.open("attention", lang="en")
    handle, rows = visit.page.locator(".handle"), visit.page.locator(".beats tr:has(th[scope=row])")
    path = f"{visit.address}/modules/{modules.digest()}/arrows/attend.js"
    rng = random.Random(1)
    for query in ([rng.uniform(-2, 2), rng.uniform(-2, 2)] for _ in range(20)):
        attended = visit.page.evaluate("async ([path, ...given]) => (await import(path)).attend(...given)",
                                       [path, query, computed.ARROW_KEYS, computed.ARROW_VALUES])
        trace = computed.arrows(query)
        for name, step in (("scores", "scores"), ("shares", "weights"), ("output", "head_outputs")):
            assert attended[name] == pytest.approx(trace[step].value.flatten().tolist(), abs=1e-12)

    def shown():
        return [int(float(text.split("%")[0])) for text in rows.locator("b").all_inner_texts()]

    def wanted():
        return [int(100 * share) for share in computed.arrows(query())["weights"].value.flatten().tolist()]

    def query():
        return [float(part) for part in visit.parameters().get("arrows-query", "1.25,0.7").split(",")]

    handle.focus()
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp"):
        visit.page.keyboard.press(key)
    told(visit, handle)
    assert math.dist(query(), (0, 0)) == pytest.approx(math.hypot(*computed.ARROW_QUERY), abs=0.01)
    assert all(abs(a - b) <= 1 for a, b in zip(shown(), wanted(), strict=True)) and len(shown()) == len(WORDS)
    visit.page.locator("[class*='st-key-guess-attention-arrows'] [role=radio]").last.click()
    visit.still()
    box = visit.page.locator(".directions").bounding_box()
    visit.page.mouse.move(box["x"] + box["width"] * 0.4, box["y"] + box["height"] * 0.4)
    visit.page.mouse.down()
    visit.page.mouse.move(box["x"] + box["width"] * 0.5, box["y"] + box["height"] * 0.85, steps=4)
    visit.page.mouse.up()
    before = told(visit, handle).parameters()["arrows-query"]
    assert math.dist(query(), (0, 0)) > 1.8 and query()[1] < -1
    visit.page.reload()
    expect(handle).to_have_attribute("aria-valuenow", str(round(math.degrees(math.atan2(*query()[::-1])))))
    assert visit.still().parameters()["arrows-query"] == before
