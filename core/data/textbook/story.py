"""Longer sentences of two or three parts that belong together: in a row, why, and yet, if."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.clauses import action, clause
from core.data.textbook.doings import doing, going, gone
from core.data.textbook.forms import any_of, forms, made
from core.data.textbook.phrases import Both, Draw, Np, linked, person, plain, pronoun
from core.data.textbook.reasons import again, mine, silent, sky, somebody_near, state, taste, unnamed, verdict
from core.data.textbook.times import time
from core.data.textbook.verbal import Vp

SCENES = {"past": "past", "future": "fut fut want want plan ask should", "habit": "hab hab hab like want"}
CONDITIONS = forms("""
{you} 有 (时间=time/钱=money/票=a_ticket/问题=questions/事=something_to_do) | {you} {s have you} (1)
{you} 没有 (时间=time/钱=money/票=a_ticket/课=class) | {you} {do you} not have (1)
{you} (累=tired/饿=hungry/渴=thirsty/病=sick) 了 | {you} {be you} (1)
{you} (不_忙=not_busy/不_累=not_tired/很_忙=very_busy/很_累=very_tired/不_舒服=not_well/太_累=too_tired) | {you} {be \
you} (1)
{you} 想 去 | {you} {s want you} to go
{you} 不 想 去 | {you} {do you} not want to go
{you} 想 {vp:bare,one} | {you} {s want you} to {base vp}
{you} 会 说 (汉语=chinese/英语=english/法语=french) | {you} can speak (1)
{you} 喜欢 {it:#t,#f,#d:this,that} | {you} {s like you} {it}
{you} 不 (懂=understand/知道=know/来=come/去=go) | {you} {do you} not (1)
{future} (下雨=it_rains/不_下雨=it_does_not_rain/下雪=it_snows/天气_好=the_weather_is_good/\
天气_不_好=the_weather_is_not_good) \
| (1) {future}
{future} (不_下雨=it_does_not_rain/天气_很_好=the_weather_is_very_good/很_冷=it_is_very_cold/太_热=it_is_too_hot) | \
(1) {future}
{future} {you} 有 时间 | {you} {s have you} time {future}
{you} {future} 有 (课=class/时间=time/考试=an_exam) | {you} {s have you} (1) {future}
{you} {future} 没有 (课=class/时间=time/考试=an_exam) | {you} {do you} not have (1) {future}
{it:#t,#v:this,that} (太_贵_了=too_expensive/不_贵=not_expensive/很_便宜=very_cheap) | {it} {be it} (1)
""")
INVITING = forms("""
明天 是 {day} | tomorrow is {day}
今天 是 {day} | today is {day}
{future} 没有 课 | there is no class {future}
我们 {future} 没有 课 | we do not have class {future}
今天 天气 (很=very/真=really/非常=very) (好=good/暖和=warm) | the weather is (1) (2) today
今天 不 (冷=cold/热=hot) | it is not (1) today
今天 太 (热=hot/冷=cold) 了 | it is too (1) today
我 (饿=hungry/累=tired/渴=thirsty) 了 | I am (1)
我 (有点儿=a_little/很=very/太=too) (饿=hungry/累=tired/渴=thirsty) | I am (1) (2)
下雨 了 | it is raining
下课 了 | class is over
时间 不 早 了 | it is late
(明天=tomorrow/今天=today) 是 {owner} 的 生日 | (1) is {own owner} birthday
我 {future} 有 时间 | I have time {future}
""")


def join(parts: list[Both], links: list[tuple[str, str]]) -> Both:
    """Parts with the words between them, (Chinese, English)."""
    zh, en = list(parts[0][0]), list(parts[0][1])
    for part, link in zip(parts[1:], links):
        zh, en = [*zh, *plain(link[0]), *part[0]], [*en, *plain(link[1]), *part[1]]
    return zh, en


def scene_of(d: Draw) -> tuple[Np, str]:
    """Who, and past, future or habit."""
    return person(d), d.pick("past past past future future future habit habit")


def deed(d: Draw, who: Np, scene: str, when=False, neg: float = 0.18, also: str = "") -> Both:
    """What somebody does in a scene."""
    tense = d.pick(SCENES[scene])
    when = False if scene == "habit" and tense != "hab" else when
    return action(d, who, tense=tense, when=when, neg=neg, also=also, at=0.2)


def reason(d: Draw) -> Both:
    """因为 ... 所以, 所以, 因为, or a bare comma: weather, health, time, liking, and what one does for it."""
    who, scene = scene_of(d)
    roll, timed = d.rng.random(), d.chance(0.6)
    when = time(d, scene) if timed else None
    near = somebody_near(d, who)
    if roll < 0.25:
        cause, first, when = sky(d, scene), False, None
    elif roll < 0.6:
        cause, first = state(d, who, scene, timed), True
    elif roll < 0.75:
        cause, first = state(d, near, scene, timed), False
    elif roll < 0.9:
        cause, first = taste(d, who), True
    else:
        cause, first = deed(d, who, scene), True
    form = d.rng.choices(("因为所以", "因为", "所以", "后", "逗号", "我因为"), (3, 1.5, 3, 2, 2.5, 0.6))[0]
    if form == "后":
        effect = deed(d, who, scene, when, 0.45)
        why = state(d, silent(d, who), scene, timed and bool(when)) if first and roll < 0.6 and d.chance(0.5) else cause
        return join([effect, why], [("， 因为", "because")])
    named = silent(d, who) if first and d.chance(0.6) else again(d, who) if first else who
    effect = deed(d, named, scene, when, 0.45)
    if form == "逗号":
        return join([cause, effect], [("，", ", and")])
    if form == "所以":
        return join([cause, effect], [("， 所以", ", so")])
    zh, en = join([cause, effect], [("， 所以" if form != "因为" else "，", ",")])
    if form == "我因为" and first and zh[:len(who.zh)] == who.zh:
        return [*who.zh, *plain("因为"), *zh[len(who.zh):]], [*plain("because"), *en]
    return [*plain("因为"), *zh], [*plain("because"), *en]


def contrast(d: Draw) -> Both:
    """虽然 ... 但是, 但是, 可是, 不过."""
    who, scene = scene_of(d)
    roll, timed, but = d.rng.random(), d.chance(0.5), d.pick("但是 但是 可是 可是 不过")
    when = time(d, scene) if timed else None
    if roll < 0.2:
        first, same, when = sky(d, scene), False, None
    elif roll < 0.6:
        first, same = state(d, who, scene, timed), True
    elif roll < 0.85:
        first, same = taste(d, who), True
    else:
        first, same = deed(d, who, scene, None, 0.5), True
    although = d.chance(0.5)
    named = (silent(d, who) if although else unnamed(who)) if same and d.chance(0.5) else again(d, who) if same else who
    second = deed(d, named, scene, when if named.en else None, 0.3)
    if although:
        zh, en = join([first, second], [(f"， {but}", ",")])
        return [*plain("虽然"), *zh], [*plain("although"), *en]
    return join([first, second], [(f"， {but}", ", but" if named.en else "but")])


def condition(d: Draw) -> Both:
    """如果, 要是 ... 就: what one will, can, should do then."""
    who = person(d) if d.chance(0.55) else pronoun(d, d.pick("你 你 我"))
    who = who if who.zh[0][0] not in "这那" else pronoun(d, "我")
    zh_if, en_if = any_of(d, CONDITIONS, you=who)
    named = who if d.chance(0.4) and who.pronoun == who.zh[0][0] else pronoun(d, d.pick("我 我 我们 你"))
    kind = d.pick("will will will not can can want should")
    tense = {"will": "hab", "not": "hab", "can": "may", "want": "want", "should": "should"}[kind]
    vp = doing(d, "bare bare one this own", 0.15, named)
    zh, _ = clause(d, Np([], []), vp, tense, neg=kind == "not")
    if kind == "will" and d.chance(0.25):
        zh = [*plain("会"), *zh]
    _, en = clause(d, named, vp, "fut" if tense == "hab" else tense, neg=kind == "not")
    then = plain(d.pick("就 就 就 X")) if tense != "should" or d.chance(0.5) else plain("X")
    then = [] if then[0][0] == "X" else then
    word = d.pick("如果 如果 如果 要是")
    return [*plain(word), *zh_if, *plain("，"), *named.zh, *then, *zh], [*plain("if"), *en_if, *plain(","), *en]


def row(d: Draw) -> Both:
    """Two or three things in a row: bare commas, 然后, 再, 先, 还."""
    who, scene = scene_of(d)
    tense = d.pick({"past": "past", "future": "fut want ask plan", "habit": "hab"}[scene])
    n, first = d.pick((2, 2, 3, 3)), d.chance(0.35)
    when = time(d, scene) if d.chance(0.85) else None
    vps = [doing(d, "bare bare one number own", 0.2, who) for _ in range(n)]
    parts = []
    for i, vp in enumerate(vps):
        vp = gone(vp) if tense == "past" else vp
        subject = who if i == 0 else unnamed(who)
        both = clause(d, subject, vp, "hab" if tense == "fut" and when else tense, when if i == 0 else None)
        if tense == "fut" and when:
            both = both[0], clause(d, subject, vp, "fut" if i == 0 else "bare", when if i == 0 else None)[1]
        elif tense in ("want", "ask", "plan") and i and d.chance(0.8):
            both = clause(d, subject, vp, "bare")
        if i == 0 and first:
            both = before_verb(both, who, when)
        parts.append(both)
    once_more, then = ("， 再" if tense != "past" else "， 然后", "and then"), ("， 然后", "and then")
    last = d.pick((once_more, then) if first else (then, once_more, ("，", "and")))
    return join(parts, [*[("，", ",")] * (n - 2), last])


def before_verb(both: Both, who: Np, when: Both | None) -> Both:
    """先 after the subject and its time; first after the subject, and after will."""
    at, on = len(who.zh) + len(when[0] if when else []), len(who.en)
    on += both[1][on][0] == "will"
    return [*both[0][:at], *plain("先"), *both[0][at:]], [*both[1][:on], *plain("first"), *both[1][on:]]


GOT = [("买", "buy", "#t #f 衣服 鞋 书 手机 车"), ("看", "watch", "电影 中国_电影"),
       ("看", "read", "书 小说 杂志 英文_小说"), ("借", "borrow", "书 词典 小说"),
       ("做", "make", "蛋糕"), ("吃", "eat", "蛋糕 苹果"), ("喝", "drink", "茶 咖啡 牛奶")]


def comment(d: Draw) -> Both:
    """买 了 一 件 衣服 ， 很 漂亮: a thing, and what it is like."""
    who, (zh, en, nouns), k = person(d), d.pick(GOT), d.key()
    noun = d.pick(w.tagged(nouns))
    obj, roll = mine(d, noun), d.rng.random()
    vp, when = Vp(zh, en, k, [], obj.zh, obj.en), time(d, "past") if d.chance(0.65) else None
    if zh == "买" and d.chance(0.4):
        vp = gone(aimed(d, going(d, 0, who), vp))
    if roll < 0.15:
        vp, when = Vp("有", "have", k, [], obj.zh, obj.en), None
    first = clause(d, who, vp, "hab" if roll < 0.15 else "past", when)
    second = verdict(d, noun, obj.agree == "p")
    but = second[0][0][0] in ("不", "不太", "有点儿", "太") and d.chance(0.6)
    if d.chance(0.05):
        return join([first, second, deed(d, again(d, who), "habit", None)],
                    [("，", ", and"), ("， 所以", ", so")])
    return join([first, second], [("， 但是", ", but")] if but else [("，", ", and")])


def aimed(d: Draw, there: Vp, vp: Vp) -> Vp:
    """去 商店 买 it."""
    zh = d.pick("商店 超市")
    k, en = d.key(), w.PLACES[zh][0].split()
    return Vp("去", "go", there.key, [], [(zh, k, ()), *vp.whole_zh()],
              [*plain("to"), *((x, k, ()) for x in en), ("to", 0, (vp.key,)), *vp.whole_en("base")], True, then=vp)


RELATED = forms("""
是 {job} | {her} is a {job}
在 {desk} 工作 | {her} works {at desk}
在 {campus} 学习 | {her} studies {at campus}
今年 {n:6-30:m} 岁 | {her} is {n} years old this year
很 (漂亮=beautiful/高=tall/聪明=clever/忙=busy/年轻=young) | {her} is very (1)
(喜欢=likes/最_喜欢=likes) {vp:bare} | {her} likes to {base vp}
住 在 {town} | {her} lives {at town}
会 说 (汉语=chinese/英语=english/法语=french) | {her} can speak (1)
""")


def related(d: Draw) -> Both:
    """我 有 一 个 姐姐 ， 她 是 医生 ， 在 北京 工作."""
    who, k, m = pronoun(d, d.pick("我 我 我 他 她")), d.key(), d.key()
    zh = d.pick([*(zh for zh in w.KIN if zh not in "爷爷 奶奶 爸爸 妈妈 丈夫 妻子"), "朋友", "同学", "中国_朋友"])
    en = w.KIN.get(zh) or {"朋友": "friend", "同学": "classmate", "中国_朋友": "chinese friend"}[zh]
    first = clause(d, who, Vp("有", "have", d.key(), [], [("一", m, ()), ("个", 0, (m, k)), *linked(zh, k)],
                              [("a", m, ()), *linked(en, k)]), "hab")
    she, parts, links = "她" if zh in w.WOMEN else "他", [first], []
    for i, form in enumerate(d.rng.sample(RELATED, d.pick((1, 1, 2)))):
        job = Np(*d.unit(*d.pick([(x, w.HUMANS[x]) for x in w.JOBS])))
        her = Np([], plain("she" if she == "她" else "he"))
        zh_said, en_said = made(d, form, job=job, her=her, who=pronoun(d, she))
        said = i == 0 and d.chance(0.7)
        parts.append(([*(plain(she) if said else []), *zh_said], en_said))
        links.append(("，", ", and"))
    return join(parts, links)


def proposed(d: Draw) -> tuple[Both, Vp, Both]:
    """Why one proposes something, what, and perhaps together."""
    first, k = any_of(d, INVITING), d.key()
    vp = going(d, 0.6) if d.chance(0.5) else doing(d, "bare bare one", 0.15, pronoun(d, "我们"))
    both = d.chance(0.55) and not any(word[0] == "一起" for word in vp.whole_zh())
    return first, vp, ([("一起", k, ())], [("together", k, ())]) if both else ([], [])


def invitation(d: Draw) -> Both:
    """明天 是 星期 天 ， 我们 一起 去 公园 吧."""
    first, vp, together = proposed(d)
    return join([first, ([*plain("我们"), *together[0], *vp.whole_zh(), *plain("吧")],
                         [*plain("let us"), *vp.whole_en("base"), *together[1]])], [("，", ",")])


def invited(d: Draw) -> Both:
    """今天 天气 很 好 ， 你 想 去 公园 吗; 我们 去 公园 ， 好 吗."""
    first, vp, together = proposed(d)
    if d.chance(0.5):
        asks = d.pick((("你 想", "吗", "do you want to"), ("你 想 不 想", "", "do you want to"),
                       ("你 能 跟 我 一起", "吗", "can you"), ("我们 可以", "吗", "can we")))
        zh_with, en_with = (plain(""), plain("with me")) if "跟" in asks[0] else ([], [])
        return join([first, ([*plain(asks[0]), *zh_with, *vp.whole_zh(), *plain(asks[1])],
                             [*plain(asks[2]), *vp.whole_en("base"), *en_with])], [("，", ",")])
    zh = [*plain("我们"), *together[0], *vp.whole_zh(), *plain(d.pick(("， 好 吗", "， 怎么样", "， 好 不 好")))]
    en = [*plain("let us"), *vp.whole_en("base"), *together[1], *plain(", ok")]
    return join([first, (zh, en)], [("，", ",")]) if d.chance(0.7) else (zh, en)
