"""Who answers for which object: the Hungarian matching and the loss. N3; Carion et al. 2020, 3.1 and A.2."""

import functools
import itertools

import numpy as np
import torch

from core.cells import Cells
from core.equations.arithmetic import number, passed, single
from core.formula import Part, Worked
from core.trace import equation

PAIRS = "slot side, object side -> slot object"
LEAST = 1e-30  # for an area of 0, so that boxes without one do not divide by it


@equation("N3 Hungarian", r"P_{ij} = -\hat{p}_i(c_j)", "slot class, object -> slot object",
          symbols=r"P_{ij} \hat{p}_i c_j", shows="signed",
          gather=lambda at, p, wanted: [[(at[0], int(wanted[at[1]]))], [(at[1],)]])
def class_costs(p, wanted):
    """How little each slot believes in each object's class: -p, not -log p. (N_q, C + 1), (M,) -> (N_q, M)."""
    return -p.gather(-1, wanted.unsqueeze(-2).expand(*p.shape[:-1], wanted.shape[-1]))


@class_costs.worked
def _(at, p, wanted):
    c = int(wanted[at[1]])
    return passed(rf"-{number(p[at[0], c])}", -p[at[0], c], p=p[at[0], c], wanted=c)


@equation("N3 Hungarian", r"D_{ij} = \lVert \hat{b}_i - b_j \rVert_1", PAIRS, symbols=r"D_{ij} \hat{b}_i b_j",
          shows="size")
def distances(boxes, wanted):
    """L1 distance of each slot's box from each object's. (N_q, 4), (M, 4) -> (N_q, M)."""
    return (boxes.unsqueeze(-2) - wanted.unsqueeze(-3)).abs().sum(-1)


@distances.worked
def _(at, boxes, wanted):
    a, b = boxes[at[0]], wanted[at[1]]
    terms = abs(a - b)
    return Worked(terms.sum(), (Part(terms, {"boxes": a, "wanted": b}),), rf"\textstyle\sum = {number(terms.sum())}",
                  (abs(a) + abs(b)).sum())


def _areas(a, b):
    """(intersection, union, smallest box round both) of boxes (..., 4) as centre, width and height."""
    first = torch.maximum(a[..., :2] - a[..., 2:] / 2, b[..., :2] - b[..., 2:] / 2)
    last = torch.minimum(a[..., :2] + a[..., 2:] / 2, b[..., :2] + b[..., 2:] / 2)
    outer_first = torch.minimum(a[..., :2] - a[..., 2:] / 2, b[..., :2] - b[..., 2:] / 2)
    outer_last = torch.maximum(a[..., :2] + a[..., 2:] / 2, b[..., :2] + b[..., 2:] / 2)
    shared = (last - first).clamp_min(0).prod(-1)
    union = a[..., 2:].prod(-1) + b[..., 2:].prod(-1) - shared
    return shared, union.clamp_min(LEAST), (outer_last - outer_first).prod(-1).clamp_min(LEAST)


def _sides(at, boxes, wanted):
    """The same three areas of one pair, from the edges (left, right), (top, bottom) in turn; and what they were."""
    a, b = boxes[at[0]], wanted[at[1]]
    shared = hull = 1.0
    for i in (0, 1):
        left, right = sorted(((a[i] - a[i + 2] / 2, a[i] + a[i + 2] / 2), (b[i] - b[i + 2] / 2, b[i] + b[i + 2] / 2)))
        shared *= max(0.0, min(left[1], right[1]) - right[0])
        hull *= max(left[1], right[1]) - left[0]
    return shared, max(LEAST, a[2] * a[3] + b[2] * b[3] - shared), max(LEAST, hull), Part(a, {"boxes": a, "wanted": b})


@equation("N3 box loss", r"\mathrm{IoU}_{ij} = \frac{I}{U}", PAIRS, shows="share")
def overlaps(boxes, wanted):
    """Intersection over union of each pair of boxes; 0 of all that share no area. (N_q, 4), (M, 4) -> (N_q, M)."""
    shared, union, _ = _areas(boxes.unsqueeze(-2), wanted.unsqueeze(-3))
    return shared / union


@overlaps.worked
def _(at, boxes, wanted):
    shared, union, _, part = _sides(at, boxes, wanted)
    return Worked(shared / union, (part,), rf"\frac{{{number(shared)}}}{{{number(union)}}}", 1 + abs(part.terms).sum())


@equation("N3 box loss", r"G_{ij} = \frac{I}{U} - \frac{H - U}{H}", PAIRS, symbols="G_{ij}", shows="signed")
def generalized_overlaps(boxes, wanted):
    """Generalized IoU: less the part of the smallest common box H that neither covers. Rezatofighi et al. 2019.

    (N_q, 4), (M, 4) -> (N_q, M), from -1 to 1; it also falls with the gap between boxes that do not touch.
    """
    shared, union, hull = _areas(boxes.unsqueeze(-2), wanted.unsqueeze(-3))
    return shared / union - (hull - union) / hull


@generalized_overlaps.worked
def _(at, boxes, wanted):
    shared, union, hull, part = _sides(at, boxes, wanted)
    return Worked(shared / union - (hull - union) / hull, (part,),
                  rf"\frac{{{number(shared)}}}{{{number(union)}}} - \frac{{{number(hull - union)}}}{{{number(hull)}}}",
                  2 + abs(part.terms).sum())


