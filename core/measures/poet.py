"""How good the poet is: on unseen quatrains, in its rhymes, and what each of its heads looks at."""

import math
from collections.abc import Mapping, Sequence

import torch
from torch import nn

from core.data import quatrain
from core.data.characters import rhyme, rhymes
from core.data.poems import Lines
from core.subjects.poet import Poet
from core.trace import record

WRITTEN, READ = 300, 400


def metrics(poet: Poet, seen: Sequence[Lines], unseen: Sequence[Lines]) -> dict:
    """Nats per character and per token (marks too) by length of the lines, rhymes, lines from training, heads.

    What is written begins with the first two characters of an unseen quatrain.
    """
    written = [quatrain.lines("".join(poet.write(lines[0][:2], len(lines[0]), seed=i)))
               for i, lines in enumerate(unseen[:WRITTEN])]
    known = {line for lines in seen for line in lines}
    shuffled = [(*lines[:3], other[3]) for lines, other in zip(unseen, [*unseen[1:], unseen[0]])]
    return {"unseen": {f"lines_of_{size}": losses(poet, [lines for lines in unseen if len(lines[0]) == size])
                       for size in quatrain.SIZES.values()},
            "poems_written": len(written),
            "rhymes": {"written": rhyming(written), "real": rhyming(unseen), "chance": rhyming(shuffled)},
            "training_line_whole": round(100 * sum(line in known for lines in written for line in lines)
                                         / (quatrain.LINES * len(written)), 2),
            "heads": heads(poet, [lines for lines in unseen if len(lines[0]) == 7][:READ])}


@torch.no_grad()
def losses(poet: Poet, poems: Sequence[Lines]) -> dict:
    """Of the poems whose characters are all known: nats per character and, with the marks, per token."""
    rows = [poet.ids(quatrain.form("".join(quatrain.tokens(lines)), poet.vocabulary)) for lines in poems]
    ids = torch.stack([row for row in rows if poet.vocabulary.marks.unknown not in row])
    by_token = torch.cat([nn.functional.cross_entropy(poet.model(part[:, :-1]).mT, part[:, 1:], reduction="none")
                          for part in ids.split(100)])
    size = len(poems[0][0])
    inside = torch.arange(ids.shape[1] - 1) % (size + 1) < size
    nats = by_token[:, inside].mean().item()
    return {"poems": len(ids), "nats_per_character": round(nats, 4), "perplexity": round(math.exp(nats), 1),
            "nats_per_token": round(by_token.mean().item(), 4)}


def rhyming(poems: Sequence[Lines]) -> float:
    """Percentage of poems whose second and fourth lines rhyme, of those whose last characters the book knows."""
    ends = [(lines[1][-1], lines[3][-1]) for lines in poems]
    asked = [pair for pair in ends if all(rhymes(character) for character in pair)]
    return round(100 * sum(a != b and rhyme(a, b) for a, b in asked) / len(asked), 2)


def relations(size: int) -> dict[str, list[tuple[int, set[int]]]]:
    """What a head may look at: name -> (row, columns) pairs. Row r reads token r - 1 (0: the word for the length) and
    is asked for token r, which stands in line j at place c.

    "line_start": the first character of its own line; "line_break": the mark in front of its line; "parallel": the
    token at the same place of the line before; "rhyme": the last characters of lines 1 and 2, when the fourth line's
    is asked for.
    """
    pairs: dict[str, list] = {name: [] for name in ("itself", "previous", "length", "line_start", "line_break",
                                                    "parallel", "rhyme")}
    for row in range(quatrain.LINES * (size + 1)):
        line, place = divmod(row, size + 1)
        pairs["itself"].append((row, {row}))
        if row:
            pairs["previous"].append((row, {row - 1}))
            pairs["length"].append((row, {0}))
        if place > 1:
            pairs["line_start"].append((row, {row - place + 1}))
        if place and line:
            pairs["line_break"].append((row, {row - place}))
        if line and place < size:
            pairs["parallel"].append((row, {row - size}))
        if line == quatrain.LINES - 1 and place == size - 1:
            pairs["rhyme"].append((row, {size, 2 * size + 1}))
    return pairs


def heads(poet: Poet, poems: Sequence[Lines]) -> dict:
    """Per relation, the head whose largest weight most often stands there: its share of the rows, and the share of a
    head that spreads its weight evenly ("chance"). ``all`` holds every share of every head. Poems of one length."""
    rows = torch.stack([poet.ids(quatrain.form("".join(quatrain.tokens(lines)), poet.vocabulary)) for lines in poems])
    with record(poet.model) as trace:
        poet.model(rows[:, :-1])
    asked = relations(len(poems[0][0]))
    shares: dict[str, dict[str, float]] = {}
    for name in trace:
        if name.endswith("self_attention.weights"):
            for head, largest in enumerate(trace[name].value.argmax(-1).unbind(1)):
                shares[f"{name} head {head}"] = {what: _hit(largest, places) for what, places in asked.items()}
    return {"best": {what: _best(shares, what, places) for what, places in asked.items()}, "all": shares}


def _hit(largest: torch.Tensor, places: Sequence[tuple[int, set[int]]]) -> float:
    """The share of rows (poem, row) whose largest weight stands on one of the columns."""
    hits = [torch.isin(largest[:, row], torch.tensor(sorted(columns))).double().mean().item()
            for row, columns in places]
    return round(sum(hits) / len(hits), 4)


def _best(shares: Mapping[str, Mapping[str, float]], what: str, places: Sequence[tuple[int, set[int]]]) -> dict:
    head = max(shares, key=lambda key: shares[key][what])
    even = sum(len(columns) / (row + 1) for row, columns in places) / len(places)
    return {"head": head, "share": shares[head][what], "chance": round(even, 4)}
