"""What is told of oneself and of others: introductions, when and while, what somebody says, and questions after it."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.clauses import action, clause, finite
from core.data.textbook.dealings import lasting
from core.data.textbook.doings import BOUNDS, doing
from core.data.textbook.forms import any_of, forms, made
from core.data.textbook.phrases import Both, Draw, Np, person, plain, pronoun
from core.data.textbook.places import place
from core.data.textbook.reasons import again, silent, state
from core.data.textbook.story import condition, contrast, deed, join, reason, row
from core.data.textbook.talk import question
from core.data.textbook.times import length, time
from core.data.textbook.verbal import Vp
from core.data.textbook.verbs import inflect

SELF = [forms("""
{me} 叫 {called} | {own me} name is {called}
{me} 姓 (王=wang/李=li/张=zhang) ， 叫 {called} | {own me} last name is (1) , and {own me} name is {called}
"""), forms(f"""
{{me}} 是 ({"/".join(f"{zh}={en}" for zh, (_, en) in w.COUNTRIES.items())}) 人 | {{me}} {{be me}} (1)
{{me}} 从 (中国=china/美国=america/法国=france/英国=england/日本=japan/北京=beijing/上海=shanghai) 来 | {{me}} {{s \
come me}} from (1)
{{me}} 今年 {{n:18-60}} 岁 | {{me}} {{be me}} {{n}} years old this year
"""), forms("""
{me} 是 (老师=teacher/学生=student/医生=doctor/司机=driver/服务员=waiter) | {me} {be me} a (1)
{me} 是 (大学=a_university/中国=a_chinese/汉语=a_chinese/英语=an_english) (老师=teacher/学生=student) | {me} {be me} \
(1) (2)
{me} 现在 在 {campus} 学习 | {me} {s study me} {at campus} now
{me} 在 {desk} 工作 | {me} {s work me} {at desk}
{me} 在 {campus} 学习 (汉语=chinese/英语=english/历史=history/中文=chinese) | {me} {s study me} (1) {at campus}
{me} 学 了 {n:2-9:m} 年 (汉语=chinese/英语=english) 了 | {me} {has me} learned (1) for {n} years
{me} 住 在 {town} | {me} {s live me} {at town}
"""), forms("""
{me} 喜欢 {vp:bare} | {me} {s like me} to {base vp}
{me} 会 说 (汉语=chinese/英语=english/法语=french) 和 (日语=japanese/中文=chinese) | {me} can speak (1) and (2)
{me} 家 有 {n:3-6} 口 人 | there are {n} people in {own me} family
{me} 想 {vp:bare} | {me} {s want me} to {base vp}
{me} 觉得 (汉语=chinese/英语=english/学_汉语=learning_chinese/学习_英语=studying_english) 很 (难=difficult/\
有意思=interesting/容易=easy) \
| {me} {s think me} that (1) is very (2)
""")]


def introduction(d: Draw) -> Both:
    """我 叫 安娜 ， 是 法国 人 ， 在 北京 大学 学习 汉语: two to four things that one says of oneself."""
    who = pronoun(d, d.pick("我 我 我 我 他 她"))
    groups = sorted(d.rng.sample(range(4), d.pick((2, 2, 3, 3, 4))))
    parts = []
    for i, at in enumerate(groups):
        form = d.pick(SELF[at])
        named = who if i == 0 or d.chance(0.45) or "家" in form[0].split() else silent(d, who)
        parts.append(made(d, form, me=named))
    zh, en = join(parts, [*[("，", ",")] * (len(parts) - 2), ("，", ", and")])
    if who.pronoun != "我" or d.chance(0.7):
        return zh, en
    hello = d.pick((("大家 好", "hello everyone"), ("大家 好", "hello everyone"), ("你 好", "hello"),
                    ("您 好", "hello")))
    return [*plain(f"{hello[0]} ，"), *zh], [*plain(f"{hello[1]} ,"), *en]


def while_(d: Draw) -> Both:
    """... 的时候, 以前, 以后: what one does, did, or will do then."""
    who, roll = person(d), d.rng.random()
    if roll < 0.3:  # 我 昨天 回 家 的时候 ， 妈妈 在 做饭
        other = person(d, who.zh[0][0], who.mine if who.mine in w.PRONOUNS else "我")
        first = then_was(d, who, doing(d, "bare", 0.1, who), time(d, "past"))
        return _when(first, action(d, other, tense="pprog", when=False, neg=0))
    if roll < 0.55:
        zh, en = d.pick((("学习", "studied"), ("工作", "worked"), ("", ""), ("", ""), ("旅行", "traveled")))
        where = place(d, d.pick((*w.HOMES, *w.GROUNDS) if not zh else w.DESKS if zh == "工作" else w.HOMES[:9]))
        k = d.key()
        first = ([*who.zh, *plain("在"), *where.zh, *([(zh, k, ())] if zh else []), *plain("的时候")],
                 [*plain("when"), *who.en, *(plain(en) if en else plain("was" if who.agree in "13" else "were")),
                  *where.at])
        return join([first, usual(d, again(d, who) if d.chance(0.4) else silent(d, who), "past")], [("，", ",")])
    vp, scene = d.pick(BOUNDS), d.pick("habit habit future past")
    before = d.chance(0.3)
    when = d.unit(*{"past": ("昨天", "yesterday"), "future": ("明天", "tomorrow"),
                   "habit": ("每天", "every day")}[scene])
    when = when if d.chance(0.5) else None
    after = deed(d, who, scene, when, 0.1)
    zh, en = plain(f"{vp[0]} {'以前' if before else '以后'} ，"), plain(f"{'before' if before else 'after'} {vp[1]} ,")
    if d.chance(0.4) and after[0][:len(who.zh)] == who.zh:
        return [*who.zh, *zh, *after[0][len(who.zh):]], [*en, *after[1]]
    return [*zh, *after[0]], [*en, *after[1]]


def then_was(d: Draw, who: Np, vp: Vp, when: Both) -> Both:
    """A clause of what was done, without 了."""
    zh, _ = clause(d, who, vp, "hab", when)
    return zh, clause(d, who, vp, "past", when)[1]


def usual(d: Draw, who: Np, scene: str) -> Both:
    """常常 ...: what one did often then."""
    vp, k = doing(d, "bare", 0.15, who), d.key()
    zh = [*who.zh, ("常常", k, ()), *vp.whole_zh()]
    return zh, [*who.en, ("often", k, ()), *vp.whole_en("past")]


def _when(first: Both, second: Both) -> Both:
    return [*first[0], *plain("的时候 ，"), *second[0]], [*plain("when"), *first[1], *plain(","), *second[1]]


def coming(d: Draw) -> Both:
    """What somebody will do, and when."""
    return deed(d, person(d), "future", time(d, "future"))


def report(d: Draw) -> Both:
    """医生 说 我 感冒 了 ， 应该 休息; 听说 ...; 妈妈 告诉 我 ...: a longer thing that somebody says."""
    who, roll = person(d), d.rng.random()
    what = d.pick((reason, contrast, condition, row, advised, advised, coming))(d)
    if roll < 0.2:
        return [*plain("听说"), *what[0]], [*plain("I heard that"), *what[1]]
    if roll < 0.4:
        other = pronoun(d, d.pick([zh for zh in ["我", "你", "他", "她", "我们"] if zh[0] != who.zh[0][0][0]]))
        return ([*who.zh, *plain("告诉"), *other.zh, *plain("，") * d.chance(0.3), *what[0]],
                [*who.en, *plain("told"), *other.en_object, *plain("that"), *what[1]])
    zh, en = d.pick((("说", "say"), ("说", "say"), ("觉得", "think"), ("知道", "know"), ("希望", "hope")))
    if zh == "希望":
        what = deed(d, person(d), "future", time(d, "future") if d.chance(0.5) else None)
    comma = plain("，") if d.chance(0.15) else []
    return [*who.zh, *plain(zh), *comma, *what[0]], [*who.en, *plain(inflect(en, finite(who.agree))[0]),
                                                     *plain("that"), *what[1]]


def advised(d: Draw) -> Both:
    """我 感冒 了 ， 应该 多 喝 水."""
    who = person(d)
    first = state(d, who, "habit")
    vp = doing(d, "bare", 0.1, who)
    must = d.pick((("应该", "should"), ("不 应该", "should not"), ("不 能", "can not"), ("不 可以", "can not"),
                   ("要 多", "should MORE"),
                   ("应该 多", "should MORE")))
    if "MORE" in must[1]:
        zh, en = d.pick((("喝 水", "drink more water"), ("休息", "rest more"), ("吃 水果", "eat more fruit"),
                         ("睡觉", "sleep more")))
        said = plain(f"{must[0]} {zh}"), plain(f"should {en}")
    else:
        said = [*plain(must[0]), *vp.whole_zh()], [*plain(must[1]), *vp.whole_en("base")]
    named = silent(d, who) if d.chance(0.6) else again(d, who)
    return join([first, ([*named.zh, *said[0]], [*named.en, *said[1]])], [("，", ", and")])


def so_far(d: Draw) -> Both:
    """我 学 了 两 年 汉语 了 ， 但是 ...: for how long, and how it is."""
    who = person(d)
    zh, en, noun, said = d.pick((("学", "learned", "汉语", "chinese"), ("学", "learned", "英语", "english"),
                                 ("学", "learned", "法语", "french"), ("工作", "worked", "", ""),
                                 ("在 北京 住", "lived in beijing", "", ""),
                                 ("在 中国 住", "lived in china", "", "")))
    time_ = length(d, "年 个_月")
    has = plain("has" if who.agree == "3" else "have")
    first = ([*who.zh, *plain(zh), *plain("了"), *time_[0], *plain(noun), *plain("了")],
             [*who.en, *has, *plain(en), *plain(said), *plain("for"), *time_[1]])
    if d.chance(0.35):
        return first
    good = d.pick((("但是", ", but"), ("可是", ", but"), ("不过", ", but"), ("所以", ", so"), ("", ", and")))
    named = silent(d, who) if d.chance(0.5) else again(d, who)
    second = deed(d, named, d.pick("habit future")) if not noun or d.chance(0.4) else manner(d, named, noun, said)
    return join([first, second], [(f"， {good[0]}".strip(), good[1])])


def manner(d: Draw, who: Np, noun: str, said: str) -> Both:
    """说 得 很 好, 还 不 会 写 汉字, 觉得 很 难."""
    do = "does" if who.agree == "3" else "do"
    speaks, thinks = (inflect(x, finite(who.agree))[0] for x in ("speak", "think"))
    zh, en = d.pick((("说 得 很 好", f"{speaks} very well"), ("说 得 不 好", f"{do} not speak well"),
                     ("说 得 不 太 好", f"{do} not speak very well"),
                     (f"觉得 {noun} 很 难", f"{thinks} that {said} is very difficult"),
                     (f"觉得 {noun} 很 有意思", f"{thinks} that {said} is very interesting"),
                     (f"{noun} 说 得 很 好", f"{speaks} {said} very well"),
                     (f"{noun} 说 得 不 太 好", f"{do} not speak {said} very well")))
    return [*who.zh, *plain(zh)], [*who.en, *plain(en)]


ASKS_AFTER = forms("""
{it:#t,#v:this,this,that,these} (很=very/真=really/非常=very) (漂亮=beautiful/好看=beautiful/好=good) ， 多少 钱 | \
{it} {be it} (1) (2) , how much {be it} {it it}
我 想 买 {it:#t,#f:one,one,number} ， 一共 多少 钱 | I want to buy {it} , how much is it altogether
我 想 去 {ground} ， 怎么 走 | I want to go {to ground} , how do I get there
我 不 知道 {ground} 在 哪儿 ， 你 知道 吗 | I do not know where {ground} is , do you know
我 不 懂 ， 你 能 帮 我 吗 | I do not understand , can you help me
我 想 {vp:bare,one} ， 你 (呢=and_you/想_去_吗=do_you_want_to_go/想_不_想_去=do_you_want_to_go) | I want to {base vp} \
, (1)
你 想 {vp:bare,one} 还是 {vp2:bare,one} | do you want to {base vp} or {base vp2}
{future} 你 有 时间 吗 ， 我 想 {vp:bare,one} | do you have time {future} , I want to {base vp}
你 {future} 有 时间 吗 ， 我们 一起 {vp:bare,one} ， 好 吗 | do you have time {future} , let us {base vp} together , ok
""")


def asks_after(d: Draw) -> Both:
    """Something said, and a question to it."""
    if d.chance(0.65):
        return any_of(d, ASKS_AFTER)
    who = pronoun(d, d.pick("我 我 你 他"))
    return join([state(d, who, "habit"), question(d)], [("，", ",")])


def lasted(d: Draw) -> Both:
    """昨天 我 睡 了 八 个 小时: for how long."""
    who, scene, years = person(d), d.pick("past past habit future"), d.chance(0.4)
    tense = {"past": "past", "habit": "hab", "future": d.pick("want ask plan must")}[scene]
    if years:
        when = {"past": d.unit("去年", "last year"), "future": d.unit("明年", "next year"), "habit": None}[scene]
        return clause(d, who, lasting(d, who, True), tense if when else "want", when if d.chance(0.5) else None)
    return clause(d, who, lasting(d, who), tense, time(d, scene) if d.chance(0.7) else None)


def unsaid(d: Draw) -> Both:
    """昨天 去 商店 买 东西 了: of oneself, without saying so."""
    me, scene = silent(d, pronoun(d, "我")), d.pick("past past future future habit")
    return deed(d, me, scene, time(d, scene))
