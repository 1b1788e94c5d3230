"""The bar and the first page in a real Chromium: one row, the way back, menus that close, a performance that opens."""

import json
from urllib.parse import parse_qsl, urlsplit

import pytest
from playwright.sync_api import expect
from test_pages import PAGES

from app import NEEDS
from core import catalog, zoo
from pages.components import model_choice
from pages.components.text_files import page_words

pytestmark = pytest.mark.browser
LONG = "因为昨天下雨，所以我没有去公园，我在学校学习中文。"
PLACE = """(({x, y, width, height}) => [x, y, width, height].join(' '))(
  document.querySelector('.st-key-bar').getBoundingClientRect())"""
REPLY = ".st-key-reply, .st-key-reply-long"
CUT = """() => [...document.querySelectorAll('.st-key-bar, .st-key-tools, .st-key-said')].filter(
  (e) => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth
    || e.scrollHeight > e.clientHeight && getComputedStyle(e).overflowY === 'auto').map((e) => e.className)"""
"""Of the bar what is wider than its place, or would move under a wheel."""

COMING = "getComputedStyle(document.querySelector('[data-testid=stMain]'), '::after').content"
"""What stands below the bar while nothing else does."""


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_bar_is_one_row_of_44_pixels_also_with_a_long_sentence_and_a_long_title(visit, language):
    """On every page with its own example: test_axe."""
    visit.page.set_viewport_size({"width": 1280, "height": 720})
    titles = {path: page_words(language, "app")[f"page_{path.rsplit('/')[-1]}"] for path in PAGES}
    spoken = [path for path in PAGES if path.startswith("transformer/")]
    longest, link = max(spoken, key=lambda path: len(titles[path])), {"lang": language, "text": LONG}
    visit.open("walkthrough", **link)
    is_one_row(visit, "walkthrough")
    assert visit.page.evaluate(COMING) == "none"
    visit.page.evaluate("delete document.documentElement.dataset.tracks")  # as before a machine has been drawn
    assert json.loads(visit.page.evaluate(COMING)) == page_words(language, "app")["coming"]
    name = longest.rsplit("/")[-1]
    visit.go(name, **link).still()
    expect(visit.page.locator(".st-key-bar button").first).to_contain_text(titles[longest])
    is_one_row(visit, name)
    assert visit.page.evaluate(COMING) == "none"
    visit.page.evaluate("document.querySelector('[data-testid=stMainBlockContainer]').replaceChildren()")
    assert json.loads(visit.page.evaluate(COMING)) == page_words(language, "app")["coming"]


def is_one_row(visit, path):
    visit.page.wait_for_function(f"{PLACE} === '0 0 1280 44'")
    assert visit.page.evaluate(CUT) == [], path


def test_back_leads_from_sentence_to_sentence_and_a_menu_closes_over_its_result(visit):
    reply = visit.open("generation", lang="zh").page.locator(REPLY)
    for text, answer in (("我爱你。", "I love you."), ("老师喜欢苹果。", "The teacher likes apples.")):
        visit.type(text)
        expect(reply).to_contain_text(answer)
        visit.still()
    visit.page.get_by_role("button", name=page_words("zh", "app")["ideas"]).click()
    visit.page.get_by_role("button", name=catalog.examples("open-zh-en")[1], exact=True).click()
    expect(reply).to_contain_text("Grandma goes running in the park every morning.")
    expect(visit.page.locator("[class*=st-key-example] button")).to_have_count(0)
    visit.still()
    for answer in ("The teacher likes apples.", "I love you.", "I bought a book yesterday."):
        visit.page.go_back()
        expect(reply).to_contain_text(answer)
        visit.still()


def beside(link):
    """Where a link leads that is opened in another tab, by any button of the mouse: the page and its parameters."""
    link.dispatch_event("pointerdown")
    said = urlsplit(link.evaluate("(link) => link.href"))
    return said.path.strip("/"), dict(parse_qsl(said.query))


def led_on(visit, name):
    """By the menu to another page; in another tab it is the same, but for a sentence that waits beside pictures."""
    waits = "text" not in visit.parameters()
    visit.page.locator(".st-key-bar button").first.click()
    link = visit.page.locator(f".st-key-menu a[href*='{name}']")
    page, said = beside(link)
    link.click()
    visit.page.wait_for_url(f"**/{name}*")
    left = {"step", "tour", "follow", "text" if waits else ""}  # of the board, once it stands
    here = {one: value for one, value in visit.still().parameters().items() if one not in left}
    assert (page, said) == (name, here)
    return visit


