"""One story through all pages: the way on, by click; words explained where they are met; every stop told."""

import math
import re
from collections import defaultdict

import pytest
from browser import SAID
from headless_page import opened
from playwright.sync_api import expect
from test_pages import PAGES, WALK

from core import zoo
from pages.components import glossary, model_choice, session
from pages.components.stage import drawing
from pages.components.stage.stops import stops
from pages.components.text_files import page_words, passages

STEPS = 4
"""Clicks in a browser; that the foot of every page leads on, the laws of all pages hold."""


@pytest.mark.browser
def test_next_leads_from_page_to_page_and_keeps_the_choices(visit):
    visit.open(lang="en")
    titles = page_words("en", "app")
    for path in PAGES[1:1 + STEPS]:
        name = path.rpartition("/")[2]
        visit.page.locator(".st-key-turn-right a").click()
        visit.page.wait_for_url(f"**/{name}?*")
        visit.page.wait_for_function(f"{SAID}.includes({page_words('en', 'story')[name]!r})")
        visit.still()
        assert visit.parameters()["lang"] == "en"
    expect(visit.page.get_by_role("heading", name=titles[f"page_{name}"], exact=True)).to_be_visible()
    visit.page.locator(".st-key-turn-left a").click()
    visit.page.wait_for_url(f"**/{PAGES[STEPS - 1].rpartition('/')[2]}?*")


# ---- Words -----------------------------------------------------------------------------------------------------------

PROSE = [path.rpartition("/")[2] for path in PAGES if path not in ("start", WALK)]
LINK = re.compile(r"\[([^\]]*)\]\(glossary#(\w+)\)")


def read(language, page, plain):
    """(scope, key, text) of the passages of a page in the order in which they are read; ``plain``: by intuition."""
    texts = glossary.carded(language, page)
    for key, text in texts.items():
        if not key.endswith((*glossary.BLANK, f".{glossary.PLAIN}")):
            other = texts.get(f"{key}.{glossary.PLAIN}")
            shown = f"{text.partition(chr(10))[0]}\n{other}" if plain and other else text
            yield key.partition(".")[0] if page == "errata" else page, key, shown


def bare(language, page, plain):
    """(key, id) of the words that stand somewhere before their card."""
    met = defaultdict(set)
    for scope, key, text in read(language, page, plain):
        heading, _, body = text.partition("\n")
        below = {identity for _, identity in LINK.findall(body)}
        for identity, start, _ in glossary.term_spans(language, text):  # links are no prose to it
            before = {one[2] for one in LINK.finditer(text) if one.start() < start} | met[scope]
            if identity not in before and not (start < len(heading) and identity in below):
                yield key, identity
        if page == "errata" or re.fullmatch(r"[^.]+(\.try)?", key):
            met[scope] |= {identity for _, identity in LINK.findall(text)}


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("page", PROSE)
def test_no_word_of_the_glossary_stands_before_or_without_its_card(page, language):
    assert not [*bare(language, page, plain=False)] and not [*bare(language, page, plain=True)]


def bare_here(language, text):
    """Words of the glossary that stand in a text before their card."""
    first = {}
    for link in LINK.finditer(text):
        first.setdefault(link[2], link.start())
    return [text[start:end] for identity, start, end in glossary.term_spans(language, text)
            if start < first.get(identity, math.inf)]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("step", ["", "machine", "source", *(f"encoder.0.self_attention.{name}" for name in (
    "queries", "weights", "head_outputs")), "decoder.0.residual_1.added", "decoder.1.norm_2.output", "logits"])
def test_no_word_of_the_walkthrough_stands_without_its_card(step, language):
    for tour in ("", "1"):
        app = opened(WALK, lang=language, depth="code", step=step, tour=tour)
        app.session_state["revealed"] = step
        texts = [one.value for one in app.run().markdown if "glossary#" in one.value or len(one.value) > 60]
        assert texts and not [bare_here(language, text) for text in texts if bare_here(language, text)]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("page", PROSE)
def test_a_card_takes_nothing_from_a_text(page, language):
    """Without the links it is the text as it was: formulas, numbers and places for numbers too."""
    for key, text in glossary.carded(language, page).items():
        assert LINK.sub(r"\1", text) == passages(language, page)[key]
        assert not re.search(r"\$[^$]*\]\(glossary#[^$]*\$|\{[^}]*\(glossary#", re.sub(r"\$\$", "$", text)) or all(
            LINK.sub("", piece).count("$") % 2 == 0 for piece in text.split("\n\n")), key


