"""A hand-written synchronous grammar: Chinese, English and their word alignment in one derivation."""

from __future__ import annotations

import itertools
import random
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from core.data import grammar_joined as joined
from core.data.grammar_builder import BUILDER_SLOTS, build_sides, resolve, slot_choices
from core.data.grammar_nouns import PUNCTUATION, Context, Side
from core.data.lexicon import is_held_out

__all__ = ["BUILDER_SLOTS", "SPLITS", "Pair", "build", "corpus", "examples", "examples_en", "random_sentence",
           "resolve", "slot_choices"]

SPLITS = ("train", "test", "combinations", "structure")
SHORTEST, LONGEST, LONGEST_TRAIN = 3, 28, 20


@dataclass(frozen=True)
class Pair:
    """A sentence in both languages with its gold links (zh index, en index)."""

    zh: tuple[str, ...]
    en: tuple[str, ...]
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]


def align(zh: Side, en: Side) -> Pair:
    """Link the words that share a key: sure if both hold it as sure, possible otherwise."""
    holders: dict[int, list[tuple[int, bool]]] = defaultdict(list)
    for j, (_, own, weak) in enumerate(en):
        if own:
            holders[own].append((j, True))
        for key in weak:
            holders[key].append((j, False))
    sure, possible = set(), set()
    for i, (_, own, weak) in enumerate(zh):
        for j, strong in holders.get(own, ()) if own else ():
            possible.add((i, j))
            if strong:
                sure.add((i, j))
        for key in weak:
            possible.update((i, j) for j, _ in holders.get(key, ()))
    return Pair(tuple(w[0] for w in zh), tuple(w[0] for w in en), frozenset(sure), frozenset(possible))


def finish(zh: Side, en: Side, question: bool) -> tuple[Side, Side]:
    """Add the final punctuation."""
    mark = ("？", "?") if question else ("。", ".")
    return [*zh, (mark[0], PUNCTUATION, ())], [*en, (mark[1], PUNCTUATION, ())]


def _derive(rng: random.Random, deep: bool) -> tuple[Side, Side, Context]:
    """One random derivation."""
    ctx = Context(rng)
    asks = not deep and rng.random() < 0.27
    make = joined.deep if deep else joined.question if asks else joined.statement
    zh, en = make(ctx)
    zh, en = finish(zh, en, asks)
    return zh, en, ctx


def _simple(zh: Side, en: Side, ctx: Context) -> bool:
    """Say whether a sentence is shallow and short enough for training."""
    return (ctx.depth <= 1 and ctx.relatives <= 1 and ctx.clauses <= 2
            and max(len(zh), len(en)) <= LONGEST_TRAIN)


def in_test(zh: tuple[str, ...]) -> bool:
    """Say whether a sentence is reserved for testing, by a stable hash of its Chinese words."""
    return zlib.crc32(" ".join(zh).encode()) % 10 == 0


def belongs(split: str, zh: Side, en: Side, ctx: Context) -> bool:
    """Say whether a derivation belongs to a split; the splits exclude one another."""
    if min(len(zh), len(en)) < SHORTEST or max(len(zh), len(en)) > LONGEST:
        return False
    if any(a[0] == b[0] for a, b in itertools.pairwise(zh)):
        return False
    held = any(is_held_out(*combo) for combo in ctx.combos)
    shallow = _simple(zh, en, ctx)
    if split == "structure":
        return not shallow and not held
    if split == "combinations":
        return shallow and held
    return shallow and not held and in_test(tuple(w[0] for w in zh)) == (split == "test")


def _stream(split: str, seed: int) -> Iterator[Pair]:
    """Endless distinct pairs of a split."""
    rng = random.Random(f"{split}-{seed}")
    seen = set()
    while True:
        zh, en, ctx = _derive(rng, split == "structure")
        key = " ".join(w[0] for w in zh)
        if key not in seen and belongs(split, zh, en, ctx):
            seen.add(key)
            yield align(zh, en)


def corpus(split: str, count: int, seed: int) -> list[Pair]:
    """Return `count` distinct pairs of a split; the same arguments always give the same list."""
    if split not in SPLITS:
        raise ValueError(f"unknown split {split!r}, expected one of {SPLITS}")
    stream = _stream(split, seed)
    return [next(stream) for _ in range(count)]


def random_sentence(seed: int) -> Pair:
    """Return one unseen-in-training sentence for the surprise button."""
    return next(_stream("test", seed))


def build(choices: dict[str, int]) -> Pair:
    """Build the sentence of the chosen slots; choices that do not go together are replaced by valid ones."""
    zh, en, question = build_sides(choices)
    return align(*finish(zh, en, question))


_EXAMPLES = (
    ("我 昨天 买 了 一 本 书 。", "I bought a book yesterday ."),
    ("他 在 学校 学习 中文 。", "he studies chinese at school ."),
    ("老师 给 学生 一 本 新 书 。", "the teacher gives the student a new book ."),
    ("你 喜欢 喝 茶 吗 ？", "do you like to drink tea ?"),
    ("因为 下雨 ， 所以 我 没 去 公园 。", "because it rained , I did not go to the park ."),
    ("她 正在 看 我 昨天 买 的 书 。", "she is reading the book that I bought yesterday ."),
    ("今天 天气 很 好 。", "the weather is very good today ."),
    ("我 爱 你 。", "I love you ."),
    ("这 本 书 比 那 本 书 贵 。", "this book is more expensive than that book ."),
    ("他 把 书 放 在 桌子 上 。", "he put the book on the table ."),
    ("你 昨天 为什么 没 去 学校 ？", "why did you not go to school yesterday ?"),
    ("老师 的 猫 正在 睡觉 。", "the teacher 's cat is sleeping ."),
    ("我 妈妈 去 过 中国 。", "my mother has been to china ."),
    ("桌子 上 有 三 个 苹果 。", "there are three apples on the table ."),
)


def examples() -> list[str]:
    """Chinese sentences that show what the grammar can do."""
    return ["".join(zh.split()) for zh, _ in _EXAMPLES]


def examples_en() -> list[str]:
    """The same sentences in English."""
    return [en for _, en in _EXAMPLES]
