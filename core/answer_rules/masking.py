"""How a rule acts on a beam: pieces that may not follow are ruled out (lexically constrained decoding)."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

Scorer = Callable[[Sequence[tuple[int, ...]]], Tensor]
"""Log-probabilities (prefixes, V) of the next piece after each of several prefixes: ``core.decode.scorer``."""


def masked(ask: Scorer, allowed: Callable[[Sequence[int]], Tensor]) -> Scorer:
    """A scorer that rules out what is not ``allowed`` after a prefix, (V,) booleans; if nothing is left, ``ask``."""
    def log_probabilities(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
        scores, may = ask(prefixes), torch.stack([allowed(prefix) for prefix in prefixes])
        ruled = scores.masked_fill(~may.to(scores.device), -torch.inf)
        return torch.where(ruled.isneginf().all(1, keepdim=True), scores, ruled)

    return log_probabilities
