"""What is done: verbs with their objects, places, company and purposes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.phrases import Draw, Np, Side, friend, kin, person, place, thing

BARE = ["汉语", "英语", "法语", "日语", "中文", "英文", "历史", "音乐", "电视", "早饭", "午饭", "晚饭", "足球", "篮球",
        "作业"]
MOVES = [("回 家", "go home"), ("回 来", "come back"), ("来", "come"), ("去", "go"), ("走", "leave")]
ERRANDS = [("去 睡觉", "go to sleep"), ("去 跑步", "go running"), ("去 游泳", "go swimming"), ("去 吃饭", "go to eat"),
           ("去 看 电影", "go to see a movie"), ("去 买 东西", "go shopping"), ("来 上课", "come to class"),
           ("去 上课", "go to class"), ("去 上班", "go to work"), ("去 旅行", "travel"), ("去 休息", "go to rest"),
           ("去 喝 咖啡", "go to drink coffee")]
BY = [("坐 飞机", "by plane"), ("坐 火车", "by train"), ("坐 公共汽车", "by bus"), ("坐 车", "by car"),
      ("骑 自行车", "by bicycle"), ("坐 出租车", "by taxi"), ("开 车", "by car")]
AIMS = [("跑步", "run"), ("游泳", "swim"), ("吃饭", "eat"), ("上课", "have class"), ("旅行", "travel"),
        ("工作", "work"),
        ("看书", "read"), ("睡觉", "sleep"), ("休息", "rest"), ("跳舞", "dance")]
AIMED = ("buy", "watch", "drink", "eat", "study", "learn", "play", "read", "borrow")
ONES = [("新", "a new one"), ("大", "a big one"), ("小", "a small one"), ("红色", "a red one"), ("便宜", "a cheap one"),
        ("好", "a good one"), ("黑色", "a black one")]
HANDY = [("做", "make", "蛋糕"), ("骑", "ride", "自行车"), ("修", "repair", "电脑"), ("踢", "play", "足球"),
         ("打", "play", "篮球"), ("写", "write", "汉字"), ("用", "use", "电脑")]


@dataclass
class Vp:
    """What is done: before the verb (跟 X, 在 place), verb and object; in English the verb, then the rest."""

    zh: str
    en: str
    key: int
    zh_before: Side = field(default_factory=list)
    zh_object: Side = field(default_factory=list)
    en_rest: Side = field(default_factory=list)
    goes: bool = False

    def verb_zh(self) -> Side:
        """The Chinese verb."""
        return [(word, self.key, ()) for word in self.zh.split()]

    def verb_en(self, form: str) -> Side:
        """The English verb as base, s, past, pp or ing."""
        return [(word, self.key, ()) for word in v.inflect(self.en, form)]

    def whole_zh(self) -> Side:
        """All of the Chinese side."""
        return [*self.zh_before, *self.verb_zh(), *self.zh_object]

    def whole_en(self, form: str) -> Side:
        """All of the English side."""
        return [*self.verb_en(form), *self.en_rest]


def objects(d: Draw, noun: str, dets: str) -> Np:
    """An object with one of the determiners; now and then two objects, or 新 的, a new one."""
    n, det = w.NOUNS[noun], d.pick(dets)
    if noun in BARE:
        return thing(d, noun, "", 0)
    det = "" if det == "bare" or (det == "these" and n.kind == "m") else det
    if d.chance(0.06) and n.tags & set("tfd"):
        other = d.pick([m.zh for m in w.NOUNS.values() if m.tags & n.tags and m.zh != noun])
        a, b, k = thing(d, noun, det), thing(d, other, d.pick(("one", "number", "")) if det else ""), d.key()
        return Np([*a.zh, ("和", k, ()), *b.zh], [*a.en, ("and", k, ()), *b.en], "p")
    if d.chance(0.03) and n.kind == "c" and n.tags & set("twv"):
        zh, en = d.unit(*d.pick(ONES))
        return Np([*zh, ("的", 0, ())], en)
    return thing(d, noun, det)


def doing(d: Draw, dets: str = "bare one one number this own", at: float = 0.3) -> Vp:
    """A transitive or intransitive action, perhaps somewhere, perhaps with somebody."""
    roll = d.rng.random()
    if 0.3 <= roll < 0.44:
        return going(d)
    if roll < 0.3:
        zh, en, places = (*d.pick(v.DOINGS), "")[:3]
        found = Vp(zh, en, d.key())
    else:
        zh, en, nouns, places = d.pick(v.VERBS)
        obj = objects(d, d.pick(w.tagged(nouns)), dets)
        found = Vp(zh, en, d.key(), [], obj.zh, obj.en_object)
    if places and d.chance(at):
        there = place(d, d.pick(places))
        found = replace(found, zh_before=[("在", 0, (d.last,)), *there.zh], en_rest=[*found.en_rest, *there.at])
    if d.chance(0.08):
        who, k = person(d, "我"), d.key()
        together = [("一起", 0, (k,))] if d.chance(0.4) else []
        found = replace(found, zh_before=[(d.pick("跟 和"), k, ()), *who.zh, *together, *found.zh_before],
                        en_rest=[*found.en_rest, ("with", k, ()), *who.en_object])
    return found


def going(d: Draw, purpose: float = 0.3) -> Vp:
    """去, 来, 回, 到 a place, or living there; perhaps by something, perhaps to do something."""
    k, roll, there = d.key(), d.rng.random(), place(d)
    if roll < 0.2:
        return Vp(*d.pick(MOVES if roll < 0.12 else ERRANDS), k, goes=True)
    if roll < 0.26:
        return Vp("住", "live", k, [], [("在", 0, (k,)), *there.zh], there.at)
    if roll < 0.36:
        return Vp("到", "arrive", k, [], there.zh, there.at, True)
    zh, en = d.pick((("去", "go"), ("去", "go"), ("去", "go"), ("来", "come")))
    vp = Vp(zh, en, k, [], there.zh, there.to, True)
    if d.chance(0.3):
        by = d.unit(*d.pick(BY))
        vp = replace(vp, zh_before=by[0], en_rest=[*vp.en_rest, *by[1]])
    if d.chance(purpose):
        aim = purposes(d)
        vp = replace(vp, zh_object=[*vp.zh_object, *aim.whole_zh()],
                     en_rest=[*vp.en_rest, ("to", 0, (aim.key,)), *aim.whole_en("base")])
    return vp


def purposes(d: Draw) -> Vp:
    """What one goes somewhere for."""
    roll = d.rng.random()
    if roll < 0.35:
        return Vp(*d.pick(AIMS), d.key())
    if roll < 0.5:
        who = d.pick((lambda: friend(d), lambda: kin(d, "我"), lambda: Np(*d.unit("朋友", "a friend"))))()
        return Vp("看", "see", d.key(), [], who.zh, who.en_object)
    zh, en, nouns, _ = d.pick([row for row in v.VERBS if row[1] in AIMED])
    obj = objects(d, d.pick(w.tagged(nouns)), "bare bare one number")
    return Vp(zh, en, d.key(), [], obj.zh, obj.en_object)


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
