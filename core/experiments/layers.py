"""What residual, norm and feed-forward network are for: gradients in depth, tokens apart, nonlinearity."""

import copy
from collections.abc import Callable, Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.edits import Replace, Skip
from core.equations import attention, feedforward, literal, norm, variants
from core.experiments.heads import redrawn
from core.models.layers import EncoderLayer, PreNormEncoderLayer
from core.subjects.translator import Translator
from core.trace import Trace, given, record


class BareLayer(EncoderLayer):
    """Attention, then feed-forward: no residual, no norm."""

    def forward(self, x, mask=None):
        return self.feed_forward(self.self_attention(x, mask=mask))


class NormOnlyLayer(EncoderLayer):
    """A norm behind each sub-layer, but no residual."""

    def forward(self, x, mask=None):
        return self.norm_2(self.feed_forward(self.norm_1(self.self_attention(x, mask=mask))))


class ResidualOnlyLayer(EncoderLayer):
    """A residual round each sub-layer, but no norm."""

    def forward(self, x, mask=None):
        x = self.residual_1(x, self.self_attention(x, mask=mask))
        return self.residual_2(x, self.feed_forward(x))


VARIANTS: dict[str, type[EncoderLayer]] = {
    "none": BareLayer, "norm": NormOnlyLayer, "residual": ResidualOnlyLayer,
    "post": EncoderLayer, "pre": PreNormEncoderLayer}
TOKENS, D_MODEL, N_HEADS, D_FF = 16, 64, 4, 256


class Depth(NamedTuple):
    """One stack of one variant, untrained, after one backward pass: a number per layer, and cosines per layer.

    ``gradient``: norm of the gradient of the layer's parameters; ``rms``: root mean square of what the layer puts out;
    ``cosine``: mean over pairs of tokens; ``cosines``: all pairs (layer + 1, token, token), from the input on.
    """

    gradient: Tensor
    rms: Tensor
    cosine: Tensor
    cosines: Tensor

    @property
    def ratio(self) -> float:
        """Gradient of the first layer over that of the last."""
        return float(self.gradient[0] / self.gradient[-1])


def depth(variant: str, n_layers: int, seed: int = 0) -> Depth:
    """A fresh stack on drawn tokens; the loss is a drawn linear function of its output. EXHIBITS N0-14, R49, R51."""
    generator = torch.Generator().manual_seed(seed)
    x = torch.randn(TOKENS, D_MODEL, generator=generator)
    reader = torch.randn(TOKENS, D_MODEL, generator=generator)
    layers = [redrawn(VARIANTS[variant](D_MODEL, N_HEADS, D_FF), 1000 * seed + i, stacked=3).requires_grad_()
              for i in range(n_layers)]
    states = [x]
    for layer in layers:
        states.append(layer(states[-1]))
    (states[-1] * reader).sum().backward()
    values = torch.stack([state.detach() for state in states])
    cosines = variants.cosine(values, values)
    off = ~torch.eye(TOKENS, dtype=torch.bool)
    return Depth(
        torch.stack([torch.stack([p.grad.norm() for p in layer.parameters() if p.grad is not None]).norm()
                     for layer in layers]),
        values[1:].square().mean((-2, -1)).sqrt(), cosines[:, off].mean(-1)[1:], cosines)


class Spread(NamedTuple):
    """How much each token changes at each stage when one token's input is changed: (stage, token), as a share."""

    stages: tuple[str, ...]
    change: Tensor


STAGES = ("self_attention.queries", "self_attention.values", "self_attention.head_outputs", "self_attention.output",
          "residual_1.added", "norm_1.output", "feed_forward.activation", "feed_forward.output", "residual_2.added",
          "norm_2.output")
INPUT = "source_embedding.positioned"


def spread(translator: Translator, text: str, token: int) -> Spread:
    """One word's vector turned round; who moves, stage by stage of the encoder. EXHIBITS N1-04."""
    ids = translator.ids(translator.read(text))
    before = _encoded(translator, ids)
    X = before[INPUT].value.clone()
    X[token] = -X[token]
    after = _encoded(translator, ids, Replace(INPUT, X))
    stages = (INPUT, *(f"encoder.{layer}.{stage}" for layer in range(len(translator.model.encoder))
                       for stage in STAGES))
    rows = []
    for stage in stages:
        a, b = (_rows(run[stage].value) for run in (before, after))
        rows.append((a - b).norm(dim=-1) / a.norm(dim=-1).clamp_min(1e-12))
    return Spread(stages, torch.stack(rows))


