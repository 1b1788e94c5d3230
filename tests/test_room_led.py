"""A room led otherwise than by its own projector: ten questions of the quiz, and a presenter on another machine."""

import re

import pytest
from browser import Visit
from playwright.sync_api import expect
from test_axe import violations
from test_lecture_hall import WORDS, at, hall  # noqa: F401 - a fixture
from test_room_hall import opened, phones  # noqa: F401 - a fixture

from pages.components.lecture import library
from pages.components.quiz.questions import questions
from pages.components.text_files import page_words

pytestmark = pytest.mark.browser


def test_ten_questions_are_asked_in_a_room(visit, phones):  # noqa: F811 - the fixture
    """From the quiz's page to the projector; a phone answers, changes, and sees why; the picture follows the answer."""
    words = page_words("en", "quiz")
    visit.open("quiz", lang="en")
    visit.page.get_by_text(words["in_room"]).click()
    with visit.page.context.expect_page() as shown:
        visit.page.get_by_role("link", name=words["chapter_transformer"]).click()
    projector = shown.value
    at(projector, 1)
    phone = phones(f"{visit.address}/r/{projector.locator('#join .letters').inner_text()}")
    projector.keyboard.press("PageDown")  # what covered the first scene goes
    set_of_ten = projector.evaluate("new URLSearchParams(location.search).get('lecture')")
    asked = library.lecture(library.text_of(set_of_ten), set_of_ten).scenes
    for number, scene in enumerate(asked[:2], 1):
        at(projector, number)
        one = next(one for one in questions("en") if one.id == scene.quiz)
        for page in (projector, phone):
            expect(page.locator("#headline")).to_have_text(one.question)
        assert violations(projector, "quiz on the projector") == []
        phone.locator(".choices button").nth((one.right + 1) % len(one.choices)).click()
        expect(phone.locator(".asked .verdict")).to_have_text(WORDS["chosen"])
        phone.locator(".choices button").nth(one.right).click()
        expect(projector.locator("#asked .verdict")).to_contain_text(WORDS["answered"].format(count=1))
        assert not projector.locator("#asked .bar").count()
        projector.keyboard.press("Space")
        for page in (projector, phone):
            expect(page.locator(".asked .bar.true .answer")).to_have_text(f"✓ {one.choices[one.right].text}")
            expect(page.locator(".asked .bar.true b")).to_have_text("100%")
            expect(page.locator(".asked .verdict")).to_have_text(one.choices[one.right].why)
        projector.keyboard.press("ArrowRight")
        expect(projector.locator("#asked")).to_be_hidden()
        projector.keyboard.press("PageDown")


def elapsed(clock):
    minutes, seconds = clock.inner_text().split(" / ")[0].split(":")
    return 60 * int(minutes) + int(seconds)


def test_the_presenter_types_the_key_on_another_machine(hall, server, browser):  # noqa: F811 - the fixture
    """A wrong key says so; the right one leads the room, the reader's own lecture too; it stands in no address."""
    hall.presenter.get_by_role("button", name=WORDS["show_key"]).click()
    code, key = hall.presenter.locator("footer button").last.inner_text().split(" · ")
    with Visit(browser, server.address) as other:
        page = other.page
        page.clock.install()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{server.address}/presenter?lang=en")
        page.get_by_label(WORDS["code"]).fill("".join(chr(ord(one) + 0xFEE0) for one in code))  # wide letters
        page.get_by_label(WORDS["key"]).fill(key[:-1] + ("0" if key[-1] != "0" else "1"))
        page.get_by_role("button", name=WORDS["lead"]).click()
        expect(page.get_by_role("alert")).to_have_text(WORDS["no_such_key"])
        assert violations(page, "a key is typed in") == []
        page.get_by_label(WORDS["key"]).fill(key)
        page.get_by_role("button", name=WORDS["lead"]).click()
        expect(page.locator("#now .notes")).to_contain_text("Say Where does it look?")
        page.keyboard.press("PageDown")
        at(hall.projector, 2)
        expect(page.locator("#now .notes")).to_contain_text("Say Twice as long")
        there, here = hall.presenter.locator("#clock"), page.locator("#clock")
        expect(there).not_to_have_text(re.compile(r"^00:0[0-3]"))
        assert abs(elapsed(there) - elapsed(here)) <= 2 < elapsed(here)
        before = elapsed(here)
        page.clock.run_for(60_000)  # it goes on, a second a second
        assert 60 <= elapsed(here) - before <= 62
        assert not any(key in url for url in asked) and key not in page.url
        other.failures.clear()  # the browser's own line about the wrong key


