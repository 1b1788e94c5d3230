"""The real language model in Chromium: by keys from all heads to a cell and back, links, long and foreign texts."""

import pytest
from browser import Visit, served
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
MARY = "When Mary and John went to the store, John gave a drink to"
CODE, LONG = "def add(a, b):\n    return a", "The cat sat on the mat and " * 29
SMALL = """() => [...document.querySelectorAll('*')].flatMap((e) => [e, ...e.shadowRoot?.querySelectorAll('*') ?? []])
  .filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length
    && e.closest('.head-grid') && parseFloat(getComputedStyle(e).fontSize) < 12).map((e) => e.textContent)"""


@pytest.fixture(scope="module")
def address(tmp_path_factory, real_models):
    with served(tmp_path_factory.mktemp("home"), environment={"ATTENTION_MODELS": str(real_models)}) as running:
        yield running.address
        assert "Traceback" not in running.said()


@pytest.fixture
def visit(address, browser, context):
    with Visit(browser, address, width=1280, height=720, context=context) as visitor:
        yield visitor
        assert not visitor.failures


def shown(visit, key):
    visit.until(f"$.spec.frames[$.index].key === '{key}' && $.motion === null")


def test_by_keys_alone_from_all_heads_to_a_cell_and_back(visit):
    """Heads, block, step, cell; its link; and out again."""
    page = visit.open("walkthrough", lang="en", model="smollm2", text=MARY, tour="").page
    block = "decoder.1.self_attention"
    page.locator(".head-grid canvas").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    shown(visit, f"block:{block}")
    page.locator("canvas.pictures").press("Enter")
    shown(visit, f"{block}.queries")
    page.locator("canvas.pictures").press("Enter")
    page.locator(".worked .name", has_text=block).wait_for()
    visit.still()
    page.goto(page.url)
    page.locator(".worked .name", has_text=block).wait_for()
    visit.still()
    for _ in range(8):
        page.keyboard.press("Escape")
        visit.still()
    shown(visit, "machine")
    page.locator(".head-grid canvas").wait_for()


def test_a_layer_opens_and_folds_by_keys_and_a_link_restores_it(visit):
    page = visit.open("walkthrough", lang="en", model="smollm2", text=MARY, tour="", step="layer:decoder.4").page
    shown(visit, "layer:decoder.4")
    frames = visit.board("spec.frames.map(({ folded, arrangement }) => [folded, arrangement])")
    inside = sum(folded == "layer:decoder.5" and arrangement != "sheet" for folded, arrangement in frames)
    whole = int(page.locator(".count").inner_text().partition("/ ")[2])
    page.keyboard.press("ArrowRight")
    shown(visit, "layer:decoder.5")
    visit.still()
    assert "like any head of layer 5" in visit.text()
    page.keyboard.press("Enter")
    shown(visit, "decoder.5.norm_1.output")
    assert page.locator(".count").inner_text().endswith(f"/ {whole + inside}") and inside > 10
    page.keyboard.press("ArrowRight")
    shown(visit, "decoder.5.self_attention.queries")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    shown(visit, "layer:decoder.5")
    page.keyboard.press("Enter")
    shown(visit, "decoder.5.norm_1.output")
    visit.still()
    page.goto(page.url)
    shown(visit, "decoder.5.norm_1.output")
    visit.still()
    if visit.board("follow"):
        page.keyboard.press("Escape")  # first the followed word, which a link brings along
    for key in ("block:decoder.5.norm_1", "layer:decoder.5", "machine"):
        page.keyboard.press("Escape")
        shown(visit, key)


def test_the_atlas_fits_its_window_and_can_be_read(visit):
    """On a phone; and drawn anew where the window has become a large one."""
    visit.page.set_viewport_size({"width": 390, "height": 844})
    page = visit.open("atlas", lang="en", model="smollm2", text=MARY, atlas="20.7").page
    grid, widths = page.locator(".head-grid canvas"), [""]
    for width, height in ((390, 844), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        page.locator(".head-grid h3", has_text="20").wait_for()
        expect(grid).not_to_have_css("width", widths[-1])
        visit.still()
        widths.append(grid.evaluate("(one) => getComputedStyle(one).width"))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate(SMALL) == []


def test_any_text_has_its_heads(visit):
    """Code and two hundred words by a link: the box holds no end of a line, and no more than 501 letters."""
    page = visit.open("atlas", lang="en", model="smollm2", text=CODE).page
    canvas, chips = page.locator(".head-grid canvas"), page.locator(".head-grid .chips button")
    opens = page.locator(".head-grid .chips button", has_text="open")
    for text, its_own in (("", 0), ("Keys open doors", 1), ("我昨天买了一本书。", 0)):
        if text:
            visit.still().type(text)
        expect(opens).to_have_count(its_own)
        visit.still()
        canvas.wait_for()
        chips.first.wait_for()
    visit.open("atlas", lang="en", model="smollm2", text=LONG)
    canvas.wait_for()
    page.locator(".head-grid .ribbons p").first.wait_for()
