"""Sentences round what somebody does, with its result and manner: alone, asked, in two halves, with when and after."""

from __future__ import annotations

from core.data.textbook import frames, inquiries, manner, onward, standing, wondered
from core.data.textbook.clauses import clause
from core.data.textbook.deeds import act, ba, dative, deed, done, trip
from core.data.textbook.forms import any_of, forms, made
from core.data.textbook.phrases import Both, Draw, Np, person, plain, pronoun
from core.data.textbook.reasons import again, silent, sky, state
from core.data.textbook.story import deed as any_deed
from core.data.textbook.story import join
from core.data.textbook.times import time

DONE = forms("""
{who} {then} {did} | {who} {past did} {then}
{who} 已经 {did} | {who} already {past did}
{who} 刚才 {did} | {who} {past did} just now
{who} {then} (没/没有) {done} | {who} did not {base done} {then}
{who} 还 没 {done} | {who} did not {base done} yet
{who} 还 没有 {done} 呢 | {who} did not {base done} yet
{who} {then} 又 没 {done} | {who} did not {base done} again {then}
{who} {then} {ba} 了 | {who} {past ba} {then}
{who} 已经 {ba} 了 | {who} already {past ba}
{who} {then} (没/没有) {ba} | {who} did not {base ba} {then}
{who} 还 没 {ba} | {who} did not {base ba} yet
{who} {future} 会 {ba} 的 | {who} will {base ba} {future}
{who} 先 {ba} ， 再 {acts} | {who} first {s ba who} and then {s acts who}
{who} 先 {done} 再 {acts} | {who} first {s done who} and then {s acts who}
{who} {soon} {done} 就 {acts} | as soon as {who} {s done who} {soon} , {again who} {s acts who}
{who} 一 {done} 就 {acts} | as soon as {who} {s done who} , {again who} {s acts who}
{who} {done} 以后 才 {acts} | {who} {do who} not {base acts} until {again who} {s done who}
{who} {done} 以后 {soon} 再 {acts} | after {who} {s done who} , {again who} will {base acts} {soon}
{who} 一边 {act} 一边 {act2} | {who} {s act who} while {ing act2}
{who} 喜欢 一边 {act} 一边 {act2} | {who} {s like who} to {base act} while {ing act2}
{who} {past} 一边 {act} 一边 {act2} | {who} {past act} while {ing act2} {past}
{who} 不但 (会/能) {good} ， 而且 会 {good2} | {who} can not only {good} but also {good2}
{who} 有时候 {act} ， 有时候 {act2} | sometimes {who} {s act who} , and sometimes {again who} {s act2 who}
{who} {often} {trip} | {who} {s trip who} {often}
{who} (走=walked/跑=ran) 进 (教室=the_classroom/房间=the_room/图书馆=the_library/商店=the_shop) (来/去) 了 | \
{who} (1) into (2)
{who} (走=walked/跑=ran) 进 了 {ground} | {who} (1) into {ground}
{who} (走=walked/跑=ran) (出_去=out/进_来=in/回_来=back/回_家=home/进_去=in) 了 | {who} (1) (2)
{who} (出_去=went_out/进_来=came_in/回_来=came_back/进_去=went_in/回_去=went_back/上_来=came_up/下_来=came_down/\
上_去=went_up/下_去=went_down/上_车=got_on_the_bus/下_车=got_off_the_bus) 了 | {who} (1)
{who} 还 没 (出_去=go_out/进_来=come_in/回_来=come_back/走=leave/回_家=go_home/上_车=get_on_the_bus/到_家=get_home) \
| {who} did not (1) yet
{who} {past} 没 (出_去=go_out/回_来=come_back/回_家=go_home/来=come) | {who} did not (1) {past}
{who} {soon} 不 (出_去=go_out/回_来=come_back/回_家=go_home/回_国=go_back_home) 了 | {who} will not (1) {soon}
{who} {soon} 要 (出_去=go_out/回_来=come_back/回_国=go_back_home/进_去=go_in) 了 | {who} will (1) {soon}
{it:#t:own,this,that} {who} 忘 在 {place} 了 | {who} left {it} {at place}
{it:书,词典,小说:this,that} 是 {who} 跟 {other} 借 的 | {who} borrowed {it} from {obj other}
{it:书,词典,雨伞,自行车:this,that} {who} 借 给 {other} 了 | {who} lent {it} to {obj other}
{it:书,词典,小说:this,that} {who} 还 没 还 给 {other} | {who} did not give {it} back to {obj other} yet
{it:#t:this,that} {who} 想 送 给 {other} | {who} {s want who} to give {it} to {obj other}
{it:书,小说,杂志:this,that} {who} 已经 看 完 了 | {who} already finished reading {it}
{it:书,小说,杂志:this,that} {who} (看_完=finished_reading/看_懂=understood/买_到=bought/找_到=found) 了 | \
{who} (1) {it}
{it:书,小说,电影:this,that} {who} 没 看 懂 | {who} did not understand {it}
{it:歌,汉字,问题:this,that} {who} (不_懂=understand/不_会=know) | {who} {do who} not (1) {it}
作业 {who} (还_没=not_yet/还_没=not_yet) (写/做) 完 | {who} did not finish homework yet
作业 {who} (写/做) 完 了 | {who} finished homework
{who} (作业=homework/早饭=breakfast/晚饭=dinner) 还 没 (做_完=finish/吃_完=finish) 呢 | {who} did not finish (1) yet
{who} 才 {n:3-12} 岁 | {who} {be who} only {n} years old
{who} {hour} 才 (来=come/到=arrive/走=leave/下班=finish_work/吃_晚饭=eat_dinner/回_来=come_back) | \
{who} did not (1) until {hour}
{who} {hour} 就 (走=left/到=arrived/下班=finished_work/回_来=came_back/睡=went_to_bed) 了 | \
{who} already (1) at {hour}
{who} {morrow} {hour} 就 (走=leave/到=arrive/回_来=come_back) | {who} will (1) at {hour} {morrow}
{who} {then} 又 (来=came/去=went/哭=cried/忘=forgot/说=said_it/买=bought_it) 了 | {who} (1) again {then}
{who} {future} 再 (来=come/去=go/说=say_it/买=buy_it/看=look_at_it/打_电话=call) | {who} will (1) again {future}
""")


