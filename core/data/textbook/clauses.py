"""Clauses: who does what in which tense, as a statement or a question, with its words of time and its adverbs."""

from __future__ import annotations

from core.data.grammar_verbs import be
from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.doings import HANDY, doing, gone, skill
from core.data.textbook.phrases import Both, Draw, Np, Side, asked, linked, person, thing
from core.data.textbook.times import time
from core.data.textbook.verbal import Vp, objects

MODALS = {"fut": ("会", "will"), "can": ("会", "can"), "able": ("能", "can"), "may": ("可以", "can"),
          "should": ("应该", "should"), "might": ("可能 会", "may"), "perhaps": ("可能", "may")}
WANTS = {"want": ("想", "want"), "ask": ("要", "want"), "must": ("得", "have"), "like": ("喜欢", "like"),
         "begin": ("开始", "begin"), "plan": ("打算", "plan"), "best": ("最 喜欢", "like")}
ADVERBS = {"也": "also", "都": "all", "已经": "already", "常常": "often", "总是": "always", "有时候": "sometimes",
           "只": "only"}
AFTER = {"又": "again", "还": "as well"}
"""Adverbs that English has last."""
LOOSE = {"周末": "at the weekend", "星期 天": "on sunday", "星期 六": "on saturday", "晚上": "in the evening",
         "下午": "in the afternoon",
         "早上": "in the morning"}
"""When one often does something."""
KINDS = {"past": "past", "fut": "future", "might": "future", "perhaps": "future", "plan": "future", "hab": "habit",
         "able": "future", "want": "future", "should": "future"}
TENSES = ("past past past past hab hab hab prog fut fut fut want want want can able may should should ask ask must "
          "might perhaps perf plan plan like like best")
DETS = {"hab": "bare bare one own number", "like": "bare", "best": "bare", "prog": "bare one one this own",
        "past": "bare one one one number this own", "perf": "bare bare this that"}
TIMED = {"past": 0.6, "hab": 0.6, "fut": 0.75, "want": 0.3, "should": 0.15, "able": 0.3, "might": 0.5, "perhaps": 0.6,
         "plan": 0.7}
AT_ONCE = ("走", "到", "回 来", "来", "去", "看见", "借", "拿", "带", "懂", "送", "下课", "下班", "起床", "出 去",
           "见面", "放", "请", "让")
"""What takes no time, or is not said as going on or as done before."""
GRADES = {"很": "very", "非常": "very", "真": "really", "太": "too", "最": "most", "更": "more", "有点儿": "a little",
          "不太": "not very"}


def do(agree: str) -> str:
    """do or does."""
    return "does" if agree == "3" else "do"


def finite(agree: str) -> str:
    """The form of a verb in the present."""
    return "s" if agree == "3" else "base"


def clause(d: Draw, who: Np, vp: Vp, tense: str, when: Both | None = None, *, neg: bool = False, also: str = "",
           ask: str = "", drop: bool = False) -> Both:
    """A clause. ask: "" a statement, "yn" whether (吗), "wh" with a question word in front, "sub" a question within a
    sentence; also: an adverb; drop: without its subject."""
    a, inverted, zh_when, en_when = d.key(), ask in ("yn", "wh"), *(when or ([], []))
    before = [(also, a, ())] if also else []
    tail = [(x, a, ()) for x in ("yet" if neg and also == "还" else AFTER.get(also, "")).split()]
    adverb = [(ADVERBS[also], a, ())] if also in ADVERBS else []
    auxiliary, rest = english(d, vp, tense, neg, who.agree, inverted, adverb)
    said = [*before, *chinese(d, vp, tense, neg)]
    subject = [] if drop else who.zh
    first = zh_when and not drop and tense != "prog" and d.chance(0.35)
    zh = [*zh_when, *subject, *said] if first else [*subject, *zh_when, *said]
    if ask == "yn":
        zh = [*zh, ("吗", 0, (a,))]
    named = [] if drop else who.en
    en = [*auxiliary, *named, *rest] if inverted else [*named, *auxiliary, *rest]
    return zh, [*en, *vp.en_rest, *tail, *en_when]


