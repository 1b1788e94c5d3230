"""Experiments on similarity: EXHIBITS N1-06, N4-09 to N4-13, ERRATA R88, R90, R112. Two videos; a drawn scene.

Pure functions of tensors; whatever is drawn comes from a seeded generator.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor, nn

from core import given, record
from core.equations import attention, embedding, variants, vision
from core.experiments.attention import attend, generator
from core.steps import Trace

THUMBNAILS = (
    ("........", ".#....#.", ".##..##.", ".######.", ".#.##.#.", ".######.", "..####..", "........"),
    ("...##...", "........", "########", ".######.", ".######.", ".######.", ".######.", "........"),
)
"""The two videos of N1-06: a cat and a cooking pot, 8 by 8."""

PATCH, GRID = 6, 6
SKY, LIGHT_WATER, DARK_WATER = (0.78, 0.88, 0.98), (0.35, 0.60, 0.80), (0.15, 0.35, 0.60)
RED, BLUE, GREEN = (0.90, 0.15, 0.15), (0.15, 0.15, 0.90), (0.15, 0.45, 0.20)
"""Red and blue have the same mean, so that a key that reads brightness cannot tell them apart."""
BALLS, TREES = {(1, 1): RED, (0, 4): BLUE}, ((3, 1), (3, 4))
QUESTIONS = ("ball", "water", "tree")
SLIDE_SCORES, SLIDE_WEIGHTS = (1.0, 0.2, 0.9, 0.1), (0.1, 0.2, 1.0, 0.1)
"""Four scores and their weights as a later version of N4's slides prints them (R112)."""
HAND_TOKENS = ((1.0, 0.0), (3.0, 1.0), (0.0, 2.0), (2.0, 0.0))


def thumbnails() -> Tensor:
    """(2, 64), ink 1."""
    return torch.tensor([[float(c == "#") for row in shape for c in row] for shape in THUMBNAILS])


def look_up(degrees: float, temperature: float, same_key: bool = False, titles: Sequence[str] = ()) -> Trace:
    """N1-06: a query turned from the first key to the second; keys are unit vectors, values thumbnails.

    A temperature other than 1 divides the query, and so the scores. ``same_key``: both videos have the first key.
    """
    angle = math.radians(degrees)
    q = torch.tensor([[math.cos(angle), math.sin(angle)]], dtype=torch.float64) * 4 / temperature
    K = torch.eye(2, dtype=torch.float64)[[0, 0] if same_key else [0, 1]]
    return attend(q, K, thumbnails().double(), keys=titles)


def weight_curve(temperature: float, same_key: bool = False) -> list[tuple[int, float]]:
    """The second video's weight as the query turns by a right angle."""
    return [(degrees, float(look_up(degrees, temperature, same_key)["weights"].value[0, 0, 1]))
            for degrees in range(0, 91, 3)]


def scene(red_only: bool = False) -> Tensor:
    """A picture of 6 by 6 patches, each 6 by 6 pixels: two balls in the sky, twin trees, water. (36, 36, 3), 0 to 1."""
    picture = torch.tensor(SKY).repeat(PATCH * GRID, PATCH * GRID, 1)
    picture[4 * PATCH:] = _striped(torch.tensor(LIGHT_WATER), torch.tensor(DARK_WATER)).repeat(2, GRID, 1)
    for at, colour in BALLS.items():
        _paint(picture, at, _disc(), RED if red_only else colour)
    for at in TREES:
        _paint(picture, at, _triangle(), GREEN)
    return picture


def _paint(picture: Tensor, at: tuple[int, int], shape: Tensor, colour: Sequence[float]) -> None:
    patch = picture[at[0] * PATCH:(at[0] + 1) * PATCH, at[1] * PATCH:(at[1] + 1) * PATCH]
    patch[shape] = torch.tensor(colour)


def _disc() -> Tensor:
    along = torch.arange(PATCH) - (PATCH - 1) / 2
    return along[:, None] ** 2 + along**2 < 6.6


def _triangle() -> Tensor:
    along = torch.arange(PATCH) - (PATCH - 1) / 2
    return along.abs() <= (torch.arange(PATCH)[:, None] + 1) / 2


