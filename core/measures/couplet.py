"""How good the writer of couplets is: on unseen pairs, and by the rules of the game against chance and real verse."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import torch
from torch import nn

from core import decode
from core.data import parallelism, verses
from core.subjects.couplet import Couplet
from core.trace import record

Pairs = Sequence[tuple[str, str]]
WRITTEN, SEED = 1000, 7


def metrics(couplet: Couplet, unseen: Pairs) -> dict:
    """All figures; those of lines that the model wrote are over the first ``WRITTEN`` unseen first lines."""
    asked = unseen[:WRITTEN]
    written = [(first, "".join(couplet.answer(first))) for first, _ in asked]
    nats, known = loss(couplet, unseen)
    near = [verses.nearest(second) for _, second in written]
    return {"unseen_pairs": known, "nats_per_character": round(nats, 4), "perplexity": round(math.exp(nats), 1),
            "length_right_unforced": round(100 * lengths_right(couplet, [first for first, _ in unseen]), 2),
            "length_right": round(100 * sum(len(a) == len(b) for a, b in written) / len(written), 2),
            "alignment": parallel_heads(couplet, unseen), "lines_written": len(written),
            "rules": {"written": rules(written), "real": rules(asked), "chance": rules(shuffled(asked))},
            "training_verse_whole": round(100 * sum(n.whole for n in near) / len(near), 2),
            "characters_shared_with_nearest": round(sum(n.shared for n in near) / sum(len(n.verse) for n in near), 4)}


def chunks(couplet: Couplet, pairs: Pairs) -> Iterable[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]:
    """(source, decoder input, target), each (b, n), of pairs with a known second line, in batches of one length."""
    encode, unknown = couplet.source_vocabulary.encode, couplet.source_vocabulary.marks.unknown
    ids = sorted(((encode(a), encode(b)) for a, b in pairs if unknown not in encode(b)), key=lambda pair: len(pair[0]))
    for _, group in groupby(ids, key=lambda pair: len(pair[0])):
        rows = list(group)
        for start in range(0, len(rows), 200):
            source, target = (torch.tensor(side) for side in zip(*rows[start:start + 200]))
            yield source, nn.functional.pad(target[:, :-1], (1, 0), value=couplet.model.marks.start), target


@torch.no_grad()
def loss(couplet: Couplet, pairs: Pairs) -> tuple[float, int]:
    """(nats per character of the second line, pairs counted); the end mark and its probability are not counted."""
    total = characters = count = 0
    for source, shifted, target in chunks(couplet, pairs):
        scores = couplet.model(source, shifted)
        total += nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten(), reduction="sum").item()
        characters, count = characters + target.numel(), count + len(target)
    return total / characters, count


def lengths_right(couplet: Couplet, firsts: Sequence[str]) -> float:
    """The share of first lines whose greedy answer, without any rule, ends where it should."""
    right = 0
    for n in sorted({len(first) for first in firsts}):
        ids = torch.tensor([couplet.source_vocabulary.encode(first) for first in firsts if len(first) == n])
        for rows in ids.split(200):
            ends = decode.greedy(couplet.model, rows, n + 3) == couplet.model.marks.end
            right += int((ends.any(1) & (ends.int().argmax(1) == n)).sum())
    return right / len(firsts)


def parallel_heads(couplet: Couplet, pairs: Pairs) -> dict:
    """Per cross-attention head, the share of rows whose largest weight stands on the character that the row's own new
    character faces; the best head first."""
    hits: dict[str, float] = {}
    rows = 0
    for looked in largest(couplet, pairs):
        rows += next(iter(looked.values())).numel()
        for head, places in looked.items():
            hits[head] = hits.get(head, 0) + int((places == torch.arange(places.shape[1])).sum())
    shares = {key: round(hits[key] / rows, 4) for key in sorted(hits, key=hits.get, reverse=True)}
    return {"best_head": next(iter(shares)), "facing": next(iter(shares.values())), "heads": shares}


def largest(couplet: Couplet, pairs: Pairs) -> Iterator[dict[str, torch.Tensor]]:
    """Teacher-forced, by batches: per cross-attention head where each row's largest weight stands, (b, n)."""
    for source, shifted, _ in chunks(couplet, pairs):
        with record(couplet.model) as trace:
            couplet.model(source, shifted)
        yield {f"{name} head {head}": places for name in trace if name.endswith("cross_attention.weights")
               for head, places in enumerate(trace[name].value.argmax(-1).unbind(1))}


def shuffled(pairs: Pairs) -> list[tuple[str, str]]:
    """Each first line with a second line of another pair of the same length: chance."""
    generator, mixed = torch.Generator().manual_seed(SEED), []
    for n in sorted({len(first) for first, _ in pairs}):
        rows = [pair for pair in pairs if len(pair[0]) == n]
        order = torch.randperm(len(rows), generator=generator).tolist()
        mixed += [(rows[i][0], rows[j][1]) for i, j in zip(order, [*order[1:], order[0]])]
    return mixed


def rules(pairs: Pairs) -> dict[str, float]:
    """Percentages: opposite tones where they are asked, second lines that end level, characters answered by one of
    their class, and lines that repeat as the first does and share no character with it."""
    endings = (parallelism.ends_level(second) for _, second in pairs)
    return {"opposite_tones": _share(parallelism.answered_tones(*pair) for pair in pairs),
            "level_ending": _share((level, 1) for level in endings if level is not None),
            "same_class": _share(parallelism.answered_classes(*pair) for pair in pairs),
            "repetition": _share((parallelism.answers_repetitions(*pair), 1) for pair in pairs)}


def _share(counts: Iterable[tuple[int, int]]) -> float:
    right, asked = (sum(column) for column in zip(*counts))
    return round(100 * right / asked, 2)
