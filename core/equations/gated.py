"""The gated feed-forward network: one map decides how much of another passes. Shazeer 2020, eq. 6 (SwiGLU)."""

import math
from functools import partial

import torch

from core.equations.arithmetic import inner_product, let_through, number, single
from core.formula import Worked
from core.trace import equation


@equation("Shazeer 6", r"G = X W_g", "token d_model, d_model d_ff -> token d_ff", symbols="G X W_g", shows="signed",
          worked=inner_product)
def gate(x, W_g):
    """How far each unit is open, before the swish. (n, d_model) -> (n, d_ff)."""
    return x @ W_g


@equation("Ramachandran 4", r"R = \frac{G}{1 + e^{-G}}", "token d_ff -> token d_ff", skip=0, symbols="R G",
          shows="signed", worked=partial(let_through, lambda g: 1 / (1 + math.exp(-g)) if g > -700 else 0.0))
def swish(G):
    """Each number times its own sigmoid. (n, d_ff). Ramachandran et al. 2017; "SiLU" in Hendrycks and Gimpel 2016."""
    return torch.nn.functional.silu(G)


@equation("Shazeer 6", r"U = X W_u", "token d_model, d_model d_ff -> token d_ff", symbols="U X W_u", shows="signed",
          worked=inner_product)
def up(x, W_u):
    """What each unit would pass on if its gate were open. (n, d_model) -> (n, d_ff)."""
    return x @ W_u


@equation("Shazeer 6", r"H = R \odot U", "token d_ff, token d_ff -> token d_ff", symbols="H R U", shows="signed")
def gated(R, U):
    """What passes the gates. (n, d_ff)."""
    return R * U


@gated.worked
def _(at, R, U):
    r, u = R[at], U[at]
    return Worked(r * u, (single(r * u, R=r, U=u),), rf"({number(r)}) \cdot ({number(u)})")


@equation("Shazeer 6", r"X^{[4]} = H W_d", "token d_ff, d_ff d_model -> token d_model", symbols="X^{[4]} H W_d",
          shows="signed", worked=inner_product)
def down(H, W_d):
    """Back to the model's width, without bias. (n, d_ff) -> (n, d_model)."""
    return H @ W_d
