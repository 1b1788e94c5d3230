"""How parallel two lines are: tones that answer each other, characters of one class in one place, equal repetitions.

The rules are those of regulated verse (近体诗). The classes (``parallelism.toml``) are written by hand after the old
handbooks for pupils, which list characters by what they name; most verbs and adjectives have none.
"""

import tomllib
from pathlib import Path

from core.data.characters import LEVEL, OBLIQUE, groups_of, tones

CLASSES: dict[str, str] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""Class -> its characters, some of which are in two."""
_CLASSES = groups_of(CLASSES)


def classes(character: str) -> frozenset[str]:
    """The classes of a (simplified) character; none for most verbs and adjectives."""
    return _CLASSES.get(character, frozenset())


def answered_classes(first: str, second: str) -> tuple[int, int]:
    """(places whose two characters share a class, places whose upper character has one)."""
    asked = [(classes(a), classes(b)) for a, b in zip(first, second) if classes(a)]
    return sum(bool(a & b) for a, b in asked), len(asked)


def answered_tones(first: str, second: str) -> tuple[int, int]:
    """(places of opposite tone, places asked): every second place and the last, where both tones are known and one."""
    places = {*range(1, len(first), 2), len(first) - 1}
    asked = [(tones(a), tones(b)) for i, (a, b) in enumerate(zip(first, second)) if i in places]
    asked = [(a, b) for a, b in asked if len(a) == len(b) == 1]
    return sum(a != b for a, b in asked), len(asked)


def ends_level(line: str) -> bool | None:
    """Whether a line ends in the level tone, as the second of a couplet must; None where the book does not decide."""
    ending = tones(line[-1])
    return None if ending in (frozenset(), {LEVEL, OBLIQUE}) else ending == {LEVEL}


def repetitions(line: str) -> tuple[int, ...]:
    """For each place, the first place with the same character: 年年岁岁 -> (0, 0, 2, 2)."""
    return tuple(map(line.index, line))


def answers_repetitions(first: str, second: str) -> bool:
    """Whether the second line repeats where the first does and nowhere else, and shares no character with it."""
    return repetitions(first) == repetitions(second) and not set(first) & set(second)
