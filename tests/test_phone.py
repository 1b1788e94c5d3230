"""On a phone, 390 x 844: no page scrolls sideways, no chart is cut off, labels and targets are large enough."""

from urllib.parse import urlsplit

import pytest
from browser import Visit
from phone import MEASURE, SIZE, TOP, measured
from playwright.sync_api import expect
from test_axe import SHRUNK, at_rest
from test_lecture_hall import WORDS, hall  # noqa: F401 - a fixture
from test_pages import PAGES, told_on

from pages.components.text_files import page_words

pytestmark = pytest.mark.browser
SIDEWAYS = {"width": 844, "height": 390}
LOW = {"width": 360, "height": 640}
STEPS = ("machine", "block:encoder.0.self_attention", "decoder.1.cross_attention.weights", "ending")
CELL = {"cell": "decoder.1.cross_attention.weights@1.2.3", "depth": "code"}
MODELS = ("translator-zh-en", "rnn-zh-en", "couplet", "vit-digits", "detr-scenes", "slots-lstm")
WALKS = ([{"step": step} | (CELL if step.endswith("weights") else {}) for step in STEPS]
         + [{"model": model} for model in MODELS[1:]] + [{"model": model, "step": "machine"} for model in MODELS[1:]])
VISITS = [(path, {}) for path in PAGES] + [("transformer/walkthrough", more) for more in WALKS]
SPOKEN = [(("zh", "en")[number % 2], *one) for number, one in enumerate(VISITS) if one[1] or one[0] not in SHRUNK]
NARROW = "document.body.insertAdjacentHTML('beforeend', `{}`)"
TINY = ("position: fixed; inset: 300px auto auto 100px; z-index: 9999; width: 20px; height: 20px; "
        "min-width: 0 !important; min-height: 0 !important")
BAD = {"sideways": "<div style='width: 500px'>wide</div>", "labels": "<p style='font-size: 11px'>small</p>",
       "cut": "<div style='width: 60px; overflow: hidden'><button style='width: 90px; height: 60px'>x</button></div>",
       "targets": f"<button style='{TINY}'>x</button>"}


@pytest.fixture(scope="module")
def phone(server, browser):
    """One visitor with a finger, for all pages."""
    context = browser.new_context(viewport=SIZE, screen=SIZE, is_mobile=True, has_touch=True, locale="en-US")
    context.add_init_script(path=MEASURE)
    with Visit(browser, server.address, **SIZE, context=context) as visitor:
        yield visitor
    context.close()


def in_order(language):
    """What is visited in a language: the pages (test_axe holds as a phone those that it has read wide), and after each
    a place of the walkthrough, to which one turns from another page only."""
    pages, walks = ([one for one in SPOKEN if one[0] == language and bool(one[2]) == more] for more in (False, True))
    for page in pages:
        yield page
        if walks and page[1] != "transformer/walkthrough":
            yield walks.pop(0)
    yield from walks


def turned(phone, language, path, more):
    """To a page, as one who reads on, from its top; by its address to the first page, in another language, or where
    the page is the same."""
    page, name = phone.page, "" if path == "start" else path.rpartition("/")[2]
    link = {"lang": language, "panels": "all"} | ({"model": MODELS[0]} if name == "walkthrough" else {}) | more
    if name in ("", urlsplit(page.url).path.strip("/")) or phone.parameters().get("lang") != language:
        phone.open(name, **link)
    else:
        page.evaluate(TOP)
        phone.go(name, **link)
    at_rest(phone)
    expect(page.locator("[data-testid=stMain]")).to_contain_text(told_on(language, path))
    assert more.items() <= phone.parameters().items()


@pytest.mark.parametrize("language, path, more", [*in_order("zh"), *in_order("en")])
def test_everything_is_readable_and_usable(phone, language, path, more):
    turned(phone, language, path, more)
    assert measured(phone.page) == []


def test_a_phone_turned_sideways_reads_the_first_page_and_the_diagrams_beside_each_other(phone):
    phone.page.set_viewport_size(SIDEWAYS)
    for path in ("start", "transformer/decoder", "transformer/output", "vision/detr", "notes/equations"):
        turned(phone, "zh", path, {})
        assert measured(phone.page) == [], path
    phone.page.set_viewport_size(SIZE)


def test_the_tools_fold_behind_a_button_and_they_and_the_menus_can_be_touched(phone):
    page, tools = phone.page, phone.page.locator(".st-key-tools")
    unfold = page.locator(".st-key-bar-script").get_by_role("button", name=page_words("en", "app")["more"])
    phone.open("attention", lang="en").fits()
    expect(tools).to_be_hidden()
    unfold.tap()
    expect(tools).to_be_visible()
    assert measured(page) == []
    page.keyboard.press("Escape")
    expect(tools).to_be_hidden()
    unfold.tap()
    expect(tools).to_be_visible()
    page.locator(".st-key-bar button").first.tap()
    page.locator(".st-key-menu").wait_for()
    assert measured(page) == []


def test_the_walkthrough_of_a_low_phone_shows_the_rows_of_its_machine_and_the_text_below(phone):
    """Its text scrolls no farther than it goes; what follows it stands off the edge, and its links above the keys."""
    page = phone.open("walkthrough", lang="en", model=MODELS[0], step="machine").page
    page.set_viewport_size(LOW)
    phone.still()
    heights = page.locator(".machine .places [data-box]").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 60, heights  # of seven rows and more
    machine, told = (page.locator(f".st-key-{one}").first.bounding_box() for one in ("machine", "told"))
    free = page.evaluate("parseFloat(getComputedStyle(document.documentElement).getPropertyValue('--machine-free'))")
    assert told["y"] >= machine["y"] + free - 1
    assert page.evaluate("""() => {
      const card = document.querySelector(".st-key-told"), end = card.getBoundingClientRect().top + card.scrollHeight;
      return [...card.querySelectorAll("button")].at(-1).getBoundingClientRect().bottom + card.scrollTop + 60 > end;
    }""")
    assert page.locator(".st-key-turn p").first.bounding_box()["x"] >= 12
    page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop = 9999")
    link, stepper = (page.locator(one).last.bounding_box() for one in (".st-key-turn a", ".count"))
    assert link["y"] + link["height"] <= stepper["y"]
    page.set_viewport_size(SIZE)


