"""A picture as a row of vectors, as ViT reads it. N0 eq (41), (42)."""

import torch
from torch import nn

from core.equations import vision as eq
from core.plan import Block, Plan
from core.trace import Module

PATCHES_PLAN = Plan({"encoder": (Block("patch_embedding", ("embedded", "patches")),)})
PLAN = Plan({"encoder": (Block("patch_embedding", ("patch_embedding.*",)), Block("class_token", ("with_class",)),
                         Block("position", ("placed",)))},
            {"placed": "z_{0}", "patch_embedding.patches": "x_p"})
"""N0 eq (41), (42)."""


class PatchEmbedding(Module):
    """Cut and project, without class token and positions. E (side^2 * channels, d_model), b (d_model,)."""

    plan = PATCHES_PLAN

    def __init__(self, side: int, channels: int, d_model: int):
        super().__init__()
        self.side = side
        self.E = nn.Parameter(nn.init.xavier_uniform_(torch.empty(side * side * channels, d_model)))
        self.b = nn.Parameter(torch.zeros(d_model))

    def forward(self, image):
        """image (..., H, W, C) -> (..., patches, d_model)."""
        return eq.embedded(eq.patches(image, self.side), self.E, self.b)


class ViTInput(Module):
    """What ViT's encoder reads: class token and patches, each with a learned position. N0 eq (42).

    Parameters beside the patches': x_class (d_model,), E_pos (patches + 1, d_model).
    """

    plan = PLAN

    def __init__(self, side: int, channels: int, d_model: int, patches: int):
        super().__init__()
        self.patch_embedding = PatchEmbedding(side, channels, d_model)
        self.x_class = nn.Parameter(torch.randn(d_model) * 0.02)
        self.E_pos = nn.Parameter(torch.randn(patches + 1, d_model) * 0.02)

    def forward(self, image):
        """image (..., H, W, C) -> z_0 (..., patches + 1, d_model)."""
        return eq.placed(eq.with_class(self.x_class, self.patch_embedding(image)), self.E_pos)
