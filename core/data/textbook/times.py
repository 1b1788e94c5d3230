"""When: days, dates, hours, what is past, to come, or a habit."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.phrases import Both, Draw, hour

TIMES = {
    "past": {"昨天": "yesterday", "昨天 晚上": "yesterday evening", "昨天 早上": "yesterday morning",
             "昨天 下午": "yesterday afternoon", "上周": "last week", "上 个 星期": "last week",
             "上 个 月": "last month", "去年": "last year", "今天 早上": "this morning",
             "刚才": "just now", "前天": "the day before yesterday", "上 个 周末": "last weekend",
             "今天 上午": "this morning", "去年 夏天": "last summer", "去年 冬天": "last winter",
             "昨天 上午": "yesterday morning", "昨天 中午": "at noon yesterday"},
    "future": {"明天": "tomorrow", "明天 早上": "tomorrow morning", "明天 晚上": "tomorrow evening",
               "明天 下午": "tomorrow afternoon", "下周": "next week", "下 个 星期": "next week",
               "下 个 月": "next month", "明年": "next year", "今天 晚上": "this evening",
               "后天": "the day after tomorrow", "这 个 周末": "this weekend", "周末": "at the weekend",
               "星期 天": "on sunday", "以后": "in the future", "星期 六": "on saturday", "今天 下午": "this afternoon",
               "明天 上午": "tomorrow morning", "明天 中午": "at noon tomorrow", "今年 夏天": "this summer",
               "明年 春天": "next spring", "下 个 周末": "next weekend", "今年": "this year"},
    "habit": {"每天": "every day", "每天 早上": "every morning", "每天 晚上": "every evening", "早上": "in the morning",
              "晚上": "in the evening", "下午": "in the afternoon", "中午": "at noon", "每 个 周末": "every weekend",
              "每 个 星期": "every week", "每 个 星期 天": "every sunday", "上午": "in the morning",
              "每天 下午": "every afternoon", "每 年": "every year", "每 年 夏天": "every summer"},
    "now": {"现在": "now"},
}
OFTEN = {"past": ["昨天", "昨天", "昨天_晚上", "去年", "上_个_周末", "上_个_星期", "今天_早上"],
         "habit": ["每天", "每天", "每天_早上", "每天_晚上", "晚上"],
         "future": ["明天", "明天", "明天", "明天_下午", "今天_晚上", "今天_下午", "星期_天", "下_个_星期"],
         "now": ["现在"]}
"""The most usual, which come more often."""
EXACT = {"past": ("昨天 早上", "昨天 晚上", "昨天 下午", "今天 早上"),
         "habit": ("每天 早上", "每天 晚上", "早上", "晚上", "下午", "每天"),
         "future": ("明天 早上", "明天 下午", "今天 晚上", "今天 下午", "明天 晚上", "明天", "明天 上午")}
"""Those that an hour may follow."""
FITTING = {"早上": (5, 6, 7, 7, 8, 9), "上午": (8, 9, 10, 11), "下午": (1, 2, 3, 4, 5), "晚上": (6, 7, 8, 9, 10, 11)}
PARTS = (("早上", "morning"), ("上午", "morning"), ("下午", "afternoon"), ("晚上", "evening"), ("晚上", "evening"))


def time(d: Draw, kind: str) -> Both:
    """When: past, future, habit, now; also a day of the week, a date, an hour of a day, some time ago."""
    roll = d.rng.random()
    if kind in EXACT:
        if roll < 0.1:
            return at_hour(d, kind)
        if roll < 0.14 and kind != "habit":
            return date(d)
        if roll < 0.2 and kind == "past":
            return ago(d)
        if roll < 0.3:
            return weekday(d, kind)
    zh = d.pick(OFTEN[kind]).replace("_", " ") if d.chance(0.45) else d.pick(TIMES[kind])
    return d.unit(zh, TIMES[kind][zh])


def at_hour(d: Draw, kind: str) -> Both:
    """明天 下午 三 点, at three o'clock tomorrow afternoon; 早上 七 点; 七 点."""
    if d.chance(0.15) and kind == "habit":
        exact = hour(d)
        return exact[0], [("at", 0, (d.last,)), *exact[1]]
    zh = d.pick(EXACT[kind])
    exact = hour(d, FITTING.get(zh.split()[-1], range(1, 13)))
    day = d.unit(zh, TIMES[kind][zh])
    return [*day[0], *exact[0]], [("at", 0, (d.last,)), *exact[1], *day[1]]


