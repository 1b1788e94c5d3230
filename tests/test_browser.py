"""The app in a real Chromium: what a reader does on the walkthrough, and every page in every dress."""

import time

import pytest
from playwright.sync_api import expect

from pages.components.text_files import page_words, passages

pytestmark = pytest.mark.browser
SENTENCE, STEP = "我昨天买了一本书", "encoder.1.self_attention.weights"
LINK = {"lang": "en", "text": SENTENCE, "step": STEP, "head": "2", "cell": f"{STEP}@2.1.3", "depth": "numbers"}


def walking(visit, **more):
    """Every detail of the sentence's walkthrough, from the whole machine on or where a link says."""
    visit.open("walkthrough", **{"lang": "en", "text": SENTENCE, "step": "machine"} | more)
    visit.until("$.spec.frames.length > 50")
    return visit


def the_way_on_from_the_first_page_is_one_step_of_the_history(visit):
    before = visit.page.evaluate("history.length")
    visit.page.get_by_role("button", name=page_words("en", "start")["go"]).click()
    visit.until("$.spec.frames.length > 50")
    assert visit.still().page.evaluate("history.length") == before + 1
    assert visit.parameters()["lang"] == "en"


def a_typed_sentence_is_translated_and_its_tour_begins(visit):
    visit.type(SENTENCE)
    visit.page.get_by_text("I bought a book yesterday").wait_for()
    visit.until("$.index === 0")
    expect(visit.page.locator(".count")).to_contain_text("1 / ")
    assert passages("en", "tour")["machine"].splitlines()[-1][:40] in visit.still().text()
    assert visit.parameters()["text"] == SENTENCE
    visit.page.wait_for_function("location.search.includes('tour=1')")
    visit.page.keyboard.press("ArrowRight")
    visit.page.get_by_role("heading", name=passages("en", "tour")["words"].splitlines()[0]).wait_for()


def back_leads_to_the_page_before_not_to_the_step_before(visit):
    for place in range(3, 7):
        visit.page.locator("button.next").click()
        expect(visit.page.locator(".count")).to_contain_text(f"{place} / ")
    visit.page.wait_for_function("location.search.includes('step=')")
    back_on_the_first_page(visit)


def back_on_the_first_page(visit):
    visit.page.go_back()
    visit.page.wait_for_function("!location.pathname.includes('walkthrough')")
    visit.page.get_by_role("heading", name=passages("en", "start")["hero"].splitlines()[0][2:]).wait_for()
    visit.still()


def test_the_way_on_and_a_typed_sentence_are_one_step_of_the_history_and_back_leads_to_the_page_before(visit):
    visit.open(lang="en")
    the_way_on_from_the_first_page_is_one_step_of_the_history(visit)
    back_on_the_first_page(visit)
    a_typed_sentence_is_translated_and_its_tour_begins(visit)
    back_leads_to_the_page_before_not_to_the_step_before(visit)


def no_press_is_lost_at_key_repeat(visit):
    for press in range(40):
        begun = time.perf_counter()
        visit.page.keyboard.down("ArrowRight")
        time.sleep(max(0.0, 0.033 - time.perf_counter() + begun))
        assert press or visit.place() == 1
    visit.page.keyboard.up("ArrowRight")
    assert visit.place() == 40
    key = visit.page.evaluate("window.__board.key")
    visit.page.wait_for_function(f"new URLSearchParams(location.search).get('step') === '{key}'")
    title = visit.board("spec.frames")[visit.board("index")]["title"]
    expect(visit.page.get_by_role("heading", name=title, level=2)).to_be_visible()
    text = visit.still().text()
    visit.page.reload()
    assert visit.still().text() == text


