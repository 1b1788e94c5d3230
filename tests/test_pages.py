"""Every page in both languages without a browser; and nothing that is typed or linked breaks a page."""

import ast
import re
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from headless_page import blocks, key_of, keys, no_run_is_held, opened, plainly, unfolded
from hostile_texts import PARAMETERS, strings

from core import catalog, zoo
from pages.components import glossary, readable_text, runs, session, warm_up
from pages.components.bar import reply
from pages.components.model_choice import LESSON, SMALL
from pages.components.text_files import LANGUAGES, page_words, passages
from pages.components.text_files import ROOT as TEXT

ROOT = Path(__file__).parent.parent
WALK, WEIGHTS = "transformer/walkthrough", "encoder.0.self_attention.weights"


def listed(name):
    """What ``app.py`` lists under a name."""
    body = ast.parse((ROOT / "app.py").read_text("utf-8")).body
    return next(ast.literal_eval(node.value) for node in body
                if isinstance(node, ast.Assign) and node.targets[0].id == name)


@pytest.fixture(scope="module", autouse=True)
def warmed_up():
    """It ends with a ``gc.freeze()``: what a page is in the midst of just then, no collection finds again."""
    warm_up.ready()
    warm_up.warm().join()


PAGES, NEEDS = [page for pages in listed("CHAPTERS").values() for page in pages], listed("NEEDS")


def shown(app):
    """All text of a page."""
    kinds = (app.title, app.header, app.subheader, app.markdown, app.caption, app.warning, app.info, app.success)
    return "\n".join(str(element.value) for kind in kinds for element in kind)


def asked(language, page):
    """The question of a page, from its words or its prose."""
    name = page.rsplit("/")[-1]
    if name == "walkthrough":  # it begins with the whole machine, and the tour's first scene begins with its name
        return page_words(language, "stage")["machine"]
    texts = dict(page_words(language, name)) if (TEXT / language / f"{name}.toml").exists() else {}
    texts |= passages(language, name) if (TEXT / language / f"{name}.md").exists() else {}
    return next(texts[key] for key in ("question", "hero") if key in texts).splitlines()[0]


def leads(app):
    """Where the foot of a page leads, as names in addresses: back and on."""
    foot = next(block for block in blocks(app.main) if key_of(block).endswith("-turn"))
    return [block.proto.page for block in blocks(foot) if block.type == "page_link"]


def neighbours(path):
    """The pages before and after in the order of the story; the last one leads to the first."""
    at = PAGES.index(path)
    both = *PAGES[max(at - 1, 0):at], *(PAGES[at + 1:] or PAGES)[:1]
    return [one.rpartition("/")[2].replace("start", "") for one in both]


def told_on(language, path):
    """The sentence that leads on."""
    return page_words(language, "story")[path.rpartition("/")[2]]


def asks_its_question(app, path, language):
    assert not app.exception and not app.error
    assert asked(language, path) in plainly(shown(app))
    assert leads(app) == neighbours(path) and told_on(language, path) in plainly(shown(app))
    if path not in (WALK, "notes/glossary"):  # without running text: there each text is read by itself
        explains_the_words_of_its_pictures(app, path, language)


def explains_the_words_of_its_pictures(app, path, language):
    """Each word of the glossary in pictures and captions has a card on the page."""
    own = tomllib.loads((TEXT / language / f"{path.rpartition('/')[2]}.toml").read_text("utf-8")).values()
    text = "\n".join(one.value for one in (*app.markdown, *app.caption, *app.subheader))
    carded = {identity for _, identity in re.findall(r"\[([^\]]*)\]\(glossary#(\w+)\)", text)}
    assert {identity for text in own for identity, _, _ in glossary.term_spans(language, text)} <= carded


every_page = pytest.mark.parametrize("path", PAGES)


@every_page
def test_every_page_asks_its_question_and_a_session_that_has_seen_it_holds_no_run(path):
    """The others in English where a deeper look is taken at them."""
    runs.cached_trace.cache.clear()
    for language in LANGUAGES if path == WALK else ("zh",):
        app = opened(path, lang=language)
        asks_its_question(app, path, language)
    no_run_is_held()


@pytest.mark.parametrize("more", [
    {}, {"tour": "1"}, {"cell": f"{WEIGHTS}@0.1.1"}, {"view": "difference", "edits": f'[["Ablate","{WEIGHTS}",0]]'}])
def test_a_session_at_a_step_of_the_walkthrough_holds_no_run(more):
    """Its menu of switches is open, too."""
    app = opened(WALK, **{"model": "translator-zh-en", "step": WEIGHTS, "tour": "", "depth": "code"} | more)
    assert unfolded(app, "switching").selectbox(key="switch head")
    assert not app.exception and not app.error and runs.cached_trace.cache
    no_run_is_held()


FLAT = {"start", "transformer/symmetry", "notes/path", "notes/errata", "notes/glossary", "notes/quiz", "room/lectures"}
"""Pages without an equation."""
UNWORKED = {"transformer/positions", "transformer/training", "sequences/language_models", "transformer/walkthrough",
            "notes/equations", "real/copying", "real/resting_place", "real/layer_by_layer",
            "real/since_2017", "real/sentences", "real/pieces"}
