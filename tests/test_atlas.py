"""The atlas of heads: every attention of every model is in it, and its thumbnails are the weights."""

import numpy as np
import pytest
import torch

from core import catalog, zoo
from core.experiments import layer_by_layer
from core.step import SIDE, reduced
from pages.components.head_grid import pack

NAMES = [name for name in catalog.names() if catalog.abilities(name).network == "transformer"]


@pytest.mark.parametrize("name", NAMES)
def test_the_atlas_holds_the_weights_of_every_head(name):
    subject = zoo.load(name)
    trace = subject.trace(subject.examples[0])
    spec, thumbnails = pack(trace)
    wanted = [step for step in trace if step.endswith("attention.weights")]
    assert [site["step"] for site in spec["sites"]] == wanted and wanted
    at = 0
    for site in spec["sites"]:
        rows, columns = site["drawn"]
        pixels = np.frombuffer(thumbnails, np.uint8, site["heads"] * rows * columns, at)
        at += len(pixels)
        whole = trace[site["step"]].value
        error = pixels.reshape(site["heads"], rows, columns) / 255 - reduced(whole).numpy()
        assert np.abs(error).max() <= 0.5 / 255 + 1e-6
        assert site["size"] == list(whole.shape[1:]) and len(site["kinds"]) == site["heads"]
        assert not site["rows"] or [len(site["rows"]), len(site["columns"])] == site["size"]
    assert at == len(thumbnails)


def test_a_large_picture_keeps_the_largest_weight_of_each_part():
    weights = torch.softmax(3 * torch.randn(2, 300, 131, generator=torch.Generator().manual_seed(0)), -1)
    small = reduced(weights)
    assert small.shape == (2, SIDE, SIDE) and torch.equal(small.amax((1, 2)), weights.amax((1, 2)))


@pytest.mark.parametrize("name", [name for name in NAMES if catalog.abilities(name).can_continue])
def test_after_the_last_layer_the_model_says_what_it_says(name):
    subject = zoo.load(name)
    given = subject.examples[0]
    trace = subject.trace(given)
    shares = layer_by_layer.shares_of_words(trace)
    for row in (0, layer_by_layer.row_to_read(subject, given, trace), shares.shape[0] - 1):
        says, following = (one(subject, trace, row) for one in (layer_by_layer.says, layer_by_layer.following))
        assert len(says) == len(subject.model.decoder)
        assert says[-1][0] == following[0][0] and abs(says[-1][1] - following[0][1]) < 1e-5
        assert following[0][1] == float(shares.value[row].max())


@pytest.mark.browser
def test_a_square_that_is_entered_opens_the_computation_of_its_own_head(visit):
    visit.open("atlas", lang="en").page.locator(".head-grid canvas").focus()
    visit.page.keyboard.press("ArrowRight")
    visit.page.keyboard.press("ArrowDown")
    visit.page.locator(".head-grid h3", has_text="head 2").wait_for()
    visit.still().page.keyboard.press("Enter")
    visit.until("$.layout.boxes.at(-1)?.panels[0]?.index === 1")
    assert "step=encoder.1.self_attention.weights" in visit.still().page.url
