"""Lectures: the ready ones scene by scene, what a bad file is told, one's own, and the rooms that they are given in."""

import json
import random
import re
from urllib.parse import parse_qsl

import pytest
from headless_page import opened
from house import ROOT
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from core import Ablate, zoo
from pages.components.gate import Gate
from pages.components.lecture import library, scenes
from pages.components.lecture.asking import place_of, question
from pages.components.lecture.exhibits import exhibits
from pages.components.lecture.routes import routes
from pages.components.lecture.scenes import LOOKS, LectureError, read, written
from pages.components.lecture.views import View, known_pages
from pages.components.room import pace, state
from pages.components.room.routes import routes as room_routes
from pages.components.room.state import Rooms
from pages.components.text_files import LANGUAGES, page_words, passages
from pages.room.lectures.own_lecture import _asks

READY = {name: read(library.text_of(name), name) for name in library.ready()}
SCENES = [(name, number) for name, lecture in READY.items() for number in range(len(lecture.scenes))]
VIEW = "walkthrough?model=translator-zh-en&text=我喜欢猫。"
GOOD = f'title = "T"\nabout = ""\n[[scene]]\nview = "{VIEW}"\nminutes = 2\nheadline = "H"\nnotes = "N"\n'


def page_of(view):
    """The page's folder, as ``opened`` takes it."""
    return next(str(path.parent.relative_to(ROOT / "pages")) for path in (ROOT / "pages").glob(f"*/*/{view.page}.py")
                if path.parent.name == view.page)


@pytest.mark.parametrize("name", READY)
def test_a_ready_lecture_is_of_forty_five_minutes_in_both_languages(name):
    lecture = READY[name]
    assert 42 <= lecture.minutes <= 48 and 14 <= len(lecture.scenes) <= 20
    assert read(written(lecture), name) == lecture
    for scene in lecture.scenes:
        for texts in (scene.headline, scene.notes):
            assert texts["zh"] and texts["en"] and texts["zh"] != texts["en"]
        assert not re.search(r"\d[.\d]* ?%|\d{2,}", "".join(scene.notes.values())), scene.notes  # numbers are computed
    assert sum(bool(scene.ask) for scene in lecture.scenes) >= 8


@pytest.mark.parametrize(("name", "number"), SCENES)
def test_every_scene_opens_in_both_languages_and_its_answer_is_computed(name, number, monkeypatch):
    scene, offered = READY[name].scenes[number], []
    monkeypatch.setattr("pages.components.lecture.projected._mount", lambda key, data, **_: offered.append(data))
    assert View.parse(scene.view.text) == scene.view == View.parse(f"https://hall/{scene.view.text}")
    for language in LANGUAGES:
        if scene.view.walks:
            assert place_of(scene.view, language)["step"]
            asked = question(scene, language)
            assert (asked is None) == (not scene.ask)
            if scene.ask == LOOKS:
                assert asked.machine[asked.truth] == max(asked.machine) > 0
                head, *row = asked.id.split("@")[2].split(".")  # the picture shows the head of the answer
                assert not row or scene.view.location.place.head == int(head)
            elif scene.ask:
                assert 0 < asked.truth < len(asked.choices) - 1
                here, cell = scene.view.location, scene.view.location.place.cell
                share = zoo.load(here.model).trace(here.text)[cell.picture].value[cell.panel, cell.row, cell.column]
                assert scene.unit == "%" and asked.truth == pytest.approx(100 * float(share))
            continue
        link = dict(parse_qsl(scene.view.projected(language, scene.ask).partition("?")[2]))
        app = opened(page_of(scene.view), **link)
        assert not app.exception and not app.error
        assert bool(offered) == bool(scene.ask)
        if scene.ask:
            guess = offered.pop()
            offered.clear()
            assert guess["said"] and len(guess["choices"]) > 1 and "{" not in re.sub(r"\$[^$]*\$", "", guess["said"])
            assert isinstance(guess["truth"], int) and guess["choices"][guess["truth"]]


WHOLE = {"no_toml", "no_scenes", "too_large", "many_scenes"}  # of no one scene
WRONG = {
    "no_toml": GOOD + "=", "unknown_field": GOOD + 'minuets = 3\n', "no_scenes": 'title = "T"\n',
    "minutes": GOOD.replace("= 2", '= "2"'), "view": GOOD.replace(f'"{VIEW}"', "3"),
    "page": GOOD.replace("walkthrough", "walk"), "no_cell": GOOD + 'ask = "value"\n',
    "model": GOOD.replace("translator-zh-en", "gpt-9"), "parameter": GOOD.replace("&text", "&cell=x&text"),
    "exhibit": GOOD.replace(VIEW, "attention#n9-99"), "ask": GOOD + 'ask = "arrows"\n',
    "scale": GOOD + "scale = [3, 3]\n", "shows": GOOD + 'shows = ["a b"]\n',
    "languages": GOOD.replace('headline = "H"', 'headline = {zh = "H"}'),
    "no_text": GOOD.replace('"H"', '" "'), "long_text": GOOD.replace('"N"', f'"{"n" * 7000}"'),
    "too_large": "#" * (scenes.LARGEST + 1), "many_scenes": GOOD + "[[scene]]\n" * scenes.SCENES}


