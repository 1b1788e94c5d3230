"""No page keeps anybody out: axe-core in Chromium finds nothing serious or critical, in light and in dark."""

from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from browser import FITS, Visit
from phone import MEASURE, held, measured
from playwright.sync_api import expect
from test_browser_bar import COMING, CUT, PLACE
from test_pages import PAGES, told_on
from widest_texts import widest

pytestmark = pytest.mark.browser
STEPS = ["machine", "block:encoder.0.self_attention", "decoder.1.cross_attention.weights", "probabilities", "ending"]
DRESSED = "Object.values(window.__boards ?? {}).every(({ control, view }) => !control || view?.started)"
ASKED = Path(__file__).with_name("axe.js")
THEME = "getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme"
BROKEN = "[data-testid=stException], [data-testid=stAlertContentError]"
BOX = ".st-key-text input:visible"
CELL = {"cell": "decoder.1.cross_attention.weights@1.2.3"}
WALKS = [{"step": step} | (CELL if step.endswith("cross_attention.weights") else {}) for step in STEPS]
VISITS = [(path, {}) for path in PAGES] + [("transformer/walkthrough", more) for more in WALKS]
NARROW = 1280
DRESSES = {"zh": NARROW, "en": 1920}  # how wide the window is in which a language is read
SCHEMES = ("light", "dark")
UNREAD = """() => [...document.querySelectorAll('[data-testid=stVegaLiteChart] svg text')].filter((text) => {
  const [a, b] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
  return Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom) > 4
    || a.width && a.right > b.right + 0.3 && text.closest('.role-axis-label');
}).concat([...document.querySelectorAll('[data-testid=stMetricLabel] .stMarkdownEllipsis')].filter(
  (label) => label.scrollWidth > label.clientWidth)).map((one) => one.textContent)"""
"""What a chart writes beyond its edge, and what a number is called where that is cut."""
ROOM = """[...document.querySelectorAll('[class*=st-key-]:has(> .stBidiComponent)')].map((place) => [
  place.className, parseFloat(getComputedStyle(place).minHeight) || 0,
  place.firstElementChild.getBoundingClientRect().height]).filter(([, kept]) => kept)"""
"""What is kept free for a component until it is drawn: for which, how high, and how high it then is."""
JUMPS = {"start": 2, "notes/path": 1}
"""How many components a page keeps room for."""
UNDRAWN = """[...document.querySelectorAll('[data-testid=stVegaLiteChart]:not(:has(canvas, svg))')]
  .some((one) => one.checkVisibility())"""
WAITING = "document.querySelectorAll(\"[class*='st-key-near-']:last-child\").length"


def violations(page, where: str, what: str = "grave()") -> list[str]:
    """What axe.js finds, ``grave()`` or ``dim()``."""
    if not page.evaluate("Boolean(window.axe && window.dim)"):  # they stay for as long as the document does
        page.evaluate(AXE_SCRIPT)
        page.evaluate(ASKED.read_text("utf-8"))
    return [f"{where}: {issue}" for issue in page.evaluate(what)]


