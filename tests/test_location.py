"""A link says where its sender was: what is written is read, what makes no sense is left out, and old links hold."""

import json
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

import numpy as np
import pytest

from core import catalog, zoo
from core.edits import Skip, to_text
from pages.components.location import (
    ENTRIES,
    Cell,
    Follow,
    Location,
    Place,
    cell_from_text,
    cell_to_text,
    follow_from_text,
    parameter,
)
from pages.components.session import CHOICES
from pages.components.stage import follow
from pages.components.stage.drawing import cell_of, visible_columns

GOLDEN = json.loads((Path(__file__).parent / "golden" / "links.json").read_text("utf-8"))


def link_of(here: Location) -> str:
    return urlencode(here.format())


def opened(link: str) -> Location:
    return Location.parse(dict(parse_qsl(link)))


def cell(written):
    return None if written is None else Cell(*written)


@pytest.mark.parametrize("row", GOLDEN, ids=lambda row: row["link"][:40])
def test_a_link_that_was_sent_before_restores_the_same_view(row):
    here = opened(row["link"])
    fields = dict(row["here"])
    place = Place(fields.pop("step", ""), fields.pop("head", None), cell(fields.pop("cell", None)),
                  Follow(*fields.pop("follow")) if "follow" in fields else None)
    assert here == Location(place=place, **fields)
    assert sorted(parse_qsl(link_of(here))) == sorted(parse_qsl(row["link"]))
    for name, (step, head, at) in row.get("boards", {}).items():
        shown = Place.from_text(here.choices[name])
        assert shown == Place(step, head, cell(at)) and shown.text(Place()) == here.choices[name]


@pytest.mark.parametrize("model", catalog.names())
def test_every_place_of_every_model_comes_back_from_its_link(model):
    """Each step with its last cell, a head, a word; the other choices by turns."""
    text = catalog.examples(model)[0]
    trace = zoo.load(model).trace(text)
    words = [Follow(stream, index) for stream, names in follow.streams(trace).items() for index in range(len(names))]
    for k, name in enumerate(trace):
        last = tuple(np.array(trace[name].shape) - 1)
        at = cell_of(trace[name], last, visible_columns(trace[name], trace)) if last and min(last) >= 0 else None
        place = Place(name, k % 9 or None, at, words[k % len(words)] if words else None)
        here = Location(lang=CHOICES["lang"][k % 3], model=model, text=text, depth=CHOICES["depth"][k % 4],
                        edits=to_text((Skip(name),)), tour="1" * (k % 2), place=place,
                        choices={parameter(f"{name} 1"): place.text(Place())})
        assert opened(link_of(here)) == here, name
        assert Place.from_text(place.text(Place())) == place._replace(follow=None), name


def test_what_is_as_at_first_is_not_in_a_link():
    assert Location().format() == {} and Place("a", 1, Cell("A", 0, 1, 2)).text(Place("a", 1, Cell("A", 0, 1, 2))) == ""
    assert set(Place().parameters().values()) == {""}


def test_the_bar_binds_what_makes_an_entry_of_the_history():
    assert set(ENTRIES) == {*CHOICES, "text", "edits"}


@pytest.mark.parametrize("at", [Cell("encoder.0.weights", None, 0, 3), Cell("a@b", 2, 11, 0), Cell("权重 A", 0, 1, 1)])
def test_a_cell_survives_its_text(at):
    assert cell_from_text(cell_to_text(at)) == at


@pytest.mark.parametrize("garbage", ["", "@", "A@", "A@1", "A@1.2.3.4", "A@-1.2", "A@1.x", "@1.2", "A@1.9999999",
                                     "A@٣.٤", None, 7, [], "A@1.2\n"])
def test_garbage_is_no_cell(garbage):
    assert cell_from_text(garbage) is None


@pytest.mark.parametrize("garbage", ["", "a", ".1", "a.", "a.-1", "a.1.x", "a.٣", "a." + "9" * 99])
def test_garbage_is_no_word(garbage):
    assert follow_from_text(garbage) is None


@pytest.mark.parametrize("head", ["", "-1", "1.5", "x", "٣", "9" * 9, "None", " 1"])
def test_garbage_is_no_head(head):
    assert Location.parse({"head": head}) == Location() and Place.from_text(f"head.{head}") == Place()
