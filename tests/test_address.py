"""What a reader chooses on a page stands in the link, and whoever opens the link finds it chosen."""

import importlib

import pytest
import streamlit as st
from headless_page import ROOT, guess_all, opened
from test_pages import PAGES

from pages.components import address, lesson
from pages.components.bar import navigation
from pages.components.links import script

OTHERWISE = ("guess ", "mae percent", "couplet lines ", "lang shown", "model shown", "depth shown", "named start")
"""What is no choice, stands in the text of the picture under study, has a name in the link without its sentence, or
shows a choice of the bar or of a component."""
BOUND = {"lang", "model", "text", "depth", "edits", "equation", "note", "severity", "asked"}
"""In the address by themselves; what is asked on the first page leaves with it."""
KINDS = ("slider", "select_slider", "segmented_control", "pills", "selectbox", "radio", "toggle", "checkbox",
         "text_input", "text_area", "number_input", "button_group")


@pytest.fixture
def offered(monkeypatch):
    """What each linked widget offers, by its key: filled while pages are drawn, with the first option guessed."""
    offers, fits = {}, address._fits

    def fitted(kind, value, given):
        offers[given["key"]] = kind, given
        return fits(kind, value, given)

    def folded(kind, draw):
        def drawn(labels, *args, key, **given):
            offers[key] = kind, {"options": labels}
            return draw(labels, *args, key=key, **given)

        return drawn

    guess_all(monkeypatch)
    for kind in ("tabs", "expander"):  # what is unfolded is a choice, too
        monkeypatch.setattr(st, kind, folded(kind, getattr(st, kind)))
    monkeypatch.setattr(address, "_fits", fitted)
    monkeypatch.setattr(lesson, "guessed", lambda page, key: True)  # also above the place where a page asks
    return offers


def source(page):
    """The code of a page's folder."""
    return "".join(one.read_text("utf-8") for one in (ROOT / script(page)).parent.glob("*.py"))


def other(kind, given, value):
    """Another value of a widget; its own where it has no other."""
    if kind in ("toggle", "checkbox", "expander"):
        return not value
    if kind in address.TEXTS:
        return "好 x%&~,"[:given.get("max_chars")]
    if kind in ("slider", "number_input"):
        return given["max_value"] if value != given["max_value"] else given["min_value"]
    if given.get("selection_mode") == "multi":
        return list(given["options"])[:1]
    return next((option for option in given["options"] if option != value), value)


def values(app, keys):
    """What stands in widgets, by key; those of ``keys`` that are on the page."""
    here = {one.key for kind in KINDS for one in app.get(kind)} | {key for key in keys if key.startswith("open ")}
    return {key: app.session_state[key] for key in keys if key in here and key in app.session_state}


@pytest.mark.parametrize("page", PAGES)
def test_every_choice_is_in_the_link_and_comes_back(page, offered):
    app = opened(page, lang="en")
    assert not left_out(app) and set(app.query_params) == {"lang", "panels"}
    before = values(app, offered)
    for key, value in before.items():
        app.session_state[key] = other(*offered[key], value)
    app.run()
    assert not app.exception
    now, link = values(app, before), dict(app.query_params)
    assert len(link) > len([key for key in now if now[key] != before[key]])
    again = opened(page, **link)
    assert not again.exception
    assert values(again, now) == now, link
    assert dict(again.query_params) == link


@pytest.mark.parametrize("page", [page for page in PAGES if "tabs(" in source(page)])
def test_an_open_tab_is_open_in_the_other_language_too(page, offered):
    app = opened(page, lang="en")
    before = tabs(offered)
    for key, labels in before.items():
        app.session_state[key] = labels[-1]
    link = dict(app.run().query_params)
    for again in (opened(page, **link | {"lang": "zh"}), app.text_input(key="lang").set_value("zh").run()):
        assert not again.exception and before != tabs(offered)
        assert {key: again.session_state[key] for key in before} == {key: one[-1] for key, one in tabs(offered).items()}
        assert dict(again.query_params).items() >= link.items() - {("lang", "en")}
    for bad in ("", "nothing", "0", "x" * 999):
        again = opened(page, lang="zh", **{address.parameter(key): bad for key in before})
        assert not again.exception and not {*map(address.parameter, before)} & {*again.query_params}


