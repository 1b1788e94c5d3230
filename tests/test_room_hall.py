"""A lecture in real Chromium: a room is opened, followers follow, answer, change and see it revealed."""

import re

import pytest
from browser import Visit
from playwright.sync_api import expect
from test_lecture_hall import at

from pages.components.text_files import page_words

pytestmark = pytest.mark.browser
WORDS, LECTURE = page_words("en", "room"), page_words("en", "lecture")
TEXT = "她正在看我昨天买的书。"
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def phones(browser):
    """Makes followers, each a browser of her own."""
    contexts = []

    def joined(address, **options):
        contexts.append(browser.new_context(viewport=PHONE, locale="en-US", **options))
        page = contexts[-1].new_page()
        page.goto(address)
        return page

    yield joined
    for context in contexts:
        context.close()


def opened(visit):
    """The address of a new room for the walkthrough."""
    visit.open("walkthrough", lang="en", text=TEXT, step="decoder.1.cross_attention.weights", tour="")
    visit.still()
    visit.page.locator(".st-key-save button").first.click()
    visit.page.locator(".st-key-open-room button").first.click()
    return address(visit.page)


def address(page):
    code = page.locator(".lecturer .code")
    expect(code).to_be_visible()
    return re.match(r"https?://[^/]+", page.url)[0] + "/r/" + code.inner_text()[:5]


def press(page, key):
    page.locator("canvas.pictures").focus()
    page.keyboard.press(key)


HEARD = """(address) => new Promise((begun) => {  // what is now comes first: only then does it hear all that follows
  window.heard = [];
  new EventSource(address).onmessage = ({ data }) => begun(void window.heard.push(JSON.parse(data)));
})"""


LOW = "(all) => all.filter((one) => one.offsetParent && one.offsetHeight < 40).map((one) => one.textContent)"
UNCOVERED = """(one) => {
  const { x, y } = one.getBoundingClientRect();
  return one.getRootNode().elementFromPoint(x + 6, y + 20) === one;
}"""


def titles_agree(lecturer, *followers):
    """What the lecturer's page says, once followers say it too."""
    title = lecturer.locator(".st-key-told h2:visible").inner_text()
    for follower in followers:
        expect(follower.locator(".told h2")).to_have_text(title)
    return title


def asked(lecturer, one, two):
    """The room is asked; an answer that comes takes no button from under a press, on the phone nor here."""
    reveal = lecturer.get_by_role("button", name=WORDS["reveal"])
    lecturer.get_by_role("button", name=WORDS["ask"]).click()
    reveal.focus()
    assert lecturer.locator(".lecturer button").evaluate_all(LOW) == []
    assert lecturer.locator(".lecturer .code").evaluate(UNCOVERED)
    for follower, choices in ((one, (0, 2)), (two, (2,))):  # the first changes her mind
        for choice in choices:
            button = follower.locator(".choices button").nth(choice)
            button.click()
            expect(button).to_have_attribute("aria-pressed", "true")
            expect(button).to_be_focused()
    expect(lecturer.locator(".asked .verdict")).to_have_text(WORDS["answered"].format(count=2))
    expect(reveal).to_be_focused()


def test_a_hall_follows_answers_and_sees_it_revealed(visit, phones):
    here = opened(visit)
    lecturer, one, two = visit.page, phones(here), phones(here)
    before = titles_agree(lecturer, one, two)
    press(lecturer, "ArrowRight")
    expect(lecturer.locator(".st-key-told h2:visible")).not_to_have_text(before)
    after = titles_agree(lecturer, one, two)
    press(lecturer, "ArrowLeft")
    expect(lecturer.locator(".st-key-told h2:visible")).to_have_text(before)

    asked(lecturer, one, two)
    assert lecturer.locator(".asked .share").count() == 0 == one.locator(".asked .share").count()
    press(lecturer, "Space")
    for page in (lecturer, one, two):
        expect(page.locator(".asked .share.room").nth(2)).to_have_text("100%")
        expect(page.locator(".asked .share.room")).to_have_count(page.locator(".asked .share.machine").count())
    late = phones(here)  # sees what is shown now
    expect(late.locator(".asked .share.room").nth(2)).to_have_text("100%")

    lecturer.reload()
    assert address(lecturer) == here
    press(lecturer, "ArrowRight")
    expect(lecturer.locator(".st-key-told h2:visible")).to_have_text(after)
    titles_agree(lecturer, one, two, late)
    expect(one.locator(".asked")).to_be_hidden()

    two.get_by_role("link", name=WORDS["own_way"]).click()
    expect(two.locator(".st-key-told h2:visible")).to_have_text(after)
    two.locator(".back-to-lecture").click()
    titles_agree(lecturer, two)
    lecturer.locator(".lecturer .code").click()
    lecturer.get_by_role("button", name=WORDS["end"]).click()
    for follower in (one, two, late):
        expect(follower.get_by_text(WORDS["over"])).to_be_visible()
    assert phones(here).get_by_text(WORDS["no_room"]).is_visible()


