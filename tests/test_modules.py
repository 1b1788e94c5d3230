"""The modules of the components: only scripts and styles are served, and a browser runs them below any path."""

import base64
import json
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np
import pytest
from browser import Visit, page_of
from house import run
from starlette.requests import Request
from unpacking import unpack

from pages.components import modules
from pages.components.board import Frame, Picture, packing, payload

GOLDEN = Path(__file__).parent / "golden"
WORDS = ("我", "昨天", "买", "了", "一", "本", "书", "。", "老师", "图书馆", "学生", "说")


def shown():
    import numpy as np
    import streamlit as st

    from pages.components.board import Picture, heatmap
    from pages.components.order import reorder

    st.title("Two components")
    heatmap(Picture("A", "A", np.eye(4)), key="walk", words={})
    reorder(("a", "b"), key="order", label="order")


@pytest.fixture(scope="module")
def server(drawn):
    page_of(shown, drawn)
    return drawn


@pytest.mark.browser
def test_components_run_below_a_base_path_and_each_module_travels_once(server, browser):
    with Visit(browser, server.address) as visit:
        visit.open("shown").until("$.layout.boxes.length === 1")
        visit.page.locator(".order button").first.wait_for()
        asked = visit.page.evaluate("performance.getEntriesByType('resource').map((entry) => entry.name)")
        asked = [name for name in asked if "/modules/" in name]
        assert len(asked) == len(set(asked)) > 10
        assert all(name.startswith(f"{server.address}/modules/{modules.digest()}/") for name in asked)
        assert not visit.failures


@pytest.mark.parametrize("path", ["board/__init__.py", "board", "", "../../app.py", "%2e%2e/%2e%2e/app.py", "%00.js"])
@pytest.mark.browser
def test_nothing_else_is_served(server, path):
    with pytest.raises(urllib.error.HTTPError, match=r"40[04]"):
        urllib.request.urlopen(f"{server.address}/modules/{modules.digest()}/{path}")


@pytest.mark.parametrize("path", ["x" * 300 + ".js", "x/" * 3000 + "x.js", "a/../" * 999 + ".js", "\ud800.js", "\0.js"])
def test_a_name_that_no_file_can_have_is_not_found(path):
    """What is raised would be an answer 500, and a traceback in the log."""
    asked = Request({"type": "http", "path_params": {"version": "x", "path": path}})
    assert run(modules._answer(asked)).status_code == 404


@pytest.mark.browser
@pytest.mark.parametrize("version, word", [(modules.digest(), "immutable"), ("other", "no-store")])
def test_a_module_is_kept_for_ever_only_under_its_own_digest(server, version, word):
    with urllib.request.urlopen(f"{server.address}/modules/{version}/board/board.js") as answer:
        assert word in answer.headers["Cache-Control"] and answer.headers["Content-Type"].startswith("text/javascript")


@pytest.fixture(scope="module")
def page(server, browser):
    """A page of the server with nothing on it, to import modules into."""
    with Visit(browser, server.address) as visit:
        visit.page.goto(f"{server.address}/_stcore/health")
        yield visit.page


def imported(page, server, path: str, body: str, *given):
    """What a function says of a module ``m``: ``body`` is an expression over ``m`` and ``given``."""
    address = f"{server.address}/modules/{modules.digest()}/{path}"
    return page.evaluate(f"async ([address, ...given]) => {{ const m = await import(address); return {body}; }}",
                         [address, *given])


@pytest.mark.browser
def test_a_number_is_written_in_the_browser_as_in_python(page, server):
    rows = [row for row in json.loads((GOLDEN / "numbers.json").read_text("utf-8")) if "digits" in row]
    assert len(rows) > 20
    written = imported(page, server, "board/numbers.js", "given[0].map(([x, digits]) => m.numberText(x, digits))",
                       [[float(row["value"]), row["digits"]] for row in rows])
    assert written == [row["text"] for row in rows]


