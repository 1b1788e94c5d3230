"""A board's pictures come in parts: what lies in which, who may fetch them, and that a reader never misses one."""

import gc

import numpy as np
import pytest
from bench_page import over_socket
from house import run
from playwright.sync_api import expect
from starlette.requests import Request

from core import blocks, zoo
from pages.components import modules, parts
from pages.components.board import Frame, Later, Picture, packing, payload
from pages.components.board.packing import PART, unpack
from pages.components.stage import drawing
from pages.components.text_files import page_words

SHORT = "我昨天买了一本书。"
LONG = "昨天喜欢老师的学生的朋友在图书馆看见了一个喜欢我的老师的学生的朋友的三个新朋友的老师。"


def packed_of(sizes, shown, part=PART):
    """Pictures of so many values, and frames that show them by their place."""
    masked = {i: np.ones((1, size), bool) for i, size in enumerate(sizes) if i % 3 == 1}
    pictures = [Picture(f"P{i}", "", np.full((1, size), i + 0.5), masked=masked.get(i)) for i, size in enumerate(sizes)]
    frames = [Frame(f"F{i}", "", "", tuple(f"P{k}" for k in places)) for i, places in enumerate(shown)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "PART", part)
        return payload(pictures, frames)


CASES = [
    ([4, 4, 4], [(0,), (0, 1), (1, 2)], 8),
    ([4, 40, 4], [(0, 1), (1, 2), (0, 2)], 8),
    ([3, 5, 7, 9, 11], [(4, 0), (1, 1), (2,), (0, 1, 2, 3, 4)], 30),
    ([3, 0, 3], [(1,), (2,)], 6),
    ([8] * 9, [(i,) for i in range(9)], 50),
]


@pytest.mark.parametrize("sizes, shown, part", CASES)
def test_every_picture_lies_in_exactly_one_part_and_every_frame_knows_its_parts(sizes, shown, part):
    packed = packed_of(sizes, shown, part)
    header, whole = unpack(packed.whole)
    held = [set(unpack(packed.data([k]))[1]) for k in range(len(packed.parts))]
    assert sorted(name for names in held for name in names) == sorted(whole)
    for i, size in enumerate(sizes):
        assert whole[f"P{i}"].shape == (1, 1, size) and (whole[f"P{i}"] == i + 0.5).all()
    bytes_of = {f"P{i}": size * (3 if i % 3 == 1 and size else 2) for i, size in enumerate(sizes)}
    for names, sent in zip(held, packed.parts, strict=True):
        assert len(sent) == sum(bytes_of[name] for name in names)
        assert len(sent) <= part or any(len(names) <= len(frame["pictures"]) for frame in header["frames"])
    for frame in header["frames"]:
        assert set(frame["pictures"]) <= set(unpack(packed.data(packed.needs[frame["key"]]))[1])
        assert all(held[k] & set(frame["pictures"]) for k in packed.needs[frame["key"]])


