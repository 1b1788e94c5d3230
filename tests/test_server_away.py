"""A link is the first thing a server hears; while it is away: the page's own sentence in its language, and the reader's
view afterwards. A phone in a room of it says one thing."""

from contextlib import ExitStack, contextmanager

import pytest
from browser import Server, Visit
from playwright.sync_api import expect
from test_lecture_hall import NEXT, WORDS, Hall

from pages.components.text_files import page_words

STEP, TEXT = "encoder.0.self_attention.weights", "我爱你。"


def a_link_is_the_first_thing_a_new_server_hears(visit):
    visit.open("walkthrough", lang="zh", text=TEXT, step=STEP, head="2", cell=f"{STEP}@2.1.3", depth="numbers")
    visit.page.locator(".worked .name", has_text=STEP).wait_for()
    assert visit.board("cell") == {"picture": STEP, "panel": 2, "row": 1, "column": 3}
    assert visit.board("head") == 2 and not visit.failures


@contextmanager
def killed_and_begun_anew(home):
    """A server, and what ends it and begins another in its place; afterwards: neither has failed."""
    servers = [Server(home)]
    port = int(servers[0].wait().rpartition(":")[2])

    def begun():
        servers.append(Server(home, port=port))
        servers[-1].wait()

    try:
        yield servers[0], servers[0].process.kill, begun
        assert "Traceback" not in "".join(one.said() for one in servers)
    finally:
        for one in servers:
            one.stop()


def late(page, turns):
    """The clock of its browser is put forward, as far as Streamlit waits at most until it asks for the server again."""
    for _ in range(turns):
        page.clock.run_for(30_000)
        page.wait_for_timeout(100)


def away_is_told_and_nothing_else(visits):
    """Also once Streamlit has given up asking, and speaks to whoever started the server."""
    for language, visit in visits.items():
        expect(visit.page.locator(".server-away")).to_have_text(page_words(language, "app")["away"])
        late(visit.page, 8)
        visit.page.locator("[data-testid=stDialog]").first.wait_for(state="attached")
        assert not visit.page.locator("[data-testid=stDialog]:visible").count()
        assert "streamlit run" not in visit.page.locator("body").inner_text().lower()


def nothing_is_lost(visits, stood):
    for language, visit in visits.items():
        late(visit.page, 1)
        visit.page.locator(".server-away").wait_for(state="detached")
        visit.still()
        assert visit.parameters()["text"] == TEXT and visit.parameters()["step"] == stood[language]
        assert not visit.page.locator("[data-testid=stDialog]:visible").count()
    assert visits["zh"].board("cell.column") == 3 and visits["zh"].board("head") == 2


@pytest.mark.browser
def test_item_7_a_new_server_hears_a_link_and_away_is_told_in_the_page_s_language_and_nothing_is_lost(
        browser, tmp_path):
    """Nor does a phone in a room of it, which is then no more, say more than one thing."""
    with killed_and_begun_anew(tmp_path) as (first, kill, begin), ExitStack() as stack:
        chinese = stack.enter_context(Visit(browser, first.address))
        a_link_is_the_first_thing_a_new_server_hears(chinese)
        english = stack.enter_context(Visit(browser, first.address, context=chinese.context))
        english.open("walkthrough", lang="en", text=TEXT, step=STEP)
        english.page.keyboard.press("ArrowRight")
        english.page.wait_for_function(f"new URL(location).searchParams.get('step') !== '{STEP}'")
        visits = {"zh": chinese, "en": english}
        stood = {language: visit.parameters()["step"] for language, visit in visits.items()}
        hall = Hall(stack.enter_context(Visit(browser, first.address)), first, browser)
        stack.callback(hall.context.close)
        hall.phone.locator(".choices button").first.click()
        expect(hall.projector.locator("#asked .verdict")).to_have_text(WORDS["answered"].format(count=1))
        hall.projector.wait_for_function(NEXT)  # the scene that is shown once there is no server
        chinese.page.clock.install()  # in the meantime nothing may have happened
        assert not any(visit.page.locator(".server-away").count() for visit in visits.values())
        kill()
        expect(hall.phone.get_by_text(WORDS["lost"])).to_be_visible()
        hall.projector.keyboard.press("PageDown")
        expect(hall.presenter.locator("#people")).to_contain_text(WORDS["answered"].format(count=0))
        away_is_told_and_nothing_else(visits)
        begin()
        nothing_is_lost(visits, stood)
        a_phone_that_comes_back_to_no_room_says_one_thing(hall)


def a_phone_that_comes_back_to_no_room_says_one_thing(hall):
    """It tells neither that it comes back nor what was shown, but the way into another room; the projector opens one,
    and what was answered before is not counted there."""
    expect(hall.phone.get_by_text(WORDS["over"])).to_be_visible()
    for gone in (hall.phone.get_by_text(WORDS["lost"]), hall.phone.locator("#headline")):
        expect(gone).to_be_hidden()
    expect(hall.projector.locator("#people")).to_have_text(WORDS["room_over"])
    hall.projector.get_by_role("button", name=WORDS["open_lecture_room"]).click()
    hall.phone.get_by_role("link", name=WORDS["enter"]).click()
    hall.phone.get_by_label(WORDS["code"]).fill(hall.projector.locator("#join .letters").inner_text())
    hall.phone.get_by_role("button", name=WORDS["go"]).click()
    expect(hall.phone.locator("#headline")).to_have_text("Twice as long")
