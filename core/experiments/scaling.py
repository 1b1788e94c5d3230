"""Why scores are divided by the root of d_k: EXHIBITS N0-10, N1-08, ERRATA R22, R89. Random heads, seeded."""

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from core.experiments.attention import entropy, generator

DIVISORS = ("none", "root", "d_k")
WIDTHS = (4, 16, 64, 256, 1024)
KEYS, DRAWS = 16, 256


def divisor(kind: str, d_k: int) -> float:
    """What the scores are divided by."""
    return {"none": 1.0, "root": math.sqrt(d_k), "d_k": float(d_k)}[kind]


@dataclass(frozen=True, eq=False)
class Saturation:
    """Over many draws of one query and 16 keys: row entropies (nats) and norms of the loss's gradient by the query."""

    entropy: float
    norms: Tensor

    @property
    def median(self) -> float:
        return float(self.norms.median())

    @property
    def mean(self) -> float:
        return float(self.norms.mean())


def saturation(d_k: int, kind: str, deviation: float = 1.0, seed: int = 0) -> Saturation:
    """Standard normal queries, keys, and one random number per key as its value: L = sum of A_j c_j. N0-10.

    The gradient is written out: dL/dq = K^T J c / divisor, with the softmax Jacobian J = diag(p) - p p^T.
    """
    (q, K, c), over = _drawn(d_k, DRAWS, deviation, seed), divisor(kind, d_k)
    p = torch.softmax(_dot_products(q, K) / over, -1)
    Jc = p * (c - (p * c).sum(-1, keepdim=True))
    return Saturation(float(entropy(p.double()).mean()), (K.mT @ Jc.unsqueeze(-1)).squeeze(-1).norm(dim=-1) / over)


def _drawn(d_k: int, draws: int, deviation: float, seed: int) -> tuple[Tensor, Tensor, Tensor]:
    draw = generator(seed)
    return (deviation * torch.randn(draws, d_k, generator=draw),
            deviation * torch.randn(draws, KEYS, d_k, generator=draw), torch.randn(draws, KEYS, generator=draw))


def _dot_products(q: Tensor, K: Tensor) -> Tensor:
    return (K @ q.unsqueeze(-1)).squeeze(-1)


def entropy_over(d_k: int, over: float) -> float:
    """R89: the mean row entropy if the scores of a head of this width are divided by ``over``."""
    q, K, _ = _drawn(d_k, DRAWS, 1.0, 0)
    return float(entropy(torch.softmax(_dot_products(q, K) / over, -1).double()).mean())


def variance(d_k: int, pairs: int = 8_000) -> float:
    """The variance of q . k for independent standard normal entries: d_k."""
    draw = generator(0)
    q, k = (torch.randn(pairs, d_k, generator=draw) for _ in range(2))
    return float((q * k).sum(-1).var())


def table(seed: int = 0) -> list[dict]:
    """Entropy, median, mean and largest gradient for every width and divisor."""
    rows = []
    for d_k in WIDTHS:
        for kind in DIVISORS:
            result = saturation(d_k, kind, seed=seed)
            rows.append({"d_k": d_k, "kind": kind, "entropy": result.entropy, "median": result.median,
                         "mean": result.mean, "largest": float(result.norms.max())})
    return rows


def own_weight(d: int) -> float:
    """R22: with q = k = x, standard normal, the mean weight of a token for itself among 16, scaled by the root of d."""
    x = torch.randn(50, KEYS, d, generator=generator(0), dtype=torch.float64)
    return float(torch.softmax(x @ x.mT / math.sqrt(d), -1).diagonal(dim1=-2, dim2=-1).mean())
