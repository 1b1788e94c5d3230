"""A lecture in real Chromium, by a clicker's keys alone: projector, presenter's window and follower stay in step."""

import re

import pytest
from browser import Visit
from playwright.sync_api import expect
from test_axe import violations

from pages.components.text_files import page_words

pytestmark = pytest.mark.browser
WORDS = page_words("en", "lecture") | page_words("en", "room")
WALK = "walkthrough?model=translator-zh-en&text=她正在看我昨天买的书。&step=decoder.1.cross_attention.weights&head=0"
SCENES = (("Where does it look?", WALK, 'ask = "looks"'), ("Twice as long", "attention#arrows", 'ask = "arrows"'),
          ("How much?", f"{WALK}&cell=decoder.1.cross_attention.weights@0.3.7",
           'ask = "value"\nasked = "How many percent?"\nunit = "%"'))
LECTURE = 'title = "A short one"\nabout = ""\n' + "".join(
    f'[[scene]]\nview = "{view}"\nminutes = 1\nheadline = "{headline}"\nnotes = "Say {headline}"\n{ask}\n'
    for headline, view, ask in SCENES)
PHONE = {"width": 390, "height": 844}


def at(page, number):
    """Once the projector has drawn a scene."""
    page.wait_for_function(f"document.body.dataset.drawn === '{number}'", timeout=60000)


