"""Words and their numbers, and how a typed text becomes words."""

import difflib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, NamedTuple

from core.data.characters import simplified
from core.lazy import lazy

SPECIALS = ("<pad>", "<s>", "</s>", "<unk>")
SUGGESTED_TOKENS = 8  # suggestions cost time, so only the first unknown words get them
LONGEST_SUGGESTED = 16

_MARKS = {"zh": dict(zip("?,.!！｡;；、…", "？，。。。。，，，。")), "en": dict(zip("？，。!！;；、…", "?,...,,,."))}
_CONTRACTIONS = {
    "i'm": "I am", "can't": "can not", "cannot": "can not", "won't": "will not", "isn't": "is not",
    "aren't": "are not", "don't": "do not", "doesn't": "does not", "didn't": "did not", "wasn't": "was not",
    "weren't": "were not", "haven't": "have not", "hasn't": "has not", "shouldn't": "should not",
    "it's": "it is", "he's": "he is", "she's": "she is", "what's": "what is", "where's": "where is",
    "who's": "who is", "that's": "that is", "there's": "there is", "let's": "let us",
}
_ENDINGS = {"'re": "are", "'ll": "will", "'ve": "have", "n't": "not", "'d": "would", "'s": "'s"}
_ENGLISH_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*'?|'s\b|[.,?]|[^\w\s]|_")
REPLACEMENT = "\ufffd"
SHAPELESS = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]")
_UNSEEN = re.compile("[\u2065\ufff0-\ufff8\ufffe\uffff\U000e0000-\U000e0fff]")
"""Code points without a character that no font shows: like halves of a pair, REPLACEMENT stands for them."""
_ALSO = str.maketrans("妳牠祂", "你它他")  # what the book of verse has no simplified form for
_CAPITALISED = {"china", "chinese", "english", "beijing", "shanghai", "xiaoming", "anna"}


class Marks(NamedTuple):
    """The numbers of the words that are no words: padding, start, end, and whatever is not known."""

    pad: int = 0
    start: int = 1
    end: int = 2
    unknown: int = 3


class Token(NamedTuple):
    """One word of a segmented text; an unknown word keeps its text and comes with nearby known words."""

    text: str
    known: bool
    suggestions: tuple[str, ...] = ()


def clean(text: str, language: str) -> str:
    """Normalise a text: NFKC, no control, invisible or direction characters, the language's punctuation, simplified.

    Every character that a reader can see, or sees as a box because no font has it yet, is kept.
    """
    characters = []
    for ch in unicodedata.normalize("NFKC", text):
        category = unicodedata.category(ch)
        if category in ("Zs", "Zl", "Zp") or ch in "\t\n\r\v\f":
            characters.append(" ")
        elif category == "Cs" or (category == "Cn" and _UNSEEN.match(ch)):
            characters.append(REPLACEMENT)
        elif category not in ("Cc", "Cf") and not SHAPELESS.match(ch):
            characters.append(_MARKS[language].get(ch, ch))
    text = "".join(characters).replace("\u2019", "'").replace("\u2018", "'")
    return simplified(text).translate(_ALSO) if language == "zh" else text


def _is_cjk(ch: str) -> bool:
    """Say whether a character is written without spaces between words."""
    return "\u2e80" <= ch <= "\u9fff" or "\uf900" <= ch <= "\ufaff" or "\U00020000" <= ch <= "\U0003ffff"


def edit_distance(a: str, b: str) -> int:
    """Levenshtein distance of two short strings."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


class Numbered:
    """Words that have numbers, ``words[i]`` number i; ``marks`` are the numbers of those that are no words."""

    words: Sequence[str]
    marks: Marks

    @lazy
    def index(self) -> dict[str, int]:
        """The number of each word."""
        return {word: i for i, word in enumerate(self.words)}

    def encode(self, tokens: Iterable[str]) -> list[int]:
        """Numbers of words; an unknown word becomes ``marks.unknown``."""
        return [self.index.get(token, self.marks.unknown) for token in tokens]

    def decode(self, ids: Iterable[int]) -> list[str]:
        """Words of numbers, up to the end mark."""
        return [self.words[i] for i in takewhile(lambda i: i != self.marks.end, ids)]

    def split(self, text: str) -> list[str]:
        """The labels of a text's words; some are cut by ``ids`` alone."""
        return [self.words[i] for i in self.ids(text)]

    def segment(self, text: str) -> list[Token]:
        """The same, each with whether it is known: here all are."""
        return [Token(word, True) for word in self.split(text)]

    def sentence(self, text: str) -> str:
        """The text that is read where this one is typed: itself, unless what taught the words is written otherwise."""
        return text


