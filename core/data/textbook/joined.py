"""Two clauses in a sentence, clauses within others, and nouns with a clause of their own."""

from __future__ import annotations

from core.data.grammar_verbs import be
from core.data.textbook import days, facts, where
from core.data.textbook import words as w
from core.data.textbook.choices import JOB, KIN, MOOD
from core.data.textbook.clauses import action, clause, do, finite, liking, quality
from core.data.textbook.doings import BOUNDS, doing, skill
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.phrases import Both, Draw, Np, linked, person, plain, pronoun, thing
from core.data.textbook.talk import question
from core.data.textbook.times import time
from core.data.textbook.verbal import Vp
from core.data.textbook.verbs import inflect

GROUPS = [(3, where.EXISTENCE), (3, where.LOCATED), (3, facts.IDENTITY), (2, days.TIMES), (2, days.WEATHER),
          (2, facts.COMPARISON), (1, facts.MANNER), (2, facts.CHANGES), (2, days.HABITS), (3, days.GIVING)]

slot(action)
ONCE = [("下课", "finish class"), ("下课", "finish class"), ("下班", "finish work"), ("起床", "get up"),
        ("到 家", "get home"), ("回 家", "get home"), ("回 家", "get home"), ("到 学校", "get to school"),
        ("到 机场", "get to the airport"), ("到 北京", "get to beijing"), ("有 时间", "have time"),
        ("有 钱", "have money"), ("吃 完 饭", "finish eating"), ("做 完 作业", "finish homework"),
        ("看见 狗", "see dogs")]


@slot
def once(d: Draw) -> Vp:
    """下课, finish class: after which something comes at once."""
    return Vp(*d.pick(ONCE), d.key())


@slot
def bound(d: Draw) -> Both:
    """吃饭, eating; 下课, class: before or after which something is."""
    return d.unit(*d.pick(BOUNDS))


slot(quality)


@slot
def ask(d: Draw) -> Both:
    """A question within a sentence."""
    return question(d, True)


@slot
def fact(d: Draw) -> Both:
    """A clause of the facts."""
    return any_of(d, d.rng.choices([group for _, group in GROUPS], [share for share, _ in GROUPS])[0])


@slot
def weather(d: Draw) -> Both:
    """Weather."""
    return any_of(d, days.WEATHER)


@slot
def half(d: Draw) -> Both:
    """Any clause."""
    return d.pick((action, action, liking, quality, fact, fact))(d)


@slot
def hope(d: Draw) -> Both:
    """What one hopes or plans."""
    return action(d, tense=d.pick("fut able fut"))


@slot
def opinion(d: Draw) -> Both:
    """What one may think."""
    return d.pick((quality, lambda d: any_of(d, facts.COMPARISON), lambda d: any_of(d, facts.MANNER), weather, hard))(d)


@slot
def hard(d: Draw) -> Both:
    """学 汉语 很 难."""
    vp, (zh, en) = doing(d, "bare", 0), d.pick((("难", "difficult"), ("容易", "easy"), ("有意思", "interesting"),
                                                ("重要", "important")))
    return [*vp.whole_zh(), *plain(f"很 {zh}")], [*vp.whole_en("ing"), *plain(f"is very {en}")]


