"""Parts of a board's pictures in a browser: a reader who walks never misses one."""

import base64

import numpy as np
import pytest
from bench_page import over_socket
from browser import BOARD, PRESS
from playwright.sync_api import expect

from pages.components import modules
from pages.components.stage import drawing
from pages.components.text_files import page_words

pytestmark = pytest.mark.browser
SHORT = "我昨天买了一本书。"
LONG = "昨天喜欢老师的学生的朋友在图书馆看见了一个喜欢我的老师的学生的朋友的三个新朋友的老师。"
PLACE = f"walked.path.indexOf({BOARD}.index)"
WHOLE = "$.layout.boxes.every(({ picture }) => picture.bits) && $.motion === null"

DRAWN = f"""async ([colours, payload]) => {{
  const [{{ cellColour }}, {{ cellKind, valueAt, KIND }}] = await Promise.all([import(colours), import(payload)]);
  const board = window.__boards.walk.view, {{ theme, ratio }} = board, context = board.canvas.getContext("2d");
  const whole = ({{ layout, motion }}) => layout.boxes.every(({{ picture }}) => picture.bits) && !motion;
  const press = {PRESS};
  let looked = 0;
  const wrong = [], values = new Map();
  const look = () => {{
    const {{ width }} = board.canvas, {{ data }} = context.getImageData(0, 0, width, board.canvas.height);
    for (const {{ picture, panels, cell, x, y }} of board.layout.boxes) {{
      const [, rows, columns] = picture.shape;
      for (const panel of panels) for (let i = 0; i < 12 && cell.width >= 8 && cell.height >= 8; i++) {{
        const row = (7 * i) % rows, column = (5 * i + 1) % columns, kind = cellKind(picture, panel.index, row, column);
        if (kind !== KIND.plain) continue;
        const at = [x + panel.x + (column + 0.2) * cell.width, y + panel.y + (row + 0.2) * cell.height];
        const [left, top] = at.map((place) => Math.round(place * ratio)), from = 4 * (top * width + left);
        const pixel = data.slice(from, from + 4);
        const wanted = cellColour(theme, picture, kind, valueAt(picture, panel.index, row, column));
        looked += 1;
        if (wanted.some((channel, k) => Math.abs(channel - pixel[k]) > 3)) wrong.push([picture.name, row, column]);
      }}
    }}
    for (const name of board.spec.frames[board.index].pictures.filter((one) => !values.has(one))) {{
      const {{ bits, shape }} = board.spec.byName.get(name), bytes = new Uint8Array(new Uint16Array(bits).buffer);
      const letters = Array.from({{ length: Math.ceil(bytes.length / 8192) }}, (_, i) =>
        String.fromCharCode(...bytes.subarray(8192 * i, 8192 * (i + 1))));
      values.set(name, [name, shape, btoa(letters.join(""))]);
    }}
  }};
  for (let at = null; at !== board.index;) {{
    at = board.index;
    await press("none", whole);
    look();
    await press("ArrowRight", () => true);
  }}
  return {{ values: [...values.values()], wrong, looked }};
}}"""
"""What the pictures of all steps from this one show, as the arrows lead along them: cells of another colour than their
value's, and all values."""

AHEAD = f"""async (steps) => {{
  const press = {PRESS};
  const ahead = ({{ spec, walked, index }}) => {{
    const place = walked.path.indexOf(index), near = walked.path.slice(Math.max(0, place - 10), place + 11);
    const pictures = near.flatMap((one) => spec.frames[one].pictures.map((name) => spec.byName.get(name)));
    return place >= 0 && pictures.length > 0 && pictures.every(({{ bits, part }}) => bits || spec.asked.has(part));
  }};
  await press("none", ahead);
  for (let step = 1; step < steps; step += 1) await press("ArrowRight", ahead);
}}"""
"""Steps along the arrows' path, at each of which what ten steps before and after it show has come or is on its way."""


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


def test_arrows_meet_every_picture_of_a_long_sentence_with_its_values(visit, server, expected):
    uncached(visit)
    walkthrough(visit, LONG, step="source_embedding.scaled")
    root = f"{server.address}/modules/{modules.digest()}/board"
    assert visit.board("spec.parts.size") < 3 < len({p["part"] for p in visit.board("spec.pictures")})
    visit.until(WHOLE)
    shown = visit.page.evaluate(DRAWN, [f"{root}/colours.js", f"{root}/payload.js"])
    assert not shown["wrong"], shown["wrong"][:3]
    for name, shape, bits in shown["values"]:
        values = np.frombuffer(base64.b64decode(bits), np.float16).reshape(shape)
        np.testing.assert_array_equal(values.squeeze(), expected[name].astype(np.float16).squeeze(), name)
    steps = [frame for frame in visit.board("spec.frames") if frame["arrangement"] != "sheet"]
    seen = {name for name, *_ in shown["values"]}
    assert seen == {name for frame in steps[1:] for name in frame["pictures"]} and shown["looked"] > 800


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


def test_the_pictures_of_the_steps_near_by_are_fetched_before_they_are_seen(visit):
    walkthrough(visit, LONG, step="source_embedding.scaled")
    assert len({picture["part"] for picture in visit.board("spec.pictures")}) > 3
    begun = visit.board(PLACE)
    visit.page.evaluate(AHEAD, 60)
    assert visit.board(PLACE) == begun + 59


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


def test_a_link_is_painted_with_what_came_first_and_a_new_sentence_begins_anew(visit):
    visit.page.route("**/parts/**", lambda route: route.abort())
    walkthrough(visit, LONG, step="decoder.1.cross_attention.scores", cell="decoder.1.cross_attention.scores@1.2.3")
    visit.until(f"$.cell?.column === 3 && {WHOLE}")
    first = visit.board("spec.version")
    visit.type(SHORT)
    visit.until(f"$.spec.version !== '{first}' && {WHOLE}")
    assert visit.board("spec.frames")[visit.board("index")]["key"] == "decoder.1.cross_attention.scores"
    visit.failures.clear()


def test_the_first_visit_of_the_walkthrough_moves_little(visit):
    """Each time a new session, to which the server sends what it sends to a first one."""
    for sentence in ("我昨天买了一本书", LONG):
        for at in ({}, {"tour": "", "step": "decoder.1.cross_attention.scores"}):
            assert 50 < over_socket(visit, "walkthrough", text=sentence, **at) < 250, (sentence, at)