class OwnMarks(Numbered):
    """Words of which the first four are SPECIALS."""

    marks = Marks()

    def __len__(self) -> int:
        """Number of words, specials included."""
        return len(self.words)

    def decode(self, ids: Iterable[int]) -> list[str]:
        """Words of numbers, up to the end mark; padding and start marks are dropped."""
        return [self.words[i] if 0 <= i < len(self.words) else SPECIALS[self.marks.unknown]
                for i in takewhile(lambda i: i != self.marks.end, ids) if i not in (self.marks.pad, self.marks.start)]


@dataclass(frozen=True)
class Vocabulary(OwnMarks):
    """The known words of one language; word number i is `words[i]`, the first four are special."""

    words: tuple[str, ...]
    language: Literal["zh", "en"]

    @lazy
    def _folded(self) -> dict[str, str]:
        """Known words by their lower-case form."""
        return {w.lower(): w for w in self.words[len(SPECIALS):]}

    @lazy
    def _longest(self) -> int:
        """Length of the longest word."""
        return max((len(w) for w in self.words[len(SPECIALS):]), default=1)

    def split(self, text: str) -> list[str]:
        """The words of any text, known or not."""
        text = clean(text, self.language)
        return self._split_zh(text) if self.language == "zh" else self._split_en(text)

    def segment(self, text: str) -> list[Token]:
        """Split any text into words; unknown ones are kept, marked, and the first have suggestions."""
        words = self.split(text)
        unknown = [w for w in words if self.index.get(w, 0) < len(SPECIALS)]
        near = {w: self.suggest(w) for w in dict.fromkeys(unknown[:SUGGESTED_TOKENS])}
        tokens = {w: Token(w, self.index.get(w, 0) >= len(SPECIALS), near.get(w, ())) for w in set(words)}
        return [tokens[w] for w in words]

    def _split_zh(self, text: str) -> list[str]:
        """Longest match over the vocabulary; what matches nothing stays in one piece per word or character."""
        words: list[str] = []
        for chunk in text.split():
            i, grows = 0, False  # whether the last word is unknown and spelled by letters
            while i < len(chunk):
                lengths = range(min(self._longest, len(chunk) - i), 0, -1)
                size = next((n for n in lengths if self.index.get(chunk[i:i + n], 0) >= len(SPECIALS)), 0)
                spelled = not size and chunk[i].isalnum() and not _is_cjk(chunk[i])
                if spelled and grows:
                    words[-1] += chunk[i]
                else:
                    words.append(chunk[i:i + max(size, 1)])
                i, grows = i + max(size, 1), spelled
        return words

    def _split_en(self, text: str) -> list[str]:
        """Words and punctuation, contractions undone, case folded to the known form."""
        return [self._folded.get(part.lower(), part) for raw in _ENGLISH_TOKEN.findall(text)
                for part in self._undo_contraction(raw)]

    def _undo_contraction(self, raw: str) -> list[str]:
        """`didn't` is did not, `teacher's` is teacher 's, `I'm` is I am."""
        low = raw.lower()
        if low in self._folded:
            return [raw]
        if low in _CONTRACTIONS:
            return _CONTRACTIONS[low].split()
        for ending, word in _ENDINGS.items():
            if low.endswith(ending) and len(raw) > len(ending):
                return [raw[:-len(ending)], word]
        if raw.endswith("'") and len(raw) > 1:
            return [raw[:-1], "'s" if low[-2] == "s" else "'"]
        return [raw]

    def suggest(self, word: str) -> tuple[str, ...]:
        """Up to five known words near an unknown one; in Chinese, words that share a character with it."""
        word = word[:LONGEST_SUGGESTED]
        known = [w for w in self.words[len(SPECIALS):] if w[0].isalnum()]
        if self.language == "en":
            low = word.lower()
            near = difflib.get_close_matches(low, known, 5, 0.6)
            if len(near) < 5:
                # words of similar length and the same first letter are the likeliest slips
                known.sort(key=lambda w: (abs(len(w) - len(low)) + 2 * (w[0] != low[:1]), w))
                near += sorted(known[:40], key=lambda w: (edit_distance(low, w), w))
            return tuple(dict.fromkeys(near))[:5]
        near = [w for w in known if set(word) & set(w)]
        return tuple(sorted(near, key=lambda w: (-len(set(word) & set(w)), edit_distance(word, w)))[:5])

    def join(self, tokens: Sequence[str]) -> str:
        """Natural text of words: Chinese without spaces, English with a capital and tight punctuation."""
        if self.language == "zh":
            return "".join(tokens)
        text = ""
        for token in tokens:
            word = token.capitalize() if token in _CAPITALISED else token
            text += word if not text or token in (".", ",", "?", "'s") else " " + word
        return text[:1].upper() + text[1:]


def build_vocabulary(sentences: Iterable[Sequence[str]], language: Literal["zh", "en"]) -> Vocabulary:
    """Collect the words of sentences, most frequent first, equal ones in alphabetical order."""
    counts = Counter(word for sentence in sentences for word in sentence)
    return Vocabulary((*SPECIALS, *sorted(counts, key=lambda w: (-counts[w], w))), language)
