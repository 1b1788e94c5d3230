"""One story through all pages: the way on, by click; words explained where they are met."""

import pytest
from browser import SAID
from playwright.sync_api import expect
from test_pages import PAGES

from pages.components.text import _words

STEPS = 4
"""Clicks in a browser; that the foot of every page leads on, the laws of all pages hold."""


@pytest.mark.browser
def test_next_leads_from_page_to_page_and_keeps_the_choices(visit):
    visit.open(lang="en")
    titles = _words("en", "app")
    for path in PAGES[1:1 + STEPS]:
        name = path.rpartition("/")[2]
        visit.page.locator(".st-key-turn-right a").click()
        visit.page.wait_for_url(f"**/{name}?*")
        visit.page.wait_for_function(f"{SAID}.includes({_words('en', 'story')[name]!r})")
        visit.still()
        assert visit.parameters()["lang"] == "en"
    expect(visit.page.get_by_role("heading", name=titles[f"page_{name}"], exact=True)).to_be_visible()
    visit.page.locator(".st-key-turn-left a").click()
    visit.page.wait_for_url(f"**/{PAGES[STEPS - 1].rpartition('/')[2]}?*")