TWO = forms(f"""
{{half}} ， 但是 {{half2}} | {{half}} , but {{half2}}
{{half}} ， 可是 {{half2}} | {{half}} , but {{half2}}
因为 {{half}} ， 所以 {{half2}} | because {{half}} , {{half2}}
因为 {{weather}} ， 所以 {{action}} | because {{weather}} , {{action}}
{{half}} ， 因为 {{half2}} | {{half}} because {{half2}}
虽然 {{half}} ， (但是/可是) {{half2}} | although {{half}} , {{half2}}
虽然 {{weather}} ， (但是/可是) {{action}} | although {{weather}} , {{action}}
如果 {{weather}} ， {{who}} 就 {{vp}} | if {{weather}} , {{who}} will {{base vp}}
如果 {{future}} (下雨=it_rains/不_下雨=it_does_not_rain/下雪=it_snows) ， {{who}} 就 (不/不) {{vp}} | if (1) \
{{future}} , {{who}} will not {{base vp}}
如果 {{future}} (下雨=it_rains/不_下雨=it_does_not_rain) ， {{who}} 就 {{vp}} | if (1) {{future}} , {{who}} will \
{{base vp}}
{{half}} ， {{half2}} | {{half}} , and {{half2}}
{{weather}} ， {{action}} | {{weather}} , and {{action}}
{{half}} ， {{she}} 也 {{vp}} | {{half}} , and {{she}} also {{s vp she}}
{{who}} {{vp:bare,one}} 的时候 ， {{again who}} {{vp2:bare,one}} | when {{who}} {{s vp who}} , {{again who}} {{s vp2 \
who}}
{{who}} {{vp:bare,one}} 的时候 ， {{action}} | when {{who}} {{s vp who}} , {{action}}
{{who}} 小 的时候 {{vp:bare,one}} | when {{who}} {{was who}} young , {{again who}} {{past vp}}
{{who}} 小 的时候 住 在 {{town}} | when {{who}} {{was who}} young , {{again who}} lived {{at town}}
{{who}} (累=tired/忙=busy/高兴=happy/饿=hungry) 的时候 {{vp:bare,one}} | when {{who}} {{be who}} (1) , {{again who}} \
{{s vp who}}
{{bound}} 以前 ， {{who}} {{vp2:bare,one}} | before {{bound}} , {{who}} {{s vp2 who}}
{{vp:bare,own}} 以后 ， {{who}} {{vp2:bare,one}} | after {{ing vp}} , {{who}} {{s vp2 who}}
{{bound}} 以前 ， {{who}} 应该 {{vp2:bare,one}} | before {{bound}} , {{who}} should {{base vp2}}
{{bound}} 以前 要 (洗_手=wash_hands/吃_药=take_medicine/喝_水=drink_water/休息=rest) | you should (1) before {{bound}}
{{bound}} 以前 应该 {{vp2:bare}} | you should {{base vp2}} before {{bound}}
{{who}} 一 {{vp:bare,own}} 就 {{vp2:bare,one}} | as soon as {{who}} {{s vp who}} , {{again who}} {{s vp2 who}}
{{who}} 一 {{once}} 就 {{vp:bare,one}} | as soon as {{who}} {{s once who}} , {{again who}} {{s vp who}}
{{who}} 一 {{once}} 就 {{vp:bare,one}} | as soon as {{who}} {{s once who}} , {{again who}} {{s vp who}}
{{who}} {{habit}} 一 {{once}} 就 {{vp:bare,one}} | as soon as {{who}} {{s once who}} , {{again who}} {{s vp who}} \
{{habit}}
{{who}} {{future}} 一 {{once}} 就 {{vp:bare,one}} | as soon as {{who}} {{s once who}} {{future}} , {{again who}} will \
{{base vp}}
{{future}} {{who}} 一 {{once}} 就 去 {{place}} | as soon as {{who}} {{s once who}} {{future}} , {{again who}} will go \
{{to place}}
{{who}} 一 回 家 就 {{vp:bare,one}} | as soon as {{who}} {{s get who}} home , {{again who}} {{s vp who}}
{{who}} 一 到 家 就 {{vp:bare,one}} | as soon as {{who}} {{s get who}} home , {{again who}} {{s vp who}}
{{who}} 一 起床 就 {{vp:bare,one}} | as soon as {{who}} {{s get who}} up , {{again who}} {{s vp who}}
{{who}} 一 下课 就 {{vp:bare,one}} | as soon as {{who}} {{s finish who}} class , {{again who}} {{s vp who}}
{{who}} 一边 {{vp:bare,own}} 一边 {{vp2:bare,own}} | {{who}} {{s vp who}} while {{ing vp2}}
{{who}} 先 {{vp:bare,own}} ， 再 {{vp2:bare,one}} | {{who}} first {{s vp who}} and then {{s vp2 who}}
{{who}} 先 {{vp:bare,own}} 再 {{vp2:bare,one}} | {{who}} first {{s vp who}} and then {{s vp2 who}}
{{who}} 不但 会 说 (英语=english/汉语=chinese) ， 而且 会 说 (法语=french/日语=japanese) | {{who}} can speak not \
only (1) but also (2)
{{who}} 不但 会 说 (英语=english/法语=french) ， 而且 还 会 说 (汉语=chinese/日语=japanese) | {{who}} can speak not \
only (1) but also (2)
{{who}} 不但 ({MOOD}) ， 而且 ({MOOD}) | {{who}} {{be who}} not only (1) but also (2)
我 ({KIN}) 是 ({JOB}) ， ({KIN}) 是 ({JOB}) | my (1) is a (2) and my (3) is a (4)
他 ({KIN}) 是 ({JOB}) ， ({KIN}) 是 ({JOB}) | his (1) is a (2) and his (3) is a (4)
她 ({KIN}) 是 ({JOB}) ， ({KIN}) 是 ({JOB}) | her (1) is a (2) and her (3) is a (4)
小明 的 ({KIN}) 是 ({JOB}) ， ({KIN}) 是 ({JOB}) | xiaoming 's (1) is a (2) and his (3) is a (4)
安娜 的 ({KIN}) 是 ({JOB}) ， ({KIN}) 是 ({JOB}) | anna 's (1) is a (2) and her (3) is a (4)
{{who}} 会 {{skill}} ， {{other}} 不 会 | {{who}} can {{base skill}} , but {{other}} can not
{{who}} 想 {{vp}} ， {{other}} 也 想 {{vp2}} | {{who}} {{s want who}} to {{base vp}} , and {{other}} also {{s want \
other}} to {{base vp2}}
{{who}} {{future}} 去 {{place}} ， {{other}} 也 想 去 | {{who}} will go {{to place}} {{future}} , and {{other}} also \
{{s want other}} to go
{{who}} (以前=before/去年=last_year) 住 在 {{town}} ， 现在 住 在 {{town2}} | {{who}} lived {{at town}} (1) and \
now {{s live who}} {{at town2}}
{{who}} {{past}} 在 {{desk}} 工作 ， 现在 在 {{desk2}} 工作 | {{who}} worked {{at desk}} {{past}} and now {{s \
work who}} {{at desk2}}
""")
THOUGHTS = forms("""
{who} 觉得 {opinion} | {who} {s think who} that {opinion}
{who} 觉得 {opinion} | {who} {s think who} that {opinion}
{who} 觉得 {hard} | {who} {s think who} that {hard}
{who} 希望 {hope} | {who} {s hope who} that {hope}
{who} 说 {half} | {who} {s say who} that {half}
{who} 知道 {half} | {who} {s know who} that {half}
{who} 告诉 {other} {half} | {who} told {obj other} that {half}
{who} 告诉 {other} {ask} | {who} told {obj other} {ask}
{who} 问 {other} {ask} | {who} asked {obj other} {ask}
{who} 很 高兴 (能/能) 认识 {other} | {who} {be who} very happy to meet {obj other}
{who} 很 高兴 (认识=meet/见_到=see/认识=meet) {other} | {who} {be who} very happy to (1) {obj other}
{who} 很 想 {vp} | {who} really {s want who} to {base vp}
{who} 很 想 (认识=meet/见=meet) {clothed} | {who} really {s want who} to (1) {clothed}
""")


