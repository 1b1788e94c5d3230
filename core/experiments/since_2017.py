"""What language models have changed in the Transformer of 2017, each change by itself: norms, places, keys, sizes.

Zhang and Sennrich 2019 (RMS norm); Su et al. 2021 (rotary positions); Ainslie et al. 2023 (grouped queries); Shazeer
2020 (gated feed-forward); Touvron et al. 2023 (all of them in one model).
"""

from typing import NamedTuple

import torch
from torch import Tensor

from core.equations import attention, embedding, norm, rms_norm, rotary

PLACES, D_K, SEED, BASE = 24, 16, 0, 10000.0


class Sizes(NamedTuple):
    """A language model's configuration as its authors print it; ``groups``: of keys and values."""

    layers: int
    d_model: int
    heads: int
    groups: int
    d_k: int
    d_ff: int
    vocabulary: int
    source: str


MODELS = {
    "GPT-2": Sizes(12, 768, 12, 12, 64, 3072, 50257, "Radford et al. 2019"),
    "SmolLM2-135M": Sizes(30, 576, 9, 3, 64, 1536, 49152, "HuggingFaceTB/SmolLM2-135M, config.json"),
    "Llama 2 7B": Sizes(32, 4096, 32, 32, 128, 11008, 32000, "Touvron et al. 2023 (Llama 2)"),
    "Mistral 7B": Sizes(32, 4096, 32, 8, 128, 14336, 32000, "Jiang et al. 2023, table 1"),
    "Llama 2 70B": Sizes(80, 8192, 64, 8, 128, 28672, 32000, "Touvron et al. 2023 (Llama 2)"),
}
BYTES = 2  # of a number in the cache, as it is kept in 16 bits


def cache_bytes(sizes: Sizes, tokens: int, shared: bool = True) -> int:
    """Bytes of keys and values kept after so many tokens; ``shared`` False: each head with its own."""
    return 2 * sizes.layers * (sizes.groups if shared else sizes.heads) * sizes.d_k * tokens * BYTES


def parameters(sizes: Sizes) -> dict[str, int]:
    """Parameters of a Llama by part: tied table, no biases, two RMS norms a layer and one behind them."""
    attends = 2 * sizes.d_model * sizes.d_k * (sizes.heads + sizes.groups)
    return {"table": sizes.vocabulary * sizes.d_model, "attention": sizes.layers * attends,
            "feed_forward": sizes.layers * 3 * sizes.d_model * sizes.d_ff,
            "norms": (2 * sizes.layers + 1) * sizes.d_model}


def as_in_2017(sizes: Sizes) -> dict[str, int]:
    """What it would have with a table of its own for the output, a bias in each map, keys and values for each head,
    norms with two parameters a feature, and a feed-forward of two maps, four times as wide as the model."""
    d, width = sizes.d_model, sizes.heads * sizes.d_k
    biases = sizes.layers * (3 * width + d + 4 * d + d) + sizes.vocabulary
    return {"table": 2 * sizes.vocabulary * d, "attention": sizes.layers * 4 * d * width,
            "feed_forward": sizes.layers * 2 * d * 4 * d, "norms": 2 * (2 * sizes.layers + 1) * d,
            "biases": biases}


def drawn(width: int, rows: int = 1) -> Tensor:
    """(rows, width), drawn with SEED."""
    return torch.randn(rows, width, generator=torch.Generator().manual_seed(SEED), dtype=torch.float64)


def one_pair() -> tuple[Tensor, Tensor]:
    """A query and a key (1, D_K)."""
    return drawn(D_K, 2).split(1)


def products(how: str) -> Tensor:
    """(PLACES, PLACES): the dot product of the same query in each place with the same key in each place; ``how``:
    ``rotary``, or ``sinusoids`` added."""
    Q, K = (x.expand(1, PLACES, D_K) for x in one_pair())
    if how == "rotary":
        Q, K = rotary.rotated_queries(Q, 0, BASE), rotary.rotated_keys(K, 0, BASE)
    else:
        waves = embedding.positions(Q[0], 0, BASE)
        Q, K = (embedding.positioned(x[0], waves)[None] for x in (Q, K))
    return attention.dot_products(Q, K)[0]


def spread(scores: Tensor) -> float:
    """How much scores of equal distance differ, at most: along any diagonal the largest less the smallest."""
    n = len(scores)
    return max(float(scores.diagonal(k).max() - scores.diagonal(k).min()) for k in range(1 - n, n))


def normalized(x: Tensor) -> dict[str, Tensor]:
    """Rows (n, d) by layer norm and by RMS norm, without gain."""
    mu = norm.mean(x)
    return {"layer": norm.normalized(x, mu, norm.variance(x, mu), 1e-5),
            "rms": rms_norm.normalized(x, rms_norm.mean_square(x), 1e-5)}
