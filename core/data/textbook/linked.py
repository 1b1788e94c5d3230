"""Clauses side by side: which of two, not only, scenes and what one sees there, causes of every kind, and what then."""

from __future__ import annotations

from core.data.textbook import chat, counter, reported, turns, urging, whens
from core.data.textbook import words as w
from core.data.textbook.acts import spread
from core.data.textbook.doings import doing, skill
from core.data.textbook.forms import any_of
from core.data.textbook.phrases import Both, Draw, asked, person, plain, pronoun, thing
from core.data.textbook.reasons import again, silent
from core.data.textbook.story import deed, join
from core.data.textbook.urging import MYSELF, URGE

MODAL = [("想", "do you want to"), ("要", "do you want to"), ("打算", "do you plan to"), ("喜欢", "do you like to")]
BY = ["坐 飞机=by plane", "坐 火车=by train", "坐 公共汽车=by bus", "开 车=by car", "骑 自行车=by bicycle",
      "坐 出租车=by taxi"]
WHICH = spread("""
你 喜欢 (夏天=summer/春天=spring) 还是 (冬天=winter/秋天=autumn) | do you like (1) or (2)
你 喜欢 {variety} 还是 {variety2} | do you like {variety} or {variety2}
你 [要/想_要] {variety} 还是 {variety2} | do you want {variety} or {variety2}
你 觉得 {variety} 好看 ， 还是 {variety2} 好看 | do you think that {variety} {be variety} beautiful or {variety2}
你 觉得 (汉语=chinese/英语=english) 难 还是 (法语=french/日语=japanese) 难 | do you think that (1) is difficult or (2)
(汉语=chinese/英语=english) 难 还是 (法语=french/日语=japanese) 难 | is (1) difficult or (2)
{who} 是 (老师=a_teacher/医生=a_doctor) 还是 (学生=a_student/司机=a_driver) | {be who} {who} (1) or (2)
{it:#t,#v:this,that} 是 你 的 还是 (他=his/她=hers) 的 | {be it} {it} yours or (1)
(今天=today/明天=tomorrow) 是 星期 (三=wednesday/五=friday) 还是 星期 (四=thursday/六=saturday) | is (1) (2) or (3)
我们 {future} 去 还是 {future2} 去 | do we go {future} or {future2}
我们 去 {ground} 还是 去 {ground2} | do we go {to ground} or {to ground2}
{ground} 离 这儿 远 还是 {ground2} 离 这儿 远 | is {ground} far from here or {ground2}
""")


def either(d: Draw) -> Both:
    """你 开车 还是 我 开车; 我们 坐 火车 还是 坐 飞机; 想 在 家 吃饭 还是 去 饭馆 吃饭."""
    roll = d.rng.random()
    if roll < 0.3:
        noun = d.pick(counter.VARIED)
        return any_of(d, WHICH, variety=counter.variety(d, noun), variety2=counter.variety(d, noun))
    if roll < 0.5:  # who of two
        a, b = pronoun(d, "你"), pronoun(d, d.pick("我 他 她"))
        a, b = (a, b) if d.chance(0.7) else (b, a)
        vp = skill(d) if d.chance(0.3) else doing(d, "bare one", 0, a)
        will = plain("will")
        return ([*a.zh, *vp.whole_zh(), *plain("， 还是" if d.chance(0.3) else "还是"), *b.zh, *vp.whole_zh()],
                [*will, *a.en, *vp.whole_en("base"), *plain("or"), *will, *b.en])
    if roll < 0.75:
        zh, en = d.pick(MODAL)
        who = pronoun(d, "你")
        one, two = (doing(d, "bare one", 0.15, who) for _ in "ab")
        return ([*plain(f"你 {zh}"), *one.whole_zh(), *plain("还是"), *two.whole_zh()],
                [*plain(en), *one.whole_en("base"), *plain("or"), *two.whole_en("base")])
    who = asked(d)
    one, two = d.rng.sample(BY, 2)
    there = d.pick([*w.CITIES, "公园", "学校", "机场", "火车站", "公司", "超市"])
    to = "to " + w.PLACES[there][0]
    zh, en = (x.partition("=")[0] for x in (one, two)), [x.partition("=")[2] for x in (one, two)]
    first, second = zh
    do = "does" if who.agree == "3" else "do"
    said = f"{first} 去 {there} 还是 {second} 去" if d.chance(0.5) else f"{first} 还是 {second} 去 {there}"
    return ([*who.zh, *plain(said)],
            [*plain(do), *who.en, *plain(f"go {to} {en[0]} or {en[1]}")])