def test_whoever_touches_a_long_sentence_reads_the_answer_whole(phone):
    page = phone.open("walkthrough", lang="en", model=MODELS[0], step="machine").page
    answer = page.locator(".st-key-said [data-testid=stMarkdown] p")
    whole = "(p) => p.scrollWidth <= p.clientWidth && p.scrollHeight <= p.clientHeight"
    assert not answer.evaluate(whole)
    page.locator(".st-key-said input").tap()
    expect(answer).to_have_css("position", "fixed")
    assert answer.evaluate(whole)
    assert measured(page) == []


def test_a_quiz_and_the_search(phone):
    phone.open("quiz", lang="en").page.locator(".quiz button").first.tap()
    phone.page.locator(".quiz .choice").first.tap()
    expect(phone.page.locator(".quiz .said").first).not_to_be_empty()
    assert measured(phone.page) == []
    phone.page.keyboard.press("Control+k")
    phone.page.locator("#search input").fill("softmax")
    phone.page.locator("#search [role=option]").first.wait_for()
    assert measured(phone.page) == []


AROUND = {"r": "input", "no-such-page": "a", "projector?lecture=whole_transformer": "body[data-drawn='1']",
          "presenter?lecture=whole_transformer": "#plan button"}
"""Pages of their own, and what each has once it is drawn."""


@pytest.mark.parametrize("path", AROUND)
def test_the_pages_around_a_lecture(phone, path):
    phone.page.goto(f"{phone.address}/{path}")
    phone.page.locator(AROUND[path]).first.wait_for()
    assert measured(phone.page) == []


def test_a_follower_sees_a_question_its_answer_and_the_sheet(phone, hall):  # noqa: F811 - the fixture
    page, projector = phone.page, hall.projector
    page.goto(f"{phone.address}/r/{hall.code}")
    buttons, line = page.locator(".choices button"), page.locator("#line .words")
    buttons.first.wait_for()
    page.context.set_offline(True)
    expect(line).to_have_text(WORDS["lost"])
    buttons.nth(2).tap()
    expect(page.locator(".asked .verdict").last).to_have_text(WORDS["not_sent"])
    page.context.set_offline(False)
    expect(line).to_have_text(WORDS["following"].format(code=hall.code))
    buttons.nth(2).tap()
    expect(page.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
    page.add_style_tag(content="#line { letter-spacing: 0.06em }")  # as wide as it is in fonts of other machines
    assert measured(page) == []
    projector.keyboard.press("Space")
    page.locator(".asked .share.room").first.wait_for()
    assert measured(page) == []
    page.set_viewport_size(SIDEWAYS)
    expect(page.locator(".count")).to_be_hidden()  # the stepper covers no answer
    projector.keyboard.press("ArrowRight")
    expect(page.locator(".count")).to_be_in_viewport(ratio=1)
    assert measured(page) == []
    page.set_viewport_size(SIZE)
    page.locator(".told h2").wait_for()
    assert measured(page) == []
    projector.keyboard.press("PageDown")
    page.locator("#headline", has_text="Twice as long").wait_for()
    assert measured(page) == []
    projector.keyboard.press("ArrowRight")  # from the question to a picture that no phone is sent
    expect(page.locator("#prose .open")).to_have_text(WORDS["open_here"])
    assert "attention" in page.locator("#prose .open").get_attribute("href")
    assert measured(page) == []
    projector.keyboard.press("PageDown")
    page.locator(".scale input").tap()  # where its knob stands
    expect(page.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
    assert measured(page) == []


SWIPE = """(canvas, [from, to]) => ["pointerdown", "pointerup"].forEach((type, i) => {
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "touch", button: 0, clientY: box.y + 60,
    clientX: [from, to][i] }));
})"""


def test_a_stage_shows_one_head_and_a_swipe_or_a_button_leads_to_the_next(phone):
    phone.open("walkthrough", lang="en", step="decoder.1.cross_attention.weights")
    page, heads, name = phone.page, phone.page.locator(".one-head"), phone.page.locator(".one-head span")
    shown = "layout.boxes.filter((box) => box.picture.panelled).map((box) => box.panels.map((one) => one.index))"
    before = name.inner_text()
    assert all(len(panels) == 1 for panels in phone.board(shown)) and before.endswith("/ 4")
    heads.get_by_role("button", name="Next head").tap()
    phone.until("$.head !== null")
    first = phone.board("head")
    assert name.inner_text() != before
    canvas = page.locator(".st-key-picture canvas.pictures")
    for way, by in (((300, 120), 1), ((120, 300), -1), ((200, 190), 0)):
        head = phone.board("head")
        canvas.evaluate(SWIPE, way)
        phone.until(f"$.head === {(head + by) % 4}")
    assert phone.board("head") == first


def test_the_measure_finds_what_is_wrong(phone):
    page = phone.open("glossary", lang="en").page
    for kind, planted in BAD.items():
        page.evaluate(NARROW.format(planted))
        assert any(one.startswith(kind) for one in measured(page))
        page.evaluate("document.body.lastElementChild.remove()")
        assert measured(page) == []
