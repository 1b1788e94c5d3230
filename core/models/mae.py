"""The masked autoencoder: most of a picture is hidden, and painted again from the rest. N2 3.3; He et al. 2021."""

import torch
from torch import nn

from core.equations import masking, reconstruction, vision
from core.models.layers import LayerNorm, PreNormEncoderLayer, gelu_feed_forward, pre_norm_blocks, pre_norm_letters
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan(
    {"encoder": (Block("patch_embedding", ("embedded", "patches")), Block("position", ("placed",)),
                 Block("masking", ("masking.*",)), Block("class_token", ("with_class",)), *pre_norm_blocks("encoder")),
     "decoder": (Block("unshuffle", ("unmasking.*",)), *pre_norm_blocks("decoder"),
                 Block("predicted_pixels", ("predicted",))),
     "output": (Block("loss", ("hidden_loss", "patch_errors")),
                Block("reconstruction", ("unpatched", "pasted")))},
    {"picture": "x", "patches": "x_p", "embedded": "e", "placed": "z", "masking.visible": "v", "with_class": "z_{0}",
     **pre_norm_letters("encoder"), "encoder_norm.output": r"\mathrm{LN}(z_L)", "unmasking.unshuffled": "y",
     "unmasking.placed": "y_{0}",
     **{name: letter.replace("z", "y") for name, letter in pre_norm_letters("decoder").items()},
     "decoder_norm.output": r"\mathrm{LN}(y_L)", "predicted": r"\hat{x}_p", "hidden_loss": r"\mathcal{L}",
     "unpatched": r"\tilde{x}"})
"""N2's figure of MAE."""


class Masking(Module):
    """Keeps a random part of the patches. ``noise`` (..., N) decides which, ``ratio`` how many are hidden."""

    def forward(self, tokens, noise, ratio: float):
        """tokens (..., N, d) -> visible (..., n, d), rank of each patch (..., N), which are hidden (..., N)."""
        count = masking.kept_count(noise.shape[-1], ratio)
        order = masking.order(noise)
        restore = masking.restore(order)
        return masking.visible(tokens, masking.kept(order, count)), restore, masking.hidden(restore, count)


class Unmasking(Module):
    """Narrower tokens, each at its place again, a mask token where one is missing, with learned positions.

    Parameters: W_D (d_encoder, d_model), b_D (d_model,), x_mask (d_model,), D_pos (patches + 1, d_model).
    """

    def __init__(self, d_encoder: int, d_model: int, patches: int):
        super().__init__()
        self.W_D = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_encoder, d_model)))
        self.b_D = nn.Parameter(torch.zeros(d_model))
        self.x_mask = nn.Parameter(torch.randn(d_model) * 0.02)
        self.D_pos = nn.Parameter(torch.randn(patches + 1, d_model) * 0.02)

    def forward(self, x, restore):
        """x (..., n + 1, d_encoder), restore (..., N) -> (..., N + 1, d_model)."""
        y = masking.unshuffled(masking.narrowed(x, self.W_D, self.b_D), self.x_mask, restore)
        return vision.placed(y, self.D_pos)


class MAE(Module):
    """Encoder over the visible patches alone, a smaller decoder over all places.

    Parameters beside its modules': E (P^2 C, d_model), b_E (d_model,), x_class (d_model,), E_pos (patches, d_model),
    W (d_decoder, P^2 C), b (P^2 C,). Where none is given, the decoder has the encoder's number of heads and a d_ff of
    twice its width.
    """

    plan = PLAN

    def __init__(self, side: int, channels: int, patches: int, d_model: int = 48, n_heads: int = 4, n_layers: int = 3,
                 d_ff: int = 96, d_decoder: int = 32, n_decoder: int = 2, decoder_heads: int | None = None,
                 decoder_d_ff: int | None = None):
        super().__init__()
        pixels = side * side * channels
        self.side = side
        self.E = nn.Parameter(nn.init.xavier_uniform_(torch.empty(pixels, d_model)))
        self.b_E = nn.Parameter(torch.zeros(d_model))
        self.x_class = nn.Parameter(torch.randn(d_model) * 0.02)
        self.E_pos = nn.Parameter(torch.randn(patches, d_model) * 0.02)
        self.masking = Masking()
        self.encoder = nn.ModuleList(PreNormEncoderLayer(d_model, n_heads, d_ff, feed_forward=gelu_feed_forward)
                                     for _ in range(n_layers))
        self.encoder_norm = LayerNorm(d_model)
        self.unmasking = Unmasking(d_model, d_decoder, patches)
        sizes = d_decoder, decoder_heads or n_heads, decoder_d_ff or 2 * d_decoder
        self.decoder = nn.ModuleList(PreNormEncoderLayer(*sizes, feed_forward=gelu_feed_forward)
                                     for _ in range(n_decoder))
        self.decoder_norm = LayerNorm(d_decoder)
        self.W = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_decoder, pixels)))
        self.b = nn.Parameter(torch.zeros(pixels))

    def forward(self, picture, noise, ratio: float):
        """picture (..., H, W, C), noise (..., N) -> patches and predicted (..., N, P^2 C), hidden (..., N)."""
        x_p = vision.patches(picture, self.side)
        x, restore, hidden = self.encode(x_p, noise, ratio)
        y = self.unmasking(x, restore)
        for layer in self.decoder:
            y = layer(y)
        return x_p, reconstruction.predicted(self.decoder_norm(y), self.W, self.b), hidden

    def encode(self, x_p, noise, ratio: float):
        """-> visible tokens with the class token (..., n + 1, d_model), rank of each patch, which are hidden."""
        tokens = vision.placed(vision.embedded(x_p, self.E, self.b_E), self.E_pos)
        x, restore, hidden = self.masking(tokens, noise, ratio)
        x = vision.with_class(self.x_class, x)
        for layer in self.encoder:
            x = layer(x)
        return self.encoder_norm(x), restore, hidden

    def loss(self, x_p, predicted, hidden):
        """The mean squared error of the hidden patches: (..., N, P^2 C) twice, (..., N) -> (...)."""
        return reconstruction.hidden_loss(reconstruction.patch_errors(predicted, x_p), hidden)

    def painted(self, x_p, predicted, hidden, width: int):
        """The picture with the answers in place of what was hidden: -> (..., H, width, C)."""
        return reconstruction.unpatched(reconstruction.pasted(x_p, predicted, hidden), self.side, width)
