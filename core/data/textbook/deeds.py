"""What is done, with its result, its direction, for somebody, with 把: verb phrases that forms take as slots."""

from __future__ import annotations

from core.data.lexicon import rows
from core.data.textbook import words as w
from core.data.textbook.doings import AIMS_OF, SAID, doing
from core.data.textbook.forms import knowing, slot
from core.data.textbook.phrases import Draw, Np, kin, linked, person, plain, thing
from core.data.textbook.places import Place, place
from core.data.textbook.verbal import Vp, objects

DETS = "this that own the the"
# verb | English | nouns | what follows the object in English
RESULTS = rows("""
看 完|finish reading|书 小说 杂志 报纸 信|
看 完|finish watching|电影|
写 完|finish writing|信|
写 完|finish|作业|
做 完|finish|作业|
吃 完|finish|早饭 午饭 晚饭 药|
吃 完|finish eating|蛋糕 饺子 面条 苹果|
喝 完|finish drinking|茶 咖啡 牛奶|
洗 完|finish washing|衣服 车 杯子|
洗 干净|wash|衣服 车 杯子 苹果 裤子|clean
打扫 干净|clean|房间|
修 好|repair|自行车 车 电脑 手机|
找 到|find|手机 包 词典 票 钱 猫 狗 帽子 雨伞 工作|
买 到|buy|票 书 词典 药 礼物|
借 到|borrow|书 小说 词典|
听 懂|understand|问题 歌 中文_歌 汉语|
看 懂|understand|书 信 电影 小说 汉字|
看 见|see|猫 狗 鸟 车 照片|
看 到|see|猫 狗 照片 信|
卖 完|sell out|苹果 鸡蛋 蛋糕 水果|
""")
MEANT = [row for row in RESULTS if row[0] not in ("听 懂", "看 懂", "看 见", "看 到", "卖 完")]
"""What one can mean to do."""
# the same without its own nouns: 把 it 拿 来
HANDLED = rows("""
拿 来|bring|#t 椅子|here
带 来|bring|#t|here
拿 出 去|take|椅子 桌子 盒子 包 自行车|outside
拿 走|take away|#t 椅子|
带 走|take away|#t|
带 回 家|take|书 词典 作业 猫 狗 药 水果|home
忘 在 家 里|leave|书 词典 手机 票 钱 作业 雨伞|at home
卖 了|sell|车 自行车 房子 电脑|
""")
GIVEN = [("给", "give", "to"), ("送 给", "give", "to"), ("借 给", "lend", "to"), ("还 给", "give", "back to"),
         ("卖 给", "sell", "to"), ("拿 给", "take", "to"), ("带 给", "bring", "to")]
SPOTS = [("桌子 上", "on the table"), ("椅子 上", "on the chair"), ("床 上", "on the bed"), ("包 里", "in the bag"),
         ("房间 里", "in the room"), ("盒子 里", "in the box"), ("车 里", "in the car"), ("门口", "at the entrance"),
         ("这儿", "here"), ("外面", "outside"), ("椅子 下面", "under the chair")]
# done for a while: Chinese verb and object | English | what English says while it goes on
ACTS = rows("""
看 书|read
看 报纸|read newspapers
看 小说|read novels
看 电视|watch television
看 电影|watch a movie
看 手机|look at the phone
听 音乐|listen to music
听 歌|listen to songs
做饭|cook
做 晚饭|cook dinner
做 作业|do homework
写 作业|do homework
写 信|write letters
写 汉字|write characters
打 篮球|play basketball
踢 足球|play football
打 电话|make a phone call
学习|study
学习 汉语|study chinese
学 中文|learn chinese
说 汉语|speak chinese
说 英语|speak english
洗 衣服|wash clothes
打扫 房间|clean the room
喝 茶|drink tea
喝 咖啡|drink coffee
唱歌|sing
跳舞|dance
画画|draw
游泳|swim
跑步|run
吃饭|eat
吃 面条|eat noodles
睡觉|sleep
玩|play
工作|work
休息|rest
说话|talk
开车|drive
骑 自行车|ride a bicycle
修 自行车|repair the bicycle
买 东西|go shopping
买 菜|buy food
旅行|travel
考试|take an exam
等 车|wait for the bus
""")
CARRIED = [("孩子", "the child"), ("狗", "the dog"), ("朋友", "a friend"), ("孩子 们", "the children"),
           ("学生 们", "the students")]