def test_her_sentence_goes_with_her_over_pages_without_one_pages_of_pictures_and_other_models(visit):
    """In the box and in the address, so that Back, a new load and a copied link have it too."""
    def has(text):
        expect(visit.page.locator(".st-key-text input:visible")).to_have_value(text)
        assert visit.still().parameters().get("text", "") == text

    visit.open("heads", lang="en", text=LONG)
    for without, name in (("glossary", "attention"), ("vit", "symmetry")):
        led_on(visit, without)
        led_on(visit, name)
        has(LONG)
    assert "text" not in led_on(visit, "detr").parameters()
    led_on(visit, "walkthrough")
    for model, text in (("zh→en", LONG), ("en→zh", ""), ("zh→en", LONG)):
        visit.choose("model", model)
        visit.still()
        has(text)
    visit.page.go_back()
    has("")
    visit.page.go_back()
    has(LONG)


def test_a_chosen_pixel_is_in_the_address_without_an_entry_and_comes_back_from_it(visit):
    page = visit.open("nonlocal_block", lang="en", panels="all").page
    entries, place = page.evaluate("history.length"), "[class*=st-key-looking] .ring"
    page.locator("[class*=st-key-looking] .frame").first.click(position={"x": 130, "y": 60})
    page.wait_for_function("new URL(location.href).searchParams.get('looking')")
    chosen = page.locator(place).first.get_attribute("style")
    assert page.evaluate("history.length") == entries
    visit.open(page.url.rpartition("/")[2])
    expect(page.locator(place).first).to_have_attribute("style", chosen)


def test_a_number_just_typed_and_the_depth_clicked_after_it_are_both_drawn_and_in_the_address(visit):
    """The click ends the typing. At once, as of a finger, both come with a run of the number's exhibit alone. The keys
    belong to the page after it."""
    page = visit.open("positions", lang="en", panels="all").page
    whose = page.locator(".st-key-claims-whose [role=radio]")
    for number, depth, other, named, pressed in (("7", "formula", whose.last, "random", 0),
                                                 ("8", "numbers", whose.first, None, 30)):
        chosen = page.get_by_role("radio", name=page_words("en", "app")[f"depth_{depth}"])
        page.locator(".st-key-any-number input").fill(number)
        chosen.click(delay=pressed)
        page.wait_for_function(f"location.search.includes('any-number={number}') && "
                               f"location.search.includes('depth={depth}')")
        visit.still().page.wait_for_function("!document.activeElement.closest('[class*=st-key-depth-shown]')")
        other.click()
        page.wait_for_function(f"new URLSearchParams(location.search).get('claims-whose') === {json.dumps(named)}")
        wanted = {"any-number": number, "depth": depth} | ({"claims-whose": named} if named else {})
        assert visit.still().parameters() | wanted == visit.parameters()
        expect(chosen).to_have_attribute("aria-checked", "true")
        expect(page.locator(".st-key-depth input")).to_have_value(depth)


AT_ONCE = """(choice) => {
  document.activeElement.blur();
  [...document.querySelectorAll(choice)].at(-1).click();
}"""


def test_a_sentence_that_is_left_in_the_moment_in_which_a_menu_opens_is_drawn(visit):
    """The browser sends both in one message, for the menu alone."""
    page = visit.open("generation", lang="zh").page
    page.locator(".st-key-text input:visible").fill("我爱你。")
    page.evaluate(AT_ONCE, ".st-key-ideas button")
    expect(page.locator(REPLY)).to_contain_text("I love you.")
    expect(page.locator("[class*=st-key-example] button").first).to_be_visible()
    assert visit.still().parameters()["text"] == "我爱你。"


def test_where_no_sentence_is_read_the_way_and_the_search_leave_hers_out(visit):
    """The quiz makes its links as the search does."""
    page = visit.open("path", lang="en", text=LONG, panels="all").page
    page.locator(".route a.page").first.wait_for()
    links = dict(map(beside, page.locator(".route a.page").all()))
    reads = {path.rpartition("/")[2]: model_choice.reads(needs) for path, needs in NEEDS.items() if needs}
    assert len(links) > 25
    assert {name: "text" in said for name, said in links.items()} == {
        name: reads.get(name, "sentence") == "sentence" for name in links}
    page.locator("#search input").wait_for(state="attached")
    page.keyboard.press("Control+k")
    for typed, others in (("vit", {"lang": "en"}), ("symmetry", {"lang": "en", "text": LONG})):
        page.locator("#search input").fill(typed)
        found = page.locator(f"#search a[href*='/{typed}?']").first
        found.wait_for()
        assert beside(found) == (typed, others)


def test_what_is_chosen_in_two_exhibits_in_one_moment_is_drawn_in_both(visit):
    page = visit.open("positions", lang="en", panels="all").page
    page.locator(".st-key-any-number input").fill("7")
    page.evaluate(AT_ONCE, ".st-key-claims-whose [role=radio]")
    for wanted in ("any-number=7", "claims-whose=random"):
        page.wait_for_function(f"location.search.includes('{wanted}')")
    visit.still()


LEFT = """(address) => {
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
  document.querySelector(".st-key-save button").click();
}"""