def chinese(d: Draw, vp: Vp, tense: str, neg: bool) -> Side:
    """Negation, modal, what stands before the verb, the verb with 了 or 过, its object."""
    t, k, before, verb = vp.key, vp.key, vp.zh_before, vp.verb_zh()
    one = 1 if len(verb) > 1 and not (vp.goes or vp.fast) else len(verb)  # 打 了 电话
    mark, end, first = [], [], []
    if neg:
        first = [(d.pick("没 没 没有") if tense == "past" else "没" if tense in ("prog", "perf", "pprog") else "不",
                  k, ())]
    if tense == "past" and not neg:
        inner = not vp.goes or not (vp.zh_object or vp.zh in ("去", "回 家", "出 去", "见面"))
        inner, end = (None, []) if vp.marked else (inner, [])
        mark, end = ([], []) if inner is None else ([("了", t, ())], []) if inner else ([], [("了", t, ())])
    elif tense == "perf":
        mark = [("过", t, ())]
    elif tense in ("prog", "pprog"):
        here = bool(before) and before[0][0] == "在"
        first = [*first, ("在" if neg and not here else "正在" if here else d.pick("正在 正在 在"), t, ())]
        before = before[1:] if here else before
    elif tense in MODALS or tense in WANTS:
        first = [*first, *((x, k, ()) for x in (MODALS.get(tense) or WANTS[tense])[0].split())]
    return [*first, *before, *verb[:one], *mark, *verb[one:], *vp.zh_object, *end]


def english(d: Draw, vp: Vp, tense: str, neg: bool, agree: str, inverted: bool, adverb: Side) -> tuple[Side, Side]:
    """Auxiliary (with its not, unless the subject comes between), and the rest up to the verb."""
    t = vp.key
    no = [("not", t, ())] if neg else []
    auxiliary = {"prog": be(agree), "pprog": be(agree, True), "perf": "has"
                 if agree == "3" else "have"}.get(tense) or MODALS.get(tense, ("", ""))[1]
    own = bool(auxiliary)
    if not own and (neg or inverted):
        auxiliary = "did" if tense == "past" else do(agree)
    form = "base" if auxiliary else "past" if tense == "past" else finite(agree)
    form = {"bare": "base", "prog": "ing", "pprog": "ing", "perf": "pp"}.get(tense, form)
    if tense in WANTS:
        main = [(v.inflect(WANTS[tense][1], form)[0], t, ()), ("to", 0, (t,)), *vp.verb_en("base")]
    else:
        main = [("been", t, ())] if tense == "perf" and vp.en == "go" else vp.verb_en(form)
    helping = [(auxiliary, 0, (t,))] if auxiliary else []
    if neg and not inverted:
        helping, adverb = [*adverb, *helping], []
    return [*helping, *([] if inverted else no)], [*(no if inverted else []), *adverb, *main]