def tabs(offers):
    """The labels of tabs, by key."""
    return {key: given["options"] for key, (kind, given) in offers.items() if kind == "tabs"}


def left_out(app):
    """The choices of a page that no link holds; those bound to it and guesses aside."""
    linked = address.FIRST in app.session_state
    held = {key for key, *_ in app.session_state[address.FIRST].values()} if linked else set()
    here = {str(one.key) for kind in KINDS for one in app.get(kind)}
    return {key for key in here - held - BOUND if not key.startswith(OTHERWISE)}


def turned(now, _):
    return {"order": [*now[1:], now[0]]}


def beside(now, data):
    """The place in the next row, where there are places to choose from."""
    grid = next((one["grid"] for one in data["panels"] if one["grid"]), None)
    return grid and {"row": (now[0] + 1) % grid[0], "column": now[1]}


def shifted(now, data):
    """The last thing one place to the right, or to the left, where it may lie."""
    others, last = now[:-1], now[-1]
    lies = {(one["x"], one["y"]) for one in others}
    places = [last["x"] + by for by in (1, -1, 2, -2) if (last["x"] + by, last["y"]) not in lies]
    return {"things": [*others, last | {"x": next(x for x in places if 0 <= x <= data["side"] - last["width"])}]}


MOVED = {"order": ("order", "order", turned), "pixels": ("at", "at", beside), "compose": ("things", "things", shifted),
         "landscape": ("start", "start", lambda now, _: {"point": [0.75, -0.5]}),
         "arrows": ("query", "query", lambda now, _: {"point": [0.5, -0.25]}),
         "draw": ("drawn", "text", lambda now, data: {"text": now[:-1] + data["levels"][now[-1] == data["levels"][0]]})}
"""Of each component that a reader moves: what the browser reports, what it is given, and another report."""


def moves(page):
    """The components on a page that a reader moves."""
    return [kind for kind in MOVED if f"components.{kind} import" in source(page)]


OTHER_STATES = {"board", "head_grid", "stage", "lecture", "room"}
"""Components whose state is no choice of an exhibit, or stands in the address by tests of their own."""


def test_every_component_that_keeps_a_state_is_moved_here():
    scripts = [*(ROOT / "pages" / "components").glob("*/*.js")]
    assert {one.parent.name for one in scripts if ".state(" in one.read_text("utf-8")} - OTHER_STATES == {*MOVED}


@pytest.fixture
def mounted(monkeypatch):
    """What each of these components was given, by key, and what its next report calls; a report is heard by a run."""
    given, reports = {}, {}

    def follow(page, really=navigation.follow):
        for key, (heard, report) in reports.items():
            st.session_state[key] = report
            heard()
        reports.clear()
        really(page)

    for kind, (name, slot, _) in MOVED.items():
        def mount(*, key, data, kind=kind, name=name, slot=slot, **more):
            given[key] = kind, data[slot], data, more[f"on_{name}_change"]
        monkeypatch.setattr(importlib.import_module(f"pages.components.{kind}"), "_mount", mount)
    monkeypatch.setattr(navigation, "follow", follow)
    guess_all(monkeypatch)
    return given, reports


@pytest.mark.parametrize("page", [*filter(moves, PAGES)])
def test_what_is_moved_is_in_the_link_and_comes_back(page, mounted):
    given, reports = mounted
    app = opened(page, lang="en")
    assert given and set(app.query_params) == {"lang", "panels"}
    for key, (kind, now, data, heard) in given.items():
        name, _, other = MOVED[kind]
        if report := other(now, data):
            reports[key] = heard, {name: report | {"serial": 1}}
    before = {key: given[key][1] for key in reports}
    given.clear()
    app.run().run()  # the address follows in the run after
    now = {key: given[key][1] for key in before}
    assert not app.exception and not [key for key in now if now[key] == before[key]]
    given.clear()
    again = opened(page, **dict(app.query_params))
    assert not again.exception and {key: given[key][1] for key in before} == now, app.query_params