def _vp(zh: str, en: str, k: int, before=(), after=(), rest=(), fast: bool = True, goes: bool = False) -> Vp:
    return Vp(zh, en, k, list(before), list(after), list(rest), goes, fast)


@slot
def done(d: Draw) -> Vp:
    """看 完 那 本 书, finish reading that book."""
    return result(d, RESULTS)


def result(d: Draw, found: list[list[str]]) -> Vp:
    """One of some verbs with their results, and its object."""
    zh, en, nouns, after = d.pick(found)
    obj, k = objects(d, d.pick(w.tagged(nouns)), DETS), d.key()
    return _vp(zh, en, k, (), obj.zh, [*obj.en_object, *linked(after, k)])


@slot
def did(d: Draw) -> Vp:
    """The same with 了: behind the verb, or last."""
    vp = done(d)
    if d.chance(0.5):
        return _vp(f"{vp.zh} 了", vp.en, vp.key, (), vp.zh_object, vp.en_rest)
    return _vp(vp.zh, vp.en, vp.key, (), [*vp.zh_object, ("了", vp.key, ())], vp.en_rest)


def receiver(d: Draw, found: dict) -> Np:
    """To whom or for whom: nobody who was spoken of already."""
    named = [found[key] for key in ("who", "other", "she", "me") if isinstance(found.get(key), Np)]
    avoid = {(one.zh[0][0] if one.zh else one.pronoun)[0] for one in named} or {"我", "你"}
    of = named[0].mine if len(named) == 1 and named[0].mine in w.PRONOUNS else "我"
    while (found_ := person(d, "", of)).zh[0][0][0] in avoid:
        pass
    return found_


@knowing
def ba(d: Draw, found: dict) -> Vp:
    """把 it 做 完, 放 在 桌子 上, 给 somebody, 带 来."""
    roll, k = d.rng.random(), d.key()
    if roll < 0.25:
        rows_ = [row for row in RESULTS if row[0][-1] in "完好净" and row[0] != "卖 完"]
        zh, en, nouns, after = d.pick(rows_)
        obj = objects(d, d.pick(w.tagged(nouns)), DETS)
        return _vp(zh, en, k, [("把", 0, (k,)), *obj.zh], (), [*obj.en_object, *linked(after, k)])
    if roll < 0.4:
        zh, en = d.pick((("打 开", "open"), ("关 上", "close"), ("关 好", "close"), ("打 开", "open")))
        thing_ = d.unit(*d.pick((("门", "the door"), ("窗户", "the window"), ("窗户 都", "all the windows"))))
        return _vp(zh, en, k, [("把", 0, (k,)), *thing_[0]], (), thing_[1])
    if roll < 0.55:
        zh, en, nouns, after = d.pick(HANDLED[:6])
        obj = objects(d, d.pick(w.tagged(nouns)), DETS)
        return _vp(zh, en, k, [("把", 0, (k,)), *obj.zh], (), [*obj.en_object, *linked(after, k)])
    obj = thing(d, d.pick(w.tagged("#t 作业")), d.pick("the the this that own"), 0.1)
    if roll < 0.75:
        zh, en, link = d.pick(GIVEN)
        other = receiver(d, found)
        return _vp(zh, en, k, [("把", 0, (k,)), *obj.zh], other.zh,
                   [*obj.en_object, *linked(link, k), *other.en_object])
    spot = d.unit(*d.pick(SPOTS))
    zh, en = d.pick((("放 在", "put"), ("放 在", "put"), ("放 到", "put"), ("拿 到", "take")))
    en = "put" if zh != "拿 到" else en
    if en == "take":
        there = place(d, d.pick(w.GROUNDS))
        return _vp(zh, en, k, [("把", 0, (k,)), *obj.zh], there.zh, [*obj.en_object, *there.to])
    return _vp(zh, en, k, [("把", 0, (k,)), *obj.zh], spot[0], [*obj.en_object, *spot[1]])


