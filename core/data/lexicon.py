"""The words of the training language: which exist, how they inflect, what goes with what."""

from __future__ import annotations

import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    """A noun: kind is c (count), m (mass), a (mass that takes no determiner), p (plural only), h (human)."""

    zh: str
    en: str
    plural: str
    measure: str
    kind: str
    portion: str = ""
    portions: str = ""


@dataclass(frozen=True)
class Verb:
    """One sense of a verb, with the objects and places a native speaker would give it."""

    zh: str
    en: str
    objects: tuple[str, ...]
    places: tuple[str, ...]
    flags: frozenset[str]


@dataclass(frozen=True)
class Adjective:
    """An adjective; `de` says whether it needs the particle 的 before a noun."""

    zh: str
    en: str
    more: str
    de: bool
    nouns: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    """Split words written with spaces."""
    return tuple(text.split())


def rows(table: str) -> list[list[str]]:
    """Split a table written as text into rows of stripped cells."""
    return [[cell.strip() for cell in line.split("|")] for line in table.strip().splitlines()]


_NOUNS = """
书|book|books|本|c
小说|novel|novels|本|c
杂志|magazine|magazines|本|c
词典|dictionary|dictionaries|本|c
信|letter|letters|封|c
照片|photo|photos|张|c
票|ticket|tickets|张|c
桌子|table|tables|张|c
床|bed|beds|张|c
椅子|chair|chairs|把|c
雨伞|umbrella|umbrellas|把|c
车|car|cars|辆|c
自行车|bicycle|bicycles|辆|c
猫|cat|cats|只|c
狗|dog|dogs|只|c
鸟|bird|birds|只|c
衬衫|shirt|shirts|件|c
毛衣|sweater|sweaters|件|c
礼物|gift|gifts|件|c
裙子|skirt|skirts|条|c
苹果|apple|apples|个|c
鸡蛋|egg|eggs|个|c
蛋糕|cake|cakes|个|c
包|bag|bags|个|c
盒子|box|boxes|个|c
手机|phone|phones|个|c
电影|movie|movies|部|c
歌|song|songs|首|c
电脑|computer|computers|台|c
房子|house|houses|座|c
房间|room|rooms|间|c
花|flower|flowers|朵|c
茶|tea||杯|m|cup|cups
咖啡|coffee||杯|m|cup|cups
水|water||杯|m|glass|glasses
牛奶|milk||杯|m|glass|glasses
鱼|fish|||a
肉|meat|||a
面包|bread|||a
早饭|breakfast|||a
午饭|lunch|||a
晚饭|dinner|||a
音乐|music|||a
电视|television|||a
作业|homework|||a
中文|chinese|||a
英文|english|||a
历史|history|||a
足球|football|||a
衣服|clothes|clothes||p
老师|teacher|teachers|个|h
学生|student|students|个|h
医生|doctor|doctors|个|h
司机|driver|drivers|个|h
孩子|child|children|个|h
女孩|girl|girls|个|h
男孩|boy|boys|个|h
朋友|friend|friends|个|h
"""
NOUNS = {row[0]: Noun(*row) for row in rows(_NOUNS)}
CHILDREN = ("孩子", "女孩", "男孩", "弟弟")
ADULT_THINGS = ("车", "房子", "床", "桌子")

# zh, English subject / object / possessive form, agreement
PRONOUNS = {
    "我": ("I", "me", "my", "1"), "你": ("you", "you", "your", "2"), "他": ("he", "him", "his", "3"),
    "她": ("she", "her", "her", "3"), "我们": ("we", "us", "our", "p"), "他们": ("they", "them", "their", "p"),
}
KIN = {"妈妈": ("mother", "她"), "爸爸": ("father", "他"), "姐姐": ("sister", "她"), "弟弟": ("brother", "他")}
NAMES = {"小明": ("xiaoming", "他"), "安娜": ("anna", "她")}
NUMERALS = {"两": "two", "三": "three"}

