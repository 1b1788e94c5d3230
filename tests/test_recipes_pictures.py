"""Laws of the recipes for pictures, and what their checkpoints reach; each number is measured again."""

import re

import numpy as np
import pytest
import torch
from sampling import close, generic

from core import catalog, train, zoo
from core.data import digits, scenes
from core.equations import matching
from core.experiments import data_scale, mask_ratio
from core.recipes import masked_digits
from core.recipes import scenes as detection
from core.recipes.digits import accuracy
from core.subjects.abilities import of

NAMES = ["vit-digits", "mae-digits", "marks-nonlocal", "marks-plain", "detr-scenes-early", "detr-scenes"]
every_model = pytest.mark.parametrize("name", NAMES)


@every_model
def test_a_recipe_builds_what_its_subject_reads_and_its_loss_can_be_made_smaller(name):
    torch.manual_seed(0)
    recipe = train.RECIPES[name]
    task = recipe.task()
    weights = {key: value.detach().clone() for key, value in task.model.state_dict().items()}
    subject = zoo.build(name, task.about, weights)
    assert subject.abilities == of(task.about) and subject.abilities.languages == ()
    task.model.eval()
    batch = next(task.batches)
    before = recipe.loss(task.model, batch)
    before.backward()
    assert all(p.grad is not None and p.grad.isfinite().all() for p in task.model.parameters())
    with torch.no_grad():
        for p in task.model.parameters():
            p -= 1e-4 * p.grad
        assert recipe.loss(task.model, batch) < before


@every_model
def test_a_checkpoint_tells_what_is_measured_again(name):
    subject, recipe = zoo.load(name), train.RECIPES[name]
    about = catalog.about(name)
    assert recipe.metrics(subject) == about["metrics"]
    assert about["parameters"] == sum(p.numel() for p in subject.model.parameters())
    assert about["command"] == f"python -m core.train {name}"
    assert (about["recipe"]["steps"], about["recipe"]["seed"]) == (recipe.steps, recipe.seed)


def test_what_the_checkpoints_reach():
    metrics = {name: catalog.about(name)["metrics"] for name in NAMES}
    assert metrics["vit-digits"]["accuracy"]["test"] >= 97.5
    assert metrics["marks-nonlocal"]["accuracy"] >= 95 and metrics["marks-plain"]["accuracy"] < 65
    assert metrics["detr-scenes"]["map_50"] >= 0.95 > metrics["detr-scenes-early"]["map_50"]
    error = metrics["mae-digits"]["mean_squared_error"]
    assert metrics["mae-digits"]["hidden_ratio"] == 0.75
    assert error["model"] < 0.65 * error["mean_picture"] and error["model"] < 0.75 * error["nearest_picture"]


def numbers(data) -> list[float]:
    """All numbers of a JSON."""
    if isinstance(data, dict | list):
        return [x for part in (data.values() if isinstance(data, dict) else data) for x in numbers(part)]
    return [float(data)]


def test_the_readme_tells_what_the_checkpoints_of_pictures_tell():
    text = (catalog.CHECKPOINTS.parents[1] / "README.md").read_text("utf-8")
    table = re.findall(r"^\| `([\w-]+)` \| ([\d,]+) \| ([^|]+) \|$", text, re.M)
    assert sorted(name for name, _, _ in table) == sorted(NAMES)
    for name, parameters, measured in table:
        assert int(parameters.replace(",", "")) == catalog.about(name)["parameters"]
        printed = {float(n) for n in re.findall(r"(?<![@.\d])\d+(?:\.\d+)?", measured)}
        assert printed <= set(numbers(catalog.about(name)["metrics"]))


def test_the_checkpoints_are_small():
    assert sum((catalog.CHECKPOINTS / f"{name}.safetensors").stat().st_size for name in NAMES) < 5e6


def test_a_classifier_names_its_examples():
    subject = zoo.load("vit-digits")
    answers = [subject.answer(given)[0] for given in subject.examples]
    assert sum(name == str(digit) for digit, (name, _) in enumerate(answers)) >= 9
    assert all(0 < p <= 1 for _, p in answers)


def test_a_detector_finds_the_shapes_of_its_examples():
    subject = zoo.load("detr-scenes")
    for given in subject.examples:
        trace, by_slot = subject.trace(given), {slot.slot: slot for slot in subject.answer(given)}
        match = trace["matching.matched"].value.tolist()
        assert [by_slot[slot].kind for slot in match] == [shape.kind for shape in subject.read(given)]
        near = matching.overlaps(trace["heads.box.boxes"].values[-1][match], trace["boxes"].value).diagonal()
        assert (near > 0.5).all()
    trace = subject.trace(subject.examples[0])
    assert trace["matching.matched"].shape == (2,) and trace["heads.box.boxes"].shape == (3, 8, 4)


