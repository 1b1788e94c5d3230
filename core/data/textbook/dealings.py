"""What people do with and for one another, how long, and with 把: verbs of more than one object."""

from __future__ import annotations

from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.phrases import Draw, Np, companion, linked, plain, thing
from core.data.textbook.times import length
from core.data.textbook.verbal import Vp, objects


def gift(d: Draw, who: Np) -> Vp:
    """给 X 买, 做, 写, 画, 唱 something; 送 X something."""
    other, k = companion(d, who), d.key()
    if d.chance(0.3):
        obj = objects(d, d.pick(w.tagged("#t 花 礼物 礼物 书 书")), "one one number this")
        return Vp("送", "give", k, [], [*other.zh, *obj.zh], [*other.en_object, *obj.en_object])
    zh, en, nouns, link = d.pick((("买", "buy", "#t #f 礼物 礼物 衣服", "for"), ("做", "cook", "早饭 午饭 晚饭", "for"),
                                  ("做", "make", "蛋糕 饺子", "for"), ("写", "write", "信", "to"),
                                  ("唱", "sing", "歌 中文_歌", "for"), ("画", "draw", "花 鸟 猫", "for")))
    obj = objects(d, d.pick(w.tagged(nouns)), "bare one one one number")
    return Vp(zh, en, k, [("给", 0, (k,)), *other.zh], obj.zh, [*obj.en_object, (link, 0, (k,)), *other.en_object])


def calling(d: Draw, who: Np) -> Vp:
    """给 X 打 电话; 跟 X 见面, 说话."""
    other, k = companion(d, who), d.key()
    if d.chance(0.55):
        return Vp("打", "call", k, [("给", 0, (k,)), *other.zh], [("电话", k, ())], other.en_object)
    zh, en = d.pick((("见面", "meet"), ("说话", "talk with"), ("见面", "meet")))
    return Vp(zh, en, k, [(d.pick("跟 跟 和"), 0, (k,)), *other.zh], [], other.en_object, True)


def meeting(d: Draw, who: Np) -> Vp:
    """等, 见, 找, 帮助 somebody; 教 X 汉语."""
    other, k = companion(d, who, 0.25), d.key()
    if d.chance(0.3):
        noun = thing(d, d.pick("汉语 英语 法语 历史 中文"), "", 0)
        return Vp("教", "teach", k, [], [*other.zh, *noun.zh], [*other.en_object, *noun.en])
    zh, en = d.pick((("等", "wait for"), ("见", "meet"), ("找", "look for"), ("帮助", "help")))
    return Vp(zh, en, k, [], other.zh, other.en_object)


def helping(d: Draw, who: Np) -> Vp:
    """帮 X 做饭, 请 X 吃饭, 让 X 去 商店: somebody has another do it, or helps."""
    other, k = companion(d, who), d.key()
    kind, en, aims = d.pick((("帮", "help", HELPED), ("帮", "help", HELPED), ("请", "invite", INVITED),
                             ("让", "ask", HELPED)))
    zh, said = d.pick(aims)
    a = d.key()
    to = [] if kind == "帮" else [("to", 0, (a,))]
    return Vp(kind, en, k, [], [*other.zh, *linked(zh, a)], [*other.en_object, *to, *linked(said, a)], True)


HELPED = [("做饭", "cook"), ("买 东西", "go shopping"), ("打扫 房间", "clean the room"), ("洗 衣服", "wash clothes"),
          ("拿 东西", "take things"), ("学习 汉语", "study chinese"), ("做 作业", "do homework"),
          ("修 电脑", "repair the computer"), ("买 票", "buy tickets"), ("找 手机", "look for the phone"),
          ("写 汉字", "write characters")]
INVITED = [("吃饭", "eat"), ("吃 晚饭", "eat dinner"), ("看 电影", "watch a movie"), ("喝 咖啡", "drink coffee"),
           ("喝 茶", "drink tea"), ("来 我 家", "come to my home"), ("吃 饺子", "eat dumplings")]


def lasting(d: Draw, who: Np, years: bool = False) -> Vp:
    """学 两 年 汉语, 睡 八 个 小时: for some time; years: also for days, months and years."""
    zh, en, objs, units = d.pick((("学", "learn", "汉语 英语 法语", "年 个_月"),
                                  ("学习", "study", "汉语 英语 历史", "年 个_月 个_小时"),
                                  ("看", "watch", "电视", "个_小时 分钟"), ("看", "read", "书", "个_小时 分钟"),
                                  ("睡", "sleep", "", "个_小时"), ("工作", "work", "", "年 个_月 个_小时 天"),
                                  ("玩", "play", "", "个_小时 天"), ("休息", "rest", "", "天 个_小时 分钟"),
                                  ("跑", "run", "", "个_小时 分钟"), ("走", "walk", "", "个_小时 分钟"),
                                  ("打", "play", "篮球", "个_小时"), ("听", "listen to", "音乐", "个_小时 分钟")))
    units = units if years else " ".join(x for x in units.split() if x in ("个_小时", "分钟")) or "个_小时"
    time, k = length(d, units), d.key()
    obj = thing(d, d.pick(objs), "", 0) if objs else Np([], [])
    return Vp(zh, en, k, [], [*time[0], *obj.zh], [*obj.en, ("for", 0, (time[0][0][1],)), *time[1]])


def putting(d: Draw, who: Np) -> Vp:
    """把 X 做 完, 把 X 放 在 桌子 上, 把 X 给 somebody."""
    k, roll = d.key(), d.rng.random()
    if roll < 0.4:
        zh, en, noun = d.pick((("做 完", "finish", "作业"), ("吃 完", "finish", "早饭"),
                               ("看 完", "finish reading", "书"), ("写 完", "finish writing", "信")))
        obj = thing(d, noun, "the" if noun in ("书", "信") else "", 0)
        return Vp(zh, en, k, [("把", 0, (k,)), *obj.zh], [], obj.en_object, fast=True)
    obj = thing(d, d.pick(w.tagged("书 手机 词典 钱 包 雨伞 票 礼物 照片 帽子")), d.pick("the this own"), 0)
    if roll < 0.7:
        other = companion(d, who)
        zh, en, link = d.pick((("给", "give", "to"), ("送 给", "give", "to"), ("借 给", "lend", "to")))
        rest = [*obj.en_object, (link, 0, (k,)), *other.en_object]
        return Vp(zh, en, k, [("把", 0, (k,)), *obj.zh], other.zh, rest, True)
    zh_spot, en_spot = d.unit(*d.pick((("桌子 上", "on the table"), ("椅子 上", "on the chair"),
                                       ("包 里", "in the bag"), ("房间 里", "in the room"))))
    return Vp("放", "put", k, [("把", 0, (k,)), *obj.zh], [("在", 0, (k,)), *zh_spot], [*obj.en_object, *en_spot], True)


def learning(d: Draw, who: Np) -> Vp:
    """学 游泳, learn to swim."""
    zh, k = d.pick(v.SKILLS), d.key()
    en = next(row[1] for row in v.DOINGS if row[0] == zh)
    return Vp("学", "learn", k, [], [(zh, k, ())], [("to", 0, (k,)), *plain(en)])


SOCIAL = (gift, gift, calling, calling, meeting, helping, lasting, lasting, putting, learning)