# zh | en | objects | places | flags.  Flags: adult (not said of children), durable (fits 每天 with 这),
# never-bare, no-doing (no 正在), no-before (no 过), eats (uses its object up), makes (brings it about).
_VERBS = """
看|read|书 小说 杂志 信|图书馆 家 学校 公园 咖啡馆|
看|watch|电影 电视|家|
看|look at|照片 花 鸟|公园 家|
买|buy|书 小说 杂志 词典 票 茶 咖啡 牛奶 水 苹果 鸡蛋 蛋糕 面包 鱼 肉 车 自行车 衣服 衬衫 毛衣 裙子 \
手机 电脑 包 雨伞 桌子 椅子 床 房子 礼物 花|商店 北京 上海|makes
卖|sell|书 杂志 票 花 苹果 鸡蛋 蛋糕 面包 鱼 肉 衣服 毛衣 裙子 车 自行车 房子 电脑 手机|商店|adult no-before makes
写|write|信 书 小说|家 图书馆 办公室 咖啡馆|makes no-before
喝|drink|茶 咖啡 水 牛奶|家 咖啡馆 饭店 办公室|eats
吃|eat|苹果 鸡蛋 蛋糕 面包 鱼 肉 早饭 午饭 晚饭|家 饭店 学校 公园|eats
做|cook|早饭 午饭 晚饭 鱼 肉|家 饭店|makes no-before
做|make|蛋糕 面包|家|makes no-before
做|do|作业|家 学校 图书馆|no-before
穿|wear|衣服 衬衫 毛衣 裙子||no-doing durable never-bare
洗|wash|衣服 衬衫 毛衣 裙子 车 自行车 苹果|家|no-before
开|drive|车||adult never-bare durable
骑|ride|自行车|公园|never-bare durable
听|listen to|音乐 歌|家 公园 咖啡馆 学校|
唱|sing|歌|家 学校 公园|
学习|study|中文 英文 历史|学校 家 图书馆 北京 中国|
教|teach|中文 英文 历史|学校 北京 中国|adult no-before
画|draw|花 猫 狗 鸟 房子 苹果 桌子|家 学校 公园|makes no-before
找|look for|手机 猫 狗 包 雨伞 词典 书 票 衬衫 照片 信 毛衣|家|no-before never-bare
用|use|电脑 手机 词典|家 办公室 学校|durable never-bare
修|repair|车 自行车 电脑 手机 桌子 椅子 房子|家|adult never-bare no-before
踢|play|足球|公园 学校|
"""
_HUMAN = """
帮助|help|*|学校 家|
等|wait for|*|学校 公园 咖啡馆 图书馆 饭店|no-before
见|meet|*|公园 咖啡馆 饭店 学校|no-doing
"""
_STATES = """
喜欢|like|书 小说 电影 照片 茶 咖啡 牛奶 苹果 蛋糕 鱼 肉 面包 音乐 歌 中文 英文 历史 足球 猫 狗 鸟 花 衣服 \
毛衣 裙子 衬衫 包 车 自行车 房子 礼物 手机||
需要|need|书 词典 手机 电脑 雨伞 桌子 椅子 床 毛衣 衣服 车 自行车 包 票 水 房子 盒子||
有|have|书 小说 杂志 词典 手机 电脑 雨伞 毛衣 裙子 车 自行车 包 票 照片 猫 狗 房子 盒子 桌子 床 信||
爱|love|*||
认识|know|*||
"""
FORMS = {line.split()[0]: tuple(line.split()) for line in """
read reads read read reading
watch watches watched watched watching
look looks looked looked looking
buy buys bought bought buying
sell sells sold sold selling
write writes wrote written writing
drink drinks drank drunk drinking
eat eats ate eaten eating
cook cooks cooked cooked cooking
make makes made made making
do does did done doing
wear wears wore worn wearing
wash washes washed washed washing
drive drives drove driven driving
ride rides rode ridden riding
listen listens listened listened listening
sing sings sang sung singing
study studies studied studied studying
teach teaches taught taught teaching
draw draws drew drawn drawing
use uses used used using
repair repairs repaired repaired repairing
play plays played played playing
help helps helped helped helping
wait waits waited waited waiting
meet meets met met meeting
like likes liked liked liking
need needs needed needed needing
have has had had having
love loves loved loved loving
know knows knew known knowing
go goes went been going
give gives gave given giving
put puts put put putting
live lives lived lived living
sleep sleeps slept slept sleeping
work works worked worked working
run runs ran run running
rest rests rested rested resting
want wants wanted wanted wanting
think thinks thought thought thinking
hope hopes hoped hoped hoping
""".strip().splitlines()}


def _verb(row: list[str]) -> Verb:
    """Read one row of a verb table; `*` as objects means people."""
    people = tuple(n.zh for n in NOUNS.values() if n.kind == "h")
    objects = people if row[2] == "*" else tuple(row[2].split())
    return Verb(row[0], row[1], objects, tuple(row[3].split()), frozenset(row[4].split()))


ACTIONS = [_verb(row) for row in rows(_VERBS)]
HUMAN_ACTIONS = [_verb(row) for row in rows(_HUMAN)]
STATES = {row[0]: _verb(row) for row in rows(_STATES)}
INTRANSITIVE = [_verb(row) for row in rows("""
睡觉|sleep||家|
工作|work||学校 医院 北京 上海 图书馆 饭店 商店|adult
跑步|run||公园 学校|
休息|rest||家 公园 办公室|
学习|study||学校 家 图书馆|
""")]

