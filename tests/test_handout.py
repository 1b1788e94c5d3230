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
PAINTED = """(canvas) => { const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  let inked = 0;
  for (let at = 0; at < data.length; at += 4) inked += data[at + 3] > 0 && data[at] < 250;
  return inked; }"""


RUNS = [(*case, language) for case in CASES for language in LANGUAGES]


@pytest.fixture(scope="module", params=RUNS, ids=lambda one: f"{one[0]}-{one[2]}")
def printed(request, browser, tmp_path_factory):
    """A handout opened from a file, without a network, and the sheet it was made of."""
    model, sentence, language = request.param
    contents = sheet(model, sentence or catalog.examples(model)[0], language, "formula", (), "base")
    path = tmp_path_factory.mktemp("paper") / "handout.html"
    path.write_text(handout(contents), "utf-8")
    context = browser.new_context(offline=True, color_scheme="dark")
    page = context.new_page()
    page.emulate_media(media="print", color_scheme="dark")
    failures = []
    page.on("pageerror", lambda error: failures.append(str(error)))
    page.goto(path.as_uri())
    page.wait_for_selector("body[data-drawn]")
    yield page, contents.texts
    assert not failures
    context.close()


def test_a_view_is_a_page_and_none_is_cut(printed):
    page, texts = printed
    pdf = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type /Page\b", pdf)) == len(texts["tour"]) == page.locator("section").count() > 2
    assert page.evaluate(CUT) == []
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    for canvas in page.locator("section canvas").all():
        assert canvas.evaluate(PAINTED) > 2000


def test_a_page_says_what_the_scene_says(printed):
    page, texts = printed
    for number, key in enumerate(texts["tour"]):
        text = texts["scenes"].get(key) or texts["texts"][key]
        section = page.locator("section").nth(number)
        assert section.locator("h2").inner_text() == text["title"]
        assert section.locator(".told .formula").count() == len(text.get("formula", ()))
        assert section.locator(".answer").count() == bool(text.get("question"))
        assert texts["answer"] in section.locator("header").inner_text()