SHARES = {0: "0%", 1e-9: "<0.1%", 0.0009: "<0.1%", 0.001: "0.1%", 0.0333: "3.3%", 0.0996: "10%", 0.5: "50%",
          0.9899: "99%", 0.9951: "99.5%", 0.9994: "99.9%", 0.9996: ">99.9%", 0.99999994: ">99.9%", 1: "100%"}


@pytest.mark.browser
def test_a_share_is_100_percent_only_where_it_is_all(page, server):
    written = imported(page, server, "board/numbers.js", "given[0].map(m.percent)", list(SHARES))
    assert written == list(SHARES.values())


def golden_board():
    """Pictures of every sort in two parts: panels, a mask, minus infinity, nan, an empty one, words, links, streams."""
    scores = np.array([[[0.5, -np.inf], [2.25, -1.0]], [[np.nan, 1e9], [0.0, 6e-5]]])
    masked = np.array([[False, True], [False, False]])
    pictures = [
        Picture("S", "得分", scores, ("a", "b"), ("我", "书"), row_axis="query", column_axis="key", row_link="query",
                column_link="key", panels=("1", "2"), masked=masked, row_stream="target", column_stream="source"),
        Picture("A", "weights", np.array([[0.25, 0.75]]), scale="sequential", grows_from="S"),
        Picture("nothing", "nothing", np.zeros((0, 3)), scale="magnitude", limit=2.0),
    ]
    frames = [Frame("alone", "none", "", ("A",)), Frame("first", "one", "g", ("S", "A"), ("softmax",), "row", 1500),
              Frame("sheet", "all", "g", ("S", "A", "nothing"), arrangement="sheet")]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(packing, "PART", 20)
        return payload(pictures, frames)


READ = """(() => {
  const raw = Uint8Array.from(atob(given[0]), (letter) => letter.charCodeAt(0)), key = new TextEncoder().encode("k");
  const bytes = new Uint8Array(3 + raw.length);
  bytes.set([1, 0, ...key]);
  bytes.set(raw, 3);
  const message = m.unpack(bytes), second = message.parts.get(1);
  message.parts.delete(1);
  const { key: named, parts, byName, ...header } = m.openPictures(message);
  if (!byName.get("A").bits || byName.get("S").bits) throw new Error("the first part holds A alone");
  m.openPart(header, 1, second);
  const cells = header.pictures.map((p) => Array.from({ length: p.shape[0] * p.shape[1] * p.shape[2] }, (_, i) => {
    const column = i % p.shape[2], row = Math.floor(i / p.shape[2]) % p.shape[1];
    const panel = Math.floor(i / (p.shape[1] * p.shape[2])), other = m.turned(p);
    const value = m.valueAt(p, panel, row, column);
    if (!Object.is(value, m.valueAt(other, panel, column, row))) throw new Error("turned differs");
    return [String(value), m.cellKind(p, panel, row, column)];
  }));
  return { named, cells, names: header.pictures.map(({ name }) => name), frames: header.frames };
})()"""


@pytest.mark.browser
def test_the_golden_payload_is_what_python_packs_and_what_the_browser_reads(page, server):
    golden = GOLDEN / "payload.json"
    stored = json.loads(golden.read_text("utf-8"))
    packed = golden_board().whole
    header, arrays = unpack(packed)
    assert (base64.b64encode(packed).decode(), header["frames"]) == (stored["bytes"], stored["frames"])
    read = imported(page, server, "board/payload.js", READ, stored["bytes"])
    assert read["named"] == "k" and read["names"] == list(arrays) and read["frames"] == stored["frames"]
    assert read["cells"] == stored["cells"]
    for values, cells in zip(arrays.values(), read["cells"]):
        np.testing.assert_array_equal(values.ravel(), np.array([float(value) for value, _ in cells], np.float16))


