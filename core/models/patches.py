"""A picture as a row of patch vectors, as ViT reads it. N0 eq (41), (42) without class token and positions."""

import torch
from torch import nn

from core.equations import vision as eq
from core.trace import Module


class PatchEmbedding(Module):
    """Cut and project. E (side^2 * channels, d_model), b (d_model,)."""

    def __init__(self, side: int, channels: int, d_model: int):
        super().__init__()
        self.side = side
        self.E = nn.Parameter(nn.init.xavier_uniform_(torch.empty(side * side * channels, d_model)))
        self.b = nn.Parameter(torch.zeros(d_model))

    def forward(self, image):
        """image (..., H, W, C) -> (..., patches, d_model)."""
        return eq.embedded(eq.patches(image, self.side), self.E, self.b)
