"""What makes a training on a processor quick: dropout from a pool of coins, a loss in blocks."""

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

    y (n, d), W (V, d), b (V,), target (n,) ids. The gradient is computed with the loss, a block of rows at a time,
    products in FAST. The smoothing as in ``torch.nn.functional.cross_entropy``: Szegedy et al. 2016, 7.
    """

    @staticmethod
    def forward(ctx, y, W, b, target, smoothing):
        Y, table = y.detach().to(FAST), W.detach().to(FAST)
        dY, dW, db = torch.empty_like(Y), torch.zeros_like(W, dtype=torch.float32), torch.zeros_like(b)
        n, size = len(target), len(table)
        total = torch.zeros(())
        for begin in range(0, n, ROWS):
            rows = slice(begin, min(n, begin + ROWS))
            logits = (Y[rows] @ table.mT).float().add_(b)
            right = logits.gather(1, target[rows, None])
            normaliser = logits.logsumexp(1, keepdim=True)
            total += (normaliser - (1 - smoothing) * right - smoothing * logits.mean(1, keepdim=True)).sum()
            gradient = logits.sub_(normaliser).exp_().sub_(smoothing / size)
            gradient.scatter_add_(1, target[rows, None], torch.full_like(right, smoothing - 1))
            db += gradient.sum(0)
            gradient = gradient.to(FAST)
            dY[rows] = gradient @ table
            dW += (gradient.mT @ Y[rows]).float()
        ctx.save_for_backward(dY.to(y.dtype).div_(n), dW.div_(n), db.div_(n))
        return total / n

    @staticmethod
    def backward(ctx, outer):
        dY, dW, db = ctx.saved_tensors
        return outer * dY, outer * dW, outer * db, None, None
