"""Backpropagation through time: how a loss reaches the shared weights through every earlier state. N4, RNN."""

from core.equations.arithmetic import inner_product, number, single
from core.formula import Worked
from core.trace import equation


@equation("N4 BPTT", r"J_t = \frac{\partial h_t}{\partial h_{t-1}} = \mathrm{diag}(1 - h_t^2)\, W",
          "d_h, d_h d_before -> d_h d_before", symbols=r"J_t h_t W", shows="signed")
def step_jacobian(h, W):
    """How each number of a state depends on each of the state before it. (d_h,), (d_h, d_h) -> (d_h, d_h)."""
    return (1 - h * h).unsqueeze(-1) * W


@step_jacobian.worked
def _(at, h, W):
    slope = 1 - h[at[0]] ** 2
    state = number(abs(h[at[0]]))
    return Worked(float(slope * W[at]), (single(slope * W[at], h=h[at[0]], W=W[at]),),
                  rf"(1 - {state} \cdot {state}) \cdot ({number(W[at])})", float(abs(W[at])))


@equation("N4 BPTT", r"P_t = J_t \, P_{t-1}", "d_h d_middle, d_middle d_before -> d_h d_before",
          symbols="P_t J_t P_{t-1}", shows="signed", worked=inner_product)
def jacobian_product(J, P):
    """One factor more of the chain of Jacobians. Twice (d_h, d_h) -> (d_h, d_h)."""
    return J @ P


@equation("N4 BPTT", r"\gamma_k = \frac{\partial L_t}{\partial h_k} = g_t P_t", "d_h, d_h d_before -> d_before",
          symbols=r"\gamma_k g_t P_t", shows="signed", worked=inner_product)
def carried_back(g, P):
    """What of a loss's gradient arrives at an earlier state. (d_h,), (d_h, d_h) -> (d_h,)."""
    return (g.unsqueeze(-2) @ P).squeeze(-2)


@equation("N4 BPTT", r"\Delta_{tk} = \big(\gamma_k \odot (1 - h_k^2)\big)\, h_{k-1}^\top",
          "d_h, d_h, d_before -> d_h d_before", symbols=r"\Delta_{tk} \gamma_k h_k h_{k-1}", shows="signed")
def weight_term(g, h, before):
    """One term of dL_t/dW: what W did at time k alone. Three times (d_h,) -> (d_h, d_h)."""
    return (g * (1 - h * h)).unsqueeze(-1) * before.unsqueeze(-2)


@weight_term.worked
def _(at, g, h, before):
    i, j = at
    result = g[i] * (1 - h[i] ** 2) * before[j]
    slope = rf"(1 - {number(abs(h[i]))} \cdot {number(abs(h[i]))})"
    return Worked(float(result), (single(result, g=g[i], h=h[i], before=before[j]),),
                  rf"({number(g[i])}) \cdot {slope} \cdot ({number(before[j])})", float(abs(g[i] * before[j])))
