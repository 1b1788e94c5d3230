"""Matching, boxes and places of DETR in numbers. EXHIBITS N3-15 to N3-18."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from core.equations import matching, variants
from core.models.detr import DETR


@dataclass(frozen=True)
class Assigned:
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


@dataclass(frozen=True)
class Pair:
    """Two boxes as centre x, centre y, width, height: what each measure says, and where GIoU pulls the first box."""

    distance: float
    overlap: float
    generalized: float
    pull: tuple[float, ...]


def compared(first: tuple[float, ...], second: tuple[float, ...]) -> Pair:
    """L1, IoU, GIoU of two boxes and the gradient of GIoU by the first. ValueError for a box without a size."""
    if min(*first[2:], *second[2:]) <= 0:
        raise ValueError("A box must have a width and a height above 0.")
    a = torch.tensor([first], dtype=torch.float64, requires_grad=True)
    b = torch.tensor([second], dtype=torch.float64)
    generalized = matching.generalized_overlaps(a, b)
    generalized.sum().backward()
    return Pair(matching.distances(a, b).item(), matching.overlaps(a, b).item(), generalized.item(),
                tuple(a.grad[0].tolist()))


def place_similarity(height: int, width: int, d_model: int) -> Tensor:
    """Inner products of the places of a plane, unnormalized: (H, W, H, W). It is a part by rows plus one by columns."""
    like = torch.zeros(height, width, d_model, dtype=torch.float64)
    rows = variants.positions_in_a_plane(like, 10000.0).flatten(0, 1)
    return (rows @ rows.T).reshape(height, width, height, width)


def with_equal_queries(model: DETR, picture: Tensor) -> tuple[Tensor, Tensor]:
    """Probabilities and boxes of the last layer when every slot asks what the first asks; the model is not changed."""
    same = {"object_queries": model.object_queries[:1].expand_as(model.object_queries)}
    with torch.no_grad():
        _, probabilities, boxes = torch.func.functional_call(model, same, (picture,))[-1]
    return probabilities, boxes


def frequencies(count: int, features: int) -> list[float]:
    """The first ``count`` angular frequencies of positions with this many features, 10000^(-2 i / features) (R80)."""
    return [10000 ** (-2 * i / features) for i in range(count)]