def keys_step_and_the_buttons_do_too(visit):
    visit.until("$.spec.frames.length > 50")
    count = visit.page.locator(".count")
    last = int(count.inner_text().rpartition("/")[2]) - 1
    visit.page.keyboard.press("Home")
    expect(count).to_have_text(f"1 / {last + 1}")
    for key, index in (("ArrowRight", 1), ("n", 2), ("PageDown", 3), ("ArrowLeft", 2), ("End", last),
                       ("PageUp", last - 1), ("Home", 0), ("ArrowLeft", 0)):
        visit.page.keyboard.press(key)
        expect(count).to_have_text(f"{index + 1} / {last + 1}")
    visit.page.locator("button.next").click()
    expect(count).to_have_text(f"2 / {last + 1}")
    visit.page.get_by_role("heading", name=page_words("en", "walkthrough")["kind_source"]).wait_for()
    assert passages("en", "walkthrough")["source"][:40] in visit.still().text()
    visit.page.locator("button.previous").click()
    expect(count).to_have_text(f"1 / {last + 1}")


def test_no_press_is_lost_at_key_repeat_and_keys_and_buttons_step(visit):
    walking(visit)
    no_press_is_lost_at_key_repeat(visit)
    keys_step_and_the_buttons_do_too(visit)


def a_cell_opens_and_leads_back_to_the_word_that_was_typed(visit):
    visit.page.mouse.click(*visit.at(STEP, 1, 3, panel=2))
    visit.page.locator(".worked .name", has_text=STEP).wait_for()
    expect(visit.page.locator(".worked .place")).to_contain_text("head 3")
    visit.page.locator(".worked button.chip").first.click()
    visit.page.locator(".worked .name", has_text="encoder.1.self_attention.scores").wait_for()
    for depth in range(2, 60):
        visit.page.keyboard.press("b")
        visit.page.wait_for_function(f"document.querySelector('.st-key-walk-cell *') && "
                                     f"(window.__boards.walk.view.cell.picture === 'source' || {crumbs(depth)})")
        if visit.board("cell.picture") == "source":
            break
    word = visit.page.locator(".worked .word")
    word.wait_for()
    assert word.inner_text() in SENTENCE and len(visit.still().text()) > 100
    visit.until("$.spec.frames[$.index].pictures.includes('source')")
    visit.page.locator(".worked .crumbs button", has_text="…").press("Enter")
    expect(visit.page.locator(".worked .crumbs li:nth-child(2) button")).to_be_focused(timeout=5000)


def crumbs(depth):
    """A condition: the path is this long."""
    return ("[...document.querySelectorAll('*')].some((e) => e.shadowRoot?.querySelector('.crumbs') && "
            f"e.shadowRoot.querySelector('.worked').parentNode.life?.view.data?.crumbs.length >= {depth})")


def a_link_restores_what_its_sender_saw(visit):
    visit.page.mouse.click(*visit.at(STEP, 4, 2))
    for head in (3, "null"):
        visit.page.keyboard.press("h")
        visit.until(f"$.head === {head}")
    visit.page.mouse.click(*visit.at(STEP, 5, 1))
    visit.page.keyboard.press("h")
    visit.until("$.head === 0")
    visit.page.wait_for_function("new URLSearchParams(location.search).get('head') === '0'")
    text, link, where = visit.still().text(), visit.parameters(), {n: visit.board(n) for n in ("index", "head", "cell")}
    assert where["cell"] == {"picture": STEP, "panel": 0, "row": 5, "column": 1}
    visit.page.reload()
    visit.still().until("$.head === 0")
    assert visit.still().text() == text and visit.parameters() == link
    assert {n: visit.board(n) for n in ("index", "head", "cell")} == where


def test_a_link_restores_what_its_sender_saw_and_a_cell_leads_back_to_the_word_that_was_typed(visit):
    walking(visit, **LINK)
    a_link_restores_what_its_sender_saw(visit)
    visit.page.keyboard.press("Escape")
    visit.until("$.cell === null")
    visit.page.keyboard.press("Escape")
    visit.until("$.head === null && $.motion === null")
    a_cell_opens_and_leads_back_to_the_word_that_was_typed(visit.still())


