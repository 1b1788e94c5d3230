"""The words of the training language: which exist, how they inflect, what goes with what (``lexicon.toml``)."""

import tomllib
import zlib
from pathlib import Path
from typing import NamedTuple


class Noun(NamedTuple):
    """A noun: kind is c (count), m (mass), a (mass that takes no determiner), p (plural only), h (human)."""

    zh: str
    en: str
    plural: str
    measure: str
    kind: str
    portion: str = ""
    portions: str = ""


class Verb(NamedTuple):
    """One sense of a verb, with the objects and places a native speaker would give it."""

    zh: str
    en: str
    objects: tuple[str, ...]
    places: tuple[str, ...]
    flags: frozenset[str]


class Adjective(NamedTuple):
    """An adjective; `de` says whether it needs the particle 的 before a noun."""

    zh: str
    en: str
    more: str
    de: bool
    nouns: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    """Split words written with spaces."""
    return tuple(text.split())


def rows(table: str) -> list[list[str]]:
    """Split a table written as text into rows of stripped cells."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


_TABLES = tomllib.loads((Path(__file__).parent / "lexicon.toml").read_text("utf-8"))
NOUNS = {row[0]: Noun(*row) for row in rows(_TABLES["nouns"])}
CHILDREN = ("孩子", "女孩", "男孩", "弟弟")
ADULT_THINGS = ("车", "房子", "床", "桌子")

PRONOUNS, KIN, NAMES, PLACES, MOODS = ({row[0]: tuple(row[1:]) for row in rows(_TABLES[name])}
                                       for name in ("pronouns", "kin", "names", "places", "moods"))
NUMERALS, WEATHER, TIMES = (_TABLES[name] for name in ("numerals", "weather", "times"))
FORMS = {line.split()[0]: tuple(line.split()) for line in _TABLES["forms"].splitlines()}


def _verb(row: list[str]) -> Verb:
    """Read one row of a verb table; `*` as objects means people."""
    objects = tuple(n.zh for n in NOUNS.values() if n.kind == "h") if row[2] == "*" else tuple(row[2].split())
    return Verb(row[0], row[1], objects, tuple(row[3].split()), frozenset(row[4].split()))


ACTIONS = [_verb(row) for row in rows(_TABLES["verbs"])]
HUMAN_ACTIONS = [_verb(row) for row in rows(_TABLES["human"])]
STATES = {row[0]: _verb(row) for row in rows(_TABLES["states"])}
INTRANSITIVE = [_verb(row) for row in rows(_TABLES["intransitive"])]

CITIES = ("北京", "上海", "中国")
# zh particle, English preposition, the things on/in which small things can lie
SPOTS = [("上", "on", ("桌子", "椅子", "床")), ("里", "in", ("包", "盒子", "房间", "车"))]
SMALL_THINGS = _words("书 小说 杂志 词典 信 照片 票 雨伞 衬衫 毛衣 裙子 礼物 苹果 鸡蛋 蛋糕 手机 花")
GIFTS = _words("书 小说 词典 照片 票 礼物 苹果 蛋糕 花 茶 咖啡 水 裙子 毛衣 包")

ADJECTIVES = {row[0]: Adjective(row[0], row[1], row[2], bool(row[3]), tuple(row[4].split()))
              for row in rows(_TABLES["adjectives"])}
ADJECTIVES_OF = {n: [a for a in ADJECTIVES.values() if n in a.nouns] for n in NOUNS}

# Pairs the pages use as examples: they must be learnable, so they are never held out.
_KEPT = _words("看书 买书 喝茶 学习中文 新书 吃苹果 贵书 穿衬衫 开车 喜欢茶 喜欢书 红色车 大狗 写信 买车 听音乐")


def _hold_out() -> frozenset[tuple[str, str]]:
    """Choose about an eighth of the pairs by a stable hash, leaving every word enough partners."""
    verbs = [(v.zh, n) for v in [*ACTIONS, STATES["喜欢"], STATES["需要"]] if len(v.objects) > 3 for n in v.objects]
    pairs = list(dict.fromkeys(verbs + [(a.zh, n) for a in ADJECTIVES.values() for n in a.nouns]))
    chosen = [p for p in pairs if zlib.crc32("".join(p).encode()) % 100 < 14 and "".join(p) not in _KEPT]
    left = {n: sum(q[1] == n for q in pairs) for _, n in pairs}
    held = set()
    for word, noun in chosen:
        if left[noun] > 2:
            left[noun] -= 1
            held.add((word, noun))
    return frozenset(held)


HELD_OUT = _hold_out()
"""The verb-object and adjective-noun pairs that are kept out of the training sentences."""