def test_two_rooms_do_not_mix_and_a_follower_comes_back_by_herself(visit, phones, browser, server):
    here = opened(visit)
    with Visit(browser, server.address) as other:
        page = other.open("walkthrough", lang="en").page  # at rest: a run of the script would close the menu
        page.locator(".st-key-save button").first.click()
        page.locator(".st-key-open-room button").first.click()
        there = address(page)
        assert there != here
        mine, theirs = phones(here), phones(there)
        title = titles_agree(visit.page, mine)
        expect(theirs.locator(".told h2")).not_to_have_text(title)
        mine.context.set_offline(True)
        press(visit.page, "ArrowRight")
        expect(visit.page.locator(".st-key-told h2:visible")).not_to_have_text(title)
        mine.context.set_offline(False)
        titles_agree(visit.page, mine)
        assert mine.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_key_is_told_once(visit, phones):
    """Her browser tells the room where she is; the script that runs after it has nothing to add."""
    where = opened(visit)
    phone, page = phones(where), visit.page
    expect(phone.locator(".told h2")).not_to_be_empty()
    phone.evaluate(HEARD, f"{where}/events")
    for _ in range(3):
        before = phone.locator(".told h2").inner_text()
        press(page, "ArrowRight")
        expect(phone.locator(".told h2")).not_to_have_text(before)
        expect(page.locator(".st-key-told h2:visible")).to_have_text(phone.locator(".told h2").inner_text())
    page.wait_for_function("!document.querySelector('.st-key-told').hasAttribute('data-ahead')")  # the script has run
    page.wait_for_timeout(300)  # what it would add comes after the picture
    heard = phone.evaluate("window.heard")
    assert len({one["place"]["step"] for one in heard}) == len(heard) == 4
    assert [one["serial"] for one in heard] == list(range(heard[0]["serial"], heard[0]["serial"] + 4))


def test_whoever_comes_before_the_first_scene_is_told_so(visit, phones):
    lecture, here = {"name": "whole_transformer", "text": None}, visit.address
    opened = visit.page.request.post(f"{here}/r/open?lang=en", data=lecture, headers={"origin": here})
    phone = phones(f"{here}/r/{opened.json()['code']}")
    expect(phone.locator("#line .words")).to_be_visible()
    expect(phone.get_by_text(WORDS["waiting"])).to_be_visible(timeout=5000)


FORWARD = """([name, by]) => {
  const now = Date.now, channel = new BroadcastChannel(`lecture ${name}`);
  Date.now = () => now() + by;
  return Promise.race([new Promise((tell) => (channel.onmessage = ({ data }) => data.times && tell(true))),
                       new Promise((late) => setTimeout(late, 5000, false))]).finally(() => channel.close());
}"""
"""The clock of a window put forward by milliseconds; whether the projector then tells its own."""
COVERED = "for (let timer = setInterval(() => {}); timer > 0; timer--) clearInterval(timer)"
"""Nothing ticks in it, as hardly anything does in a window that is covered."""


def test_a_projector_that_is_closed_is_told_and_opened_again_where_it_was(visit):
    """With its clock; and the presenter's window keeps silent about one that is only covered, but answers."""
    name, words, context = "attention_from_zero", LECTURE, visit.page.context
    here, projector, presenter = f"{visit.address}/projector?lecture={name}&lang=en", context.new_page(), visit.page
    projector.goto(f"{visit.address}/_stcore/health")
    projector.evaluate("(key) => sessionStorage.setItem(key, '{\"spent\": [600]}')", f"lecture clock {name}")
    projector.goto(f"{here}&scene=11")  # with its neighbours of one kind, which is soon drawn
    at(projector, 11)
    presenter.goto(here.replace("projector?", "presenter?"))
    expect(presenter.locator("#now small")).to_contain_text("11 /")
    expect(presenter.locator("#clock")).to_contain_text("10:")
    line, pressed = presenter.locator("#plan button").nth(4), presenter.locator("#ways button").first
    rest = line.evaluate("(one) => getComputedStyle(one).backgroundColor")
    line.hover()
    expect(line).not_to_have_css("background-color", rest)
    pressed.hover()
    presenter.mouse.down()
    expect(pressed).not_to_have_css("filter", "none")
    presenter.mouse.move(2, 2)
    presenter.mouse.up()
    projector.evaluate(COVERED)
    for _ in range(2):  # together longer than one that is closed is waited for
        assert presenter.evaluate(FORWARD, [name, 4000])
    assert words["projector_gone"] not in presenter.locator("#state").inner_text()
    projector.close()
    assert not presenter.evaluate("(by) => { const now = Date.now; Date.now = () => now() + by; }", 4000)
    expect(presenter.locator("#state")).to_contain_text(words["projector_gone"])
    with context.expect_page() as opened:
        presenter.get_by_role("link", name=words["projector_again"]).click()
    at(opened.value, 11)
    expect(presenter.locator("#state")).not_to_contain_text(words["projector_gone"])
    expect(opened.value.locator("#clock")).to_contain_text(re.compile("^10:"))
    opened.value.close()


def test_the_projector_shows_its_keys(visit):
    page = visit.page
    page.goto(f"{visit.address}/projector?lecture=whole_transformer&lang=en")
    at(page, 1)
    for close, scene in (("Escape", 1), ("?", 1), ("PageDown", 2)):
        page.keyboard.press("?")
        expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(8)
        page.keyboard.press(close)
        expect(page.get_by_role("dialog")).to_be_hidden()
        at(page, scene)
    assert visit.parameters()["scene"] == "2"