BOUNDED = """(() => given[0].map(([scale, limit, value]) => {
  const painted = () => new Map([[0, "an image"]]);
  const picture = { name: "A", scale, limit, shape: [1, 1, 1], edits: new Map(), images: painted(), glyphs: "some" };
  picture.other = Object.assign(Object.create(picture), { images: painted(), glyphs: "some" });  // turned, in a product
  const board = { ...m.createState(), spec: { byName: new Map([["A", picture]]) } };
  m.setEdit(board, { picture: "A", panel: null, row: 0, column: 0 }, value);
  for (const one of [picture, picture.other]) if (one.images.size || one.glyphs) throw new Error("it looks as before");
  return picture.edits.get(0);
}))()"""


@pytest.mark.browser
def test_a_share_may_be_set_up_to_1_however_far_its_colours_reach(page, server):
    asked = [(scale, limit, value) for scale in ("sequential", "diverging", "magnitude") for limit in (0.05, 0.5, 1, 4)
             for value in (-9, -0.01, 0, 0.04, 0.7, 1, 3, 9)]
    ends = [(-limit if scale == "diverging" else 0, max(1, limit) if scale == "sequential" else limit)
            for scale, limit, _ in asked]
    expected = [max(low, min(high, value)) for (low, high), (*_, value) in zip(ends, asked)]
    assert imported(page, server, "board/store.js", BOUNDED, asked) == expected


LAID = """(() => {
  const theme = { font: "sans-serif" }, { width, height, scale, pictures, arrangement, signs, numbers } = given[0];
  return Promise.all([import(new URL("room.js", address).href), import(new URL("text.js", address).href)])
    .then(([room, text]) => {
      const place = { width, height, scale, head: null, numbers };
      const layout = room.planRoom(theme, pictures, { arrangement, signs }, place);
      return { width: layout.width, height: layout.height, boxes: layout.boxes.map((box) => ({
        x: box.x, y: box.y, width: box.width, height: box.height, cell: box.cell, span: box.span, bare: box.bare,
        rowSize: box.side.size, columnSize: box.top.size, rowEvery: box.side.every, columnEvery: box.top.every,
        angle: box.top.angle, stacked: Boolean(box.top.stacked), name: box.picture.name, left: box.left,
        rowWidth: box.side.width, panels: box.panels.map(({ x, y }) => [x, y]),
        columnWidth: Math.max(0, ...box.picture.columns.map((w) => text.textWidth(theme, w, box.top.size))),
      })) };
    });
})()"""


def drawn(name, panels, rows, columns, scale="diverging", link=""):
    """A picture as a payload describes it: tokens (a number) or features (a negative number) along an axis."""
    worded = [[WORDS[i % len(WORDS)] for i in range(n)] if n > 0 else [] for n in (rows, columns)]
    return {"name": name, "title": f"{name} 注意力权重", "shape": [panels, abs(rows), abs(columns)], "rows": worded[0],
            "columns": worded[1], "rowAxis": "query", "columnAxis": "key", "rowLink": f"r{rows}{link}",
            "columnLink": f"c{columns}", "panels": [f"head {i + 1}" for i in range(panels)], "panelled": panels > 1,
            "scale": scale, "limit": 1, "outlines": []}


def stops_of(n):
    """Kinds of stops for a sentence of n words."""
    x, q, s = drawn("X", 1, n, -64), drawn("Q", 4, n, -16), drawn("S", 4, n, n)
    k = q | {"name": "K", "rowLink": s["columnLink"]}
    return {
        "projections": ([x, q, k, drawn("V", 4, n, -16)], "row", ["→", "", ""]),
        "scores": ([q, k, s | {"name": "P"}, s], "product", ["", "", "÷ √d"]),
        "weights": ([s, drawn("A", 4, n, n, "sequential")], "row", ["softmax"]),
        "mixture": ([drawn("A", 4, n, n, "sequential"), drawn("V", 4, n, -16), drawn("Z", 4, n, -16)], "product", []),
        "residual": ([x, x | {"name": "F"}, x | {"name": "Y"}], "row", ["+", "="]),
        "norm": ([x, drawn("μ", 1, n, -1), drawn("σ", 1, n, -1), x | {"name": "N"}, x | {"name": "Y"}], "row",
                 ["→", "→", "→", "→"]),
        "sheet": ([q, k, s, drawn("A", 4, n, n), x, x | {"name": "Y"}], "sheet", []),
    }


