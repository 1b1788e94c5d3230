"""What a Transformer does not see: the order of its words. EXHIBITS N4-16, N4-18; errata R21, R91, R92, R95, R96."""

import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from core.equations import attention, embedding
from core.experiments.positions import table
from core.models.rnn import RNN
from core.models.transformer import PreNormTransformer, Transformer
from core.trace import record

DOUBLE = torch.float64
MODES = ((False, False), (True, False), (False, True), (True, True))  # (positions, mask)


def states(model: Transformer, ids: Tensor, places: bool, masked: bool) -> list[Tensor]:
    """The words' vectors as the encoder reads them and after each of its layers, with or without places and mask.

    In the type of its layers, also where the embedded words have another.
    """
    E = embedding.scaled(embedding.lookup(ids, model.source_embedding.W_E).to(next(model.encoder.parameters()).dtype))
    x = embedding.positioned(E, embedding.positions(E, 0, model.source_embedding.base)) if places else E
    mask, vectors = torch.ones(len(ids), len(ids), dtype=torch.bool).tril() if masked else None, [x]
    for layer in model.encoder:
        x = layer(x, mask)
        vectors.append(x)
    return vectors


def weights(model: Transformer, ids: Tensor, places: bool, masked: bool) -> list[Tensor]:
    """Attention weights, layer by layer. (head, n, n) each."""
    with record(model) as trace:
        states(model, ids, places, masked)
    return [trace[f"encoder.{i}.self_attention.weights"].value for i in range(len(model.encoder))]


def differences(model: Transformer, ids: Tensor, order: Sequence[int], places: bool, masked: bool) -> Tensor:
    """|f(PX) - P f(X)|, the largest number per layer and place. (layers + 1, n). EXHIBITS N4-16."""
    order = list(order)
    before, after = states(model, ids, places, masked), states(model, ids[order], places, masked)
    return torch.stack([(b[order] - a).abs().amax(-1) for b, a in zip(before, after)])


def meters(model: Transformer, ids: Tensor, order: Sequence[int], layers: int) -> dict[tuple[bool, bool], float]:
    """The largest difference after ``layers`` layers, for each of the four modes."""
    return {mode: differences(model, ids, order, *mode)[layers].max().item() for mode in MODES}


def readings(model: Transformer, ids: Tensor, order: Sequence[int]) -> dict[str, float]:
    """Invariance as printed, equivariance as it is, and the invariance of a mean over the words. R91."""
    order = list(order)
    before, after = states(model, ids, False, False)[-1], states(model, ids[order], False, False)[-1]
    return {"invariant": (before - after).abs().max().item(), "equivariant": (before[order] - after).abs().max().item(),
            "pooled": (before.mean(0) - after.mean(0)).abs().max().item()}


def token_by_token(model: Transformer, ids: Tensor, order: Sequence[int]) -> dict[str, float]:
    """F(PX) beside F(attn(X)) as printed and P F(X) as it is; the same for the whole encoder. R92."""
    order, layer = list(order), model.encoder[0]
    X = states(model, ids, False, False)[0]
    attended = layer.self_attention(X)
    F = layer.feed_forward

    def encoder(x: Tensor) -> Tensor:
        for one in model.encoder:
            x = one(x)
        return x

    return {"mlp_printed": (F(X[order]) - F(attended)).abs().max().item(),
            "mlp_right": (F(X[order]) - F(X)[order]).abs().max().item(),
            "all_printed": (encoder(X[order]) - encoder(attended)).abs().max().item(),
            "all_right": (encoder(X[order]) - encoder(X)[order]).abs().max().item()}


def with_the_words(model: Transformer, ids: Tensor, order: Sequence[int]) -> dict[str, float]:
    """|f(PX) - P f(X)| at most, of words without places: the first attention, and the states of an RNN. R21.

    The recurrent network is drawn from a seed: which of them sees an order is a matter of how they are built.
    """
    order, X = list(order), states(model, ids, False, False)[0]
    rnn, generator = RNN(X.shape[-1], 32, 1).to(X.dtype), torch.Generator().manual_seed(0)
    with torch.no_grad():
        for parameter in rnn.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator) / math.sqrt(X.shape[-1]))
        return {name: (f(X[order]) - f(X)[order]).abs().max().item()
                for name, f in (("attention", model.encoder[0].self_attention), ("recurrent", rnn.states))}


# ---- The same word twice -----------------------------------------------------------------------------------------


def twice(words: Sequence[str]) -> dict[str, tuple[int, int]]:
    """Words that occur more than once, with their first and last place; marks are left out."""
    by_word = {w: (list(words).index(w), len(words) - 1 - list(words)[::-1].index(w)) for w in words if w.isalnum()}
    return {w: places for w, places in by_word.items() if places[0] != places[1]}


def twins(model: Transformer, ids: Tensor, first: int, last: int, places: bool) -> dict:
    """The two states layer by layer: cosine, difference; and how differently all words attend to the two. N4-18."""
    vectors = states(model, ids, places, False)
    A = weights(model, ids, places, False)
    return {"cosines": [torch.cosine_similarity(x[first], x[last], 0).item() for x in vectors],
            "apart": [(x[first] - x[last]).abs().max().item() for x in vectors], "weights": A,
            "received": max((a[..., first] - a[..., last]).abs().max().item() for a in A)}


