"""What somebody says, asks, hears, sees, hopes, forgets and allows: clauses and questions within a sentence."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.acts import spread
from core.data.textbook.clauses import action, clause, liking, quality
from core.data.textbook.doings import doing, going
from core.data.textbook.forms import any_of, made, slot
from core.data.textbook.phrases import Both, Draw, Np, person, plain, pronoun
from core.data.textbook.reasons import again, silent, state
from core.data.textbook.story import deed
from core.data.textbook.times import time
from core.data.textbook.urging import GROUND

ADVERBIAL = [("什么时候", "when", "past fut fut want"), ("为什么", "why", "past past hab want fut"),
             ("怎么", "how", "hab fut past"), ("几 点", "what time", "hab fut past"),
             ("在 哪儿", "where", "hab"),
             ("跟 谁", "who", "hab"), ("跟 谁 一起", "who", "hab"), ("为什么", "why", "past past")]
APART = ("在 哪儿", "跟 谁", "跟 谁 一起")
INNER = spread("""
从 这儿 到 {ground} 要 多 长 时间 | how long it takes from here to {ground}
从 {ground2} 到 {ground} 要 多 长 时间 | how long it takes from {ground2} to {ground}
从 这儿 到 {ground} [要/] 怎么 走 | how to get from here to {ground}
从 这儿 [去/到] {ground} 怎么 走 | how to get from here to {ground}
{ground} 离 这儿 [有/] 多 远 | how far {ground} is from here
(火车=the_train/飞机=the_plane/公共汽车=the_bus) [几_点/什么时候] (开=leaves/到=arrives/来=comes) | when (1) (2)
(电影=the_movie/比赛=the_match/考试=the_exam) [几_点/什么时候] 开始 | when (1) begins
{it:#t,#v:this,that} 多少 钱 | how much {it} {be it}
{it:#t,#v:this,that} 是 在 [哪儿/哪里] 买 的 | where {it} {was it} bought
{it:#t,#v:this,that} 是 谁 的 | whose {it} {be it}
{other} 住 [几/哪] 号 楼 | what building {other} {s live other} in
{other} 是 (哪_国=what_country) 人 | (1) {other} {be other} from
{other} 的 生日 是 [几_月_几_号/哪_天/什么时候] | when {own other} birthday is
{other} 喜欢 什么 (颜色=color/电影=movie/书=book) | what (1) {other} {s like other}
{other} 怎么 了 | what is the matter with {obj other}
{other} 说 了 什么 | what {other} said
{other} 在 (做=doing/看=reading/吃=eating/写=writing/找=looking_for) 什么 | what {other} {be other} (1)
(应该=should/要=should) 怎么 (走=go/做=do_it/写=write_it/说=say_it) | how I (1) (2)
谁 (会=can/能=can) {skill} | who can {base skill}
{other} (会_不_会=can/能_不_能=can) {skill} | if {other} can {base skill}
""")
INNER += spread("""
{other} 在 [哪儿/哪里] 工作 | where {other} {s work other}
{other} 什么时候 (来=come/走=leave/回_家=go_home/回_来=come_back) | when {other} will (1)
{other} (想_不_想=want/要_不_要=want) {vp:bare,one} | if {other} {s want other} to {base vp}
{other} 有 没有 (时间=time/钱=money/票=a_ticket/车=a_car/课=class) | if {other} {s have other} (1)
{other} 是 不 是 (老师=teacher/学生=student/医生=doctor/司机=driver) | if {other} {be other} a (1)
{other} 来 不 来 | if {other} will come
{other} {future} 去 不 去 | if {other} will go {future}
{other} 喜欢 不 喜欢 {it:#f,#d,音乐,历史:bare} | if {other} {s like other} {it}
{future} 会 不 会 (下雨=rain/下雪=snow) | if it will (1) {future}
这儿 附近 有 没有 (银行=bank/超市=supermarket/饭馆=restaurant/医院=hospital/书店=bookshop) | if there is a (1) near \
here
""")


def wondered(d: Draw, who: Np) -> Both:
    """昨天 晚上 为什么 没 给 她 打 电话, why I did not call her yesterday evening: of somebody, named or not."""
    zh, en, tenses = d.pick(ADVERBIAL)
    tense, neg = d.pick(tenses), zh == "为什么" and d.chance(0.55)
    vp = going(d, 0.2, who) if d.chance(0.35) and zh not in APART else doing(d, "bare bare one", 0, who)
    while zh in APART and (vp.zh_before or vp.goes or vp.zh == "住"):
        vp = doing(d, "bare one", 0, who)
    kind = {"past": "past", "fut": "future", "hab": "habit"}.get(tense)
    when = time(d, kind) if kind and d.chance(0.5) and zh not in ("什么时候", "几 点") else None
    whole, said = clause(d, Np([("<who>", 0, ())], who.en, who.agree), vp, tense, when, neg=neg, ask="sub")
    rest = [word for word in whole if word[0] != "<who>"]
    skip = len(when[0]) if when else 0
    asked_zh, front = d.unit(zh, en)
    if tense == "past" and not neg and zh in ("什么时候", "怎么", "几 点"):
        rest = [*[x for x in rest if x[0] != "了"], *plain("的")]
    head = [*rest[:skip], *who.zh] if when and d.chance(0.2) and who.zh else [*who.zh, *rest[:skip]]
    return [*head, *asked_zh, *rest[skip:]], [*front, *said, *plain("with" if en == "who" else "")]


def inner(d: Draw, who: Np, avoid: str = "") -> Both:
    """Any question within a sentence; ``who``: perhaps of this person."""
    if d.chance(0.5):
        return wondered(d, who)
    other = who if who.zh else person(d, avoid or who.pronoun[0])
    return any_of(d, INNER, other=other, who=other)


def said_of(d: Draw, who: Np) -> Both:
    """What is said of somebody, named, silent, or with the weather."""
    roll = d.rng.random()
    if roll < 0.12:
        return any_of(d, GROUND[:9])
    if roll < 0.5:
        return deed(d, who, "future", time(d, "future") if d.chance(0.5) else None)
    if roll < 0.7:
        return action(d, who, tense="past")
    if roll < 0.8:
        return state(d, who, "habit")
    return d.pick((liking, quality, action))(d, who)


@slot
def him(d: Draw) -> Np:
    """He who was spoken of."""
    return pronoun(d, d.pick("他 她"))


@slot
def inside(d: Draw) -> Both:
    """A question of anybody within a sentence."""
    return inner(d, person(d, "我"), "我")


def _addressee(d: Draw, who: Np) -> Np:
    return person(d, who.zh[0][0], who.mine if who.mine in w.PRONOUNS else "我")


def reported(d: Draw) -> Both:
    """小明 告诉 妈妈 ， 他 明天 不 去 学校; 他 说 晚上 再 打; 她 问 我 为什么 没 来."""
    who, roll = person(d), d.rng.random()
    other, past = _addressee(d, who), d.chance(0.25)
    when = time(d, "past") if past else ([], [])
    if roll < 0.25:
        what = said_of(d, d.pick((again, silent))(d, who))
        comma = plain("，") if d.chance(0.2) else []
        says = plain("said" if past else "says" if who.agree == "3" else "say")
        return ([*who.zh, *when[0], *plain("说"), *comma, *what[0]],
                [*who.en, *says, *when[1], *plain("that"), *what[1]])
    about = other if other.pronoun in "我你我们你们" else person(d, who.zh[0][0])
    asks = d.chance(0.5)
    about = silent(d, other) if asks and d.chance(0.55) else again(d, d.pick((who, about)))
    if about.zh and about.zh[0][0] == other.zh[0][0] and not asks:
        about = again(d, who)
    what = inner(d, about, who.zh[0][0]) if asks else said_of(d, about)
    verb = ("问", "asked") if asks else ("告诉", "told")
    comma = plain("，") if d.chance(0.25) else []
    that = [] if asks else plain("that")
    return ([*who.zh, *when[0], *plain(verb[0]), *other.zh, *comma, *what[0]],
            [*who.en, *plain(verb[1]), *other.en_object, *when[1], *that, *what[1]])


LETS = spread("""
{who} 不 让 {other} {does} | {who} {do who} not let {obj other} {base does}
{who} 让 {other} {does} | {who} {s ask who} {obj other} to {base does}
{who} 让 {other} 别 {does} | {who} {s ask who} {obj other} not to {base does}
{who} 看见 {other} {does} 了 | {who} saw {obj other} {base does}
{who} {past} 看见 {other} {does} 了 | {who} saw {obj other} {base does} {past}
{who} 看见 {other} [在/正在] {acting} | {who} saw {obj other} {ing acting}
{who} {past} 看见 {other} 在 {place} {acting} | {who} saw {obj other} {ing acting} {at place} {past}
{who} 看见 {other} (哭=cry/笑=smile/走=leave) 了 | {who} saw {obj other} (1)
{who} {past} 看见 {other} (哭=cry/笑=smile) 了 | {who} saw {obj other} (1) {past}
{who} 看见 {other} 很 高兴 | {who} {be who} very happy to see {obj other}
{who} 一 看见 {other} 就 很 (高兴=happy/紧张=nervous) | as soon as {who} {s see who} {obj other} , {again who} \
{be who} very (1)
{who} 忘 了 {other} 的 (名字=name/生日=birthday/电话=phone) | {who} forgot {own other} (1)
{who} 忘 了 {inside} | {who} forgot {inside}
{who} 忘 了 {does} | {who} forgot to {base does}
{who} 忘 了 带 (雨伞=an_umbrella/钱=money/词典=a_dictionary/手机=a_phone/票=a_ticket/作业=homework) | {who} forgot \
to bring (1)
{who} {past} 忘 了 {does} | {who} forgot to {base does} {past}
{who} 没 忘 {other} 的 (名字=name/生日=birthday) | {who} did not forget {own other} (1)
{who} 不 知道 {inside} | {who} {do who} not know {inside}
{who} 知道 {inside} | {who} {s know who} {inside}
{who} 也 不 知道 {inside} | {who} also {do who} not know {inside}
{who} 想 知道 {inside} | {who} {s want who} to know {inside}
请 告诉 (我=me/我们=us) {inside} | please tell (1) {inside}
{who} 没 告诉 {other} {inside} | {who} did not tell {obj other} {inside}
{who} 没 想 到 {hope} | {who} did not think that {hope}
{who} 没 想 到 在 这儿 能 看见 {other} | {who} did not think that {again who} can see {obj other} here
{who} 希望 {other} 能 {does} | {who} {s hope who} that {other} can {base does}
{who} 希望 {other} {future} 能 {does} | {who} {s hope who} that {other} can {base does} {future}
{who} 真 希望 {other} 能 {does} | {who} really {s hope who} that {other} can {base does}
听说 {other} {future} 要 {does} | I heard that {other} will {base does} {future}
听说 {half} | I heard that {half}
我 听 {other} 说 {half} | I heard from {obj other} that {half}
医生 说 {who} (不_能=can_not/应该=should/不_应该=should_not/可以=can) {does} | the doctor says that {who} (1) \
{base does}
医生 说 {who} 应该 多 (喝_水=drink_more_water/休息=rest_more) ， 少 (喝_咖啡=drink_less_coffee/吃_肉=eat_less_meat/\
看_电视=watch_less_television) | the doctor says that {who} should (1) and (2)
医生 让 {who} 多 (喝_水=drink_more_water/休息=rest_more/吃_水果=eat_more_fruit) | the doctor asks {obj who} to (1)
大家 都 (说=says/觉得=thinks/知道=knows) {opinion} | everyone (1) that {opinion}
大家 都 觉得 {it:汉语,英语,汉字,作业,历史:bare} (很=very) (难=difficult/有意思=interesting/容易=easy) | everyone \
thinks that {it} {be it} (1) (2)
""")
LETS += spread("""
{who} 总是 不 让 {other} {does} | {who} always {do who} not let {obj other} {base does}
听说 {other} [要/快_要] 回 (家=home/北京=to_beijing/中国=to_china/上海=to_shanghai) 了 | I heard that {other} \
{be other} going back (1)
{who} 让 我 在 {place} 等 {him} | {who} {s ask who} me to wait for {obj him} {at place}
{who} 让 我 {does} | {who} {s ask who} me to {base does}
{who} 说 {him} 会 {skill} | {who} {s say who} that {him} can {base skill}
{who} 觉得 {him} (很=very/太=too/不=not) (忙=busy/累=tired/聪明=clever) | {who} {s think who} that {him} {be him} \
(1) (2)
{who} 不 知道 {him} 应该 (做=do/买=buy/吃=eat/写=write/说=say) 什么 | {who} {do who} not know what {him} should (1)
{who} 不 知道 {him} 应该 怎么 (做=do_it/走=go/说=say_it/写=write_it) | {who} {do who} not know how {him} should (1)
{who} 希望 {him} {future} 能 (去_中国=go_to_china/上_大学=go_to_university/找_到_工作=find_a_job/回_家=go_home) | \
{who} {s hope who} \
that {him} can (1) {future}
{who} 忘 了 {him} 把 {it:手机,词典,书,包,雨伞,票:own,the} 放 在 [哪里/哪儿] 了 | {who} forgot where {him} put {it}
{who} 让 我 在 {place} 等 [你/您] | {who} {s ask who} me to wait for you {at place}
""")


def lets(d: Draw) -> Both:
    """让, 不 让, 看见, 忘 了, 希望, 听说."""
    form = d.pick(LETS)
    if "{him}" in form[0]:
        who = person(d)
        while "让 我" in form[0] and who.zh[0][0][0] == "我":
            who = person(d)
        return made(d, form, who=who, him=again(d, who))
    if "让 我" in form[0]:
        who = person(d, "我")
        while who.zh[0][0][0] in "我你":
            who = person(d, "我")
        return made(d, form, who=who)
    return made(d, form)


WONDER = spread("""
你 知道 {inside} 吗 | do you know {inside}
(你=you/您=you) 知道 {inside} 吗 | do (1) know {inside}
你 知道 不 知道 {inside} | do you know {inside}
[你/您] [能/可以] 告诉 (我=me/我们=us) {inside} 吗 | can you tell (1) {inside}
能 告诉 (我=me/我们=us) {inside} 吗 | can you tell (1) {inside}
{who} 知道 {inside} 吗 | {do who} {who} know {inside}
{who} 告诉 过 (你=you/你们=you) {inside} 吗 | did {who} tell (1) {inside}
{who} 说 过 {inside} 吗 | did {who} say {inside}
{half} ， [对_吗/对_不_对/是_吗/是_不_是] | {half} , right
{half} ， 你 知道 吗 | {half} , do you know
我 觉得 {opinion} ， 你 觉得 呢 | I think that {opinion} , what do you think
{who} 觉得 {opinion} 吗 | {do who} {who} think that {opinion}
你 觉得 {other} 会 {does} 吗 | do you think that {other} will {base does}
你 觉得 (哪_个=which_one/哪_件=which_one/哪_本=which_one) (好=good/好看=beautiful/便宜=cheap/有意思=interesting) | \
(1) do you think is (2)
""")


def wonder(d: Draw) -> Both:
    """你 知道 ... 吗; 能 告诉 我 ... 吗; ..., 对 吗."""
    form = d.pick(WONDER)
    if "{who}" in form[0]:
        who = person(d, "你")
        return made(d, form, who=who if who.zh[0][0][0] != "我" else person(d, "我"))
    return made(d, form)