def faults(laid, smallest):
    """What is cut, covered or too small to read."""
    boxes, wrong = laid["boxes"], []
    for box in boxes:
        name, right, bottom = box["name"], box["x"] + box["width"], box["y"] + box["height"]
        if min(box["x"], box["y"]) < 0 or right > laid["width"] + 1 or bottom > laid["height"] + 1:
            wrong.append(f"{name} is cut at {right:.0f} {bottom:.0f}")
        if "rows" not in box["bare"]:
            if box["rowSize"] < smallest or box["rowEvery"] * box["cell"]["height"] < box["rowSize"]:
                wrong.append(f"rows of {name} run together")
            if box["rowWidth"] > box["left"]:
                wrong.append(f"rows of {name} are cut")
        if "columns" not in box["bare"]:
            pitch = box["columnEvery"] * box["cell"]["width"]
            needed = box["columnSize"] if box["angle"] or box["stacked"] else box["columnWidth"]
            if box["columnSize"] < smallest or pitch < needed * (0.99 if box["angle"] != -np.pi / 4 else 1.2):
                wrong.append(f"columns of {name} run together")
    for i, a in enumerate(boxes):
        wrong += [f"{a['name']} covers {b['name']}" for b in boxes[:i]
                  if a["x"] < b["x"] + b["width"] - 2 and b["x"] < a["x"] + a["width"] - 2
                  and a["y"] < b["y"] + b["height"] - 2 and b["y"] < a["y"] + a["height"] - 2]
    return wrong


@pytest.mark.browser
@pytest.mark.parametrize("room", [(866, 530, 1), (1344, 850, 1.2), (1900, 1000, 5 / 3)])
def test_pictures_fill_their_room_and_nothing_is_cut_or_covered(page, server, room):
    width, height, scale = room
    wrong, covered = [], []
    for n in (3, 8, 16, 30):
        for kind, (pictures, arrangement, signs) in stops_of(n).items():
            for numbers in (False, True):
                laid = imported(page, server, "board/room.js", LAID, {
                    "width": width, "height": height, "scale": scale, "pictures": pictures,
                    "arrangement": arrangement, "signs": signs, "numbers": numbers})
                wrong += [(n, kind, numbers, fault) for fault in faults(laid, 12 if scale < 1.5 else 20)]
                covered.append(sum(box["width"] * box["height"] for box in laid["boxes"]) / (width * height))
    assert not wrong
    assert np.median(covered) >= 0.7, np.round(sorted(covered), 2)


@pytest.mark.browser
def test_what_two_steps_share_moves_and_a_result_grows_out_of_its_input(page, server):
    box = {"x": 0, "y": 0, "span": {"width": 9, "height": 9}, "panels": [{"index": 0, "x": 1, "y": 1}]}
    scores, weights = {"name": "S", "growsFrom": ""}, {"name": "A", "growsFrom": "S"}
    shown = imported(page, server, "board/motion.js", "m.journeys(...given).map(({ key, stays, inNew, start }) => "
                     "[key, Boolean(stays), inNew, start.x])",
                     {"boxes": [box | {"picture": scores}]},
                     {"boxes": [box | {"picture": scores, "x": 20}, box | {"picture": weights, "x": 40}]})
    assert shown == [["S|0", True, False, 1], ["A|0", False, True, 21]]


def test_a_component_without_its_module_is_refused():
    with pytest.raises(ValueError, match="do not exist"):
        modules.component("nothing", "board/nothing.js")
