"""What is done: verbs with their objects, places, company and purposes."""

from __future__ import annotations

from dataclasses import replace

from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.dealings import SOCIAL
from core.data.textbook.phrases import Draw, Np, companion, thing
from core.data.textbook.places import place
from core.data.textbook.verbal import Vp, objects

MOVES = [("回 家", "go home"), ("回 家", "go home"), ("回 来", "come back"), ("来", "come"), ("去", "go"),
         ("走", "leave"), ("出 去", "go out")]
ERRANDS = [("去 睡觉", "go to sleep"), ("去 跑步", "go running"), ("去 游泳", "go swimming"), ("去 吃饭", "go to eat"),
           ("去 看 电影", "go to watch a movie"), ("去 玩", "go to play"), ("去 打 篮球", "go to play basketball"),
           ("去 看病", "go to see a doctor"), ("去 买 东西", "go shopping"), ("来 上课", "come to class"),
           ("去 上课", "go to class"), ("去 上班", "go to work"), ("去 旅行", "go to travel"),
           ("去 休息", "go to rest"), ("去 喝 咖啡", "go to drink coffee")]
BY = [("坐 飞机", "by plane"), ("坐 火车", "by train"), ("坐 公共汽车", "by bus"), ("坐 车", "by car"),
      ("骑 自行车", "by bicycle"), ("坐 出租车", "by taxi"), ("开 车", "by car")]
AIMS_OF = {
    "公园": "玩 玩 跑步 踢_足球 打_篮球 休息 看_花", "图书馆": "看书 看书 学习 工作 借_书 借_词典 做_作业",
    "医院": "看病 看病 工作 看_医生",
    "商店": "买 买 买_东西 工作", "超市": "买 买 买_东西 买_水果", "咖啡馆": "喝_咖啡 喝_咖啡 看书 休息 见_朋友",
    "饭店": "吃饭 吃_晚饭 吃_中国_菜", "饭馆": "吃饭 吃饭 吃_晚饭 吃_饺子 吃_中国_菜 吃_面条",
    "办公室": "工作 找_老师", "教室": "学习 上课 做_作业",
    "银行": "工作 拿_钱", "书店": "买_书 买_书 买_词典 看书 买_杂志", "公司": "上班 工作",
    "学校": "上课 学习 学习 打_篮球 踢_足球",
    "大学": "学习_汉语 学习 学习_历史", "机场": "坐_飞机 见_朋友", "火车站": "坐_火车 买_票",
    "电影院": "看_电影 看_电影 看_中国_电影",
    "宿舍": "休息 睡觉 看书", "外面": "玩 吃饭 跑步", "朋友_家": "玩 吃饭 看_电视", "农村": "旅行 工作",
    "城市": "工作 买_东西"}
"""What one goes somewhere for, by the place; elsewhere one travels, works, studies."""
BOUNDS = [("下课", "class"), ("下课", "class"), ("下班", "work"), ("下班", "work"), ("吃 早饭", "eating breakfast"),
          ("吃 晚饭", "eating dinner"), ("吃 完 晚饭", "eating dinner"), ("吃饭", "eating"), ("起床", "getting up"),
          ("睡觉", "going to bed"), ("上课", "class"), ("回 家", "going home"), ("做 完 作业", "doing homework"),
          ("看 完 电影", "watching the movie"), ("考试", "the exam"), ("吃 午饭", "eating lunch")]
