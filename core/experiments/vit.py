"""What a Vision Transformer costs, and where its class token looks. EXHIBITS N0-26 to N0-29, N2-29, N2-30."""

import functools
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from core.data import digits
from core.edits import Scale
from core.equations import reconstruction, variants, vision
from core.equations import rollout as eq
from core.equations.vision import class_probabilities
from core.experiments.nonlocal_block import shifted
from core.experiments.replaced_parameters import with_parameters
from core.models import transformer
from core.models.layers import EncoderLayer, PreNormEncoderLayer, pre_norm_blocks, pre_norm_letters
from core.models.vit import ViT
from core.plan import Block, Plan
from core.recipes.digits import answered
from core.subjects.picture import shown
from core.trace import Module, Trace, given, record


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


WIRINGS = {"pre": PreNormEncoderLayer, "post": EncoderLayer}
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


def rolled_out(trace: Trace) -> Trace:
    """Attention rollout, layer by layer: how much of each token reaches each token through all layers so far.

    Abnar and Zuidema 2020, section 3. The last step is "rolled"; of one layer only, "mixed" is all there is.
    """
    names = [name for name in trace if name.startswith("encoder.") and name.endswith("self_attention.weights")]
    with record(torch.nn.Identity()) as rollout:
        reached = None
        for layer, name in enumerate(names):
            A = given(f"weights_{layer}", trace[name].value, "head query key",
                      {axis: words for axis, words in trace.labels(name).items() if words})
            mixed = eq.mixed(A)
            reached = mixed if reached is None else eq.rolled(mixed, reached)
    return rollout


def position_similarity(model: ViT) -> Tensor:
    """Cosines of the learned positions of the patches with each other: (patches, patches)."""
    places = model.embedding.E_pos[1:]
    return variants.cosine(places, places)


def with_zero_head(model: ViT, picture: Tensor) -> Tensor:
    """The class probabilities (classes,) if the head is all zeros, as ViT's is before fine-tuning (R38)."""
    zeros = {name: torch.zeros_like(getattr(model, name)) for name in ("W_F", "b_F")}
    with torch.no_grad():
        return class_probabilities(with_parameters(model, zeros)(picture))[0]


def without_places(subject, text: str) -> dict[str, float]:
    """How far the class probabilities move if the last patch comes first, with learned positions and with none (T76).

    "none" is rounding alone.
    """
    model, x = subject.model, torch.from_numpy(subject.read(text))
    x_p = vision.patches(x, model.embedding.patch_embedding.side)
    mixed = reconstruction.unpatched(x_p.flip(0), model.embedding.patch_embedding.side, x.shape[1])
    bare = {"embedding.E_pos": torch.zeros_like(model.embedding.E_pos)}
    with torch.no_grad():
        runs = {"places": [class_probabilities(model(picture)) for picture in (x, mixed)],
                "none": [class_probabilities(with_parameters(model, bare)(picture)) for picture in (x, mixed)]}
    return {name: float((one - other).abs().max()) for name, (one, other) in runs.items()}


def answered_by(model: ViT, encoded: Tensor, row: str) -> Tensor:
    """Class probabilities (..., classes) from what the encoder hands on (..., patches + 1, d): "class", or the "mean"
    of the patches, through the same last matrix. EXHIBITS N0-29.
    """
    y = encoded[..., 0, :] if row == "class" else encoded[..., 1:, :].mean(-2)
    return class_probabilities(vision.class_scores(y, model.W_F, model.b_F))


def right_by_row(model: ViT) -> dict[str, float]:
    """Which percentage of the held-out digits is read right from the class token, and from the mean of the patches."""
    images, labels = digits.part("test")
    with torch.no_grad():
        encoded = model.encode(torch.from_numpy(images))
        answers = {row: answered_by(model, encoded, row).argmax(-1).numpy() for row in ("class", "mean")}
    return {row: 100 * float((answer == labels).mean()) for row, answer in answers.items()}


def as_convolution() -> tuple[float, float]:
    """Largest difference between cut-and-project and a strided convolution in float64, for a random picture (T74).

    First with the kernel's axes put in the order of a flattened patch, then without.
    """
    generator, channels, side, width = torch.Generator().manual_seed(0), 3, 4, 8
    x = torch.randn(4 * side, 4 * side, channels, generator=generator, dtype=torch.float64)
    kernel = torch.randn(width, channels, side, side, generator=generator, dtype=torch.float64)
    convolved = torch.nn.functional.conv2d(x.movedim(-1, 0).unsqueeze(0), kernel, stride=side)[0].flatten(1).T
    matrices = (kernel.permute(2, 3, 1, 0).flatten(0, 2), kernel.flatten(1).T)
    differences = [(vision.patches(x, side) @ E - convolved).abs().max().item() for E in matrices]
    return differences[0], differences[1]


