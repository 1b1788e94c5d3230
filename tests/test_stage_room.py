"""The room of the stage: how much of the window the pictures have at every stop, and that every label can be read.

The stops are laid out and painted in the page by the board's own modules, on a pen that only writes down what it is
told to write; so all stops of a sentence are looked at in one visit.
"""

import statistics

import pytest
from browser import Visit

from core import catalog, zoo

pytestmark = pytest.mark.browser
SENTENCES = {
    3: "我爱你",
    8: "老师昨天给学生一本新书",
    16: "老师昨天在图书馆给喜欢书的学生买了一本新的书",
    30: "因为老师昨天在图书馆给喜欢书的学生买了一本新书，所以学生觉得老师认识那个昨天给我猫的朋友",
}
WINDOWS = {(1280, 720): 0.57, (1920, 1080): 0.61}
CARD_WINDOWS = ((1280, 720), (1366, 768), (1280, 900), (1440, 900), (1920, 1080))
LOW = (1280, 300)
COVERED, WHOLE = 0.70, 0.80
AFTER = """async () => {
  const board = window.__boards.walk.view, loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const module = (path) => import(loaded.find((name) => name.endsWith(path)));
  const [view, text] = await Promise.all(["board/view.js", "board/text.js"].map(module));
  const { need, isWhole } = await module("board/parts.js"), every = board.spec.frames.map((_, index) => index);
  every.forEach((index) => need(board, index));
  while (!every.every((index) => isWhole(board, index))) await new Promise((tell) => setTimeout(tell, 50));
"""
"""The modules that the page itself has loaded: the same instances, so the same kinds of frames."""

PAINTED = AFTER + """
  const crossed = (a, b) => [a, b].every((one) => one.edges.every(([ex, ey]) => {
    const along = (corners) => corners.map(([x, y]) => x * ex + y * ey);
    const [p, q] = [along(a.corners), along(b.corners)];
    return Math.min(...p) < Math.max(...q) - 0.5 && Math.min(...q) < Math.max(...p) - 0.5;
  }));
  const look = (index) => {
    const written = [], layout = view.planOf(board, index), frame = board.spec.frames[index];
    const pen = new Proxy({}, { get: (_, stroke) => (string, x, y, style) => {
      if (stroke !== "text" || !String(string).trim()) return;
      const { size = 12, align = "left", angle = 0, weight = 400 } = style ?? {};
      const width = text.textWidth(board.theme, string, size, weight), h = size * 0.46;
      const from = align === "right" ? -width : align === "center" ? -width / 2 : 0;
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      const corners = [[from, -h], [from + width, -h], [from + width, h], [from, h]]
        .map(([dx, dy]) => [x + c * dx - s * dy, y + s * dx + c * dy]);
      written.push({ string, size, corners, edges: [[c, s], [-s, c]], left: Math.min(...corners.map(([at]) => at)),
        right: Math.max(...corners.map(([at]) => at)) });
    } });
    view.paint(pen, board, layout);
    const { width } = layout, height = board.room.height, faults = [];
    written.sort((a, b) => a.left - b.left).forEach((one, i) => {
      const [xs, ys] = [0, 1].map((axis) => one.corners.map((corner) => corner[axis]));
      const inside = Math.min(...xs) >= -1 && Math.max(...xs) <= width + 1 && Math.min(...ys) >= -1
        && Math.max(...ys) <= height + 1;
      if (!inside || one.string.endsWith("…")) faults.push(`${one.string} is cut`);
      for (let k = i + 1; k < written.length && written[k].left < one.right; k++) {
        if (crossed(one, written[k])) faults.push(`${one.string} covers ${written[k].string}`);
      }
    });
    const covered = layout.boxes.reduce((sum, box) => sum + box.width * box.height, 0) / (width * height);
    return { key: frame.key, covered, faults, smallest: Math.min(...written.map(({ size }) => size)) };
  };
  const { width, height } = board.canvas.getBoundingClientRect(), { options, spec } = board;
  const stops = spec.frames.map((frame, index) => [frame, index]).filter(([frame]) =>
    frame.kind !== "machine" && frame.arrangement !== "sheet" && frame.key !== "ending").map(([, index]) => index);
  return { stage: (width * height) / (innerWidth * innerHeight), stops: stops.map(look) };
}"""


def looked(visit, size: tuple[int, int]) -> dict:
    """What the stage shows at every stop in a window of this size."""
    visit.page.set_viewport_size(dict(zip(("width", "height"), size)))
    visit.until(f"innerWidth === {size[0]} && $.width === Math.floor($.stage.clientWidth)")
    visit.still()
    return visit.page.evaluate(PAINTED)


