"""The numbers of a text, read as people write them in Chinese and in English, and how an answer may write each."""

import re
from decimal import Decimal
from typing import NamedTuple

from core.data.everyday import normal
from core.data.templates import DIGITS, NAMES, numeral, spelled

LONGEST = 15  # digits of a number that is not only copied
MONTHS = NAMES["months"].split(", ")
NUMERALS = "零〇一二三四五六七八九十百千万亿两"
SCALES = {
    "zh": {"百万": 10**6, "千万": 10**7, "百亿": 10**10, "千亿": 10**11, "万亿": 10**12, "万": 10**4, "亿": 10**8},
    "en": {" hundred": 100, " thousand": 10**3, " million": 10**6, " billion": 10**9, " trillion": 10**12}}
WRITTEN = {"zh": {"万": 2, "亿": 2}, "en": {" thousand": 0, " million": 2, " billion": 2}}
MOST = {"zh": 10**4, "en": 10**3}
"""The scales that an answer may write behind digits; these have so many decimals at most, and are less than MOST."""
NUMBER = {language: re.compile(r"([0-9]{1,3}(?:[,，][0-9]{3})+(?:\.[0-9]+)?|[0-9]+(?:\.[0-9]+)*)(" + "|".join(
    sorted(scales, key=len, reverse=True)) + r"|月)?") for language, scales in SCALES.items()}
_MONTH = re.compile("|".join(MONTHS))
_MONTH_IN_WORDS = re.compile("[一二三四五六七八九十]+(?=月(?![亮光球]))")
_LONG = re.compile(f"[{DIGITS}〇]{{4}}|(?=.?.?[十百千])[{NUMERALS}]{{3}}")
_SPELLED = {spelled(i): i for i in range(1, 100)}


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
    text = _MONTH_IN_WORDS.sub(lambda month: str(value_of(month[0])), normal(text, source))
    found = [_number(match[1].replace("，", ","), match[2] or "", source, target)
             for match in NUMBER[source].finditer(text)]
    rest = NUMBER[source].sub(" ", text)
    if not found and not (source == "zh" and _LONG.search(rest)):
        return []
    if source == "zh":
        full_hours = ("30" if half else "00" for half in re.findall(f"点(半|)(?![0-9{NUMERALS}])", text))
        found += [Number(minutes, frozenset({Spelling(minutes)})) for minutes in full_hours]
    in_words = map(value_of, re.findall(f"[{NUMERALS}]+", rest)) if source == "zh" else _from_words(rest)
    found += [_number(str(value), "", source, target) for value in in_words]
    named = _MONTH.findall(text) if (source, target) == ("en", "zh") else ()
    return found + [Number(str(i), frozenset({Spelling(str(i), "月")}), frozenset({numeral(i)}), month=True)
                    for i in (MONTHS.index(name) + 1 for name in named)]


def _from_words(text: str) -> list[int]:
    """The numbers up to 99 of an English text that stand there in words."""
    return [_SPELLED[word] for word in re.findall("[a-z-]+", text.lower()) if word in _SPELLED]


def value_of(numerals: str) -> int:
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