def orders(side: int = 4) -> dict[str, list[int]]:
    """The numbers of the pixels in the first token of an 8 x 8 picture: cut first, or flattened first (R33, T73)."""
    numbered = torch.arange(64).reshape(8, 8, 1)
    return {"cut": vision.patches(numbered, side)[0].tolist(), "flat": numbered.flatten()[:side * side].tolist()}


@functools.cache
@torch.no_grad()
def silent() -> dict[str, float]:
    """How far four layers whose sub-layers all write zero move their input: norm in front, or behind as in 2017."""
    x, distances = 3 * torch.randn(5, 16, generator=torch.Generator().manual_seed(0)), {}
    for name, kind in WIRINGS.items():
        y = x
        for _ in range(4):
            layer = kind(16, 2, 32)
            for weight in (layer.self_attention.W_O, layer.self_attention.b_O, layer.feed_forward.W_2,
                           layer.feed_forward.b_2):
                torch.nn.init.zeros_(weight)
            y = layer(y)
        distances[name] = float((y - x).abs().max())
    return distances


def lengths(trace: Trace) -> list[tuple[float, float]]:
    """Per layer of a run: root mean square of the stream before the layer, and of what its first norm hands on."""
    layers = [name.removesuffix(".norm_1.output") for name in trace if name.endswith(".norm_1.output")]
    return [tuple(_rms(trace[name].value)
                  for name in (trace[f"{layer}.residual_1.added"].inputs[0], f"{layer}.norm_1.output"))
            for layer in layers if layer.startswith("encoder.")]


def _rms(x: Tensor) -> float:
    return float(x.square().mean().sqrt())


class OneLayer(Module):
    """One layer of a stack under its own number, with its parts wired as the layers of ``kind`` are."""

    def __init__(self, layer: EncoderLayer, at: int, kind: type[EncoderLayer]):
        super().__init__()
        letters = pre_norm_letters("encoder") if kind is PreNormEncoderLayer else transformer.PLAN.letters
        self.plan = Plan({"encoder": (Block("layer_input", ("stream",)), *pre_norm_blocks("encoder"))}, letters)
        self.encoder, self.at, self.kind = torch.nn.ModuleList([*at * [torch.nn.Identity()], layer]), at, kind

    def forward(self, x):
        """(..., n, d_model) -> (..., n, d_model)."""
        return self.kind.forward(self.encoder[self.at], x)


def wired(subject, trace: Trace, at: int, wiring: str, silent: bool = False) -> Trace:
    """Layer ``at`` of a run once more, with the same weights and input: the norm in front ("pre"), or behind ("post").

    ``silent``: both sub-layers write zero, as if W_O, b_O, W_2 and b_2 were. EXHIBITS N0-28.
    """
    read, layer = trace[f"encoder.{at}.residual_1.added"].inputs[0], subject.model.encoder[at]
    labels = {axis: words for axis, words in trace.labels(read).items() if words}
    edits = [Scale(f"encoder.{at}.{part}.output", 0.0) for part in ("self_attention", "feed_forward")] if silent else []
    model = OneLayer(layer, at, WIRINGS[wiring])
    with record(model, *edits) as run:
        model(given("stream", trace[read].value, " ".join(trace[read].axes), labels))
    return run


def sizes_in(run: Trace) -> dict[str, float]:
    """The root mean square of what each box of a drawing hands on, by the box's id."""
    return {box.id: _rms(run[box.steps[-1]].value) for box in run.plan.boxes(run)}


def mistaken(subject) -> list[str]:
    """The held-out digits that the model reads wrong, as texts."""
    images, labels = digits.part("test")
    return [digits.written(image) for image in images[answered(subject.model, images) != labels]]


def cut(picture: np.ndarray, side: int) -> Trace:
    """A picture (H, W, C) cut into patches of this side: steps "picture" and "patches". ValueError as ``patches``."""
    with record(torch.nn.Identity()) as trace:
        vision.patches(shown(picture), side)
    return trace


def right_when_moved(model: ViT, by: int) -> float:
    """Which percentage of the held-out digits is read right after a move right and down, around the edges. N2-29."""
    images, labels = digits.part("test")
    return 100 * float((answered(model, np.roll(images, (by, by), (1, 2))) == labels).mean())


def moved_digit(text: str, by: int) -> dict[str, float]:
    """What a convolution drawn at random does when a digit moves: largest differences, see ``nonlocal_block.Shifted``.

    "circular", "invariance" and "pooled" beyond whose edge the other side lies; "padded" with zeros there.
    """
    kernel = torch.randn(4, 1, 3, 3, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    picture = torch.from_numpy(digits.read(text)).double()
    circular, padded = (shifted(picture, kernel, (by, by), around) for around in (True, False))
    return {"circular": circular.equivariance, "invariance": circular.invariance, "pooled": circular.pooled,
            "padded": padded.equivariance}
