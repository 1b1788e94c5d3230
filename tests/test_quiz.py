"""The quiz: every key is what a run says, every question is whole in both languages and leads on; a set by keys."""

import re

import pytest
from coverage_of_notes import chapters
from playwright.sync_api import expect
from starlette.applications import Starlette
from starlette.testclient import TestClient
from test_axe import violations

from core.experiments import couplet_heads, quiz, stored_runs
from pages.components.lecture import library
from pages.components.lecture.asking import question
from pages.components.lecture.scenes import LectureError
from pages.components.quiz import questions, routes
from pages.components.quiz.questions import ASKED, read
from pages.components.search.index import index
from pages.components.text_files import LANGUAGES, page_words

NAMED = {name: asked for chapter in quiz.CHAPTERS for name, asked in read(chapter).items()}
STORED = {name: right for chapter in stored_runs.read(quiz.NAME)["right"].values() for name, right in chapter.items()}
CARD = ".quiz .card"


def test_there_are_enough_of_every_chapter():
    sizes = {chapter: len(read(chapter)) for chapter in quiz.CHAPTERS}
    assert sum(sizes.values()) == len(NAMED) >= 60 and min(sizes.values()) >= 8, sizes
    assert list(stored_runs.read(quiz.NAME)["right"]) == list(quiz.CHAPTERS)


def test_every_key_is_what_its_run_says():
    assert set(quiz.KEYS) == set(NAMED) == set(STORED)
    assert {name: right for name in quiz.KEYS if (right := quiz.right(name)) != STORED[name]} == {}


def test_every_question_is_whole_in_both_languages():
    links = {one.link for one in index("en", chapters())}
    for name, asked in NAMED.items():
        assert set(asked) == {"see", *LANGUAGES} and asked["see"] in links, name
        offered = [[key for key in asked[language] if key not in ASKED] for language in LANGUAGES]
        assert offered[0] == offered[1] and 3 <= len(offered[0]) <= 4 and STORED[name] in offered[0], name
        for language in LANGUAGES:
            entry = asked[language]
            assert re.search("[?？]$", entry["question"]) and entry["hint"], name
            texts = [entry[choice][0] for choice in offered[0]]
            assert len(set(texts)) == len(texts) and all(len(entry[choice][1]) > 5 for choice in offered[0]), name
            spoken = " ".join([entry["question"], entry["hint"], *(part for key in offered[0] for part in entry[key])])
            assert bool(re.search("[\u4e00-\u9fff]", spoken)) == (language == "zh"), name
            close = re.findall(r"[\u4e00-\u9fff][A-Za-z0-9√]|[A-Za-z0-9%][\u4e00-\u9fff]", spoken)
            assert language == "en" or not close, (name, close)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_length_gives_the_right_choice_away(language):
    """Ties count: who always takes the longest, or the shortest, is right no oftener than by chance."""
    longest = shortest = neither = 0
    for name, asked in NAMED.items():
        lengths = {key: len(choice[0]) for key, choice in asked[language].items() if key not in ASKED}
        ends = [lengths[STORED[name]] == end(lengths.values()) for end in (max, min)]
        longest, shortest, neither = longest + ends[0], shortest + ends[1], neither + (not any(ends))
    assert max(longest, shortest) <= len(NAMED) // 3 and neither < 0.45 * len(NAMED), (longest, shortest, neither)


def test_sets_are_drawn_alike_for_all_and_the_right_one_stands_anywhere():
    one, other = (questions(language, count=10, seed=4) for language in LANGUAGES)
    assert [(q.id, q.right, q.see) for q in one] == [(q.id, q.right, q.see) for q in other] and len(one) == 10
    assert one != questions("zh", count=10, seed=5)[:10]
    every = questions("en")
    assert len(every) == len(NAMED) and {q.chapter for q in every} == set(quiz.CHAPTERS)
    places = [q.right for q in every]
    assert max(places.count(place) for place in range(3)) < 0.5 * len(every)
    for q in every:
        assert q.choices[q.right].text == NAMED[q.id]["en"][STORED[q.id]][0]
    assert [q.id for q in questions("en", "vision")] == list(read("vision"))


