"""While the server is away: the page's own sentence in its language, and the reader's view afterwards."""

import pytest
from browser import Server, Visit

from pages.components.text import _words

STEP = "encoder.0.self_attention.weights"


@pytest.mark.browser
@pytest.mark.parametrize("language", ["zh", "en"])
def test_item_7_a_server_that_is_away_is_told_in_the_page_s_language_and_nothing_is_lost(browser, tmp_path, language):
    first = Server(tmp_path)
    port = int(first.wait().rpartition(":")[2])
    second = None
    try:
        with Visit(browser, first.address) as visit:
            visit.open("walkthrough", lang=language, text="我爱你。", step=STEP)
            visit.page.wait_for_timeout(1000)
            assert not visit.page.locator(".server-away").count()
            first.process.kill()
            notice = visit.page.locator(".server-away")
            notice.wait_for()
            assert notice.inner_text() == _words(language, "app")["away"]
            visit.page.wait_for_timeout(6000)
            assert not visit.page.locator("[data-testid=stDialog]:visible").count()
            assert "streamlit run" not in visit.page.locator("body").inner_text().lower()
            second = Server(tmp_path, port=port)
            second.wait()
            notice.wait_for(state="detached")
            visit.still()
            assert visit.parameters()["text"] == "我爱你。" and visit.parameters()["step"] == STEP
            assert not visit.page.locator("[data-testid=stDialog]:visible").count()
    finally:
        first.stop()
        if second is not None:
            second.stop()
