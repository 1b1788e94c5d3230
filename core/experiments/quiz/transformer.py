"""The chapter on the Transformer: vectors and places, attention, norms, loss, decoding, training."""

import math

import torch

from core.decode import distribution
from core.equations import attention as eq
from core.equations import embedding, literal, output, variants
from core.experiments.heads import redrawn
from core.experiments.layers import normalized
from core.experiments.parameters import counted
from core.experiments.positions import table
from core.experiments.quiz.keys import drawn, key, nearest, one_of, same
from core.models.attention import MultiHeadAttention
from core.models.layers import FeedForward


@key
def one_hot_product() -> str:
    W, ids = drawn(9, 4), torch.tensor([3])
    product = embedding.one_hot(ids, 9).double() @ W
    return one_of(row=same(product[0], W[3]), column=same(product[0], W[:4, 3]), sum=same(product[0], W.sum(0)))


@key
def place_length() -> str:
    near, far = table(101, 64).norm(dim=-1)[[0, 100]].tolist()
    return one_of(same=abs(near - far) < 1e-9, longer=far > near + 1e-9, shorter=far < near - 1e-9)


@key
def place_product() -> str:
    P = table(60, 64)
    here, there = P[2] @ P[7], P[40] @ P[45]
    other = P[2] @ P[20]
    return one_of(distance=same(here, there) and not same(here, other), places=not same(here, there),
                  nothing=same(here, other))


@key
def one_score_higher() -> str:
    S = torch.tensor([[0.0, 0.0, 0.0]], dtype=torch.float64)
    A, B = eq.weights(S)[0], eq.weights(S + torch.tensor([math.log(2), 0, 0]))[0]
    return one_of(ratio=same(B[0] / B[1], 2 * A[0] / A[1]) and not same(B[0], 2 * A[0]), share=same(B[0], 2 * A[0]),
                  difference=same(B[0] - A[0], torch.tensor(math.log(2), dtype=torch.float64)))


@key
def three_copies() -> str:
    share = eq.weights(torch.zeros(1, 5, dtype=torch.float64))[0, :3].sum().item()
    return nearest(share, same=1 / 3, fifths=3 / 5, all=1)


@key
def inside_values() -> str:
    V = drawn(6, 3)
    Z = eq.weights(3 * drawn(200, 6)) @ V
    outside = ((V.max(0)[0] < Z) | (V.min(0)[0] > Z)).any(-1).double().mean().item()
    return one_of(never=outside == 0, sometimes=0 < outside < 1, always=outside == 1)


@key
def shared_projection() -> str:
    x, W = drawn(5, 8), drawn(8, 8, seed=6)
    S = (x @ W) @ (x @ W).T
    A = eq.weights(S)
    return one_of(scores=same(S, S.T) and not same(A, A.T), both=same(A, A.T), none=not same(S, S.T))


@key
def heads_add_up() -> str:
    Z, W_O = drawn(4, 5, 3), drawn(12, 12, seed=6)
    joined = torch.cat(list(Z), -1) @ W_O
    each = torch.stack([Z[h] @ W_O[3 * h:3 * h + 3] for h in range(4)])
    return one_of(sum=same(joined, each.sum(0)), largest=same(joined, each.amax(0)), product=same(joined, each.prod(0)))


@key
def printed_norm() -> str:
    total = literal.normalized_by_sum(torch.tensor([[1.0, 2.0, 3.0]], dtype=torch.float64)).sum().item()
    return one_of(zero=abs(total) < 1e-9, negative=total < -1e-9, positive=total > 1e-9)


@key
def tenfold_row() -> str:
    x = drawn(3, 8)
    return nearest((normalized(10 * x, 0.0) / normalized(x, 0.0)).mean().item(), same=1, ten=10, tenth=0.1)


@key
def most_parameters() -> str:
    attention, feed = counted(MultiHeadAttention(64, 4)), counted(FeedForward(64, 256))
    return one_of(feed=feed > 1.5 * attention, attention=attention > 1.5 * feed,
                  equal=1 / 1.5 <= feed / attention <= 1.5)


