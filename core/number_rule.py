"""Answers that write no other numbers than the text: lexically constrained decoding, for what stands there in digits.

A translator that has read few numbers writes 138 for 1318. A beam whose digits must spell numbers of the text copies
them: which, where and whether at all stays the model's choice. Words for numbers are free, but for months, and for
Chinese numerals where the text has all of its numbers in digits; without that the model evades into them.
Hokamp and Liu 2017, "Lexically Constrained Decoding for Sequence Generation Using Grid Beam Search" (there what must
be said, here what may); what it gives: ``metrics.filled`` of the checkpoints (core/measures/everyday.py).
"""

import functools
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import NamedTuple

import torch
from torch import Tensor

from core.data.everyday import normal
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import BYTES, SPACE
from core.data.templates import DIGITS, NAMES, numeral, spelled

Scorer = Callable[[Sequence[tuple[int, ...]]], Tensor]

LONGEST = 15  # digits of a number that is not only copied
MONTHS = NAMES["months"].split(", ")
NUMERALS = "零〇一二三四五六七八九十百千万亿两"
IDIOMS = ("万一", "千万")  # two numerals that are no number: in case, by all means
SCALES = {
    "zh": {"百万": 10**6, "千万": 10**7, "百亿": 10**10, "千亿": 10**11, "万亿": 10**12, "万": 10**4, "亿": 10**8},
    "en": {" hundred": 100, " thousand": 10**3, " million": 10**6, " billion": 10**9, " trillion": 10**12}}
WRITTEN = {"zh": {"万": 2, "亿": 2}, "en": {" thousand": 0, " million": 2, " billion": 2}}
MOST = {"zh": 10**4, "en": 10**3}
"""The scales that an answer may write behind digits; these have so many decimals at most, and are less than MOST."""
OTHERWISE = {"zh": ("百", "千", "万", "亿", "月"), "en": tuple(SCALES["en"])}
"""What makes another number, or a month, of the digits before it."""
_NUMBER = {language: re.compile(r"([0-9]{1,3}(?:[,，][0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)*)(" + "|".join(
    sorted(scales, key=len, reverse=True)) + r"|月)?") for language, scales in SCALES.items()}
_MONTH = re.compile("|".join(MONTHS))
_MONTH_IN_WORDS = re.compile("[一二三四五六七八九十]+(?=月(?![亮光球]))")
_LONG = re.compile(f"[{DIGITS}〇]{{4}}|(?=.?.?[十百千])[{NUMERALS}]{{3}}")
_DIGITS = re.compile(r"[0-9]+(?:[.,][0-9]+)*")
_SPELLED = {spelled(i): i for i in range(1, 100)}
_COUNTED = re.compile(r"\b(hundred|dozen|thousand|million|billion)")


class Spelling(NamedTuple):
    """One way to write a number: digits, with marks between them, and what must stand behind them."""

    digits: str
    behind: str = ""


class Number(NamedTuple):
    """A number of a text, and how an answer may write it: in digits, and in ``words``."""

    digits: str
    spellings: frozenset[Spelling]
    words: frozenset[str] = frozenset()
    month: bool = False


def numbers(text: str, source: str, target: str) -> list[Number]:
    """The numbers that stand in digits in a text of the language ``source``, zh or en, as ``target`` writes them.

    3,450 in English is 3450 in Chinese, 20万 is 200,000 or 200 thousand; 十月 stands for 10月, and what takes three
    numerals or more for digits. Where there are any, those in words are numbers too: 十二 or twelve up to 99, and May,
    which is 5月; and the 00 of 3点, the 30 of 3点半.
    """
    text = _MONTH_IN_WORDS.sub(lambda month: str(_value(month[0])), normal(text, source))
    found = [_number(match[1].replace("，", ","), match[2] or "", source, target)
             for match in _NUMBER[source].finditer(text)]
    rest = _NUMBER[source].sub(" ", text)
    if not found and not (source == "zh" and _LONG.search(rest)):
        return []
    if source == "zh":
        full_hours = ("30" if half else "00" for half in re.findall(f"点(半|)(?![0-9{NUMERALS}])", text))
        found += [Number(minutes, frozenset({Spelling(minutes)})) for minutes in full_hours]
    in_words = map(_value, re.findall(f"[{NUMERALS}]+", rest)) if source == "zh" else _from_words(rest)
    found += [_number(str(value), "", source, target) for value in in_words]
    named = _MONTH.findall(text) if (source, target) == ("en", "zh") else ()
    return found + [Number(str(i), frozenset({Spelling(str(i), "月")}), frozenset({numeral(i)}), month=True)
                    for i in (MONTHS.index(name) + 1 for name in named)]


