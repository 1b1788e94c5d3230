"""No page keeps anybody out: axe-core in Chromium finds nothing serious or critical, in light and in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from browser import Visit
from playwright.sync_api import expect
from test_browser_bar import CUT, PLACE
from test_pages import PAGES

pytestmark = pytest.mark.browser
GRAVE = ("serious", "critical")
STEPS = ["machine", "block:encoder.0.self_attention", "decoder.1.cross_attention.weights", "probabilities", "ending"]
DRESSED = "Object.values(window.__boards ?? {}).every(({ control, board }) => !control || board?.started)"
BROKEN = "[data-testid=stException], [data-testid=stAlertContentError]"
CELL = {"cell": "decoder.1.cross_attention.weights@1.2.3"}
WALKS = [{"step": step} | (CELL if step.endswith("cross_attention.weights") else {}) for step in STEPS]
VISITS = [(path, {}) for path in PAGES] + [("transformer/walkthrough", more) for more in WALKS]
CONTRAST = {"runOnly": ["color-contrast"]}  # the one rule whose answer hangs on the theme
DRESSES = (("zh", "light", 1280, {}), ("en", "dark", 1920, CONTRAST))


def violations(page, where: str, **options) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]} | options).response["violations"]
    return [f"{where}: {one['id']}: {node['target']} {node['html'][:160]} {node.get('failureSummary', '')[:240]}"
            for one in found if one["impact"] in GRAVE for node in one["nodes"]]


@pytest.fixture(scope="module")
def reader(server, browser):
    """One visitor for all pages: what every page needs is fetched and compiled once."""
    with Visit(browser, server.address) as visitor:
        yield visitor


@pytest.mark.parametrize("path, more", VISITS, ids=lambda given: given if isinstance(given, str) else given.get("step"))
def test_axe_finds_nothing_serious(reader, path, more):
    """Nor is anything broken or wider than the window: in Chinese, light and narrow; in English, dark and wide.

    Without motion: a colour on its way to another is nobody's to read.
    """
    found, page = [], reader.page
    for language, scheme, width, options in DRESSES:
        page.set_viewport_size({"width": width, "height": width * 9 // 16})
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        reader.open("" if path == "start" else path.rpartition("/")[2], lang=language, panels="all", **more)
        page.wait_for_function(DRESSED)
        expect(page.locator(BROKEN)).to_have_count(0)
        page.wait_for_function(f"{PLACE} === '0 0 {width} 44'")
        assert page.evaluate(CUT) == []
        reader.fits()
        found += violations(page, f"{language} {scheme}", **options)
    assert not found, "\n".join(found)
    assert reader.hosts <= {"127.0.0.1", None} and not reader.failures