def test_both_languages_explain_the_same_words_in_a_sentence_or_two():
    zh, en = (glossary.terms(language) for language in ("zh", "en"))
    assert list(zh) == list(en)
    for term in (*zh.values(), *en.values()):
        assert 8 < len(term.text) < 220 and term.text[-1] in ".。?" and not re.search(r"[$`\[\]{}]", term.text), term


def test_the_page_of_all_words_lists_each_with_its_first_place():
    app = opened("notes/glossary", lang="en")
    names = [one.value.partition(" :small")[0] for one in app.subheader]
    assert sorted(names) == sorted(term.name for term in glossary.terms("en").values())
    assert glossary.first_met(tuple(PAGES))["temperature"] == ("transformer/dictionary", "N1-06")


@pytest.mark.browser
def test_a_card_opens_by_hover_and_by_keyboard_and_closes_with_escape(visit):
    """And that of a word which was chosen before the script of the cards had come."""
    link, card = visit.page.locator('a[href="glossary#qkv"]').first, visit.page.locator("#word-card")
    name, held = glossary.terms("en")["qkv"].name, []
    visit.page.route("**/cards.js", lambda route: held.append(route))
    with visit.page.expect_request("**/cards.js"):
        visit.page.goto(f"{visit.address}/dictionary?lang=en")
        link.focus()
    while not held:
        visit.page.wait_for_timeout(20)
    held[0].continue_()
    expect(card).to_contain_text(name)
    visit.page.evaluate("document.activeElement.blur()")
    visit.still().page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    link.hover()
    expect(card).to_be_visible()
    expect(card).to_contain_text(name)
    card.hover()
    visit.page.wait_for_timeout(400)
    expect(card).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    visit.page.mouse.move(2, 2)
    link.focus()
    expect(card).to_be_visible()
    expect(card).to_contain_text(name)
    assert link.get_attribute("aria-describedby") == "word-card"
    visit.page.keyboard.press("Escape")
    expect(card).to_be_hidden()
    assert link.evaluate("link => link === document.activeElement")


# ---- Stops -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_stop_has_words_and_prose(language):
    trace = zoo.load(session.MODELS[0]).trace(model_choice.EXAMPLES[session.MODELS[0]])
    names = page_words(language, "walkthrough")
    for stop in stops(trace, trace.plan):
        assert f"kind_{stop.kind.replace('.', '_')}" in names
        for picture in stop.pictures:
            assert drawing.title(trace[picture], names) != picture.rsplit(".")[-1]


@pytest.mark.parametrize("half, depth", [(0, session.DEPTHS[0]), (1, session.DEPTHS[-1])])
def test_every_stop_is_told_with_its_cells(half, depth):
    """Every other at the least and those between at the most that is shown: ``test_a_deeper_look_...`` looks deeper.

    Of the layers after the first, which do the same with other parameters, one; test_stop_text reads what all say.
    """
    trace = zoo.load(session.MODELS[0]).trace(model_choice.EXAMPLES[session.MODELS[0]])
    app = opened(WALK, lang="en", depth=depth)
    later = {(stop.kind, stop.repeats): stop for stop in stops(trace, trace.plan) if stop.repeats}
    for stop in [*(stop for stop in stops(trace, trace.plan) if not stop.repeats), *later.values()][half::2]:
        step = trace[stop.key]
        cell = drawing.cell_of(step, tuple(n - 1 for n in step.shape[:-1]) + (0,) * bool(step.shape))
        app.session_state["walk"] = {"step": stop.key, "cell": cell and cell._asdict()}
        assert not app.run().exception, stop.key


# ---- Depths ----------------------------------------------------------------------------------------------------------

STORY = [page for page in PROSE if f"transformer/{page}" in PAGES]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("page", STORY)
def test_intuition_goes_without_formulas_and_is_another_text_where_there_is_one(page, language):
    texts = passages(language, page)
    for key in (key for key in texts if re.fullmatch(r"N\d-\d+", key)):
        body = texts[key].partition("\n")[2].strip()
        plain = texts.get(f"{key}.{glossary.PLAIN}", body)
        assert "$" not in plain and (plain != body or "$" not in body), key