OPPOSITE = [{*pair} for pair in ("大小", "新旧", "长短", "冷热", ("贵", "便宜"), ("难", "容易"))]
GOOD_AT = [("汉语 说 得 很 好", "speaks chinese very well"), ("英语 说 得 很 好", "speaks english very well"),
           ("足球 踢 得 很 好", "plays football very well"), ("篮球 打 得 很 好", "plays basketball very well"),
           ("歌 唱 得 很 好", "sings very well"), ("饭 做 得 很 好", "cooks very well"),
           ("画 画 得 很 好", "draws very well"), ("汉字 写 得 很 漂亮", "writes characters very well"),
           ("车 开 得 很 好", "drives very well")]


def not_only(d: Draw) -> Both:
    """不但 ... 而且: of skills, qualities, likings, doings."""
    who, roll = person(d), d.rng.random()
    if roll < 0.3:
        one, two = skill(d), skill(d)
        if d.chance(0.4):
            zh, en = d.pick(GOOD_AT[:-1])
            en = en if who.agree == "3" else en.replace("speaks", "speak").replace("plays", "play").replace(
                "sings", "sing").replace("cooks", "cook").replace("draws", "draw").replace("writes", "write")
            return ([*who.zh, *plain("不但 会"), *one.whole_zh(), *plain("， 而且"), *plain(zh)],
                    [*who.en, *plain("can not only"), *one.whole_en("base"), *plain("but also"), *plain(en)])
        also = d.pick(("会", "还 会", "也 会"))
        return ([*who.zh, *plain("不但 会"), *one.whole_zh(), *plain(f"， 而且 {also}"), *two.whole_zh()],
                [*who.en, *plain("can not only"), *one.whole_en("base"), *plain("but also"), *two.whole_en("base")])
    if roll < 0.65:
        noun = d.pick([n for n in w.NOUNS if sum(n in w.tagged(row[3]) for row in w.THINGS) > 2])
        x, y = d.rng.sample([row for row in w.THINGS if noun in w.tagged(row[3])], 2)
        while {x[0], y[0]} in OPPOSITE or x[1] == y[1]:
            x, y = d.rng.sample([row for row in w.THINGS if noun in w.tagged(row[3])], 2)
        it = thing(d, noun, d.pick("this that own"), 0)
        verb, very = "are" if it.agree == "p" else "is", d.pick(("", "很", "非常"))
        said = "very " if very else ""
        return ([*it.zh, *plain(f"不但 {very} {x[0]} ， 而且 {very} {y[0]}")],
                [*it.en, *plain(f"{verb} not only {said}{x[1]} but also {said}{y[1]}")])
    one, two = (doing(d, "bare one", 0.15, who) for _ in "ab")
    like = d.chance(0.5)
    first, form = ("不但 喜欢", "like") if like else ("不但 要", "want")
    verb = plain(form + ("s" if who.agree == "3" else ""))
    also = d.pick(("也", "还")) + (" 喜欢" if like else " 要")
    return ([*who.zh, *plain(first), *one.whole_zh(), *plain(f"， 而且 {also}"), *two.whole_zh()],
            [*who.en, *plain("not only"), *verb, *plain("to"), *one.whole_en("base"), *plain("but also"), *verb,
             *plain("to"), *two.whole_en("base")])


