"""What is said about a stop: its title, where it stands, and its prose, from the words of the page and the diagram."""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable, Mapping

from core.plan import Box
from pages.components import model_choice
from pages.components.board import Frame
from pages.components.stage.recipes import PLAIN
from pages.components.stage.stops import BLOCK, Stop
from pages.components.text import language
from pages.components.text_files import passages

CHARACTERS, WORDS = 4.0, 3.5  # that a reader takes in within a second
SHORTEST = 3000  # milliseconds


def titled(stop: Stop, words: Mapping[str, str], diagram: Mapping[str, str]) -> str:
    """The title of a stop; the name of its block where nothing more is known of it, and for the block's overview."""
    if stop.key.startswith(BLOCK):
        return named(stop.box, diagram)
    if stop.kind == PLAIN.kind and stop.box is not None:
        return named(stop.box, diagram)
    return words[fitting(words, f"kind_{stop.kind.replace('.', '_')}")]


def named(box: Box, diagram: Mapping[str, str]) -> str:
    """A box's name."""
    return diagram.get(box.word, box.word.replace("_", " "))


def placed(box: Box | None, diagram: Mapping[str, str]) -> str:
    """The column of a box, and its layer counted from 1."""
    if box is None:
        return ""
    column = diagram.get(box.column, box.column)
    return column if box.layer is None else diagram["layer_n"].format(column=column, n=box.layer + 1)


def passage(kind: str, part: str = "") -> str:
    """The prose of a kind: of its situation ("scores.cross.numbers"), or of the kind in general ("scores.numbers").

    ``part``: "" for everybody, "numbers" or "formula" for those who want to know more.
    """
    known = passages(language(), "walkthrough")
    for key in (kind, kind.partition(".")[0]):
        full = fitting(known, f"{key}.{part}" if part else key)
        if full in known:
            return known[full]
    raise KeyError(f"There is no passage {part or 'for everybody'!r} about stops of the kind {kind!r}.")


def fitting(known: Container[str], key: str) -> str:
    """The key under which the same is said of pictures, where a picture is under study and something is said of it."""
    own = f"pictures.{key}"
    return own if model_choice.pictured() and own in known else key


def frame(stop: Stop, words: Mapping[str, str], diagram: Mapping[str, str]) -> Frame:
    """A stop for the board."""
    return Frame(key=stop.key, title=titled(stop, words, diagram), group=placed(stop.box, diagram),
                 pictures=stop.pictures, signs=stop.signs, arrangement=stop.arrangement)


def milliseconds(texts: Iterable[str]) -> int:
    """How long a reader needs for these texts, at least SHORTEST."""
    return max(SHORTEST, sum(map(_reading, texts)))


@functools.lru_cache(maxsize=1024)
def _reading(said: str) -> int:
    characters = sum(0x4E00 <= ord(letter) <= 0x9FFF for letter in said)
    spelled = sum(word.isascii() for word in said.split())
    return int(1000 * (characters / CHARACTERS + spelled / WORDS))
