"""Matching, boxes and places of DETR in numbers. EXHIBITS N3-15 to N3-18."""

import copy
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from core.equations import attention as equations
from core.equations import matching, set_loss
from core.experiments.positions import plane
from core.models.detr import Matching, PlacedAttention
from core.steps import Trace
from core.subjects.picture import PictureReader


class Assigned(NamedTuple):
    """The slot of each object, and what all of them cost together."""

    slots: tuple[int, ...]
    total: float


def best_and_greedy(costs: Tensor) -> tuple[Assigned, Assigned]:
    """The matching, and what becomes of it if the cheapest pair is taken first, again and again. costs (slots, M)."""
    best = matching.matched(costs).tolist()
    left, greedy = costs.clone(), [0] * costs.shape[1]
    for _ in greedy:
        slot, thing = divmod(int(left.argmin()), costs.shape[1])
        greedy[thing] = slot
        left[slot], left[:, thing] = math.inf, math.inf
    return tuple(Assigned(tuple(slots), float(sum(costs[s, j] for j, s in enumerate(slots))))
                 for slots in (best, greedy))


def nothing_share(slots: int, objects: int, weight: float) -> float:
    """The part of the class loss that slots without an object have while all slots are equally unsure."""
    empty = weight * (slots - objects)
    return empty / (empty + objects)


class Pair(NamedTuple):
    """Two boxes as centre x, centre y, width, height: what each measure says, and where GIoU pulls the first box."""

    distance: float
    overlap: float
    generalized: float
    pull: tuple[float, ...]


def box_agreement(first: tuple[float, ...], second: tuple[float, ...]) -> Pair:
    """L1, IoU, GIoU of two boxes and the gradient of GIoU by the first. ValueError for a box without a size."""
    if min(*first[2:], *second[2:]) <= 0:
        raise ValueError("A box must have a width and a height above 0.")
    a = torch.tensor([first], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([second], dtype=torch.float64)
    generalized = matching.generalized_overlaps(a, b)
    generalized.sum().backward()
    return Pair(matching.distances(a, b).item(), matching.overlaps(a, b).item(), generalized.item(),
                tuple(a.grad[0].tolist()))


PAIRS = {"near": ((.5, .5, 1, 1), (2.5, .5, 1, 1)), "far": ((.5, .5, 1, 1), (10.5, .5, 1, 1)),
         "inside": ((.5, .5, 1, 1), (.5, .5, .5, .5))}
"""Two squares with a gap of 1 between them, with a gap of 9, and one inside the other. EXHIBITS N3-18."""


def scaled(pair: Sequence[Sequence[float]], by: float) -> list[tuple[float, ...]]:
    """The same boxes in a scene that is so many times as large."""
    return [tuple(by * n for n in box) for box in pair]


def place_similarity(height: int, width: int, d_model: int) -> Tensor:
    """Inner products of the places of a plane, unnormalized: (H, W, H, W). It is a part by rows plus one by columns."""
    rows = plane(height, width, d_model, 10000.0).flatten(0, 1)
    return (rows @ rows.T).reshape(height, width, height, width)


def frequencies(count: int, features: int) -> list[float]:
    """The first ``count`` angular frequencies of positions with this many features, 10000^(-2 i / features) (R80)."""
    return [10000 ** (-2 * i / features) for i in range(count)]


def with_equal_slots(subject: PictureReader, scene) -> Trace:
    """The trace of a scene when every slot asks what the first asks; the subject's own model is not changed."""
    model = copy.deepcopy(subject.model)
    model.object_queries = torch.nn.Parameter(model.object_queries[:1].expand_as(model.object_queries).clone(), False)
    return replace(subject, model=model).traced(scene)


class Losses(NamedTuple):
    """One layer's loss of a scene: as N3 prints it, with the weight of "no object", and as in DETR's code (R81)."""

    literal: float
    weighted: float
    code: float


def losses(probabilities: Tensor, boxes: Tensor, classes: Tensor, wanted: Tensor, weight: float) -> Losses:
    """Answers (N_q, C + 1), (N_q, 4) against classes (M,) and boxes (M, 4); lambdas 5 and 2."""
    nothing = probabilities.shape[-1] - 1
    rules = Matching(nothing, weight=weight)
    costs, distances, overlaps = rules.costs(probabilities, boxes, classes, wanted)
    match = matching.matched(costs)
    right = matching.wanted_classes(match, classes, len(boxes), nothing)
    scores = probabilities.log()
    by_box = set_loss.box_losses(distances, overlaps, match, rules.by_distance, rules.by_overlap)
    slots = {w: set_loss.slot_losses(scores, right, nothing, w) for w in (1.0, weight)}
    code = set_loss.set_loss(set_loss.class_loss(slots[weight], right, nothing, weight), set_loss.box_loss(by_box))
    return Losses(float(slots[1.0].sum() + by_box.sum()), float(slots[weight].sum() + by_box.sum()), float(code))


def hand_case() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Three slots and two objects to reckon by hand: probabilities, boxes, classes, wanted boxes. FIDELITY T68."""
    probabilities = torch.tensor([[.6, .3, .1], [.5, .1, .4], [.2, .2, .6]], dtype=torch.float64)
    boxes = torch.tensor([[.25, .25, .2, .2], [.3, .3, .2, .2], [.7, .7, .4, .4]], dtype=torch.float64)
    return probabilities, boxes, torch.tensor([0, 1]), torch.tensor([[.3, .3, .2, .2], [.7, .6, .4, .4]]).double()


def split_similarity(height: int, width: int, d_model: int, at: tuple[int, int]) -> tuple[Tensor, Tensor, Tensor]:
    """How alike one place of a plane is to all others: the part of its row, that of its column, the whole. (H, W)."""
    codes, half = plane(height, width, d_model, 10000.0), d_model // 2
    one = codes[at]
    return codes[..., :half] @ one[:half], codes[..., half:] @ one[half:], codes @ one


def values_too(trace: Trace, attention: PlacedAttention, path: str) -> float:
    """How far an attention's output moves, at most, if places are added to its values as well (R83)."""
    x = next(trace[name].value for name in trace[f"{path}.placed_keys"].inputs if not name.startswith("places"))
    A = trace[f"{path}.weights"].value
    V = equations.values(x + trace["places.flattened"].value, attention.W_V, attention.b_V)
    moved = equations.output(equations.concat(equations.head_outputs(A, V)), attention.W_O, attention.b_O)
    return float((moved - trace[f"{path}.output"].value).abs().max())