SCENE = spread("""
(窗户=the_window/门=the_door) 开 着 | (1) is open
(窗户=the_window/门=the_door) 关 着 [呢/] | (1) is closed
(电视=the_television/电脑=the_computer) 开 着 | (1) is on
(房间=in_the_room/教室=in_the_classroom/车=in_the_car/办公室=in_the_office) 里 没有 人 | there is nobody (1)
(房间=in_the_room/教室=in_the_classroom/办公室=in_the_office) 里 没 人 | there is nobody (1)
(房间=in_the_room/教室=in_the_classroom/家=at_home/办公室=in_the_office) 里 一 个 人 [都/也] 没有 | there is nobody \
(1)
家 里 没 人 | there is nobody at home
家 里 只 有 {who} 一 个 人 | only {who} {be who} at home
大家 都 (下班=finished_work/走=left/回_家=went_home/出_去=went_out/睡=went_to_bed) 了 | everyone (1)
(孩子=the_children/学生=the_students) 们 都 (走=left/回_家=went_home/睡=went_to_bed) 了 | (1) all (2)
外面 (下_雨=raining/下_雪=snowing) 了 | it is (1) outside
外面 下 着 (雨=raining/雪=snowing) | it is (1) outside
外面 有 人 | there is somebody outside
天 已经 黑 了 | it is already dark
桌子 上 放 着 {it:书,词典,手机,照片,花,苹果,蛋糕,信:one,number} | there {be it} {it} on the table
{who} 坐 在 {spot} | {who} {be who} sitting {spot}
{who} 在 {place} {acting} | {who} {be who} {ing acting} {at place}
{who} [在/正在] {acting} | {who} {be who} {ing acting}
{who} [在/正在] {acting} 呢 | {who} {be who} {ing acting}
{who} 还 在 {acting} | {who} {be who} still {ing acting}
春天 [到/来] 了 | spring is here
天气 (暖和=warm/冷=cold/热=hot) 了 | the weather is (1)
公园 里 的 花 都 开 了 | all the flowers in the park are open
{it:手机,电脑,车,自行车:own,this} 坏 了 | {it} {be it} broken
""")
CAUSE = spread("""
这 次 考试 的 问题 太 (多=many/难=difficult) | the questions in this exam are too (1)
{it:电影,书,小说,杂志:this,that} (很=very/非常=very) (有意思=interesting/好=good/长=long) | {it} {be it} (1) (2)
{who} {past} 没 睡 好 | {who} did not sleep well {past}
{who} 没 带 (雨伞=an_umbrella/钱=money/手机=a_phone/词典=a_dictionary/票=a_ticket) | {who} did not bring (1)
{who} 还 没 (吃饭=eat/吃_早饭=eat_breakfast/做_完_作业=finish_homework/下班=finish_work/睡觉=go_to_bed) | {who} did \
not (1) yet
{it:房子,车,手机,电脑,票,衣服,裙子,菜:the,this,that} 太 贵 [了/] | {it} {be it} too expensive
{it:裙子,裤子,毛衣,衬衫,鞋:this,that,own} 太 (大=big/小=small/旧=old) 了 | {it} {be it} too (1)
{it:手机,电脑,车,自行车:own,the} 坏 了 | {it} {be it} broken
{ground} 太 远 [了/] | {ground} is too far
{who} 家 离 {ground} 很 (远=far_from/近=near) | {own who} home is very (1) {ground}
(考试=the_exam/作业=the_homework/问题=the_question) (太=too/很=very) 难 | (1) is (2) difficult
{who} 听 不 懂 (汉语=chinese/英语=english/法语=french) | {who} can not understand (1)
{who} 不 会 {skill} | {who} can not {base skill}
{who} 在 中国 住 了 {n:2-9:m} 年 | {who} lived in china for {n} years
{who} {future} 有 (考试=an_exam/课=class) | {who} {s have who} (1) {future}
{who} {future} 要 (考试=take_an_exam/上课=have_class/工作=work) | {who} {s have who} to (1) {future}
{who} 学习 不 努力 | {who} {do who} not study hard
{who} 工作 了 {n:3-12:m} 个 小时 | {who} worked for {n} hours
""")
EFFECT = spread("""
{who} 很 (累=tired/饿=hungry/高兴=happy/紧张=nervous) | {who} {be who} very (1)
{who} (今天=today/现在=now) (很=very/有点儿=a_little) (累=tired/饿=hungry/紧张=nervous) | {who} {be who} (2) (3) (1)
{who} 不 能 {does} [了/] | {who} can not {base does}
{who} 只 能 {does} | {who} can only {base does}
{who} 得 {does} | {who} {s have who} to {base does}
{who} 没 {does} | {who} did not {base does}
{who} 还 没 {does} | {who} did not {base does} yet
{who} 不 想 {does} [了/] | {who} {do who} not want to {base does}
{who} 想 {does} | {who} {s want who} to {base does}
{who} 常常 {does} | {who} often {s does who}
{who} 不用 (上课=have_class/上班=go_to_work) | {who} {do who} not have to (1)
{who} {future} 不用 (上课=have_class/上班=go_to_work/去_学校=go_to_school) | {who} {do who} not have to (1) {future}
{who} 没有 时间 {does} | {who} {do who} not have time to {base does}
{who} 今天 (上课=in_class/上班=at_work/考试=in_the_exam) 的时候 很 (累=tired/紧张=nervous/高兴=happy/饿=hungry) | \
{who} {be who} very (2) \
(1) today
{who} 上课 的时候 想 (睡觉=sleep/休息=rest/回_家=go_home) | {who} {s want who} to (1) in class
{who} 没 买 | {who} did not buy it
{who} 要 早 一点儿 (睡觉=go_to_bed/起床=get_up/回_家=go_home) | {who} {s want who} to (1) a little earlier
{who} 每天 {does} | {who} {s does who} every day
""")


