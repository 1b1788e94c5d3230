"""What decoding keeps from word to word: keys and values of earlier words, and what every word reads."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from core.equations.attention import appended_keys, appended_values
from core.trace import given


class Cache:
    """Keys (..., head, past, d_k) and values (..., head, past, d_v) of earlier words, per attention module. N0 eq (40).

    ``length`` words are kept; ``decode`` of a model fills it.
    """

    def __init__(self):
        self.length = 0
        self._kept: dict = {}

    def __contains__(self, attention) -> bool:
        return attention in self._kept

    def extended(self, attention, K: Tensor, V: Tensor) -> tuple[Tensor, Tensor]:
        """What was kept, if anything, and behind it new K and V, which is kept in its place."""
        if attention in self:
            past_K, past_V = self.given(attention)
            K, V = appended_keys(past_K, K), appended_values(past_V, V)
        self._kept[attention] = K, V
        return K, V

    def given(self, attention) -> tuple[Tensor, Tensor]:
        """What was kept, named as coming from an earlier pass."""
        K, V = self._kept[attention]
        return given("past_keys", K, "head past d_k"), given("past_values", V, "head past d_v")

    def rows(self, rows: Tensor | None = None) -> Cache:
        """A cache of its own with the same tensors, or with these rows of the batch."""
        return self.moved(lambda tensor: tensor if rows is None else tensor[rows])

    def moved(self, move: Callable[[Tensor], Tensor]) -> Cache:
        """A cache of its own with what ``move`` makes of each tensor."""
        cache = Cache()
        cache.length = self.length
        cache._kept = {attention: (move(K), move(V)) for attention, (K, V) in self._kept.items()}
        return cache


@dataclass(frozen=True)
class State:
    """How far a model has read. ``step`` of the model makes the next state and leaves this one as it is.

    ``first``: ids (..., n) with which to step first. ``context``: tensors that every step reads, batch in front.
    ``cache``: None where each step is given the whole text so far instead of its new words.
    """

    first: Tensor
    context: tuple[Tensor, ...] = ()
    cache: Cache | None = None

    def rows(self, rows: Tensor) -> State:
        """These rows of the batch, any of them several times: the living prefixes of a beam."""
        cache = None if self.cache is None else self.cache.rows(rows)
        return State(self.first[rows], tuple(x[rows] for x in self.context), cache)