def lists(page, text):
    """The lists of a page, by key."""
    return {str(one.key): one for one in opened(page, lang="en", text=text, model="translator-zh-en").selectbox}


@pytest.mark.parametrize("page", [page for page in PAGES if page.startswith(("transformer", "sequences"))])
def test_a_list_of_other_words_is_another_list(page):
    """The browser goes on showing what a list showed, also a word that the new sentence does not have."""
    before, after = (lists(page, text) for text in ("我爱你。", "老师喜欢苹果。"))
    assert not [key for key in before.keys() & after.keys()
                if before[key].options[before[key].index] not in after[key].options]


EDITED = {"layers": ("layers row", "3,3,3,3"), "attention": ("sum keys", "1,0;0,2.5;1,1"),
          "decoder": ("n1 scores", "0.7,0.1,0.1,0.1;0.1,0.6,0.2,0.1;0.1,-2,0.6,0.1;0.1,0.3,0.3,0.3")}


@pytest.mark.parametrize("page", EDITED)
def test_rows_that_were_edited_come_back_from_the_link(page):
    name, rows = EDITED[page]
    link = {"lang": "en", address.parameter(name): rows, "sum-case": "hand"}
    app = opened(f"transformer/{page}", **link)
    assert not app.exception and app.query_params[address.parameter(name)] in (rows, [rows])
    assert ";".join(",".join(f"{x:g}" for x in row) for row in app.session_state[name]) == rows
    for bad in ("", "1,2", "nan,0;0,1;1,1", "1e9,3,3,3", rows + ";1", "x"):
        app = opened(f"transformer/{page}", **link | {address.parameter(name): bad})
        assert not app.exception and address.parameter(name) not in app.query_params


PRESSED = [("transformer/heads", "heads again", "heads draw"), ("vision/mae", "sample again", "sampler-seed"),
           ("transformer/layers", "layers go", "layers run")]
"""Of a page: a button that draws anew, and what the session then holds."""


@pytest.mark.parametrize(("page", "button", "name"), PRESSED)
def test_what_a_button_drew_comes_back_from_the_link(page, button, name):
    app = opened(page, lang="en", **{"layers-depth": "9"} if name == "layers run" else {})
    before = app.session_state[name]
    now = app.button(key=button).click().run().session_state[name]
    parameter = address.parameter(name)
    assert now != before and parameter in app.query_params
    assert opened(page, **dict(app.query_params)).session_state[name] == now
    for bad in ("-1", "x", "1.99", "99.1"):
        app = opened(page, lang="en", **{parameter: bad})
        assert not app.exception and app.session_state[name] == before and parameter not in app.query_params


def test_what_is_told_of_a_chosen_cell_is_told_to_whoever_opens_its_link():
    told = {tuple(one.value for one in opened("transformer/similarity", lang="en", **link).caption)
            for link in ({}, {"patch": "brightness@0.0"}, {"patch": "brightness@0.31"})}
    assert len(told) == 3


def test_a_link_that_says_nothing_sensible_is_as_if_it_said_nothing():
    app = opened("sequences/tokens", lang="en")
    bad = {"tokens-weight-0": ["nan", "1e9", ""], "tokens-picture": ["nothing"], "tokens-stack": ["mxm", "m" * 99],
           "tokens-forbid": ["2"], "receptive-layers": ["1.5", "999", "-"], "tokens-reordered": ["no@a.b~head.x"]}
    for k in range(3):
        link = {name: texts[k % len(texts)] for name, texts in bad.items()}
        linked = opened("sequences/tokens", lang="en", **link)
        assert not linked.exception
        keys = {"tokens weight 0", "tokens picture", "tokens forbid", "receptive layers"}
        assert values(linked, keys) == values(app, keys)