@knowing
def dative(d: Draw, found: dict) -> Vp:
    """给 X 买, 借 给 X, 跟 X 借, 问 X, 送 X, 教 X, 告诉 X: what is between two."""
    k, other = d.key(), receiver(d, found)
    it = objects(d, d.pick(w.tagged("#t #t 礼物 书 花")), "one one one number this the")
    kind = d.pick("给 借给 跟借 送 问 告诉 教 给买 帮买 打 写 做 还 卖给 唱")
    book = objects(d, d.pick("书 词典 小说 自行车 雨伞 铅笔 钱"), "one one this the")
    to = [("to", 0, (k,)), *other.en_object]
    lent = thing(d, d.pick("书 词典 钱 雨伞"), "the", 0)
    after = {"借给": (("借 给", "lend"), book), "还": (("还 给", "give"), lent),
             "卖给": (("卖 给", "sell"), objects(d, d.pick("车 自行车 电脑 房子"), "this the one"))}
    if kind in after:
        (zh, en), obj = after[kind]
        back = [("back", k, ())] if kind == "还" else []
        return _vp(zh, en, k, (), [*other.zh, *obj.zh], [*obj.en_object, *back, *to])
    if kind in ("给", "送"):
        return _vp(kind, "give", k, (), [*other.zh, *it.zh], [*other.en_object, *it.en_object])
    if kind == "跟借":
        return _vp("借", "borrow", k, [("跟", 0, (k,)), *other.zh], book.zh,
                   [*book.en_object, ("from", 0, (k,)), *other.en_object])
    if kind in ("问", "告诉"):
        said = d.unit(*d.pick((("一 个 问题", "a question"), ("很多 问题", "many questions")) if kind == "问" else
                              (("我 的 名字", "my name"), ("时间", "the time"))))
        zh, en = kind, "ask" if kind == "问" else "tell"
        return _vp(zh, en, k, (), [*other.zh, *said[0]], [*other.en_object, *said[1]])
    if kind == "教":
        noun, so = d.pick((("汉语", "chinese"), ("英语", "english"), ("游泳", "to swim"), ("做饭", "to cook"),
                           ("画画", "to draw"), ("开车", "to drive"), ("写 汉字", "to write characters"))), d.key()
        return _vp("教", "teach", k, (), [*other.zh, *linked(noun[0], so)], [*other.en_object, *linked(noun[1], so)])
    return _for(d, kind, other, it, k)


def _for(d: Draw, kind: str, other: Np, it: Np, k: int) -> Vp:
    """给 X 买 it, 给 X 打 电话, 给 X 写 信, 给 X 做饭, 帮 X 买 it."""
    before = [("给", 0, (k,)), *other.zh]
    if kind == "打":
        return _vp("打", "call", k, before, [("电话", k, ())], other.en_object, False)
    if kind == "帮买":
        buy = d.key()
        return _vp("帮", "help", k, (), [*other.zh, ("买", buy, ()), *it.zh],
                   [*other.en_object, ("buy", buy, ()), *it.en_object])
    zh, en, obj, link = {"写": ("写", "write", thing(d, "信", "one", 0), "to"),
                         "做": ("做", "cook", thing(d, d.pick("早饭 午饭 晚饭"), "", 0), "for"),
                         "唱": ("唱", "sing", thing(d, d.pick("歌 中文_歌"), "one", 0), "for")}.get(
        kind, ("买", "buy", it, "for"))
    return _vp(zh, en, k, before, obj.zh, [*obj.en_object, (link, 0, (k,)), *other.en_object])


@slot
def act(d: Draw) -> Vp:
    """What goes on for a while: 看 书, 做饭."""
    zh, en = d.pick(ACTS)
    k = d.key()
    return _vp(zh, en, k)