def looked_at(visit, count) -> list[str]:
    """What is wrong with the stage of a sentence of so many words, in each window and on the whole screen."""
    visit.until(f"$.spec.frames.length > 60 && $.spec.pictures[0].shape.includes({count})")
    wrong = []
    for size, least in WINDOWS.items():
        wrong += faults(looked(visit, size), size, least, COVERED, 12)
    visit.page.keyboard.press("f")
    visit.page.wait_for_function("document.documentElement.dataset.stage === 'full'")
    wrong += faults(looked(visit, (1920, 1080)), "full screen", WHOLE, COVERED, 20)
    return [f"{count} words: {one}" for one in wrong]


def another_typed(visit, text):
    """From the whole screen back to the page, and another sentence, once its pictures are there."""
    visit.page.keyboard.press("f")
    visit.page.wait_for_function("!document.documentElement.dataset.stage")
    version = visit.board("spec.version")
    visit.still().type(text)
    visit.until(f"$.spec.version !== '{version}'")
    visit.still()


def test_the_pictures_have_the_room_and_every_label_is_read(server, browser, context):
    with Visit(browser, server.address, height=720, context=context) as visit:
        visit.page.emulate_media(reduced_motion="reduce")
        first, *others = SENTENCES
        visit.open("walkthrough", text=SENTENCES[first], step="encoder.0.self_attention.weights")
        wrong = looked_at(visit, first)
        for count in others:
            another_typed(visit, SENTENCES[count])
            wrong += looked_at(visit, count)
        assert not wrong
        assert not visit.failures


def faults(measured, where, stage, covered, smallest) -> list[str]:
    """Each law that the stage breaks, with its stop."""
    broken = [f"{where}: the stage has {measured['stage']:.3f} of the window"] if measured["stage"] < stage else []
    middle = statistics.median(stop["covered"] for stop in measured["stops"])
    if middle < covered:
        broken.append(f"{where}: pictures cover {middle:.3f} of the stage")
    for stop in measured["stops"]:
        if stop["smallest"] < smallest:
            broken.append(f"{where}: {stop['key']} has letters of {stop['smallest']} pixels")
        broken += [f"{where}: {stop['key']}: {fault}" for fault in stop["faults"][:3]]
    assert len(measured["stops"]) > 60
    return broken


CUT = """async () => {
  for (let frames = 0; frames < 4; frames++) await new Promise(requestAnimationFrame);
  const card = document.querySelector(".st-key-told"), last = [...card.querySelectorAll("button")].at(-1);
  const steps = Object.values(window.__boards.walk.view.bar).filter((one) => one instanceof HTMLButtonElement);
  const lowest = Math.max(...steps.map((one) => one.getBoundingClientRect().bottom || Infinity));
  return Math.max(card.scrollHeight - card.clientHeight, lowest - innerHeight,
                  last.getBoundingClientRect().bottom - card.getBoundingClientRect().bottom);
}"""


@pytest.fixture(scope="module")
def walker(server, browser, context):
    """One visitor of the walkthrough for all models."""
    with Visit(browser, server.address, context=context) as visit:
        yield visit


def walks(visit, model, lang, **more):
    """The walkthrough with a model: by its address to the first, in another language and to the same one again; to
    others as one who reads on."""
    link, here = {"model": model, "lang": lang} | more, visit.parameters()
    if here.get("lang") == lang and here["model"] != model:
        version = visit.board("spec.version")
        visit.go("walkthrough", **link).until(f"$.spec.version !== '{version}'")
        visit.still()
    else:
        visit.open("walkthrough", **link)
    visit.until("$.spec.frames.length > 5")


@pytest.mark.parametrize("lang, models", [("en", catalog.stored()), ("zh", catalog.names(reads="picture"))])
def test_the_card_of_the_first_view_is_read_whole_with_every_model(walker, lang, models):
    """Its last button too, in every window: the machine leaves it the place, or its letters are smaller. The Chinese
    text is the shorter one, so it is read where there is least place. In a LOW window nothing fails. Whoever knows no
    keys sees the buttons that lead on, below the card, without scrolling."""
    cut = {}
    for model in models:
        walks(walker, model, lang)
        for width, height in (*CARD_WINDOWS, LOW):
            walker.page.set_viewport_size({"width": width, "height": height})
            walker.until(f"innerWidth === {width} && innerHeight === {height}")
            cut[model, width, height] = walker.page.evaluate(CUT)
    assert not {where: pixels for where, pixels in cut.items() if pixels > 0 and where[1:] != LOW}
    assert not walker.failures


@pytest.mark.parametrize("model", catalog.names(reads="picture"))
def test_no_text_of_a_picture_s_model_covers_another(walker, model):
    """With a head enlarged, as where a link leads to scores."""
    asked = [name for name in zoo.load(model).trace(catalog.examples(model)[0]) if name.endswith("attention.scores")]
    walks(walker, model, "en", step=asked[-1] if asked else "")
    wrong = {size: [(stop["key"], fault) for stop in looked(walker, size)["stops"] for fault in stop["faults"]]
             for size in ((1280, 900), (1920, 1080))}
    assert not any(wrong.values()), wrong
    assert not walker.failures
