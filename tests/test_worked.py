"""A cell's arithmetic: every link leads somewhere, every walk ends, and a browser follows one."""

import json
import math

import numpy as np
import pytest
import torch
from browser import Visit
from headless_page import opened
from samples import RUNS, recorded, run
from test_numbers import read_off

from core.edits import Scale
from core.equations import output
from core.models.transformer import Transformer
from core.trace import given, record
from pages.components.cell import WORD_KEYS, Link, advance, badge, read
from pages.components.cell.packing import MOST, largest, packed
from pages.components.formula import colours, symbols
from pages.components.numbers import plain

WORDS = {key: key for key in WORD_KEYS} | {"agree": "{agree}/{cells} {difference}", "rest": "{count}:{sum}"}


@pytest.fixture(scope="module")
def translated():
    """A Transformer of 20 words in either language on four words and three."""
    torch.manual_seed(0)
    model = Transformer(20, 20, d_model=16, n_heads=2, n_layers=1, d_ff=32).eval()
    with record(model) as trace:
        model(given("source", torch.tensor([5, 6, 7, 8]), "token", {"token": tuple("我买书。")}, shows="ids"),
              given("target", torch.tensor([1, 9, 10]), "token", {"token": ("<s>", "I", "buy")}, shows="ids"))
    return trace


def place(name, cell):
    return f"{name}{list(cell)}"


def title(name, cell):
    return f"title of {name}", f"where {name} stands", str(cell)


def pack(trace, name, cell, path=()):
    equation = trace[name].equation
    return packed(trace, name, cell, trace.worked(name, cell), path=path, words=WORDS, label_of=place,
                  called=title, colours=colours(equation, "light") if equation else {})


