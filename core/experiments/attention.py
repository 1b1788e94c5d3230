"""Experiments on scaled dot-product attention: EXHIBITS N0-03, N0-08, N0-09, N0-11, N1-07, N1-09, N1-10, N2-12, N2-17,
N2-18, N3-04 to N3-09. Pure functions of tensors; whatever is drawn comes from a seeded generator.
"""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from core import given, record
from core.edits import Skip
from core.equations import attention as eq
from core.equations import embedding, variants
from core.models.attention import MultiHeadAttention
from core.steps import Trace

HAND_QUERIES = ((1.0, 0.0), (0.0, 1.0))
HAND_KEYS = ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0))
HAND_VALUES = ((1.0, 2.0), (3.0, 4.0), (5.0, 6.0))
ARROW_QUERY = (1.25, 0.7)
ARROW_KEYS = ((1.8, 0.6), (0.2, 1.85), (-1.4, 0.95))
ARROW_VALUES = ((2.0, 0.2), (0.2, 2.1), (-2.1, -1.1))
"""A query, keys and values of two numbers, chosen by hand: no two keys and no two values point the same way."""
TABLE = ((2.0, 0.0), (0.0, 1.0), (1.0, 1.0))
"""The embedding table of N0-03's tiny example: three words, two numbers each."""


def generator(seed: int) -> torch.Generator:
    """Draws that are the same on every visit."""
    return torch.Generator().manual_seed(seed)


def attend(Q: Tensor, K: Tensor, V: Tensor, *edits, queries: Sequence[str] = (), keys: Sequence[str] = (),
           allowed: Tensor | None = None) -> Trace:
    """The trace of one head on given queries (n, d_k), keys (m, d_k) and values (m, d_v). N0 eq (5)."""
    with record(nn.Identity(), *edits) as trace:
        Q = given("queries", Q.unsqueeze(0), "head query d_k", _words(query=queries))
        K = given("keys", K.unsqueeze(0), "head key d_k", _words(key=keys))
        V = given("values", V.unsqueeze(0), "head key d_v", _words(key=keys))
        S = eq.scores(eq.dot_products(Q, K), Q.shape[-1])
        if allowed is not None:
            S = eq.masked_scores(S, given("look_ahead_mask", allowed, "query key", shows="mask"))
        eq.head_outputs(eq.weights(S), V)
    return trace


def _words(**axes: Sequence[str]) -> dict:
    return {axis: words for axis, words in axes.items() if words}


def hand_case(causal: bool = False, keys: Sequence[Sequence[float]] = HAND_KEYS, labels: Sequence[str] = ()) -> Trace:
    """FIDELITY T10: two queries, three keys and values, small enough to check by hand."""
    Q, K, V = (torch.tensor(rows, dtype=torch.float64) for rows in (HAND_QUERIES, keys, HAND_VALUES))
    allowed = torch.ones(len(Q), len(K), dtype=torch.bool).tril() if causal else None
    return attend(Q, K, V, queries=labels[:2], keys=labels, allowed=allowed)


def arrows(query: Sequence[float]) -> Trace:
    """One query of two numbers against ARROW_KEYS and ARROW_VALUES. N0 eq (5)."""
    Q, K, V = (torch.tensor(rows, dtype=torch.float64) for rows in ((tuple(query),), ARROW_KEYS, ARROW_VALUES))
    return attend(Q, K, V)


def lengthened(query: Sequence[float]) -> tuple[float, float]:
    """The largest share of a query, and of one twice as long in the same direction."""
    once, twice = (arrows([times * number for number in query])["weights"].value.max() for times in (1, 2))
    return float(once), float(twice)


def four_stages(words: Sequence[str], copies: int = 1, softmax: bool = True) -> Trace:
    """N0-03: embed, let every word see every word, inner products, softmax; the last word is there ``copies`` times.

    Queries, keys and values are the words' vectors themselves.
    """
    ids = torch.tensor([0, 1] + [2] * copies)
    labels = [words[i] for i in ids.tolist()]
    edits = () if softmax else (Skip("weights"),)
    with record(nn.Identity(), *edits) as trace:
        ids = given("source", ids, "token", {"token": labels}, shows="ids")
        table = given("table", torch.tensor(TABLE, dtype=torch.float64), "vocabulary d_model")
        X = embedding.lookup(ids, table)
        embedding.padding_mask(ids, ids, -1)
        Q, K, V = (given(name, X.unsqueeze(0).clone(), f"head {axis} d_model", {axis: labels})
                   for name, axis in (("queries", "query"), ("keys", "key"), ("values", "key")))
        eq.head_outputs(eq.weights(eq.scores(eq.dot_products(Q, K), X.shape[-1])), V)
    return trace


def pull(copies: int) -> tuple[float, float]:
    """N0-03: what the copies of the last word weigh together in the first output, as raw scores and after softmax."""
    words = ("", "", "")
    raw, soft = (four_stages(words, copies, softmax)["weights"].value[0, 0, 2:].sum() for softmax in (False, True))
    return float(raw), float(soft)


