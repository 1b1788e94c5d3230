"""Charts: whatever their numbers are, what is sent can be read by any browser."""

import json
import math

import pytest

from pages.components import charts
from pages.components.charts import marks
from pages.components.charts.lines import _across

NUMBERS = (0.5, math.inf, -math.inf, math.nan, -2.0)
NAMES = [f"row {i}" for i in range(len(NUMBERS))]
DRAWN = {
    "lines": lambda: charts.lines({"a": (range(5), NUMBERS), "b": (NUMBERS, range(5))}, "x", "y"),
    "logarithms": lambda: charts.lines({"a": (range(5), NUMBERS)}, "x", "y", scales=("linear", "log")),
    "bars": lambda: charts.bars(dict(zip(NAMES, NUMBERS)), "share"),
    "symlog": lambda: charts.bars(dict(zip(NAMES, NUMBERS)), "share", scale="symlog"),
    "columns": lambda: charts.columns(NAMES, {"a": NUMBERS}, "share"),
    "pairs": lambda: charts.pairs(NAMES, {"a": NUMBERS, "b": NUMBERS}, "share"),
    "stacked": lambda: charts.stacked([(name, "part", x) for name, x in zip(NAMES, NUMBERS)], ["part"], "share"),
    "wiring": lambda: charts.wiring({"a": charts.Spot(0, 0.5, "a"), "b": charts.Spot(1, 1, "b", cells=NUMBERS),
                                     "c": charts.Spot(2, 1, "c", cells=(0.5,)),
                                     "d": charts.Spot(2, 2, "d", side="inside")},
                                    [charts.Wire("a", "b"), charts.Wire("b", "c", 0, math.nan)], "net",
                                    lights={"a": ["b"]}, chosen="a"),
    "arcs": lambda: charts.arcs({"a": [NUMBERS]}, ["one"], NAMES, "pair", "weight"),
    "clocks": lambda: charts.clocks([([(x, 0.5) for x in NUMBERS], 0)], NAMES),
    "timeline": lambda: charts.timeline(NAMES, [(0.5, x) for x in NUMBERS], "time"),
    "none": lambda: charts.bars({"row": math.inf}, "share"),
}


@pytest.mark.parametrize("kind", DRAWN)
def test_item_6_no_chart_holds_a_number_that_json_has_not(kind, monkeypatch):
    specs = []
    monkeypatch.setattr(marks.st, "vega_lite_chart", lambda spec, **options: specs.append(spec))
    DRAWN[kind]()
    written = json.dumps(specs, allow_nan=False)
    assert kind == "none" or "0.5" in written


@pytest.mark.parametrize("count", [1, 10, 11, 30])
def test_the_numbers_of_many_columns_are_left_to_the_pointer(count, monkeypatch):
    specs = []
    monkeypatch.setattr(marks.st, "vega_lite_chart", lambda spec, **options: specs.append(spec))
    charts.columns([str(i) for i in range(count)], {"a": [0.125] * count}, "share")
    kinds = [layer["mark"]["type"] for layer in specs[0]["layer"]]
    assert ("text" in kinds) == (count <= 10) and "bar" in kinds
    assert "tooltip" in specs[0]["layer"][0]["encoding"]


@pytest.mark.parametrize("kind", DRAWN)
def test_a_projector_s_chart_is_written_larger_and_no_number_is_higher_than_its_bar(kind, monkeypatch):
    specs = {}
    for shown in ("", "N0-12"):
        monkeypatch.setattr(marks.projected, "shown", lambda shown=shown: shown)
        monkeypatch.setattr(marks.st, "vega_lite_chart",
                            lambda spec, shown=shown, **options: specs.update({shown: spec}))
        DRAWN[kind]()
    before, after = specs.values()
    assert after["config"]["axis"]["labelFontSize"] > marks.TEXT
    height = after.get("height")
    most = height["step"] + 1 if isinstance(height, dict) else math.inf
    for one, other in zip(before.get("layer", ()), after.get("layer", ())):
        was, now = (spec["mark"].get("fontSize", 0) for spec in (one, other))
        assert was == now == 0 or was < now <= most


