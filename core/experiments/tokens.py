"""Anything as tokens, and what is done with tokens: mixed, and changed one by one. EXHIBITS N4-01 to N4-06."""

import functools
import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from core import given, record
from core.data import scenes, sounds
from core.equations import attention, embedding, feedforward, norm, tokens, vision
from core.experiments.attention import generator
from core.steps import Trace

WIDTH = 12
"""Numbers of a token, whatever it was made of."""

DOUBLE = torch.float64
MODALITIES = ("text", "picture", "sound")
PICTURES = {"three": 2, "two": 0, "four": 3}
"""Scenes to begin with: which of the examples of ``core.data.scenes``."""

SIDE, PATCH, FRAME = 32, 8, 32


def drawn(*shape: int, seed: int) -> Tensor:
    """Random numbers, normal; of a matrix the columns are about 1 long."""
    numbers = torch.randn(shape, generator=generator(seed), dtype=DOUBLE)
    return numbers / math.sqrt(shape[-2]) if len(shape) > 1 else numbers


# ---- Three tokenisers ------------------------------------------------------------------------------------------------


@functools.cache
def picture(name: str) -> Tensor:
    """A scene of coloured shapes, every other pixel of it. (32, 32, 3), from 0 to 1."""
    image = torch.from_numpy(scenes.picture(scenes.read(scenes.examples()[PICTURES[name]]))).to(DOUBLE)
    return image.unflatten(0, (SIDE, 2)).unflatten(2, (SIDE, 2)).mean((1, 3))


def cosines(length: int, count: int) -> Tensor:
    """The first ``count`` waves of a cosine transform, as columns of length 1. (length, count)."""
    at, k = torch.arange(length, dtype=DOUBLE) + 0.5, torch.arange(count, dtype=DOUBLE)
    waves = torch.cos(math.pi / length * torch.outer(at, k))
    return waves / waves.norm(dim=0)


def plane_waves(side: int, channels: int, count: int) -> Tensor:
    """Per colour ``count`` waves of a square, flat ones first, as columns. (side^2 channels, count channels)."""
    order = sorted(((i, j) for i in range(count) for j in range(count)), key=lambda ij: (sum(ij), ij))[:count]
    down, across = cosines(side, count)[:, torch.tensor(order)].unbind(-1)
    columns = torch.einsum("ik,jk,cd->ijckd", down, across, torch.eye(channels, dtype=DOUBLE))
    return columns.reshape(side * side * channels, count * channels)


def pieces(text: str, most: int = 12) -> list[str]:
    """The characters of a text, without blanks, at most so many."""
    return [c for c in text if not c.isspace() and c.isprintable()][:most]


