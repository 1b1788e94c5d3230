"""The words of a first textbook: things, people, places, times, qualities and numbers."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from core.data.lexicon import rows


@dataclass(frozen=True)
class Noun:
    """A noun: kind is c (count), m (mass), p (plural only); ``portion`` is the English of its measure word."""

    zh: str
    en: str
    plural: str
    measure: str
    kind: str
    portion: str = ""
    tags: frozenset[str] = frozenset()


def plural(word: str) -> str:
    """The regular plural, or the third person, of an English word."""
    if word in _PLURALS:
        return _PLURALS[word]
    if word.endswith(("s", "x", "ch", "sh", "o")):
        return word + "es"
    return word[:-1] + "ies" if word.endswith("y") and word[-2] not in "aeiou" else word + "s"


_PLURALS = {"child": "children", "man": "men", "woman": "women", "person": "people", "photo": "photos", "have": "has",
            "be": "is"}

# zh | en | measure | kind | portion | tags: t(hing to buy) f(ood) d(rink) r(eading) w(orn) a(nimal) v(ehicle) b(ig)
NOUNS = {row[0]: Noun(row[0], row[1], plural(row[1]) if row[3] == "c" else row[1], row[2], row[3], row[4],
                      frozenset(row[5])) for row in rows("""
书|book|本|c||tr
小说|novel|本|c||tr
杂志|magazine|本|c||tr
词典|dictionary|本|c||t
报纸|newspaper|张|c||tr
信|letter|封|c||r
照片|photo|张|c||t
票|ticket|张|c||t
桌子|table|张|c||b
床|bed|张|c||b
椅子|chair|把|c||b
雨伞|umbrella|把|c||t
车|car|辆|c||vb
自行车|bicycle|辆|c||vb
猫|cat|只|c||a
狗|dog|只|c||a
鸟|bird|只|c||a
衬衫|shirt|件|c||tw
毛衣|sweater|件|c||tw
衣服|clothes|件|p||tw
礼物|gift|件|c||t
裙子|skirt|条|c||tw
裤子|trousers|条|p||tw
鞋|shoes|双|p|pair|tw
帽子|hat|个|c||tw
苹果|apple|个|c||tf
鸡蛋|egg|个|c||tf
蛋糕|cake|个|c||tf
汉堡包|hamburger|个|c||f
菜|dish|个|c||f
包|bag|个|c||t
盒子|box|个|c||b
杯子|cup|个|c||t
手机|phone|个|c||t
铅笔|pencil|支|c||t
电影|movie|部|c||
歌|song|首|c||
电脑|computer|台|c||tb
房子|house|座|c||
房间|room|个|c||
花|flower|朵|c||t
茶|tea|杯|m|cup|d
咖啡|coffee|杯|m|cup|d
可乐|cola|杯|m|glass|d
水|water|杯|m|glass|d
牛奶|milk|杯|m|glass|d
米饭|rice|碗|m|bowl|f
面条|noodles|碗|p|bowl|f
饺子|dumplings|个|p||f
鱼|fish|条|m||f
肉|meat||m||f
面包|bread||m||f
水果|fruit||m||f
早饭|breakfast||m||
午饭|lunch||m||
晚饭|dinner||m||
音乐|music||m||
电视|television||m||
作业|homework||m||
足球|football||m||
篮球|basketball||m||
中文|chinese||m||
英文|english||m||
汉语|chinese||m||
英语|english||m||
法语|french||m||
日语|japanese||m||
历史|history||m||
汉字|character|个|c||
问题|question|个|c||
名字|name|个|c||
钱|money||m||
时间|time||m||
门|door|个|c||
工作|job|个|c||
课|class||m||
药|medicine||m||
东西|things||p||
地方|place|个|c||
中国_菜|chinese food||m||
法国_菜|french food||m||
中国_电影|chinese movie|部|c||
中文_歌|chinese song|首|c||
英文_小说|english novel|本|c||r
中文_书|chinese book|本|c||tr
英语_书|english book|本|c||tr
汉语_词典|chinese dictionary|本|c||t
足球_比赛|football match|个|c||
""")}

PRONOUNS = {"我": ("I", "me", "my", "mine", "1"), "你": ("you", "you", "your", "yours", "2"),
            "他": ("he", "him", "his", "his", "3"), "她": ("she", "her", "her", "hers", "3"),
            "我们": ("we", "us", "our", "ours", "p"), "你们": ("you", "you", "your", "yours", "2"),
            "他们": ("they", "them", "their", "theirs", "p"), "她们": ("they", "them", "their", "theirs", "p")}
KIN = {"妈妈": "mother", "爸爸": "father", "姐姐": "sister", "妹妹": "sister", "哥哥": "brother", "弟弟": "brother",
       "爷爷": "grandfather", "奶奶": "grandmother", "儿子": "son", "女儿": "daughter", "丈夫": "husband",
       "妻子": "wife", "女朋友": "girlfriend", "男朋友": "boyfriend"}
WOMEN = frozenset(["妈妈", "姐姐", "妹妹", "奶奶", "女儿", "妻子", "女朋友", "安娜", "女孩"])
NAMES = {"小明": "xiaoming", "安娜": "anna", "李明": "li ming", "王老师": "teacher wang", "李老师": "teacher li",
         "王先生": "mr wang", "王小姐": "miss wang"}
HUMANS = {"老师": "teacher", "学生": "student", "医生": "doctor", "司机": "driver", "孩子": "child", "女孩": "girl",
          "男孩": "boy", "朋友": "friend", "同学": "classmate", "服务员": "waiter", "人": "person", "男人": "man",
          "女人": "woman"}
JOBS = ("老师", "学生", "医生", "司机", "服务员")
COUNTRIES = {"中国": ("china", "chinese"), "美国": ("america", "american"), "法国": ("france", "french"),
             "英国": ("england", "english"), "日本": ("japan", "japanese")}
CITIES = {"北京": "beijing", "上海": "shanghai", "香港": "hong kong", "西安": "xi'an"}
# zh | en with article, preposition of rest, English of going there
PLACES = {row[0]: tuple(row[1:]) for row in rows("""
学校|school|at
公园|the park|in
图书馆|the library|in
医院|the hospital|in
商店|the shop|in
超市|the supermarket|in
咖啡馆|the cafe|in
饭店|the restaurant|in
饭馆|the restaurant|in
办公室|the office|in
教室|the classroom|in
银行|the bank|in
书店|the bookshop|in
公司|the company|in
大学|the university|at
机场|the airport|at
火车站|the train station|at
电影院|the cinema|at
宿舍|the dormitory|in
门口|the entrance|at
外面|outside|
朋友_家|a friend 's home|at
农村|the countryside|in
城市|the city|in
""")} | {zh: (en, "in") for zh, en in CITIES.items()} | {zh: (en[0], "in") for zh, en in COUNTRIES.items()}
GROUNDS = tuple(zh for zh in PLACES if zh not in CITIES and zh not in COUNTRIES and zh not in (
    "外面", "朋友_家", "农村", "城市", "门口"))
"""What stands in a street."""
SERVED = ("肉", "面包", "水果", "鱼", "早饭", "午饭", "晚饭", "作业", "药")
"""Mass nouns without a measure word that may be the ones in question: the meat."""
DESKS = ("学校", "医院", "银行", "公司", "公司", "商店", "饭店", "图书馆", "大学", "超市", "办公室", *CITIES,
         *COUNTRIES)
CAMPUS = ("学校", "学校", "大学", "大学", "图书馆", *CITIES, "中国", "英国")
"""Where one works, and studies."""
HOMES = (*CITIES, *COUNTRIES, "农村", "宿舍", "北京", "上海", "北京", "学校")
"""Where one lives."""
VISITED = (*(GROUNDS * 2), *["图书馆", "公园", "商店", "超市", "学校", "饭馆", "电影院", "医院", "门口"],
           "外面", "朋友_家",
           "农村", *CITIES, *COUNTRIES)
"""Where one is and goes, the most usual more often."""

DAYS = dict(zip("一二三四五六天日", ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
                                     "sunday"]))
MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
          "december")
SEASONS = {"春天": "spring", "夏天": "summer", "秋天": "autumn", "冬天": "winter"}

# zh | en | comparative | tags of what it is said of, or nouns
THINGS = rows("""
新|new|newer|#w #v #r #b 房子 手机 包 词典 帽子 杯子
长|long|longer|裙子 裤子 信
短|short|shorter|裙子 裤子
好喝|delicious|more delicious|#d
旧|old|older|#v #w #r 包 手机 房子 电脑
大|big|bigger|#a #b 衣服 鞋 苹果 蛋糕 包 房子 房间
小|small|smaller|#a #b #w 苹果 蛋糕 包 房子 房间
好|good|better|#r #d 词典 电影 歌 电脑 手机 工作 地方
贵|expensive|more expensive|#t #v #f 电脑 房子 茶 咖啡
便宜|cheap|cheaper|#t #v #f 电脑 茶
漂亮|beautiful|more beautiful|#w 花 照片 房子 鸟 猫 包 礼物
有意思|interesting|more interesting|#r 电影 历史 汉语 中国_电影 工作 足球_比赛
好吃|delicious|more delicious|#f 中国_菜 法国_菜
好看|beautiful|more beautiful|#w 花
好听|nice|nicer|歌 音乐
热|hot|hotter|茶 咖啡 牛奶 水
冷|cold|colder|茶 水 房间
难|difficult|more difficult|汉语 汉字 作业 问题 英语 中文 法语
容易|easy|easier|汉语 作业 问题 英语
干净|clean|cleaner|房间 杯子 #w
快|fast|faster|#v
""")
COLOURS = {"红": "red", "白": "white", "黑": "black", "绿": "green", "蓝": "blue", "黄": "yellow"}
MOODS = rows("""
忙|busy|busier
累|tired|more tired
高兴|happy|happier
高|tall|taller
饿|hungry|hungrier
渴|thirsty|thirstier
冷|cold|colder
紧张|nervous|more nervous
年轻|young|younger
漂亮|beautiful|more beautiful
美|beautiful|more beautiful
聪明|clever|cleverer
好|good|better
""")
FEELINGS = [row for row in MOODS if row[0] in ["忙", "累", "高兴", "饿", "渴", "紧张"]]
WEATHER = {"好": ("good", "better"), "冷": ("cold", "colder"), "热": ("hot", "hotter"), "暖和": ("warm", "warmer")}
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
TEENS = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]


def number(n: int, measured: bool = True) -> tuple[list[str], str]:
    """A number from 1 to 99: its Chinese words, a character each (两 before a measure word), and its English word."""
    digits = "零一二三四五六七八九"
    if n < 10:
        return ["两" if n == 2 and measured else digits[n]], DIGITS[n]
    zh = ([digits[n // 10]] if n >= 20 else []) + ["十"] + ([digits[n % 10]] if n % 10 else [])
    if n < 20:
        return zh, TEENS[n - 10]
    return zh, TENS[n // 10] + (f"-{DIGITS[n % 10]}" if n % 10 else "")


@functools.cache
def tagged(spec: str) -> list[str]:
    """The nouns that a list of nouns and #tags stands for."""
    found: list[str] = []
    for word in spec.split():
        found += [n.zh for n in NOUNS.values() if word[1:] in n.tags] if word[0] == "#" else [word]
    return found


def doubled(en: str, more: str) -> str:
    """warmer and warmer; more and more tired."""
    return f"more and more {en}" if more.startswith("more") else f"{more} and {more}"
