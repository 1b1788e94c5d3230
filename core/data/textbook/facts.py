"""What is: who and what somebody is, of which colour and age; comparisons, manner, changes."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.choices import CITY, GETTING, JOB, KIN, LAND, MOOD, MORE, SAID, VERY, WARMER
from core.data.textbook.forms import forms, slot
from core.data.textbook.phrases import Both, Draw, plain, thing
from core.data.textbook.times import days_of


@slot
def colour(d: Draw) -> Both:
    """红色 的, red."""
    zh = d.pick(w.COLOURS)
    return d.unit(f"{zh}色 的", w.COLOURS[zh])


@slot
def date(d: Draw) -> Both:
    """五 月 八 号, may 8."""
    return days_of(d)


@slot
def day(d: Draw) -> Both:
    """星期 三, wednesday."""
    zh = d.pick("一 二 三 四 五 六 天")
    return d.unit(f"星期 {zh}", w.DAYS[zh])


@slot
def dear(d: Draw) -> Both:
    """Two things and how one compares with the other."""
    zh, _, more, spec = d.pick(w.THINGS)
    noun = w.NOUNS[d.pick(w.tagged(spec))]
    a = thing(d, noun.zh, "this" if noun.measure else "own", 0)
    if noun.measure and noun.kind != "m" and d.chance(0.5):
        b = plain(f"那 {noun.measure}"), plain("those" if noun.kind == "p" else "that one")
    else:
        other = thing(d, noun.zh, d.pick("that own own") if noun.measure else "own", 0)
        b = other.zh, other.en
    verb = "are" if a.agree == "p" else "is"
    return [*a.zh, *plain("比"), *b[0], *plain(zh)], [*a.en, *plain(f"{verb} {more} than"), *b[1]]


@slot
def both(d: Draw) -> Both:
    """这 个 菜 又 便宜 又 好吃."""
    noun = d.pick([n for n in w.NOUNS if sum(n in w.tagged(row[3]) for row in w.THINGS) > 1])
    x, y = d.rng.sample([row for row in w.THINGS if noun in w.tagged(row[3])], 2)
    what, also = thing(d, noun, d.pick("this that own the"), 0), d.chance(0.5)
    verb = "are" if what.agree == "p" else "is"
    zh = f"很 {x[0]} ， 也 很 {y[0]}" if also else f"又 {x[0]} 又 {y[0]}"
    en = f"{verb} very {x[1]} and also very {y[1]}" if also else f"{verb} both {x[1]} and {y[1]}"
    return [*what.zh, *plain(zh)], [*what.en, *plain(en)]


IDENTITY = forms(f"""
{{me}} 是 ({JOB}) | {{me}} {{be me}} a (1)
{{she}} 是 ({JOB}) | {{she}} is a (1)
{{she}} 不 是 ({JOB}) | {{she}} is not a (1)
{{she}} 不 是 ({JOB}) ， {{again she}} 是 ({JOB}) | {{she}} is not a (1) , {{again she}} is a (2)
{{she}} 不 是 ({JOB}) ， (是=but/而_是=but) ({JOB}) | {{she}} is not a (1) (2) a (3)
{{me}} 是 {{friend}} | {{me}} {{be me}} {{friend}}
{{that}} 是 {{kin}} | {{that}} is {{kin}}
{{that}} 是 {{friend}} 的 ({KIN}) | {{that}} is {{own friend}} (1)
(他=he/她=she) 是 {{kin}} 的 (老师=teacher/朋友=friend/同学=classmate) | (1) is {{own kin}} (2)
(他=he/她=she) 是 {{kin}} | (1) is {{kin}}
{{who}} 和 {{name}} (是=are/都_是=are) (好_朋友=good_friends/朋友=friends/同学=classmates/老师=teachers/\
学生=students) | {{who}} and {{name}} are (2)
{{who}} 是 ({LAND}) 人 | {{who}} {{be who}} (1)
{{me}} 是 ({LAND}) 人 | {{me}} {{be me}} (1)
(这=this/那=that) 是 {{it:#t,#b,#v:own,own,one}} | (1) {{be it}} {{it}}
{{it:#t,#v,#a:own,this,that,the,these}} 是 {{colour}} | {{it}} {{be it}} {{colour}}
{{it:#t,#v,#a:own,this}} 是 {{colour}} ， 不 是 {{colour2}} | {{it}} {{be it}} {{colour}} and not {{colour2}}
{{it:#t,#v:this,that,these}} 是 (我=mine/你=yours/他=his/她=hers/我们=ours/他们=theirs) 的 | {{it}} {{be it}} (1)
{{it:#t,#v:this,these}} 不 是 (我=mine/你=yours/他=his) 的 ， 是 {{kin}} 的 | {{it}} {{be it}} not (1) , {{it it}} \
{{be it}} {{own kin}}
{{it:#t,#f:this,the,these}} (是/不_是=not) 给 {{who}} 的 | {{it}} {{be it}} (1) for {{obj who}}
{{me}} 叫 {{called}} | {{own me}} name is {{called}}
{{she}} 叫 {{called}} | {{own she}} name is {{called}}
{{me}} 叫 {{called}} ， 是 ({LAND}) 人 | {{own me}} name is {{called}} , and {{me}} {{be me}} (1)
{{me}} 叫 {{called}} ， 是 (北京_大学=beijing_university/这_个_学校=this_school/上海_大学=shanghai_university) 的 \
(学生=student/老师=teacher) | {{own me}} name is {{called}} , and {{me}} {{be me}} a (2) at (1)
{{me}} 姓 (王=wang/李=li/张=zhang) | {{own me}} last name is (1)
{{me}} (今年=this_year) {{n:3-70}} 岁 | {{me}} {{be me}} {{n}} years old (1)
{{she}} {{n:3-70}} 岁  | {{she}} is {{n}} years old
今年 {{me}} {{n:3-70}} 岁 | {{me}} {{be me}} {{n}} years old this year
{{she}} 今年 {{n:3-70}} 岁 | {{she}} is {{n}} years old this year
{{me}} {{n:3-70}} 岁 | {{me}} {{be me}} {{n}} years old
{{me}} (以后=in_the_future) (想_当=want/不_想_当=not) ({JOB}) | {{me}} {{s want me}} to be a (3) (1)
{{she}} 想 当 ({JOB}) | {{she}} wants to be a (1)
{{friend}} (以后=in_the_future) 想 当 ({JOB}) | {{friend}} wants to be a (2) (1)
{{spot}} 的 {{it:#t,#f,#d:bare}} 是 (我=mine/你=yours/他=his/她=hers) 的 | the {{no it}} {{spot}} {{be it}} (1)
""")
COMPARISON = forms(f"""
{{who}} 比 {{other}} ({MORE}) | {{who}} {{be who}} (1) than {{obj other}}
{{who}} 比 {{other}} ({MORE}) | {{who}} {{be who}} (1) than {{obj other}}
{{who}} 没有 {{other}} ({MOOD}) | {{who}} {{be who}} not as (1) as {{obj other}}
{{who}} 跟 {{other}} 一样 ({MOOD}) | {{who}} {{be who}} as (1) as {{obj other}}
{{who}} 比 {{other}} (大=older/小=younger) {{n:2-12:m}} 岁 | {{who}} {{be who}} {{n}} years (1) than {{obj other}}
{{who}} 走 得 比 {{other}} 快 | {{who}} {{s walk who}} faster than {{obj other}}
{{who}} 跑 得 比 {{other}} (快=faster/慢=more_slowly) | {{who}} {{s run who}} (1) than {{obj other}}
{{who}} 唱 得 比 {{other}} 好 | {{who}} {{s sing who}} better than {{obj other}}
({CITY}) 的 天气 比 ({CITY}) ({WARMER}) | the weather in (1) is (3) than in (2)
({CITY}) 比 ({CITY}) ({WARMER}) | (1) is (3) than (2)
今天 的 天气 比 昨天 ({WARMER}) | the weather is (1) today than yesterday
今天 天气 比 昨天 ({WARMER}) | the weather is (1) today than yesterday
今年 的 (春天=spring/夏天=summer/冬天=winter) 比 去年 (冷=colder/热=hotter/暖和=warmer) | the (1) this year is (2) \
than last year
{{dear}} | {{dear}}
{{dear}} | {{dear}}
{{dear}} | {{dear}}
{{both}} | {{both}}
{{who}} 又 ({MOOD}) 又 ({MOOD}) | {{who}} {{be who}} both (1) and (2)
{{who}} 越来越 ({GETTING}) 了 | {{who}} {{be who}} getting (1)
""")
MANNER = forms(f"""
{{who}} ({SAID}) 说 得 (很/非常) 好 | {{who}} {{s speak who}} (1) very well
{{who}} 的 ({SAID}) 说 得 (很/非常) 好 | {{who}} {{s speak who}} (1) very well
{{who}} 说 ({SAID}) 说 得 (很/非常) 好 | {{who}} {{s speak who}} (1) very well
{{who}} ({SAID}) 说 得 不 好 | {{who}} {{do who}} not speak (1) well
{{who}} 的 ({SAID}) (很=very/非常=very/不=not) 好 | {{own who}} (1) is (2) good
{{who}} 跑 得 (很/非常) (快=fast/慢=slowly) | {{who}} {{s run who}} very (2)
{{who}} 走 得 (很/非常) (快=fast/慢=slowly) | {{who}} {{s walk who}} very (2)
{{who}} 唱 得 (很/非常) 好 | {{who}} {{s sing who}} very well
{{who}} 写 得 (很/非常) (好=well/快=fast) | {{who}} {{s write who}} very (2)
{{who}} 睡 得 (很/非常) 好 | {{who}} {{s sleep who}} very well
{{who}} (跑=run/说=speak/走=walk/开=drive/吃=eat) 得 不 快 | {{who}} {{do who}} not (1) fast
{{who}} (唱=sing/画=draw/睡=sleep/写=write/说=speak) 得 不 好 | {{who}} {{do who}} not (1) well
{{who}} 学习 (很/非常) 努力 | {{who}} {{s study who}} very hard
{{who}} 工作 (很/非常) 努力 | {{who}} {{s work who}} very hard
""")
CHANGES = forms(f"""
{{who}} (饿=hungry/累=tired/渴=thirsty/病=sick/生病=sick/紧张=nervous) 了 | {{who}} {{be who}} (1)
{{who}} 感冒 了 | {{who}} {{s have who}} a cold
{{who}} (头=headache/肚子=stomachache/牙=toothache) 疼 | {{who}} {{s have who}} a (1)
{{it:手机,车,电脑,自行车,门,椅子,雨伞:own,own,this,the}} 坏 了 | {{it}} {{be it}} broken
(飞机=the_plane/火车=the_train/公共汽车=the_bus) (到=arrived/来=came/走=left) 了 | (1) (2)
(飞机=the_plane/火车=the_train) 已经 (到=arrived/来=came/走=left) 了 | (1) already (2)
{{who}} (来=came/走=left/到=arrived) 了 | {{who}} (1)
{{who}} (笑=smiled/哭=cried/睡=slept/起床=got_up) 了 | {{who}} (1)
{{who}} 已经 (睡=asleep/睡觉=asleep) 了 | {{who}} {{be who}} already asleep
{{who}} 已经 (起床=got_up/走=left/来=came) 了 | {{who}} already (1)
(门=the_door/窗户=the_window) 开 着 | (1) is open
(门=the_door/窗户=the_window) 关 着 | (1) is closed
(电视=the_television/电脑=the_computer) 开 着 | (1) is on
(商店=the_shop/银行=the_bank/超市=the_supermarket) (开_门=open/关_门=closed) 了 | (1) is (2)
花 (都=all) 开 了 | all the flowers are open
花 开 了 | the flowers are open
大家 都 ({VERY}) ({MOOD}) | everyone is (1) (2)
大家 都 喜欢 {{vp:bare}} | everyone likes to {{base vp}}
{{who}} 太 ({MOOD}) 了 ， 不 想 {{vp:bare,one}} 了 | {{who}} {{be who}} too (1) and {{do who}} not want to {{base \
vp}}
{{who}} 太 ({MOOD}) 了 ， 不 想 {{vp:bare,one}} | {{who}} {{be who}} too (1) and {{do who}} not want to {{base vp}}
{{who}} 太 ({MOOD}) 了 ， 想 {{vp:bare,one}} | {{who}} {{be who}} too (1) and {{s want who}} to {{base vp}}
""")
