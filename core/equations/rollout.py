"""Attention through several layers: Abnar and Zuidema 2020, section 3."""

import torch

from core.equations.arithmetic import inner_product, number
from core.formula import Part, Worked
from core.trace import equation


@equation("Abnar 3", r"\bar{A} = \frac{1}{2}\left(\frac{1}{h}\sum_i A_i + I\right)", "head query key -> query key",
          symbols=r"\bar{A} A_i", shows="share")
def mixed(A):
    """One layer: half the mean over the heads, half the residual connection. (head, n, n) -> (n, n)."""
    return (A.mean(-3) + torch.eye(A.shape[-1], dtype=A.dtype)) / 2


@mixed.worked
def _(at, A):
    terms = A[:, at[0], at[1]]
    own = float(at[0] == at[1])
    result = (terms.mean() + own) / 2
    return Worked(result, (Part(terms, {"A": terms}),), rf"\frac{{{number(terms.mean())} + {number(own)}}}{{2}}",
                  (abs(terms).mean() + own) / 2)


@equation("Abnar 3", r"R_l = \bar{A}_l R_{l-1}", "query middle, middle key -> query key",
          symbols=r"R_l \bar{A}_l R_{l-1}", shows="share", worked=inner_product)
def rolled(A, R):
    """Through one layer more: shares of shares. (n, n), (n, n) -> (n, n)."""
    return A @ R
