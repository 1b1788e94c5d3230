"""What people ask and propose: who, what, where, when, why, how, how many, which; please, do not, let us."""

from __future__ import annotations

from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.choices import SAID
from core.data.textbook.clauses import action, clause, liking, quality
from core.data.textbook.doings import doing, going
from core.data.textbook.forms import any_of, forms
from core.data.textbook.phrases import Both, Draw, Np, asked, person, plain, thing
from core.data.textbook.times import time
from core.data.textbook.verbal import Vp

DIRECT = forms("""
{it:#t,#a,#v:own,own,the} 在 (哪里/哪儿) | where {be it} {it}
{who} 在 (哪里/哪儿) | where {be who} {who}
{ground} 在 (哪里/哪儿) | where is {ground}
{who} 住 在 (哪里/哪儿) | where {do who} {who} live
{who} 去 (哪里/哪儿) | where {be who} {who} going
{who} 把 {it:#t:own,the} 放 在 (哪里/哪儿) 了 | where did {who} put {it}
去 {ground} 怎么 走 | how do I get {to ground}
到 {ground} 怎么 走 | how do I get {to ground}
{it:汉字,名字:this,that,own} 怎么 写 | how do you write {it}
{it:汉字:this,that} 怎么 说 | how do you say {it}
{it:菜:this,that,own} 怎么 做 | how do you make {it}
(今天=today/明天=tomorrow) 天气 怎么样 | how is the weather (1)
昨天 的 天气 怎么样 | how was the weather yesterday
{who} (好_吗/怎么样/好_吗) | how {be who} {who}
{who} 是 谁 | who {be who} {who}
{that} 是 谁 | who is {that}
谁 在 {place} | who is {at place}
(这=this/那=that) 是 谁 的 (书=book/车=car/手机=phone/包=bag/雨伞=umbrella/自行车=bicycle/帽子=hat/杯子=cup/狗=dog) \
| whose (2) is (1)
{it:#t,#v,#a:this,that,these} 是 谁 的 | whose {be it} {it}
谁 的 (手机=phone/书=book/车=car/包=bag/雨伞=umbrella/狗=dog/票=ticket) | whose (1) is it
{it:#t,#f,#v:this,that,the} 多少 钱 | how much {be it} {it}
(这_个=this/那_个=that) 多少 钱 | how much is (1)
一共 多少 钱 | how much is it altogether
{me} (几_岁/多大/多大_了) | how old {be me} {me}
{she} (几_岁/多大/今年_多大) | how old is {she}
{who} 家 有 几 口 人 | how many people are there in {own who} family
(这=this/那=that) 是 什么 | what is (1)
{who} 叫 什么 名字 | what is {own who} name
{who} 姓 什么 | what is {own who} last name
(今天=today/明天=tomorrow) 星期 几 | what day is it (1)
今天 几 号 | what date is it today
现在 几 点 | what time is it now
{spot} 有 什么 | what is there {spot}
""")
INSIDE = forms("""
{it:#t,#a,#v:own,own,the} 在 (哪里/哪儿) | where {it} {be it}
{other} 在 (哪里/哪儿) | where {other} {be other}
{ground} 在 (哪里/哪儿) | where {ground} is
{other} 住 在 (哪里/哪儿) | where {other} {s live other}
{other} 去 (哪里/哪儿) 了 | where {other} went
{other} 把 {it:#t:own,the} 放 在 (哪里/哪儿) 了 | where {other} put {it}
去 {ground} 怎么 走 | how to get {to ground}
{it:汉字,名字:this,that,own} 怎么 写 | how to write {it}
{it:菜:this,that,own} 怎么 做 | how to make {it}
{other} 是 谁 | who {other} {be other}
{that} 是 谁 | who {that} is
(这=this/那=that) 是 谁 的 (书=book/车=car/手机=phone/包=bag/雨伞=umbrella/帽子=hat/杯子=cup) | whose (2) (1) is
{it:#t,#v,#a:this,that,these} 是 谁 的 | whose {it} {be it}
{it:#t,#f,#v:this,that} 多少 钱 | how much {it} {be it}
{she} 多大 | how old {she} is
(这=this/那=that) 是 什么 | what (1) is
{other} 叫 什么 名字 | what {own other} name is
现在 几 点 | what time it is now
今天 星期 几 | what day it is today
(银行=the_bank/图书馆=the_library/超市=the_supermarket) 几 点 (开_门=opens/关_门=closes) | what time (1) (2)
(火车=the_train/公共汽车=the_bus) 几 点 开 | what time (1) leaves
""")
WHETHER = forms(f"""
{{spot}} 有 {{it:#t,#a,#b,#d,#f:a}} 吗 | is there {{it}} {{spot}}
{{spot}} 有 没有 {{it:#t,#a,#b:a}} | is there {{it}} {{spot}}
{{who}} 在 {{place}} 吗 | {{be who}} {{who}} {{at place}}
{{who}} 在 家 吗 | {{be who}} {{who}} at home
{{it:#t,#a,#v:own,the}} 在 {{spot}} 吗 | {{be it}} {{it}} {{spot}}
{{she}} 是 (老师=teacher/学生=student/医生=doctor/司机=driver) 吗 | is {{she}} a (1)
{{me}} 是 ({"/".join(f"{zh}={en}" for zh, (_, en) in w.COUNTRIES.items())}) 人 吗 | {{be me}} {{me}} (1)
{{it:#t,#v:this,that,these}} 是 (我=mine/你=yours/他=his/她=hers) 的 吗 | {{be it}} {{it}} (1)
{{who}} 会 说 ({SAID}) 吗 | can {{who}} speak (1)
{{ground}} 离 {{place}} 远 吗 | is {{ground}} far from {{place}}
(我=my/你=your/他=his/她=her/你们=your) 家 离 {{place}} (远=far_from/近=near) 吗 | is (1) home (2) {{place}}
{{who}} 觉得 {{it:电影,书,小说,汉语,蛋糕,菜,衣服:this}} (有意思=interesting/好=good/贵=expensive/难=difficult) 吗 | \
{{do who}} {{who}} think that {{it}} {{be it}} (1)
{{who}} 吃饭 了 吗 | {{has who}} {{who}} eaten
{{who}} (知道=know) {{ask}} 吗 | {{do who}} {{who}} know {{ask}}
{{who}} (今天=today/明天=tomorrow/这_个_周末=this_weekend/现在=now/星期天=on_sunday) 有 时间 吗 | {{do who}} {{who}} \
have time (1)
你 (可以/能) 帮 (我=me/我们=us/他=him) 一下 吗 | can you help (2)
你 (可以/能) 帮助 (我=me/我们=us/他=him) 吗 | can you help (2)
你 (可以/能) 等 (我=me/我们=us/他=him) 吗 | can you wait for (2)
你 (可以/能) 告诉 (我=me/我们=us) {{ask}} 吗 | can you tell (2) {{ask}}
""")
PROPOSALS = forms("""
我们 {vp:bare,one,this} 吧 | let us {base vp}
我们 一起 {vp:bare,one,this} 吧 | let us {base vp} together
我们 {going} 吧 | let us {base going}
我们 一起 {going} 吧 | let us {base going} together
我们 {future} 一起 {going} 吧 | let us {base going} together {future}
我们 {future} {vp:bare,one} 吧 | let us {base vp} {future}
(别/不_要) {vp:bare,this} | do not {base vp}
(别/不_要) {going} | do not {base going}
(别/不_要) 忘 了 {vp:bare,one} | do not forget to {base vp}
请 给 (我=me/我们=us/他=him/她=her) {it:#t,#d,#f:one,one,number,that} | please give (1) {it}
请 给 (我=me/我们=us) {it:#d,#f:one,number} 和 {it2:#d,#f:one,number} | please give (1) {it} and {it2}
请 再 给 我 {more} | please give me {more}
请 (说=speak/走=walk/开=drive) 慢 一点儿 | please (1) a little more slowly
请 (走=walk/吃=eat/写=write) 快 一点儿 | please (1) a little faster
请 把 {it:#t,#f:own,the,this,that} 给 (我=me/我们=us/他=him/她=her) | please give {it} to (1)
请 把 {it:#t:own,the,this,that} 放 在 {spot} | please put {it} {spot}
请 在 {place} 等 (我=me/我们=us) | please wait for (1) {at place}
请 (开_门=open_the_door/关_门=close_the_door/开_一下_门=open_the_door/关_一下_门=close_the_door) | please (1)
请 (再_说_一_次=say_it_again/多_喝_水=drink_more_water/多_休息=rest_more/坐_这儿=sit_here) | please (1)
请 {future} (来=come/来_学校=come_to_school/来_我_家=come_to_my_home) | please (1) {future}
(别/不_要) 在 {place} (说话=talk/打_电话=make_a_phone_call/吃_东西=eat_something/睡觉=sleep/玩=play) | do not (2) {at \
place}
你 不用 {vp:bare,one} | you do not have to {base vp}
{who} 不用 {vp:bare,one} | {who} {do who} not have to {base vp}
{who} {future} 不用 (上课=have_class/上班=go_to_work/去_学校=go_to_school/工作=work) | {who} {do who} not have to (1) \
{future}
请 告诉 (我=me/我们=us/他=him) {ask} | please tell (1) {ask}
请 (帮/帮助) (我=me/我们=us/他=him) | please help (2)
请 等 (我=me/我们=us) 一下 | please wait for (1)
请 {vp:one,this} | please {base vp}
我们 再 (要=order/买=buy) 一 个 吧 | let us (1) another one
""")
WHAT = ("buy", "write", "drink", "eat", "do", "study", "learn", "draw", "look for", "listen to", "wear",
        "watch",
        "sing")
