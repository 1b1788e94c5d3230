"""Root mean square normalization: a token's features brought to mean square 1. Zhang and Sennrich 2019, eq. 4."""

from core.equations.arithmetic import mean_cell, number, passed, single
from core.formula import Worked
from core.trace import equation


@equation("Zhang 4", r"q_i = \frac{1}{d}\sum_k X_{ik}^2", "token d_model -> token", symbols="q X", shows="size")
def mean_square(x):
    """The mean of each token's squared features. (n, d_model) -> (n,). Zhang and Sennrich 2019, eq. 4."""
    return x.square().mean(-1)


@mean_square.worked
def _(at, x):
    row = x[at[0]]
    return mean_cell(row**2, len(row), x=row)


@equation("Zhang 4", r"\hat{X}_{ij} = \frac{X_{ij}}{\sqrt{q_i + \varepsilon}}", "token d_model, token -> token d_model",
          skip=0, symbols=r"\hat{X} X q", shows="signed")
def normalized(x, q, epsilon):
    """Each token with mean square 1; unlike in layer normalization no mean is taken off. (n, d_model)."""
    return x * (q + epsilon).rsqrt().unsqueeze(-1)


@normalized.worked
def _(at, x, q, epsilon):
    size = q[at[0]]
    return passed(rf"\frac{{{number(x[at])}}}{{\sqrt{{{number(size)} + {number(epsilon)}}}}}",
                  x[at] / (size + epsilon) ** 0.5, x=x[at], q=size)


@equation("Zhang 4", r"X'_{ij} = \gamma_j \hat{X}_{ij}", "token d_model, d_model -> token d_model", skip=0,
          symbols=r"X' \gamma \hat{X}", shows="signed")
def output(normal, gamma):
    """The normalized token with a learned gain per feature, and no bias. (n, d_model)."""
    return normal * gamma


@output.worked
def _(at, normal, gamma):
    x, g = normal[at], gamma[at[1]]
    return Worked(x * g, (single(x * g, gamma=g, normal=x),), rf"{number(g)} \cdot ({number(x)})")