def pair(x: Tensor, gaps: Sequence[int], start: int = 0) -> list[tuple[float, float]]:
    """Cosine and score (Q = K = X) of a word with itself ``gap`` places on, for each gap. R96."""
    PE = table(start + max(gaps) + 1, len(x))
    here = (x + PE[start]).unsqueeze(0)
    there = x + PE[[start + gap for gap in gaps]]
    scores = attention.scores(attention.dot_products(here.unsqueeze(0), there.unsqueeze(0)), len(x))[0, 0]
    return list(zip(torch.cosine_similarity(here, there).tolist(), scores.tolist()))


def of_word(row: Tensor, first: int, last: int) -> dict[str, float]:
    """Cosine and score (Q = K = X) of a row of the embedding table with itself, at two places and at none. R96."""
    x = embedding.scaled(row).double()
    (cosine, score), = pair(x, [last - first], first)
    return {"own_bare": (x @ x).item() / math.sqrt(len(x)), "own_score": score, "own_cosine": cosine}


def normed(model: Transformer, word: int, first: int, last: int) -> dict[str, float] | None:
    """The same scores of the rows that attention reads, where a norm comes before it; and of how many words they rise.

    None of a model whose attention reads the embedded words themselves.
    """
    if not isinstance(model, PreNormTransformer):
        return None
    norm, W_E = model.encoder[0].norm_1, model.source_embedding.W_E
    PE = table(last + 1, W_E.shape[1])

    def scores(X: Tensor) -> tuple[Tensor, Tensor]:
        bare, here, there = (norm(X.double() + place) for place in (0, PE[first], PE[last]))
        return (bare * bare).sum(-1) / math.sqrt(X.shape[1]), (here * there).sum(-1) / math.sqrt(X.shape[1])

    bare, placed = scores(embedding.scaled(W_E[word:word + 1]))
    return {"bare": bare.item(), "placed": placed.item(), "risen": _risen(W_E, scores)}


def pairs(gaps: Sequence[int], d: int = 64, length: float = 8.0) -> dict[int, dict]:
    """The same for many random words of this length: means, and the share of words whose score rises. R96."""
    X = torch.randn(300, d, generator=torch.Generator().manual_seed(0), dtype=DOUBLE)
    X, PE = length * X / X.norm(dim=-1, keepdim=True), table(max(gaps) + 1, d)
    by_gap, alone = {}, length**2 / math.sqrt(d)
    for gap in gaps:
        here, there = X + PE[0], X + PE[gap]
        scores = (here * there).sum(-1) / math.sqrt(d)
        by_gap[gap] = {"cosine": torch.cosine_similarity(here, there).mean().item(), "score": scores.mean().item(),
                       "rises": (scores > alone).double().mean().item()}
    return by_gap


def risen(W_E: Tensor, gap: int) -> float:
    """The share of a table's words whose score with themselves, ``gap`` places on, is higher with places. R96."""
    PE = table(gap + 1, W_E.shape[1])

    def scores(X: Tensor) -> tuple[Tensor, Tensor]:
        X = X.double()
        return (X * X).sum(-1), ((X + PE[0]) * (X + PE[gap])).sum(-1)

    return _risen(W_E, scores)


def _risen(W_E: Tensor, scores: Callable[[Tensor], tuple[Tensor, Tensor]]) -> float:
    """Of how many rows the second score is the higher one; a thousand at a time, as a vocabulary takes 14 MB."""
    bare, placed = map(torch.cat, zip(*(scores(embedding.scaled(rows)) for rows in W_E.split(1000))))
    return (placed > bare).double().mean().item()


# ---- Convolution: the other symmetry --------------------------------------------------------------------------------


def shifted(n: int, by: int, circular: bool, seed: int = 0) -> dict[str, Tensor]:
    """A row of n numbers convolved with three weights, before and after it is shifted around a circle. R95."""
    generator = torch.Generator().manual_seed(seed)
    x, kernel = torch.randn(n, generator=generator, dtype=DOUBLE), torch.randn(3, generator=generator, dtype=DOUBLE)

    def convolved(row: Tensor) -> Tensor:
        padded = functional.pad(row.view(1, 1, -1), (1, 1), mode="circular" if circular else "constant")
        return functional.conv1d(padded, kernel.view(1, 1, -1))[0, 0]

    y, y_of_shifted = convolved(x), convolved(x.roll(by))
    return {"x": x, "shifted": x.roll(by), "y": y, "y_of_shifted": y_of_shifted, "shifted_y": y.roll(by)}


def shift_meters(rows: dict[str, Tensor]) -> dict[str, float]:
    """Equivariance, invariance, and the invariance of the mean."""
    return {"equivariant": (rows["y_of_shifted"] - rows["shifted_y"]).abs().max().item(),
            "invariant": (rows["y_of_shifted"] - rows["y"]).abs().max().item(),
            "pooled": abs(rows["y_of_shifted"].mean().item() - rows["y"].mean().item())}
