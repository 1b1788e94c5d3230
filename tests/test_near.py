"""Panels of a lesson wait until they come near the screen; what is read stays where it is; links land."""

import ast
import re

import pytest
from headless_page import asked, keys, lacking, opened, unfolded
from house import PAGES, name_of, tree
from playwright.sync_api import expect

PAGE = "transformer/attention"
TOP = "id => Math.round(document.getElementById(id).getBoundingClientRect().top)"
PLACE = "[class*='st-key-near-']:last-child"
WAITING = f"document.querySelectorAll(\"{PLACE}\").length"
PANEL = "[class*=st-key-exhibit-]:has(#{})".format
WHOLE = {"alignment/own_sentence", "couplets/facing", "couplets/model", "detr/pipeline", "equations/index",
         "language_models/poem", "heads/five_steps", "mae/reconstruction", "nonlocal_block/twins", "tokens/tokenisers",
         "training/three_ways", "vit/answer"}
"""Exhibits that do not wait: the first of a page, or what a choice in them changes is the page."""


def test_item_3_every_exhibit_is_a_panel():
    pages = set()
    for path in PAGES:
        for function in (n for n in ast.walk(tree(path)) if isinstance(n, ast.FunctionDef)):
            calls = {ast.unparse(n.func) for n in ast.walk(function) if isinstance(n, ast.Call)}
            if "lesson.exhibit" in calls and "lesson.panel" not in map(ast.unparse, function.decorator_list):
                pages.add("/".join(name_of(path).removesuffix(".py").split("/")[-2:]))
    assert pages == WHOLE


def exhibits(app):
    return [re.search(r"exhibit-(\S+)", key)[1] for key in keys(app) if "exhibit-" in key]


def texts(app):
    return [one.value for one in (*app.subheader, *app.markdown)]


def waiting(app):
    """The exhibits whose place is empty."""
    return [box.key.split()[-1] for box in app.checkbox if str(box.key).startswith("near ") and not box.value]


def test_item_3_a_page_opens_with_its_first_panel_and_the_words_of_all():
    app, whole = opened(PAGE, lang="en", panels="some"), opened(PAGE, lang="en")
    assert not waiting(whole) and len(waiting(app)) == 10
    assert exhibits(app) == exhibits(whole) and {*texts(app)} < {*texts(whole)}
    assert asked(app, PAGE) == {"arrows"} < asked(whole, PAGE)
    app.checkbox(key="near attention N1-07").check().run()
    assert asked(app, PAGE) == {"arrows", "N1-07", "N4-14"} and "N1-07" not in waiting(app)
    assert not app.exception


def test_a_link_to_an_erratum_draws_the_panel_that_holds_it():
    for _ in range(2):  # nobody may have seen it yet
        app = opened(PAGE, lang="en", panels="some", erratum="R05")
        assert not lacking(app, errata=["R05"])
    assert len(waiting(app)) == 10 and not lacking(app, exhibits=["N0-03", "N1-07"])
    assert sum("erratum-" in key for key in keys(app)) < sum("erratum-" in key for key in keys(opened(PAGE)))


def test_a_folded_erratum_is_drawn_when_it_is_unfolded():
    """The title and where it stands are there before."""
    app, whole = (opened("transformer/heads", lang="en", panels=panels) for panels in ("some", "all"))
    why, other = "so what it is multiplied by has", "two steps differ from one by rounding alone"
    assert not lacking(app, errata=["R04"]) and why not in str(texts(app))
    assert why in str(texts(whole)) and other in str(texts(whole))
    unfolded(app, "open R04")
    assert why in str(texts(app)) and other not in str(texts(app)) and app.query_params["open-R04"] == "1"


@pytest.mark.browser
def test_an_erratum_unfolded_by_a_click_shows_what_it_computes(visit):
    visit.open("heads", lang="en").still()
    erratum = visit.page.locator(".st-key-erratum-R04")
    visit.page.get_by_text("R04 ·").click()
    expect(erratum.get_by_text("so what it is multiplied by has")).to_be_visible()
    assert visit.still().parameters()["open-R04"] == "1"


@pytest.mark.browser
def test_a_link_to_a_heading_lands_and_what_is_read_stays(visit):
    page = visit.page
    page.goto(f"{visit.address}/attention?lang=en#n3-05")
    page.wait_for_selector(f"{PANEL('n3-05')} canvas, {PANEL('n3-05')} svg.marks")
    visit.still()
    assert 50 < page.evaluate(TOP, "n3-05") < 200 and page.evaluate(WAITING) > 3
    before = page.evaluate(TOP, "n3-05")
    page.mouse.move(640, 600)
    page.mouse.wheel(0, -300)  # the panel above comes into sight, and those above it are drawn
    page.wait_for_timeout(600)
    visit.still()
    assert abs(page.evaluate(TOP, "n3-05") - before - 300) < 5
    page.keyboard.press("Control+f")
    page.wait_for_function(f"{WAITING} === 0")
    assert not visit.still().failures


@pytest.mark.browser
def test_a_panel_is_drawn_on_the_way_down_and_once(visit):
    visit.open("heads", lang="en").page.wait_for_function(f"{WAITING} > 2")
    page, waits = visit.page, visit.still().page.evaluate(WAITING)
    page.locator("#n0-12").scroll_into_view_if_needed()
    page.wait_for_function(f"{WAITING} < {waits}")
    drawn = visit.still().page.evaluate(WAITING)
    assert drawn > 0
    visit.type("我爱你。").still()
    assert page.evaluate(WAITING) == drawn and not visit.failures
