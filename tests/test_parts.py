"""A board's pictures come in parts: what lies in which, and who may fetch them."""

import gc

import numpy as np
import pytest
from house import run
from starlette.requests import Request
from unpacking import unpack

from core import blocks, zoo
from pages.components import parts
from pages.components.board import Frame, Later, Picture, packing, payload
from pages.components.board.packing import PART
from pages.components.stage import drawing


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
        assert len(sent) <= part or any(names <= set(frame["pictures"]) for frame in header["frames"])
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
