"""What a Vision Transformer costs, and where its class token looks. EXHIBITS N0-26 to N0-29, N2-29, N2-30."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from core.equations import rollout as eq
from core.equations import variants
from core.equations.vision import class_probabilities
from core.models.vit import ViT
from core.trace import Trace, given, record


@dataclass(frozen=True)
class Sizes:
    """What the count of a ViT depends on. ``classes``: 0 for no head; ``picture``: pixels of a side."""

    layers: int
    width: int
    hidden: int
    side: int = 16
    classes: int = 0
    picture: int = 224
    channels: int = 3


BASE, LARGE = Sizes(12, 768, 3072), Sizes(24, 1024, 4096)
HUGE = Sizes(32, 1280, 5120, side=14)


def patch_count(picture: int, side: int) -> int:
    """How many patches of this side a square picture is cut into. ValueError if they do not fill it."""
    if side < 1 or picture % side:
        raise ValueError(f"A picture of {picture} pixels a side cannot be cut into patches of {side}.")
    return (picture // side) ** 2


def parameters(sizes: Sizes) -> dict[str, int]:
    """The parameters in closed form by part, and their sum under "total". TABLES 3.3; the number of heads is free."""
    d, m = sizes.width, sizes.hidden
    parts = {"patch_embedding": sizes.side**2 * sizes.channels * d + d, "class_token": d,
             "positions": (patch_count(sizes.picture, sizes.side) + 1) * d,
             "attention": sizes.layers * (4 * d * d + 4 * d), "mlp": sizes.layers * (2 * d * m + m + d),
             "norms": sizes.layers * 4 * d + 2 * d, "head": d * sizes.classes + sizes.classes}
    return parts | {"total": sum(parts.values())}


def rolled_out(trace: Trace, stack: str = "encoder") -> Trace:
    """Attention rollout, layer by layer: how much of each token reaches each token through all layers so far.

    Abnar and Zuidema 2020, section 3. The last step is "rolled"; of one layer only, "mixed" is all there is.
    """
    names = [name for name in trace if name.startswith(f"{stack}.") and name.endswith("self_attention.weights")]
    with record(torch.nn.Identity()) as found:
        reached = None
        for layer, name in enumerate(names):
            A = given(f"weights_{layer}", trace[name].value, "head query key",
                      {axis: words for axis, words in trace.labels(name).items() if words})
            mixed = eq.mixed(A)
            reached = mixed if reached is None else eq.rolled(mixed, reached)
    return found


def position_similarity(model: ViT) -> Tensor:
    """Cosines of the learned positions of the patches with each other: (patches, patches)."""
    places = model.embedding.E_pos[1:]
    return variants.cosine(places, places)


def with_zero_head(model: ViT, picture: Tensor) -> Tensor:
    """The class probabilities (classes,) if the head is all zeros, as ViT's is before fine-tuning (R38)."""
    zeros = {name: torch.zeros_like(getattr(model, name)) for name in ("W_F", "b_F")}
    with torch.no_grad():
        return class_probabilities(torch.func.functional_call(model, zeros, (picture,)))[0]
