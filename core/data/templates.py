"""Sentence pairs with places for numbers, names, other words (assets/templates), filled by lot alike in both languages.

Real pairs hold few numbers, so a translator that reads only these writes another year than it read; they hold nothing
of what this course is about; and each is one sentence, so of two typed together one is lost.
"""

import functools
import random
import re
import tomllib
from collections.abc import Callable, Sequence, Set

from core.data.everyday import Pair, normal, same
from core.files import ASSETS

TABLES = ("numbers", "numbers", "names", "names", "learning", "learning", "latin", "latin", "people", "greetings",
          "places")
"""The tables that training draws from; one that stands here twice, twice as often."""
SHORT = 8  # English words that a sentence has at most, to be joined with others
HELD = 5  # fillings of each template that is kept out of training
FOLDER = ASSETS / "templates"
NAMES = {kind: names for file in ("names", "places")
         for kind, names in tomllib.loads((FOLDER / f"{file}.toml").read_text("utf-8")).items()}
DIGITS, UNITS = "零一二三四五六七八九", ("", "十", "百", "千")
SMALL = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen")
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
PLACE = re.compile(r"\{([a-z]+)\d?\}")

Filler = Callable[[random.Random], tuple[str, str]]


def templates(name: str) -> list[Pair]:
    """The pairs of assets/templates/NAME.tsv (Chinese, tab, English), places unfilled."""
    return [Pair(*line.split("\t")) for line in (FOLDER / f"{name}.tsv").read_text("utf-8").splitlines()]


def filled(pair: Pair, draw: random.Random) -> Pair:
    """A template with something in each place: ``{year}`` by ``FILLERS["year"]``; ``{year2}`` is another year."""
    values = {place[0]: FILLERS[place[1]](draw) for place in PLACE.finditer(pair.zh)}
    zh, en = (PLACE.sub(lambda place, side=side: values[place[0]][side], text) for side, text in enumerate(pair))
    en = re.sub(r"\b([Aa])(?= [aei])", r"\1n", en).replace("m..", "m.")
    return Pair(normal(zh, "zh"), normal(en[0].upper() + en[1:], "en"))


def renamed(pair: Pair, draw: random.Random) -> Pair:
    """A real sentence about Tom (汤姆), told of somebody else."""
    zh, en = draw.choice((_person, _listed("given_names"), _foreign))(draw)
    return Pair(pair.zh.replace("汤姆", zh), re.sub(r"\bTom\b", en, pair.en))


def joined(pairs: Sequence[Pair]) -> Pair:
    """Several sentences as one text."""
    return Pair("".join(pair.zh for pair in pairs), " ".join(pair.en for pair in pairs))


def drawn(pairs: Sequence[Pair], held_out: Set[str], count: int, draw: random.Random) -> list[Pair]:
    """``count`` texts: half are templates filled, a quarter sentences of ``pairs`` about Tom, renamed, and a quarter
    two or three short ones of all these and of ``pairs``, joined; none that is ``held_out`` (as ``same`` writes it)."""
    if not count:
        return []
    about_tom = [pair for pair in pairs if "汤姆" in pair.zh and re.search(r"\bTom\b", pair.en)]
    short = [pair for pair in pairs
             if len(pair.en.split()) <= SHORT and pair.zh[-1] in "。？！" and pair.en[-1] in ".?!"]
    known = [template for table in TABLES for template in templates(table)]

    def one() -> Pair:
        pair = renamed(draw.choice(about_tom), draw) if draw.random() < 1 / 3 else filled(draw.choice(known), draw)
        return pair if held_out.isdisjoint(map(same, pair)) else one()

    return [one() if draw.random() < 3 / 4 else
            joined([draw.choice((one, lambda: draw.choice(short)))() for _ in range(draw.choice((2, 2, 3)))])
            for _ in range(count)]


def held() -> list[Pair]:
    """HELD filled templates that no training reads, always the same."""
    draw = random.Random(0)
    return [filled(template, draw) for template in templates("held") for _ in range(HELD)]


def numeral(number: int) -> str:
    """A number from 0 below 100,000,000 in Chinese characters: 三千零五, 两万."""
    if number >= 10000:
        high, low = divmod(number, 10000)
        return numeral(high).replace("二", "两", high == 2) + "万" + (
            "" if not low else ("零" if low < 1000 else "") + numeral(low))
    text = ""
    for power in range(3, -1, -1):
        digit = number // 10**power % 10
        if digit:
            text += DIGITS[digit] + UNITS[power]
        elif text and not text.endswith("零"):
            text += "零"
    text = text.rstrip("零") or "零"
    return text[1:] if 10 <= number < 20 else re.sub("^二(?=千)", "两", text)


