"""No page keeps anybody out: axe-core in Chromium finds nothing serious or critical, in light and in dark."""

from urllib.parse import urlencode, urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from browser import TURN, Visit
from playwright.sync_api import expect
from test_browser_bar import CUT, PLACE
from test_pages import PAGES, told_on
from widest_texts import widest

pytestmark = pytest.mark.browser
GRAVE = ("serious", "critical")
STEPS = ["machine", "block:encoder.0.self_attention", "decoder.1.cross_attention.weights", "probabilities", "ending"]
DRESSED = "Object.values(window.__boards ?? {}).every(({ control, view }) => !control || view?.started)"
BROKEN = "[data-testid=stException], [data-testid=stAlertContentError]"
BOX = ".st-key-text:not(.st-key-bound *) input"
CELL = {"cell": "decoder.1.cross_attention.weights@1.2.3"}
WALKS = [{"step": step} | (CELL if step.endswith("cross_attention.weights") else {}) for step in STEPS]
VISITS = [(path, {}) for path in PAGES] + [("transformer/walkthrough", more) for more in WALKS]
CONTRAST = {"runOnly": ["color-contrast"]}  # the one rule whose answer hangs on the theme
NARROW = 1280
DRESSES = {"zh light": NARROW, "en dark": 1920}
WAITING = "document.querySelectorAll(\"[class*='st-key-near-']:last-child\").length"


def violations(page, where: str, **options) -> list[str]:
    options |= {"resultTypes": ["violations"], "preload": False}
    if not page.evaluate("Boolean(window.axe)"):  # it stays for as long as the document does
        page.evaluate(AXE_SCRIPT)
    issues = page.evaluate("(options) => axe.run(options)", options)["violations"]
    return [f"{where}: {one['id']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')[:240]}"
            for one in issues if one["impact"] in GRAVE for node in one["nodes"]]


@pytest.fixture(scope="module")
def reader(request, server, browser, context):
    """One visitor for half of the pages in each of two dresses: Chinese, light, narrow; English, dark, wide.

    In the narrow one every page has the widest text that its model reads, in the other its own example.
    Without motion: a colour on its way to another is nobody's to read.
    """
    language, scheme = request.param.split()
    width = DRESSES[request.param]
    with Visit(browser, server.address, width=width, height=width * 9 // 16, scheme=scheme, context=context) as visitor:
        visitor.open(lang=language, panels="all")
        yield visitor, language, width, scheme


def turned(reader, path: str, language: str, more: dict, text: str) -> None:
    """To a page, as one who reads on; to the first page or to a place on a page by its address."""
    name = "" if path == "start" else path.rpartition("/")[2]
    link = {"lang": language, "panels": "all"} | ({"text": text} if text else {}) | more
    if more or name in ("", urlsplit(reader.page.url).path.strip("/")):
        reader.open(name, **link)
    else:
        reader.page.evaluate(TURN, f"/{name}?{urlencode(link)}")
        reader.still()
    expect(reader.page.locator("[data-testid=stMain]")).to_contain_text(told_on(language, path))
    reader.page.wait_for_function(f"{WAITING} === 0")


TURNS = [(list(DRESSES)[number % 2], path, more) for number, (path, more) in enumerate(VISITS)]


@pytest.mark.parametrize("reader, path, more", TURNS, indirect=["reader"],
                         ids=lambda given: given.get("step", "") if isinstance(given, dict) else given)
def test_axe_finds_nothing_serious(reader, path, more):
    """Nor is anything broken or wider than the window. Pages take turns in the two dresses; contrast is looked at in
    both themes on each: the system's theme changes while the page stands."""
    reader, language, width, scheme = reader
    page = reader.page
    turned(reader, path, language, more, widest(path) if width == NARROW else "")
    page.wait_for_function(DRESSED)
    reader.fits()
    expect(page.locator(BROKEN)).to_have_count(0)
    if width == NARROW and widest(path):
        expect(page.locator(BOX)).to_have_value(widest(path))
    page.wait_for_function(f"{PLACE} === '0 0 {width} 44'")
    assert page.evaluate(CUT) == []
    issues = violations(page, f"{language} {path}")
    page.emulate_media(color_scheme={"light": "dark", "dark": "light"}[scheme], reduced_motion="reduce")
    issues += violations(page, f"{path}, the other theme", **CONTRAST)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    assert not issues, "\n".join(issues)
    assert reader.hosts <= {"127.0.0.1", None} and not reader.failures