def tokenised(text: Sequence[str], scene: str, sound: str) -> Trace:
    """Characters looked up, patches and frames projected: three rows of tokens of the same width. N4-02.

    The table is drawn at random; the projections are cosine waves, so a token's first numbers are mean and slope.
    """
    letters = list(dict.fromkeys(text))
    ids = torch.tensor([letters.index(c) for c in text])
    with record(nn.Identity()) as trace:
        ids = given("source", ids, "token", {"token": list(text)}, shows="ids")
        embedding.lookup(ids, given("table", drawn(len(letters), WIDTH, seed=1) * math.sqrt(len(letters)),
                                    "vocabulary d_model", {"vocabulary": letters}))
        nothing = torch.zeros(WIDTH, dtype=DOUBLE)
        cut = vision.patches(given("picture", picture(scene), "height width channel", shows="picture"), PATCH)
        vision.embedded(cut, given("E_picture", plane_waves(PATCH, 3, WIDTH // 3) / 2, "pixel d_model"),
                        given("b_picture", nothing, "d_model"))
        heard = given("signal", torch.from_numpy(sounds.sound(sound)).to(DOUBLE), "sample")
        tokens.projected(tokens.frames(heard, FRAME, FRAME), given("E_sound", cosines(FRAME, WIDTH), "feature d_model"),
                         given("b_sound", nothing.clone(), "d_model"))
    return trace


TOKENS = {"text": "lookup", "picture": "embedded", "sound": "projected"}
"""The step that holds the tokens of a modality."""


def as_convolution(scene: str) -> dict[str, float]:
    """Patches through one matrix, and a convolution whose step is as long as its kernel: the same numbers. T74."""
    image, E = picture(scene), plane_waves(PATCH, 3, WIDTH // 3) / 2
    ours = vision.embedded(vision.patches(image, PATCH), E, torch.zeros(WIDTH, dtype=DOUBLE))
    kernel = E.T.reshape(WIDTH, PATCH, PATCH, 3).permute(0, 3, 1, 2)
    theirs = nn.functional.conv2d(image.permute(2, 0, 1)[None], kernel, stride=PATCH)[0].flatten(1).T
    return {"difference": (ours - theirs).abs().max().item(), "tokens": len(ours), "weights": E.numel()}


# ---- One network for all of them -------------------------------------------------------------------------------------


def block_mask(sizes: Sequence[int]) -> Tensor:
    """Each token may look at its own modality only. (n, n), booleans."""
    owner = torch.repeat_interleave(torch.arange(len(sizes)), torch.tensor(sizes))
    return owner.unsqueeze(0) == owner.unsqueeze(1)


def attended(blocks: Sequence[Tensor], labels: Sequence[Sequence[str]] = (), forbid: bool = False) -> Trace:
    """One attention over all blocks joined, tokens named by ``labels``; ``forbid``: only inside a block. N4-03."""
    names = [name for block in labels for name in block]
    axes = {"in_one_row": "token", "queries": "query", "keys": "key", "values": "key"}
    edges = {step: {axis: names} for step, axis in axes.items()}
    with record(nn.Identity(), labels=edges if names else {}) as trace:
        x = tokens.in_one_row(*(given(name, block, "token d_model") for name, block in zip(MODALITIES, blocks)))
        W = [given(name, 2.2 * drawn(1, WIDTH, WIDTH, seed=seed), "head d_model d_k")
             for seed, name in enumerate(("W_Q", "W_K", "W_V"), 2)]
        b = given("b", torch.zeros(1, WIDTH, dtype=DOUBLE), "head d_k")
        Q, K, V = (make(x, w, b) for make, w in zip((attention.queries, attention.keys, attention.values), W))
        S = attention.scores(attention.dot_products(Q, K), WIDTH)
        if forbid:
            S = attention.masked_scores(S, given("look_ahead_mask", block_mask([len(one) for one in blocks]),
                                                 "query key", shows="mask"))
        attention.head_outputs(attention.weights(S), V)
    return trace


def separate_models(blocks: Sequence[Tensor]) -> dict[str, float]:
    """The joint model with and without the blocks off the diagonal, against three models by themselves. N4-03."""
    alone = torch.cat([attended([one])["head_outputs"].value[0] for one in blocks])
    whole, cut = (attended(blocks, forbid=forbid)["head_outputs"].value[0] for forbid in (False, True))
    A, mask = attended(blocks)["weights"].value[0], block_mask([len(one) for one in blocks])
    return {"forbidden": (cut - alone).abs().max().item(), "open": (whole - alone).abs().max().item(),
            "across": (A * ~mask).sum(-1).mean().item()}


# ---- A token is one thing --------------------------------------------------------------------------------------------


def mlp(Z: Tensor, seed: int = 20) -> Tensor:
    """F: two layers and a ReLU, for each token alone. (n, d) -> (n, d)."""
    W_1, b_1, W_2, b_2 = weights_of_F(Z.shape[-1], seed)
    return feedforward.output(feedforward.activation(feedforward.hidden(Z, W_1, b_1)), W_2, b_2)


def weights_of_F(d: int, seed: int = 20) -> tuple[Tensor, ...]:
    """F's parameters: (d, 2d), (2d,), (2d, d), (d,)."""
    return (drawn(d, 2 * d, seed=seed), 0.3 * drawn(2 * d, seed=seed + 1), drawn(2 * d, d, seed=seed + 2),
            0.3 * drawn(d, seed=seed + 3))


def block(Z: Tensor) -> Tensor:
    """Residual, layer norm, F: what a Transformer does to each token by itself. (n, d) -> (n, d)."""
    gain, bias = 1 + 0.5 * drawn(Z.shape[-1], seed=30), 0.5 * drawn(Z.shape[-1], seed=31)
    x = norm.normalized(Z, norm.mean(Z), norm.variance(Z, norm.mean(Z)), 1e-5)
    return Z + mlp(norm.output(x, gain, bias))


def reordered(Z: Tensor) -> dict[str, Tensor]:
    """The block on tokens, and on features, in reverse order, against the same after: only of tokens equal. N4-01."""
    return {"tokens before": block(Z.flip(0)), "tokens after": block(Z).flip(0),
            "features before": block(Z.flip(1)), "features after": block(Z).flip(1)}


def combination(w: Sequence[float], Z: Tensor, labels: Sequence[str]) -> Trace:
    """The same weights for neurons (the tokens' first numbers) and for tokens. N4-04."""
    with record(nn.Identity()) as trace:
        w = given("w", torch.tensor(w, dtype=DOUBLE), "token", {"token": labels})
        tokens.combined_neurons(w, given("x", Z[:, 0].clone(), "token", {"token": labels}))
        tokens.combined(w, given("Z", Z, "token d_model", {"token": labels}))
    return trace


def beyond(Z: Tensor, new: Tensor) -> dict[str, float]:
    """How near any combination of the tokens comes to a vector of another direction, such as F's. N4-04."""
    w = torch.linalg.lstsq(Z.T, new.unsqueeze(-1)).solution
    rest = (Z.T @ w).squeeze(-1) - new
    return {"rank": int(torch.linalg.matrix_rank(Z)), "width": Z.shape[-1], "tokens": len(Z),
            "missed": (rest.norm() / new.norm()).item()}


def per_token(Z: Tensor, labels: Sequence[str]) -> Trace:
    """F's first layer twice: a matrix for each row, and a convolution that sees one token. N4-05."""
    W_1, b_1, *_ = weights_of_F(Z.shape[-1])
    with record(nn.Identity()) as trace:
        Z = given("Z", Z, "token d_model", {"token": labels})
        W, b = given("W_1", W_1, "d_model d_ff"), given("b_1", b_1, "d_ff")
        feedforward.hidden(Z, W, b)
        tokens.one_by_one(given("Z^T", Z.T.contiguous(), "d_model token", {"token": labels}),
                          given("W_1^T", W_1.T.contiguous(), "d_ff d_model"), given("b", b_1.clone(), "d_ff"))
    return trace


def as_two_convolutions(Z: Tensor) -> dict[str, float]:
    """F as it is, and as two 1 x 1 convolutions with a ReLU between; and what one alone cannot do. T40, R110."""
    W_1, b_1, W_2, b_2 = weights_of_F(Z.shape[-1])
    two = tokens.one_by_one(torch.relu(tokens.one_by_one(Z.T, W_1.T, b_1)), W_2.T, b_2).T
    X = torch.randn(400, Z.shape[-1], generator=generator(40), dtype=DOUBLE)
    wide = torch.cat((X, torch.ones(len(X), 1, dtype=DOUBLE)), 1)
    wanted = mlp(X)
    one = wide @ torch.linalg.lstsq(wide, wanted).solution
    plain = tokens.one_by_one(tokens.one_by_one(Z.T, W_1.T, 0 * b_1), W_2.T, 0 * b_2).T
    return {"two": (two - mlp(Z)).abs().max().item(),
            "one": ((one - wanted).norm() / (wanted - wanted.mean(0)).norm()).item(),
            "without": (plain - Z @ (W_1 @ W_2)).abs().max().item()}


# ---- A net of tokens -------------------------------------------------------------------------------------------------

MIX, ALONE = "m", "f"


def mixing(n: int, seed: int) -> Tensor:
    """Fixed weights of one mixing layer. (n, n)."""
    return drawn(n, n, seed=100 + seed)


def stack(layers: str, Z: Tensor) -> Tensor:
    """A net of tokens: ``m`` mixes, ``f`` changes each token alone. (n, d) -> (n, d)."""
    for k, layer in enumerate(layers):
        Z = tokens.mixed(mixing(len(Z), k), Z) if layer == MIX else mlp(Z, 200 + 10 * k)
    return Z


def product(layers: str, n: int) -> Tensor:
    """What the mixing layers are together: a product of matrices, one matrix. (n, n)."""
    matrix = torch.eye(n, dtype=DOUBLE)
    for k, layer in enumerate(layers):
        matrix = mixing(n, k) @ matrix if layer == MIX else matrix
    return matrix


def one_matrix(layers: str, n: int) -> float:
    """How far a stack is from the best single mixing matrix, over many sets of tokens; relative. 0: it is one. N4-06.

    The matrix may have a constant added to every token, as F has biases.
    """
    X = torch.randn(40, n, WIDTH, generator=generator(50), dtype=DOUBLE)
    Y = torch.stack([stack(layers, x) for x in X])
    given_ = torch.cat((X.transpose(0, 1).flatten(1), torch.ones(1, len(X) * WIDTH, dtype=DOUBLE)))
    wanted = Y.transpose(0, 1).flatten(1)
    best = torch.linalg.lstsq(given_.T, wanted.T).solution
    return ((given_.T @ best - wanted.T).norm() / wanted.norm()).item()


def field(Z: Tensor, w: Sequence[float]) -> Mapping[str, Tensor]:
    """The formula as printed, a dot product with some vector z, and as meant, the field z of each token. R85."""
    weights, z = torch.tensor(w, dtype=DOUBLE), drawn(Z.shape[-1], seed=60)
    return {"printed": (weights * (Z @ z)).sum(), "right": tokens.combined(weights, Z)}


def looked_at(scene: str) -> Trace:
    """One attention over a scene's own patches."""
    return attended([tokenised("a", scene, "beats")["embedded"].value])


def made(scenes_: Sequence[str]) -> dict[str, Tensor]:
    """A fixed mixing matrix, and the attention weights that each picture makes for its own patches. N4-09; R107."""
    return {"W": mixing(SIDE * SIDE // PATCH**2, 0)} | {name: looked_at(name)["weights"].value[0] for name in scenes_}


def moved(one: str, other: str) -> dict[str, float]:
    """What moves from one picture to another: the weights A; not the matrices that make them. R107."""
    first, second = looked_at(one), looked_at(other)
    return {name: (first[name].value - second[name].value).abs().max().item() for name in ("weights", "W_Q", "W_K")}


def without_values(one: str) -> dict[str, float]:
    """How far A Z, as printed, is from A Z W_v; relative. R108."""
    trace = looked_at(one)
    A, Z, right = trace["weights"].value[0], trace["in_one_row"].value, trace["head_outputs"].value[0]
    return {"off": ((A @ Z - right).norm() / right.norm()).item(),
            "right": (A @ (Z @ trace["W_V"].value[0]) - right).abs().max().item()}