def _from_words(text: str) -> list[int]:
    """The numbers up to 99 of an English text that stand there in words."""
    return [_SPELLED[word] for word in re.findall("[a-z-]+", text.lower()) if word in _SPELLED]


def _value(numerals: str) -> int:
    """The number that Chinese numerals say: 三千零五, 两万, 二〇一九."""
    digits = [2 if character == "两" else DIGITS.find(character.replace("〇", "零")) for character in numerals]
    if len(digits) > 1 and min(digits) >= 0:
        return int("".join(map(str, digits)))
    whole, part, digit = 0, 0, 0
    for character, value in zip(numerals, digits):
        if value >= 0:
            digit = value
        elif character in "万亿":
            whole, part, digit = (whole + part + digit or 1) * SCALES["zh"][character], 0, 0
        else:
            part, digit = part + (digit or 1) * {"十": 10, "百": 100, "千": 1000}[character], 0
    return whole + part + digit


def _numerals(number: int) -> set[str]:
    """A number of at least 0 in Chinese characters, with 二 or 两 before 百 and 千; none if it is too long."""
    if number >= 10**8:
        return {f"{one}亿" for one in _numerals(number // 10**8)} if number % 10**8 == 0 else set()
    return {numeral(number), re.sub("^二(?=[百千万])", "两", numeral(number))} | ({"两"} if number == 2 else set())


def _number(digits: str, scale: str, source: str, target: str) -> Number:
    plain = digits.replace(",", "")
    if scale == "月" and plain in map(str, range(1, len(MONTHS) + 1)):
        return Number(plain, frozenset(), frozenset({MONTHS[int(plain) - 1]}), month=True)
    by_digit = "".join(DIGITS[int(digit)] if digit.isdecimal() else "点" for digit in plain)
    if plain.count(".") > 1 or re.match("0[0-9]", plain) or len(plain) > LONGEST:  # a version, a telephone's code
        return Number(plain, frozenset({Spelling(plain)}), frozenset({by_digit}))
    value = Decimal(plain) * SCALES[source].get(scale, 1)
    whole = format(value.normalize(), "f") if scale in SCALES[source] else plain
    ways = {Spelling(whole), Spelling(format(value.normalize(), "f"))}
    ways |= {Spelling(f"{Decimal(whole):,f}")} if target == "en" else set()
    for name, decimals in WRITTEN[target].items():
        shorter = (value / SCALES[target][name]).normalize()
        if 1 <= shorter < MOST[target] and -shorter.as_tuple().exponent <= decimals:
            ways.add(Spelling(format(shorter, "f"), name))
    return Number(whole, frozenset(ways), frozenset({by_digit} | (_numerals(int(value)) if value % 1 == 0 else set())))


def constrained(ask: Scorer, text: str, source: str, vocabulary: PieceVocabulary) -> Scorer:
    """A scorer (``core.decode.scorer``) under which digits spell the ``numbers`` of a text in the language ``source``,
    each as often as it stands there at most, and months, and two and more Chinese numerals, name none but these."""
    wanted = numbers(text, source, vocabulary.language)
    if not wanted:
        return ask
    return masked(ask, _Rule(wanted, text, vocabulary).allowed)


def masked(ask: Scorer, allowed: Callable[[Sequence[int]], Tensor]) -> Scorer:
    """A scorer that rules out what is not ``allowed`` after a prefix, (V,) booleans; if nothing is left, ``ask``."""
    def log_probabilities(prefixes: Sequence[tuple[int, ...]]) -> Tensor:
        scores, may = ask(prefixes), torch.stack([allowed(prefix) for prefix in prefixes])
        ruled = scores.masked_fill(~may.to(scores.device), -torch.inf)
        return torch.where(ruled.isneginf().all(1, keepdim=True), scores, ruled)

    return log_probabilities


class _Inventory(NamedTuple):
    """The pieces of a vocabulary as texts; the places of digits and of marks between them; booleans (V,) of the pieces
    without a digit; the places of those that may make a numeral or a month of what stands before them."""

    pieces: list[str]
    characters: dict[str, int]
    free: Tensor
    naming: list[int]


@functools.lru_cache(maxsize=4)
def _inventory(vocabulary: PieceVocabulary) -> _Inventory:
    pieces = [piece.replace(SPACE, " ") for piece in vocabulary.pieces.pieces]
    digits = {*"0123456789", *(BYTES[ord(digit)] for digit in "0123456789")}
    free = [piece not in digits and (piece in BYTES or not re.search("[0-9]", piece)) for piece in pieces]
    naming = [i for i, piece in enumerate(pieces) if (
        re.match(f"[{NUMERALS}月]", piece) if vocabulary.language == "zh" else
        piece.strip() and any(piece.strip() in name for name in MONTHS))]
    return _Inventory(pieces, {piece: i for i, piece in enumerate(pieces) if re.fullmatch("[0-9.,]", piece)},
                      torch.tensor(free), naming)


class _Rule:
    """Which pieces may follow those that have been written of an answer."""

    def __init__(self, wanted: Sequence[Number], text: str, vocabulary: PieceVocabulary):
        self.wanted, self.language = wanted, vocabulary.language
        self.pieces, self.characters, self.free, naming = _inventory(vocabulary)
        self.months = {MONTHS[int(number.digits) - 1] for number in wanted if number.month}
        self.naming = naming if self.months or self.language == "zh" else []
        self.counted = not _COUNTED.search(_NUMBER["en"].sub("", text))  # no number in words that is not read
        self.years = re.search(r"\b(year|AD|BC|CE)", text)
        self.behind = functools.cache(self._behind)
        self.named = functools.cache(self._named)

    def allowed(self, prefix: Sequence[int]) -> Tensor:
        """(V,) booleans: the pieces that may follow."""
        written = "".join(self.pieces[i] for i in prefix)
        current = re.search(r"([0-9]+(?:[.,][0-9]+)*)([.,]?)$", written)
        digits, begun = (current[1], current[0]) if current else ("", "")
        may = torch.zeros_like(self.free) if digits else self.free.clone()
        for way in self._left(written[:len(written) - len(begun)]):
            if way.digits.startswith(begun) and way.digits != begun:
                may[self.characters[way.digits[len(begun)]]] = True
            if digits and way.digits == digits:
                may |= self.behind(way)
        tail = re.search(f"[{NUMERALS}]*$", written)[0] if self.language == "zh" else written.rpartition(" ")[2]
        return may & self.named(tail)

    def _left(self, written: str) -> list[Spelling]:
        """How to spell the numbers that have not been written yet."""
        left = list(self.wanted)
        for match in _DIGITS.finditer(written):
            used = [(way.behind, i) for i, number in enumerate(left) for way in number.spellings
                    if way.digits == match[0] and written.startswith(way.behind, match.end())]
            if used:
                del left[max(used)[1]]
        return [way for number in left for way in number.spellings]

    def _behind(self, way: Spelling) -> Tensor:
        """What may follow a number: what must; or else anything but digits and what would make it another number."""
        if way.behind:
            return self.free & torch.tensor([piece.startswith(way.behind) for piece in self.pieces])
        is_year = self.years or re.fullmatch("[0-9]{4}", way.digits)
        barred = OTHERWISE[self.language] + (() if is_year else ("年",))
        return self.free & torch.tensor([not piece.startswith(barred) for piece in self.pieces])

    def _named(self, tail: str) -> Tensor:
        """What may follow numerals, or the beginning of a word: none that makes another number or month of them."""
        fits, may = self._chinese if self.language == "zh" else self._english, torch.ones_like(self.free)
        for i in self.naming:
            may[i] = fits(tail, self.pieces[i])
        return may

    def _chinese(self, before: str, piece: str) -> bool:
        first = re.match(f"[{NUMERALS}]*", piece)[0]
        numerals = before + first
        if self.months and numerals and re.match("月(?![亮光球])", piece[len(first):]):
            return any(number.month and numerals in number.words for number in self.wanted)
        return not first or len(numerals) < 2 or not self.counted or numerals in IDIOMS or any(
            word.startswith(numerals) for number in self.wanted for word in number.words)

    def _english(self, before: str, piece: str) -> bool:
        word = piece[1:] if piece.startswith(" ") else before + piece
        begun = {name for name in MONTHS if name.startswith(word)}
        return len(word) < 3 or not begun or bool(begun & self.months)