MORE_WHAT = [["做", "do"], ["说", "say"], ["喜欢", "like"], ["要", "want"], ["有", "have"], ["想 买", "want to buy"]]
WHOM = [("等", "wait for"), ("帮助", "help"), ("见", "meet"), ("喜欢", "like"), ("认识", "know"), ("找", "look for"),
        ("看见", "see"), ("爱", "love")]
ADVERBIAL = [("什么时候", "when", "past fut fut able want"), ("为什么", "why", "past past hab want fut"),
             ("怎么", "how", "hab fut past"), ("几 点", "what time", "hab fut hab past"),
             ("在 哪里", "where", "hab fut want")]


def question(d: Draw, inside: bool = False, avoid: str = "") -> Both:
    """A question; inside another sentence its English keeps the order of a statement."""
    roll = d.rng.random()
    if roll < 0.42:
        return any_of(d, INSIDE if inside else DIRECT, **({"who": Np(plain(avoid or "你"), [])} if inside else {}))
    if not inside and roll < 0.5:
        return d.pick((action, action, liking))(d, Np([("谁", d.key(), ())], [("who", d.last, ())]))
    return d.pick((asked_object, asked_object, adverbial, adverbial, adverbial))(d, inside)


def whether(d: Draw) -> Both:
    """吗 questions."""
    if d.chance(0.35):
        return any_of(d, WHETHER)
    return d.pick((action, action, liking, quality))(d, ask="yn")