@slot
def acts(d: Draw) -> Vp:
    """The same, perhaps somewhere or with somebody."""
    vp = act(d)
    if d.chance(0.4):
        there = place(d, d.pick("家 家 学校 公园 图书馆 宿舍 教室 咖啡馆 办公室 外面 朋友_家"))
        vp = _vp(vp.zh, vp.en, vp.key, [("在", 0, (d.last,)), *there.zh], (), there.at)
    return vp


@slot
def trip(d: Draw) -> Vp:
    """坐 火车 去 北京 旅行, 带 孩子 去 公园 玩, 去 超市 买 菜, 走 着 去 学校, 用 英语 写 信, 骑 自行车 上班."""
    k, roll = d.key(), d.rng.random()
    spot = d.pick([zh for zh in AIMS_OF if zh not in ("外面", "城市")] + list(w.CITIES) * 2)
    there, aim = place(d, spot), d.pick(AIMS_OF.get(spot, "旅行 旅行 玩 学习 工作 看_朋友").replace("买 ", "买_东西 "))
    if aim == "买":
        aim = "买_东西"
    if roll < 0.15:
        own = kin(d, d.pick("我 我 他 她"))
        whom = d.unit(*d.pick(CARRIED)) if d.chance(0.6) else (own.zh, own.en)
        zh_aim, en_aim = (aim.replace("_", " "), SAID[aim]) if d.chance(0.6) and aim != "工作" else ("", "")
        to = plain("to") if en_aim else []
        return _vp("带", "take", k, (), [*whom[0], ("去", k, ()), *there.zh, *linked(zh_aim, k)],
                   [*whom[1], *there.to, *to, *linked(en_aim, k)], goes=True)
    if roll < 0.55:
        return ride(d, there, k)
    zh, en = d.pick((("去", "go"), ("去", "go"), ("来", "come")))
    a = d.key()
    return _vp(zh, en, k, (), [*there.zh, *linked(aim, a)],
               [*there.to, ("to", 0, (a,)), *linked(SAID[aim], a)], goes=True)


def ride(d: Draw, there: Place, k: int) -> Vp:
    """走 着 去 学校, 骑 自行车 上班, 用 英语 写 信: by what means."""
    roll = d.rng.random()
    if roll < 0.4:
        zh, en = d.pick((("走 着 去", "walk"), ("走 着 去", "walk"), ("跑 着 去", "run"), ("走 到", "walk"),
                         ("跑 到", "run")))
        return _vp(zh, en, k, (), there.zh, there.to, goes=True)
    if roll < 0.8:
        by = d.unit(*d.pick((("坐 公共汽车", "by bus"), ("骑 自行车", "by bicycle"), ("开车", "by car"),
                             ("坐 出租车", "by taxi"), ("坐 火车", "by train"))))
        zh, en = d.pick((("上班", "go to work"), ("去 上班", "go to work"), ("回 家", "go home"),
                         ("去 上课", "go to class"), ("来", "come"), ("去", "go"), ("去 旅行", "go to travel")))
        return _vp(zh, en, k, by[0], (), by[1], goes=True)
    zh, en, (used, said) = *d.pick((("写 信", "write letters"), ("说", "say it"), ("写", "write it"))), d.pick(
        (("英语", "english"), ("汉语", "chinese"), ("法语", "french"), ("中文", "chinese")))
    m = d.key()
    return _vp(zh, en, k, [("用", 0, (m,)), (used, m, ())], (), [("in", 0, (m,)), (said, m, ())])


@knowing
def deed(d: Draw, found: dict) -> Vp:
    """Anything that is done."""
    roll = d.rng.random()
    if roll < 0.12:
        return result(d, MEANT)
    if roll < 0.48:
        return (ba if roll < 0.3 else dative)(d, found)
    if roll < 0.78:
        return acts(d) if roll < 0.62 else trip(d)
    return doing(d, "bare bare one own", 0.2, found.get("who"))