def _striped(light: Tensor, dark: Tensor) -> Tensor:
    rows = (torch.arange(PATCH) // 2 % 2).float()[:, None, None]
    return (dark + (light - dark) * rows).expand(PATCH, PATCH, 3)


def tokens(picture: Tensor) -> Tensor:
    """The patches as rows of 108 numbers between -1/2 and 1/2. (36, 108)."""
    return vision.patches(picture, PATCH) - 0.5


def question(kind: str) -> Tensor:
    """A question as a token of its own: a colourless drawing of what is sought. (108,)."""
    patch = torch.full((PATCH, PATCH, 3), 0.9)
    if kind == "water":
        patch = _striped(torch.tensor((0.95, 0.95, 0.95)), torch.tensor((0.05, 0.05, 0.05)))
    else:
        patch[_disc() if kind == "ball" else _triangle()] = 0.35
    return patch.flatten() - 0.5


def maps() -> tuple[Tensor, Tensor]:
    """N4-10: W_k reads the brightness of each pixel less the patch's mean; W_v the colour of the four middle pixels."""
    pixels = PATCH * PATCH
    brightness = torch.eye(pixels).repeat_interleave(3, 1) / 3
    W_k = brightness - brightness.mean(0)
    middle = torch.zeros(PATCH, PATCH)
    middle[PATCH // 2 - 1:PATCH // 2 + 1, PATCH // 2 - 1:PATCH // 2 + 1] = 0.25
    return W_k.double(), torch.kron(middle.flatten(), torch.eye(3)).double()


def answer(kind: str, gain: float, picture: Tensor) -> Trace:
    """N4-10: one question over all patches. W_q is ``gain`` times W_k; the value is a colour (0 to 1)."""
    W_k, W_v = maps()
    t = tokens(picture).double()
    q = gain * (W_k @ question(kind).double())
    return attend(q[None], t @ W_k.mT, t @ W_v.mT + 0.5, queries=(kind,), keys=patch_names())


def slide_weights() -> Tensor:
    """The softmax of the slide's four scores: (4,). ERRATA R112."""
    return attention.weights(torch.tensor(SLIDE_SCORES, dtype=torch.float64).view(1, 1, -1))[0, 0]


def patch_names() -> list[str]:
    """Row and column of each patch."""
    return [f"{i // GRID + 1},{i % GRID + 1}" for i in range(GRID * GRID)]


def looking_at_itself(picture: Tensor, gain: float, positions: bool) -> Trace:
    """N4-11: queries, keys and values are the patches themselves; the queries ``gain`` times, for sharper weights."""
    t = tokens(picture).double()
    if positions:
        t = t + embedding.positions(t, 0, 10000.0)
    return attend(gain * t, t, t, queries=patch_names(), keys=patch_names())


def gram(X: Tensor, kind: str, words: Sequence[str] = ()) -> Trace:
    """N4-12: all pairs of tokens, by dot product or by cosine."""
    labels = {"token": words} if words else {}
    with record(nn.Identity()) as trace:
        X = given("tokens", X.double(), "token feature", labels)
        Y = given("tokens_again", X.clone(), "other feature", {"other": words} if words else {})
        (variants.gram if kind == "dot" else variants.cosine)(X, Y)
    return trace


def own_largest(G: Tensor) -> list[bool]:
    """For each row, whether none of its entries is larger than the one on the diagonal."""
    return (G.diagonal().unsqueeze(-1) >= G - 1e-9).all(-1).tolist()


def violations(d: int) -> float:
    """R90: the share of rows of Gram matrices of 8 random tokens whose largest entry is not on the diagonal."""
    X = torch.randn(1000, 8, d, generator=generator(0))
    return float(((X @ X.mT).argmax(-1) != torch.arange(8)).double().mean())


def best_cosine_weight(n: int) -> float:
    """R88: the largest weight softmax can give when scores are cosines: one 1 among n - 1 times -1."""
    return 1 / (1 + (n - 1) * math.exp(-2))


def fc_weights(n: int) -> Tensor:
    """N4-09: a fully connected layer over n tokens: free parameters, here as they might be drawn. (n, n)."""
    return torch.randn(n, n, generator=generator(0), dtype=torch.float64) / n**0.5
