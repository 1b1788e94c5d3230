"""Lines between two rows of words: what they tell is the trace's."""

import pytest
from playwright.sync_api import expect

from core import zoo
from pages.components import modules

MODEL, TEXT = "translator-zh-en", "我昨天买了一本书。"


@pytest.mark.browser
def test_a_word_pointed_at_or_reached_by_key_tells_its_weights(visit):
    trace = zoo.load(MODEL).trace(TEXT)
    weights = trace["decoder.0.cross_attention.weights"].value.double().mean(0)
    visit.open("decoder", lang="en", text=TEXT, model=MODEL)
    visit.page.locator("#n0-20").scroll_into_view_if_needed()
    above, below = (visit.page.locator(f".arcs .{row} span") for row in ("above", "below"))
    expect(below).to_have_count(len(weights))
    assert above.locator("b").all_inner_texts() == list(trace["source"].labels[0])
    numbers = f"{visit.address}/modules/{modules.digest()}/board/numbers.js"
    for row, reach in ((2, below.nth(2).hover), (3, lambda: below.nth(2).press("ArrowRight"))):
        reach()
        percent = visit.page.evaluate("async ([path, share]) => (await import(path)).percent(share)",
                                      [numbers, round(float(weights[row].max()), 4)])
        expect(above.nth(int(weights[row].argmax())).locator("small")).to_have_text(percent)
    assert below.evaluate_all("(words) => words.findIndex((one) => one.tabIndex === 0)") == 3, "there Tab comes back to"