@slot
def skill_(d: Draw):
    """Something that one can do."""
    return skill(d)


def shared(d: Draw) -> Both:
    """Two clauses of one person: the second without its subject, or with a pronoun."""
    who, kinds = person(d), (action, action, action, liking, quality, quality)
    first, roll = d.pick(kinds)(d, who), d.rng.random()
    if roll < 0.5:
        second, links = d.pick(kinds)(d, who, drop=True), (plain("，"), plain("and"))
    elif roll < 0.65:
        second, links = d.pick(kinds)(d, who, drop=True), (plain(d.pick(("， 但是", "， 可是"))), plain("but"))
    elif roll < 0.85:
        second, links = d.pick(kinds)(d, pronoun(d, who.pronoun)), (plain("，"), plain(", and"))
    else:
        second = d.pick(kinds)(d, pronoun(d, who.pronoun))
        links = plain(d.pick(("， 但是", "， 可是"))), plain(", but")
    return [*first[0], *links[0], *second[0]], [*first[1], *links[1], *second[1]]


@slot
def clothed(d: Draw) -> Np:
    """穿 红色 毛衣 的 女孩; 会 唱歌 的 那 个 人."""
    noun, kind = d.pick("女孩 男孩 人 老师 学生 孩子 男人 女人"), d.pick("wear wear can hab prog")
    zh_det, en_det = d.pick((("那 个", "that"), ("那 个", "that"), ("", "the"), ("这 个", "this")))
    if kind == "wear":
        obj = thing(d, d.pick(w.tagged("#w")), "one", 1.0)
        bare = obj.zh[2:] if obj.zh[0][0] == "一" and d.chance(0.7) else obj.zh
        inner = [*plain("穿"), *bare], [*plain("who is wearing"), *obj.en]
    else:
        vp = skill(d) if kind == "can" else doing(d, "bare one")
        kind = "hab" if vp.goes else kind
        inner = clause(d, Np([], [("who", 0, ())]), vp, kind)
    head = (noun, d.key(), ())
    en = [*plain(en_det), (w.HUMANS[noun], d.last, ()), *inner[1]]
    if zh_det and d.chance(0.3):
        return Np([*inner[0], ("的", 0, ()), *plain(zh_det), head], en)
    return Np([*plain(zh_det), *inner[0], ("的", 0, ()), head], en)


