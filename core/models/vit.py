"""The Vision Transformer: a picture in, a score per class out. N0 eq (41)-(46); Dosovitskiy et al. 2020, 3.1."""

import torch
from torch import nn

from core.equations import vision as eq
from core.models.layers import LayerNorm, PreNormEncoderLayer, gelu_feed_forward, pre_norm_blocks, pre_norm_letters
from core.models.patches import ViTInput
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan(
    {"encoder": (Block("patch_embedding", ("embedding.patch_embedding.*",)),
                 Block("class_token", ("embedding.with_class",)), Block("position", ("embedding.placed",)),
                 *pre_norm_blocks("encoder")),
     "output": (Block("class_row", ("class_row",)), Block("class_scores", ("class_scores",)),
                Block("class_probabilities", ("class_probabilities",)))},
    {"picture": "x", "embedding.patch_embedding.patches": "x_p", "embedding.placed": "z_{0}",
     **pre_norm_letters("encoder"), "encoder_norm.output": r"\mathrm{LN}(z_L)", "class_row": "y",
     "class_probabilities": r"\hat{p}"})
"""N0 figure 3 and eq (41)-(46)."""


class ViT(Module):
    """Patches with a class token through pre-norm layers; the class token answers.

    ``patches``: how many the picture is cut into. Parameters beside the layers': W_F (d_model, classes), b_F.
    """

    plan = PLAN

    def __init__(self, side: int, channels: int, patches: int, classes: int, d_model: int = 48, n_heads: int = 4,
                 n_layers: int = 3, d_ff: int = 96, dropout: float = 0.0):
        super().__init__()
        self.embedding = ViTInput(side, channels, d_model, patches)
        self.encoder = nn.ModuleList(PreNormEncoderLayer(d_model, n_heads, d_ff, dropout, gelu_feed_forward)
                                     for _ in range(n_layers))
        self.encoder_norm = LayerNorm(d_model)
        self.W_F = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_model, classes)))
        self.b_F = nn.Parameter(torch.zeros(classes))

    def forward(self, picture):
        """picture (..., H, W, C) -> scores (..., 1, classes)."""
        return eq.class_scores(eq.class_row(self.encode(picture)), self.W_F, self.b_F)

    def encode(self, picture):
        """picture (..., H, W, C) -> LN(z_L) (..., patches + 1, d_model), the class token first."""
        z = self.embedding(picture)
        for layer in self.encoder:
            z = layer(z)
        return self.encoder_norm(z)
