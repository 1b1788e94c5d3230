"""A walkthrough as data, for any model, and as one HTML file that opens without a network."""

import json
import math
import re
import struct
from xml.etree import ElementTree

import pytest
from playwright.sync_api import expect
from unpacking import unpack

from core import catalog, zoo
from pages.components.sheet import sheet, take_home
from pages.components.sheet.contents import worked_cells
from pages.components.text_files import DEPTHS, LANGUAGES

TWELVE = "He waited for me at the station for an hour yesterday."
PLAIN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789") | {ord("⁻"): "-", ord("−"): "-", ord("∞"): "inf"}
LARGEST = 2_000_000  # bytes of a file of twelve words, by a translator of four layers


def blocks(message):
    at = 0
    while at < len(message):
        (size,) = struct.unpack_from("<I", message, at)
        yield message[at + 4 : at + 4 + size]
        at += 4 + size


def known(html):
    """The text of a piece of HTML, which has to be well formed, formulas left out."""
    tree = ElementTree.fromstring(f"<p>{html}</p>")
    for parent in tree.iter():
        for child in [child for child in parent if child.tag.endswith(("math", "code"))]:
            child.clear()
    return "".join(tree.itertext())


@pytest.mark.parametrize("number, model", [*enumerate(catalog.names())])
def test_a_sheet_holds_every_frame_with_its_texts(number, model):
    language, depth = LANGUAGES[number % 2], DEPTHS[-1]
    built = sheet(model, catalog.examples(model)[0], language, depth, (), "base")
    texts = built.texts
    assert json.loads(json.dumps(texts)) == texts and texts["language"] == language and texts["model"]
    assert set(texts["tour"]) | set(texts["steps"]) <= set(texts["texts"]) <= set(built.pictures.steps)
    assert set(texts["scenes"]) <= set(texts["tour"])
    for entry in [*texts["texts"].values(), *texts["scenes"].values()]:
        assert entry["title"] and known(entry["prose"]).strip()
        plain = "".join(known(entry.get(part, "")) for part in ("question", "answer", "prose"))
        assert not re.search(r"[$\\]|\]\(", plain)
        for formula in entry.get("formula", ()):
            for one in (formula["math"], *formula["deeper"]):
                assert ElementTree.fromstring(one).tag.endswith("math")
        for ring in entry.get("rings", ()):
            assert ring["picture"] in built.pictures.shapes
    first, pictures, machine, cells = blocks(built.message(whole=False))
    assert json.loads(first) == texts | {"cells": "no_cell_here"} and json.loads(cells) == {}
    assert pictures[:2] == b"\0\0" and machine
    header, arrays = unpack(pictures[2:])
    assert header["version"] == built.pictures.version and not arrays


def test_the_worked_cells_of_a_sheet_are_the_traces_own():
    text = "我喜欢猫。"
    trace = zoo.load("translator-zh-en").trace(text)
    worked = worked_cells("translator-zh-en", text, "en", "intuition", (), "base")
    weights = [step for step in trace.values() if step.equation and step.equation.key == "attention.weights"]
    assert weights and len(worked) >= sum(step.value.numel() for step in weights)
    for name, cell in worked.items():
        cell = worked.get(cell.get("like"), {}) | cell
        step, _, index = name.partition("@")
        value = float(trace[step].value[tuple(map(int, index.split(".")))])
        assert math.isclose(float(cell["value"].translate(PLAIN).replace("×10", "e")), value, rel_tol=1e-5), name
        assert len(cell["own"]) == len(cell["parts"]) and "row" in cell["at"]


@pytest.mark.browser
@pytest.mark.parametrize("model, language, text", [
    ("open-en-zh", "en", TWELVE), ("open-zh-en", "zh", "他昨天在车站等了我一个小时。"),
    ("vit-digits", "zh", ""), ("detr-scenes", "en", ""), ("smollm2", "en", TWELVE)])
def test_the_file_opens_without_a_network_and_is_walked_by_keys(
        browser, tmp_path, monkeypatch, real_models, model, language, text):
    monkeypatch.setenv("ATTENTION_MODELS", str(real_models))
    built = sheet(model, text or catalog.examples(model)[0], language, DEPTHS[0], (), "base")
    file = tmp_path / "walkthrough.html"
    file.write_text(take_home(built), "utf-8")
    assert file.stat().st_size <= LARGEST
    context = browser.new_context(offline=True, viewport={"width": 1280, "height": 720})
    page, errors, asked = context.new_page(), [], []
    page.on("pageerror", lambda error: errors.append(error))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    titles = [built.texts["scenes"][key]["title"] for key in built.texts["tour"]]
    for title in titles:
        expect(page.locator(".told h2")).to_have_text(title)
        if page.locator(".reveal").count():
            page.keyboard.press("Space")
            expect(page.locator(".told .answer")).to_be_visible()
        page.keyboard.press("ArrowRight")
    name, cell = next((name, cell) for name, cell in worked_cells(*built.run).items() if ".weights@" in name)
    step = next(key for key in built.texts["steps"] if key == name.partition("@")[0])
    page.evaluate("place => window.__sheet.go({...place, tour: false})", {"step": step, "cell": cell["at"]})
    expect(page.locator(".told .worked .value").first).to_be_visible()
    assert not errors and all(url.startswith(("file:", "data:")) for url in asked)
    context.close()


SEEN = """() => {  // whether what is said lies over all else, from its first line to its last
  const told = document.querySelector(".told"), { left, right, top, bottom } = told.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((x) => [0.1, 0.3, 0.5, 0.7].every((y) =>
    told.contains(document.elementFromPoint(left + x * (right - left), top + y * (Math.min(bottom, 780) - top)))));
}"""


@pytest.mark.browser
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_phone_nothing_covers_what_the_file_says(browser, tmp_path, language):
    file, context = tmp_path / "walkthrough.html", browser.new_context(viewport={"width": 390, "height": 844})
    built = sheet("translator-en-zh", "I bought a book yesterday.", language, DEPTHS[0], (), "base")
    file.write_text(take_home(built), "utf-8")
    page = context.new_page()
    page.goto(file.as_uri())
    expect(page.locator(".told .prose").last).to_have_text(built.texts["scenes"]["machine"]["begin"])
    page.wait_for_function("window.__boards[''].view.layout")
    assert page.evaluate(SEEN) and page.locator(".bar").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()


@pytest.mark.parametrize("language, word", [("zh", "词"), ("en", "word")])
def test_the_machine_of_a_verse_speaks_of_characters(language, word):
    said = sheet("poet", catalog.examples("poet")[0], language, "intuition", (), "edited").texts["words"]["machine"]
    assert not [text for text in (said["embedding"], said["softmax"]) if word in text.lower()]
