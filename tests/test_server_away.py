"""A link is the first thing a server hears; while it is away: the page's own sentence in its language, and the reader's
view afterwards."""

import pytest
from browser import Server, Visit
from playwright.sync_api import expect
from test_lecture_hall import WORDS, Hall

from pages.components.text_files import page_words

STEP, TEXT = "encoder.0.self_attention.weights", "我爱你。"


def a_link_is_the_first_thing_a_new_server_hears(visit):
    visit.open("walkthrough", lang="zh", text=TEXT, step=STEP, head="2", cell=f"{STEP}@2.1.3", depth="numbers")
    visit.page.locator(".worked .name", has_text=STEP).wait_for()
    assert visit.board("cell") == {"picture": STEP, "panel": 2, "row": 1, "column": 3}
    assert visit.board("head") == 2 and not visit.failures


@pytest.mark.browser
def test_item_7_a_new_server_hears_a_link_and_away_is_told_in_the_page_s_language_and_nothing_is_lost(
        browser, tmp_path):
    first = Server(tmp_path)
    port = int(first.wait().rpartition(":")[2])
    second = None
    try:
        with (Visit(browser, first.address) as chinese,
              Visit(browser, first.address, context=chinese.context) as english):
            visits = {"zh": chinese, "en": english}
            a_link_is_the_first_thing_a_new_server_hears(chinese)
            english.open("walkthrough", lang="en", text=TEXT, step=STEP)
            english.page.keyboard.press("ArrowRight")
            english.page.wait_for_function(f"new URL(location).searchParams.get('step') !== '{STEP}'")
            stood = {language: visit.parameters()["step"] for language, visit in visits.items()}
            chinese.page.wait_for_timeout(1000)  # nothing may happen in this time
            assert not any(visit.page.locator(".server-away").count() for visit in visits.values())
            first.process.kill()
            for language, visit in visits.items():
                expect(visit.page.locator(".server-away")).to_have_text(page_words(language, "app")["away"])
            chinese.page.wait_for_timeout(6000)
            for visit in visits.values():
                assert not visit.page.locator("[data-testid=stDialog]:visible").count()
                assert "streamlit run" not in visit.page.locator("body").inner_text().lower()
            second = Server(tmp_path, port=port)
            second.wait()
            for language, visit in visits.items():
                visit.page.locator(".server-away").wait_for(state="detached")
                visit.still()
                assert visit.parameters()["text"] == TEXT and visit.parameters()["step"] == stood[language]
                assert not visit.page.locator("[data-testid=stDialog]:visible").count()
            assert chinese.board("cell.column") == 3 and chinese.board("head") == 2
        assert "Traceback" not in first.said() + second.said()
    finally:
        first.stop()
        if second is not None:
            second.stop()


@pytest.mark.browser
def test_a_phone_that_comes_back_to_no_room_says_one_thing(browser, tmp_path):
    """A server begun anew has no room: a phone tells neither that it comes back nor what was shown, but the way into
    another room; the projector opens one, and what was answered before is not counted there."""
    server = Server(tmp_path)
    port = int(server.wait().rpartition(":")[2])
    try:
        with Visit(browser, server.address) as visit:
            hall = Hall(visit, server, browser)
            hall.phone.locator(".choices button").first.click()
            expect(hall.projector.locator("#asked .verdict")).to_have_text(WORDS["answered"].format(count=1))
            server.stop()
            expect(hall.phone.get_by_text(WORDS["lost"])).to_be_visible()
            hall.projector.keyboard.press("PageDown")
            expect(hall.presenter.locator("#people")).to_contain_text(WORDS["answered"].format(count=0))
            server = Server(tmp_path, port=port)
            server.wait()
            expect(hall.phone.get_by_text(WORDS["over"])).to_be_visible()
            for gone in (hall.phone.get_by_text(WORDS["lost"]), hall.phone.locator("#headline")):
                expect(gone).to_be_hidden()
            expect(hall.projector.locator("#people")).to_have_text(WORDS["room_over"])
            hall.projector.get_by_role("button", name=WORDS["open_lecture_room"]).click()
            hall.phone.get_by_role("link", name=WORDS["enter"]).click()
            hall.phone.get_by_label(WORDS["code"]).fill(hall.projector.locator("#join .letters").inner_text())
            hall.phone.get_by_role("button", name=WORDS["go"]).click()
            expect(hall.phone.locator("#headline")).to_have_text("Twice as long")
            hall.context.close()
    finally:
        server.stop()