def weekday(d: Draw, kind: str) -> Both:
    """星期 三, on wednesday; 下 个 星期 三, next wednesday; 星期 六 晚上, on saturday evening; 每 个 星期 六."""
    zh = d.pick("一 二 三 四 五 六 六 天 天")
    if kind == "habit":
        return d.unit(f"每 个 星期 {zh}", f"every {w.DAYS[zh]}")
    if d.chance(0.3):
        part = d.pick(PARTS)
        return d.unit(f"星期 {zh} {part[0]}", f"on {w.DAYS[zh]} {part[1]}")
    if d.chance(0.4):
        return d.unit(f"{'上' if kind == 'past' else '下'} 个 星期 {zh}",
                      f"{'last' if kind == 'past' else 'next'} {w.DAYS[zh]}")
    return d.unit(f"星期 {zh}", f"on {w.DAYS[zh]}")


def days_of(d: Draw) -> Both:
    """五 月 八 号, may 8; the months and the days are said as numbers, a character each."""
    month, day, k, m = d.pick(range(1, 13)), d.pick(range(1, 32)), d.key(), d.key()
    if (day == 31 and month in (2, 4, 6, 9, 11)) or (day == 30 and month == 2):
        day = 28
    return ([*((x, m, ()) for x in w.number(month, False)[0]), ("月", m, ()),
             *((x, k, ()) for x in w.number(day, False)[0]), ("号", k, ())],
            [(w.MONTHS[month - 1], m, ()), (str(day), k, ())])


def date(d: Draw) -> Both:
    """五 月 八 号, on may 8; 五 月, in may."""
    zh, en = days_of(d)
    if d.chance(0.2):
        at = next(i for i, word in enumerate(zh) if word[0] == "月")
        return zh[:at + 1], [("in", 0, (zh[0][1],)), en[0]]
    return zh, [("on", 0, (zh[-1][1],)), *en]


def ago(d: Draw) -> Both:
    """三 天 以前, three days ago."""
    n = d.pick((1, 2, 2, 3, 3, 4, 5, 6, 10))
    zh, en = d.pick((("天", "day"), ("年", "year"), ("个 月", "month"), ("个 星期", "week"), ("个 小时", "hour")))
    said, count = w.number(n)
    return d.unit(f"{' '.join(said)} {zh} 以前", f"{'an' if n == 1 and en == 'hour' else 'a' if n == 1 else count} "
                                               f"{en if n == 1 else en + 's'} ago")


def length(d: Draw, units: str = "年 个_月 个_星期 天 个_小时 分钟") -> Both:
    """How long: 两 年, two years; 半 个 小时, half an hour."""
    if d.chance(0.08) and "小时" in units:
        return d.unit("半 个 小时", "half an hour")
    zh = d.pick(units)
    en = {"年": "year", "个_月": "month", "个_星期": "week", "天": "day", "个_小时": "hour", "分钟": "minute"}[zh]
    n = d.pick((1, 2, 2, 3, 3, 4, 5, 6, 8, 10)) if zh != "分钟" else d.pick((5, 10, 15, 20, 30, 40))
    said, count = w.number(n)
    one = "an" if en == "hour" else "a"
    return d.unit(f"{' '.join(said)} {zh.replace('_', ' ')}",
                  f"{one if n == 1 else count} {en if n == 1 else en + 's'}")
