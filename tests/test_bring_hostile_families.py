"""Hostile checkpoints of every family: each ends in one sentence, before memory is spent, and nothing is left."""

import contextlib
import itertools
import json
import os
import pickle
import random
import re

import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file
from test_bring import brought, little_memory, models, mutate, refusal  # noqa: F401 (a fixture)
from test_bring_hostile import WEIGHTS, link, with_bytes
from test_brought_walk import KINDS, SCALED

from core import families
from core.families import pixels
from core.files import UnusableError

MUTATIONS = 30
FAMILIES = [name for name in KINDS if name not in ("tiny-mistral", "scaled-vit")]
PICTURES = [name for name in FAMILIES if "vit" in name or "mae" in name]


def made(name, path):
    """The small good checkpoint of a family, as a folder."""
    make, tokenizer, _ = KINDS[name]
    torch.manual_seed(0)
    make().save_pretrained(path)
    if tokenizer:
        (path / "tokenizer.json").write_text(tokenizer(), "utf-8")
    return path


def config(**changed):
    def spoil(path):
        settings = json.loads((path / "config.json").read_text())
        (path / "config.json").write_text(json.dumps(settings | changed))
    return spoil


def weights(change):
    def spoil(path):
        held = {name: value.copy() for name, value in load_file(path / WEIGHTS).items()}
        save_file(change(held), path / WEIGHTS)
    return spoil


def number(value):
    def change(held):
        held[max(held)].flat[0] = value
        return held
    return weights(change)


def layers(path):
    """10^9 layers, under the name that this family has for them."""
    settings = json.loads((path / "config.json").read_text())
    config(**{name: 10 ** 9 for name in settings if name in ("n_layer", "num_hidden_layers", "encoder_layers")})(path)


def wider(path):
    """Rows of another width than the tensors have."""
    settings = json.loads((path / "config.json").read_text())
    config(**{name: 48 for name in settings if name in ("n_embd", "hidden_size", "d_model")})(path)


CASES = {
    "pickle": (with_bytes(WEIGHTS, lambda data: pickle.dumps({"weight": [1.0] * 1000})), "pickle"),
    "truncated": (with_bytes(WEIGHTS, lambda data: data[:-1]), "cut"),
    "NaN": (number(np.nan), "finite"),
    "infinite": (number(np.inf), "finite"),
    "10^9 layers": (layers, "1,?000"),
    "shapes that do not fit": (wider, "shape|48"),
    "a tensor missing": (weights(lambda held: dict(sorted(held.items())[1:])),
                         "missing|no tensor|lacks|classes|no place"),
    "a tensor too many": (weights(lambda held: held | {"more.weight": np.ones(3, np.float32)}), "more"),
    "a field of which nothing is known": (config(own_trick=3), "own_trick"),
    "another family": (config(model_type="own-code"), "own-code"),
    "weights by link": (link(WEIGHTS, None), "link"),
    "config by link": (link("config.json", "/etc/passwd"), "link"),
}
PIXELS = {
    "a field of which nothing is known": (SCALED | {"tint": 1}, "tint"),
    "another size": (SCALED | {"size": {"height": 99, "width": 12}}, "image_size"),
    "cut from a larger one": (SCALED | {"do_center_crop": True, "crop_size": 8}, "crop_size"),
    "another way to resize": (SCALED | {"resample": 1}, "resample"),
    "padded": (SCALED | {"do_pad": True}, "do_pad"),
    "a deviation of 0": (SCALED | {"image_std": [0.5, 0, 0.5]}, "image_std"),
    "a negative factor": (SCALED | {"rescale_factor": -1}, "rescale_factor"),
    "an endless factor": (SCALED | {"rescale_factor": 10 ** 400}, "rescale_factor"),
    "too few channels": (SCALED | {"image_mean": [0.5]}, "image_mean"),
    "a mean of text": (SCALED | {"image_mean": "abc"}, "image_mean"),
    "a switch of 1": (SCALED | {"do_normalize": 1}, "do_normalize"),
    "another processor": (SCALED | {"image_processor_type": "OwnProcessor"}, "OwnProcessor"),
    "a list": ([], "object"),
    "no JSON": (None, "JSON"),
}


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("name", CASES)
def test_a_hostile_folder_of_any_family_ends_in_a_sentence(family, name, tmp_path, models):  # noqa: F811
    spoil, word = CASES[name]
    path = made(family, tmp_path / "hostile")
    spoil(path)
    assert re.search(word, sentence := refusal(path, models)), sentence


STRANGE = (None, True, 0, -1, 0.5, 10 ** 400, float("nan"), "text", [], ["text"], {}, {"text": []})


@pytest.mark.parametrize("family", FAMILIES)
def test_any_value_of_any_field_is_honoured_or_refused(family, tmp_path):
    path = made(family, tmp_path / "strange")
    settings = json.loads((path / "config.json").read_text())
    shapes = {name: value.shape for name, value in load_file(path / WEIGHTS).items()}
    fields = {*settings, "head_dim", "rope_scaling", "rope_parameters", "layer_types", "sliding_window"}
    strange = [{field: value} for field, value in itertools.product(fields, STRANGE)]
    strange += [{"rope_parameters": {"rope_theta": value}} for value in STRANGE]
    strange += [{"rope_parameters": None, "rope_theta": value} for value in STRANGE]
    for changed in [settings | one for one in strange]:
        with contextlib.suppress(families.RefusedError):
            families.check(changed, shapes)


@pytest.mark.parametrize("family", [name for name in FAMILIES if name not in PICTURES])
def test_a_model_of_words_without_a_tokenizer_is_refused(family, tmp_path, models):  # noqa: F811
    path = made(family, tmp_path / "hostile")
    (path / "tokenizer.json").unlink()
    assert "tokenizer.json" in refusal(path, models)


@pytest.mark.parametrize("family", ["tiny-vit", "tiny-mae"])
@pytest.mark.parametrize("name", PIXELS)
def test_what_cannot_be_done_to_pixels_is_refused_by_name(family, name, tmp_path, models):  # noqa: F811
    settings, word = PIXELS[name]
    path = made(family, tmp_path / "hostile")
    (path / pixels.FILE).write_text("{" if settings is None else json.dumps(settings))
    assert word in refusal(path, models)


def test_a_preprocessor_is_read_within_limits_and_only_from_the_folder(tmp_path, models):  # noqa: F811
    path = made("tiny-vit", tmp_path / "hostile")
    (path / pixels.FILE).symlink_to("/etc/passwd")
    assert "link" in refusal(path, models)
    (path / pixels.FILE).unlink()
    (path / pixels.FILE).write_text(" " * 2_000_000 + "{}")
    assert "more than" in refusal(path, models)


@pytest.mark.parametrize("family", FAMILIES)
def test_random_mutations_end_in_a_model_or_in_one_sentence(family, tmp_path, models):  # noqa: F811
    dice, whole = random.Random(family), made(family, tmp_path / "whole")
    if family == "scaled-mae":
        (whole / pixels.FILE).write_text(json.dumps(SCALED))
    for number_ in range(MUTATIONS):
        path = tmp_path / f"mutant-{number_}"
        path.mkdir()
        for file in whole.iterdir():
            (path / file.name).write_bytes(file.read_bytes())
        mutate(path, dice)
        try:
            with little_memory():
                folder = brought(path)
        except UnusableError:
            refusal(path, models)
        else:
            held = load_file(folder / WEIGHTS).values()
            assert all(np.isfinite(value).all() for value in held)
            for file in folder.iterdir():
                os.remove(file)
            folder.rmdir()