def _asked(d: Draw, inside: bool) -> Np:
    return person(d) if inside else asked(d)


def _when(d: Draw, tense: str) -> Both | None:
    kind = {"past": "past", "fut": "future", "hab": "habit"}.get(tense)
    return time(d, kind) if kind and d.chance(0.5) else None


def asked_object(d: Draw, inside: bool = False) -> Both:
    """什么, 谁, 哪 本, 几 本 as object: it moves to the front in English."""
    who, k, kind, tense = _asked(d, inside), d.key(), d.rng.random(), d.pick("past past fut want want prog hab should")
    noun = d.pick([n for n in w.NOUNS.values() if n.tags & set("tbvf") and n.measure and n.kind == "c"])
    if kind < 0.5:
        zh, en = d.pick([row[:2] for row in v.VERBS if row[1] in WHAT] + MORE_WHAT)
        asked_zh, front = [("什么", k, ())], [("what", k, ())]
    elif kind < 0.7:
        (zh, en), asked_zh, front = d.pick(WHOM), [("谁", k, ())], [("who", k, ())]
    else:
        zh, en = d.pick((("喜欢", "like"), ("买", "buy"), ("想 买", "want to buy"), ("要", "want"), ("有", "have")))
        which = d.pick(((f"哪 {noun.measure}", f"which {noun.en}"), (f"几 {noun.measure}", f"how many {noun.plural}"),
                        ("多少 " + noun.measure, f"how many {noun.plural}")))
        asked_zh, front = d.unit(f"{which[0]} {noun.zh}".replace("_", " "), which[1])
    if zh in ("喜欢", "要", "有", "想 买", "认识", "爱", "看见"):
        tense = "past" if zh == "看见" else "hab"
    when = _when(d, tense) if zh not in ("喜欢", "有", "要", "认识", "爱", "想 买") else None
    vp = Vp(zh, en, d.key(), [], asked_zh, [], goes=" " in zh)
    zh_side, en_side = clause(d, who, vp, tense, when, ask="sub" if inside else "wh")
    return zh_side, [*front, *en_side]


