"""What makes a training on a processor quick: dropout from a pool of coins, a loss in blocks."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from core.models.attention import Dropout

POOL = 1 << 24  # coins drawn at once; drawing as many anew for each layer took a third of a training step
ROWS = 512  # of logits at a time: (512, 8000) float32 stay in the processor's cache
FAST = torch.bfloat16 if torch.cpu._is_amx_tile_supported() or torch.cpu._is_avx512_bf16_supported() else torch.float32
"""What products are computed in: bfloat16 is five times as fast where the processor has instructions for it (1,309
against 273 GFLOPS on two cores with AMX), and nine times as slow where it has not (9 against 77 on one with AVX2)."""


class PooledDropout(Dropout):
    """Dropout whose coins are a slice, from a random place, of one pool drawn in advance. In training only."""

    def __init__(self, pool: Tensor):
        super().__init__()
        self.pool = pool  # (POOL,) zeros, and 1 / (1 - p) where a number stays

    def forward(self, x: Tensor) -> Tensor:
        """Any shape of at most POOL numbers -> the same."""
        start = int(torch.randint(len(self.pool) - x.numel() + 1, ()))
        return x * self.pool[start:start + x.numel()].view_as(x)


def pool_dropout(model: nn.Module, share: float, generator: torch.Generator) -> None:
    """Each Dropout of a model takes its coins from one pool; ``share`` of them are 0."""
    coins = (torch.rand(POOL, generator=generator) >= share).to(FAST) / (1 - share)
    for module in list(model.modules()):
        for name, child in module.named_children():
            if isinstance(child, Dropout):
                setattr(module, name, PooledDropout(coins))


class BlockedCrossEntropy(torch.autograd.Function):
    """Smoothed cross-entropy of ``y W^T + b``, mean over rows, in nats, without ever holding all logits at once.

    y (n, d), or (2 n, d) of two passes with other dropout one after the other; W (V, d), b (V,), target (n,) ids. Of
    two passes: the mean of their losses, and ``agreement`` times the mean of the two divergences between what they
    expect (R-Drop, Wu et al. 2021, 2.2). The gradient is computed with the loss, a block of rows at a time, products
    in FAST. The smoothing as in ``torch.nn.functional.cross_entropy``: Szegedy et al. 2016, 7.
    """

    @staticmethod
    def forward(ctx, y, W, b, target, smoothing, agreement=0.0):
        n, table = len(target), W.detach().to(FAST)
        Y = y.detach().to(FAST).view(-1, n, y.shape[1])
        dY, dW, db = torch.empty_like(Y), torch.zeros_like(W, dtype=torch.float32), torch.zeros_like(b)
        total = torch.zeros(())
        for begin in range(0, n, ROWS):
            rows = slice(begin, min(n, begin + ROWS))
            logp = (Y[:, rows] @ table.mT).float().add_(b)
            logp.sub_(logp.logsumexp(-1, keepdim=True))
            loss, gradient = smoothed(logp, target[rows], smoothing)
            if len(Y) == 2:
                apart, pull = divergence(logp)
                loss += agreement * apart
                gradient.add_(pull, alpha=agreement)
            total += loss
            db += gradient.sum((0, 1))
            gradient = gradient.to(FAST)
            dY[:, rows] = gradient @ table
            dW += (gradient.flatten(0, 1).mT @ Y[:, rows].flatten(0, 1)).float()
        ctx.save_for_backward(dY.view_as(y).to(y.dtype).div_(n), dW.div_(n), db.div_(n))
        return total / n

    @staticmethod
    def backward(ctx, outer):
        dY, dW, db = ctx.saved_tensors
        return outer * dY, outer * dW, outer * db, None, None, None


def smoothed(logp: Tensor, target: Tensor, smoothing: float) -> tuple[Tensor, Tensor]:
    """Log probabilities (passes, n, V), target (n,) -> cross-entropy, sum over n, mean over passes; its gradient by
    the logits."""
    passes, _, size = logp.shape
    at = target.expand(passes, -1)[..., None]
    right = logp.gather(-1, at)
    loss = -((1 - smoothing) * right + smoothing * logp.mean(-1, keepdim=True)).sum() / passes
    gradient = logp.exp().sub_(smoothing / size).scatter_add_(-1, at, torch.full_like(right, smoothing - 1))
    return loss, gradient.div_(passes)


def divergence(logp: Tensor) -> tuple[Tensor, Tensor]:
    """Log probabilities (2, n, V) -> the mean of KL(p || q) and KL(q || p), sum over n; its gradient by the logits."""
    p = logp.exp()
    ratio = torch.stack([logp[0] - logp[1], logp[1] - logp[0]])
    each = (p * ratio).sum(-1, keepdim=True)
    return each.sum() / 2, (p * (ratio - each) + p - p.flip(0)) / 2
