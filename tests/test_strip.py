"""The strip of chips in a real browser: its height, its words, its keys and its switches."""

import pytest
from browser import Visit, page_of
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MOST = 56  # pixels of height for an encoder-decoder of two layers


def strip():
    import streamlit as st

    from core import zoo
    from core.switches import of_box, off, turned
    from pages.components.diagram import box_of, diagram
    from pages.components.text_files import page_words

    st.set_page_config(layout="wide")
    trace, edits = zoo.load("translator-zh-en").trace("我昨天买了一本书。"), st.session_state.get("edits", ())

    def turn(box):
        st.session_state["edits"] = turned(trace, [one.edit for one in of_box(trace, box_of(trace, box))], edits)

    lit = st.query_params.get("lit", "decoder.1.cross_attention.weights")
    words = page_words(st.query_params.get("lang", "zh"), "diagram")
    clicked = diagram(trace, lit, key="map", words=words, compact=True, out=off(trace, edits), on_switch=turn)
    st.text(f"clicked {clicked}, out {off(trace, edits)}")


@pytest.fixture(scope="module")
def shown(drawn, browser, context):
    page_of(strip, drawn)
    return browser, drawn.address, context


def opened(shown, **parameters):
    browser, address, context = shown
    visit = Visit(browser, address, context=context)
    visit.page.goto(f"{address}/strip?{'&'.join(f'{key}={value}' for key, value in parameters.items())}")
    expect(visit.page.locator(".box.lit")).to_have_count(1)
    return visit


def resized(visit, width):
    """The window is as wide, and the strip drawn for it."""
    visit.page.set_viewport_size({"width": width, "height": 900})
    visit.page.wait_for_function(f"innerWidth === {width} && (({{ root, seen }}) => "
                                 "Math.abs(root.clientWidth - seen) <= 1)(window.__diagrams.map.view)")


def is_low_and_every_box_is_read_whole(visit):
    strip = visit.page.locator(".strip")
    height, room, needed = strip.evaluate("s => [s.getBoundingClientRect().height, s.clientWidth, s.scrollWidth]")
    assert height <= MOST and needed <= room
    assert strip.locator(".line").count() == 2 and strip.locator(".box").count() == 25
    cut = strip.locator(".box").evaluate_all("all => all.filter((b) => b.scrollWidth > b.clientWidth).length")
    assert cut == 0
    names = strip.locator(".box").evaluate_all("all => all.map((b) => [b.ariaLabel, b.textContent])")
    assert [label for label, text in names if not label.startswith(text)] == []
    assert strip.locator(".memory path").count() == 1


def folds_the_layers_that_are_not_lit(visit):
    folded = visit.page.locator(".strip .box", has_text="Layer")
    assert folded.all_text_contents() == ["Layer 1", "Layer 2", "Layer 1"]
    folded.first.click()
    expect(visit.page.get_by_text("clicked encoder.0.self_attention")).to_be_visible()


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_strip_is_low_and_every_box_is_read_whole_and_a_narrow_one_folds_the_layers_that_are_not_lit(shown, lang):
    with opened(shown, lang=lang) as visit:
        for width in (1280, 1920):
            resized(visit, width)
            is_low_and_every_box_is_read_whole(visit)
        if lang == "en":
            resized(visit, 800)
            folds_the_layers_that_are_not_lit(visit)


def keys_move_from_box_to_box_and_enter_opens(visit):
    visit.page.locator(".box.lit").focus()
    visit.page.keyboard.press("ArrowLeft")
    visit.page.keyboard.press("Enter")
    expect(visit.page.get_by_text("clicked decoder.1.norm_1")).to_be_visible()


def a_switch_crosses_its_box_out_and_brings_it_back(visit):
    visit.page.locator(".box.lit").focus()
    visit.page.keyboard.press("Tab")  # from the box to its switch
    visit.page.keyboard.press("Space")
    expect(visit.page.get_by_text("out ['decoder.1.cross_attention']")).to_be_visible()
    expect(visit.page.locator(".box.out")).to_have_count(1)
    switch = visit.page.get_by_role("switch", checked=False)
    expect(switch).to_be_visible()
    switch.click()
    expect(visit.page.get_by_text("out []")).to_be_visible()
    expect(visit.page.locator(".box.out")).to_have_count(0)
    assert visit.failures == []


def test_keys_move_from_box_to_box_and_a_switch_crosses_its_box_out_and_brings_it_back(shown):
    with opened(shown) as visit:
        keys_move_from_box_to_box_and_enter_opens(visit)
        a_switch_crosses_its_box_out_and_brings_it_back(visit)
