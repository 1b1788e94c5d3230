"""Layer norm of rows of two numbers: what is left of them. EXHIBITS N0-15."""

import torch

from core.experiments.layers import Norms, both_norms


def drawn(count: int = 5, seed: int = 0) -> Norms:
    """Rows of two numbers drawn at random, and their layer norms without epsilon: each is (1, -1) or (-1, 1)."""
    rows = torch.randn(count, 2, generator=torch.Generator().manual_seed(seed), dtype=torch.float64) * 3 + 1
    return both_norms(rows, 0.0)
