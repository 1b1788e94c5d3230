"""Section 7 of note N1, "interview questions", is empty: these are such questions, each answered by a run."""

import torch
from torch import nn

from core.equations import attention as eq
from core.equations import embedding
from core.experiments import scaling
from core.experiments.families import costs
from core.experiments.heads import redrawn
from core.experiments.parameters import counted
from core.experiments.quiz.keys import drawn, key, nearest, one_of, same
from core.models.attention import MultiHeadAttention
from core.models.transformer import Transformer


def attended(x: torch.Tensor, mask: torch.Tensor | None = None, heads: int = 2) -> torch.Tensor:
    """A random self-attention in float64. (n, 16) -> (n, 16)."""
    return redrawn(MultiHeadAttention(16, heads).double(), 3)(x, mask=mask)


@key
def variance() -> str:
    return nearest(scaling.variance(64), one=1, root=8, width=64, square=4096)


@key
def saturated_gradient() -> str:
    def slope(lead: float) -> float:
        scores = torch.tensor([lead, 0.0, 0.0], dtype=torch.float64, requires_grad=True)
        eq.weights(scores[None])[0, 0].backward()
        return scores.grad[0].item()

    calm, sure = slope(0.0), slope(10.0)
    return one_of(vanishes=sure < calm / 100, stays=abs(sure - calm) < calm / 10, grows=sure > 2 * calm)


@key
def shifted_scores() -> str:
    S = drawn(4, 4)
    A, B = eq.weights(S), eq.weights(S + 7)
    peak = (B.max(-1)[0] - A.max(-1)[0]).mean()
    return one_of(same=same(A, B), sharper=not same(A, B) and peak > 0, flatter=not same(A, B) and peak < 0)


@key
def head_parameters() -> str:
    eight, one = (counted(MultiHeadAttention(512, heads)) for heads in (8, 1))
    return nearest(eight / one, eight=8, same=1, eighth=1 / 8)


@key
def swapped_words() -> str:
    x, order = drawn(5, 16), [0, 3, 2, 1, 4]
    before, after = attended(x), attended(x[order])
    moved = same(after, before[order])
    return one_of(swapped=moved and not same(after, before), all=not moved, nothing=same(after, before))


@key
def mask_place() -> str:
    S = drawn(1, 4, 4)
    allowed = torch.ones(4, 4, dtype=torch.bool).tril()
    before = eq.weights(eq.masked_scores(S, allowed))[0].sum(-1)
    after = (eq.weights(S) * allowed)[0].sum(-1)
    whole = [same(sums, torch.ones(4, dtype=torch.float64)) for sums in (before, after)]
    return one_of(before=whole == [True, False], after=whole == [False, True], either=whole == [True, True])


@key
def cross_shape() -> str:
    queries, keys = drawn(1, 5, 8), drawn(1, 7, 8, seed=6)
    shape = tuple(eq.weights(eq.dot_products(queries, keys))[0].shape)
    return one_of(target_source=shape == (5, 7), source_target=shape == (7, 5), target_target=shape == (5, 5))


@key
def twice_as_long() -> str:
    def numbers(n: int) -> int:
        return eq.dot_products(drawn(1, n, 4), drawn(1, n, 4)).numel()

    return nearest(numbers(24) / numbers(12), double=2, four=4, eight=8)


@key
def longest_path() -> str:
    table = costs(100, 64)
    return one_of(attention=table["attention"]["path"] < table["recurrence"]["path"],
                  recurrence=table["recurrence"]["path"] < table["attention"]["path"],
                  same=table["recurrence"]["path"] == table["attention"]["path"])


@key
def norm_axis() -> str:
    means = nn.LayerNorm(8).double()(drawn(3, 5, 8)).detach()
    flat = {"features": -1, "words": 1, "sentences": 0}
    return one_of(**{name: bool((means.mean(axis).abs() < 1e-9).all()) for name, axis in flat.items()})


@key
def deep_gradient() -> str:
    def slope(residual: bool) -> float:
        x = start = torch.tensor(1.0, dtype=torch.float64, requires_grad=True)
        for _ in range(50):
            x = 0.1 * x + residual * x
        x.backward()
        return start.grad.item()

    kept, lost = slope(True) > 1e-3, slope(False) < 1e-3
    return one_of(residual=kept and lost, both=not lost, neither=not kept)


@key
def turned_projections() -> str:
    x, W_Q, W_K, M = drawn(4, 8), drawn(8, 8, seed=6), drawn(8, 8, seed=7), drawn(8, 8, seed=8)
    before = (x @ W_Q) @ (x @ W_K).T
    after = (x @ W_Q @ M) @ (x @ W_K @ torch.linalg.inv(M).T).T
    return one_of(same=bool(torch.allclose(before, after)), all=not torch.allclose(before, after), scaled=False)


@key
def decoder_only() -> str:
    model = Transformer(9, 9, d_model=8, n_heads=2, n_layers=1, d_ff=16)
    parts = [{name for name, _ in layer[0].named_children()} for layer in (model.encoder, model.decoder)]
    extra = {name for name in parts[1] - parts[0] if "attention" in name or "feed" in name}
    return one_of(cross=extra == {"cross_attention"}, self=extra == {"self_attention"}, feed=extra == {"feed_forward"})


@key
def decoder_passes() -> str:
    x, causal = drawn(10, 16), torch.ones(10, 10, dtype=torch.bool).tril()
    whole = attended(x, causal)
    alone = torch.stack([attended(x[:t + 1], causal[:t + 1, :t + 1])[t] for t in range(10)])
    return one_of(one=same(whole, alone), ten=not same(whole, alone), none=False)


@key
def feed_forward_words() -> str:
    W_1, W_2, x = drawn(8, 32), drawn(32, 8, seed=6), drawn(6, 8, seed=7)
    other = x.clone()
    other[2] += 1
    moved = ((torch.relu(x @ W_1) @ W_2 - torch.relu(other @ W_1) @ W_2).abs().amax(-1) > 1e-9).nonzero().flatten()
    return one_of(own=moved.tolist() == [2], neighbours=moved.tolist() == [1, 2, 3], all=len(moved) == 6)


@key
def first_input() -> str:
    start, target = 1, torch.tensor([5, 6, 7, 2])
    ids = embedding.shift_right(target, start).tolist()
    return one_of(shifted=ids == [1, 5, 6, 7], target=ids == [5, 6, 7, 2], both=ids == [1, 5, 6, 7, 2])
