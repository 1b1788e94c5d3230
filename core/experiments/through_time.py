"""Gradients through time: the triangle of terms, chains of Jacobians, and how far they reach. EXHIBITS N4-26, N4-27."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from core.equations import recurrent, through_time
from core.equations.embedding import lookup
from core.models.tagger import RecurrentTagger
from core.steps import Trace
from core.trace import Module, given, record

DOUBLE = torch.float64


def fresh(like: RecurrentTagger, seed: int = 0) -> RecurrentTagger:
    """An untrained network of the same sizes, in float64: what the first step of training sees."""
    generator = torch.Generator().manual_seed(seed)
    (size, d_x), (labels, d_h) = like.W_E.shape, like.V.shape
    model = RecurrentTagger(size, labels, d_x, d_h).double()
    for parameter in model.parameters():
        width = parameter.shape[-1] if parameter.ndim > 1 else 1e4
        parameter.data = torch.randn(parameter.shape, generator=generator, dtype=DOUBLE) / math.sqrt(width)
    return model


@dataclass(frozen=True, eq=False)
class Unrolled:
    """A pass over T words and its losses. States h (T, d_h) and those before them, dL_t/dh_t (T, d_h), W (d_h, d_h).

    ``whole``: dL/dW of the sum of the losses as autograd has it.
    """

    h: Tensor
    before: Tensor
    g: Tensor
    W: Tensor
    whole: Tensor

    def __len__(self) -> int:
        return len(self.h)


def unrolled(model: RecurrentTagger, ids: Tensor, labels: Tensor) -> Unrolled:
    """One pass with a cross-entropy per word, in nats, and the gradients that the notes' formula needs."""
    H = model.states(lookup(ids, model.W_E))
    o = H @ model.V.mT + model.c
    (whole,) = torch.autograd.grad(nn.functional.cross_entropy(o, labels, reduction="sum"), model.cell.W)
    g = (torch.softmax(o, -1) - nn.functional.one_hot(labels, o.shape[-1])) @ model.V
    H = H.detach()
    before = torch.cat((torch.zeros_like(H[:1]), H[:-1]))
    return Unrolled(H, before, g.detach(), model.cell.W.detach(), whole)


def terms(run: Unrolled) -> Tensor:
    """Every term of the double sum: how L_t reaches W through h_k; zero for k after t. (T, T, d_h, d_h)."""
    T, d_h = run.h.shape
    grid = run.h.new_zeros(T, T, d_h, d_h)
    for t in range(T):
        g = run.g[t]
        for k in range(t, -1, -1):
            grid[t, k] = through_time.weight_term(g, run.h[k], run.before[k])
            g = through_time.carried_back(g, through_time.step_jacobian(run.h[k], run.W))
    return grid


def triangle(run: Unrolled, grid: Tensor | None = None) -> dict[str, float | int]:
    """The double sum beside autograd, the diagonal alone beside it, and how many terms there are."""
    grid = terms(run) if grid is None else grid
    direct = grid.diagonal(dim1=0, dim2=1).sum(-1)
    count = len(run)
    return {"difference": (grid.sum((0, 1)) - run.whole).abs().max().item(),
            "direct_error": 100 * ((direct - run.whole).norm() / run.whole.norm()).item(),
            "count": count * (count + 1) // 2, "words": count}


class _Term(Module):
    """One term of the triangle as a chain of equations."""

    def __init__(self, W: Tensor):
        super().__init__()
        self.W = nn.Parameter(W, requires_grad=False)

    def forward(self, run: Unrolled, t: int, k: int) -> Tensor:
        g = given("loss_gradient", run.g[t], "d_h")
        h = given("state", run.h[k], "d_h")
        before = given("state_before", run.before[k], "d_before")
        if t > k:
            P = through_time.step_jacobian(given("next_state", run.h[k + 1], "d_h"), self.W)
            for j in range(k + 2, t + 1):
                P = through_time.jacobian_product(through_time.step_jacobian(run.h[j], self.W), P)
            g = through_time.carried_back(g, P)
        return through_time.weight_term(g, h, before)


def term(run: Unrolled, t: int, k: int) -> Trace:
    """One term, recorded: gradient at t, Jacobian product, what arrives at k, the term itself."""
    model = _Term(run.W)
    with record(model) as trace:
        model(run, t, k)
    return trace


# ---- How far a gradient reaches --------------------------------------------------------------------------------------


def norms(radius: float, squash: bool, T: int = 50) -> list[float]:
    """|dh_t/dh_0| (largest singular value) for t = 1..T; W is orthogonal times ``radius``, inputs are small noise."""
    generator, d_h = torch.Generator().manual_seed(0), 16
    Q, _ = torch.linalg.qr(torch.randn(d_h, d_h, generator=generator, dtype=DOUBLE))
    X = 0.3 * torch.randn(T, d_h, generator=generator, dtype=DOUBLE)
    W, P, h, sizes = radius * Q, torch.eye(d_h, dtype=DOUBLE), torch.zeros(d_h, dtype=DOUBLE), []
    for x in X:
        h = recurrent.hidden(W @ h + x) if squash else torch.zeros_like(h)
        P = through_time.jacobian_product(through_time.step_jacobian(h, W), P)
        sizes.append(torch.linalg.matrix_norm(P, 2).item())
    return sizes


def power(w: float, steps: int = 999) -> tuple[float, float]:
    """The linear toy of N2: its output w^999 and the slope of that, 999 w^998."""
    return w**steps, steps * w ** (steps - 1)


def toy_loss(w: float) -> float:
    """The loss of the toy if 1 is wanted: (w^999 - 1)^2. EXHIBITS N2-08."""
    return (power(w)[0] - 1) ** 2


def toy_step(w: float, rate: float, longest: float | None = None) -> float:
    """How far a step of gradient descent on (w^999 - 1)^2 moves w; gradients longer than ``longest`` are shortened."""
    y, slope = power(w)
    gradient = 2 * (y - 1) * slope
    if longest is not None and abs(gradient) > longest:
        gradient = math.copysign(longest, gradient)
    return -rate * gradient


def influence(model: RecurrentTagger, ids: Tensor, t: int, label: int) -> Tensor:
    """|d score of a label at word t / d vector of word k| for each k up to t. (t + 1,)"""
    X = lookup(ids, model.W_E).detach().requires_grad_()
    (gradient,) = torch.autograd.grad((model.states(X)[t] @ model.V.mT + model.c)[label], X)
    return gradient[: t + 1].norm(dim=-1)
