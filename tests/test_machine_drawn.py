"""The machine on the screen: as wide as its numbers, without overlap; what is touched is what was drawn there."""

import base64
import functools
import mimetypes
from pathlib import Path

import numpy as np
import pytest
import samples
from browser import Visit, page_of
from test_machine import derived

from core import catalog, zoo
from pages.components import machine as room
from pages.components.text_files import LANGUAGES, page_words

pytestmark = pytest.mark.browser
COMPONENTS = Path(room.__file__).parents[1]
WINDOWS = (1280, 676), (1920, 1036), (960, 620), (720, 1100)
TEXT_BELOW = (920, 460), (1200, 600)  # the first on a phone that follows a lecture
ORIGIN = "http://machine.invalid"
DRAW = """
<!doctype html><meta charset="utf-8"><script type="module">
const names = ["layout", "hit", "weights", "payload", "paint", "colours", "camera"];
const rooms = await Promise.all(names.map((name) => import(`./machine/${name}.js`)));
const machine = Object.assign({}, ...rooms), pen = document.createElement("canvas").getContext("2d");
const measure = (text, size, weight) => {
  pen.font = `${weight ?? 400} ${size}px sans-serif`;
  return pen.measureText(text).width;
};
const opened = (bytes) => machine.openMachine(Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0)));
const placed = (bytes, words, width, height, card) =>
  machine.layout({ ...opened(bytes), words }, width, height, measure, card);
window.machine = { ...machine, placed };
</script>
"""
PLACES = """([bytes, words, windows, card]) => windows.map(([width, height]) => {
  const { texts, boxes, free, tracks, ribbons } = machine.placed(bytes, words, width, height, card);
  const rect = ({ x, y, width, height }) => [x, y, x + width, y + height];
  const flow = ({ from, to, zone, lane, reads }) => [zone.x, Math.min(tracks[from].bottom, tracks[to].bottom),
     zone.x + lane * reads.length, Math.max(tracks[from].top, tracks[to].top)];
  return { free: rect(free), flows: ribbons.filter((ribbon) => ribbon.across).map(flow),
     texts: texts.map((one) => [one.text, one.role, one.size, ...rect(one.rect)]),
     boxes: boxes.map(({ x, width, top, bottom, zone }) => [zone?.x ?? x, top, x + width, bottom]) };
})"""
WIDTHS = """([bytes, words]) => {
  const places = machine.placed(bytes, words, 1280, 676), { ahead } = places;
  return { widths: machine.widths(places),
    ahead: ahead && { unit: ahead.unit, bars: ahead.rows.map((row) => row && row.bar.width) } };
}"""


def named(lang):
    return page_words(lang, "machine")


def of_length(model, size):
    """A run with as many words as asked for on both sides, the longest that the model knows: the hardest to place."""
    source, target = (sorted((w for w in v.words if w.isalpha()), key=len)[-size:]
                      for v in (model.source_vocabulary, model.target_vocabulary))
    source = source if model.source_vocabulary.language == "en" else ["书"] * size
    return model.trace(" ".join(source), target=target[: size - 1])


@pytest.fixture(scope="module")
def page(browser):
    """A blank page that can import the modules, straight from their folder."""
    made = browser.new_page()

    def answer(route):
        path = COMPONENTS / route.request.url.removeprefix(f"{ORIGIN}/")
        if path.suffix:
            route.fulfill(path=path, content_type=mimetypes.guess_type(path)[0])
        else:
            route.fulfill(body=DRAW, content_type="text/html")

    made.route(f"{ORIGIN}/**", answer)
    made.goto(ORIGIN)
    made.wait_for_function("window.machine")
    yield made
    made.close()


def encoded(packed):
    return base64.b64encode(b"\0\0" + packed).decode()


@functools.cache
def sent(name):
    """What the page is given of a run, packed once for all windows and languages."""
    return encoded(room.pack(*derived(name)))


def placed(page, run, lang, *windows, card=True):
    """Where all lies in windows of these sizes, as (left, top, right, bottom), texts after (text, role, size)."""
    return page.evaluate(PLACES, [run, named(lang), windows, card])


def crossing(rects, others):
    """Which of the rectangles (left, top, right, bottom) have a place in common with which of the others."""
    first, second = np.array(rects)[:, None], np.array(others)[None]
    return ((first[..., 2:] > second[..., :2] + 0.01) & (second[..., 2:] > first[..., :2] + 0.01)).all(-1)


