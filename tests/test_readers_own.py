"""What readers set of their own: a projector's zoom, spacing of text, colours of a contrast theme, a sheet of paper."""

import pytest

pytestmark = pytest.mark.browser
SPACING = "* { letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }"
"""WCAG 1.4.12, in the page alone: what a shadow root inherits of it reaches the pictures too."""
CUT = """() => [...document.querySelectorAll('.st-key-bar :is(p, input)')].filter((one) => one.checkVisibility()
  && (one.scrollWidth > one.clientWidth + 1 || one.getBoundingClientRect().top < 0
    || one.getBoundingClientRect().bottom > 45)).map((one) => one.value || one.textContent)"""
OUTLINES = """(selector) => [...document.querySelectorAll('*')].flatMap(
  (one) => [one, ...one.shadowRoot?.querySelectorAll('*') ?? []]).filter((one) => one.matches(selector)).map(
    (one) => parseFloat(getComputedStyle(one).outlineWidth) * (getComputedStyle(one).outlineStyle !== 'none'))"""
BARS = """() => [...document.querySelectorAll('[data-testid=stBidiComponentIsolated]')].flatMap(
  (one) => [...one.shadowRoot.querySelectorAll('.share i, .swatch')]).map(
    (one) => getComputedStyle(one).backgroundColor)"""
PRINTED = """() => {
  dispatchEvent(new Event('beforeprint'));
  const stage = document.querySelector('.st-key-stage')?.getBoundingClientRect();
  const told = [...document.querySelectorAll('.st-key-told p')].find((one) => one.checkVisibility());
  const line = document.createRange();
  if (told) line.selectNodeContents(told);
  return { bar: getComputedStyle(document.querySelector('.st-key-bar')).display, right: stage?.right,
    told: line.getClientRects()[0]?.height,
    filter: getComputedStyle(document.documentElement).filter.split('(')[0] };
}"""
STRONG = """() => {
  const moving = document.body.appendChild(document.createElement('p'));
  moving.style.transition = 'opacity 2s';
  const of = (place, name) => getComputedStyle(document.querySelector(place))[name];
  return { ink: of('[data-testid=stApp]', 'color'), caption: of('[data-testid=stCaptionContainer] p', 'color'),
    chart: of('[data-testid=stVegaLiteChart] svg text', 'fill'), line: of('[class*=st-key-exhibit-]', 'borderTopColor'),
    moves: getComputedStyle(moving).transitionDuration };
}"""


@pytest.fixture
def page(visit):
    yield visit.page
    visit.page.emulate_media(media="screen", forced_colors="none", color_scheme="light")
    visit.page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("width", [960, 1110])
def test_a_projector_at_twice_its_size_shows_sentence_and_answer_whole(visit, page, width, language):
    page.set_viewport_size({"width": width, "height": 540})
    for path in ("walkthrough", "layers", "vit"):
        visit.open(path, lang=language).still()
        page.locator(".st-key-said [data-testid=stMarkdown] p").first.wait_for()
        assert page.evaluate(CUT) == [], path
    visit.open("", lang=language).still()
    assert page.locator(".st-key-tools").is_visible()  # there is room for the chapters


def test_more_space_between_letters_and_paragraphs_cuts_no_name_off(visit, page):
    visit.open("attention", lang="en", panels="all").still()
    page.add_style_tag(content=SPACING)
    names = page.locator(".st-key-tools button p, [data-testid=stMain] button p")
    assert set(names.evaluate_all("(all) => all.map((one) => getComputedStyle(one).marginBottom)")) == {"0px"}
    label = page.locator(".directions text").first
    assert label.evaluate("(text) => getComputedStyle(text).letterSpacing") == "normal"


def test_in_forced_colours_what_is_chosen_has_an_outline_and_a_bar_its_colour(visit, page):
    page.emulate_media(forced_colors="active")
    for path, bars in (("attention", 3), ("detr", 6)):
        visit.open(path, lang="en", panels="all").still()
        page.wait_for_function(f"({BARS})().length >= {bars} && new Set(({BARS})()).size >= 3")
        page.wait_for_function(f"(chosen) => ({OUTLINES})(chosen).length && Math.min(...({OUTLINES})(chosen)) >= 2",
                               arg="button[aria-checked=true]:not([role=switch])")


@pytest.mark.parametrize("path", ["walkthrough", "attention"])
def test_on_paper_nothing_lies_over_the_text_and_a_dark_page_is_light(visit, page, path):
    page.emulate_media(color_scheme="dark")
    visit.open(path, lang="en").still()
    page.emulate_media(media="print", color_scheme="dark")
    seen = page.evaluate(PRINTED)
    assert seen["bar"] == "none" and seen["filter"] == "invert"
    assert path == "attention" or (700 < seen["right"] <= 719 and seen["told"] > 15)
    page.emulate_media(media="print", color_scheme="light")
    page.wait_for_function("getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme === 'light'")
    assert page.evaluate(PRINTED)["filter"] == "none"


def test_who_asks_for_more_contrast_gets_strong_lines_and_text_and_who_asks_for_rest_gets_no_movement(visit, page):
    """Grey text and thin lines are stronger than without it: in the page, and in the root that a board draws into."""
    visit.open("decoder", lang="en", panels="all").still()
    page.locator("[data-testid=stVegaLiteChart] svg text").first.wait_for()
    page.emulate_media(contrast="no-preference", reduced_motion="no-preference")
    plain = page.evaluate(STRONG)
    page.emulate_media(contrast="more", reduced_motion="reduce")
    seen = page.evaluate(STRONG)
    assert seen["caption"] == seen["ink"] != plain["caption"] and seen["chart"] == seen["ink"] != plain["chart"]
    assert seen["line"] != plain["line"] and [plain["moves"], seen["moves"]] == ["2s", "0s"]
    page.emulate_media(contrast="no-preference", reduced_motion="no-preference")