def cells(trace, name):
    """The first, the middle and the last cell of a step."""
    shape = tuple(trace[name].value.shape)
    if math.prod(shape):
        for t in sorted({0, math.prod(shape) // 2, math.prod(shape) - 1}):
            yield tuple(map(int, np.unravel_index(t, shape))) if shape else ()


def exists(trace, name, cell):
    shape = tuple(trace.value_of(name).shape)
    return len(cell) == len(shape) and all(0 <= i < n for i, n in zip(cell, shape))


def holds(trace, name, cell):
    """The laws of one cell's payload."""
    view, equation = pack(trace, name, cell), trace[name].equation
    assert len(json.dumps(view, allow_nan=False)) < 100_000
    for part in view["parts"]:
        for row in part["rows"]:
            assert -1 <= row["bar"] <= 1
            for letter, _, source, at in row["factors"]:
                assert 0 <= letter < len(view["letters"])
                if source >= 0:
                    origin, clickable, called = view["sources"][source]
                    assert clickable == (origin in trace) and called == (title(origin, ())[0] if clickable else "")
                    assert exists(trace, origin, at)
                    assert (read({"name": origin, "cell": at}, trace) == Link(origin, tuple(at))) == clickable
    assert all(not colour or colour.startswith("light-dark(#") for colour in view["colours"])
    if equation is not None:
        assert not view["letter"] or symbols(equation)["result"]
    if view["follow"] is None:
        assert view["notes"], "a walk that ends says why"


@pytest.mark.parametrize("run_name", RUNS)
def test_every_link_of_a_step_of_each_equation_leads_to_a_cell(run_name):
    """And of all that is given; of every step: below, and its sources in test_trace."""
    trace = recorded(run_name)
    for name in {step.equation.key if step.equation else name: name for name, step in trace.items()}.values():
        for cell in cells(trace, name):
            holds(trace, name, cell)


def test_the_payload_of_every_step_of_a_translation(translated):
    for name in translated:
        for cell in cells(translated, name):
            holds(translated, name, cell)


def test_following_the_largest_term_ends_at_a_word(translated):
    for name in translated:
        for here in [(name, cell) for cell in cells(translated, name)]:
            seen = []
            while (link := largest(translated, translated.worked(*here))) is not None:
                assert exists(translated, *link) and link not in seen
                seen.append(here := link)
            if not name.endswith((".positions", "_mask")):
                assert translated[here[0]].equation is None
                assert pack(translated, *here)["word"] in ("我", "买", "书", "。", "<s>", "I", "buy")


def test_the_largest_term_is_the_largest(translated):
    name, cell = "encoder.0.self_attention.dot_products", (1, 2, 3)
    value = translated[name.replace("dot_products", "queries")].value[1, 2]
    other = translated[name.replace("dot_products", "keys")].value[1, 3]
    d = int((value * other).abs().argmax())
    assert largest(translated, translated.worked(name, cell))[1] in ((1, 2, d), (1, 3, d))


def test_rows_carry_the_words_of_the_swept_axis(translated):
    (part,) = pack(translated, "decoder.0.cross_attention.head_outputs", (1, 2, 3))["parts"]
    assert [row["label"] for row in part["rows"]] == ["我", "买", "书", "。"]
    assert part["join"] == "×" and part["axis"] == [("key", "")]
    (part,) = pack(translated, "decoder.0.cross_attention.dot_products", (1, 2, 3))["parts"]
    assert [row["label"] for row in part["rows"]] == [str(i) for i in range(8)]
    assert part["axis"] == [("d", ""), ("k", "sub")]


def test_a_softmax_marks_its_own_term(translated):
    (part,) = pack(translated, "decoder.0.cross_attention.weights", (1, 2, 3))["parts"]
    assert [row["own"] for row in part["rows"]] == [False, False, False, True]
    assert part["maps"]


def test_the_path_and_the_way_back(translated):
    path = [("logits", (0, 1)), ("decoder.0.norm_3.output", (0, 2))]
    here = "decoder.0.norm_3.normalized", (0, 2)
    assert pack(translated, *here, path)["crumbs"] == [[n, list(c), place(n, c), *title(n, c)] for n, c in path]
    assert advance(path, here, Link("decoder.0.residual_3.added", (0, 2))) == [*path, here]
    back = read({"name": path[1][0], "cell": [0, 2], "depth": 1}, translated)
    assert back == Link(*path[1], 1) and advance(path, here, back) == path[:1]


@pytest.mark.parametrize("raw", [None, "logits", {}, {"name": "nothing", "cell": [0]}, {"name": "logits", "cell": [0]},
                                 {"name": "logits", "cell": [0, 99]}, {"name": "logits", "cell": None}, {"depth": 0},
                                 {"name": "logits", "cell": [0, "1"]}, {"name": ["logits"], "cell": []},
                                 {"name": "logits", "cell": [0, 0], "depth": -1}])
def test_a_link_from_elsewhere_leads_nowhere(translated, raw):
    assert read(raw, translated) is None


def test_many_terms_are_cut_to_the_largest():
    torch.manual_seed(0)
    with record(model := Transformer(5, 700, d_model=8, n_heads=1, n_layers=1, d_ff=8).eval()) as trace:
        output.probabilities(model(torch.tensor([4, 4]), torch.tensor([1, 2])))
    rows = trace.worked("probabilities", (1, 3)).rows
    terms, least = sorted((row.value for row in rows), reverse=True), min(range(700), key=lambda t: rows[t].value)
    (part,) = pack(trace, "probabilities", (1, least))["parts"]
    shown = [int(row["label"]) for row in part["rows"]]
    assert len(shown) == MOST and shown == sorted(shown)
    assert [int(row["label"]) for row in part["rows"] if row["own"]] == [least]
    assert part["rest"] == f"{700 - MOST}:{plain(sum(terms[MOST - 1:-1]), 4)}"


def test_an_edited_step_says_so():
    name = "encoder.0.self_attention.scores"
    trace = run("transformer").trace(Scale(name, 2.0))
    view = pack(trace, name, (0, 0, 0))
    assert view["notes"] == ["edited"] and view["value"] == plain(float(trace[name].value[0, 0, 0]), 6)
    assert badge(trace.check(name), WORDS) == "not_compared"


def test_badge(translated):
    name = "encoder.0.self_attention.weights"
    agree, difference = badge(translated.check(name), WORDS).split()
    assert agree == "32/32" and read_off(difference) < 1e-6


def test_a_step_is_called_by_its_title_and_keeps_its_name(translated):
    name = "encoder.0.self_attention.weights"
    view = pack(translated, name, (0, 1, 2))
    assert (view["name"], view["title"], view["where"]) == (name, *title(name, ())[:2])
    assert view["follow"]["title"] == title(view["follow"]["name"], ())[0]


def test_the_path_ends_where_another_sentence_begins():
    step = "encoder.0.self_attention.weights"
    app = opened("transformer/walkthrough", lang="en", text="我昨天买了一本书", step=step, cell=f"{step}@0.0.0")
    app.session_state["path"] = [("encoder.0.self_attention.output", (6, 3))]
    assert not app.run().exception and len(app.session_state["path"]) == 1
    app.text_input(key="text").set_value("我").run()
    assert not app.exception and not app.session_state["path"]


# ---- In a browser ------------------------------------------------------------------------------

STING = '<img src=x onerror="window.stung=1">'
SCRIPT = f"STING = {STING!r}" + """
import streamlit as st
import torch
from core.models.transformer import Transformer
from core.trace import given, record
from pages.components.formula import colours
from pages.components.cell import WORD_KEYS, advance, worked

torch.manual_seed(0)
model = Transformer(20, 20, d_model=8, n_heads=2, n_layers=1, d_ff=8).eval()
with record(model) as trace:
    model(given("source", torch.tensor([5, 6]), "token", {"token": (STING, "b")}, shows="ids"),
          given("target", torch.tensor([1, 9]), "token", shows="ids"))
state = st.session_state
step, _, places = st.query_params["here"].partition("@")
state.setdefault("here", (step, tuple(map(int, places.split(".")))))
state.setdefault("path", [])

def follow(link):
    state.path, state.here = advance(state.path, state.here, link), (link.name, link.cell)

name, cell = state.here
palette = colours(trace[name].equation) if trace[name].equation else {}
link = worked(trace, name, cell, colours=palette, path=state.path, key="cell", on_link=follow,
              words={key: key for key in WORD_KEYS}, label_of=lambda name, cell: str(cell))
st.text(f"followed {link}")
"""


@pytest.fixture(scope="module")
def address(drawn):
    (drawn.home / "drawn" / "worked.py").write_text(SCRIPT, "utf-8")
    return drawn.address


@pytest.fixture
def page(browser, context, address):
    with Visit(browser, address, context=context) as visit:
        yield visit.page


@pytest.mark.browser
def test_a_click_on_a_factor_goes_to_its_cell(page, address):
    from playwright import sync_api as api
    page.goto(f"{address}/worked?here=encoder.0.self_attention.dot_products@1.0.1")
    page.locator("button.chip").nth(3).click()  # the second factor of the second term
    keys = "encoder.0.self_attention.keys"
    api.expect(page.get_by_text(f"followed Link(name='{keys}', cell=(1, 1, 1), depth=None)")).to_be_visible()
    api.expect(page.locator(".head .name")).to_have_text(keys)
    api.expect(page.locator("span.chip").first).to_have_attribute("title", f"{keys.replace('keys', 'W_K')}[1, 0, 1]"
                                                                           "\nlearned")
    page.keyboard.press("b")
    api.expect(page.locator(".head .name")).to_have_text("source_embedding.positioned")
    page.locator(".crumbs button").first.click()
    api.expect(page.get_by_text("depth=0")).to_be_visible()
    api.expect(page.locator(".crumbs button")).to_have_count(0)


FAILED = "() => new Promise((tell) => Object.assign(new Image(), { onerror: () => tell(), src: 'x' }))"
"""Once a picture from the sting's address has failed, one that was there before has failed too."""


@pytest.mark.browser
@pytest.mark.parametrize("here, place", [("encoder.0.self_attention.head_outputs@0.1.2", ".row .label"),
                                         ("source@0", ".head .word")])
def test_a_word_in_the_arithmetic_is_never_run(page, address, here, place):
    from playwright import sync_api as api
    page.goto(f"{address}/worked?here={here}")
    api.expect(page.locator(place).first).to_have_text(STING)
    page.evaluate(FAILED)
    assert page.evaluate("window.stung") is None