# zh: (English preposition, English place, goes with 去)
PLACES = {
    "学校": ("at", "school", True), "公园": ("in", "the park", True), "家": ("at", "home", False),
    "图书馆": ("in", "the library", True), "医院": ("in", "the hospital", True),
    "商店": ("in", "the shop", True), "咖啡馆": ("in", "the cafe", True),
    "饭店": ("in", "the restaurant", True), "办公室": ("in", "the office", True),
    "北京": ("in", "beijing", True), "上海": ("in", "shanghai", True), "中国": ("in", "china", True),
}
CITIES = ("北京", "上海", "中国")
# zh particle, English preposition, the things on/in which small things can lie
SPOTS = [("上", "on", ("桌子", "椅子", "床")), ("里", "in", ("包", "盒子", "房间", "车"))]
SMALL_THINGS = _words("书 小说 杂志 词典 信 照片 票 雨伞 衬衫 毛衣 裙子 礼物 苹果 鸡蛋 蛋糕 手机 花")
GIFTS = _words("书 小说 词典 照片 票 礼物 苹果 蛋糕 花 茶 咖啡 水 裙子 毛衣 包")

TIMES = {
    "past": {"昨天": "yesterday", "上周": "last week", "去年": "last year", "今天": "today"},
    "future": {"明天": "tomorrow", "下周": "next week", "明年": "next year", "今天": "today"},
    "habit": {"每天": "every day", "早上": "in the morning", "晚上": "in the evening"},
    "now": {"现在": "now"},
}

_COLOURED = "车 自行车 衬衫 毛衣 裙子 包 雨伞 盒子 椅子 手机"
_PRICED = "书 词典 车 自行车 手机 电脑 衣服 衬衫 毛衣 裙子 包 房子 雨伞 桌子 椅子 床 礼物 茶 咖啡 蛋糕 票"
_ADJECTIVES = f"""
新|new|newer||书 小说 杂志 词典 车 自行车 手机 电脑 衣服 衬衫 毛衣 裙子 包 房子 雨伞 桌子 椅子 床 电影 歌
旧|old|older||书 小说 杂志 词典 车 自行车 手机 电脑 衣服 衬衫 毛衣 包 房子 雨伞 桌子 椅子 照片 盒子
大|big|bigger||猫 狗 鸟 苹果 鸡蛋 蛋糕 包 盒子 房子 房间 桌子 床 车 雨伞
小|small|smaller||猫 狗 鸟 苹果 鸡蛋 蛋糕 包 盒子 房子 房间 桌子 床 车 花
好|good|better||书 小说 词典 电影 歌 茶 咖啡 电脑 手机 自行车
贵|expensive|more expensive|的|{_PRICED}
便宜|cheap|cheaper|的|{_PRICED}
漂亮|beautiful|more beautiful|的|花 裙子 衣服 照片 房子 鸟 猫 包 毛衣 雨伞 自行车 礼物
有意思|interesting|more interesting|的|书 小说 电影 杂志 信 照片
热|hot|hotter||茶 咖啡 牛奶 水
红色|red||的|{_COLOURED} 花
白色|white||的|{_COLOURED} 花 猫 狗 鸟
黑色|black||的|{_COLOURED} 猫 狗 鸟
"""
ADJECTIVES = {row[0]: Adjective(row[0], row[1], row[2], bool(row[3]), tuple(row[4].split()))
              for row in rows(_ADJECTIVES)}
MOODS = {"高兴": ("happy", ""), "忙": ("busy", "busier"), "累": ("tired", ""), "高": ("tall", "taller")}
WEATHER = {"好": "good", "冷": "cold", "热": "hot"}
ADJECTIVES_OF = {n: [a for a in ADJECTIVES.values() if n in a.nouns] for n in NOUNS}

# Pairs the pages use as examples: they must be learnable, so they are never held out.
_KEPT = _words("看书 买书 喝茶 学习中文 新书 吃苹果 贵书 穿衬衫 开车 喜欢茶 喜欢书 红色车 大狗 写信 买车 听音乐")


def is_held_out(word: str, noun: str) -> bool:
    """Say whether a verb-object or adjective-noun pair is kept out of the training sentences."""
    return (word, noun) in HELD_OUT


def _hold_out() -> frozenset[tuple[str, str]]:
    """Choose about an eighth of the pairs by a stable hash, leaving every word enough partners."""
    verbs = [(v.zh, n) for v in [*ACTIONS, STATES["喜欢"], STATES["需要"]] if len(v.objects) > 3 for n in v.objects]
    pairs = list(dict.fromkeys(verbs + [(a.zh, n) for a in ADJECTIVES.values() for n in a.nouns]))
    chosen = [p for p in pairs if zlib.crc32("".join(p).encode()) % 100 < 14 and "".join(p) not in _KEPT]
    left = {n: sum(q[1] == n for q in pairs) for _, n in pairs}
    held = set()
    for word, noun in chosen:
        if left[noun] > 2:
            left[noun] -= 1
            held.add((word, noun))
    return frozenset(held)


HELD_OUT = _hold_out()