def test_a_menu_opened_in_the_moment_in_which_its_page_is_left_leads_nobody_back(visit):
    """Nor does what its bar showed choose a model on a page that has none of the name."""
    visit.open("positions", lang="en")
    visit.page.evaluate(LEFT, "/detr?lang=en&text=circle+red+4+30+16+16")
    expect(visit.page.locator(".compose svg g.thing")).to_have_count(1)
    assert visit.still().parameters() == {"lang": "en", "text": "circle red 4 30 16 16"}


def performed(language):
    """The stored run of the first page: what is said of it, and its weights without the row of the end mark."""
    stored = catalog.first_page()
    return json.loads(str(stored["about"]))[language], stored[f"alignment_{language}"][:-1]


@pytest.mark.parametrize("language, motion", [("zh", "reduce"), ("en", "no-preference")])
def test_a_word_of_the_performance_is_told_and_opens_its_cell(visit, language, motion):
    """Without motion all words stand at once."""
    run, weights = performed(language)
    row, column = divmod(int(weights.argmax()), weights.shape[1])
    word, read, subject = run["rows"][row], run["columns"][column], zoo.load(run["model"])
    answer = subject.answer_text(subject.answer(run["text"]))
    visit.page.emulate_media(reduced_motion=motion)
    visit.open(lang=language)
    if motion == "reduce":
        expect(visit.page.locator(".performance .target button")).to_have_count(len(weights))
        expect(visit.page.locator(".performance .unsaid")).to_have_count(0)
    shown = visit.page.locator(".performance .target button").nth(row)
    shown.hover()
    expect(visit.page.locator(".performance p")).to_contain_text(word)
    expect(visit.page.locator(".performance p")).to_contain_text(read)
    before = visit.page.evaluate("history.length")
    shown.click()
    visit.page.wait_for_function("new URLSearchParams(location.search).get('cell')?.includes('cross_attention')")
    expect(visit.page.locator(REPLY)).to_contain_text(answer)
    assert visit.still().page.evaluate("history.length") == before + 1


def is_read_by(visit, model, typed, answer):
    visit.type(typed)
    expect(visit.page.locator(REPLY)).to_contain_text(answer)
    assert visit.still().parameters().get("model") == model


def test_the_first_page_takes_the_model_that_reads_the_sentence(visit):
    visit.open(lang="en")
    is_read_by(visit, "open-en-zh", "He studies Chinese at school.", "学")
    visit.page.go_back()
    visit.page.wait_for_function("!location.pathname.includes('walkthrough')")
    visit.page.locator(".st-key-asked input").wait_for()
    assert "model" not in visit.still().parameters()
    is_read_by(visit, "open-zh-en", "我爱你。", "I love you.")


@pytest.mark.parametrize("door", ["steps", "couplets"])
def test_a_door_opened_in_another_tab_leads_where_a_click_does(visit, door):
    page = visit.open(lang="zh").page  # the browser itself is English
    link = page.locator(".doors a", has_text=page_words("zh", "start")[f"{door}_title"])
    path, said = beside(link)
    page.evaluate("window.stays = true")
    link.click()
    page.wait_for_url(f"**/{path}*")
    here = visit.still().parameters()
    assert page.evaluate("window.stays"), "a click needs no page loaded anew"
    assert said == {name: value for name, value in here.items() if name != "follow"}  # the word that a step begins with


def test_back_over_a_change_of_language_turns_the_bar_too(visit):
    bar = visit.open("attention", lang="zh").page.locator(".st-key-bar")
    on, read_before = (visit.page.locator(f"{place} a[href*={page}]") for place, page in (
        (".st-key-turn-right", "heads"), ("[data-testid=stCaptionContainer]", "dictionary")))
    visit.choose("lang", "English")
    expect(bar).to_contain_text(page_words("en", "app")["page_attention"])
    assert [beside(one) for one in (on, read_before)] == [(one, {"lang": "en"}) for one in ("heads", "dictionary")]
    visit.still().page.go_back()
    expect(bar).to_contain_text(page_words("zh", "app")["page_attention"])
    assert visit.still().parameters()["lang"] == "zh"
    assert [beside(one) for one in (on, read_before)] == [(one, {"lang": "zh"}) for one in ("heads", "dictionary")]


WHOLE = """() => [...document.querySelectorAll('.st-key-seen img, .st-key-reply')].every((one) => {
  const {top, bottom, right} = one.getBoundingClientRect();
  return top >= 0 && bottom <= 44 && right < 0.75 * innerWidth;
})"""


@pytest.mark.parametrize("width", [1280, 900, 412])
@pytest.mark.parametrize("page", ["detr", "vit"])
def test_a_picture_and_its_answer_lie_whole_in_the_bar(visit, page, width):
    visit.page.set_viewport_size({"width": width, "height": 720})
    visit.open(page, lang="zh").page.locator(".st-key-seen img").wait_for()
    visit.page.wait_for_function(WHOLE)
    visit.page.set_viewport_size({"width": 1280, "height": 720})