def test_a_guess_of_a_lesson_is_asked_in_the_room_of_the_walkthrough(visit, phones):  # noqa: F811 - the fixture
    """The room follows from the walkthrough into a lesson and back; only the answers that are revealed are told."""
    words = page_words("en", "room")
    phone, page = phones(opened(visit)), visit.page
    visit.go("attention", lang="en").still()
    page.get_by_role("button", name=words["ask"]).first.click()
    asked = page.locator(".lecturer .asked h2")
    expect(phone.locator(".asked h2")).to_have_text(asked.inner_text())
    expect(phone.locator("#headline")).not_to_be_empty()
    choices = phone.locator(".choices button").all_inner_texts()
    phone.locator(".choices button").first.click()
    expect(page.locator(".lecturer .asked .verdict")).to_have_text(words["answered"].format(count=1))
    assert not page.locator(".lecturer .asked .bar .share").count()
    page.locator(".lecturer").get_by_role("button", name=words["reveal_now"]).click()
    for where in (page.locator(".lecturer"), phone):
        expect(where.locator(".asked .bars .bar")).to_have_count(len(choices))
        expect(where.locator(".asked .bar b").first).to_have_text("100%")
        expect(where.locator(".asked .bar.true")).to_have_count(1)
    assert violations(page, "a lesson asks the room") == []
    page.locator(".lecturer").get_by_role("button", name=words["close_guess"]).click()
    expect(phone.locator("#asked")).to_be_hidden()
    expect(phone.locator("#prose")).not_to_be_empty()
    visit.go("walkthrough", lang="en", model="translator-zh-en")
    expect(phone.locator(".told h2")).to_be_visible()


def test_from_a_question_to_an_exhibit_that_its_guess_reveals(visit):
    """Whoever goes on to the picture without revealing finds no empty screen."""
    visit.page.goto(f"{visit.address}/projector?lecture=from_rnn_to_attention&lang=en&scene=12")
    at(visit.page, 12)
    expect(visit.page.locator("#asked")).to_be_visible()
    visit.page.keyboard.press("ArrowRight")
    expect(visit.page.frame_locator("iframe.shown").locator("[data-testid=stVegaLiteChart]").first).to_be_visible()


PLACES = """async ([module, words]) => {
  const { draw } = await import(module), choices = [...Array(101).keys()].map(String);
  const off = choices.filter((_, i) => {
    const node = document.createElement("div"), counts = choices.map((_, j) => Number(i === j));
    const question = { kind: "number", revealed: true, asked: "", choices, counts, truth: i, place: "%" };
    draw(node, question, words);
    const columns = [...node.querySelectorAll(".share")], line = node.querySelector(".truth");
    const counted = columns.findIndex((one) => one.style.getPropertyValue("--height") === "1.000");
    return counted !== Math.floor(Number(line.style.getPropertyValue("--at")) * columns.length);
  });
  return off;
}"""


def test_a_right_answer_stands_where_the_truth_stands(visit):
    """Of every mark of a scale: the column that counts it is the one through which the line of the truth goes."""
    page = visit.page
    page.goto(f"{visit.address}/projector?lecture=attention_from_zero&lang=en")
    at(page, 1)
    script = page.locator("script[src*='projector.js']").get_attribute("src")
    assert page.evaluate(PLACES, [script.replace("lecture/projector.js", "room/asked.js"), WORDS]) == []