@pytest.mark.parametrize("what", WRONG)
def test_a_bad_file_is_told_what_is_wrong_and_where(what):
    with pytest.raises(LectureError) as raised:
        read(WRONG[what], "mine.toml")
    assert raised.value.what == what
    for language in LANGUAGES:
        sentence = raised.value.sentence(language)
        assert "mine.toml" in sentence and "{" not in sentence.replace('{zh = "…", en = "…"}', "")
        assert (what in WHOLE) != bool(re.search(r"mine.toml.{1,10}1", sentence))


def test_a_view_of_a_model_that_is_not_there_gives_way_to_another():
    text = GOOD.replace("translator-zh-en", "gpt-9").replace("minutes", 'instead = "copying#two_heads"\nminutes')
    lecture = read(text, "mine.toml")
    assert lecture.scenes[0].view.page == "copying" and "gpt-9" in written(lecture)
    assert read(written(lecture), "mine.toml") == lecture


@pytest.fixture
def client(monkeypatch):
    fresh = Rooms()
    for module in ("room.routes", "lecture.hall"):
        monkeypatch.setattr(f"pages.components.{module}.rooms", fresh)
    monkeypatch.setitem(pace._PACES, "rooms", pace.Pace(10_000, 1))
    app = Starlette(routes=[*routes(), *room_routes()], middleware=[Middleware(Gate)])
    with TestClient(app, "http://hall", headers={"origin": "http://hall"}) as client:
        client.rooms = fresh
        yield client


def test_a_lecture_is_given_in_a_room(client):
    created = client.post("/r/open?lang=en", json={"name": "whole_transformer", "text": None}).json()
    room, post = client.rooms.find(created["code"]), f"/r/{created['code']}/"
    assert 'viewBox="' in created["qr"] and "width=" not in created["qr"]  # its style says how large
    show = {"key": created["key"], "scene": 3, "place": None, "asked": True, "revealed": False, "question": None}
    assert client.post(post + "show", json=show).status_code == 200
    public = room.public_state()
    assert public["scene"]["number"] == 4 and public["scene"]["headline"] and public["sheet"]
    assert public["question"]["kind"] == "row" and "machine" not in public["question"]
    person = {"person": "0" * 32, "question": public["question"]["id"], "choice": 2}
    assert client.post(post + "answer", json=person).status_code == 200
    client.post(post + "show", json=show | {"revealed": True})
    assert room.public_state()["question"]["counts"][2] == 1
    assert client.post(post + "answer", json=person).status_code == 409
    guess = {"id": "x", "asked": "**a** <b>", "said": "<script>", "choices": ["1", "2"], "truth": 1}
    client.post(post + "show", json=show | {"scene": 1, "question": guess, "revealed": True})
    public = room.public_state()
    asked = public["question"]
    assert asked["truth"] == 1 and "<script>" not in asked["explanation"] and "sheet" not in public
    assert public["scene"]["link"].startswith("positions?") and public["scene"]["prose"]
    assert client.post(post + "command", json={"key": created["key"], "what": "next"}).status_code == 200
    assert room.public_state()["command"] == (1, "next")
    for path in ("show", "command", "end"):
        wrong = show | {"key": "0" * 32, "what": "next"}
        assert client.post(post + path, json=wrong).status_code == 404, path
    for bad in ({"scene": 99}, {"scene": -1}, {"scene": "1"}, {"question": {"asked": 3}, "scene": 1}, {"revealed": 1},
                {"spent": ["<b>"]}, {"spent": 3}):
        assert client.post(post + "show", json=show | bad).status_code == 400, bad
    assert client.post(post + "command", json={"key": created["key"], "what": "<b>"}).status_code == 400
    assert client.post(post + "end", json={"key": created["key"]}).status_code == 200 and room.ended


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_lecture_cannot_show_gets_a_sentence(client, language, monkeypatch):
    words = page_words(language, "lecture")
    ask = {"name": "mine.toml", "text": WRONG["page"]}
    for path in ("lecture", "open"):
        response = client.post(f"/r/{path}?lang={language}", json=ask)
        assert response.status_code == 400 and "mine.toml" in response.json()["said"]
    missing = client.post(f"/r/lecture?lang={language}", json={"name": "none", "text": None}).json()["said"]
    assert "whole_transformer" in missing
    model = "model=translator-zh-en"
    wrong = {f"{model}&text={'我' * 300}": "unread", f"{model}&step=nowhere": "step", "model=x": "model"}
    for query, what in wrong.items():
        response = client.get(f"/r/view?{query}&lang={language}")
        assert response.status_code == 400 and words[f"wrong_{what}"].split("{")[0] in response.text, query
    monkeypatch.setitem(pace._PACES, "rooms", pace.Pace(0, 0))
    often = client.post(f"/r/open?lang={language}", json={"name": "whole_transformer", "text": None})
    assert often.status_code == 429 and often.json()["said"] == page_words(language, "room")["often"]
    monkeypatch.setitem(pace._PACES, "rooms", pace.Pace(1, 1))
    monkeypatch.setattr(state, "ROOMS", 0)
    full = client.post(f"/r/open?lang={language}", json={"name": "whole_transformer", "text": None})
    assert full.status_code == 503 and full.json()["said"] == page_words(language, "room")["full"]


