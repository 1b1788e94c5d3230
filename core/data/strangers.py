"""Chinese sentences as a stranger types them, and what counts as their translation.

``strangers.toml`` holds them: two hundred, written before any model was asked, and later ones, written from a list of a
first textbook's words alone. A translation is right when it is one of those accepted, word for
word: whatever else means the same is counted as wrong, so the figures are a lower bound.
"""

import functools
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from core.data.vocabulary import Vocabulary
from core.lazy import lazy

FILE = Path(__file__).with_suffix(".toml")
LENGTHS = {"short": 6, "middle": 11, "long": 99}
"""The classes of length, and the most characters of each, marks not counted."""
_ENGLISH = Vocabulary((), "en")
_GROUP = {"{": "(?:", "|": "|", "}": ")"}


@dataclass(frozen=True)
class Stranger:
    """A Chinese text and its accepted translations, as ``strangers.toml`` writes them."""

    text: str
    accepted: str

    @property
    def length(self) -> str:
        """A key of LENGTHS."""
        characters = sum(map(str.isalnum, self.text))
        return next(name for name, most in LENGTHS.items() if characters <= most)

    @lazy
    def pattern(self) -> re.Pattern:
        """What a right translation matches, each word followed by a space."""
        ways = [way for written in self.accepted.split("/") for way in _orders(written.strip())]
        spelled = ("".join(_GROUP.get(word) or re.escape(word) + " " for word in words(way, _GROUP)) for way in ways)
        return re.compile("|".join(f"(?:{way})" for way in spelled))

    @property
    def sample(self) -> str:
        """One accepted translation, as it is read: the first way, of each choice the first."""
        way, chosen = self.accepted.split("/")[0], ""
        while way != chosen:
            chosen, way = way, re.sub(r"\{([^{}|]*)(\|[^{}]*)?\}", r"\1", way)
        return _ENGLISH.join(_ENGLISH.split(way.replace("<", "").replace(">", "")))

    def right(self, translation: str) -> bool:
        """Whether an English text is an accepted translation; capitals, marks and contractions do not matter."""
        return self.pattern.fullmatch("".join(f"{word} " for word in words(translation))) is not None


@functools.cache
def _read() -> dict:
    return tomllib.loads(FILE.read_text("utf-8"))


@functools.cache
def lists() -> dict[str, tuple[Stranger, ...]]:
    """The two hundred and the later ones, none of them among these, each by the name that its metrics have."""
    return {name: tuple(Stranger(*pair) for pair in _read()[table].items())
            for name, table in (("strangers", "sentences"), ("strangers_later", "later"))}


def words(text: str, keep=()) -> list[str]:
    """The words of an English text in small letters, equal ones by one name, without marks other than ``keep``."""
    lowered = (word.lower() for word in _ENGLISH.split(text))
    return [_read()["same"].get(word, word) for word in lowered if word in keep or any(map(str.isalnum, word))]


def _orders(way: str) -> list[str]:
    """A way to say it, with what stands in ``<...>`` at its place and at the end."""
    moved = re.fullmatch(r"<(.+)> (.+)", way)
    return [f"{moved[1]} {moved[2]}", f"{moved[2]} {moved[1]}"] if moved else [way]