def seen(d: Draw) -> Both:
    """窗户 开 着 ， 房间 里 没 人: two things that are so, with a comma or but."""
    one, two = d.rng.sample(SCENE, 2)
    links = d.pick((("，", ", and"), ("，", ", and"), ("， 但是", ", but"), ("， 可是", ", but")))
    if d.chance(0.15):
        return any_of(d, [one])
    return join([any_of(d, [one]), any_of(d, [two])], [links])


def therefore(d: Draw) -> Both:
    """因为 昨天 没 睡 好 ， 所以 今天 很 累; 房子 太 贵 ， 他们 还 没 买."""
    form = d.pick(CAUSE)
    who = person(d)
    cause, same = any_of(d, [form], who=who), "{who}" in form[0]
    word = d.pick("因为所以 因为 所以 所以 后 逗号")
    named = who if not same else silent(d, who) if d.chance(0.55) else again(d, who)
    effect = any_of(d, EFFECT, who=who if word == "后" else named)
    if word == "后":
        return join([effect, any_of(d, [form], who=again(d, who) if same else who)], [("， 因为", "because")])
    if word == "逗号":
        return join([cause, effect], [("，", ", and")])
    if word == "所以":
        return join([cause, effect], [("， 所以", ", so")])
    zh, en = join([cause, effect], [("， 所以" if word == "因为所以" else "，", ",")])
    return [*plain("因为"), *zh], [*plain("because"), *en]