"""Before or after what something is."""
COUNTED = frozenset(["一", "两", "三", "四", "五", "六", "七", "八", "九", "十", "几"])
SAID = {"玩": "play", "跑步": "run", "踢_足球": "play football", "打_篮球": "play basketball", "休息": "rest",
        "看_花": "look at the flowers", "看书": "read", "学习": "study", "工作": "work", "借_书": "borrow books",
        "借_词典": "borrow a dictionary", "做_作业": "do homework", "看病": "see a doctor", "看_医生": "see a doctor",
        "买_东西": "go shopping", "买_水果": "buy fruit", "喝_咖啡": "drink coffee", "见_朋友": "meet a friend",
        "吃饭": "eat", "吃_晚饭": "eat dinner", "吃_中国_菜": "eat chinese food", "吃_饺子": "eat dumplings",
        "吃_面条": "eat noodles", "找_老师": "look for the teacher", "上课": "have class", "拿_钱": "take money",
        "买_书": "buy books", "买_词典": "buy dictionaries", "买_杂志": "buy magazines", "上班": "go to work",
        "学习_汉语": "study chinese", "学习_历史": "study history", "坐_飞机": "take the plane",
        "坐_火车": "take the train", "买_票": "buy tickets", "看_电影": "watch a movie",
        "看_中国_电影": "watch chinese movies", "睡觉": "sleep", "看_电视": "watch television", "旅行": "travel",
        "学_汉语": "learn chinese", "看_朋友": "see a friend"}
AIMED = ("buy", "watch", "drink", "eat", "study", "learn", "play", "read", "borrow")
HANDY = [("做", "make", "蛋糕"), ("做", "make", "饺子"), ("做", "make", "中国_菜"), ("骑", "ride", "自行车"),
         ("修", "repair", "电脑"), ("踢", "play", "足球"), ("打", "play", "篮球"),
         ("写", "write", "汉字"), ("用", "use", "电脑")]


def doing(d: Draw, dets: str = "bare one one number this own", at: float = 0.3, who: Np | None = None) -> Vp:
    """An action, perhaps somewhere, perhaps with somebody, by ``who``; what one seldom speaks of comes seldom."""
    who = who or Np([], [], "3", again="我")
    while (vp := _doing(d, dets, at, who)).en in SELDOM and d.chance(0.75):
        pass
    return vp


SELDOM = frozenset(("see", "live", "wear", "sell", "take", "bring", "go out", "finish work", "leave", "arrive",
                    "come back",
                    "finish class", "smile", "cry", "wash hands", "come", "get up", "use", "finish", "have class"))


def _doing(d: Draw, dets: str, at: float, who: Np) -> Vp:
    roll = d.rng.random()
    if roll < 0.2:
        return going(d, 0.45, who)
    if roll < 0.36:
        return d.pick(SOCIAL)(d, who)
    if roll < 0.57:
        zh, en, places = (*d.pick(v.DOINGS), "")[:3]
        found = Vp(zh, en, d.key())
    else:
        zh, en, nouns, places = d.pick(v.VERBS)
        ended = zh[-1] in "到完"
        obj = objects(d, d.pick(w.tagged(nouns)), "this that own" if ended else dets, who)
        found = Vp(zh, en, d.key(), [], obj.zh, obj.en_object, fast=ended)
    if places and d.chance(at):
        there = place(d, d.pick(places))
        found = replace(found, zh_before=[("在", 0, (d.last,)), *there.zh], en_rest=[*found.en_rest, *there.at])
    return together(d, found, who) if d.chance(0.1) and not set(zh.split()) & v.ALONE else found


def together(d: Draw, vp: Vp, who: Np) -> Vp:
    """跟 X, 跟 X 一起, 和 X 一起: with somebody."""
    other, k = companion(d, who), d.key()
    both = [("一起", 0, (k,))] if d.chance(0.65) else []
    return replace(vp, zh_before=[(d.pick("跟 和") if both else "跟", k, ()), *other.zh, *both, *vp.zh_before],
                   en_rest=[*vp.en_rest, ("with", k, ()), *other.en_object])


