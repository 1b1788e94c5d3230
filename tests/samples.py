"""Small models and what they run on, so that laws can be held over all of them; and arguments for every equation."""

from __future__ import annotations

import functools
import importlib
import pkgutil
import sys
from collections.abc import Callable

import picture_samples
import torch
from hand_samples import HAND
from sampling import Run, close, generic, random, single  # noqa: F401 - tests take all of them from here
from torch import Tensor, nn

from core import equations
from core.data.vocabulary import Marks
from core.equations import embedding, feedforward, output, tagging
from core.formula import EQUATIONS, Equation
from core.models.bert import BERT, SentenceEncoder
from core.models.cache import Cache
from core.models.gpt import GPT
from core.models.layers import FeedForward
from core.models.llama import Llama
from core.models.lstm import CELL, LETTERS, LSTMCell, PeepholeCell
from core.models.rnn import OUTPUT, RNN, DeepRNN, WordRNN
from core.models.seq2seq import AdditiveAttention, AttentionTranslator, LSTMTranslator, RNNTranslator
from core.models.tagger import AttentionTagger, LSTMTagger, PerWordTagger, RecurrentTagger
from core.models.transformer import PreNormTransformer, SharedTransformer, Transformer
from core.plan import Plan
from core.trace import Trace, given, record

for module in pkgutil.iter_modules(equations.__path__):
    importlib.import_module(f"core.equations.{module.name}")

PAD, START, END, UNKNOWN = Marks()
KEYS = sorted(EQUATIONS)
SIZES = {"d_model": 8, "n_heads": 2, "n_layers": 2, "d_ff": 6}  # with 5 source and 3 target words no two axes agree
GELU_BY_TANH = functools.partial(FeedForward, activation=feedforward.gelu_by_tanh)
WINDOWS = {"windows": (2, None), "interleaved": True, "activation": feedforward.gelu_by_tanh}
GROUPS = {"d_model": 16, "n_heads": 4, "n_groups": 2, "n_layers": 2, "d_ff": 6}
RECURRENT = {"d_x": 3, "d_h": 4}
SOURCE_WORDS, TARGET_WORDS = ("my", "cat", "eats", "red", "fish"), ("mao", "yu", "<end>")
SOURCE, TARGET = torch.tensor([4, 8, 5, 4, 7]), torch.tensor([6, 4, END])
SOURCES = torch.tensor([[4, 8, 5, 4, 7], [6, 5, 7, PAD, PAD]])
TARGETS = torch.tensor([[6, 4, END], [5, END, PAD]])


class LSTM(RNN):
    """The LSTM's cell unrolled over a sequence. X (..., T, d_x) -> scores (..., T, vocabulary_size)."""

    plan, kind = Plan({"recurrent": (CELL,), "output": OUTPUT}, LETTERS), LSTMCell


class PeepholeLSTM(LSTM):
    """The cell with peepholes unrolled over a sequence. X (..., T, d_x) -> scores (..., T, vocabulary_size)."""

    kind = PeepholeCell


def translation(kind: Callable[..., nn.Module], source: Tensor, target: Tensor, words=TARGET_WORDS, sizes=SIZES,
                **options) -> Run:
    model = generic(kind(9, 7, **sizes, **options))

    def forward() -> Tensor:
        read = given("source", source, "token", {"token": SOURCE_WORDS}, shows="ids")
        wanted = given("target", target, "token", {"token": words}, shows="ids")
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
        word = given("decoder_input", torch.tensor([4]), "token", {"token": ("yu",)}, shows="ids")
        return model.logits(model.decode(word, given("memory", memory, "token d_model"), SOURCE, cache))

    return Run(model, forward)


TEXT, TEXTS = torch.tensor([4, 8, 5, 4, 7]), torch.tensor([[4, 8, 5, 4, 7], [6, 5, 7, END, PAD]])


def language_model(model: nn.Module, text: Tensor) -> Run:
    """Every word of a text from the words before it, the first from the start."""
    generic(model)

    def forward() -> Tensor:
        wanted = given("target", text, "token", {"token": SOURCE_WORDS}, shows="ids")
        scores = model(embedding.shift_right(wanted, START))
        output.probabilities(scores)
        output.loss(output.token_losses(scores, wanted), wanted, PAD)
        return scores

    return Run(model, forward, {"shift_right": {"token": ("<start>", *SOURCE_WORDS[:-1])}})


def cached_language_model(model: nn.Module) -> Run:
    """The third word, with keys and values of the first two from the cache."""
    past = Cache()
    generic(model)
    with torch.no_grad():
        model.decode(TEXT[:2], past)

    def forward() -> Tensor:
        cache = Cache()
        cache.length, cache._kept = past.length, dict(past._kept)
        word = given("prompt", TEXT[2:3], "token", {"token": SOURCE_WORDS[2:3]}, shows="ids")
        return model.logits(model.decode(word, cache))

    return Run(model, forward)


def in_halves(model: nn.Module, text: Tensor, end: Callable[[Tensor], Tensor] = lambda output: output) -> Run:
    """A text of two segments."""
    generic(model)

    def forward() -> Tensor:
        read = given("source", text, "token", {"token": SOURCE_WORDS}, shows="ids")
        halves = given("segments", (torch.arange(5) > 2).long().expand(text.shape), "token", {"token": SOURCE_WORDS},
                       shows="ids")
        return end(model(read, halves))

    return Run(model, forward)


def hidden_words(text: Tensor) -> Run:
    """A text of two segments in which the second word is hidden (its id is 8)."""
    return in_halves(BERT(9, 7, 4, **SIZES), text, output.probabilities)