IF = spread("""
{you} {future} (不_忙=not_busy/没_事=not_busy/不_累=not_tired) | {you} {be you} (1) {future}
{you} \
(没_事=not_busy/不_忙=not_busy/觉得_累=tired/觉得_冷=cold/饿=hungry/不_舒服=not_well/太_累=too_tired/渴=thirsty) \
[了/] | {you} {be you} (1)
{you} 想 {does} | {you} {s want you} to {base does}
{you} 不 想 {does} | {you} {do you} not want to {base does}
{you} 不 会 {skill} | {you} can not {base skill}
{you} {future} 能 来 | {you} can come {future}
{you} 不 能 来 | {you} can not come
{you} 有 (时间=time/钱=money/问题=questions) | {you} {s have you} (1)
{you} 喜欢 {it:#t,#f:this,that} | {you} {s like you} {it}
{future} 不 (下雨=rain/下雪=snow) | it does not (1) {future}
{future} 天气 (好=good/不_好=not_good/很_冷=very_cold) | the weather is (1) {future}
{it:#t,#v:this,that} (太_贵=too_expensive/不_贵=not_expensive/便宜=cheap) | {it} {be it} (1)
{you} 看见 {name} | {you} {s see you} {name}
{you} [听/看] 不 懂 | {you} {do you} not understand
""")


def suppose(d: Draw) -> Both:
    """要是 周末 不 忙 ， 你 就 来 我 家 吧; 如果 有 问题 ， 请 问 老师."""
    you = pronoun(d, "你")
    word = d.pick("如果 要是 要是")
    hidden = d.chance(0.4)
    first = any_of(d, IF, you=silent(d, you) if hidden else you)
    if hidden and first[1][0][0] not in ("you", "it", "there", "the"):
        first = any_of(d, IF, you=you)
    roll = d.rng.random()
    if roll < 0.25:
        vp = any_of(d, [("{ours}", "{base ours}")])
        then = [*plain(d.pick(("我们 就", "我们 就", "我们"))), *vp[0], *plain("吧")], [*plain("let us"), *vp[1]]
    elif roll < 0.6:
        vp = any_of(d, [("{task}", "{base task}")])
        zh_then = plain(d.pick(("你 就", "你 就", "就")))
        then = [*zh_then, *vp[0], *plain("吧")], [*plain("please"), *vp[1]]
    else:
        then = any_of(d, d.pick((URGE, URGE, MYSELF)))
    return [*plain(word), *first[0], *plain("，"), *then[0]], [*plain("if"), *first[1], *plain(","), *then[1]]


def three(d: Draw) -> Both:
    """因为 房子 太 贵 ， 他们 还 没 买 ， 现在 住 在 朋友 家: three clauses of one matter."""
    who = person(d)
    form = d.pick([form for form in CAUSE if "{who}" in form[0]])
    first = any_of(d, [form], who=who)
    second = any_of(d, EFFECT, who=silent(d, who) if d.chance(0.5) else again(d, who))
    roll = d.rng.random()
    third = any_of(d, URGE) if roll < 0.2 and who.pronoun == "我" else deed(d, again(d, who), "future")
    link = ("，", ",") if roll < 0.2 and who.pronoun == "我" else d.pick((("， 但是", ", but"), ("，", ", and"),
                                                                      ("， 可是", ", but")))
    return join([first, second, third], [d.pick((("， 所以", ", so"), ("，", ", and"))), link])


SAID = ((3, seen), (5, therefore), (2.5, not_only), (3, suppose), (0.8, three), (4.5, whens.told_when),
        (5, urging.urged),
        (1.5, urging.declined), (2.5, reported.reported), (2.5, reported.lets), (4, turns.turn),
        (2.5, chat.before_that), (2, chat.feeling), (1, chat.grown))
ASKED = ((2, urging.requested), (1.5, reported.wonder), (2.5, turns.turn_asked), (1, either), (1.5, chat.short))


def said(d: Draw) -> Both:
    """Clauses that belong together, and turns of talk."""
    return d.rng.choices([make for _, make in SAID], [share for share, _ in SAID])[0](d)


def asks(d: Draw) -> Both:
    """Questions of this kind."""
    return d.rng.choices([make for _, make in ASKED], [share for share, _ in ASKED])[0](d)