def going(d: Draw, purpose: float = 0.45, who: Np | None = None) -> Vp:
    """去, 来, 回, 到 a place, or living there; perhaps by something, perhaps to do something."""
    k, roll, zh_place = d.key(), d.rng.random(), d.pick(w.VISITED)
    who, there = who or Np([], [], "3", again="我"), place(d, zh_place) if d.chance(0.85) else place(d)
    if roll < 0.2:
        return Vp(*d.pick(MOVES if roll < 0.1 else ERRANDS), k, goes=True)
    if roll < 0.25:
        return Vp("住", "live", k, [], [("在", 0, (k,)), *(town := place(d, d.pick(w.HOMES))).zh], town.at)
    if roll < 0.29:
        return Vp("到", "arrive", k, [], there.zh, there.at, True)
    zh, en = d.pick((("去", "go"), ("去", "go"), ("去", "go"), ("去", "go"), ("来", "come")))
    vp = Vp(zh, en, k, [], there.zh, there.to, True)
    if d.chance(0.25):
        by = d.unit(*d.pick(BY[:2] if zh_place in w.COUNTRIES else BY[:4] if zh_place in w.CITIES else BY[2:]))
        vp = replace(vp, zh_before=by[0], en_rest=[*vp.en_rest, *by[1]])
    if d.chance(0.2):
        vp = together(d, vp, who)
    if d.chance(purpose):
        aim = purposes(d, there.zh[-1][0] if there.zh[-1][0] != "家" else "朋友_家", who)
        vp = replace(vp, zh_object=[*vp.zh_object, *aim.whole_zh()], then=aim,
                     en_rest=[*vp.en_rest, ("to", 0, (aim.key,)), *aim.whole_en("base")])
    return vp


def gone(vp: Vp) -> Vp:
    """What was done: with a counted thing 去 商店 买 了 一 本 书, went and bought; else 去 商店 买 书 了, to buy."""
    aim = vp.then
    if not aim or not aim.zh_object or aim.zh_object[0][0] not in COUNTED:
        return vp
    there, said = len(vp.zh_object) - len(aim.whole_zh()), len(vp.en_rest) - len(aim.whole_en("base")) - 1
    rest = vp.en_rest[said + 1 + len(aim.whole_en("base")):]
    return replace(vp, zh_object=[*vp.zh_object[:there], *aim.verb_zh(), ("了", aim.key, ()), *aim.zh_object],
                   en_rest=[*vp.en_rest[:said], ("and", 0, (aim.key,)), *aim.whole_en("past"), *rest], marked=True)


def purposes(d: Draw, there: str, who: Np) -> Vp:
    """What one goes to a place for."""
    aim = d.pick(AIMS_OF.get(there, "旅行 旅行 旅行 工作 工作 学习 玩 玩 学_汉语 看_朋友"))
    if aim == "买":
        noun = d.pick(w.tagged("#t #f") if there == "商店" else w.tagged("#f #f #d"))
        obj = objects(d, noun, "bare one one number")
        return Vp("买", "buy", d.key(), [], obj.zh, obj.en_object)
    if d.chance(0.12) and there not in ("超市", "商店", "书店", "大学"):
        other = companion(d, who)
        return Vp(d.pick("看 见"), "see", d.key(), [], other.zh, other.en_object)
    zh, *rest = aim.split("_")
    en, k = SAID[aim].split(), d.key()
    return Vp(zh, en[0], k, [], [(x, k, ()) for x in rest], [(x, k, ()) for x in en[1:]])


def skill(d: Draw) -> Vp:
    """Something that one can or cannot do."""
    roll = d.rng.random()
    if roll < 0.4:
        obj = thing(d, d.pick("汉语 英语 法语 日语 中文"), "", 0)
        return Vp("说", "speak", d.key(), [], obj.zh, obj.en)
    if roll < 0.6:
        zh, en, noun = d.pick(HANDY)
        obj = thing(d, noun, "a" if noun in ("自行车", "电脑") else "", 0)
        return Vp(zh, en, d.key(), [], obj.zh, obj.en)
    zh = d.pick(v.SKILLS)
    return Vp(zh, next(row[1] for row in v.DOINGS if row[0] == zh), d.key())
