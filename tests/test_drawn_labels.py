"""No label of a picture lies on another: of a machine whose word is followed, of heads in a narrow window."""

import pytest
from test_machine_drawn import encoded, named, page  # noqa: F401 - a fixture

from core import zoo
from pages.components import machine as room

pytestmark = pytest.mark.browser
HALVES = """([bytes, words]) => {
  const places = machine.placed(bytes, words, 1280, 676), theme = machine.colours(false, "#fff", "#000", "");
  const pen = document.createElement("canvas").getContext("2d"), fill = pen.fillRect.bind(pen), halves = [];
  let blank = [];
  pen.fillRect = (x, y, width, height) => blank.push({ x, y, width, height }) && fill(x, y, width, height);
  const covered = (a, { x, y, width, height }) => [Math.min(a.x + a.width, x + width) - Math.max(a.x, x),
    Math.min(a.y + a.height, y + height) - Math.max(a.y, y)];
  for (const { rows, words } of places.tracks) rows.forEach((follow, row) => {
    blank = [];
    machine.paint(pen, theme, places, { follow, sharp: true });
    const after = blank.slice(blank.findLastIndex(({ height }) => height > 600) + 1);
    for (const { text, rect } of places.texts.filter(({ role }) => role === "word")) {
      const parts = after.map((one) => covered(one, rect)).filter(([x, y]) => x > 0 && y > 0);
      if (parts.length && !parts.some(([x, y]) => x > rect.width - 0.01 && y > rect.height - 0.01)) {
        halves.push([words[row].text, text]);
      }
    }
  });
  return halves;
}"""


@pytest.mark.parametrize("name", ["detr-scenes", "translator-zh-en"])
def test_the_followed_word_covers_no_half_of_another(page, name):  # noqa: F811 - the fixture
    subject = zoo.load(name)
    run = encoded(room.pack(subject.trace(subject.examples[0]), subject.plan))
    assert page.evaluate(HALVES, [run, named("zh")]) == []


TITLES = """async () => {
  const { layout } = await import("./head_grid/layout.js"), measure = (title) => 6.4 * title.length;
  const sites = ["Self-attention", "Masked self-attention", "Cross-attention"].flatMap((word) =>
    [1, 2, 3].map((layer) => ({ column: "Decoder", word, heads: 4, layer })));
  const { groups, top, line, width } = layout(sites, 300, {}, measure);
  return [...groups.slice(1), { left: width + 5 }].map(({ left }, i) => [
    left - groups[i].left - Math.max(...groups[i].lines.map(measure)),
    top - line * groups[i].lines.length]);
}"""


def test_titles_of_heads_in_a_narrow_window_stand_apart(page):  # noqa: F811 - the fixture
    beside, above = zip(*page.evaluate(TITLES))
    assert len(beside) == 3 and min(beside) > 4 and min(above) >= 25


FOLLOWED = """async () => {
  const { paintFollowed } = await import("./board/pointed.js"), { SLANTED } = await import("./board/measure.js");
  const labels = ["waited", "station", "yesterday"], drawn = [];
  const picture = { name: "A", rows: labels, columns: labels, shape: [1, 3, 3], rowStream: "source",
    columnStream: "source" };
  const box = { x: 0, y: 0, picture, panels: [{ x: 40, y: 60, firstRow: true, firstColumn: true }], bare: [],
    cell: { width: 20, height: 20 }, span: { width: 60, height: 60 }, side: { width: 30, size: 12 },
    top: { angle: SLANTED, size: 12, height: 50, overhang: 45, every: 1 }, type: { scale: 1 },
    thumbs: { top: { side: 0, taken: 0 }, side: { side: 0, taken: 0 } } };
  const pen = { rect: (...place) => drawn.push(place.slice(0, 4)), text: (text) => drawn.push(text) };
  const theme = { back: [255, 255, 255], ink: "#000", font: "sans-serif" };
  paintFollowed(pen, theme, { boxes: [box] }, [{ stream: "source", index: 1 }]);
  return drawn;
}"""


def test_a_followed_slanted_label_is_written_whole_over_the_band_that_fades(page):  # noqa: F811 - the fixture
    """Where only the columns beside it faded, half of it faded too, and half of its neighbour did not."""
    *faded, last = page.evaluate(FOLLOWED)
    above = [(x, width) for x, y, width, height in faded if y < 60 and x >= 40]
    assert last == "station" and above == [(40, 60 + 45)]
