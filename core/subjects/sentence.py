"""How long a typed text may be, for every model that reads words or characters."""

from collections.abc import Callable

from core.subjects import LongTextError, LongWordError, TooLongError

MAX_LETTERS = 32  # of a word
MAX_TEXT = 500  # letters of a whole text; a link to it then fits in 5 KB


def held(text: str, split: Callable[[str], list[str]]) -> list[str]:
    """The words into which ``split`` cuts a text; there may be none. Raises LongTextError, LongWordError."""
    if len(text) > MAX_TEXT:
        raise LongTextError(f"A text may have at most {MAX_TEXT} letters; this one has {len(text)}.", MAX_TEXT)
    words = split(text)
    longest = max(map(len, words), default=0)
    if longest > MAX_LETTERS:
        raise LongWordError(f"A word may have at most {MAX_LETTERS} letters; one of this text has {longest}.",
                            MAX_LETTERS)
    return words


def cut(text: str, split: Callable[[str], list[str]], most: int) -> list[str]:
    """The words that ``split`` makes. Raises as ``held``, TooLongError for more than ``most``, ValueError for none."""
    words = held(text, split)
    if not words:
        raise ValueError("There is no word in this text; type a sentence.")
    if len(words) > most:
        raise TooLongError(f"A sentence may have at most {most} words; this one has {len(words)}.", most, len(words))
    return words
