"""Small models of pictures and what they run on; and arguments for equations that none of them computes."""

from __future__ import annotations

import torch
from sampling import Run, generic, random, single
from torch import Tensor, nn

from core.equations import nonlocal_block, vision
from core.models.detr import DETR
from core.models.mae import MAE
from core.models.nonlocal_block import DotProductBlock, GaussianBlock, NonLocalReader, PlainReader
from core.models.patches import PatchEmbedding, ViTInput
from core.models.vit import ViT
from core.trace import given


def classification(picture: Tensor, n_layers: int) -> Run:
    """A picture of 4 x 6 pixels with 3 channels, and how likely each of 4 classes is."""
    model = generic(ViT(2, 3, 6, 4, 8, 2, n_layers, 5))
    return Run(model, lambda: vision.class_probabilities(model(given("picture", picture, "height width channel",
                                                                     shows="picture"))))


def both(*shape: int) -> Tensor:
    """The numbers of ``random(*shape)`` and others: a batch whose first row is what runs alone."""
    return torch.stack((random(*shape), random(*shape, seed=1)))


def marking(model: nn.Module, picture: Tensor) -> Run:
    """A picture of 3 x 5 pixels, and an answer for each of them."""
    model = generic(model)
    return Run(model, lambda: nonlocal_block.pixel_probabilities(model(given("picture", picture, "height width channel",
                                                                             shows="picture"))))


def autoencoding(picture: Tensor, noise: Tensor, painted: bool = False) -> Run:
    """A picture of 4 x 6 pixels of which two of six patches stay, painted again or scored."""
    model = generic(MAE(2, 3, 6, d_model=8, n_heads=2, n_layers=1, d_ff=5, d_decoder=4, n_decoder=1))

    def forward() -> Tensor:
        answer = model(given("picture", picture, "height width channel", shows="picture"),
                       given("noise", noise, "patch"), 0.6)
        return model.painted(*answer, 6) if painted else model.loss(*answer)

    return Run(model, forward)


def detection(picture: Tensor, classes: list, boxes: Tensor) -> Run:
    """A picture, or several, with two objects each: found, matched and scored."""
    model = generic(DETR(classes=3, slots=4, channels=2, d_model=8, n_heads=2, n_encoder=1, n_decoder=2, d_ff=6))

    def forward() -> Tensor:
        answer = model(given("picture", picture, "height width channel", shows="picture"))[-1]
        wanted = given("classes", torch.tensor(classes), "object", {"object": ("cat", "dog")}, shows="ids")
        return model.matching(*answer, wanted, given("boxes", boxes, "object side", shows="size"))

    return Run(model, forward)


BOXES = torch.tensor([[.3, .4, .4, .5], [.5, .5, .4, .4], [.6, .6, .5, .5]], dtype=torch.float64)

RUNS = {
    "patches": lambda: single(PatchEmbedding(2, 3, 5), ["height width channel"], random(4, 6, 3)),
    "vit input": lambda: single(ViTInput(2, 3, 5, 6), ["height width channel"], random(4, 6, 3)),
    "vit input batch": lambda: single(ViTInput(2, 3, 5, 6), ["height width channel"], random(2, 4, 6, 3)),
    "vit": lambda: classification(random(4, 6, 3), 2),
    "vit batch": lambda: classification(both(4, 6, 3), 2),
    "plain convolutions": lambda: marking(PlainReader(2, 3, 2, 4), random(3, 5, 2)),
    "non-local block": lambda: marking(NonLocalReader(2, 3, 2, 4, 5), random(3, 5, 2)),
    "non-local block batch": lambda: marking(NonLocalReader(2, 3, 2, 4, 5), both(3, 5, 2)),
    "gaussian block": lambda: marking(NonLocalReader(2, 3, 2, 4, 5, GaussianBlock), random(3, 5, 2)),
    "dot product block": lambda: marking(NonLocalReader(2, 3, 2, 4, 5, DotProductBlock), random(3, 5, 2)),
    "mae": lambda: autoencoding(random(4, 6, 3), random(6)),
    "mae painted": lambda: autoencoding(random(4, 6, 3), random(6), painted=True),
    "mae painted batch": lambda: autoencoding(both(4, 6, 3), both(6), painted=True),
    "mae batch": lambda: autoencoding(both(4, 6, 3), both(6)),
    "detr": lambda: detection(random(9, 11, 2), [1, 0], BOXES[:2]),
    "detr batch": lambda: detection(both(9, 11, 2), [[1, 0], [2, 2]], torch.stack((BOXES[:2], BOXES[1:]))),
    "patches batch": lambda: single(PatchEmbedding(2, 3, 5), ["height width channel"], random(2, 4, 6, 3)),
}

HAND = {
    "rollout.mixed": [(random(2, 4, 4).softmax(-1),), (random(3, 2, 4, 4).softmax(-1),)],
    "rollout.rolled": [(random(4, 4).softmax(-1), random(4, 4, seed=1).softmax(-1))],
    "convolution.unflattened": [(random(6, 4), 3), (random(2, 6, 4), 2)],
    "detection.plane_positions": [(random(3, 5, 8), 10000.0)],
    "matching.overlaps": [(BOXES, BOXES[:2] + 0.05)],
    "matching.generalized_overlaps": [(BOXES, BOXES[:2] + 0.05)],
    "matching.matched": [(random(5, 4),), (random(2, 4, 3),)],
    "reconstruction.normalized_pixels": [(random(3, 4),), (random(2, 3, 4),)],
}