RUNS = {
    **picture_samples.RUNS,
    "transformer": lambda: translation(Transformer, SOURCE, TARGET),
    "transformer batch": lambda: translation(Transformer, SOURCES, TARGETS),
    "transformer untied": lambda: translation(Transformer, SOURCE, TARGET, tied=False),
    "pre-norm transformer": lambda: translation(PreNormTransformer, SOURCE, TARGET),
    "pre-norm transformer batch": lambda: translation(PreNormTransformer, SOURCES, TARGETS),
    "cached decoding": cached_decoding,
    "shared table": lambda: translation(lambda size, _, **more: SharedTransformer(size, **more), SOURCE, TARGET),
    "bert": lambda: hidden_words(TEXT),
    "bert batch": lambda: hidden_words(TEXTS),
    "sentence encoder": lambda: in_halves(SentenceEncoder(9, 7, 4, **SIZES), TEXT),
    "sentence encoder batch": lambda: in_halves(SentenceEncoder(9, 7, 4, **SIZES), TEXTS),
    "gpt": lambda: language_model(GPT(9, 7, **SIZES), TEXT),
    "gpt batch": lambda: language_model(GPT(9, 7, **SIZES), TEXTS),
    "gpt cached": lambda: cached_language_model(GPT(9, 7, **SIZES)),
    "gpt by tanh": lambda: language_model(GPT(9, 7, **SIZES, feed_forward=GELU_BY_TANH), TEXT),
    "llama": lambda: language_model(Llama(9, **GROUPS), TEXT),
    "llama batch": lambda: language_model(Llama(9, **GROUPS), TEXTS),
    "llama cached": lambda: cached_language_model(Llama(9, **GROUPS)),
    "llama with head norms": lambda: language_model(Llama(9, **GROUPS, head_norm=True), TEXT),
    "llama with head norms batch": lambda: language_model(Llama(9, **GROUPS, head_norm=True), TEXTS),
    "llama with windows": lambda: language_model(Llama(9, **GROUPS, **WINDOWS), TEXT),
    "llama with windows batch": lambda: language_model(Llama(9, **GROUPS, **WINDOWS), TEXTS),
    "llama with biases": lambda: language_model(Llama(9, **GROUPS, bias=True, tied=False), TEXT),
    "word rnn": lambda: language_model(WordRNN(9, 3, 4), TEXT),
    "word rnn batch": lambda: language_model(WordRNN(9, 3, 4), TEXTS),
    "rnn": lambda: single(RNN(3, 4, 6), ["time d_x"], random(5, 3)),
    "rnn batch": lambda: single(RNN(3, 4, 6), ["time d_x"], random(2, 5, 3)),
    "deep rnn": lambda: single(DeepRNN(3, 4, 6, 2), ["time d_x"], random(5, 3)),
    "deep rnn batch": lambda: single(DeepRNN(3, 4, 6, 2), ["time d_x"], random(2, 5, 3)),
    "tagger": lambda: labelling(RecurrentTagger(9, 6, 3, 4)),
    "per-word tagger": lambda: labelling(PerWordTagger(9, 6, 3)),
    "lstm tagger": lambda: labelling(LSTMTagger(9, 6, 3, 4)),
    "attention tagger": lambda: labelling(AttentionTagger(9, 6, 4, 2)),
    "peephole": lambda: single(PeepholeLSTM(3, 4, 6), ["time d_x"], random(5, 3)),
    "lstm": lambda: single(LSTM(3, 4, 6), ["time d_x"], random(5, 3)),
    "lstm batch": lambda: single(LSTM(3, 4, 6), ["time d_x"], random(2, 5, 3)),
    "rnn translator": lambda: translation(RNNTranslator, SOURCE, TARGET, sizes=RECURRENT),
    "lstm translator": lambda: translation(LSTMTranslator, SOURCE, TARGET, sizes=RECURRENT),
    "lstm translator batch": lambda: translation(LSTMTranslator, SOURCES, TARGETS, sizes=RECURRENT),
    "attention translator": lambda: translation(AttentionTranslator, SOURCE, TARGET, sizes=RECURRENT, d_match=6),
    "attention translator batch": lambda: translation(AttentionTranslator, SOURCES, TARGETS, sizes=RECURRENT,
                                                      d_match=6),
    "additive attention": lambda: single(AdditiveAttention(3, 4, 6), ["d_z", "key d_h"], random(3), random(5, 4)),
    "additive attention batch": lambda: single(AdditiveAttention(3, 4, 6), ["d_z", "key d_h"], random(2, 3),
                                               random(2, 5, 4)),
}

def labelling(model: nn.Module) -> Run:
    """A label for every word of a text."""
    generic(model)
    return Run(model, lambda: tagging.label_probabilities(model(given("source", TEXT, "token", {"token": SOURCE_WORDS},
                                                                      shows="ids"))))


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
    by_equation: dict[str, dict] = {key: {} for key in EQUATIONS}
    for name in RUNS:
        for step in recorded(name).values():
            for call in range(len(step.references) if step.equation else 0):
                args = step.arguments(call)
                shapes = tuple(tuple(a.shape) if isinstance(a, Tensor) else () for a in args)
                by_equation[step.equation.key].setdefault(shapes, args)
    samples = {key: list(calls.values())[:6] for key, calls in by_equation.items()}
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
                shows = "signed" if a.is_floating_point() else "mask" if a.dtype == torch.bool else "ids"
                a = given(f"input_{i}", a.clone(), " ".join(equation.input_axes(i)), shows=shows)
            named.append(a)
        function(equation)(*named)
    return trace
