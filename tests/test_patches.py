"""Where patches of a picture are labels, they are seen: thumbnails in every walkthrough and machine of such a model."""

import json

import numpy as np
import pytest
from unpacking import unpack

from core import catalog, zoo
from core.subjects.picture import patches
from pages.components.cell.packing import packed
from pages.components.machine import pack
from pages.components.stage.run import run
from pages.components.thumbnails import MOST, smaller, thumbnails

SEEING = catalog.names(reads="picture")


def traced(name):
    return zoo.load(name).trace(catalog.examples(name)[0])


@pytest.mark.parametrize("name", SEEING)
def test_the_patches_put_side_by_side_are_the_picture(name):
    trace = traced(name)
    by_label, image = patches(trace), trace["picture"].value.numpy()
    places = {tuple(map(int, label.split(","))): patch for label, patch in by_label.items()}
    if not by_label:  # no axis of this model runs along places
        assert not any(label for step in trace.values() for labels in step.labels for label in labels or ()
                       if label == "1,1")
        return
    rows, columns = map(max, zip(*places))
    whole = np.block([[[places[i, j]] for j in range(1, columns + 1)] for i in range(1, rows + 1)])
    assert np.array_equal(whole, image)


@pytest.mark.parametrize("name", SEEING)
def test_board_and_machine_bring_the_thumbnails(name):
    trace = traced(name)
    wanted = thumbnails(trace)
    header, _ = unpack(run(name, catalog.examples(name)[0], "en", "light", (), "base").packed.data(()))
    packed = pack(trace, trace.plan)
    assert header.get("patches", {}) == wanted
    assert json.loads(packed[4:4 + int.from_bytes(packed[:4], "little")])["patches"] == wanted
    for columns, colours in wanted.values():
        assert columns <= MOST and len(colours) % (6 * columns) == 0


@pytest.mark.parametrize("name", catalog.names(reads="sentence"))
def test_a_model_of_words_has_none(name):
    assert thumbnails(traced(name)) == {}


@pytest.mark.parametrize("shape", [(2, 2, 1), (8, 8, 3), (16, 16, 3), (24, 20, 1), (9, 30, 3)])
def test_a_large_patch_is_averaged(shape):
    patch = np.random.default_rng(0).random(shape)
    small = smaller(patch)
    assert max(small.shape[:2]) <= MOST and small.shape[2] == shape[2]
    if all(size % small.shape[axis] == 0 for axis, size in enumerate(shape)):
        assert np.allclose(small.mean((0, 1)), patch.mean((0, 1)))


def test_a_cell_shows_the_patches_that_its_place_names():
    trace = traced("vit-digits")
    name = "encoder.0.self_attention.weights"
    data = packed(trace, name, (0, 5, 0), trace.worked(name, (0, 5, 0)), colours={}, path=(), words={},
                  label_of=lambda *_: "")
    assert data["patches"] == [thumbnails(trace)[trace[name].labels[1][5]]]  # the other is the class token
