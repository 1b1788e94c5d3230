"""Laws of the pictures that models are trained on: digits, scenes of shapes, coloured marks."""

import numpy as np
import pytest

from core.data import digits, marks, scenes


def test_the_digits_are_scikit_learns():
    images, labels = digits.everything()
    assert images.shape == (1797, 8, 8, 1) and images.dtype == np.float32
    assert (images.min(), images.max()) == (0, 1) and (images * 16 == np.round(images * 16)).all()
    assert np.bincount(labels).tolist() == [178, 182, 177, 183, 181, 182, 181, 179, 174, 180]
    assert (images[0, 0, :, 0] * 16).tolist() == [0, 0, 5, 13, 9, 1, 0, 0] and labels[:5].tolist() == [0, 1, 2, 3, 4]


def test_test_and_training_digits_are_apart_and_always_the_same():
    split = digits.split()
    assert not set(split["test"]) & set(split["train"]) and len(split["test"]) + len(split["train"]) == 1797
    assert np.bincount(digits.part("test")[1]).tolist() == [36] * 10
    images, labels = digits.share(0.05, 3)
    assert len(images) == len(labels) and np.bincount(labels).min() >= 6
    assert {i.tobytes() for i in images} <= {i.tobytes() for i in digits.part("train")[0]}
    assert len(digits.share(1.0, 0)[0]) == len(split["train"])
    assert not np.array_equal(digits.share(0.05, 0)[0], images)


def test_a_moved_picture_keeps_what_stays_inside():
    images = digits.everything()[0][:3]
    moved = digits.moved(images, np.array([0, 1, -1]), np.array([0, 0, 1]))
    assert np.array_equal(moved[0], images[0]) and np.array_equal(moved[1, 1:], images[1, :-1])
    assert np.array_equal(moved[2, :-1, 1:], images[2, 1:, :-1]) and not moved[1, 0].any() and not moved[2, :, 0].any()


@pytest.mark.parametrize("data", [digits, scenes, marks])
def test_examples_are_read_as_they_are_written(data):
    for text in data.examples():
        read = data.read(text)
        assert data.written(*read if data is marks else (read,)) == text


@pytest.mark.parametrize(("data", "texts"), [
    (digits, ["", "0" * 63, "0" * 65, "h" * 64, "①" * 64, "<script>"]),
    (scenes, ["", "circle", "circle red 1 2 3", "circle red 60 60 20 20", "star red 4 4 9 9", "circle pink 4 4 9 9",
              "circle red 4 4 3 3", "circle red -4 4 9 9", "circle red 4 4 9 " + "9" * 5000, "circle red ٣ 4 9 9",
              "; ".join(["circle red 4 4 9 9"] * 5), "circle red 4.5 4 9 9"]),
    (marks, ["", "red", "red 16 0", "red 0 0; blue 0 0", "red 0 0; blue 00 0", "pink 0 0", "red ٣ 4",
             "red " + "9" * 5000 + " 1"])])
def test_what_cannot_be_read_is_answered_with_a_sentence(data, texts):
    for text in texts:
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            data.read(text)


def test_scenes_are_seeded_and_their_shapes_inside_and_apart():
    drawn = scenes.corpus(200, 3)
    assert drawn == scenes.corpus(200, 3) != scenes.corpus(200, 4)
    assert {len(scene) for scene in drawn} == {1, 2, 3, 4}
    for scene in drawn:
        boxes = scenes.boxes(scene)
        assert (boxes[:, :2] - boxes[:, 2:] / 2 >= 0).all() and (boxes[:, :2] + boxes[:, 2:] / 2 <= 1).all()
        assert (boxes[:, 2:] >= scenes.SMALLEST / scenes.SIDE).all()
        assert [scenes.KINDS[c] for c in scenes.classes(scene)] == [shape.kind for shape in scene]


@pytest.mark.parametrize("kind", scenes.KINDS)
def test_a_shape_fills_its_box_and_nothing_else(kind):
    shape = scenes.Shape(kind, "blue", 11, 20, 24, 15)
    ink = np.abs(scenes.picture([shape]) - scenes.GROUND).max(-1) > 0.01
    rows, columns = np.flatnonzero(ink.any(1)), np.flatnonzero(ink.any(0))
    assert (rows[0], rows[-1], columns[0], columns[-1]) == (20, 34, 11, 34)
    covered = ink.sum() / (24 * 15)
    assert {"rectangle": covered == 1, "circle": 0.75 < covered < 0.9, "triangle": 0.45 < covered < 0.65}[kind]


def test_a_mark_has_a_twin_if_its_colour_is_there_twice():
    places, colours = [(0, 0), (15, 15), (3, 4)], ["red", "red", "blue"]
    answer = marks.answers(places, colours)
    assert [answer[place] for place in places] == [marks.TWIN, marks.TWIN, marks.ALONE]
    assert (answer == marks.NO_MARK).sum() == 16 * 16 - 3
    picture = marks.picture(places, colours)
    assert np.allclose(picture[15, 15], marks.COLOURS["red"]) and np.allclose(picture[1, 1], marks.GROUND)


def test_marks_are_seeded_and_mostly_far_from_their_twins():
    pictures, answers = next(marks.batches(200, 5))
    again, _ = next(marks.batches(200, 5))
    assert np.array_equal(pictures, again) and pictures.shape == (200, 16, 16, 3)
    asked = answers != marks.NO_MARK
    assert (asked.sum((1, 2)) == 4).all()
    assert 0.5 < (answers[asked] == marks.TWIN).mean() < 0.65
