"""Ways to keep the future out, right and wrong: N1 section 4.2. The models use N0 (22), in attention."""

import math

import torch

from core.equations.arithmetic import addition, number, passed
from core.trace import equation


@equation("N1 4.2", r"M_{ij} = \begin{cases} 0 & j \text{ allowed for } i \\ -\infty & \text{else} \end{cases}",
          "query key -> query key", symbols="M", shows="signed")
def additive_mask(allowed):
    """Nothing to add where a word may be seen, minus infinity where not. (n, m) booleans -> (n, m)."""
    return torch.zeros(allowed.shape).masked_fill(~allowed, -math.inf)


@additive_mask.worked
def _(at, allowed):
    visible = bool(allowed[at])
    return passed("0" if visible else r"-\infty", 0.0 if visible else -math.inf, allowed=visible)


@equation("N1 4.2", r"S' = S + M", "head query key, query key -> head query key", skip=0, symbols="S' S M",
          shows="signed", worked=addition)
def scores_plus_mask(S, M):
    """The mask as an addition: what is not allowed ends at minus infinity whatever it was. (head, n, m)."""
    return S + M.unsqueeze(-3)


def _times_mask(equation, at, x, allowed):
    visible = bool(allowed[at[1:]])
    return passed(rf"{number(x[at])} \cdot {int(visible)}", x[at] * visible, **{equation.names[0]: x[at]},
                  allowed=visible)


@equation("N1 4.2, multiplied", r"S' = S \odot M", "head query key, query key -> head query key", skip=0,
          symbols="S' S M", shows="signed", worked=_times_mask)
def scores_times_mask(S, allowed):
    """Scores times 0 or 1 (R55): a hidden score becomes 0, which weighs e^0 = 1 in the softmax. (head, n, m)."""
    return S * allowed.unsqueeze(-3)


@equation("N1 4.2, after the softmax", r"\hat{A} = A \odot M", "head query key, query key -> head query key", skip=0,
          symbols=r"\hat{A} A M", shows="share", worked=_times_mask)
def weights_times_mask(A, allowed):
    """Weights times 0 or 1: rows no longer sum to 1, and hidden scores still count in the sum below. (head, n, m)."""
    return A * allowed.unsqueeze(-3)