@key
def first_causal_row() -> str:
    causal = torch.ones(5, 5, dtype=torch.bool).tril()
    weight = eq.weights(eq.masked_scores(drawn(1, 5, 5), causal))[0, 0, 0].item()
    return one_of(one=weight == 1, equal=abs(weight - 0.2) < 1e-9, depends=weight not in (1, 0.2))


@key
def number_for_infinity() -> str:
    S, allowed = drawn(1, 2, 4), torch.tensor([[True, True, False, False], [False] * 4])
    numbered = eq.weights(literal.scores_masked_by_a_number(S, allowed))[0]
    infinite = torch.softmax(S.masked_fill(~allowed, -math.inf), -1)[0]
    alike = [same(numbered[row], infinite[row]) for row in (0, 1)]
    return one_of(whole_row=alike == [True, False], always=alike == [False, False], never=alike == [True, True])


@key
def knows_nothing() -> str:
    loss = output.token_losses(torch.zeros(1, 500, dtype=torch.float64), torch.tensor([7]))
    return nearest(loss.item(), log=math.log(500), one=1.0, all=500.0, share=1 / 500)


@key
def loss_of_probabilities() -> str:
    perfect = torch.tensor([[1.0, 0.0, 0.0]], dtype=torch.float64)
    return nearest(output.token_losses(perfect, torch.tensor([0])).item(), zero=0.0,
                   above=math.log(1 + 2 / math.e), hundred=100.0)


@key
def greedy_best() -> str:
    """The grammar of three words in which the first step's second choice begins the likelier sentence."""
    first, second = {"A": 0.6, "B": 0.4}, {"A": (0.4, 0.3, 0.3), "B": (0.9, 0.1, 0.0)}
    best = max(first, key=lambda word: first[word] * max(second[word]))
    greedy = max(first, key=first.get)
    return one_of(not_always=best != greedy, always=best == greedy, never=False)


@key
def kept_rows() -> str:
    x, causal = drawn(10, 16), torch.ones(10, 10, dtype=torch.bool).tril()
    module = redrawn(MultiHeadAttention(16, 2).double(), 3)
    long, short = module(x, mask=causal), module(x[:9], mask=causal[:9, :9])
    return nearest(1 + int(((long[:9] - short).abs().amax(-1) > 1e-9).sum()), last=1, all=10, half=5)


@key
def nucleus() -> str:
    kept = distribution(torch.tensor([0.5, 0.3, 0.1, 0.1]).log(), top_p=0.7)
    return nearest(int((kept > 0).sum()), one=1, two=2, three=3)


@key
def smoothed_floor() -> str:
    """The loss is least where the probabilities are the smoothed target itself: its slope is zero there."""
    wanted = torch.full((1, 10), 0.01, dtype=torch.float64)
    wanted[0, 0] += 0.9
    scores = wanted.log().requires_grad_()
    least = variants.smoothed_losses(scores, torch.tensor([0]), 0.1).sum()
    least.backward()
    if not same(scores.grad, torch.zeros_like(scores)):
        raise ValueError("The loss is not least at its own target.")
    return one_of(zero=least.item() < 1e-3, above=1e-3 < least.item() < 1, one=least.item() >= 1)


@key
def largest_rate() -> str:
    rates = variants.learning_rates(torch.arange(1, 10001, dtype=torch.float64), 512, 4000)
    return nearest(int(rates.argmax()) + 1, first=1, warmup=4000, last=10000)


@key
def longer_key() -> str:
    q, k = drawn(1, 8), drawn(1, 8, seed=6)
    dot = same(variants.gram(q, 2 * k), 2 * variants.gram(q, k))
    cosine = same(variants.cosine(q, 2 * k), variants.cosine(q, k))
    return one_of(dot=dot and cosine, both=dot and not cosine, none=not dot)
