"""Counting the parameters of the Transformer, in closed form. EXHIBITS N2-13, N2-14, N2-20; TABLES 3.4; R73."""

import json
import math
from pathlib import Path
from typing import NamedTuple

import torch
from torch import nn

from core import catalog
from core.experiments import published_vision
from core.models.layers import DecoderLayer, EncoderLayer


class Sizes(NamedTuple):
    """What the count depends on. ``d_k``: width of a head, d_model / n_heads unless said."""

    n_layers: int = 6
    d_model: int = 512
    d_ff: int = 2048
    n_heads: int = 8
    d_k: int | None = None
    vocabulary: int = 37000

    @property
    def width(self) -> int:
        """All heads side by side."""
        return self.d_model if self.d_k is None else self.n_heads * self.d_k


BASE = Sizes()
BIG = Sizes(6, 1024, 4096, 16)


class Printed(NamedTuple):
    """A row of Vaswani et al. 2017, Table 3: what differs from base; perplexity and BLEU on newstest2013; millions."""

    row: str
    change: str
    sizes: Sizes
    perplexity: float
    bleu: float
    millions: int | None = None


TABLE_3 = tuple(Printed(row, change, Sizes(**sizes), *printed) for row, change, sizes, *printed in
                json.loads(Path(__file__).with_suffix(".json").read_text("utf-8")))
"""As printed (copied from the paper, not computed), to be held against the counts below. Row (B) narrows d_k alone."""


def bleu_by_inner_width() -> dict[int, float]:
    """BLEU of the base model and of the rows of Table 3 in which d_ff alone is another. EXHIBITS N2-23."""
    return {row.sizes.d_ff: row.bleu for row in TABLE_3 if row.row == "base" or row.change.startswith("d_ff")}


class Widened(NamedTuple):
    """A model's width and the inner width of its feed-forward networks; ``here``: one of those trained here."""

    name: str
    d_model: int
    d_ff: int
    here: bool

    @property
    def ratio(self) -> float:
        return self.d_ff / self.d_model


def widened() -> tuple[Widened, ...]:
    """The first model of each kind trained here with feed-forward networks, then published ones. ERRATA R73."""
    first = {catalog.kind(name): name for name in reversed(catalog.names())}
    own = ((name, catalog.about(name).get("configuration", {})) for name in reversed(first.values()))
    here = [Widened(name, sizes["d_model"], sizes["d_ff"], True) for name, sizes in own if "d_ff" in sizes]
    rows = [("Transformer base", BASE.d_model, BASE.d_ff), ("Transformer big", BIG.d_model, BIG.d_ff)]
    rows += [(f"Transformer, {row.change}", row.sizes.d_model, row.sizes.d_ff) for row in TABLE_3
             if row.change.startswith("d_ff")]
    rows += [(name, row[1], row[2]) for name, row in published_vision.TABLES["vit_variants"].rows.items()]
    rows += [("DETR", *published_vision.TABLES["detr_sizes"].rows["DETR, ResNet-50"][:2])]
    return (*here, *(Widened(*row, False) for row in rows))


def attention(d_model: int, width: int, value_width: int | None = None, biases: bool = True) -> int:
    """Queries and keys ``width`` wide, values ``value_width`` (the same unless said), and the mixing W^O."""
    value_width = width if value_width is None else value_width
    return d_model * (2 * width + 2 * value_width) + biases * (2 * width + value_width + d_model)


def feed_forward(d_model: int, d_ff: int) -> int:
    """Two matrices and their biases."""
    return 2 * d_model * d_ff + d_ff + d_model


def norm(d_model: int) -> int:
    """Gain and bias."""
    return 2 * d_model


def modules(sizes: Sizes) -> dict[str, int]:
    """By kind of module, all layers together; one embedding table for source, target and output. Exact."""
    d, n = sizes.d_model, sizes.n_layers
    # in row (B) of Table 3 only queries and keys are narrowed: values keep d_model / n_heads
    one = attention(d, sizes.width, d)
    return {"embedding": sizes.vocabulary * d,
            "encoder_attention": n * one, "encoder_feed_forward": n * feed_forward(d, sizes.d_ff),
            "encoder_norm": n * 2 * norm(d),
            "decoder_attention": n * one, "decoder_cross": n * one,
            "decoder_feed_forward": n * feed_forward(d, sizes.d_ff), "decoder_norm": n * 3 * norm(d)}


def total(sizes: Sizes) -> int:
    """All parameters, the shared embedding table counted once. FIDELITY T48."""
    return sum(modules(sizes).values())


def body(sizes: Sizes) -> int:
    """Without the embedding table."""
    return total(sizes) - sizes.vocabulary * sizes.d_model


def counted(module: nn.Module) -> int:
    """The parameters that a module really has."""
    return sum(parameter.numel() for parameter in module.parameters())


def counted_body(sizes: Sizes) -> int:
    """The same from the classes themselves, built without memory. Needs d_k = d_model / n_heads."""
    with torch.device("meta"):
        layers = [kind(sizes.d_model, sizes.n_heads, sizes.d_ff) for kind in (EncoderLayer, DecoderLayer)]
    return sizes.n_layers * sum(counted(layer) for layer in layers)


def implied_vocabulary(row: Printed) -> tuple[int, int]:
    """The smallest and largest shared vocabulary with which a row rounds to the printed millions. TABLES 3.4."""
    rest, d = body(row.sizes), row.sizes.d_model
    return (math.ceil(((row.millions - 0.5) * 1e6 - rest) / d), math.ceil(((row.millions + 0.5) * 1e6 - rest) / d) - 1)


def common_vocabulary() -> tuple[int, int]:
    """The vocabularies with which all printed rows but the big one come out."""
    ranges = [implied_vocabulary(row) for row in TABLE_3 if row.millions and row.row != "big"]
    return max(low for low, _ in ranges), min(high for _, high in ranges)


class ByHeads(NamedTuple):
    """Over the number of heads: weights where heads share d_model, and where each is d_model wide."""

    heads: tuple[int, ...]
    shared: tuple[int, ...]
    full: tuple[int, ...]


def by_heads(d_model: int) -> ByHeads:
    """The four matrices of one attention, without biases, for every h that divides d_model. N0-12, R94."""
    heads = tuple(h for h in (1, 2, 4, 8, 16, 32) if d_model % h == 0)
    return ByHeads(heads, tuple(attention(d_model, d_model, biases=False) for _ in heads),
                   tuple(attention(d_model, h * d_model, biases=False) for h in heads))


def multiply_adds(n: int, d_model: int, n_heads: int, d_k: int) -> dict[str, int]:
    """Multiply-adds of one self-attention over n tokens, by part. EXHIBITS N2-20."""
    width = n_heads * d_k
    return {"projections": 3 * n * d_model * width, "scores": n * n * width, "sums": n * n * width,
            "output": n * width * d_model}
