"""Heads: what each one writes, what is lost without it, what their number costs, what they can tell apart."""

import copy
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.data.vocabulary import Marks
from core.edits import Ablate, Edit
from core.equations import attention, output, variants
from core.experiments.attention import entropy as nats
from core.experiments.decoder import memory_step
from core.models.attention import MultiHeadAttention
from core.subjects.translator import Translator
from core.trace import Trace, given, record


def redrawn(model: nn.Module, seed: int, stacked: int = 1) -> nn.Module:
    """The model before any training: weights Xavier-uniform, embeddings normal, biases 0, gains 1, all from a seed.

    ``stacked``: how many of W_Q, W_K, W_V count as one wide matrix; 3 is how ``torch.nn.Transformer`` starts.
    """
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for path, parameter in model.named_parameters():
            name = path.rsplit(".", 1)[-1]
            if name == "gamma":
                parameter.fill_(1.0)
            elif name == "beta" or name.startswith("b_"):
                parameter.zero_()
            elif name in ("W_E", "W_out"):
                parameter.normal_(0.0, parameter.shape[-1] ** -0.5, generator=generator)
            else:
                wide = sum(parameter.shape)
                if parameter.ndim == 3:
                    n_heads, d_model, d_k = parameter.shape
                    wide = d_model + stacked * n_heads * d_k
                parameter.uniform_(-math.sqrt(6 / wide), math.sqrt(6 / wide), generator=generator)
    return model.eval().requires_grad_(False)


def untrained(translator: Translator, seed: int) -> Translator:
    """The same model, never trained. EXHIBITS N1-05."""
    return replace(translator, name=f"untrained {seed}", model=redrawn(copy.deepcopy(translator.model), seed))


def order(count: int, seed: int) -> list[int]:
    """An order of ``count`` things, for hiding which is which."""
    return torch.randperm(count, generator=torch.Generator().manual_seed(seed)).tolist()


def sites(trace: Trace) -> list[str]:
    """The attention modules of a run, in the order they were computed."""
    return [name.removesuffix(".head_outputs") for name in trace if name.endswith(".head_outputs")]


def normed_first(trace: Trace) -> bool:
    """Whether a norm comes before each attention of a translator, and not after it as in N0."""
    return trace["encoder.0.self_attention.queries"].inputs[0].startswith("encoder.0.norm")


def entropy(A: Tensor) -> float:
    """The mean entropy of the rows, as a share of the most it could be. A (..., n, m)."""
    return float(nats(A).mean()) / math.log(max(2, A.shape[-1]))


def writes(trace: Trace, site: str) -> Trace:
    """What each head alone adds to each token, as a trace: Z_i W^O_i. EXHIBITS N0-12, N4-17."""
    step = trace[f"{site}.head_outputs"]
    with record(nn.Identity()) as written:
        Z = given("head_outputs", step.value, "head query d_v", {"query": step.labels[1] or ()})
        W_O = given("W_O", trace.parameters[f"{site}.W_O"], "concat d_model")
        variants.head_writes(Z, W_O)
    return written


class Split(NamedTuple):
    """How far the sum of the heads' writes is from concatenate-then-mix, and what other ways could reach."""

    difference: float
    scalar_reach: int
    matrix_reach: int


def split(trace: Trace, site: str) -> Split:
    """Concatenation times W^O against the sum of the writes; scalar against matrix weights. EXHIBITS N0-12, R93.

    Reach: in how many directions one token's result can be steered by choosing the weights.
    """
    Z, W_O = trace[f"{site}.head_outputs"].value.double(), trace.parameters[f"{site}.W_O"].double()
    whole = attention.output(attention.concat(Z), W_O, None)
    difference = float((whole - variants.head_writes(Z, W_O).sum(0)).abs().max())
    token = Z[:, -1]
    return Split(difference, int(torch.linalg.matrix_rank(token)),
                 W_O.shape[1] * int(torch.linalg.matrix_rank(token.reshape(1, -1))))


def wide(trace: Trace, site: str) -> Tensor:
    """All heads' queries side by side, as one wide projection has them. (n, h * d_k)."""
    return attention.concat(trace[f"{site}.queries"].value)


def wrong_cut(trace: Trace, site: str) -> float:
    """The wide Q cut along the words instead of the features: the share of cells that hold another number. N1-11."""
    Q = trace[f"{site}.queries"].value
    return float((wide(trace, site).reshape(Q.shape) != Q).double().mean())