class Hall:
    """A lecture under way: the projector, the presenter's window beside it, a phone."""

    def __init__(self, visit, server, browser):
        self.projector, self.address = visit.page, server.address
        self.projector.goto(f"{server.address}/_stcore/health")  # any page of the server may store the lecture
        self.projector.evaluate("(text) => localStorage.setItem('lecture of my own', text)", LECTURE)
        self.projector.goto(f"{server.address}/projector?lecture=own&lang=en&room=1")
        at(self.projector, 1)
        self.code = self.projector.locator("#join .letters").inner_text()
        for said in (WORDS["join_how"], WORDS["this_computer_alone"].partition("{")[0], WORDS["join_begin"]):
            expect(self.projector.locator("#join")).to_contain_text(said)
        self.context = browser.new_context(viewport=PHONE, locale="en-US")
        self.phone = self.joined()
        self.projector.keyboard.press("PageDown")  # what covered the first scene goes
        self.presenter = self.projector.context.new_page()
        self.presenter.goto(f"{server.address}/presenter?lecture=own&lang=en")

    def joined(self):
        page = self.context.new_page()
        page.goto(f"{self.address}/r/{self.code}")
        return page

    def vote(self, choose):
        """An answer of the phone is counted in the presenter's window and on the projector, which tell no more; the
        phone knows it after it was loaded anew."""
        choose()
        expect(self.phone.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
        self.phone.reload()
        expect(self.phone.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
        for where in (self.presenter.locator("#people"), self.projector.locator("#asked .verdict")):
            expect(where).to_contain_text(WORDS["answered"].format(count=1))
        assert not self.projector.locator("#asked .share.room, #asked .truth").count()
        self.projector.keyboard.press("Space")


@pytest.fixture
def hall(visit, server, browser):
    hall = Hall(visit, server, browser)
    yield hall
    hall.context.close()


def test_a_lecture_is_given_with_a_clicker_and_all_windows_stay_in_step(hall, visit):
    projector, presenter, phone = hall.projector, hall.presenter, hall.phone
    expect(phone.locator("#headline")).to_have_text("Where does it look?")
    expect(presenter.locator("#now .notes")).to_contain_text("Say Where does it look?")
    expect(presenter.locator("#next h2")).to_have_text("Twice as long")
    hall.vote(lambda: of_two_quick_taps_the_second_counts(phone))
    phone.reload()
    expect(phone.locator(".asked .word.mine")).to_have_count(1)
    for page in (projector, phone):
        expect(page.locator(".asked .share.room").nth(2)).to_have_text("100%")
        expect(page.locator(".asked .share.machine").nth(7)).to_contain_text("%")
    projector.keyboard.press("ArrowRight")  # the picture
    expect(projector.locator("#asked")).to_be_hidden()
    before = phone.locator(".told h2").inner_text()
    projector.keyboard.press("ArrowRight")  # a step
    expect(phone.locator(".told h2")).not_to_have_text(before)
    projector.keyboard.press("b")
    expect(presenter.locator("#state")).to_have_text(WORDS["is_black"])
    projector.keyboard.press("b")

    presenter.keyboard.press("PageDown")  # it leads as well
    at(projector, 2)
    expect(phone.locator("#headline")).to_have_text("Twice as long")
    hall.vote(lambda: phone.locator(".choices button").nth(0).click())
    for page in (projector, phone):
        expect(page.locator(".asked .bar.true .answer")).to_contain_text("✓")
        expect(page.locator(".asked .bar b").nth(0)).to_have_text("100%")
    projector.reload()
    at(projector, 2)
    assert visit.parameters()["scene"] == "2" and hall.code in projector.locator("#joined").inner_text()

    projector.keyboard.press("PageDown")
    at(projector, 3)
    presenter.locator("#plan button").first.focus()
    hall.vote(lambda: slid(phone))
    expect(presenter.locator("#plan button").first).to_be_focused()  # the clock has ticked, and an answer has come
    for page in (projector, phone, hall.joined()):  # who is late sees what is shown now
        expect(page.locator(".asked .histogram .truth")).to_be_visible()
        expect(page.locator(".asked")).to_contain_text(re.compile(WORDS["true_number"].format(value=r"\d+\.\d%")))
    around_and_over(hall)


def slid(phone):
    """By the keyboard: after an answer is kept the next key moves the same scale."""
    phone.locator(".scale input").fill("39")
    expect(phone.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
    phone.keyboard.press("ArrowRight")
    expect(phone.locator(".scale output")).to_have_text("40%")


def around_and_over(hall):
    """The follower looks around and returns; nobody is kept out; the room ends."""
    phone = hall.phone
    phone.get_by_role("link", name=WORDS["own_way"]).click()
    phone.get_by_role("link", name=WORDS["back"].format(code=hall.code)).click()
    expect(phone.locator("#headline")).to_have_text("How much?")
    for scheme in ("light", "dark"):
        for page in (hall.projector, hall.presenter, phone):
            page.emulate_media(color_scheme=scheme)
            assert not violations(page, f"{page.url} {scheme}")
    hall.presenter.get_by_role("button", name=WORDS["end"]).click()
    expect(hall.presenter.get_by_role("button", name=WORDS["end"])).to_be_hidden()  # there is no room to end
    expect(phone.get_by_text(WORDS["over"])).to_be_visible()
    expect(hall.projector.locator("#people")).to_have_text(WORDS["room_over"])
    expect(hall.projector.get_by_role("button", name=WORDS["open_lecture_room"])).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


STICKING_OUT = """[...document.querySelectorAll("#asked .choices > *, #asked .word")]
  .filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent)"""


def test_no_word_sticks_out_of_its_button(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 720})
    visit.page.goto(f"{visit.address}/projector?lecture=whole_transformer&scene=13&lang=en")
    at(visit.page, 13)
    expect(visit.page.locator("#asked .choices > *").last).to_have_text("yesterday")
    assert visit.page.evaluate(STICKING_OUT) == []
    visit.page.keyboard.press("Space")
    visit.page.locator("#asked .word").first.wait_for()
    assert visit.page.evaluate(STICKING_OUT) == []


def test_the_longest_answer_fits_beside_the_way_into_the_room(visit):
    visit.page.set_viewport_size({"width": 1280, "height": 720})
    visit.page.goto(f"{visit.address}/projector?lecture=whole_transformer&scene=13&lang=en&room=1")
    expect(visit.page.locator("#join .letters")).to_be_visible()
    expect(visit.page.locator("#asked .choices > *").last).to_be_visible()
    visit.page.keyboard.press("Space")
    expect(visit.page.locator("#asked .share.room").first).to_be_visible()
    assert visit.page.evaluate("asked.scrollHeight <= asked.clientHeight")
    visit.page.goto(f"{visit.address}/projector?lecture=whole_transformer&lang=en&room=1")  # the way in alone
    visit.page.wait_for_function("document.querySelector('.door .letters') && join.scrollHeight <= join.clientHeight")


def test_why_there_is_no_room_can_be_read_to_its_end(visit):
    page, said = visit.page, page_words("en", "room")["full"]
    page.set_viewport_size({"width": 1280, "height": 720})
    page.route("**/r/open?*", lambda route: route.fulfill(status=503, json={"said": said}))
    page.goto(f"{visit.address}/projector?lecture=whole_transformer&lang=en&room=1")
    expect(page.locator("#people")).to_have_text(said)
    assert page.evaluate("document.documentElement.scrollWidth") == 1280
    visit.failures.clear()  # the browser's own line about the refusal


WRONG = {"projector?lecture=nope": "there is no such lecture", "projector": WORDS["no_lecture_named"],
         "presenter?lecture=nope": "there is no such lecture", "presenter?lecture=own": WORDS["no_own_lecture"],
         "projector?lecture=own": WORDS["no_own_lecture"]}


def test_a_link_to_no_lecture_says_so_and_leads_to_those_that_there_are(visit):
    page = visit.page
    for path, said in WRONG.items():
        page.goto(f"{visit.address}/{path}{'&' if '?' in path else '?'}lang=en")
        expect(page.locator("body")).to_contain_text(said)
        assert page.locator("main").inner_text().strip().endswith(WORDS["to_lectures"]), path
        expect(page.get_by_role("link", name=WORDS["to_lectures"])).to_have_attribute("href", re.compile("/lectures"))
        assert violations(page, path) == []
    visit.failures.clear()  # the browser's own lines about what was not found


def test_a_step_within_a_block_stays_with_its_head(visit):
    """The head that was asked about, on and back again; another block has heads of its own."""
    page = visit.page
    page.goto(f"{visit.address}/r/view?{WALK.partition('?')[2].replace('head=0', 'head=3')}&lang=en")
    page.wait_for_function("window.view?.ready.then(() => true)")
    walked = [page.evaluate("(by) => (view.step(by), [view.place().step, view.place().head])", by) for by in (1, -1)]
    assert walked == [["decoder.1.cross_attention.head_outputs", 3], ["decoder.1.cross_attention.weights", 3]]
    steps = page.evaluate("[1, 2, 3].map(() => (view.step(1), [view.place().step, view.place().head]))")
    assert steps[-1][0].startswith("decoder.1.residual") and [head for _, head in steps] == [3, 3, None]


def test_a_view_is_kept_while_browsing_and_becomes_a_scene(browser, server, context):
    with Visit(browser, server.address, context=context) as visit:
        page, words, app = visit.page, page_words("en", "lectures"), page_words("en", "app")
        visit.open("attention", lang="en", panels="all").still()
        page.get_by_role("heading", name=re.compile("Why divide by")).first.evaluate("(e) => e.scrollIntoView()")
        page.locator(".st-key-save button").first.click()
        page.get_by_role("button", name=app["keep_view"]).click()
        expect(page.get_by_role("button", name=app["kept_view"])).to_be_visible()
        visit.open("lectures", lang="en")
        page.locator(".st-key-listed-views button").first.click()
        page.get_by_label(re.compile(words["headline"])).first.wait_for()
        page.get_by_label(words["notes"]).first.fill("Say this")
        page.get_by_label(words["notes"]).first.blur()
        visit.still()
        with page.expect_download() as saved:
            page.get_by_role("button", name=words["save"]).click()
        text = saved.value.path().read_text("utf-8")
        assert all(one in text for one in ("[[scene]]", "attention#", 'Why divide by √d_k"', 'notes = "Say this"'))
        page.set_input_files(".own input[type=file]", {"name": "bad.toml", "mimeType": "text/plain",
                                                       "buffer": text.replace("[[scene]]", "[[scena]]").encode()})
        expect(page.get_by_text(re.compile("bad.toml"))).to_be_visible()
        assert page.get_by_label(words["notes"]).first.input_value() == "Say this"
        page.set_input_files(".own input[type=file]", {"name": "gbk.toml", "mimeType": "text/plain",
                                                       "buffer": text.replace("Say this", "讲这个").encode("gbk")})
        expect(page.get_by_label(words["notes"]).first).to_have_value("讲这个")
        visit.still().open("lectures", lang="en")  # another session: the browser kept it
        expect(page.get_by_label(words["notes"]).first).to_have_value("讲这个")


NEXT = """(() => { const one = document.querySelectorAll("#stage iframe")[1];
  return one?.settling === false || one?.contentWindow.view?.ready.then(() => true); })()"""
"""The frame of the scene after the one that was opened first is drawn."""


def test_a_lecturer_without_network_for_a_while_leads_on(hall, visit):
    """The room comes to the scene that she went to meanwhile, and what could not be fetched is fetched again."""
    projector, network = hall.projector, hall.projector.context
    projector.wait_for_function(NEXT)
    network.set_offline(True)
    with projector.expect_event("requestfailed", lambda asked: asked.is_navigation_request()):  # of the third's frame
        projector.keyboard.press("PageDown")
    at(projector, 2)
    network.set_offline(False)
    expect(hall.phone.locator("#headline")).to_have_text("Twice as long")
    projector.keyboard.press("PageDown")
    at(projector, 3)
    expect(projector.locator("#asked .scale")).to_be_visible()
    expect(hall.phone.locator("#headline")).to_have_text("How much?")
    visit.failures.clear()  # the browser's own lines about what was not reached


def test_no_picture_answers_a_question_that_is_on_its_way_and_a_held_key_turns_the_screen_black_once(visit):
    """Nor does a key: a question later than its picture is asked, and its picture was not seen before."""
    page, held = visit.page, []
    page.route("**/r/question*", lambda route: held.append(route))
    page.goto(f"{visit.address}/projector?lecture=attention_from_zero&scene=10&lang=en")
    for scene, onward in ((10, "PageDown"), (11, "Space")):
        at(page, scene)
        assert page.locator("#stage iframe.shown").evaluate("(one) => getComputedStyle(one).visibility") == "hidden"
        expect(page.locator("#coming")).to_have_text(WORDS["coming"])
        page.keyboard.press(onward)
    page.route("**/r/question*", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(page.locator("#asked .choices")).to_be_visible()
    expect(page.locator("#coming")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#asked")).to_be_hidden()
    expect(page.locator("#answer")).to_be_hidden()
    a_held_key_turns_the_screen_black_once(page)


def a_held_key_turns_the_screen_black_once(page):
    for held in (2, 3):
        for _ in range(held):
            page.keyboard.down("b")
        page.keyboard.up("b")
        expect(page.locator("#black")).to_be_visible(visible=held == 2)


def of_two_quick_taps_the_second_counts(phone):
    """Here and, as is counted later, in the room, also where the first is long on its way."""
    slow = []

    def held(route):
        slow.append(route)
        phone.wait_for_timeout(0 if slow[1:] else 600)
        route.continue_()

    phone.route("**/answer", held)
    expect(phone.locator(".choices button")).to_have_count(9)
    phone.evaluate("""() => [3, 2].forEach((i, k) => setTimeout(
      () => document.querySelectorAll(".choices button")[i].click(), 12 * k))""")
    for later in (0, 700):
        phone.wait_for_timeout(later)
        expect(phone.locator(".choices button").nth(2)).to_have_attribute("aria-pressed", "true")
    phone.unroute("**/answer")