def _encoded(translator: Translator, ids: Tensor, *edits) -> Trace:
    with record(translator.model, *edits) as trace:
        translator.model.encode(ids)
    return trace


def _rows(value: Tensor) -> Tensor:
    """A row per token, whatever heads there are."""
    return value.transpose(0, 1).flatten(1) if value.ndim == 3 else value


def equivariance(translator: Translator, text: str) -> tuple[float, float]:
    """Words reversed before the encoder, results reversed back: difference without and with positions. N0-13."""
    ids = translator.ids(translator.read(text))
    differences = []
    for edits in ((Skip(INPUT),), ()):
        last = f"encoder.{len(translator.model.encoder) - 1}.norm_2.output"
        there, back = (_encoded(translator, i, *edits)[last].value for i in (ids, ids.flip(0)))
        differences.append(float((there - back.flip(0)).abs().max()))
    return differences[0], differences[1]


class Lengths(NamedTuple):
    """The length of each token's vector in front of every norm of a stack, and of the normalized one: (site, token)."""

    sites: tuple[str, ...]
    words: tuple[str, ...]
    before: Tensor
    after: Tensor
    cosine: float  # the least between a vector and its norm


def lengths(trace: Trace, stack: str) -> Lengths:
    """All norms of a stack, from the first to the last. EXHIBITS N2-21."""
    names = [name for name in trace if name.startswith(stack) and name.endswith(".normalized")]
    x, y = (torch.stack([trace[name].value for name in some]) for some in
            ([trace[name].inputs[0] for name in names], names))
    words = trace[names[0]].labels[0] or tuple(map(str, range(x.shape[1])))
    return Lengths(tuple(name.removesuffix(".normalized") for name in names), words, x.norm(dim=-1), y.norm(dim=-1),
                   float(torch.cosine_similarity(x, y, -1).min()))


def turned(row: Sequence[float]) -> float:
    """The cosine between a row and its norm: 1 where its mean is 0. EXHIBITS N2-21."""
    x = torch.tensor(row, dtype=torch.float64)
    return float(torch.cosine_similarity(x, normalized(x), 0))


def normalized(x: Tensor, epsilon: float = 1e-5) -> Tensor:
    """Layer norm without gain and bias, from its equations."""
    mu = norm.mean(x)
    return norm.normalized(x, mu, norm.variance(x, mu), epsilon)


def twice(x: Tensor) -> float:
    """How much a second norm still changes, at epsilon 0. EXHIBITS N1-12."""
    once = normalized(x.double(), 0.0)
    return float((normalized(once, 0.0) - once).abs().max())


class Norms(NamedTuple):
    """A row normalized rightly and as N0 prints it, with the mean and spread of each. ERRATA R01."""

    row: Tensor
    right: Tensor
    printed: Tensor


def both_norms(x: Tensor, epsilon: float = 1e-5) -> Norms:
    """x (n, d), normalized as Ba et al. 2016 and as N0 (13) prints it. ERRATA R01."""
    return Norms(x, normalized(x, epsilon), literal.normalized_by_sum(x))


def two_numbers(count: int = 5) -> Norms:
    """Rows of two drawn numbers, and their layer norms without epsilon: each is (1, -1) or (-1, 1). EXHIBITS N0-15."""
    rows = torch.randn(count, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64) * 3 + 1
    return both_norms(rows, 0.0)


def long_row() -> Tensor:
    """A row of 512 numbers around a mean that is not 0, as features are."""
    return 0.5 + torch.randn(512, generator=torch.Generator().manual_seed(0), dtype=torch.float64)


def on_share(trace: Trace) -> dict[str, float]:
    """The share of hidden units that are on, per feed-forward network. EXHIBITS N0-16."""
    return {name.removesuffix(".activation"): float((trace[name].value > 0).double().mean())
            for name in trace if name.endswith(".activation")}