def test_the_browser_gets_them_with_the_titles_of_their_exhibits():
    with TestClient(Starlette(routes=routes({"": chapters()}))) as client:
        for language in LANGUAGES:
            entries = client.get(f"/quiz/{language}.json").json()
            assert len(entries) == len(NAMED) and all(len(one["shown"]) == 2 for one in entries)
        assert client.get("/quiz/xx.json").status_code == 404


@pytest.mark.browser
def test_a_set_by_keys_alone_and_the_wrong_one_again(visit):
    """A link leads to a question; one is answered wrong, one right, the wrong one again; a reload remembers."""
    w, (first, second) = page_words("en", "quiz"), questions("en", "real")[:2]
    page = visit.open("quiz", lang="en", question=first.id).page
    head, reply = page.locator(f"{CARD} h3"), page.locator(f"{CARD} .said")
    for one, right in ((first, False), (second, True)):
        expect(head).to_have_text(one.question)
        given = (one.right + (not right)) % len(one.choices)
        page.keyboard.press(str(given + 1))
        expect(reply).to_contain_text(w["right" if right else "wrong"])
        expect(reply).to_contain_text(one.choices[given].why)
        expect(reply).to_contain_text(one.choices[one.right].why)
        if not right:
            assert violations(page, "quiz") == []
        page.keyboard.press("Enter")
    page.get_by_role("button", name=w["leave"]).click()
    page.get_by_role("button", name=w["wrong_ones"]).click()
    page.keyboard.press("h")
    expect(page.locator(f"{CARD} .hint")).to_have_text(first.hint)
    page.keyboard.press(str((first.right + 1) % len(first.choices) + 1))
    page.keyboard.press("Enter")
    expect(head).to_have_text(w["score"].format(right=0, all=1))
    expect(page.locator(f"{CARD} li")).to_contain_text([first.choices[first.right].text])
    page.get_by_role("button", name=w["again"]).click()
    expect(head).to_have_text(first.question)
    page.keyboard.press(str(first.right + 1))
    page.keyboard.press("Enter")
    expect(head).to_have_text(w["score"].format(right=1, all=1))
    expect(page.get_by_role("button", name=w["again"])).to_have_count(0)
    page.reload()
    sets = page.locator(".quiz .sets")
    expect(sets).to_contain_text(w["answered"].format(answered=2, right=2, all=len(NAMED)))
    page.get_by_role("button", name=w["reset"]).click()
    page.get_by_role("button", name=w["really"]).click()
    expect(sets).to_contain_text(w["answered"].format(answered=0, right=0, all=len(NAMED)))


@pytest.mark.parametrize("chapter", ["all", *quiz.CHAPTERS])
def test_a_set_of_ten_is_a_lecture_in_both_languages(chapter):
    """Each scene asks a question of the set, whose answer the server knows; another seed draws others."""
    name = f"quiz-{chapter}-7"
    lecture = library.lecture(library.text_of(name), name)
    assert 0 < len(lecture.scenes) <= 10 and library.text_of(name) == library.text_of(name)
    for language in LANGUAGES:
        known = {one.id: one for one in questions(language)}
        for scene in lecture.scenes:
            one, asked = known[scene.quiz], question(scene, language)
            assert scene.computed and scene.headline[language] == one.question and scene.notes[language]
            assert asked.choices == tuple(choice.text for choice in one.choices) and asked.truth == one.right
            assert asked.explanation and chapter in ("all", one.chapter)
    other = library.lecture(library.text_of(f"quiz-{chapter}-8"), name)
    assert chapter != "all" or other.scenes != lecture.scenes


@pytest.mark.parametrize("name", ["quiz-none-1", "quiz-all-", "quiz-all-1234567", "quiz-all-1\n", "quiz"])
def test_another_name_is_no_set(name):
    with pytest.raises(LectureError):
        library.text_of(name)


def test_what_reasons_and_hints_say_of_runs_is_so():
    """One head of the couplets, not the best, comes near half; of two sentences one shares most of its words."""
    facing = sorted(head["facing"] for head in couplet_heads.stored()["heads"].values())
    assert sum(0.35 < share < 0.65 for share in facing) == 1 and facing[-1] > 0.65
    asked, *others = (set(re.findall(r"\w+", text.lower())) for text in (
        "A man is playing a guitar.", *(NAMED["nearest_sentence"]["en"][name][0] for name in ("words", "meaning"))))
    assert [2 * len(asked & other) > len(asked) for other in others] == [True, False]