def test_the_pages_of_a_lecture_speak_both_languages(client):
    for page in ("projector", "presenter"):
        for language in LANGUAGES:
            response = client.get(f"/{page}?lecture=whole_transformer&lang={language}")
            assert response.status_code == 200 and f'lang="{language}"' in response.text
            assert page_words(language, "lecture")[page] in response.text


def test_strangers_get_no_error_whatever_they_post(client):
    created, draw = client.post("/r/open", json={"name": "whole_transformer", "text": None}).json(), random.Random(0)
    values = [None, 0, -1, 1e308, True, [], {}, "", "x", "\ud800", "whole_transformer", GOOD, created["key"],
              {"asked": []}, "[[scene]]\nview = '\ud800'", "a = " + "[" * 900,
              {"id": "i", "asked": "a", "said": "\x00", "truth": 9}]
    fields = ("name", "text", "scene", "key", "place", "asked", "revealed", "question", "what")
    paths = ("lecture", "open", "question", *(f"{created['code']}/{path}" for path in ("show", "command", "end")))
    for _ in range(400):
        body = json.dumps({name: draw.choice(values) for name in fields if draw.random() < 0.9})
        response = client.post(f"/r/{draw.choice(paths)}", content=body.encode())
        assert response.status_code in (200, 400, 404, 503), body
    for path in paths:
        for body in (b"", b"\xff", b"[" * 60_000, b"{}"):
            assert client.post(f"/r/{path}", content=body).status_code == 400
        assert client.post(f"/r/{path}", content=b" " * 70_000).status_code == 413
        assert client.post(f"/r/{path}", json={}, headers={"origin": "http://elsewhere"}).status_code == 403


def with_draft(text):
    app = opened("room/lectures", lang="en")
    app.session_state["lecture draft"] = text
    return app.run()


@pytest.mark.parametrize("minutes", [0.1, 2, scenes.MINUTES])
def test_what_can_be_read_can_be_changed(minutes):
    """A lecture of one's own, its minutes what a file may say: the page shows it."""
    app = with_draft(GOOD.replace("= 2", f"= {minutes}"))
    assert not app.exception and minutes in [box.value for box in app.number_input]


def test_a_lecture_that_outgrows_what_may_be_read_stays_as_it_was():
    """Notes, scene by scene within their own limit, until the file is too large: the page says so and goes on."""
    text, most = GOOD.replace('"N"', f'"{"n" * 5900}"'), scenes.LARGEST // 6200
    text += text[text.index("[[scene]]"):] * (most - 1)
    app = with_draft(text)
    app.text_area[0].set_value("n" * 5901).run()
    assert not app.error and "n" * 5901 in app.session_state["lecture draft"]
    app.text_area[0].set_value("书" * 5900).run()
    assert not app.exception and len(app.error) == 1 and "书" not in app.session_state["lecture draft"]
    app.text_area[0].set_value("short").run()
    assert not app.exception and not app.error and "short" in app.session_state["lecture draft"]


def test_a_guess_can_be_asked_wherever_there_is_one():
    for page in known_pages() - {"", "walkthrough"}:
        texts = passages("zh", page)
        for anchor, key in exhibits(page).items():
            view = View.parse(f"{page}#{anchor}")
            asks = _asks(scenes.Scene(view, (view.text, ""), 1, {}, {}))
            assert asks[1:] == ((key,) if f"{key}.try" in texts else ()), (page, key)


def test_what_notes_say_of_a_run_is_so():
    """No head alone changes the translation, all of the second layer's do; no word comes near the first, which is below
    certainty."""
    heads = READY["attention_from_zero"].scenes[12].view.location
    translator = zoo.load(heads.model)
    trace, said = translator.trace(heads.text), translator.answer(heads.text)
    sites = [f"decoder.{layer}.cross_attention.head_outputs" for layer in (0, 1)]
    without = [[Ablate(site, head) for head in range(len(trace[site].value))] for site in sites]
    assert all(translator.answer(heads.text, (edit,)) == said for layer in without for edit in layer)
    assert translator.answer(heads.text, tuple(without[1])) != said
    words_ = next(s for s in READY["whole_transformer"].scenes if s.view.location.place.step == "probabilities")
    second, first = sorted(question(words_, "en").machine)[-2:]
    assert second < 0.01 and first < 0.95