def action(d: Draw, who: Np | None = None, ask: str = "", tense: str = "", drop: bool = False, also: str = "",
           when: Both | bool | None = True, neg: float = 0.18, at: float = 0.3) -> Both:
    """A clause of action in some tense; when: said here, or True: perhaps any, False: none; neg: how often not."""
    who, tense = who or (asked(d) if ask else person(d)), tense or d.pick(TENSES)
    tense = "fut" if ask and tense in ("must", "plan", "best") else tense
    vp = skill(d) if tense == "can" else doing(d, DETS.get(tense, "bare one one number this own"), at, who)
    no = d.chance(neg) and tense not in ("must", "might", "perhaps", "plan", "prog", "pprog", "ask", "best")
    tense = possible(vp, tense)
    if tense == "fut" and vp.zh in SKILLED and not vp.zh_before:
        tense = "want"  # 会 would be that one can
    if when and tense == "hab" and no:
        when = None
    if when is True:
        when = time(d, KINDS[tense]) if d.chance(TIMED.get(tense, 0)) and not (no and tense == "hab") else None
        if when is None and tense == "prog" and d.chance(0.15):
            when = d.unit("现在", "now")
    when = when or None
    if tense == "fut" and when and d.chance(0.75):
        return bare_future(d, who, vp, when, no, ask, drop)
    if tense == "past" and not no and not ask:
        vp = gone(vp)
    if not also and not ask and d.chance(0.16):
        wishes = tense in ("want", "can", "ask", "like", "should", "plan")
        also = d.pick({"past": "也 也 又 已经 都 还", "hab": "也 常常 常常 都 总是 有时候 只"}.get(
            tense, "也 都 也 还" if wishes else "也 都"))
    also = fitting(also, who, tense, no, when)
    if also in ("常常", "有时候", "总是") and not no and d.chance(0.4):
        zh = d.pick(LOOSE)
        when = d.unit(zh, LOOSE[zh])
    if tense == "past" and no and not when and not also and d.chance(0.3):
        also = "还"
    said = clause(d, who, vp, tense, when, neg=no, ask=ask, also=also, drop=drop)
    return (said[0], [*said[1], ("best", vp.key, ())]) if tense == "best" else said


SKILLED = frozenset((*v.SKILLS, *(row[0] for row in HANDY), "说", "开"))


def possible(vp: Vp, tense: str) -> str:
    """The tense, or the past where what is done cannot be going on, or is counted or finished."""
    if tense in ("prog", "perf", "hab", "pprog") and (vp.fast or vp.zh in AT_ONCE or (
            tense in ("prog", "pprog") and vp.goes)):
        goes_on = vp.zh not in ("看见", "懂", "走", "到", "来", "去") and not vp.fast
        return "hab" if tense == "hab" and goes_on else "past"
    if tense == "perf" and (any(x[0] in "一两" for x in vp.zh_object[:1]) or vp.goes):
        return "past"
    timed = any(word[0] in ("for",) for word in vp.en_rest) and vp.zh_object and not vp.zh_before
    return "past" if timed and tense in ("prog", "perf", "pprog", "like", "can") else tense


def fitting(also: str, who: Np, tense: str, neg: bool, when: Both | None) -> str:
    """An adverb, or none where it does not fit."""
    wrong = {"都": who.agree != "p", "已经": neg or bool(when) or tense != "past", "常常": neg, "总是": neg,
             "有时候": neg,
             "只": neg, "又": neg, "马上": neg, "还": neg and tense != "past", "也": False, "再": False}
    return "" if wrong.get(also, False) else also


def bare_future(d: Draw, who: Np, vp: Vp, when: Both, neg: bool, ask: str, drop: bool) -> Both:
    """明天 我 去 学校: a time to come without 会, or with 要."""
    zh, _ = clause(d, who, vp, "ask" if d.chance(0.3) and not neg else "hab", when, neg=neg, ask=ask, drop=drop)
    _, en = clause(d, who, vp, "fut", when, neg=neg, ask=ask, drop=drop)
    return zh, en


def liking(d: Draw, who: Np | None = None, ask: str = "", drop: bool = False, also: str = "") -> Both:
    """喜欢, 有, 需要, 认识, 爱 and their objects."""
    who, neg = who or (asked(d) if ask else person(d)), d.chance(0.25)
    more = {"neg": neg, "ask": ask, "drop": drop, "also": also}
    if d.chance(0.2):
        other, (zh, en) = person(d, who.zh[0][0] if who.zh else who.pronoun,
                                 who.mine if who.mine in w.PRONOUNS else "我"), \
            d.pick((("认识", "know"), ("爱", "love"), ("喜欢", "like"), ("认识", "know")))
        return clause(d, who, Vp(zh, en, d.key(), [], other.zh, other.en_object), "hab", **more)
    zh, en, nouns = d.pick(v.STATES)
    noun = d.pick(w.tagged(nouns))
    if zh == "有":
        return having(d, who, noun, **more)
    obj = objects(d, noun, "bare bare this own that" if zh != "需要" else "one one number bare")
    found = Vp(zh, en, d.key(), [], obj.zh, obj.en_object)
    if zh == "喜欢" and not neg and not ask and d.chance(0.3):
        adv, word = d.unit(*d.pick((("很", "very much"), ("最", "best"), ("非常", "very much"), ("更", "better"))))
        subject = ([], []) if drop else (who.zh, who.en)
        return [*subject[0], *adv, *found.whole_zh()], [*subject[1], *found.whole_en(finite(who.agree)), *word]
    return clause(d, who, found, "hab", **more)