def two_stages(trace: Trace, site: str) -> float:
    """A drawn projection in front of W^Q against the product of both: the largest difference. EXHIBITS N3-10."""
    step, name = trace[f"{site}.queries"], f"{site}.W_Q"
    X, W = trace[step.inputs[0]].value.double(), trace.parameters[name].double()
    first = torch.randn(X.shape[-1], X.shape[-1], generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    first = first / math.sqrt(len(first))
    return float(((X @ first) @ W - X @ (first @ W)).abs().max())


def stage_counts(trace: Trace, site: str) -> tuple[int, int]:
    """Numbers in W^Q alone, and with a projection in front of it. ERRATA R06, R77."""
    W = trace.parameters[f"{site}.W_Q"]
    return W.numel(), W.numel() + W.shape[-2] ** 2


def called_alike(trace: Trace) -> tuple[Tensor, Tensor]:
    """N0's two tensors of one name: the words looked up (1), and the heads side by side (8). (n, d) each. R42."""
    return tuple(trace[name].value for name in ("source_embedding.lookup", "encoder.0.self_attention.concat"))


class Ablations(NamedTuple):
    """Log-probabilities of the model's own translation: whole, with each head of each site gone (site, head), and with
    all heads of a site gone (site,)."""

    sites: tuple[str, ...]
    words: tuple[str, ...]
    whole: float
    without: Tensor
    together: Tensor

    def unused(self) -> list[str]:
        """Sites whose heads are hardly missed, neither each alone nor together, where two changes may cancel."""
        missed = torch.cat((self.without, self.together[:, None]), -1) - self.whole
        return [site for site, most in zip(self.sites, missed.abs().amax(-1)) if most < 0.1]

    def backed_up(self) -> list[str]:
        """Sites whose heads together cost far more than they do one by one, and not little."""
        alone = (self.without - self.whole).sum(-1)
        return [site for site, one, all_off in zip(self.sites, alone, self.together - self.whole)
                if all_off < -1 and all_off < 2 * one]


def log_probability(trace: Trace) -> float:
    """Of the whole target, its end included."""
    return -float(trace["token_losses"].value.sum())


def own_words(trace: Trace) -> tuple[str, ...]:
    """The translation a trace was forced on, without its end."""
    words = trace["target"].labels[0]
    return words[:-1] if int(trace["target"].value[-1]) == Marks().end else words


def ablations(translator: Translator, text: str) -> Ablations:
    """Every head off in turn, and all heads of each site together, the translation held fixed. EXHIBITS N0-12."""
    target = own_words(translator.trace(text))
    whole = translator.trace(text, target=target)
    n_heads = translator.about["configuration"]["n_heads"]
    end = translator.target_vocabulary.words[translator.target_vocabulary.marks.end]
    off = [[Ablate(f"{site}.head_outputs", head) for head in range(n_heads)] for site in sites(whole)]
    rows = [[_without(translator, whole, (edit,)) for edit in edits] for edits in off]
    together = [_without(translator, whole, edits) for edits in off]
    return Ablations(tuple(sites(whole)), (*target, end), log_probability(whole), torch.tensor(rows),
                     torch.tensor(together))


def _without(translator: Translator, whole: Trace, edits: Sequence[Edit]) -> float:
    """The log-probability of a run's target under edits; an encoder that these leave as it is is not run again."""
    source, read, target = (whole[name].value for name in ("source", "shift_right", "target"))
    with record(translator.model, *edits, only=("token_losses",)) as trace:
        memory = (translator.model.encode(source) if edits[0].step.startswith("encoder")
                  else whole[memory_step(whole)].value)
        output.token_losses(translator.model.logits(translator.model.decode(read, memory, source)), target)
    return log_probability(trace)


def word_probabilities(translator: Translator, text: str, edits: tuple[Edit, ...]) -> tuple[Tensor, Tensor]:
    """The probability of each word of the model's own translation: whole, and under the edits."""
    target = own_words(translator.trace(text))
    runs = translator.trace(text, target=target), translator.trace(text, edits, target)
    return tuple((-run["token_losses"].value).exp() for run in runs)


def subtraction(translator: Translator, text: str, site: str, head: int) -> float:
    """Switching a head off against taking its write away: the largest difference. EXHIBITS N0-12."""
    whole = translator.trace(text)
    without = translator.trace(text, (Ablate(f"{site}.head_outputs", head),))
    expected = whole[f"{site}.output"].value - writes(whole, site)["head_writes"].value[head]
    return float((without[f"{site}.output"].value - expected).abs().max())


class Rank(NamedTuple):
    """Scores and weights of one drawn head, their singular values (largest 1), and their ranks."""

    scores: Tensor
    weights: Tensor
    scores_spectrum: Tensor
    weights_spectrum: Tensor
    scores_rank: int
    weights_rank: int


def rank(n: int, d_model: int, n_heads: int) -> Rank:
    """A head's scores have rank at most d_k; softmax makes the weights full. EXHIBITS N0-12, N2-20."""
    x = torch.randn(n, d_model, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    module = redrawn(MultiHeadAttention(d_model, n_heads), 1).double()
    with record(module) as trace:
        module(x)
    S, A = (trace[name].value[0] for name in ("scores", "weights"))
    spectra = [torch.linalg.svdvals(M) for M in (S, A)]
    return Rank(S, A, *(s / s[0] for s in spectra), *(int(torch.linalg.matrix_rank(M)) for M in (S, A)))


def shapes_as_printed(X: Tensor, d_k: int) -> tuple[str, tuple[int, ...]]:
    """N0's W_i^Q (n, d_k) under X (n, d): what torch says, and the shape that d x d_k gives. ERRATA R04."""
    n, d_model = X.shape
    right = tuple((X @ X.new_zeros(d_model, d_k)).shape)
    try:
        X @ X.new_zeros(n, d_k)
    except RuntimeError as error:
        return str(error), right
    return "", right
