"""A walkthrough on paper: a view of the tour a page, no picture cut, nothing said left out, in both languages."""

import re

import pytest

from core import catalog
from pages.components.sheet import handout, sheet
from pages.components.text_files import LANGUAGES

pytestmark = pytest.mark.browser
LONG = "He waited for me at the station for an hour yesterday."
CASES = [("translator-zh-en", "我昨天买了一本书。"), ("translator-en-zh", LONG), ("rnn-zh-en", None), ("couplet", None),
         ("vit-digits", None), ("detr-scenes", None), ("mae-digits", None), ("slots-lstm", None)]
CUT = """[...document.querySelectorAll("section")].flatMap((page) => {
  const outer = page.getBoundingClientRect(), found = [];
  for (const one of page.querySelectorAll("canvas, .told, footer")) {
    const box = one.getBoundingClientRect(), beyond = box.right > outer.right + 1 || box.bottom > outer.bottom + 1;
    if (beyond || !box.width || !box.height) found.push(one.className || one.localName);
  }
  const told = page.querySelector(".told");
  if (told.scrollHeight > told.clientHeight + 1 || told.scrollWidth > told.clientWidth + 1) found.push("text");
  return found;
})"""
PAINTED = """[...document.querySelectorAll("section canvas")].map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let at = 0; at < data.length; at += 4) inked += data[at + 3] > 0 && data[at] < 250;
  return inked;
})"""
SAID = """[...document.querySelectorAll("section")].map((page) => [
  page.querySelector("h2").innerText, page.querySelectorAll(".told .formula").length,
  page.querySelectorAll(".answer").length, page.querySelector("header").innerText])"""
ORANGE = """[...document.querySelectorAll("section.whole canvas")].map((canvas) => {
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let at = 0; at < data.length; at += 4) found += data[at] > 200 && data[at + 2] < 80 && data[at + 3] > 200;
  return found;
})"""
WITHOUT_INK = "canvas { visibility: hidden }"  # its place stays; to compress the pictures takes longer than all else


RUNS = [(*case, language) for case in CASES for language in LANGUAGES]


@pytest.fixture(scope="module")
def paper(browser):
    """One page for all handouts, without a network, in the dark."""
    context = browser.new_context(offline=True, color_scheme="dark")
    page = context.new_page()
    page.emulate_media(media="print", color_scheme="dark")
    yield page
    context.close()


@pytest.fixture(scope="module", params=RUNS, ids=lambda one: f"{one[0]}-{one[2]}")
def printed(request, paper, tmp_path_factory):
    """A handout opened from a file, and the sheet it was made of."""
    model, sentence, language = request.param
    contents = sheet(model, sentence or catalog.examples(model)[0], language, "formula", (), "base")
    path, failures = tmp_path_factory.mktemp("paper") / "handout.html", []
    path.write_text(handout(contents), "utf-8")

    def failed(error):
        failures.append(str(error))

    paper.on("pageerror", failed)
    paper.goto(path.as_uri())
    paper.wait_for_selector("body[data-drawn]")
    yield paper, contents.texts
    paper.remove_listener("pageerror", failed)
    assert not failures


def pages_of(pdf):
    return len(re.findall(rb"/Type /Page\b", pdf))


def test_a_view_is_a_page_and_none_is_cut(printed):
    page, texts = printed
    assert page.evaluate(CUT) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    inked = page.evaluate(PAINTED)
    assert inked and min(inked) > 2000
    without = page.add_style_tag(content=WITHOUT_INK)
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    without.evaluate("(style) => style.remove()")
    assert pages_of(pdf) == len(texts["tour"]) == page.locator("section").count() > 2


def test_a_page_says_what_the_scene_says(printed):
    page, texts = printed
    said = page.evaluate(SAID)
    for key, (title, formulas, answers, header) in zip(texts["tour"], said, strict=True):
        text = texts["scenes"].get(key) or texts["texts"][key]
        assert title == text["title"]
        assert formulas == len(text.get("formula", ()))
        assert answers == bool(text.get("question"))
        assert texts["answer"] in header
    assert texts["scenes"]["machine"]["begin"] not in page.locator("body").inner_text()  # there are no keys on paper


@pytest.mark.parametrize("printed", RUNS[:2], indirect=True, ids=LANGUAGES)
def test_the_word_that_the_text_follows_is_orange(printed):
    page, texts = printed
    assert texts["follow"] and page.evaluate(ORANGE)[0] > 2000


@pytest.mark.parametrize("printed", RUNS[:1], indirect=True, ids=["translator"])
def test_the_pictures_are_printed(printed):
    page, texts = printed
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    images = len(re.findall(rb"/Subtype /Image\b", pdf))
    assert pages_of(pdf) == len(texts["tour"]) and images >= page.locator("section canvas").count() > 2
