"""Clauses of time with a subject of their own: when, before, after, in the past, to come, as a habit, and not yet."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.acts import spread
from core.data.textbook.clauses import action, clause, finite
from core.data.textbook.doings import doing, skill
from core.data.textbook.forms import any_of, forms
from core.data.textbook.phrases import Both, Draw, Np, person, plain
from core.data.textbook.places import place
from core.data.textbook.reasons import again, silent
from core.data.textbook.story import deed, join
from core.data.textbook.times import time
from core.data.textbook.urging import URGE
from core.data.textbook.verbal import Vp

RELATIONS = {"的时候": "when", "以前": "before", "以后": "after"}
EVENTS = [("到 家", "get home"), ("到 学校", "get to school"), ("到 机场", "get to the airport"),
          ("到 火车站", "get to the train station"), ("到 教室", "get to the classroom"), ("到 北京", "get to beijing"),
          ("来 中国", "come to china"), ("来 这儿", "come here"), ("回 家", "go home"), ("起床", "get up"),
          ("下班", "finish work"), ("下课", "finish class"), ("出 去", "go out"), ("出 去 玩", "go out to play"),
          ("考试", "take an exam"), ("上课", "have class"), ("上 大学", "go to university"),
          ("吃 完 饭", "finish eating"), ("做 完 作业", "finish homework"),
          ("开车", "drive"), ("吃饭", "eat"), ("走", "leave"), ("打 电话", "make a phone call"),
          ("找 到 工作", "find a job"), ("旅行", "travel"), ("生病", "get sick"), ("吃 完 药", "take medicine"),
          ("做 完 饭", "finish cooking"), ("看 完 电影", "watch the movie"), ("洗 完 手", "wash hands"),
          ("买 完 东西", "go shopping"), ("工作", "work")]
GONE = [("走 了", "left", "leave"), ("睡 了", "gone to bed", "go to bed"), ("回 家 了", "gone home", "go home"),
        ("到 了", "arrived", "arrive"), ("起床 了", "got up", "get up"), ("吃 完 饭 了", "finished eating", "eat"),
        ("开始 上课 了", "begun class", "begin class"), ("开始 工作 了", "begun to work", "begin to work"),
        ("下班 了", "finished work", "finish work"), ("出 去 了", "gone out", "go out"),
        ("做 好 饭 了", "cooked", "cook"), ("做 完 作业 了", "finished homework", "finish homework"),
        ("来 了", "come", "come")]
ROUND = forms("""
外面 在 (下雨=raining/下雪=snowing) | it was (1) outside
外面 下 着 (雨=raining/雪=snowing) | it was (1) outside
外面 很 (冷=cold/热=hot) | it was very (1) outside
家 里 没有 人 | there was nobody at home
房间 里 没有 人 | there was nobody in the room
教室 里 一 个 人 也 没有 | there was nobody in the classroom
(门=the_door/窗户=the_window) (开=open/关=closed) 着 | (1) was (2)
天 已经 黑 了 | it was already dark
(电影=the_movie/比赛=the_match/考试=the_exam) 已经 开始 了 | (1) had already begun
(火车=the_train/飞机=the_plane/公共汽车=the_bus) 已经 走 了 | (1) had already left
(火车=the_train/飞机=the_plane/公共汽车=the_bus) 还 没 (来=come/到=arrive) | (1) did not (2) yet
(银行=the_bank/超市=the_supermarket/商店=the_shop) 已经 关 门 了 | (1) was already closed
""")
FELT = [("很 高兴", "very happy"), ("很 累", "very tired"), ("很 忙", "very busy"), ("非常 紧张", "very nervous"),
        ("有点儿 紧张", "a little nervous"), ("很 饿", "very hungry"), ("很 年轻", "very young"),
        ("不 太 高兴", "not very happy")]


def _event(d: Draw, who: Np, word: str) -> Vp:
    """What happens, at which something else is."""
    if d.chance(0.6):
        return Vp(*d.pick(EVENTS), d.key())
    while (vp := doing(d, "bare own one", 0.15, who)).en in ("live", "see", "find", "wear"):
        pass
    return Vp("睡觉", "go to bed", d.key()) if vp.en == "sleep" and word != "的时候" else vp


def _named(d: Draw, who: Np) -> tuple[Np, Np, bool]:
    """The subjects of both clauses, and whether they are one person."""
    roll = d.rng.random()
    if roll < 0.55:
        other = person(d, who.zh[0][0], who.mine if who.mine in w.PRONOUNS else "我")
        return who, other, False
    return who, silent(d, who) if roll < 0.8 else again(d, who), True


def _then(d: Draw, who: Np, same: bool, dated: bool, word: str) -> Both:
    """What was so then."""
    roll = d.rng.random()
    was = "was" if who.agree in "13" else "were"
    if word == "以前":
        return _not_yet(d, who, was)
    if word == "以后" or roll < 0.15:
        did = action(d, who, tense="past", when=False, neg=0.2)
        return _then(d, who, same, dated, word) if "已经" in [x[0] for x in did[0]] else did
    if roll < 0.4 and dated:
        return action(d, who, tense="pprog", when=False, neg=0)
    if roll < 0.6 and not same:
        zh, pp, base = d.pick(GONE)
        if d.chance(0.3):
            return ([*who.zh, *plain(f"还 没 {zh.removesuffix(' 了')}")], [*who.en, *plain(f"did not {base} yet")])
        return [*who.zh, *plain(f"已经 {zh}")], [*who.en, *plain(f"had already {pp}")]
    if roll < 0.8:
        return any_of(d, ROUND)
    zh, en = d.pick(FELT)
    return [*who.zh, *plain(zh)], [*who.en, *plain(f"{was} {en}")]


def _not_yet(d: Draw, who: Np, was: str) -> Both:
    """What one could not do, did, or was before."""
    roll = d.rng.random()
    if roll < 0.25:
        vp = skill(d)
        return ([*who.zh, *plain("不 会"), *vp.whole_zh()], [*who.en, *plain("could not"), *vp.whole_en("base")])
    if roll < 0.45:
        zh, en = d.pick((("汉字", "character"), ("中国 人", "chinese person"), ("英国 人", "english person"),
                         ("人", "person")))
        return ([*who.zh, *plain(f"一 个 {zh} 也 不 认识")], [*who.en, *plain(f"did not know even one {en}")])
    if roll < 0.6:
        zh, en = d.pick([(x, w.HUMANS[x]) for x in w.JOBS])
        said = w.plural(en) if who.agree == "p" else f"a {en}"
        return [*who.zh, *plain(f"是 {zh}")], [*who.en, *plain(f"{was} {said}")]
    if roll < 0.75:
        there = place(d, d.pick(w.HOMES))
        return [*who.zh, *plain("住 在"), *there.zh], [*who.en, *plain("lived"), *there.at]
    return action(d, who, tense="past", when=False, neg=0.45)


def once(d: Draw) -> Both:
    """我 到 教室 的时候 ， 老师 已经 开始 上课 了; 来 中国 以前 ， 我 不 会 说 汉语."""
    who, word = person(d), d.pick("的时候 的时候 的时候 以前 以后")
    vp = _event(d, who, word)
    when = time(d, "past") if d.chance(0.5) else ([], [])
    first, second, same = _named(d, who)
    then = _then(d, second, same, bool(when[0]), word)
    zh = [*when[0], *first.zh] if d.chance(0.3) else [*first.zh, *when[0]]
    return join([([*zh, *vp.whole_zh(), *plain(word)],
                  [*plain(RELATIONS[word]), *first.en, *vp.whole_en("past"), *when[1]]), then], [("，", ",")])


def hereafter(d: Draw) -> Both:
    """小明 长 大 以后 想 当 医生; 你 到 家 以后 给 我 打 电话; 我们 走 以前 ， 妈妈 要 做饭."""
    who, word = person(d), d.pick("的时候 以前 以后 以后")
    first, second, same = _named(d, who)
    vp = _event(d, who, word)
    zh_vp, en_vp = vp.whole_zh(), vp.whole_en(finite(who.agree))
    if d.chance(0.15) and word == "以后":
        grow = "grows up" if who.agree == "3" else "grow up"
        zh_vp, en_vp, word, conj = plain("长 大"), plain(grow), "以后", "when"
    elif d.chance(0.15) and word == "以后":
        goes = "goes back to" if who.agree == "3" else "go back to"
        zh_vp, en_vp, conj = plain("回 国"), [*plain(goes), *again(d, who).en_own, *plain("country")], "after"
    else:
        conj = RELATIONS[word]
    if who.pronoun == "你" and d.chance(0.6):
        second, then = None, any_of(d, [form for form in URGE if form[0][0] not in "我你"])
    else:
        when = time(d, "future") if d.chance(0.15) else False
        then = action(d, second, tense=d.pick("fut want want plan ask should able"), when=when, neg=0.12)
    comma = plain("，") if not same or d.chance(0.6) or second is None or second.zh else []
    return ([*first.zh, *zh_vp, *plain(word), *comma, *then[0]],
            [*plain(conj), *first.en, *en_vp, *plain(","), *then[1]])


def usually(d: Draw) -> Both:
    """我 工作 的时候 ， 孩子 们 常常 看 电视; 下班 以后 我 每天 都 去 超市."""
    who, word = person(d), d.pick("的时候 的时候 以前 以后")
    first, second, _ = _named(d, who)
    if word != "的时候" and d.chance(0.4):
        vp = _event(d, who, word)
        then = clause(d, who, doing(d, "bare one", 0.2, who), "hab", also=d.pick(("", "常常", "总是")))
        return join([([*vp.whole_zh(), *plain(word)], [*plain(RELATIONS[word]), *vp.whole_en("ing")]), then],
                    [("，", ",")])
    vp = _event(d, who, word)
    also = d.pick(("", "常常", "总是", "也"))
    then = deed(d, second, "habit", None, 0.15, also)
    while "了" in [word[0] for word in then[0]]:
        then = deed(d, second, "habit", None, 0.15, also)
    return join([([*first.zh, *vp.whole_zh(), *plain(word)],
                  [*plain(RELATIONS[word]), *first.en, *vp.whole_en(finite(first.agree))]), then], [("，", ",")])


DAILY = spread("""
{who} (每天=every_day/每_个_星期=every_week/每_个_周末=every_weekend) {bound} 以后 都 {vp:bare} | after {bound} , \
{who} {s vp who} (1)
{who} (每天=every_day/每_个_周末=every_weekend) {bound} 以前 都 {vp:bare} | before {bound} , {who} {s vp who} (1)
{who} {bound} 以后 先 {vp:bare,own} ， [然后/再] {vp2:bare,one} | after {bound} , {who} first {s vp who} and then \
{s vp2 who}
{bound} 以后 {who} 先 {vp:bare,own} ， 然后 {vp2:bare,one} | after {bound} , {who} first {s vp who} and then \
{s vp2 who}
{who} 小 的时候 不 [喜欢/爱] {vp:bare} | when {who} {was who} young , {again who} did not like to {base vp}
{who} 小 的时候 不 [喜欢/爱] {it:#d,鱼,肉,水果,面包,音乐,历史:bare} ， 现在 很 喜欢 | when {who} {was who} young , \
{again who} did not like {it} , but now {again who} really {s like who} {it it}
{who} 小 的时候 (很=very/不=not) (高=tall/漂亮=beautiful/聪明=clever) | when {who} {was who} young , {again who} \
{was who} (1) (2)
{who} 以前 不 会 {skill} ， 现在 会 了 | {who} could not {base skill} before , but now {again who} can
{who} 以前 不 喜欢 {it:#d,鱼,肉,水果,面包,音乐,历史,汉语,足球:bare} ， 现在 (很=really/也=also) 喜欢 | {who} did not \
like {it} before , but now {again who} (1) {s like who} {it it}
以前 {who} 不 喜欢 {vp:bare} ， 现在 (很=really/也=also) 喜欢 | {who} did not like to {base vp} before , but now \
{again who} (1) {s like who} to
以前 {who} 不 喜欢 {it:历史,汉语,音乐,足球:bare} ， 现在 觉得 很 (好=good/有意思=interesting) | {who} did not like \
{it} before , but now {again who} {s think who} that {it it} {be it} very (1)
{who} 现在 越来越 喜欢 {it:#f,#d,音乐,历史,汉语,中国_菜:bare} 了 | {who} {s like who} {it} more and more now
{who} 越来越 喜欢 {it:#f,#d,音乐,历史,汉语,中国_菜:bare} 了 | {who} {s like who} {it} more and more
{who} 越来越 喜欢 {vp:bare} 了 | {who} {s like who} to {base vp} more and more
越来越 多 的 (人=people/学生=students/孩子=children) 喜欢 {vp:bare} | more and more (1) like to {base vp}
{human} 来 的时候 ， {who} [在/正在] {acting} | when {human} came , {who} {was who} {ing acting}
{who} 看见 {other} 的时候 ， {again other} [在/正在] {acting} | when {who} saw {obj other} , {again other} \
{was other} {ing acting}
{who} {n:18-30} 岁 的时候 去 了 {town} | when {who} {was who} {n} years old , {again who} went {to town}
{who} {n:6-30} 岁 的时候 开始 {vp:bare} | when {who} {was who} {n} years old , {again who} began to {base vp}
{who} 忙 的时候 不 {vp:bare} | when {who} {be who} busy , {again who} {do who} not {base vp}
{who} 有 时间 的时候 (常常=often/总是=always) {vp:bare} | when {who} {s have who} time , {again who} (1) {s vp who}
考试 的时候 (不_能=can_not/可以=can) (说话=talk/看_词典=look_at_the_dictionary/看_书=read/笑=laugh) | you (1) (2) in \
the exam
""")


def daily_round(d: Draw) -> Both:
    """Every day after work; what one did not like when one was young."""
    return any_of(d, DAILY)


WHENS = (once, once, once, hereafter, hereafter, hereafter, usually, daily_round)


def told_when(d: Draw) -> Both:
    """Two clauses of time."""
    return d.pick(WHENS)(d)