def told(d: Draw, who: Np) -> Both:
    """What somebody did, did not, does, or will do."""
    make, tense = d.pick((done, ba, dative, dative, trip, act, deed)), d.pick("past past past fut hab")
    vp = make(d) if make in (done, trip, act) else make(d, {"who": who})
    tense = "past" if tense == "hab" and make in (done, ba, deed) else tense
    neg, kind = d.chance(0.2), {"past": "past", "fut": "future", "hab": "habit"}[tense]
    day = time(d, kind) if d.chance(0.5) and not (neg and tense == "hab") else None
    if tense == "fut" and day:
        return clause(d, who, vp, "hab", day, neg=neg)[0], clause(d, who, vp, "fut", day, neg=neg)[1]
    return clause(d, who, vp, "past" if tense == "fut" else tense, day, neg=neg)


ROOMS = [(6, frames.WANTING), (3, frames.OTHERS), (2.5, frames.NO_LONGER), (3, manner.GRADED), (1, manner.SO),
         (4, manner.LASTING), (1.3, standing.FINISHED), (2.5, standing.STANDING), (5, DONE),
         (1.5, onward.ONCE_DONE), (2, onward.LITTLE), (3, onward.THEN), (3.5, onward.ALL), (3.5, onward.FAR),
         (3.5, wondered.WONDERED)]
SHORT = [(share, [form for form in room if "，" not in form[0]]) for share, room in ROOMS]
PERSONAL = [(share, [form for form in room if "{who}" in form[0].split()[:3]]) for share, room in SHORT]
PERSONAL = [(share, room) for share, room in PERSONAL if room]
SILENT = [(share, [form for form in room if form[0].startswith("{who}")]) for share, room in PERSONAL]
"""Those of one clause; those that may be said of somebody given, and of somebody whom the Chinese does not name."""


def turned(d: Draw, form: tuple[str, str]) -> tuple[str, str]:
    """A form whose word of time may come before who it is about."""
    zh, en = form
    for word in ("then", "past", "soon", "future", "often", "habit"):
        if f"{{who}} {{{word}}}" in zh and d.chance(0.35):
            return zh.replace(f"{{who}} {{{word}}}", f"{{{word}}} {{who}}", 1), en
    return form


def one(d: Draw, who: Np | None = None, rooms: list | None = None) -> Both:
    """One clause; ``who``: of somebody given; ``rooms``: of some forms."""
    if d.chance(0.14):
        return told(d, who or person(d))
    rooms = rooms or (SHORT if who is None else PERSONAL if who.zh else SILENT)
    form = d.pick(d.rng.choices([room for _, room in rooms], [share for share, _ in rooms])[0])
    if who is None:
        return made(d, turned(d, form))
    return made(d, turned(d, form) if who.zh else form, who=who)


def said(d: Draw) -> Both:
    """One clause, or two."""
    roll = d.rng.random()
    if roll < 0.58:
        return one(d, rooms=ROOMS)
    if roll < 0.68:
        return any_of(d, d.pick((frames.LET, frames.LET, onward.THANKS)))
    return halves(d)


def halves(d: Draw) -> Both:
    """Two clauses: of one person, of two, of the weather and somebody."""
    who, roll = person(d), d.rng.random()
    named = silent(d, who) if d.chance(0.6) else again(d, who)
    if roll < 0.5:
        first = one(d, who)
    elif roll < 0.72:
        first = state(d, who, "habit")
    else:
        first, named = (sky(d, "habit") if roll < 0.82 else one(d)), person(d)
    second = one(d, named) if roll < 0.9 or d.chance(0.5) else any_deed(d, named, d.pick("past habit future"))
    kind = d.rng.random()
    if kind < 0.3:
        return join([first, second], [("，", ", and")])
    if kind < 0.5:
        return join([first, second], [(f"， {d.pick('但是 可是 不过')}", ", but")])
    if kind < 0.65:
        return join([first, second], [("， 所以", ", so")])
    if kind < 0.85:
        zh, en = join([first, second], [("， 所以", ",")])
        return [*plain("因为"), *zh], [*plain("because"), *en]
    zh, en = join([first, second], [(f"， {d.pick('但是 可是')}", ",")])
    return [*plain("虽然"), *zh], [*plain("although"), *en]


ASKED = [inquiries.WHETHER, inquiries.WHETHER, inquiries.WHETHER, inquiries.WHAT, inquiries.WHAT, inquiries.WHEN,
         inquiries.WHEN, inquiries.WHEN, onward.ONCE_ASKED, onward.CHOICE, onward.CHOICE,
         manner.GRADED_ASKED, wondered.WONDERED_ASKED]


def asked(d: Draw) -> Both:
    """A question about deeds, perhaps after something said."""
    form = d.pick(d.pick(ASKED))
    you = pronoun(d, "你") if d.chance(0.45) else person(d, "我")
    question = made(d, turned(d, form), **({"who": you} if "{who}" in form[0] else {}))
    if d.chance(0.85):
        return question
    roll, me = d.rng.random(), pronoun(d, d.pick("我 他 她"))
    first = sky(d, "habit") if roll < 0.3 else state(d, me, "habit") if roll < 0.65 else one(d)
    return join([first, question], [("，", ",")])
