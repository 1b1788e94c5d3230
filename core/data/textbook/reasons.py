"""What there is to say of somebody's day besides what is done: sick, busy, no time, rain, and what follows from it."""

from __future__ import annotations

import re

from core.data.textbook import words as w
from core.data.textbook.clauses import describe, liking, quality
from core.data.textbook.forms import any_of, forms
from core.data.textbook.phrases import Both, Draw, Np, kin, person, pronoun, thing

STATES = forms("""
{who} (病=sick/生病=sick) 了 | {who} {be who} (1)
{who} 感冒 了 | {who} {s have who} a cold
{who} (头=headache/肚子=stomachache) 疼 | {who} {s have who} a (1)
{who} 不 舒服 | {who} {be who} not well
{who} 身体 不 好 | {who} {be who} not in good health
{who} (很=very/太=too/非常=very/有点儿=a_little) 忙 | {who} {be who} (1) busy
{who} (很=very/非常=very/有点儿=a_little) (累=tired/饿=hungry/渴=thirsty) | {who} {be who} (1) (2)
{who} 太 (累=tired/忙=busy/高兴=happy/饿=hungry) 了 | {who} {be who} too (1)
{who} 没有 时间 | {who} {do who} not have time
{who} 没有 钱 | {who} {do who} not have money
{who} 没有 (雨伞=an_umbrella/车=a_car/票=a_ticket/工作=a_job/自行车=a_bicycle) | {who} {do who} not have (1)
{who} 有 (课=class/考试=an_exam/很_多_作业=much_homework/很多_作业=much_homework/时间=time) | {who} {s have who} (1)
{who} 有 事 | {who} {be who} busy with something
{who} 要 (上课=have_class/上班=go_to_work/考试=take_an_exam/工作=work) | {who} {s have who} to (1)
{who} 工作 很 忙 | {who} {be who} very busy at work
{who} 不 (高兴=happy/忙=busy/累=tired/饿=hungry) | {who} {be who} not (1)
""")
BEFORE = [(zh, re.sub(r"\{s (\w+) who\}", r"{past \1}", en.replace("{be who}", "{was who}").replace("{do who}", "did")))
          for zh, en in STATES]
"""The same of a day that is over."""
SKY = {"past": forms("""
{day_} 下 (雨=rained/雪=snowed) 了 | it (1) {day_}
{day_} (下雨=rained/下雪=snowed) | it (1) {day_}
{day_} 没 (下雨=rain/下雪=snow) | it did not (1) {day_}
{day_} 天气 (很=very/非常=very) (好=good/冷=cold/热=hot) | the weather was (1) (2) {day_}
{day_} 天气 不 好 | the weather was not good {day_}
{day_} (很=very/非常=very) (冷=cold/热=hot) | it was (1) (2) {day_}
{day_} 雨 下 得 很 大 | it rained hard {day_}
"""), "future": forms("""
(明天=tomorrow/今天_晚上=this_evening/后天=the_day_after_tomorrow/今天_下午=this_afternoon/星期_六=on_saturday) \
(会=will/可能_会=may/不_会=will_not/要=will) (下雨=rain/下雪=snow) | it (2) (3) (1)
明天 (会=will/不_会=will_not) (很=very/很=very) (冷=cold/热=hot) | it (1) be (2) (3) tomorrow
明天 天气 会 很 好 | the weather will be very good tomorrow
"""), "habit": forms("""
今天 天气 (很=very/真=really/非常=very) (好=good/冷=cold/热=hot/暖和=warm) | the weather is (1) (2) today
今天 天气 不 好 | the weather is not good today
今天 (太=too/太=too) (冷=cold/热=hot) 了 | it is (1) (2) today
今天 (很=very/有点儿=a_little) (冷=cold/热=hot) | it is (1) (2) today
外面 (很=very/太=too/真=really) (冷=cold/热=hot) | it is (1) (2) outside
(外面=outside/现在=now) 在 (下雨=raining/下雪=snowing) | it is (2) (1)
外面 下雨 了 | it is raining outside
雨 下 得 很 大 | it is raining hard
下雨 了 | it is raining
快 下雨 了 | it is going to rain soon
要 下雨 了 | it is going to rain
""")}


LESS = ("贵", "大", "小", "旧", "长", "短", "冷", "热", "难")
"""What is better when it is less so."""


def silent(d: Draw, who: Np) -> Np:
    """Somebody whom English must name, with a pronoun, and Chinese does not."""
    name = again(d, who)
    return Np([], name.en, who.agree, name.en_object, name.en_own, who.pronoun, who.holder)


def unnamed(who: Np) -> Np:
    """Somebody whom neither language names again."""
    return Np([], [], who.agree, again=who.pronoun, holder=who.holder)


def again(d: Draw, who: Np) -> Np:
    """The pronoun for somebody."""
    return pronoun(d, who.pronoun if who.pronoun in w.PRONOUNS else "他")


def state(d: Draw, who: Np, scene: str, timed: bool = False) -> Both:
    """How somebody is; in the past where the day that is over has been named."""
    return any_of(d, BEFORE if scene == "past" and timed else STATES, who=who)


def sky(d: Draw, scene: str) -> Both:
    """The weather, with its own word of time."""
    return any_of(d, SKY[scene if d.chance(0.75) else "habit"])


def somebody_near(d: Draw, who: Np) -> Np:
    """Whose illness or wish may be a reason: one's own family, a friend."""
    of = who.mine if who.mine in w.PRONOUNS else "我"
    return kin(d, of if d.chance(0.6) else "", of=of) if d.chance(0.7) else person(d, of)


def taste(d: Draw, who: Np, drop: bool = False) -> Both:
    """What somebody likes, has, needs, or is."""
    return d.pick((liking, liking, quality))(d, who, drop=drop)


def fine(d: Draw, noun: str) -> tuple[str, str] | None:
    """An adjective that fits a noun."""
    rows = [row for row in w.THINGS if noun in w.tagged(row[3])]
    return d.pick([(row[0], row[1]) for row in rows]) if rows else None


def verdict(d: Draw, noun: str, many: bool) -> Both:
    """很 漂亮, it is very beautiful; 太 贵 了, it is too expensive: of something that was just spoken of."""
    zh, en = fine(d, noun) or ("好", "good")
    it = Np([], [("they" if many else "it", 0, ())], "p" if many else "3", again="它")
    grade = d.pick("很 有点儿 太" if zh in LESS else "很 很 很 非常 真 不太")
    return describe(d, it, zh, en, grade, neg=d.chance(0.1))


def mine(d: Draw, noun: str) -> Np:
    """A thing with a measure word."""
    return thing(d, noun, d.pick("one one one number"), 0.0)