def spelled(number: int) -> str:
    """A number from 0 to 99 in English words."""
    if number < 20:
        return SMALL[number]
    return TENS[number // 10 - 2] + (f"-{SMALL[number % 10]}" if number % 10 else "")


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"


def _few(draw: random.Random) -> tuple[str, str]:
    number = draw.randint(2, 20)
    zh, en = draw.choice(((0, 0), (0, 0), (1, 1), (1, 1), (0, 1), (1, 0)))
    return ("两" if number == 2 else numeral(number)) if zh else str(number), spelled(number) if en else str(number)


def _many(draw: random.Random) -> tuple[str, str]:
    number = draw.randint(11, draw.choice((99, 999)))
    return draw.choice((str(number), str(number), str(number), numeral(number))), str(number)


def _large(draw: random.Random) -> tuple[str, str]:
    number = draw.randint(1, 99) * 10 ** draw.choice((2, 3, 4)) if draw.random() < 0.4 else draw.randint(1000, 99999)
    number = max(number, 1000)
    if number % 10000 == 0:
        return draw.choice((f"{number // 10000}万", numeral(number), str(number))), f"{number:,}"
    zh = draw.choice((str(number), str(number), str(number), numeral(number)))
    return zh, str(number) if zh.isdecimal() and number < 10000 else f"{number:,}"


def _decimal(draw: random.Random) -> tuple[str, str]:
    whole, part = draw.randint(0, draw.choice((9, 99, 999))), draw.choice((5, draw.randint(1, 9), draw.randint(11, 99)))
    number = f"{whole}.{part}"
    return number, number


def _percent(draw: random.Random) -> tuple[str, str]:
    number = draw.choice((draw.randint(1, 100), 5 * draw.randint(1, 20)))
    return draw.choice(((f"{number}%", f"{number}%"), (f"{number}%", f"{number} percent"),
                        (f"百分之{numeral(number)}", f"{number}%"), (f"百分之{numeral(number)}", f"{number} percent")))


def _yuan(draw: random.Random) -> tuple[str, str]:
    zh, en = draw.choice((_few, _many, _many, _large, _decimal))(draw)
    return zh + draw.choice(("块", "块钱", "元", "元")), f"{en} yuan"


def _dollars(draw: random.Random) -> tuple[str, str]:
    zh, en = draw.choice((_few, _many, _many, _large, _decimal))(draw)
    return f"{zh}美元", f"{en} dollars" if draw.random() < 0.5 or not en[0].isdecimal() else f"${en}"


def _year(draw: random.Random) -> tuple[str, str]:
    number = str(draw.choice((draw.randint(1900, 2040), draw.randint(1980, 2030), draw.randint(1200, 1900))))
    return "".join(DIGITS[int(digit)] for digit in number) if draw.random() < 0.2 else number, number


def _month(draw: random.Random) -> tuple[str, str]:
    number = draw.randint(1, 12)
    return f"{draw.choice((number, numeral(number)))}月", NAMES["months"].split(", ")[number - 1]


def _date(draw: random.Random) -> tuple[str, str]:
    zh, en = _month(draw)
    day = draw.randint(1, 28)
    return (zh + (str(day) if zh[0].isdecimal() else numeral(day)) + draw.choice("日号"),
            f"{en} {draw.choice((day, day, ordinal(day)))}")


def _day(draw: random.Random) -> tuple[str, str]:
    year, month, day = draw.randint(1900, 2035), draw.randint(1, 12), draw.randint(1, 28)
    return (f"{year}年{month}月{day}{draw.choice('日日号')}",
            f"{NAMES['months'].split(', ')[month - 1]} {draw.choice((day, day, ordinal(day)))}, {year}")


def _weekday(draw: random.Random) -> tuple[str, str]:
    number = draw.randrange(7)
    return draw.choice(("星期", "周")) + "一二三四五六日"[number], NAMES["weekdays"].split(", ")[number]


def _clock(draw: random.Random, ending: str = "") -> tuple[str, str]:
    hour, minute = draw.randint(1, 12), draw.choice((0, 0, 30, draw.randint(11, 59), 5 * draw.randint(1, 11)))
    say = draw.choice((str, str, numeral))
    spoken = "两" if say is numeral and hour == 2 else say(hour)
    if not minute:
        return f"{spoken}点", draw.choice((f"{hour}:00{ending}", f"{hour}{ending}")) if ending else f"{hour} o'clock"
    zh = f"{spoken}点半" if minute == 30 and draw.random() < 0.7 else draw.choice(
        (f"{hour}:{minute:02}", f"{spoken}点{'零' if minute < 10 and say is numeral else ''}{say(minute)}分"))
    return zh, f"{hour}:{minute:02}{ending}"


def _timed(draw: random.Random) -> tuple[str, str]:
    part, ending = draw.choice((("早上", " a.m."), ("上午", " a.m."), ("下午", " p.m."), ("晚上", " p.m.")))
    zh, en = _clock(draw, ending)
    return part + zh, en


def _code(draw: random.Random) -> tuple[str, str]:
    number = "".join(draw.choice("0123456789") for _ in range(draw.choice((3, 4, 5, 6, 8, 11, 11))))
    return number, number


def _room(draw: random.Random) -> tuple[str, str]:
    number = str(draw.choice((draw.randint(100, 999), draw.randint(1000, 3500))))
    return number, number


def _floor(draw: random.Random) -> tuple[str, str]:
    number = draw.randint(2, 40)
    words = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}
    return f"{draw.choice((number, numeral(number)))}楼", f"the {words.get(number) or ordinal(number)} floor"