def at_width(written, width):
    """What an expression of a chart is where its plot is so many pixels wide."""
    known = {"max": max, "pow": pow, "floor": math.floor, "clamp": lambda x, low, high: min(high, max(low, x))}
    condition, _, ends = written["expr"].partition(" ? ")
    if ends:
        return ends.replace("'", "").split(" : ")[not eval(condition, known | {"width": width})]
    return eval(written["expr"], known | {"width": width})


@pytest.mark.parametrize(("names", "widths"), [(("都没有", "只有层归一化"), {220: 2, 700: 3}),
                                               (("a", "b"), {100: 3, 700: 4}),
                                               (("many letters", "b"), {90: 1, 220: 2, 700: 3})])
def test_a_legend_has_as_many_columns_as_find_room(names, widths):
    columns = marks.inks("name", names, (0, 1))["legend"]["columns"]
    assert {width: at_width(columns, width) for width in widths} == widths


@pytest.mark.parametrize("width", [140, 300, 700])
@pytest.mark.parametrize("scale", ["linear", "log", "symlog"])
def test_what_is_written_beside_the_longest_bar_ends_within_the_chart(scale, width):
    low, most, text = (1.0 if scale == "log" else 0.0), 12_598_272.0, "12,598,272"
    _, end = marks.with_room(low, 1.02 * most, most, [text], scale)
    high = at_width(end, width)
    place = {"linear": float, "log": math.log, "symlog": math.log1p}[scale]
    assert (place(most) - place(low)) / (place(high) - place(low)) * width + 6.5 * len(text) <= width


def test_an_axis_s_title_beside_long_names_and_a_chinese_one_have_shorter_lines():
    assert len(marks.quantity("x", "weights from 64 to 64 channels")["title"]) == 1
    assert len(marks.quantity("x", "weights from 64 to 64 channels", ["2-D, each frame, averaged"])["title"]) == 2
    lines = marks.quantity("x", "第一个词到最后一个输出要几步或几层（对数）")["title"]
    assert len(lines) == 2 and max(map(len, lines)) <= 12


def lying(spec):
    """The axes along the lower edge that are named."""
    parts = [spec, *(spec.get("layer") or ())]
    found = [part.get("encoding", {}).get("x", {}) for part in parts]
    return [one for one in found if isinstance(one.get("title"), list)]


TITLED = {
    "lines": lambda title: charts.lines({"a": (range(5), range(5))}, title, "y"),
    "bars": lambda title: charts.bars({"a": 1.0, "b": 2.0}, title),
    "pairs": lambda title: charts.pairs(["a", "b"], {"a": (1.0, 2.0), "b": (2.0, 1.0)}, title),
    "stacked": lambda title: charts.stacked([("a", "part", 1.0)], ["part"], title),
    "histogram": lambda title: charts.histogram([0.0, 1.0], title, "n", -1, 2, "{low} {high}"),
}


@pytest.mark.parametrize("kind", TITLED)
def test_a_title_wider_than_its_plot_ends_where_the_plot_does(kind, monkeypatch):
    """Its letters are about seven pixels wide; at the left it has the room of the names."""
    specs = []
    monkeypatch.setattr(marks.st, "vega_lite_chart", lambda spec, **options: specs.append(spec))
    TITLED[kind]("words back (0 is the one just read)")
    found = lying(specs[0])
    assert found and all(at_width(one["axis"]["titleAnchor"], 100) == "end" and
                         at_width(one["axis"]["titleAnchor"], 400) == "middle" for one in found)


def test_more_lines_of_a_legend_take_nothing_of_the_plot():
    assert marks.tall(250, "ab")["autosize"]["type"] == "fit-x"
    assert marks.tall(250, "a") == {"height": 250}


def test_an_axis_of_roots_is_marked_at_like_distances():
    assert _across("step", "sqrt", (), [0.0, 250.0, 16000.0])["axis"]["values"] == [0, 1000, 4000, 9000, 16000]
