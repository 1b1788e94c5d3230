"""Residual connections and layer normalization: N0 eq (12)-(14), (17), (18) and their decoder twins."""

import numpy as np

from core.equations import arithmetic
from core.equations.arithmetic import addition, mean_cell, number, passed, single
from core.formula import Worked
from core.trace import equation


@equation("N0 (12) (17)", r"X^{[2]} = X + X^{[1]}", "token d_model, token d_model -> token d_model", skip=1,
          symbols="X^{[2]} X X^{[1]}", shows="signed", worked=addition)
def added(x, f):
    """The residual connection: the input plus what the sub-layer wrote. (n, d_model). He et al. 2016, eq. 1."""
    return x + f


@equation("After N0 (13), put right", r"\mu_i = \frac{1}{d}\sum_k X_{ik}", "token d_model -> token", symbols=r"\mu X",
          shows="signed", worked=arithmetic.mean)
def mean(x):
    """The mean of each token's features. (n, d_model) -> (n,)."""
    return x.mean(-1)


@equation("After N0 (13), put right", r"\sigma^2_i = \frac{1}{d}\sum_k (X_{ik} - \mu_i)^2",
          "token d_model, token -> token",
          symbols=r"\sigma^2 X \mu", shows="size")
def variance(x, mu):
    """The mean squared distance of each token's features from their mean. (n, d_model) -> (n,)."""
    return (x - mu.unsqueeze(-1)).square().mean(-1)


@variance.worked
def _(at, x, mu):
    row, m = x[at[0]], mu[at[0]]
    return mean_cell((row - m) ** 2, len(row), x=row, mu=np.full(len(row), m))


@equation("After N0 (13), put right", r"\hat{X}_{ij} = \frac{X_{ij} - \mu_i}{\sqrt{\sigma^2_i + \varepsilon}}",
          "token d_model, token, token -> token d_model", skip=0, symbols=r"\hat{X} X \mu \sigma^2", shows="signed")
def normalized(x, mu, var, epsilon):
    """Each token with mean 0 and mean square 1 (R01); epsilon keeps a constant row finite. Ba et al. 2016, 3."""
    return (x - mu.unsqueeze(-1)) / (var + epsilon).sqrt().unsqueeze(-1)


@normalized.worked
def _(at, x, mu, var, epsilon):
    m, v = mu[at[0]], var[at[0]]
    return passed(rf"\frac{{{number(x[at])} - ({number(m)})}}{{\sqrt{{{number(v)} + {number(epsilon)}}}}}",
                  (x[at] - m) / (v + epsilon) ** 0.5, x=x[at], mu=m, var=v)


@equation("After N0 (14) (18), put right", r"X^{[3]}_{ij} = \gamma_j \hat{X}_{ij} + \beta_j",
          "token d_model, d_model, d_model -> token d_model", skip=0, symbols=r"X^{[3]} \gamma \hat{X} \beta",
          shows="signed")
def output(normal, gamma, beta):
    """The normalized token with a learned gain and bias per feature. (n, d_model)."""
    return normal * gamma + beta


@output.worked
def _(at, normal, gamma, beta):
    x, g, b = normal[at], gamma[at[1]], beta[at[1]]
    return Worked(x * g + b, (single(x * g, gamma=g, normal=x), single(b, beta=b)),
                  rf"{number(g)} \cdot ({number(x)}) + ({number(b)})")