def test_a_reader_of_marks_looks_at_the_far_twin():
    subject = zoo.load("marks-nonlocal")
    given = subject.examples[0]
    assert [likely > 0.5 for _, _, likely in subject.answer(given)] == [True, True, False, False]
    assert "block.weights" in subject.trace(given) and "block.weights" not in zoo.load("marks-plain").trace(given)


def test_an_autoencoder_keeps_what_is_visible():
    subject = zoo.load("mae-digits")
    given = f"{subject.examples[3]} 50 7"
    masked = subject.read(given)
    assert (masked.ratio, masked.seed) == (0.5, 7)
    trace, painted = subject.trace(given), subject.answer(given)
    hidden = trace["masking.hidden"].value
    assert hidden.sum() == 8 and np.array(painted).shape == (8, 8)
    assert torch.equal(trace["pasted"].value[~hidden], trace["patches"].value[~hidden])
    assert subject.answer(given) == painted
    for wrong in (f"{subject.examples[3]} 96", f"{subject.examples[3]} 75 3 1", f"{subject.examples[3]} x", ""):
        with pytest.raises(ValueError, match=r"^[A-Z].*\.$"):
            subject.read(wrong)


def test_the_loss_of_one_scene_in_training_is_the_one_of_its_trace():
    model = generic(train.RECIPES["detr-scenes"].task().model)
    scene = scenes.read("circle red 4 30 16 16; triangle blue 40 8 20 14")
    pictures, classes, boxes = detection.read([scene])
    pictures, boxes = pictures.double(), [b.double() for b in boxes]
    for together, alone in zip(model(pictures), model(pictures[0])):
        ours = detection.layer_loss(model.matching, together, classes, boxes, len(scene))
        assert close(ours, model.matching(*alone, classes[0], boxes[0]))


def test_average_precision_of_hand_cases():
    one = np.array([0])

    def scene(*answers):  # (probability of the class, IoU with the only object)
        return np.array([[p] for p, _ in answers]), np.array([[iou] for _, iou in answers]), one

    assert detection.mean_average_precision([scene((.9, .8))], .5) == 1
    assert detection.mean_average_precision([scene((.9, .8))], .85) == 0
    assert detection.mean_average_precision([scene((.9, .1), (.8, .8))], .5) == .5  # the wrong one was surer
    assert detection.mean_average_precision([scene((.9, .8), (.8, .9))], .5) == 1  # found once, and again: too late
    assert detection.mean_average_precision([scene((.9, .8)), scene((.7, .2))], .5) == .5  # one of two is never found


def test_an_experiment_of_shares_trains_on_its_share():
    accuracy_of_few = data_scale.trained("mlp", data_scale.SHARES[0], data_scale.SEEDS[0])
    assert accuracy_of_few == data_scale.trained("mlp", data_scale.SHARES[0], data_scale.SEEDS[0])
    assert 60 < accuracy_of_few < data_scale.trained("mlp", 1.0, data_scale.SEEDS[0])


def test_what_is_frozen_is_probed_and_what_is_tuned_learns():
    images, labels = (torch.from_numpy(x) for x in digits.share(mask_ratio.LABELLED, 1))
    model = zoo.load("mae-digits").model
    fresh = train.RECIPES["mae-digits"].task().model
    assert mask_ratio.linear_probe(model, images, labels) > mask_ratio.linear_probe(fresh, images, labels) > 10


def test_errors_are_those_of_hidden_pixels_alone():
    class Right(torch.nn.Module):
        side = 2

        def forward(self, images, noise, ratio):
            x_p = masked_digits.vision.patches(images, 2)
            hidden = noise > 0.5
            return x_p, torch.where(hidden.unsqueeze(-1), x_p, 9.0), hidden

    assert masked_digits.errors(Right(), 0.5)["mean_squared_error"]["model"] == 0


def test_accuracy_is_a_percentage():
    class Says(torch.nn.Module):
        def forward(self, images):
            return torch.nn.functional.one_hot(torch.zeros(len(images), 1, dtype=torch.int64), 10).float()

    assert accuracy(Says(), *digits.part("test")) == 10.0