def check_places(layout, width, height, card=True):
    names, rects = [text[0] for text in layout["texts"]], [text[3:] for text in layout["texts"]]
    crossed = np.argwhere(np.triu(crossing(rects, rects), 1))
    assert not [(names[a], names[b]) for a, b in crossed]
    cut = [name for name, (left, top, right, bottom) in zip(names, rects) if left < 0 or right > width or top < 0
           or bottom > height]
    assert not cut
    assert min(size for _, _, size, *_ in layout["texts"]) >= 12
    outside = [box for box in layout["boxes"] if not 0 <= box[0] < box[2] <= width]
    assert not outside, (width, outside)
    assert not np.triu(crossing(layout["boxes"], layout["boxes"]), 1).any()
    called = [text for text in layout["texts"] if text[1] in ("name", "letter")]
    under = crossing([text[3:] for text in called], layout["flows"]).any(-1) if called and layout["flows"] else ()
    assert not [text[0] for text, below in zip(called, under) if below]  # no ribbon runs over a name
    if not card:
        return
    left, top, right, bottom = layout["free"]
    assert not crossing(rects + layout["boxes"], [layout["free"]]).any()
    assert right - left >= 300 and bottom - top >= 150


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_run_fits_one_screen_without_overlap(page, lang):
    for name in samples.RUNS:
        for layout, size in zip(placed(page, sent(name), lang, *WINDOWS), WINDOWS, strict=True):
            check_places(layout, *size)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_run_fits_where_its_text_stands_below(page, lang):
    for name in samples.RUNS:
        for layout, size in zip(placed(page, sent(name), lang, *TEXT_BELOW, card=False), TEXT_BELOW, strict=True):
            check_places(layout, *size, card=False)


@pytest.mark.parametrize("name", catalog.names())
def test_every_trained_model_fits_one_screen(page, name):
    subject = zoo.load(name)
    layout, = placed(page, encoded(room.pack(subject.trace(subject.examples[0]), subject.plan)), "zh", WINDOWS[0])
    check_places(layout, *WINDOWS[0])
    assert min(bottom - top for _, top, _, bottom in layout["boxes"]) >= 12


@pytest.mark.parametrize("text", ["Hi", "No!", "I can't.", "We go home."])
def test_a_sentence_of_a_word_or_a_few_fits_one_screen(page, text):
    run = encoded(room.pack((model := zoo.load("open-en-zh")).trace(text), model.plan))
    for lang in LANGUAGES:
        for layout, size in zip(placed(page, run, lang, *WINDOWS), WINDOWS, strict=True):
            check_places(layout, *size)


@pytest.mark.parametrize("size", [3, 8, 16, 32])
@pytest.mark.parametrize("name", ["translator-zh-en", "translator-en-zh"])
def test_three_to_thirty_two_words_fit_one_screen(page, name, size):
    model = zoo.load(name)
    run = encoded(room.pack(of_length(model, size), model.model.plan))
    for lang in LANGUAGES:
        layout, = placed(page, run, lang, WINDOWS[0])
        check_places(layout, *WINDOWS[0])
        assert [role for _, role, *_ in layout["texts"]].count("word") == 2 * size


def test_ribbons_and_bars_are_as_wide_as_their_numbers(page):
    for name in samples.RUNS:
        trace, plan = derived(name)
        layout, spec = page.evaluate(WIDTHS, [sent(name), named("zh")]), room.machine(trace, plan)
        for mean, cube in zip(layout["widths"], room.weights(trace, spec).values()):
            half = cube.astype(np.float16).astype(np.float64)
            np.testing.assert_allclose(np.array(mean["pixels"]) / mean["unit"], half.mean(0), rtol=1e-6, atol=1e-9)
        if spec["next"]:
            bars = [bar for bar in layout["ahead"]["bars"] if bar is not None]
            shares = [row[0]["share"] for row in spec["next"]["words"] if row]
            np.testing.assert_allclose(np.array(bars) / layout["ahead"]["unit"], shares, rtol=1e-9)


def test_what_is_under_the_pointer_is_what_was_drawn_there(page, trace, translator):
    missed = page.evaluate("""([bytes, words]) => {
      const places = machine.placed(bytes, words, 1280, 676), missed = [];
      const same = (hit, wanted) => hit && Object.keys(wanted).every((key) => hit[key] === wanted[key]);
      const expect = (x, y, wanted) => { if (!same(machine.hit(places, x, y), wanted)) missed.push(wanted); };
      for (const track of places.tracks) {
        track.words.forEach(({ rect }, row) => expect(rect.x + rect.width / 2, rect.y + rect.height / 2,
          { kind: "word", track: track.index, row }));
      }
      places.ahead.rows.forEach(({ bar }, row) => expect(bar.x + 3, bar.y + 3, { kind: "word", track: 1, row }));
      for (const { id, kind, x, width, top, bottom } of places.boxes) {
        if (kind !== "words") expect(x + width / 2, (top + bottom) / 2, { kind: "box", box: id });
      }
      const ribbon = places.ribbons.find(({ step }) => step === "decoder.1.cross_attention.weights");
      const [x0, y0, x1, y1, x2, y2, x3, y3] = machine.curve(places, ribbon, 3, 6);
      const at = (a, b, c, d) => (a + 3 * b + 3 * c + d) / 8;
      expect(at(x0, x1, x2, x3), at(y0, y1, y2, y3), { kind: "ribbon", i: 3, j: 6 });
      return missed;
    }""", [encoded(room.pack(trace, translator.model.plan)), named("zh")])
    assert not missed


