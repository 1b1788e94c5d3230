"""Where the nodes of a beam's tree stand on a drawing: columns by length, rows by rank or by branch. N1-23."""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from core.decode import Beam


class Place(NamedTuple):
    """A node on the drawing: place, parent's place, last word, its probability given the prefix, the prefix's own.

    ``fate``: "lit" on the way to the chosen sentence, "kept" in the beam, "dropped" from it, "unseen" if never looked
    at.
    """

    words: tuple[int, ...]
    x: int
    y: float
    from_x: int
    from_y: float
    share: float
    log_probability: float
    score: float
    fate: str


def by_rank(beam: Beam, dropped: int, chosen: int = 0) -> list[Place]:
    """Each length is a column, likeliest on top; of what fell out of the beam, the nearest few.

    ``chosen``: which of the sentences found has its path lit; 0 is the answer.
    """
    lit, rank = beam.tree[beam.best[chosen]].words, {(): 0.0}
    places, depth = [], 1
    while level := sorted((n for n in beam.tree if len(n.words) == depth), key=lambda n: -n.log_probability):
        kept = [n for n in level if n.kept]
        for y, node in enumerate([*kept, *[n for n in level if not n.kept][:dropped]]):
            rank[node.words] = float(y)
            before = beam.tree[node.parent]
            fate = "lit" if lit[:depth] == node.words else "kept" if node.kept else "dropped"
            places.append(Place(node.words, depth, float(y), depth - 1, rank[before.words],
                                math.exp(node.log_probability - before.log_probability), node.log_probability,
                                node.score, fate))
        depth += 1
    return places


def by_branch(tree: Mapping[tuple[int, ...], Mapping[int, float]], beam: Beam, chosen: int = 0) -> list[Place]:
    """A whole tree given by hand, branches together, with what a beam made of each node."""
    heights: dict[tuple[int, ...], float] = {}
    _spread(tree, (), heights, [0])
    nodes, lit = {node.words: node for node in beam.tree}, beam.tree[beam.best[chosen]].words
    places = []
    for words in sorted(heights, key=lambda w: (len(w), heights[w])):
        if not words:
            continue
        total = sum(math.log(tree[words[:t]][word]) for t, word in enumerate(words))
        node = nodes.get(words)
        fate = "unseen" if node is None else "kept" if node.kept else "dropped"
        places.append(Place(words, len(words), heights[words], len(words) - 1, heights[words[:-1]],
                            tree[words[:-1]][words[-1]], total, total,
                            "lit" if lit[: len(words)] == words else fate))
    return places


def _spread(tree, prefix: tuple[int, ...], heights: dict, leaves: list[int]) -> float:
    """Leaves one below the other; a branch in the middle of its own."""
    if prefix not in tree:
        heights[prefix] = float(leaves[0])
        leaves[0] += 1
    else:
        below: Sequence[float] = [_spread(tree, (*prefix, word), heights, leaves) for word in tree[prefix]]
        heights[prefix] = (below[0] + below[-1]) / 2
    return heights[prefix]