def _degrees(draw: random.Random) -> tuple[str, str]:
    number = draw.randint(2, 40)
    zh, en = draw.choice((("", ""), ("", ""), ("零下", "minus ")))
    return f"{zh}{draw.choice((number, numeral(number)))}度", f"{en}{number} degrees"


def _score(draw: random.Random) -> tuple[str, str]:
    ours, theirs = draw.randint(0, draw.choice((5, 110))), draw.randint(0, draw.choice((5, 110)))
    return f"{ours}{draw.choice('比:')}{theirs}", f"{ours} to {theirs}"


@functools.cache
def _choices(name: str) -> list[tuple[str, ...]]:
    """The NAMES of a kind: Chinese up to the first space, English after it."""
    return [tuple(entry.strip().split(" ", 1)) for entry in NAMES[name].split(",")]


def _listed(name: str) -> Filler:
    return lambda draw: draw.choice(_choices(name))


def _name(draw: random.Random) -> tuple[str, str]:
    surname, given = _listed("surnames")(draw), [_listed("given")(draw) for _ in range(draw.choice((1, 1, 2)))]
    return surname[0] + "".join(zh for zh, _ in given), f"{surname[1]} {''.join(en for _, en in given).capitalize()}"


def _titled(draw: random.Random) -> tuple[str, str]:
    surname = _listed("surnames")(draw)
    return tuple(text.format(part) for text, part in zip(_listed("titles")(draw), surname))


def _latin(name: str = "software") -> Filler:
    """A word in Latin letters, alike in both languages: one of the NAMES, initials, or one made up of syllables."""
    def word(draw: random.Random) -> tuple[str, str]:
        lot = draw.random()
        if lot < 0.5:
            text = draw.choice(_choices(name))[0]
        elif lot < 0.6:
            text = "".join(draw.choice("ABCDEFGHIKLMNOPRSTVW") for _ in range(draw.randint(2, 4)))
        else:
            text = _made_up(draw)
        return text, text

    return word


def _made_up(draw: random.Random) -> str:
    syllables = [draw.choice(_choices(part))[0] for _ in range(draw.randint(2, 3)) for part in ("onsets", "rimes")]
    return "".join(syllables).capitalize()


def _foreign(draw: random.Random) -> tuple[str, str]:
    """A name that stays in Latin letters in a Chinese text: one of the NAMES, or one made up."""
    text = draw.choice(_choices("foreign"))[0] if draw.random() < 0.7 else _made_up(draw)
    return text, text


def _person(draw: random.Random) -> tuple[str, str]:
    return draw.choice((_name, _name, _titled, _titled, _listed("western")))(draw)


FILLERS: dict[str, Filler] = {
    "few": _few, "many": _many, "large": _large, "decimal": _decimal, "percent": _percent, "yuan": _yuan,
    "dollars": _dollars, "year": _year, "month": _month, "date": _date, "day": _day, "weekday": _weekday,
    "clock": _clock, "timed": _timed, "code": _code, "room": _room, "floor": _floor, "degrees": _degrees,
    "score": _score, "person": _person, "name": _name, "titled": _titled, "city": _listed("cities"),
    "country": _listed("countries"), "concept": _listed("concepts"), "machine": _listed("machines"),
    "animal": _listed("animals"), "thing": _listed("things"), "tired": _listed("feelings"),
    "word": _listed("words"),
    "surname": _listed("surnames"), "software": _latin(), "company": _latin("companies"),
    "product": _latin("products"), "latin": _latin(), "foreign": _foreign, "place": _listed("places"),
    "nation": _listed("nations"), "given": _listed("given_names"), "sight": _listed("sights"),
    "tongue": _listed("tongues")}
"""What each kind of place is filled with: (Chinese, English), drawn."""
