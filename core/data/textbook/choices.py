"""Choices that several forms offer, as ``forms`` reads them: ``(饿=hungry/累=tired)`` without its brackets."""

from __future__ import annotations

from core.data.textbook import words as w


def _choice(pairs: dict[str, str] | list[tuple[str, str]]) -> str:
    """Chinese and English of each, which may have spaces."""
    found = pairs.items() if isinstance(pairs, dict) else pairs
    return "/".join(f"{zh}={en}".replace(" ", "_") for zh, en in found)


MOOD = _choice([(zh, en) for zh, en, _ in w.MOODS])
MORE = _choice([(zh, more) for zh, _, more in w.MOODS if zh not in "好冷"])
GETTING = _choice([(zh, w.doubled(en, more)) for zh, en, more in w.MOODS])
JOB = _choice([(zh, w.HUMANS[zh]) for zh in w.JOBS])
LAND = _choice([(zh, en) for zh, (_, en) in w.COUNTRIES.items()])
KIN = _choice(w.KIN)
HUE = _choice([(f"{zh}色", en) for zh, en in w.COLOURS.items()])
FELT = _choice([(zh, en) for zh, en, _ in w.FEELINGS])
SEASON = _choice(w.SEASONS)
WARM = _choice([(zh, en) for zh, (en, _) in w.WEATHER.items()])
WARMER = _choice([(zh, more) for zh, (_, more) in w.WEATHER.items()])
SAID = "汉语=chinese/英语=english/法语=french/中文=chinese/日语=japanese"
CITY = "北京=beijing/上海=shanghai/香港=hong_kong/西安=xi'an/中国=china/法国=france"
VERY = "很=very/很=very/很=very/非常=very/真=really"
LATER = "明天=tomorrow/今天_晚上=this_evening/后天=the_day_after_tomorrow/下午=in_the_afternoon"
