"""Small models and what they run on, so that laws can be held over all of them; and arguments for every equation."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from core import equations
from core.decode import Cache
from core.equations import embedding, output
from core.formula import EQUATIONS, Equation
from core.models.alignment import AdditiveAttention
from core.models.patches import PatchEmbedding, ViTInput
from core.models.rnn import RNN
from core.models.transformer import END, PAD, START, PreNormTransformer, Transformer
from core.trace import Trace, given, record

for found in pkgutil.iter_modules(equations.__path__):
    importlib.import_module(f"core.equations.{found.name}")

KEYS = sorted(EQUATIONS)
SIZES = {"d_model": 8, "n_heads": 2, "n_layers": 2, "d_ff": 6}  # with 5 source and 3 target words no two axes agree
SOURCE_WORDS, TARGET_WORDS = ("my", "cat", "eats", "red", "fish"), ("mao", "yu", "<end>")
SOURCE, TARGET = torch.tensor([4, 8, 5, 4, 7]), torch.tensor([6, 4, END])
SOURCES = torch.tensor([[4, 8, 5, 4, 7], [6, 5, 7, PAD, PAD]])
TARGETS = torch.tensor([[6, 4, END], [5, END, PAD]])


def generic(model: nn.Module, seed: int = 0) -> nn.Module:
    """The model in float64 with every parameter random, gains and biases too, so that nothing vanishes by chance."""
    generator = torch.Generator().manual_seed(seed)
    model.double().eval()
    for name, parameter in model.named_parameters():
        noise = 0.5 * torch.randn(parameter.shape, generator=generator, dtype=torch.float64)
        parameter.data = noise + 1 if name.endswith("gamma") else noise
    return model


def random(*shape: int, seed: int = 0) -> Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def close(ours, theirs, tolerance: float = 1e-10) -> bool:
    """Same shape, and no number farther off than the tolerance."""
    ours, theirs = (torch.as_tensor(x, dtype=torch.float64) for x in (ours, theirs))
    return ours.shape == theirs.shape and torch.allclose(ours, theirs, rtol=0, atol=tolerance)


@dataclass(frozen=True, eq=False)
class Run:
    """A model and one forward pass through it, from named inputs to its last result."""

    model: nn.Module
    forward: Callable[[], Tensor]
    labels: dict | None = None

    def trace(self, *edits, gradients: bool = False) -> Trace:
        with record(self.model, *edits, labels=self.labels, gradients=gradients) as trace:
            self.forward()
        return trace


def translation(kind: type[Transformer], source: Tensor, target: Tensor, words=TARGET_WORDS, **options) -> Run:
    model = generic(kind(9, 7, **SIZES, **options))

    def forward() -> Tensor:
        read = given("source", source, "token", {"token": SOURCE_WORDS})
        wanted = given("target", target, "token", {"token": words})
        scores = model(read, embedding.shift_right(wanted, START))
        output.probabilities(scores)
        output.loss(output.token_losses(scores, wanted), wanted, PAD)
        return scores

    return Run(model, forward, {"shift_right": {"token": ("<start>", *words[:-1])}})


def cached_decoding() -> Run:
    """The third word, with keys and values of the first two from the cache."""
    model = generic(Transformer(9, 7, **SIZES))
    past = Cache()
    with torch.no_grad():
        memory = model.encode(SOURCE)
        for word in (START, 6):
            model.decode(torch.tensor([word]), memory, SOURCE, past)

    def forward() -> Tensor:
        cache = Cache()
        cache.length, cache._kept = past.length, dict(past._kept)
        word = given("decoder_input", torch.tensor([4]), "token", {"token": ("yu",)})
        return model.logits(model.decode(word, given("memory", memory, "token d_model"), SOURCE, cache))

    return Run(model, forward)


def single(model: nn.Module, axes: list[str], *inputs: Tensor) -> Run:
    """A model that is called once, on inputs with these axes."""
    model = generic(model)
    return Run(model, lambda: model(*[given(f"input_{i}", x, a) for i, (x, a) in enumerate(zip(inputs, axes))]))


RUNS = {
    "transformer": lambda: translation(Transformer, SOURCE, TARGET),
    "transformer batch": lambda: translation(Transformer, SOURCES, TARGETS),
    "transformer untied": lambda: translation(Transformer, SOURCE, TARGET, tied=False),
    "pre-norm transformer": lambda: translation(PreNormTransformer, SOURCE, TARGET),
    "pre-norm transformer batch": lambda: translation(PreNormTransformer, SOURCES, TARGETS),
    "cached decoding": cached_decoding,
    "rnn": lambda: single(RNN(3, 4, 6), ["time d_x"], random(5, 3)),
    "rnn batch": lambda: single(RNN(3, 4, 6), ["time d_x"], random(2, 5, 3)),
    "additive attention": lambda: single(AdditiveAttention(3, 4, 6), ["d_z", "key d_h"], random(3), random(5, 4)),
    "additive attention batch": lambda: single(AdditiveAttention(3, 4, 6), ["d_z", "key d_h"], random(2, 3),
                                               random(2, 5, 4)),
    "patches": lambda: single(PatchEmbedding(2, 3, 5), ["height width channel"], random(4, 6, 3)),
    "vit input": lambda: single(ViTInput(2, 3, 5, 6), ["height width channel"], random(4, 6, 3)),
    "vit input batch": lambda: single(ViTInput(2, 3, 5, 6), ["height width channel"], random(2, 4, 6, 3)),
    "patches batch": lambda: single(PatchEmbedding(2, 3, 5), ["height width channel"], random(2, 4, 6, 3)),
}

HAND = {  # arguments of the equations that no model of RUNS computes
    "embedding.one_hot": [(torch.tensor([2, 0, 2]), 4)],
    "literal.normalized_by_sum": [(random(3, 4),), (random(2, 3, 4),)],
    "literal.elementwise_scores": [(random(2, 5, 3), random(2, 5, 3, seed=1))],
    "literal.scores_masked_by_a_number": [(random(2, 5, 5), torch.ones(5, 5, dtype=torch.bool).tril())],
    "literal.loss_from_zero": [(random(5),), (random(2, 5),)],
    "literal.pieces": [(random(4, 6, 3), 2)],
    "masks.additive_mask": [(torch.ones(4, 5, dtype=torch.bool).tril(),)],
    "masks.scores_plus_mask": [(random(2, 4, 5), random(4, 5, seed=1))],
    "masks.scores_times_mask": [(random(2, 4, 5), torch.ones(4, 5, dtype=torch.bool).tril())],
    "masks.weights_times_mask": [(random(2, 4, 5), torch.ones(4, 5, dtype=torch.bool).tril())],
    "variants.normalized_over_batch": [(random(4, 3), 1e-5)],
    "variants.gram": [(random(3, 4), random(5, 4, seed=1))],
    "variants.cosine": [(random(3, 4), random(5, 4, seed=1)), (random(2, 3, 4), random(2, 5, 4, seed=1))],
    "variants.column_scores": [(random(4, 5), random(4, 3, seed=1))],
    "variants.column_weights": [(random(5, 3),)],
    "variants.column_outputs": [(random(4, 5), random(5, 3, seed=1))],
    "variants.head_writes": [(random(2, 3, 4), random(8, 6, seed=1)), (random(5, 2, 3, 4), random(8, 6, seed=1))],
    "variants.positions_in_halves": [(random(3, 6), 100.0)],
    "variants.moved_positions": [(random(3, 6), 7, 100.0)],
    "variants.positions_in_a_plane": [(random(3, 2, 8), 10000.0)],
    "variants.learning_rates": [(torch.tensor([1, 3999, 4000, 9e4], dtype=torch.float64), 512, 4000)],
    "variants.smoothed_losses": [(random(3, 7), torch.tensor([6, 0, 2]), 0.1),
                                 (random(2, 3, 7), torch.tensor([[6, 0, 2], [1, 1, 3]]), 0.1)],
}


@functools.cache
def run(name: str) -> Run:
    return RUNS[name]()


@functools.cache
def recorded(name: str) -> Trace:
    """The unedited trace of a run; shared, so not to be changed."""
    return run(name).trace()


@functools.cache
def arguments() -> dict[str, list[tuple]]:
    """For every equation, arguments of distinct shapes it was called with in the runs, or those given by hand."""
    found: dict[str, dict] = {key: {} for key in EQUATIONS}
    for name in RUNS:
        for step in recorded(name).values():
            for call in range(len(step.references) if step.equation else 0):
                args = step.arguments(call)
                shapes = tuple(tuple(a.shape) if isinstance(a, Tensor) else () for a in args)
                found[step.equation.key].setdefault(shapes, args)
    samples = {key: list(calls.values())[:6] for key, calls in found.items()}
    for key, calls in HAND.items():
        samples[key] += calls
    return samples


def function(equation: Equation) -> Callable:
    """The equation as it is called, so that a recorder sees it."""
    return getattr(sys.modules[equation.function.__module__], equation.name)


def alone(equation: Equation, args: tuple, dtype: torch.dtype = torch.float64) -> Trace:
    """The trace of this one call, each tensor among its arguments named ``input_0``, ``input_1`` ..."""
    with record(nn.Identity()) as trace:
        named = []
        for i, a in enumerate(args):
            if isinstance(a, Tensor):
                a = a.detach().to(dtype) if a.is_floating_point() else a
                a = given(f"input_{i}", a.clone(), " ".join(equation.input_axes(i)))
            named.append(a)
        function(equation)(*named)
    return trace