def attention_module(parameters: Mapping[str, Tensor], prefix: str) -> MultiHeadAttention:
    """A copy of a trained attention in double precision, with parameters of its own."""
    W_Q = parameters[f"{prefix}.W_Q"]
    module = MultiHeadAttention(W_Q.shape[1], W_Q.shape[0]).double()
    names = dict(module.named_parameters())
    module.load_state_dict({name: parameters[f"{prefix}.{name}"].double().clone() for name in names})
    return module


def gauge(module: MultiHeadAttention, x: Tensor, head: int, seed: int = 0) -> dict[str, Tensor]:
    """N0-08: W_Q A and W_K A^-T for a random invertible A. Other queries and keys, the same scores."""
    A = torch.randn(module.d_k, module.d_k, generator=generator(seed), dtype=torch.float64)
    back = torch.linalg.inv(A).mT
    with torch.no_grad():
        Q, K = (eq.queries(x.double(), W, b)[head] for W, b in ((module.W_Q, module.b_Q), (module.W_K, module.b_K)))
    return {"Q": Q, "K": K, "turned Q": Q @ A, "turned K": K @ back, "P": Q @ K.mT, "turned P": (Q @ A) @ (K @ back).mT}


def narrowed(Q: Tensor, K: Tensor, width: int) -> dict[str, Tensor | int]:
    """N1-07, N4-14: dot products of the first ``width`` numbers only, and the rank of the scores and of the weights."""
    P = (Q[:, :width] @ K[:, :width].mT).double()
    A = torch.softmax(P / width**0.5, -1)
    return {"P": P, "A": A, "rank P": int(torch.linalg.matrix_rank(P, rtol=1e-6)),
            "rank A": int(torch.linalg.matrix_rank(A, rtol=1e-6))}


def asymmetry(P: Tensor) -> tuple[float, float]:
    """N1-07: the largest difference between P and its transpose, and the least eigenvalue of their mean."""
    return float((P - P.mT).abs().max()), float(torch.linalg.eigvalsh((P + P.mT) / 2).min())


def entropy(A: Tensor) -> Tensor:
    """Of each row, in nats: 0 for one certain word, ln m for all alike."""
    return torch.special.entr(A).sum(-1)


def naive_softmax(S: Tensor) -> Tensor:
    """N1-09: exp over its sum as the formula is written; too large a score gives infinity over infinity."""
    return S.exp() / S.exp().sum(-1, keepdim=True)


def key_bias(module: MultiHeadAttention, x: Tensor, seed: int = 0) -> dict[str, float]:
    """N0-09 (a): what a random vector added to the key bias changes; the gradient norms of the three biases."""
    draw, x = generator(seed), x.double()
    out = module(x)
    (out * torch.randn(out.shape, generator=draw, dtype=torch.float64)).sum().backward()
    norms = {f"b_{letter}": float(getattr(module, f"b_{letter}").grad.norm()) for letter in "QKV"}
    with torch.no_grad():
        added = 5 * torch.randn(module.b_K.shape, generator=draw, dtype=torch.float64)
        module.b_K += added
        return norms | {"added": float(added.norm()), "change": float((module(x) - out).abs().max())}


def outside_hull(Z: Tensor, V: Tensor) -> int:
    """N0-09 (b): how many outputs lie beyond the largest or smallest value of their column."""
    top, bottom = V.max(-2, keepdim=True).values, V.min(-2, keepdim=True).values
    return int(((top + 1e-5 < Z) | (bottom - 1e-5 > Z)).sum())


def equal_scores(V: Tensor) -> float:
    """N1-10: with W^Q = 0 every score is 0; how far the outputs are from the mean of the values."""
    V = V.double()
    Z = eq.head_outputs(eq.weights(torch.zeros(*V.shape[:-1], V.shape[-2], dtype=torch.float64)), V)
    return float((Z - V.mean(-2, keepdim=True)).abs().max())


def regrouped(Q: Tensor, K: Tensor, V: Tensor) -> dict[str, float]:
    """N2-18: (Q K^T) V against Q (K^T V): the difference, and the multiplications of each grouping."""
    Q, K, V = Q.double(), K.double(), V.double()
    n, d, d_v = *Q.shape, V.shape[-1]
    with_softmax = torch.softmax(Q @ K.mT / d**0.5, -1) @ V
    left, right = (Q @ K.mT) @ V, Q @ (K.mT @ V)
    return {"difference": float((left - right).abs().max()), "left": n * len(K) * (d + d_v),
            "right": len(K) * d * d_v + n * d * d_v, "softmax": float((with_softmax - right).abs().max())}


