"""What hiding most of a picture saves, and what it asks. EXHIBITS N2-32 to N2-34."""

import math
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor

from core.equations import masking, reconstruction
from core.experiments import vit
from core.experiments.replaced_parameters import with_parameters
from core.subjects.picture import PictureReader
from core.trace import Trace, given, record

ENCODER, DECODER = vit.LARGE, vit.Sizes(8, 512, 2048)
"""ViT-L and MAE's default decoder."""
PATCHES = vit.patch_count(vit.LARGE.picture, vit.LARGE.side)
TIMED = {"ViT-L": (ENCODER, PATCHES), "ViT-H": (vit.HUGE, vit.patch_count(vit.HUGE.picture, vit.HUGE.side))}
"""The encoders of MAE's table 2, and the patches of a picture: 224 pixels a side, cut into 16 or 14."""


def flops(stack: vit.Sizes, tokens: int) -> int:
    """Floating point operations of one forward pass, two per product, without embedding, norms and softmax."""
    projections = 4 * tokens * stack.width**2
    attention = 2 * tokens**2 * stack.width
    mlp = 2 * tokens * stack.width * stack.hidden
    return 2 * stack.layers * (projections + attention + mlp)


class Saving(NamedTuple):
    """Operations of encoder and decoder; the encoder reads all places (``full``) or only visible ones (``ours``)."""

    full: int
    ours: int
    decoder: int

    @property
    def encoder_ratio(self) -> float:
        """How many times cheaper the encoder is."""
        return self.full / self.ours

    @property
    def ratio(self) -> float:
        """How many times cheaper both together are."""
        return (self.full + self.decoder) / (self.ours + self.decoder)


def saving(ratio: float, encoder: vit.Sizes = ENCODER, decoder: vit.Sizes = DECODER, patches: int = PATCHES) -> Saving:
    """What leaving mask tokens out of the encoder saves; the class token is always there."""
    return Saving(flops(encoder, patches + 1), flops(encoder, masking.kept_count(patches, ratio) + 1),
                  flops(decoder, patches + 1))


def against_tokens(name: str, decoder_layers: int) -> float:
    """How many times fewer operations than with the mask tokens in the encoder and a decoder of eight layers."""
    encoder, patches = TIMED[name]
    whole = saving(0.75, encoder, DECODER, patches)
    ours = saving(0.75, encoder, vit.Sizes(decoder_layers, DECODER.width, DECODER.hidden), patches)
    return (whole.full + whole.decoder) / (ours.ours + ours.decoder)


def neighbour_visible(ratio: float, neighbours: int, patches: int = PATCHES) -> float:
    """How likely a hidden patch has a visible one among its ``neighbours`` (4 or 8, inside the picture)."""
    visible, others = masking.kept_count(patches, ratio), patches - 1
    return 1 - math.comb(others - neighbours, visible) / math.comb(others, visible)


def sampled(ratio: float, seed: int) -> Tensor:
    """Which patches a random mask hides: booleans (14, 14)."""
    noise = torch.rand(PATCHES, generator=torch.Generator().manual_seed(seed))
    hidden = masking.hidden(masking.restore(masking.order(noise)), masking.kept_count(PATCHES, ratio))
    return hidden.reshape(math.isqrt(PATCHES), -1)


def truncated(patches: int, ratio: float) -> int:
    """How many patches ``int(patches * (1 - ratio))`` keeps, as the authors' program computes it (R72)."""
    return int(patches * (1 - ratio))


def painted_apart(trace: Trace) -> float:
    """The largest difference between the answers for two hidden patches."""
    answers = trace["predicted"].value[trace["masking.hidden"].value]
    return float((answers - answers[:1]).abs().max())


def without_decoder_places(subject: PictureReader, text: str) -> Trace:
    """The run of a text with no positions in the decoder; the subject's own model is not changed. EXHIBITS N2-32."""
    places = {"unmasking.D_pos": torch.zeros_like(subject.model.unmasking.D_pos)}
    return replace(subject, model=with_parameters(subject.model, places)).trace(text)


def targets(trace: Trace) -> Trace:
    """The other target of the pixels of a run: steps "patches" and "normalized_pixels"."""
    step = trace["patches"]
    with record(torch.nn.Identity()) as recorded:
        reconstruction.normalized_pixels(given("patches", step.value, "patch pixel", {"patch": step.labels[0]},
                                               shows="picture"))
    return recorded