def test_what_is_small_comes_at_once_and_what_is_seen_first_lies_first():
    assert len(packed_of([99] * 50, [(i,) for i in range(50)]).parts) == 1
    packed = packed_of([PART // 5] * 8, [(7,), (6,), (5,), (0, 7)])
    first = unpack(packed.data([0]))[1]
    assert list(first) == ["P6", "P7"] and packed.needs["F0"] == (0,)


def test_a_sheet_does_not_keep_its_pictures_together():
    pictures = [Picture(f"P{i}", "", np.zeros((1, PART // 4))) for i in range(4)]
    names = tuple(picture.name for picture in pictures)
    steps = [Frame(name, "", "", (name,)) for name in names]
    packed = payload(pictures, [Frame("sheet", "", "", names, arrangement="sheet"), *steps])
    assert packed.needs == {"sheet": (0, 1), "P0": (0,), "P1": (0,), "P2": (1,), "P3": (1,)}


def test_values_that_come_later_are_the_same_and_are_read_only_when_their_part_is_asked_for():
    read, values = [], [np.full((2, 3), i - 2.5) for i in range(6)]

    def later(i):
        return Later(values[i].shape, lambda: read.append(i) or values[i])

    frames = [Frame(f"F{i}", "", "", (f"P{i}",)) for i in range(6)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "PART", 12)
        whole, packed = (payload([Picture(f"P{i}", "", of(i)) for i in range(6)], frames, mark="m")
                         for of in (values.__getitem__, later))
    assert read == [] and packed.needs == whole.needs and len(packed.parts) == 6
    assert packed.parts[3] == whole.parts[3] and read == [3] and packed.parts[3] and read == [3]
    (header, sent), (wanted, arrays) = unpack(packed.whole), unpack(whole.whole)
    assert header["pictures"] == wanted["pictures"] and header["frames"] == wanted["frames"]
    assert all((sent[name] == arrays[name]).all() for name in arrays) and packed.version != whole.version


@pytest.mark.parametrize("name", ["poet", "translator-zh-en"])
def test_a_deep_run_is_packed_as_a_whole_one_is(name, monkeypatch):
    def packed():
        subject = zoo.load(name)
        trace = subject.trace(subject.examples[0])
        shown = [drawing.picture(trace[step], {"head_n": "{n}"}) for step in trace]
        return payload(shown, [Frame(one.name, "", "", (one.name,)) for one in shown])

    whole = unpack(packed().whole)[1]
    monkeypatch.setattr(blocks, "DEEP", 0)
    deep = packed()
    assert isinstance(deep.parts, packing.MadeLater)
    for step, values in unpack(deep.whole)[1].items():
        np.testing.assert_array_equal(values, whole[step])


def answered(version, number):
    request = Request({"type": "http", "path_params": {"version": version, "number": number}})
    return run(parts.answer(request))


def test_a_part_is_served_for_as_long_as_somebody_holds_its_payload():
    packed = parts.keep(packed_of(*CASES[0]))
    twin = packed_of(*CASES[0])
    assert parts.keep(twin) is packed is not twin
    version, sent = packed.version, [answered(packed.version, str(k)).body for k in range(len(packed.parts))]
    assert tuple(sent) == packed.parts and len(sent) > 1
    for number in ("-1", str(len(sent)), "1.0", "٠", "", "00", "1e0", "9" * 5000):
        assert answered(version, number).status_code == 404
    assert answered("0" * 32, "0").status_code == answered("", "0").status_code == 404
    del packed
    gc.collect()
    assert answered(version, "0").status_code == 404


# ---- In a browser ------------------------------------------------------------------------------

WHOLE = "$.layout.boxes.every(({ picture }) => picture.bits) && $.motion === null"

DRAWN = """async ([colours, payload]) => {
  const [{ cellColour }, { cellKind, valueAt, KIND }] = await Promise.all([import(colours), import(payload)]);
  const board = window.__boards.walk.view, { theme, ratio } = board, context = board.canvas.getContext("2d");
  const { width } = board.canvas, { data } = context.getImageData(0, 0, width, board.canvas.height);
  let looked = 0, wrong = [];
  for (const { picture, panels, cell, x, y } of board.layout.boxes) {
    const [, rows, columns] = picture.shape;
    for (const panel of panels) for (let i = 0; i < 12 && cell.width >= 8 && cell.height >= 8; i++) {
      const row = (7 * i) % rows, column = (5 * i + 1) % columns, kind = cellKind(picture, panel.index, row, column);
      if (kind !== KIND.plain) continue;
      const at = [x + panel.x + (column + 0.2) * cell.width, y + panel.y + (row + 0.2) * cell.height];
      const [left, top] = at.map((place) => Math.round(place * ratio)), from = 4 * (top * width + left);
      const pixel = data.slice(from, from + 4);
      const wanted = cellColour(theme, picture, kind, valueAt(picture, panel.index, row, column));
      looked += 1;
      if (wanted.some((channel, k) => Math.abs(channel - pixel[k]) > 3)) wrong.push([picture.name, row, column]);
    }
  }
  const sent = (board.spec.sent ??= new Set()), { pictures } = board.spec.frames[board.index];
  const values = pictures.filter((name) => !sent.has(name)).map((name) => {
    const { bits, shape } = board.spec.byName.get(sent.add(name) && name);
    return [name, shape, Array.from(bits)];
  });
  return { values, wrong, looked };
}"""


AHEAD = """(() => {
  const frames = $.spec.frames, named = new Map($.spec.pictures.map((picture) => [picture.name, picture]));
  const path = $.walked.path.map((index) => frames[index].key), place = path.indexOf(frames[$.index].key);
  const near = frames.filter(({ key }) => path.includes(key) && Math.abs(path.indexOf(key) - place) <= 10);
  const pictures = near.flatMap((frame) => frame.pictures.map((name) => named.get(name)));
  return place >= 0 && pictures.length > 0 && pictures.every(({ bits, part }) => bits || $.spec.asked.has(part));
})()"""
"""What ten steps before and after this one show has come or is on its way."""


def walkthrough(visit, sentence, **more):
    """The walkthrough at every detail."""
    visit.open("walkthrough", lang="en", text=sentence, depth="formula", tour="", **more)
    visit.until("$.spec.frames.length > 50")


def uncached(visit):
    """Parts are kept for ever, and would be there before they are asked for: from now on nothing comes from the cache.

    A route, too, turns the cache off for its page. Returns the talk with the browser in which this is so.
    """
    talk = visit.context.new_cdp_session(visit.page)
    talk.send("Network.enable")
    talk.send("Network.setCacheDisabled", {"cacheDisabled": True})
    return talk


def delayed(visit, milliseconds):
    uncached(visit).send("Network.emulateNetworkConditions", {"offline": False, "latency": milliseconds,
                                                              "downloadThroughput": -1, "uploadThroughput": -1})


@pytest.fixture(scope="module")
def expected(translator):
    """The values of every step of the long sentence, as its picture shows them."""
    trace = translator.trace(LONG)
    visible = {name: drawing.visible_columns(trace[name], trace) for name in trace}
    words = page_words("en", "walkthrough")
    return {name: drawing.picture(trace[name], words, "", columns).values for name, columns in visible.items()}


@pytest.mark.browser
def test_arrows_meet_every_picture_of_a_long_sentence_with_its_values(visit, server, expected):
    uncached(visit)
    walkthrough(visit, LONG, step="source_embedding.scaled")
    root, path = f"{server.address}/modules/{modules.digest()}/board", visit.board("spec.frames.length")
    looked, seen = 0, set()
    assert visit.board("spec.parts.size") < 3 < len({p["part"] for p in visit.board("spec.pictures")})
    for _ in range(path):
        visit.until(WHOLE)
        shown = visit.page.evaluate(DRAWN, [f"{root}/colours.js", f"{root}/payload.js"])
        assert not shown["wrong"], shown["wrong"][:3]
        looked += shown["looked"]
        for name, shape, bits in shown["values"]:
            values = np.array(bits, np.uint16).view(np.float16).reshape(shape)
            np.testing.assert_array_equal(values.squeeze(), expected[name].astype(np.float16).squeeze(), name)
            seen.add(name)
        at = visit.board("index")
        visit.page.keyboard.press("ArrowRight")
        if visit.board("index") == at:
            break
    steps = [frame for frame in visit.board("spec.frames") if frame["arrangement"] != "sheet"]
    assert seen == {name for frame in steps[1:] for name in frame["pictures"]} and looked > 800


@pytest.mark.browser
def test_a_far_jump_shows_empty_pictures_that_answer_to_nothing_until_they_come(visit):
    walkthrough(visit, LONG, step="source_embedding.scaled")
    held, hidden = [], visit.page.locator(".menus .more[hidden]")
    visit.page.route("**/parts/**", lambda route: held.append(route))
    visit.page.locator(".groups button").nth(-2).click()
    visit.until("$.layout.boxes.some(({ picture }) => !picture.bits)")
    box = next(box for box in visit.board("layout.boxes") if box["picture"]["bits"] is None)
    visit.page.mouse.click(*visit.at(box["picture"]["name"], 0, 0))
    for key in ("Enter", "ArrowDown", "h", "h", "Escape", "Escape", "Escape"):
        visit.page.keyboard.press(key)
    assert visit.board("hover") is None and visit.board("tabled") is None
    assert hidden.count() and held
    for route in held:
        route.continue_()
    visit.page.unroute("**/parts/**")
    visit.until(WHOLE)
    expect(hidden).to_have_count(0)


@pytest.mark.browser
def test_a_key_held_down_on_a_slow_network_ends_at_whole_pictures(visit):
    walkthrough(visit, LONG, step="source_embedding.scaled")
    delayed(visit, 300)
    begun = visit.board("index")
    for turn in ("ArrowRight", "ArrowLeft"):
        for _ in range(60):
            visit.page.keyboard.down(turn)
        visit.page.keyboard.up(turn)
        visit.until(WHOLE)
        path = visit.board("walked.path")
        assert visit.board("index") == path[path.index(begun) + (60 if turn == "ArrowRight" else 0)]


@pytest.mark.browser
def test_the_pictures_of_the_steps_near_by_are_fetched_before_they_are_seen(visit):
    walkthrough(visit, LONG, step="source_embedding.scaled")
    assert len({picture["part"] for picture in visit.board("spec.pictures")}) > 3
    for _ in range(60):
        visit.until(AHEAD)
        visit.page.keyboard.press("ArrowRight")


@pytest.mark.browser
def test_a_part_that_was_not_answered_is_asked_for_again(visit):
    walkthrough(visit, LONG, step="source_embedding.scaled")
    visit.page.route("**/parts/**", lambda route: route.abort())
    visit.page.locator(".groups button").nth(-2).click()
    visit.until("$.layout.boxes.some(({ picture }) => !picture.bits)")
    visit.page.wait_for_timeout(300)
    visit.page.unroute("**/parts/**")
    visit.until(WHOLE)
    assert visit.failures and all("parts/" in failure for failure in visit.failures)
    visit.failures.clear()


@pytest.mark.browser
def test_a_link_is_painted_with_what_came_first_and_a_new_sentence_begins_anew(visit):
    visit.page.route("**/parts/**", lambda route: route.abort())
    walkthrough(visit, LONG, step="decoder.1.cross_attention.scores", cell="decoder.1.cross_attention.scores@1.2.3")
    visit.until(f"$.cell?.column === 3 && {WHOLE}")
    first = visit.board("spec.version")
    visit.type(SHORT)
    visit.until(f"$.spec.version !== '{first}' && {WHOLE}")
    assert visit.board("spec.frames")[visit.board("index")]["key"] == "decoder.1.cross_attention.scores"
    visit.failures.clear()


@pytest.mark.browser
def test_the_first_visit_of_the_walkthrough_moves_little(visit):
    """Each time a new session, to which the server sends what it sends to a first one."""
    visit.open(lang="en")
    for sentence in ("我昨天买了一本书", LONG):
        for at in ({}, {"tour": "", "step": "decoder.1.cross_attention.scores"}):
            assert 50 < over_socket(visit, "walkthrough", text=sentence, **at) < 250, (sentence, at)