"""Where a cell is worked at every depth, by its own formula, or none is shown before the reader chooses one."""
OWN = {f"transformer/{name}" for name in ("attention", "heads", "decoder", "layers", "output")}
"""Where the worked cells are those of the model under study."""


def each_depth_says_what_it_is_for(app, path, depth):
    """Intuition: no formula in any panel; numbers: worked cells; code: lines for a notebook, of the model's cells."""
    name = path.rpartition("/")[2]
    panels = [key for key in passages("en", name) if re.fullmatch(r"N\d-\d+", key)]
    text = plainly(shown(app))
    for key in panels:
        _, _, body = passages("en", name)[key].partition("\n")
        plain = passages("en", name).get(f"{key}.intuition", body)
        assert "$" not in plain, key
        assert (plain if depth == "intuition" else body).strip() in text, key
    worked = [key for key in keys(app) if key.endswith(" cell")]
    assert bool(worked) == (depth != "intuition" and path not in UNWORKED | FLAT), (
        worked or f"FLAT or UNWORKED must name {path}: no cell is worked at {depth}")
    if path in OWN:
        assert any("zoo.load(" in one.value for one in app.code) == (depth == "code")


@every_page
def test_a_deeper_look_shows_more_and_takes_nothing_away(path):
    shown_at = []
    for depth in session.DEPTHS:
        app = opened(path, lang="en", depth=depth, step="encoder.0.self_attention.weights")
        assert not app.exception and not app.error
        if depth == session.DEPTHS[0] and path != WALK:
            asks_its_question(app, path, "en")
        each_depth_says_what_it_is_for(app, path, depth)
        shown_at.append((len(app.markdown), len(app.latex), len(app.code)))
    for less, more in pairwise(shown_at):
        assert all(a <= b for a, b in zip(less, more)), shown_at
    assert (shown_at[0] != shown_at[-1]) == (path not in FLAT), (
        f"FLAT must name {path} if it has no equation, and no other page: depth by depth it shows {shown_at}")


def linked(number, path):
    """The models of sentences that a page can show, and another. Lessons begin with the first of the small ones, with
    which they are opened above, and are opened with those of everyday sentences in test_everyday_lessons."""
    every, needs = catalog.names(**LESSON), NEEDS.get(path, LESSON)
    if path not in (*NEEDS, "notes/equations"):
        return catalog.names(**SMALL)[1:]
    shown = [name for name in every if needs is not None and catalog.abilities(name).fit(**needs)]
    others = [name for name in every if name not in shown]
    return [*shown, *others[number % max(1, len(others)):][:1]]


@pytest.mark.parametrize(("path", "model"), [
    (path, model) for number, path in enumerate(PAGES) for model in linked(number, path)])
def test_every_page_with_every_model(path, model):
    app = opened(path, lang="zh", model=model)
    assert not app.exception and not app.error


def test_the_first_page_is_painted_without_torch():
    code = ("import sys; from streamlit.testing.v1 import AppTest; from pages.components import warm_up; "
            f"warm_up.PATIENCE = 60; app = AppTest.from_file({str(ROOT / 'app.py')!r}, default_timeout=60).run(); "
            "assert app.title or app.markdown; print('torch' in sys.modules)")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


# ---- Whatever is typed -----------------------------------------------------------------------------------------------

def answered(app, text):
    """Nothing broke, what was typed is still there, and something is said about it."""
    assert not app.exception and not app.error, ascii(text[:80])
    assert app.text_input(key="text").value == text[:readable_text.BOX], ascii(text[:80])
    assert app.warning or ":gray[→]" in shown(app), ascii(text[:80])


@pytest.mark.slow
@pytest.mark.parametrize("part, model", list(enumerate(catalog.names(**LESSON))))
def test_whatever_is_typed_is_kept_and_answered(part, model):
    """Eight to each model; two hundred are typed on all pages: test_hostile."""
    app = opened(WALK, model=model, lang="en")
    for text in strings()[part::8 * len(catalog.names(**LESSON))]:
        answered(app.text_input(key="text").set_value(text).run(), text)


LINKS = {
    "one word": {"text": "书", "step": "encoder.7.self_attention.weights", "cell": "loss@9.9", "head": "-1"},
    "too long": {"text": "书" * 33, "depth": "code", "edits": '[["Skip","*.scores"]]'},
    "another language": {"text": "I bought a book.", "edits": '[["Permute","source_embedding.scaled","token",[0]]]'},
    "all off": {"model": "translator-zh-en", "text": "我爱你。",
                "edits": '[["Skip","*.scores"],["Skip","*.added"],["Skip","*.normalized"]]'},
    "another model": {"model": "chat", "text": "hello", "edits": '[["Ablate","decoder.1.cross_attention.weights",3]]'},
    "unknown": {"model": "translator-en-zh", "text": "🙂 qqq", "edits": '[["Skip","\\ud800"],["Scale","*",1e39]]'},
}