def having(d: Draw, who: Np, noun: str, neg: bool, ask: str, drop: bool, also: str) -> Both:
    """有, 没有, 有 没有."""
    k, obj = d.key(), thing(d, noun, "a" if neg or ask else d.pick("one one number many a"))
    vp = Vp("有", "have", k, [], obj.zh, obj.en)
    zh, en = clause(d, who, vp, "hab", neg=neg, ask=ask, drop=drop, also=also)
    if neg:
        at = next(i for i, word in enumerate(zh) if word[0] == "不")
        zh = [*zh[:at], ("没有", k, ()), *zh[at + 2:]]
    elif ask == "yn" and d.chance(0.4):
        at = next(i for i, word in enumerate(zh) if word[0] == "有")
        zh = [*zh[:at + 1], ("没有", k, ()), *zh[at + 1:-1]]
    return zh, en


def describe(d: Draw, who: Np, zh: str, en: str, grade: str = "", *, neg: bool = False, ask: str = "", also: str = "",
             drop: bool = False, when: Both | None = None, past: bool = False) -> Both:
    """Somebody or something is so: 很, 太 ... 了, 真, 非常, 有点儿, 不, 吗; past: it was so."""
    k, g, a = d.key(), d.key(), d.key()
    when = when or ([], [])
    also_zh, also_en = ([(also, a, ())], [(ADVERBS[also], a, ())]) if also else ([], [])
    before = [("not", g, ())] if neg else linked(GRADES.get(grade, ""), g)
    first = [("不", g, ())] if neg else [(grade, g, ())] if grade else []
    end = [("了", 0, (g,))] if grade == "太" else []
    subject_zh, subject_en = ([], []) if drop else (who.zh, who.en)
    ahead = not drop and when[0] and d.chance(0.35)
    top = [*when[0], *subject_zh] if ahead else [*subject_zh, *when[0]]
    said = [*top, *also_zh, *first, (zh, k, ()), *end]
    verb, adj = [(be(who.agree, past), 0, (k,))], linked(en, k)
    if ask:
        return [*said, ("吗", 0, (k,))], [*verb, *subject_en, *before, *adj, *when[1]]
    return said, [*subject_en, *verb, *also_en, *before, *adj, *when[1]]


def quality(d: Draw, who: Np | None = None, ask: str = "", also: str = "", drop: bool = False) -> Both:
    """A person or a thing and an adjective; of somebody who was spoken of only how he or she feels."""
    neg = d.chance(0.2)
    grade = "" if neg or (ask and d.chance(0.7)) else d.pick("很 很 很 很 很 非常 真 太 有点儿 不太")
    if who is None and d.chance(0.5):
        zh, en, _, spec = d.pick(w.THINGS)
        who = thing(d, d.pick(w.tagged(spec)), d.pick("this that own the these"), 0)
    else:
        zh, en, _ = d.pick(w.FEELINGS if who or (ask and d.chance(0.5)) else w.MOODS)
        zh, en = ("忙", "busy") if zh == "好" and ask else (zh, en)
        who = who or (asked(d) if ask else person(d))
        if d.chance(0.2):
            past = d.chance(0.33)
            day = time(d, "past") if past else d.unit(*d.pick((("现在", "now"), ("今天", "today"))))
            return describe(d, who, zh, en, grade, neg=neg, ask=ask, drop=drop, when=day, past=past)
    also = also or ("也" if not ask and d.chance(0.1) else "")
    return describe(d, who, zh, en, grade, neg=neg, ask=ask, also=also, drop=drop)
