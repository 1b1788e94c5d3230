"""The loss of a set of answers after the matching, term by term. N3; Carion et al. 2020, 3.1 and A.2."""

import numpy as np
import torch

from core.equations.arithmetic import addition, mean, mean_cell, number, row_and_target_cells, single
from core.formula import Part, Worked
from core.trace import equation


def _weights(losses, wanted, nothing, weight):
    """1 for an object, ``weight`` for "no object"."""
    return torch.ones_like(losses).masked_fill(wanted == nothing, weight)


@equation("N3 Hungarian", r"L_i = -w_{c_i} \log \hat{p}_i(c_i)", "slot class, slot -> slot", symbols=r"L_i",
          gather=row_and_target_cells, shows="size")
def slot_losses(scores, wanted, nothing, weight):
    """Cross-entropy of each slot in nats, from the scores; slots without an object count ``weight``. (N_q,)."""
    losses = torch.logsumexp(scores, -1) - scores.gather(-1, wanted.unsqueeze(-1)).squeeze(-1)
    return _weights(losses, wanted, nothing, weight) * losses


@slot_losses.worked
def _(at, scores, wanted, nothing, weight):
    row, right = scores[at[0]], int(wanted[at[0]])
    w, top = weight if right == nothing else 1.0, row.max()
    terms = np.exp(row - top)
    log_total = np.log(terms.sum())
    return Worked(w * (log_total + top - row[right]), (Part(terms, {"scores": row}),),
                  rf"-{number(w)} \cdot \log {number(terms[right] / terms.sum())}",
                  w * (log_total + abs(top) + abs(row[right])))


@equation("N3 Hungarian", r"L_{class} = \frac{\sum_i L_i}{\sum_i w_{c_i}}", "slot, slot -> ", symbols="L_{class} L_i",
          shows="size")
def class_loss(losses, wanted, nothing, weight):
    """The mean over the slots by their weights, as in DETR's code. (N_q,) -> a single number."""
    return losses.sum(-1) / _weights(losses, wanted, nothing, weight).sum(-1)


@class_loss.worked
def _(at, losses, wanted, nothing, weight):
    terms, wanted = losses[:], wanted[:]
    return mean_cell(terms, np.where(wanted == nothing, weight, 1.0).sum(), losses=terms, wanted=wanted)


@equation("N3 box loss", r"L_j = \lambda_{L1} D_{\hat{\sigma}(j), j} + \lambda_{iou} (1 - G_{\hat{\sigma}(j), j})",
          "slot object, slot object, object -> object", symbols=r"L_j D G \hat{\sigma}", shows="size",
          gather=lambda at, distances, overlaps, match, *weights: [[(int(match[at]), *at)]] * 2 + [[at], [], []])
def box_losses(distances, overlaps, match, by_distance, by_overlap):
    """How far the box of each object's slot is off. (N_q, M) twice, (M,) -> (M,). Weights in DETR: 5 and 2 (R82)."""
    rows = match.unsqueeze(-2)
    return (by_distance * distances.gather(-2, rows) + by_overlap * (1 - overlaps.gather(-2, rows))).squeeze(-2)


@box_losses.worked
def _(at, distances, overlaps, match, by_distance, by_overlap):
    pair = (int(match[at[0]]), at[0])
    d, g = distances[pair], overlaps[pair]
    terms = by_distance * d, by_overlap * (1 - g)
    parts = single(terms[0], distances=d, match=pair[0]), single(terms[1], overlaps=g)
    return Worked(sum(terms), parts, f"{number(terms[0])} + {number(terms[1])}", terms[0] + by_overlap * (1 + abs(g)))


@equation("N3 box loss", r"L_{box} = \frac{1}{M} \sum_j L_j", "object -> ", symbols="L_{box} L_j", shows="size",
          worked=mean)
def box_loss(losses):
    """The mean over the objects; 0 of none. (M,) -> a single number."""
    return losses.sum(-1) / max(1, losses.shape[-1])


@equation("N3 Hungarian", r"L = L_{class} + L_{box}", ", -> ", symbols="L L_{class} L_{box}", shows="size",
          worked=addition)
def set_loss(class_loss, box_loss):
    """What one layer of the decoder is trained on. Two numbers -> a single number. Carion et al. 2020, eq. 2."""
    return class_loss + box_loss