MADE = [("买", "buy", "#t #f #v", "past"), ("看", "read", "书 小说 杂志 信", "past"), ("看", "watch", "电影", "past"),
        ("写", "write", "信 书", "past"), ("喜欢", "like", "#t #a 歌", "hab"), ("做", "make", "蛋糕", "past"),
        ("画", "draw", "花 鸟 猫 狗", "past"), ("借", "borrow", "书 词典", "past"), ("穿", "wear", "#w", "prog"),
        ("给 我", "give me", "#t", "past"), ("唱", "sing", "歌", "past"), ("送 给 我", "give me", "#t", "past")]


@slot
def bought(d: Draw) -> Np:
    """我 昨天 买 的 那 本 书."""
    zh, en, nouns, tense = d.pick(MADE)
    who = person(d, "我" if zh[-1] == "我" else "")
    n, k = w.NOUNS[d.pick(w.tagged(nouns))], d.key()
    when = time(d, "past") if tense == "past" and d.chance(0.4) else ([], [])
    form = {"past": "past", "prog": "ing"}.get(tense) or finite(who.agree)
    verb = [*(plain(be(who.agree)) if tense == "prog" else []), *plain(" ".join(inflect(en, form)))]
    this = d.chance(0.35) and n.measure and n.kind != "m"
    det_zh, det_en = (plain(f"那 {n.measure}"), "those" if n.kind == "p" else "that") if this else ([], "the")
    zh_side = [*who.zh, *when[0], *plain(zh), ("的", 0, ()), *det_zh, *linked(n.zh, k)]
    en_side = [*plain(det_en), *linked(n.en, k), *plain("that"), *who.en, *verb, *when[1]]
    return Np(zh_side, en_side, "p" if n.kind == "p" else "3")


RELATIVES = forms(f"""
{{clothed}} 是 {{kin}} | {{clothed}} is {{kin}}
{{clothed}} 是 {{friend}} 的 ({KIN}) | {{clothed}} is {{own friend}} (1)
{{clothed}} 很 ({MOOD}) | {{clothed}} is very (1)
{{who}} 认识 {{clothed}} | {{who}} {{s know who}} {{clothed}}
{{who}} 喜欢 {{clothed}} | {{who}} {{s like who}} {{clothed}}
{{who}} 看见 了 {{clothed}} | {{who}} saw {{clothed}}
{{who}} 想 认识 {{clothed}} | {{who}} {{s want who}} to meet {{clothed}}
{{bought}} 在 {{spot}} | {{bought}} {{be bought}} {{spot}}
{{bought}} 很 (漂亮=beautiful/贵=expensive/便宜=cheap/好=good/新=new) | {{bought}} {{be bought}} very (1)
{{bought}} 很 (漂亮=beautiful/贵=expensive/便宜=cheap/好=good/有意思=interesting) | {{bought}} {{be bought}} very (1)
{{bought}} 不 (漂亮=beautiful/贵=expensive/便宜=cheap/好=good) | {{bought}} {{be bought}} not (1)
{{who}} 喜欢 {{bought}} | {{who}} {{s like who}} {{bought}}
{{who}} 不 喜欢 {{bought}} | {{who}} {{do who}} not like {{bought}}
{{who}} 正在 找 {{bought}} | {{who}} {{be who}} looking for {{bought}}
""")
WHICH = forms("""
{clothed} 是 谁 | who is {clothed}
{bought} (漂亮=beautiful/贵=expensive/便宜=cheap/好=good/有意思=interesting) 吗 | {be bought} {bought} (1)
{bought} 在 (哪里/哪儿) | where {be bought} {bought}
{who} 认识 {clothed} 吗 | {do who} {who} know {clothed}
""")


def thought(d: Draw) -> Both:
    """知道, 不 知道 + a question; 觉得, 希望, 说, 告诉; 很 高兴 认识."""
    who = person(d)
    if d.chance(0.35):
        inner = question(d, True, who.zh[0][0])
        no = d.chance(0.75)
        said = plain(f"{do(who.agree)} not know" if no else inflect("know", finite(who.agree))[0])
        return [*who.zh, *plain("不 知道" if no else "知道"), *inner[0]], [*who.en, *said, *inner[1]]
    return any_of(d, THOUGHTS, who=who)


__all__ = ["GROUPS", "RELATIVES", "THOUGHTS", "TWO", "WHICH", "fact", "half", "shared"]