@equation("N3 Hungarian", r"\mathcal{C}_{ij} = P_{ij} + \lambda_{L1} D_{ij} - \lambda_{iou} G_{ij}",
          "slot object, slot object, slot object -> slot object",
          symbols=r"\mathcal{C}_{ij} P_{ij} D_{ij} G_{ij}", shows="signed")
def matching_costs(class_costs, distances, overlaps, by_distance, by_overlap):
    """What it would cost to let each slot answer for each object (R81). (N_q, M). Weights: DETR's code, 5 and 2."""
    return class_costs + by_distance * distances - by_overlap * overlaps


@matching_costs.worked
def _(at, class_costs, distances, overlaps, by_distance, by_overlap):
    numbers = {"class_costs": class_costs[at], "distances": distances[at], "overlaps": overlaps[at]}
    terms = np.array(list(numbers.values())) * (1, by_distance, -by_overlap)
    parts = tuple(single(t, **{s: x}) for t, (s, x) in zip(terms, numbers.items()))
    return Worked(terms.sum(), parts, " + ".join(f"({number(t)})" for t in terms))


@equation("N3 Hungarian", r"\hat{\sigma} = \arg\min_\sigma \sum_j \mathcal{C}_{\sigma(j), j}", "slot object -> object",
          gather=lambda at, costs: [Cells(*map(range, costs.shape))], symbols=r"\hat{\sigma} \mathcal{C}", shows="ids")
def matched(costs):
    """The slot of each object, all different, so that the total cost is least. (N_q, M) -> (M,). ValueError if M > N_q.

    Kuhn 1955. ValueError also for a cost that is not finite. No gradient passes.
    """
    slots, objects = costs.shape[-2:]
    if objects > slots:
        raise ValueError(f"{slots} slots cannot answer for {objects} objects.")
    if not costs.isfinite().all():
        raise ValueError("A cost is not finite.")
    flat = costs.detach().reshape(-1, slots, objects).mT.double().numpy()
    indices = np.array([_cheapest(rows) for rows in flat], dtype=np.int64)
    return torch.from_numpy(indices).reshape(*costs.shape[:-2], objects)


def _cheapest(costs: np.ndarray) -> np.ndarray:
    """The Hungarian method: one object after the other takes a slot along the cheapest way. (M, N_q) -> (M,).

    On a way an object takes the slot of another, which takes another one. Objects and slots have prices so that no cost
    is less than the two prices, and that of a match is their sum: what a step costs more than its prices is never
    negative, so the cheapest way is found as by Dijkstra (Edmonds and Karp 1972).
    """
    objects, slots = costs.shape
    price, slot_price, owner = np.zeros(objects), np.zeros(slots), np.full(slots, -1)
    for new in range(objects):
        way, before, reached = np.full(slots, np.inf), np.full(slots, -1), np.zeros(slots, dtype=bool)
        here, slot, spent = new, -1, 0.0
        while here >= 0:  # until a slot is free
            further = spent + costs[here] - price[here] - slot_price
            shorter = ~reached & (further < way)
            way[shorter], before[shorter] = further[shorter], slot
            slot = int(np.where(reached, np.inf, way).argmin())
            reached[slot], here, spent = True, owner[slot], way[slot]
        price[new] += spent
        moved = reached & (owner >= 0)
        price[owner[moved]] += spent - way[moved]
        slot_price[reached] -= spent - way[reached]
        while slot >= 0:
            owner[slot] = new if before[slot] < 0 else owner[before[slot]]
            slot = before[slot]
    return owner.argsort()[slots - objects:]


@functools.lru_cache(maxsize=16)
def _choices(slots: int, objects: int):
    return np.array(list(itertools.permutations(range(slots), objects)), dtype=int).reshape(-1, objects)


@matched.worked
def _(at, costs):
    """By trying all choices."""
    costs = costs[:]
    choices = _choices(*costs.shape)
    totals = costs[choices, np.arange(costs.shape[1])].sum(-1)
    best = totals.argmin()
    return Worked(int(choices[best][at[0]]), (Part(costs.reshape(-1), {"costs": costs.reshape(-1)}),),
                  rf"\min_\sigma = {number(totals[best])}")


@equation("N3 Hungarian", r"c_i = c_j \text{ if } \hat{\sigma}(j) = i, \text{ else } \varnothing",
          "object, object -> slot", symbols=r"c_i \hat{\sigma}", shows="ids",
          gather=lambda at, match, wanted, *constants: [Cells(range(len(match))), Cells(range(len(wanted))), [], []])
def wanted_classes(match, wanted, slots, nothing):
    """The class each slot should say: that of its object, "no object" for all others. (M,), (M,) -> (N_q,)."""
    return torch.full((*match.shape[:-1], slots), nothing).scatter(-1, match, wanted)


@wanted_classes.worked
def _(at, match, wanted, slots, nothing):
    mine = np.flatnonzero(match[:] == at[0])
    result = int(wanted[:][mine[-1]]) if len(mine) else nothing
    return Worked(result, (), str(result))
