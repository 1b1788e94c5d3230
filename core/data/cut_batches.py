"""Batches of sentence pairs of about equal lengths, each time cut into pieces by lot."""

import random
from collections.abc import Callable, Iterator, Sequence

from core.data.pieces import Pieces
from core.lazy import lazy

Texts = tuple[str, str]
Draw = random.Random


class CutBatches(Iterator):
    """Endless batches: the ids of each source, the ids of each target.

    ``inventories``: of source and target; ``alphas``: how sharply their cuts are drawn (Kudo 2018, 3.3); ``tokens``:
    about as many of a batch, padding included, on the longer side; ``pairs``: texts as ``core.data.pieces.spaced``
    writes them, read in each epoch; ``others``: draws more for an epoch. ``place``: (epoch, batches of it that were
    taken); set to go on there.
    """

    def __init__(self, inventories: Sequence[Pieces], alphas: tuple[float, float], tokens: int, seed: int,
                 pairs: Sequence[Texts], others: Callable[[Draw], list[Texts]]):
        self._inventories, self._alphas, self._tokens, self._seed = inventories, alphas, tokens, seed
        self._pairs, self._others = pairs, others
        self.place = (0, 0)
        self._opened: tuple[int, list[list[Texts]]] | None = None

    def __next__(self) -> tuple[list[list[int]], list[list[int]]]:
        epoch, taken = self.place
        if self._opened is None or self._opened[0] != epoch:
            self._opened = epoch, self._epoch(random.Random(f"{self._seed} {epoch}"))
        batches = self._opened[1]
        self.place = (epoch, taken + 1) if taken + 1 < len(batches) else (epoch + 1, 0)
        draw = random.Random(f"{self._seed} {epoch} {taken}")
        source, target = ([inventory.encode(text, alpha, draw) for text in side] for inventory, alpha, side in
                          zip(self._inventories, self._alphas, zip(*batches[taken])))
        return source, target

    def _epoch(self, draw: Draw) -> list[list[Texts]]:
        """The epoch's pairs in batches, in random order."""
        rows = [*self._pairs, *self._others(draw)]
        pieces = [max(share * len(text) for share, text in zip(self._pieces_per_letter, row)) for row in rows]
        sized = sorted((4 + 1.3 * longer + 2 * draw.random(), i) for i, longer in enumerate(pieces))
        batches, batch = [], []
        for size, i in sized:
            if batch and size * (len(batch) + 1) > self._tokens:
                batches.append(batch)
                batch = []
            batch.append(rows[i])
        batches.append(batch)
        draw.shuffle(batches)
        return batches

    @lazy
    def _pieces_per_letter(self) -> list[float]:
        sample = self._pairs[:2000]
        return [sum(len(inventory.encode(row[side])) for row in sample) / sum(len(row[side]) for row in sample)
                for side, inventory in enumerate(self._inventories)]