def language_theme_and_depth_change_and_the_place_stays(visit):
    assert not visit.board("theme.dark")
    visit.choose("lang", "中文")
    visit.page.get_by_role("button", name=page_words("zh", "stage")["close_cell"]).wait_for()
    visit.page.emulate_media(color_scheme="dark")
    visit.until("$.theme.dark")
    for depth in ("numbers", "code"):
        visit.page.get_by_role("radio", name=page_words("zh", "app")[f"depth_{depth}"]).click()
        visit.page.wait_for_function(f"location.search.includes('depth={depth}')")
    visit.still()
    assert visit.board("cell") == {"picture": STEP, "panel": 2, "row": 1, "column": 3}
    assert visit.parameters() | {"lang": "zh", "depth": "code", "step": STEP} == visit.parameters()


def heads_that_change_fast_are_reported_no_faster_than_a_server_hears(visit):
    reports, lasted = visit.page.evaluate("""async () => {
        const { counters } = window.__boards.walk.view, before = counters.reports, begun = performance.now();
        for (let press = 0; press < 62; press += 1) {
            document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
            await new Promise((next) => setTimeout(next, 1));
        }
        return [counters.reports - before, (performance.now() - begun) / 1000];
    }""")
    head = visit.board("head")
    visit.page.wait_for_function("(head) => new URLSearchParams(location.search).get('head') === `${head}`", arg=head)
    assert reports <= lasted / 0.05 + 1


def without_cell_and_numbers(visit):
    """The cell is let go, the depth is the first one, and nothing has the keys."""
    visit.page.keyboard.press("Escape")
    visit.until("$.cell === null")
    visit.page.get_by_role("radio", name=page_words("zh", "app")["depth_intuition"]).click()
    visit.page.wait_for_function("!location.search.includes('depth=')")
    visit.until("!$.options.numbers")
    visit.still().page.evaluate("window.__boards.walk.view.canvas.blur()")


def test_language_theme_and_depth_change_and_the_place_stays_and_heads_are_reported_no_faster_than_is_heard(visit):
    walking(visit, step=STEP, cell=LINK["cell"])
    language_theme_and_depth_change_and_the_place_stays(visit)
    without_cell_and_numbers(visit)
    heads_that_change_fast_are_reported_no_faster_than_a_server_hears(visit)


def an_unknown_word_is_marked_and_a_known_one_a_click_away_if_there_is_one_near_it(visit):
    visit.type("我昨天买了一本杂。").page.locator("[class*=st-key-suggestion-0] button", has_text="杂志").first.click()
    visit.page.wait_for_function("decodeURIComponent(location.search).includes('杂志')")
    visit.page.wait_for_function("!document.querySelector('[class*=st-key-suggestion] button')")
    assert visit.still().parameters()["text"] == "我昨天买了一本杂志。" and "→ I" in visit.text()

    visit.type("我昨天买了一只鲸。")  # near it there is no known word
    visit.page.wait_for_function("decodeURIComponent(location.search).includes('鲸')")
    expect(visit.page.locator("[data-testid=stMain]")).to_contain_text("鲸")
    notice = page_words("en", "state")["unknown"].partition("{")[0].strip()
    assert all(word in visit.still().text() for word in ("鲸", notice, "→ I"))
    assert visit.parameters()["text"] == "我昨天买了一只鲸。"


def the_builder_makes_a_sentence(visit):
    visit.page.get_by_role("button", name=page_words("en", "app")["ideas"]).click()
    visit.page.get_by_role("button", name=page_words("en", "app")["build"]).click()
    use = visit.page.get_by_role("button", name=page_words("en", "state")["use"])
    use.wait_for()
    visit.page.keyboard.press("Escape")
    choose_slot = visit.page.locator("[class*=st-key-slot-verb] [role=combobox], [class*=st-key-slot-verb] input").first
    choose_slot.click()
    visit.page.get_by_role("option").nth(2).click()
    visit.still()
    use.click()
    visit.page.wait_for_function(f"new URLSearchParams(location.search).get('text') !== '{SENTENCE}'")
    assert "→ " in visit.still().text()
    expect(visit.page.locator("[class*=st-key-suggestion]")).to_have_count(0)


def test_the_builder_makes_a_sentence_an_unknown_word_is_marked_and_a_known_one_near_it_a_click_away(visit):
    walking(visit)
    the_builder_makes_a_sentence(visit)
    an_unknown_word_is_marked_and_a_known_one_a_click_away_if_there_is_one_near_it(visit.still())