@pytest.mark.slow
@pytest.mark.parametrize("path, link", [(path, link) for i, path in enumerate(PAGES) for link in list(LINKS)[i % 3::3]])
def test_every_page_stands_whatever_the_link(path, link):
    """Each page at every third of the links, its neighbours at the others."""
    app = opened(path, **{"lang": "en"} | LINKS[link])
    assert not app.exception and not app.error
    assert app.warning or asked("en", path) in plainly(shown(app))
    assert app.text_input(key="text").value == LINKS[link]["text"]


def test_a_run_that_there_is_not_cannot_be_saved():
    links = ({}, {"text": "书" * 33}, {"edits": '[["Ablate","*.weights",99]]'})
    saved = [unfolded(opened(WALK, **link), "save").get("download_button")[0] for link in links]
    assert [button.proto.disabled for button in saved] == [False, False, True]


@pytest.mark.parametrize("path", ["start", "notes/errata", "notes/glossary"])
def test_a_page_without_a_sentence_offers_no_run(path):
    assert not unfolded(opened(path), "save").get("download_button")


@pytest.mark.parametrize("text", ["书" * 33, "  \u200b "])
def test_what_cannot_be_read_leaves_the_last_sentence_on_the_page(text):
    app = opened(WALK, lang="en", model="translator-zh-en", text="我爱你。")
    app.text_input(key="text").set_value(text).run()
    assert any("I love you" in one.value for one in app.markdown) and "我爱你" in app.warning[0].value
    assert len(text.strip()) < 33 or ("33" in app.warning[0].value and "32" in app.warning[0].value)
    app.text_input(key="text").set_value("").run()  # as Back does: what the link says then, an example
    assert not app.warning and not any("I love you" in one.value for one in app.markdown)


@pytest.mark.parametrize("text, limit", [("x" * 100, "32"), ("鲸" * 10_000, "500")])
def test_item_5_what_is_too_long_is_said_with_the_limit_and_is_on_no_picture(text, limit):
    app = opened(WALK, lang="en", model="translator-zh-en", text=text)
    assert limit in app.warning[0].value and not app.exception
    assert text[:33] not in shown(app) and len(app.text_input(key="text").value) <= readable_text.BOX


def test_a_sentence_in_the_other_language_is_offered_the_other_direction():
    app = opened(WALK, lang="en", model="translator-zh-en", text="I love you.")
    app.button(key="use translator-en-zh").click().run()
    assert app.session_state["model"] == "translator-en-zh" and any("我爱你" in one.value for one in app.markdown)


@pytest.mark.parametrize(("text", "language"), [
    ("我爱你。", "zh"), ("我愛iPhone", "zh"), ("I love you.", "en"), ("I like 茶", "en"), ("Je t’aime", "en"),
    ("私は学生です。", "neither"), ("나는 학생입니다", "neither"), ("Я тебя люблю", "neither"), ("أحبك", "neither"),
    ("123 !", "own"), ("🙂", "own"), ("\ue000\U0001fae9", "own"), ("她の书", "zh")])
def test_the_language_of_a_text(text, language):
    assert reply.language_of(text, "own") == language


def test_what_is_neither_chinese_nor_english_is_noticed_and_traditional_chinese_is_understood():
    app = opened(WALK, lang="en", model="translator-zh-en", text="私は学生です。")
    assert not app.exception and any("neither Chinese nor English" in one.value for one in app.markdown)
    app.text_input(key="text").set_value("我昨天買了一本書。").run()
    assert any("I bought a book yesterday" in one.value for one in app.markdown)
    app.text_input(key="text").set_value("我爱\U0001fae9\ue000").run()
    unknown = page_words("en", "state")["unknown"].format(words="`\U0001fae9`, `\ue000`")
    assert not app.exception and any(unknown in one.value for one in app.markdown)


@pytest.mark.slow
def test_the_start_page_survives_any_link():
    texts = strings()
    for i in range(0, len(texts), 6):
        app = opened("start", **{name: texts[(i + k * 41) % len(texts)] for k, name in enumerate(PARAMETERS)})
        assert not app.exception and not app.error


# ---- Models that are given a picture ---------------------------------------------------------------------------------

@pytest.mark.parametrize("model", catalog.names(reads="picture"))
def test_the_walkthrough_of_a_model_of_pictures(model):
    """From the pixels to the answer; another picture to pick, and a link that holds none."""
    app = opened(WALK, lang="en", model=model)
    assert not app.exception and not app.error and not app.warning
    subject, first = zoo.load(model), catalog.examples(model)[0]
    assert subject.answer_text(subject.answer(first)) in shown(app).replace("\\", "")
    assert "data:image/png" in unfolded(app, "ideas").button(key="picture 2").label
    other = opened(WALK, lang="en", model=model, text="no picture")
    assert not other.exception and other.warning[0].value == page_words("en", "state")["no_picture"]