def linearity(module: MultiHeadAttention, x: Tensor, seed: int = 0) -> dict[str, float]:
    """R50: relative errors of f(2X) = 2 f(X) and f(X + Y) = f(X) + f(Y), without biases; last with frozen weights."""
    x = x.double()
    y = torch.randn(x.shape, generator=generator(seed), dtype=torch.float64) * x.std()

    def f(X: Tensor, A: Tensor | None = None) -> Tensor:
        with torch.no_grad():
            Q, K, V = (eq.queries(X, W, None) for W in (module.W_Q, module.W_K, module.W_V))
            weights = eq.weights(eq.scores(eq.dot_products(Q, K), module.d_k)) if A is None else A
            return eq.output(eq.concat(eq.head_outputs(weights, V)), module.W_O, None)

    def error(left: Tensor, right: Tensor) -> float:
        return float((left - right).norm() / right.norm())

    frozen = torch.softmax(torch.randn(len(module.W_Q), len(x), len(x), generator=generator(seed + 1),
                                       dtype=torch.float64), -1)
    return {"homogeneity": error(f(2 * x), 2 * f(x)), "superposition": error(f(x + y), f(x) + f(y)),
            "frozen": error(f(x + y, frozen), f(x, frozen) + f(y, frozen))}


def mixed(A: Tensor, X: Tensor, times: int) -> list[Tensor]:
    """N2-17: X, A X, A A X, ... : the same weighted sum of the inputs again and again. ``times`` + 1 tensors."""
    mixtures = [X.double()]
    for _ in range(times):
        mixtures.append(A.double() @ mixtures[-1])
    return mixtures


def spread(X: Tensor) -> float:
    """How far the tokens are from their mean, root mean square."""
    return float((X - X.mean(-2, keepdim=True)).square().sum(-1).mean().sqrt())


def spreads(states: Sequence[Tensor]) -> list[float]:
    """Each state's spread as a share of the first; 0 where there is a single token."""
    sizes = [spread(X) for X in states]
    return [size / (sizes[0] or 1.0) for size in sizes]


def outside_span(Z: Tensor, X: Tensor) -> float:
    """R60: the share of Z's length that no combination of the rows of X can give."""
    X, Z = X.double(), Z.double()
    basis = torch.linalg.svd(X, full_matrices=False).Vh[: int(torch.linalg.matrix_rank(X))]
    return float((Z - Z @ basis.mT @ basis).norm() / Z.norm())


def reordered(Q: Tensor, K: Tensor, V: Tensor, order: Sequence[int]) -> float:
    """N3-07: the change of the first output when keys and values come in another order."""
    def first(order: Sequence[int]) -> Tensor:
        trace = attend(Q.double(), K[list(order)].double(), V[list(order)].double())
        return trace["head_outputs"].value[0, 0]

    return float((first(range(len(K))) - first(order)).abs().max())


def columns(Q: Tensor, K: Tensor, V: Tensor, words: Sequence[str] = (), wrong_axis: bool = False) -> Trace:
    """N3-08, N3-09: the same head with tokens as columns. ``wrong_axis``: softmax along the rows all the same."""
    with record(nn.Identity()) as trace:
        Q = given("queries", Q.mT.contiguous(), "d_k query", _words(query=words))
        K = given("keys", K.mT.contiguous(), "d_k key", _words(key=words))
        V = given("values", V.mT.contiguous(), "d_v key", _words(key=words))
        S = variants.column_scores(K, Q)
        A = eq.weights(S.unsqueeze(0))[0] if wrong_axis else variants.column_weights(S)
        if wrong_axis:
            A = given("wrong_weights", A, "key query", _words(key=words, query=words), shows="share")
        variants.column_outputs(V, A)
    return trace


def layouts(Q: Tensor, K: Tensor, V: Tensor) -> dict[str, float]:
    """How far outputs of N3's columns are from those of rows in float64: softmax down columns, or along rows. R76."""
    Q, K, V = Q.double(), K.double(), V.double()
    rows = attend(Q, K, V)["head_outputs"].value[0]
    outputs = {name: columns(Q, K, V, wrong_axis=wrong)["column_outputs"].value.mT
               for name, wrong in (("right", False), ("wrong", True))}
    return {name: float((out - rows).abs().max()) for name, out in outputs.items()}


def costs(n: int, d: int, kernel: int = 3) -> dict[str, tuple[float, float, float]]:
    """N0-11: a layer's multiplications, serial steps, longest path, up to a constant. Vaswani et al. 2017, table 1."""
    return {"attention": (n * n * d, 1, 1), "recurrent": (n * d * d, n, n),
            "convolution": (kernel * n * d * d, 1, max(1.0, math.log(n) / math.log(kernel)))}


def attention_share(n: int, d: int = 512, d_ff: int = 2048) -> float:
    """N0-11: of the multiplications of one encoder layer, the share of Q K^T and A V."""
    pairs, projections, feed_forward = 2 * n * n * d, 4 * n * d * d, 2 * n * d * d_ff
    return pairs / (pairs + projections + feed_forward)


def attempt(left: Tensor, right: Tensor) -> str:
    """The shape of a matrix product, or what the library says when there is none."""
    try:
        return " × ".join(map(str, (left @ right).shape))
    except RuntimeError as error:
        return str(error)