@pytest.fixture(scope="module")
def readers(server, browser, context):
    """The visitor who reads half of the pages in one of two dresses: Chinese and narrow, English and wide.

    In the narrow one every page has the widest text that its model reads, in the other its own example.
    Without motion: a colour on its way to another is nobody's to read.
    """
    with ExitStack() as stack:
        come = {}

        def reader(language):
            if language not in come:
                stack.close()
                come.clear()
                size = {"width": DRESSES[language], "height": DRESSES[language] * 9 // 16}
                come[language] = stack.enter_context(Visit(browser, server.address, **size, context=context))
                come[language].page.add_init_script(path=MEASURE)
                come[language].open(lang=language, panels="all")
            return come[language]

        yield reader


def in_theme(page, scheme: str) -> None:
    """The system's theme changes, and the page's with it: all its colours at once."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.wait_for_function(f"{THEME} === '{scheme}'")


def apart(visits):
    """Pages, and after every second one a place of the walkthrough: one turns to it from another page only."""
    pages, places = ([one for one in visits if bool(one[1]) == placed] for placed in (False, True))
    for number, page in enumerate(pages, 1):
        yield page
        if number % 2 == 0 and places:
            yield places.pop()
    yield from places


def at_rest(reader) -> None:
    """Once the page stands still, and with all its exhibits and charts."""
    reader.still()
    if reader.page.evaluate(f"{WAITING} > 0 || {UNDRAWN} || !({DRESSED})"):
        reader.page.wait_for_function(f"{WAITING} === 0 && !{UNDRAWN} && {DRESSED}")
        reader.still()


def turned(reader, path: str, language: str, more: dict, text: str) -> None:
    """To a page, as one who reads on; by its address to the first page, or where the page is the same."""
    name = "" if path == "start" else path.rpartition("/")[2]
    link = {"lang": language, "panels": "all"} | ({"text": text} if text else {}) | more
    link |= {"model": "translator-zh-en"} if more else {}
    if name in ("", urlsplit(reader.page.url).path.strip("/")):
        reader.open(name, **link)
    else:
        reader.go(name, **link)
    at_rest(reader)
    expect(reader.page.locator("[data-testid=stMain]")).to_contain_text(told_on(language, path))


TURNS = [(language, *visit) for number, language in enumerate(DRESSES) for visit in apart(VISITS[number::2])]
LARGE = ("transformer", "sequences", "vision")  # whose pages take a while to be opened anew
AFRESH = ("transformer/walkthrough",)
"""What is another page on a phone than in a window made as narrow."""
SHRUNK = [path for language, path, more in TURNS if path.partition("/")[0] in LARGE and not more
          and path not in AFRESH and not (DRESSES[language] == NARROW and widest(path))]
"""Pages with their own example, which become a phone's when they have been read wide; ``test_phone`` has the others."""


@pytest.mark.parametrize("language, path, more, scheme", [(*turn, SCHEMES[number % 2]) for number, turn in
                                                          enumerate(TURNS)],
                         ids=lambda given: given.get("step", "") if isinstance(given, dict) else given)
def test_axe_finds_nothing_serious(readers, language, path, more, scheme):
    """Nor is anything broken or wider than the window, nor any text hard to read in either theme. Pages take turns in
    the two dresses and in the theme in which they are opened; then the system's theme changes while the page stands;
    and some are then held as a phone, where everything is readable and usable."""
    reader, width = readers(language), DRESSES[language]
    page = reader.page
    in_theme(page, scheme)
    turned(reader, path, language, more, widest(path) if width == NARROW else "")
    page.wait_for_function(FITS)
    expect(page.locator(BROKEN)).to_have_count(0)
    if width == NARROW and widest(path):
        expect(page.locator(BOX)).to_have_value(widest(path))
    page.wait_for_function(f"{PLACE} === '0 0 {width} 44'")
    assert page.evaluate(CUT) == [] and page.evaluate(UNREAD) == [] and page.evaluate(COMING) == "none"
    kept = page.evaluate(ROOM)
    assert len(kept) == JUMPS.get(path, 0) and all(room / 2 < free < room + 1 for _, free, room in kept), kept
    issues = violations(page, f"{scheme} {path}") + violations(page, f"{scheme} {path}", "dim()")
    in_theme(page, SCHEMES[scheme == "light"])
    issues += violations(page, f"{path}, no longer {scheme}", "dim()")
    assert not issues, "\n".join(issues)
    if path in SHRUNK and not more:
        with held(page):
            assert measured(page) == []
    assert reader.hosts <= {"127.0.0.1", None} and not reader.failures


PLACED = """([planted, colour]) => {
  const place = document.querySelector("[data-testid=stMain] h1").parentElement, inside = document.createElement("div");
  document.getElementById("planted")?.remove();
  place.insertAdjacentHTML("beforeend", `<div id="planted">${planted}</div>`);
  document.getElementById("planted").append(inside);
  inside.attachShadow({ mode: "open" }).innerHTML = colour && `<p style="color: ${colour}">in the shadow</p>`;
}"""
PLANTED = {
    "button-name": ("grave()", "<button></button>", ""),
    "color-contrast": ("grave()", "<p style='color: #888; background: white'>seen</p>", ""),
    "3.54 of 4.5": ("dim()", "<p style='color: #888; background: white'>seen</p>", ""),
    "of 3: ": ("dim()", "<p style='color: #9c9c9c; background: white; font-size: 24px'>large</p>", ""),
    "in the shadow": ("dim()", "", "rgb(128 128 128 / 0.6)"),
    "veiled": ("dim()", "<div style='opacity: 0.3'><p>veiled</p></div>", ""),
    "far below": ("dim()", "<p style='margin-top: 5000px; color: #888; background: white'>far below</p>", "")}


@pytest.mark.parametrize("sign", PLANTED)
def test_what_is_planted_is_found(readers, sign):
    page = readers(list(DRESSES)[-1]).page
    what, planted, colour = PLANTED[sign]
    page.evaluate(PLACED, ["", ""])
    assert not any(sign in issue for issue in violations(page, "before", what))
    page.evaluate(PLACED, [planted, colour])
    assert any(sign in issue for issue in violations(page, "planted", what))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_menu_of_pages_can_be_read_in_either_theme(readers, scheme):
    reader = readers("en")
    in_theme(reader.page, scheme)
    reader.open("glossary", lang="en").page.locator(".st-key-bar button").first.click()
    reader.page.locator(".st-key-menu").wait_for()
    assert not violations(reader.still().page, scheme, "dim()")
