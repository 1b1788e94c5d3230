"""While the server is away: the page's own sentence in its language, and the reader's view afterwards."""

import pytest
from browser import Server, Visit
from playwright.sync_api import expect

from pages.components.text_files import page_words

STEP = "encoder.0.self_attention.weights"


@pytest.mark.browser
def test_item_7_a_server_that_is_away_is_told_in_the_page_s_language_and_nothing_is_lost(browser, tmp_path):
    first = Server(tmp_path)
    port = int(first.wait().rpartition(":")[2])
    second = None
    try:
        with (Visit(browser, first.address) as chinese,
              Visit(browser, first.address, context=chinese.context) as english):
            visits = {"zh": chinese, "en": english}
            for language, visit in visits.items():
                visit.open("walkthrough", lang=language, text="我爱你。", step=STEP)
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
            for visit in visits.values():
                visit.page.locator(".server-away").wait_for(state="detached")
                visit.still()
                assert visit.parameters()["text"] == "我爱你。" and visit.parameters()["step"] == STEP
                assert not visit.page.locator("[data-testid=stDialog]:visible").count()
    finally:
        first.stop()
        if second is not None:
            second.stop()