def test_moving_the_pointer_repaints_faster_than_the_screen(page, trace, translator):
    times = page.evaluate("""([bytes, words]) => {
      const places = machine.placed(bytes, words, 1280, 676), canvas = document.createElement("canvas"), memory = {};
      Object.assign(canvas, { width: 1280, height: 676 });
      const pen = canvas.getContext("2d", { willReadFrequently: true }), theme = machine.colours(false, "", "", "");
      return places.boxes.map((box) => {
        const begun = performance.now();
        const look = { hover: { kind: "box", box: box.id }, follow: null, off: [] };
        machine.paint(pen, theme, places, look, memory);
        pen.getImageData(0, 0, 1, 1);
        return performance.now() - begun;
      });
    }""", [encoded(room.pack(trace, translator.model.plan)), named("zh")])
    assert sorted(times)[len(times) // 2] < 20


def test_the_camera_ends_where_the_box_fills_the_picture(page):
    view, end, start = page.evaluate("""() => {
      const view = machine.viewOf({ x: 600, y: 300, width: 100, height: 200 }, 1280, 676);
      return [view, machine.between(machine.WHOLE, view, 1), machine.between(machine.WHOLE, view, 0)];
    }""")
    assert end == pytest.approx(view) and start == pytest.approx({"x": 0, "y": 0, "scale": 1})
    middle = (650 - view["x"]) * view["scale"], (400 - view["y"]) * view["scale"]
    assert middle == pytest.approx((640, 338)) and 200 * view["scale"] <= 676


# ---- The component -------------------------------------------------------------------------------------------


def whole():
    import streamlit as st

    from core import zoo
    from pages.components import machine as room
    from pages.components.text import words

    st.set_page_config(layout="wide")
    translator = zoo.load("translator-zh-en")
    packed = room.pack(translator.trace("我昨天买了一本书。"), translator.model.plan)
    report = room.show(packed, key="machine", words=words("machine"), off=("encoder.0.norm_1",))
    st.text(f"told: {report}")


VIEW = "window.__machines?.machine?.view"


def wait_for_text(visit, text):
    visit.page.get_by_text(text).wait_for()


def a_word_is_followed_and_a_ribbon_says_what_it_is(visit):
    visit.page.get_by_role("button", name="书", exact=True).press("Enter")
    wait_for_text(visit, "follow=Row(stream='source', index=6)")
    x, y = visit.page.evaluate(f"""(() => {{
      const {{ ribbons, tracks }} = {VIEW}.arranged.places;
      const {{ zone, lane }} = ribbons.find(({{ step }}) => step.includes("1.cross"));
      return [zone.x + 6.5 * lane, tracks[0].bottom + 20];
    }})()""")
    visit.page.locator(".machine canvas").hover(position={"x": x, "y": y})
    wait_for_text(visit, "书 → a→book")
    visit.page.mouse.move(2, 2)


def into_a_box_and_back_by_key_and_by_click(visit):
    box = visit.page.get_by_role("button", name="Self-attention 1", exact=True)
    box.focus()
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("ArrowLeft")
    visit.page.keyboard.press("Enter")
    wait_for_text(visit, "box='encoder.0.self_attention'")
    visit.page.wait_for_function(f"{VIEW}.touched.at.scale > 1.2")
    visit.page.keyboard.press("Escape")
    wait_for_text(visit, "box=''")
    visit.page.wait_for_function(f"{VIEW}.touched.at.scale === 1")
    canvas = visit.page.locator(".machine canvas")
    x, y = visit.page.evaluate(f"""(() => {{
      const {{ boxes }} = {VIEW}.arranged.places;
      const {{ x, width, top, bottom }} = boxes.find(({{ id }}) => id === "decoder.1.feed_forward");
      return [x + width / 2, (top + bottom) / 2];
    }})()""")
    canvas.click(position={"x": x, "y": y})
    wait_for_text(visit, "box='decoder.1.feed_forward'")


def test_a_word_is_followed_a_ribbon_says_what_it_is_and_into_a_box_and_back(drawn, browser, context):
    page_of(whole, drawn)
    with Visit(browser, drawn.address, context=context, motion="no-preference") as visit:
        visit.open("whole").page.wait_for_function(f"{VIEW}?.arranged")
        a_word_is_followed_and_a_ribbon_says_what_it_is(visit)
        into_a_box_and_back_by_key_and_by_click(visit)
        assert not visit.failures
