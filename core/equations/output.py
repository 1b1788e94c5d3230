"""From vectors to words and to the loss: N0 sections 6 and 7."""

import numpy as np
import torch

from core.equations.arithmetic import inner_product, mean_cell, number, row_and_target_cells, softmax
from core.formula import Part, Worked
from core.trace import equation


@equation("N0 (36)", r"Y^{[10]} = Y^{[9]} W_{out}^\top + b_{out}",
          "token d_model, vocabulary d_model, vocabulary -> token vocabulary",
          symbols="Y^{[10]} Y^{[9]} W_{out} b_{out}", shows="signed", worked=inner_product)
def logits(y, W_out, b_out):
    """One score per word: (m, d_model) -> (m, V). W_out has a row per word, so it can be the embedding table (tied)."""
    scored = y @ W_out.mT
    return scored if b_out is None else scored + b_out


@equation("N0 (37)", r"Y^{[11]}_{tv} = \frac{e^{Y^{[10]}_{tv}}}{\sum_{v'} e^{Y^{[10]}_{tv'}}}",
          "token vocabulary -> token vocabulary", along="vocabulary", symbols="Y^{[11]} Y^{[10]}", shows="share",
          worked=softmax)
def probabilities(scores):
    """The distribution over the next word, at every position. (m, V)."""
    return torch.softmax(scores, -1)


@equation("N0 (38)", r"L_t = -\log \frac{e^{Y^{[10]}_{t,y_t}}}{\sum_v e^{Y^{[10]}_{tv}}}",
          "token vocabulary, token -> token", gather=row_and_target_cells, symbols="L_t Y^{[10]}", shows="size")
def token_losses(scores, target):
    """Cross-entropy of each position, in nats, from the logits (R15): minus log p of the right word. (m, V) -> (m,)."""
    return torch.logsumexp(scores, -1) - scores.gather(-1, target.unsqueeze(-1)).squeeze(-1)


@token_losses.worked
def _(at, scores, target):
    row, right = scores[at[0]], int(target[at[0]])
    top = row.max()
    terms = np.exp(row - top)
    p = terms[right] / terms.sum()
    return Worked(np.log(terms.sum()) + top - row[right], (Part(terms, {"scores": row}),), rf"-\log {number(p)}",
                  np.log(terms.sum()) + abs(top) + abs(row[right]))


@equation("After N0 (39), put right", r"L = \frac{1}{m}\sum_{t=1}^{m} L_t", "token, token -> ", symbols="L L_t",
          shows="size")
def loss(losses, target, pad):
    """The mean over the positions that hold a word; padding does not count. (m,) -> a single number, 0 of no words."""
    words = target != pad
    return losses.where(words, 0.0).sum(-1) / words.sum(-1).clamp_min(1)


@loss.worked
def _(at, losses, target, pad):
    losses, target = losses[:], target[:]
    words = target != pad
    return mean_cell(np.where(words, losses, 0.0), max(1, words.sum()), losses=losses, target=target)
