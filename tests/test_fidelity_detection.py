"""Detection against hand cases, brute force and torch's own layers: FIDELITY T68-T72, and DETR's blocks."""

import itertools

import numpy as np
import pytest
import torch
from sampling import close, generic, random
from scipy.optimize import linear_sum_assignment
from torch import nn
from torch_weights import copy_attention

from core.equations import convolution, detection, matching, set_loss
from core.models.detr import DETR, Matching, PlacedAttention

BOXES = torch.tensor([[.25, .25, .2, .2], [.3, .3, .2, .2], [.7, .7, .4, .4]], dtype=torch.float64)
WANTED = torch.tensor([[.3, .3, .2, .2], [.7, .6, .4, .4]], dtype=torch.float64)
P = torch.tensor([[.6, .3, .1], [.5, .1, .4], [.2, .2, .6]], dtype=torch.float64)
CLASSES, NOTHING = torch.tensor([0, 1]), 2


def test_t68_costs_match_and_losses_of_the_hand_case():
    costs, distances, overlaps = Matching(NOTHING).costs(P, BOXES, CLASSES, WANTED)
    assert close(distances, [[.1, 1.2], [0, 1.1], [1.2, .1]])
    assert close(overlaps, [[.3113, -.5897], [1, -.5238], [-.5918, .6]], 1e-4)
    assert close(costs, [[-.7226, 6.8795], [-2.5, 6.4476], [6.9837, -.9]], 1e-4)
    match = matching.matched(costs)
    assert match.tolist() == [1, 2] and close(costs[match, [0, 1]].sum(), -3.4)
    right = matching.wanted_classes(match, CLASSES, 3, NOTHING)
    assert right.tolist() == [NOTHING, 0, 1]
    boxes = set_loss.box_losses(distances, overlaps, match, 5.0, 2.0)
    assert close(boxes.sum(), 1.3, 1e-4)
    for weight, classes, total in ((1.0, 4.6052, 5.9052), (.1, 2.5328, 3.8328)):
        slots = set_loss.slot_losses(P.log(), right, NOTHING, weight)
        assert close(slots.sum(), classes, 1e-4) and close(slots.sum() + boxes.sum(), total, 1e-4)
        code = {1.0: 2.1851, .1: 1.8561}[weight]
        ours = set_loss.set_loss(set_loss.class_loss(slots, right, NOTHING, weight), set_loss.box_loss(boxes))
        assert close(ours, code, 1e-4)
        assert close(Matching(NOTHING, weight=weight)(P.log(), P, BOXES, CLASSES, WANTED), code, 1e-4)


@pytest.mark.parametrize(("a", "b", "wanted"), [
    ((0, 0, 2, 2), (0, 0, 2, 2), 1), ((0, 0, 2, 2), (1, 1, 3, 3), -.079365), ((0, 0, 1, 1), (1, 0, 2, 1), 0),
    ((0, 0, 1, 1), (2, 0, 3, 1), -1 / 3), ((0, 0, 1, 1), (10, 0, 11, 1), -.818182),
    ((0, 0, 1, 1), (9, 9, 10, 10), -.98), ((0, 0, 4, 4), (1, 1, 3, 3), .25)])
