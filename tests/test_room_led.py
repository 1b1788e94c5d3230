"""A room led otherwise than by its own projector: ten questions of the quiz, and a presenter on another machine."""

import pytest
from browser import Visit
from playwright.sync_api import expect
from test_axe import violations
from test_lecture_hall import WORDS, at, hall  # noqa: F401 - a fixture
from test_room_hall import phones  # noqa: F401 - a fixture

from pages.components.lecture import library
from pages.components.quiz.questions import questions
from pages.components.text_files import page_words

pytestmark = pytest.mark.browser


def test_ten_questions_are_asked_in_a_room(visit, phones):  # noqa: F811 - the fixture
    """From the quiz's page to the projector; a phone answers, changes, and sees why; the picture follows the answer."""
    words = page_words("en", "quiz")
    visit.open("quiz", lang="en")
    visit.page.get_by_text(words["in_room"]).click()
    with visit.page.context.expect_page() as opened:
        visit.page.get_by_role("link", name=words["chapter_transformer"]).click()
    projector = opened.value
    at(projector, 1)
    phone = phones(f"{visit.address}/r/{projector.locator('#join .letters').inner_text()}")
    projector.keyboard.press("PageDown")  # what covered the first scene goes
    set_of_ten = projector.evaluate("new URLSearchParams(location.search).get('lecture')")
    asked = library.lecture(library.text_of(set_of_ten), set_of_ten).scenes
    for number, scene in enumerate(asked[:2], 1):
        one = next(one for one in questions("en") if one.id == scene.quiz)
        for page in (projector, phone):
            expect(page.locator("#headline")).to_have_text(one.question)
        phone.locator(".choices button").nth((one.right + 1) % len(one.choices)).click()
        expect(phone.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
        phone.locator(".choices button").nth(one.right).click()
        expect(projector.locator("#asked .verdict")).to_contain_text(WORDS["answered"].format(count=1))
        assert not projector.locator("#asked .bar").count()
        projector.keyboard.press("Space")
        for page in (projector, phone):
            expect(page.locator(".asked .bar.true .answer")).to_have_text(f"✓ {one.choices[one.right].text}")
            expect(page.locator(".asked .bar.true b")).to_have_text("100 %")
            expect(page.locator(".asked .verdict")).to_have_text(one.choices[one.right].why)
        projector.keyboard.press("ArrowRight")
        expect(projector.locator("#asked")).to_be_hidden()
        projector.keyboard.press("PageDown")
        at(projector, number + 1)
    assert violations(projector, "quiz on the projector") == []


def test_the_presenter_types_the_key_on_another_machine(hall, server, browser):  # noqa: F811 - the fixture
    """A wrong key says so; the right one leads the room, the reader's own lecture too; it stands in no address."""
    hall.presenter.get_by_role("button", name=WORDS["show_key"]).click()
    code, key = hall.presenter.locator("footer button").last.inner_text().split(" · ")
    with Visit(browser, server.address) as other:
        page = other.page
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{server.address}/presenter?lang=en")
        page.get_by_label(WORDS["code"]).fill(code.lower())
        page.get_by_label(WORDS["key"]).fill(key[:-1] + ("0" if key[-1] != "0" else "1"))
        page.get_by_role("button", name=WORDS["lead"]).click()
        expect(page.get_by_role("alert")).to_have_text(WORDS["no_such_key"])
        assert violations(page, "a key is typed in") == []
        page.get_by_label(WORDS["key"]).fill(key)
        page.get_by_role("button", name=WORDS["lead"]).click()
        expect(page.locator("#now .notes")).to_contain_text("Say Where does it look?")
        page.wait_for_timeout(3200)  # no projector of this browser answers
        page.keyboard.press("PageDown")
        at(hall.projector, 2)
        expect(page.locator("#now .notes")).to_contain_text("Say Twice as long")
        assert not any(key in url for url in asked) and key not in page.url
        other.failures.clear()  # the browser's own line about the wrong key