def unbiased(layer: EncoderLayer) -> EncoderLayer:
    """The layer with every bias at 0, so that only what is not linear can fail the tests of linearity."""
    free = copy.deepcopy(layer).double()
    with torch.no_grad():
        for path, parameter in free.named_parameters():
            if path.rsplit(".", 1)[-1].startswith(("b_", "beta")):
                parameter.zero_()
    return free


def maps(layer: EncoderLayer, x: Tensor) -> dict[str, Callable[[Tensor], Tensor]]:
    """The parts of a layer as maps of X, none with a bias; "frozen" is attention whose weights stay those of ``x``."""
    free = unbiased(layer)
    ffn, attend = free.feed_forward, free.self_attention
    with record(attend) as trace:
        attend(x)
    A = trace["weights"].value

    def frozen(X: Tensor) -> Tensor:
        V = attention.values(X, attend.W_V, None)
        return attention.output(attention.concat(attention.head_outputs(A, V)), attend.W_O, None)

    return {"attention": attend, "frozen": frozen, "norm": free.norm_1, "ffn": ffn,
            "collapsed": lambda x: feedforward.output(feedforward.hidden(x, ffn.W_1, ffn.b_1), ffn.W_2, ffn.b_2)}


@torch.no_grad()
def linearity(layer: EncoderLayer, x: Tensor, y: Tensor) -> dict[str, tuple[float, float]]:
    """Per part: how far f(2x) is from 2 f(x), and f(x + y) from f(x) + f(y), as shares. EXHIBITS N1-13, N1-14, R50."""
    shares = {}
    for name, f in maps(layer, x).items():
        fx = f(x)
        double, both, fy = f(2 * x), f(x + y), f(y)
        shares[name] = (float((double - 2 * fx).norm() / (2 * fx).norm()),
                        float((both - fx - fy).norm() / (fx + fy).norm()))
    return shares


def collapse(layer: EncoderLayer, x: Tensor) -> float:
    """Without its ReLU the network is one matrix: the largest difference. EXHIBITS N0-16, R28."""
    ffn = layer.feed_forward
    W_1, W_2 = ffn.W_1.double(), ffn.W_2.double()
    two = feedforward.output(feedforward.hidden(x.double(), W_1, ffn.b_1.double()), W_2, ffn.b_2.double())
    one = x.double() @ (W_1 @ W_2) + (ffn.b_1.double() @ W_2 + ffn.b_2.double())
    return float((two - one).abs().max())


def relu_matters(layer: EncoderLayer, x: Tensor) -> float:
    """How far the network with its ReLU is from the same without, as a share. ERRATA R28."""
    ffn = layer.feed_forward
    H = feedforward.hidden(x, ffn.W_1, ffn.b_1)
    with_relu, without = (feedforward.output(R, ffn.W_2, ffn.b_2) for R in (feedforward.activation(H), H))
    return float((with_relu - without).norm() / without.norm())


class Batch(NamedTuple):
    """Rows of features, layer and batch norm of them, and the trace of both."""

    x: Tensor
    by_layer: Tensor
    by_batch: Tensor
    trace: Trace


SAMPLES, WORDS, FEATURES = 4, 3, 8


def batch(shift: float = 0.0, sample: int = 1) -> Batch:
    """Drawn samples of a few tokens each, one of them shifted, normalized both ways. EXHIBITS N2-22."""
    x = torch.randn(SAMPLES, WORDS, FEATURES, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    x[sample] += shift
    with record(nn.Identity()) as trace:
        X = given("x", x.flatten(0, 1), "token d_model")
        mu = norm.mean(X)
        norm.normalized(X, mu, norm.variance(X, mu), 1e-5)
        variants.normalized_over_batch(X, 1e-5)
    return Batch(trace["x"].value, trace["normalized"].value, trace["normalized_over_batch"].value, trace)


def read_by(trace: Trace, name: str, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """The cells of x that a normalized cell depends on, through mean and variance too."""
    todo, cells = [(name, cell)], set()
    while todo:
        for source, at in trace.sources(*todo.pop()):
            (cells.add(at) if source == "x" else todo.append((source, at)))
    return sorted(cells)


def one_value_per_channel() -> str:
    """What torch's batch norm says to a batch of a single value per channel in training. EXHIBITS N2-22."""
    try:
        nn.BatchNorm1d(FEATURES)(torch.zeros(1, FEATURES))
    except ValueError as error:
        return str(error)
    return ""