def adverbial(d: Draw, inside: bool = False) -> Both:
    """什么时候, 为什么, 怎么, 几 点, 在 哪里: an adverb that English has first."""
    (zh, en, tenses), who, ask = d.pick(ADVERBIAL), _asked(d, inside), "sub" if inside else "wh"
    tense = d.pick(tenses)
    neg = zh == "为什么" and d.chance(0.4)
    vp = going(d, 0.2) if d.chance(0.4) and zh != "在 哪里" else doing(d, at=0.2)
    if zh == "在 哪里" and (vp.zh_before or vp.goes or vp.zh == "住"):
        vp = Vp("工作", "work", d.key())
    if zh == "为什么" and d.chance(0.25):
        obj = thing(d, d.pick(w.tagged(v.STATES[0][2])), d.pick(("this", "", "that", "own")), 0)
        vp, tense = Vp("喜欢", "like", d.key(), [], obj.zh, obj.en), "hab"
    when = _when(d, tense) if zh not in ("什么时候", "几 点") else None
    asked_zh, front = d.unit(zh, en)
    whole, said = clause(d, Np([("<who>", 0, ())], who.en, who.agree), vp, tense, when, neg=neg, ask=ask)
    at = next(i for i, word in enumerate(whole) if word[0] == "<who>")
    rest = whole[at + 1:]
    skip = len(when[0]) if when and rest[:len(when[0])] == when[0] else 0
    if tense == "past" and not neg and zh in ("什么时候", "怎么", "几 点"):
        rest = [*[x for x in rest if x[0] != "了"], *plain("的")]
    return [*whole[:at], *who.zh, *rest[:skip], *asked_zh, *rest[skip:]], [*front, *said]


def choice(d: Draw) -> Both:
    """A 还是 B."""
    who, k, tense = asked(d), d.key(), d.pick("want hab hab fut")
    zh, en, nouns = d.pick((("喝", "drink", "#d"), ("吃", "eat", "#f"), ("买", "buy", "#t"),
                            ("喜欢", "like", "#a #d #f"), ("学习", "study", "汉语 英语 法语 历史"),
                            ("要", "want", "#d #f")))
    tense = "hab" if zh in ("喜欢", "要") else tense
    first, second = (thing(d, x, "", 0) for x in d.rng.sample(w.tagged(nouns), 2))
    again = [] if zh == "喜欢" and d.chance(0.3) else [(zh, k, ())]
    zh_side = [*first.zh, ("还是", k, ()), *again, *second.zh]
    return clause(d, who, Vp(zh, en, k, [], zh_side, [*first.en, ("or", k, ()), *second.en]), tense, ask="wh")