def test_t69_generalized_overlaps_of_hand_cases(a, b, wanted):
    boxes = [torch.tensor([[(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1]], dtype=torch.float64)
             for x1, y1, x2, y2 in (a, b)]
    assert close(matching.generalized_overlaps(*boxes), [[wanted]], 1e-6)
    assert close(matching.generalized_overlaps(*boxes[::-1]), [[wanted]], 1e-6)
    if wanted == .25:
        assert close(matching.overlaps(*boxes), [[.25]])
    if wanted < -.1:
        assert matching.overlaps(*boxes) == 0


def test_a_scene_ten_times_smaller_has_the_same_overlaps_and_a_tenth_of_the_distance():
    for scale in (1.0, 0.1):
        assert close(matching.generalized_overlaps(BOXES * scale, WANTED * scale),
                     matching.generalized_overlaps(BOXES, WANTED))
        assert close(matching.distances(BOXES * scale, WANTED * scale), scale * matching.distances(BOXES, WANTED))


def test_t70_the_matching_is_the_best_of_all():
    for seed in range(200):
        costs = random(5, 5, seed=seed)
        best = min(sum(costs[s, j] for j, s in enumerate(slots)) for slots in itertools.permutations(range(5)))
        assert close(costs[matching.matched(costs), range(5)].sum(), best, 1e-12)
    costs = torch.tensor([[1, 2], [1.5, 10]])
    match = matching.matched(costs)
    assert costs[match, [0, 1]].sum() == 3.5 and match.tolist() == [1, 0]
    with pytest.raises(ValueError, match="cannot answer for"):
        matching.matched(torch.zeros(2, 3))


@pytest.mark.parametrize("scale", [1.0, 1e-30, 1e37])
@pytest.mark.parametrize("even", [False, True], ids=["apart", "equal costs"])
def test_the_matching_costs_what_scipys_does(even, scale):
    for seed in range(150):
        objects = 1 + seed % 12
        costs = random(objects + seed % 7, objects, seed=seed).double()
        costs = (costs.round() if even else costs) * scale
        match, (slots, order) = matching.matched(costs), linear_sum_assignment(costs)
        assert len(set(match.tolist())) == objects
        assert close(costs[match, range(objects)].sum() / scale, costs[slots, order].sum() / scale, 1e-9)
    with pytest.raises(ValueError, match="not finite"):
        matching.matched(costs.index_fill(0, torch.tensor([0]), torch.nan))


def test_t72_slots_with_the_same_query_say_the_same():
    model, picture = generic(DETR(3, 4, 2, 8, 2, 1, 2, 6)), random(10, 13, 2)
    scores, _, boxes = model(picture)[-1]
    assert (scores - scores[:1]).abs().max() > 1e-3
    model.object_queries.data = model.object_queries[:1].repeat(4, 1)
    scores, _, boxes = model(picture)[-1]
    assert close(scores, scores[:1].expand(4, -1), 1e-12) and close(boxes, boxes[:1].expand(4, -1), 1e-12)


def test_t08_places_in_the_plane_are_detrs():
    """Against DETR's code in NumPy: cumulative positions scaled to 2 pi, y first, sine and cosine in turn."""
    height, width, d = 7, 9, 16
    ours = detection.plane_positions(random(height, width, d), 10000.0).numpy()
    omega = 10000 ** (2 * (np.arange(d // 2) // 2) / (d // 2))
    for y, x in itertools.product(range(height), range(width)):
        halves = []
        for place, size in ((y, height), (x, width)):
            angle = (place + 1) / (size + 1e-6) * 2 * np.pi / omega
            halves.append(np.stack((np.sin(angle[0::2]), np.cos(angle[1::2])), -1).reshape(-1))
        assert close(ours[y, x], np.concatenate(halves))


def test_places_are_added_to_queries_and_keys_but_not_to_values():
    attention = generic(PlacedAttention(8, 2))
    x, x_places, memory, places = random(5, 8), random(5, 8, seed=1), random(7, 8, seed=2), random(7, 8, seed=3)
    theirs = nn.MultiheadAttention(8, 2, batch_first=True).double()
    copy_attention(attention, theirs)
    ours = attention(x, x_places, memory, places)
    assert close(ours, theirs(x + x_places, memory + places, memory)[0])
    assert (ours - theirs(x + x_places, memory + places, memory + places)[0]).abs().max() > 1e-2  # R83


@pytest.mark.parametrize(("kernel", "stride"), [(3, 1), (3, 2), (1, 1), (5, 3)])
def test_a_convolution_is_torchs(kernel, stride):
    theirs = nn.Conv2d(3, 4, kernel, stride, kernel // 2).double()
    picture = random(2, 8, 7, 3)
    ours = convolution.convolved(picture, theirs.weight, theirs.bias, stride)
    assert close(ours, theirs(picture.permute(0, 3, 1, 2)).permute(0, 2, 3, 1))


def test_a_batch_says_what_each_of_its_pictures_says():
    model, pictures = generic(DETR(3, 4, 2, 8, 2, 1, 2, 6)), random(2, 9, 9, 2)
    for together, *alone in zip(model(pictures)[-1], *(model(p)[-1] for p in pictures)):
        assert close(together, torch.stack(alone))
