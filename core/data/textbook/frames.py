"""Wanting, being able, having to, asking others, seeing and hearing them, and what is no longer so: round any deed."""

from __future__ import annotations

from core.data.textbook.forms import forms, slot
from core.data.textbook.phrases import Both, Draw
from core.data.textbook.times import TIMES, time


@slot
def soon(d: Draw) -> Both:
    """A time to come, or none."""
    return time(d, "future") if d.chance(0.4) else ([], [])


@slot
def morrow(d: Draw) -> Both:
    """A day to come, before its hour."""
    zh = d.pick(("明天", "明天", "明天 早上", "明天 下午", "今天 晚上", "后天", "星期 六", "明天 晚上"))
    return d.unit(zh, TIMES["future"][zh])


@slot
def then(d: Draw) -> Both:
    """A time that is past, or none."""
    return time(d, "past") if d.chance(0.45) else ([], [])


@slot
def often(d: Draw) -> Both:
    """A time of habit, or none."""
    return time(d, "habit") if d.chance(0.4) else ([], [])


GOOD = forms("""
说 汉语 | speak chinese
说 一点儿 法语 | speak a little french
说 一点儿 汉语 | speak a little chinese
做 中国 菜 | make chinese food
做 饺子 | make dumplings
做 蛋糕 | make cakes
写 汉字 | write characters
写 几 个 汉字 | write a few characters
唱 中文 歌 | sing chinese songs
骑 自行车 | ride a bicycle
用 电脑 | use the computer
用 手机 | use the phone
修 电脑 | repair the computer
修 车 | repair the car
打 篮球 | play basketball
踢 足球 | play football
游泳 | swim
开车 | drive
跳舞 | dance
做饭 | cook
画画 | draw
唱歌 | sing
""")


@slot
def good(d: Draw) -> Both:
    """What one can do: 说 一点儿 汉语, 做 中国 菜."""
    return d.unit(*d.pick(GOOD))


WANTING = forms("""
{who} {soon} 想 {deed} | {who} {s want who} to {base deed} {soon}
{who} {soon} 不 想 {deed} | {who} {do who} not want to {base deed} {soon}
{who} {soon} 也 想 {deed} | {who} also {s want who} to {base deed} {soon}
{who} {soon} 要 {deed} | {who} {s want who} to {base deed} {soon}
{who} {soon} 不 要 {deed} | {who} {do who} not want to {base deed} {soon}
{who} {soon} 得 {deed} | {who} {s have who} to {base deed} {soon}
{who} 现在 得 {deed} | {who} {s have who} to {base deed} now
{who} {soon} 不用 {deed} | {who} {do who} not have to {base deed} {soon}
{who} {soon} 应该 {deed} | {who} should {base deed} {soon}
{who} {soon} 不 应该 {deed} | {who} should not {base deed} {soon}
{who} {soon} 能 {deed} | {who} can {base deed} {soon}
{who} {soon} 不 能 {deed} | {who} can not {base deed} {soon}
{who} {soon} 不 能 {deed} 了 | {who} can not {base deed} {soon} any more
{who} 现在 能 {deed} 了 | {who} can {base deed} now
{who} {soon} 可以 {deed} | {who} can {base deed} {soon}
{who} 不 可以 {deed} | {who} can not {base deed}
{who} 可能 {future} {deed} | {who} may {base deed} {future}
{who} {future} 可能 不 {deed} | {who} may not {base deed} {future}
{who} {soon} 打算 {deed} | {who} {s plan who} to {base deed} {soon}
{who} {soon} 不 打算 {deed} | {who} {do who} not plan to {base deed} {soon}
{who} 希望 {soon} 能 {deed} | {who} {s hope who} to {base deed} {soon}
{who} 希望 {other} {soon} 能 {deed} | {who} {s hope who} that {other} can {base deed} {soon}
{who} 希望 {other} 别 {deed} | {who} {s hope who} that {other} will not {base deed}
{who} {soon} 需要 {deed} | {who} {s need who} to {base deed} {soon}
{who} 开始 {act} 了 | {who} began to {base act}
{who} 已经 开始 {act} 了 | {who} already began to {base act}
{who} {then} 没 想 到 {deed} | {who} did not expect to {base deed} {then}
{who} 忘 了 {deed} | {who} forgot to {base deed}
{who} {then} 又 忘 了 {deed} | {who} forgot to {base deed} again {then}
{who} 爱 {acts} | {who} {s love who} to {base acts}
{who} 不 爱 {acts} | {who} {do who} not like to {base acts}
{who} 很 喜欢 {acts} | {who} {s like who} to {base acts} very much
{who} 不 太 喜欢 {acts} | {who} {do who} not like to {base acts} very much
{who} 不 喜欢 {acts} | {who} {do who} not like to {base acts}
{who} 最 喜欢 {acts} | {who} {s like who} to {base acts} best
{who} 最 不 喜欢 {acts} | {who} {s like who} to {base acts} least
{who} 越来越 喜欢 {acts} 了 | {who} {s like who} to {base acts} more and more
{who} 越来越 喜欢 {acts} | {who} {s like who} to {base acts} more and more
{who} 越来越 不 想 {acts} | {who} {s want who} to {base acts} less and less
{who} 以前 不 喜欢 {acts} ， 现在 很 喜欢 | \
{who} did not like to {base acts} before , but now {again who} {s like who} it very much
{who} 以前 很 喜欢 {acts} ， 现在 不 喜欢 了 | \
{who} liked to {base acts} very much before , but now {again who} {do who} not like it any more
{who} 会 {good} | {who} can {good}
{who} 不 会 {good} | {who} can not {good}
{who} 只 会 {good} | {who} can only {good}
{who} 也 会 {good} | {who} can also {good}
{who} 还 不 会 {good} | {who} can not {good} yet
{who} 已经 会 {good} 了 | {who} can already {good}
{who} 会 {good} 了 | {who} can {good} now
{who} 能 {good} 了 | {who} can {good} now
{who} 学 会 了 (游泳=swim/开车=drive/做饭=cook/骑_自行车=ride_a_bicycle/写_汉字=write_characters/\
用_电脑=use_the_computer) | {who} learned to (1)
{who} 还 没 学 会 (游泳=swim/开车=drive/做饭=cook/骑_自行车=ride_a_bicycle/写_汉字=write_characters) | \
{who} did not learn to (1) yet
""")
OTHERS = forms("""
{who} 让 {other} {deed} | {who} {s ask who} {obj other} to {base deed}
{who} {often} 让 {other} {deed} | {who} {s ask who} {obj other} to {base deed} {often}
{who} 叫 {other} {deed} | {who} {s tell who} {obj other} to {base deed}
{who} 不 让 {other} {deed} | {who} {do who} not let {obj other} {base deed}
{who} 没 让 {other} {deed} | {who} did not let {obj other} {base deed}
{who} 没 叫 {other} {deed} | {who} did not tell {obj other} to {base deed}
{who} {past} 叫 {other} {deed} | {who} told {obj other} to {base deed} {past}
{who} {past} 让 {other} {deed} | {who} asked {obj other} to {base deed} {past}
{who} {soon} 请 {other} (吃饭=eat/吃_晚饭=eat_dinner/来_家_里_吃饭=come_home_and_eat/看_电影=watch_a_movie/\
喝_咖啡=drink_coffee/帮_忙=help) | {who} {s invite who} {obj other} to (1) {soon}
{who} 帮 {other} {deed} | {who} {s help who} {obj other} {base deed}
{who} {past} 帮 {other} {act} 了 | {who} helped {obj other} {base act} {past}
{who} {soon} 可以 帮 {other} {deed} | {who} can help {obj other} {base deed} {soon}
{who} {soon} 想 请 {other} 帮 {again who} {act} | {who} {s want who} to ask {obj other} to help {them who} \
{base act} {soon}
{who} {then} 看见 {other} 在 {act} | {who} saw {obj other} {ing act} {then}
{who} {then} 看见 {other} {act} 了 | {who} saw {obj other} {base act} {then}
{who} {then} 看见 {other} 正在 {act} | {who} saw {obj other} {ing act} {then}
{who} {then} 看见 {other} (哭=cry/笑=smile/走_进_教室=walk_into_the_classroom/上_车=get_on_the_bus/出_去=go_out) 了 \
| {who} saw {obj other} (1) {then}
{who} {then} 没 看见 {other} {act} | {who} did not see {obj other} {base act} {then}
{who} 听 见 {other} 在 (唱歌=singing/哭=crying/说话=talking/打_电话=making_a_phone_call/笑=smiling) | \
{who} heard {obj other} (1)
{who} 没 听 见 {other} 说 什么 | {who} did not hear what {other} said
{who} 听 见 有 人 叫 {other} 的 名字 | {who} heard somebody call {own other} name
{who} 告诉 {other} 别 {deed} | {who} told {obj other} not to {base deed}
医生 让 {other} (多_喝_水=drink_more_water/多_休息=rest_more/少_喝_咖啡=drink_less_coffee/吃_药=take_medicine/\
早_一点儿_睡觉=go_to_bed_earlier) | the doctor asks {obj other} to (1)
{who} 谢谢 {other} 帮 {again who} {act} | {who} {s thank who} {obj other} for helping {them who} {base act}
{who} 教 {other} 怎么 {act} | {who} {s teach who} {obj other} how to {base act}
{who} 不 知道 怎么 {deed} | {who} {do who} not know how to {base deed}
{who} 跟 {other} 一起 {acts} | {who} {s acts who} with {obj other}
{who} {soon} 想 跟 {other} 一起 {acts} | {who} {s want who} to {base acts} with {obj other} {soon}
""")
NO_LONGER = forms("""
{who} 不 {acts} 了 | {who} {do who} not {base acts} any more
{who} 不 想 {deed} 了 | {who} {do who} not want to {base deed} any more
{who} 不 喜欢 {acts} 了 | {who} {do who} not like to {base acts} any more
{who} {future} 不 {deed} 了 | {who} will not {base deed} {future}
{who} 不 (哭=cry/笑=smile/来=come/去=go/走=leave/工作=work/喝=drink/吃=eat/住_这儿=live_here) 了 | \
{who} {do who} not (1) any more
{who} 不 (累=tired/忙=busy/饿=hungry/渴=thirsty/紧张=nervous/高兴=happy/冷=cold) 了 | {who} {be who} not (1) any more
不 (下雨=raining/下雪=snowing) 了 | it is not (1) any more
{who} 好 多 了 | {who} {be who} much better
{who} 的 感冒 好 了 | {own who} cold is better
{who} 长 大 了 | {who} grew up
{who} 长 高 了 | {who} grew taller
天 (黑=dark) 了 | it is (1)
天 已经 黑 了 | it is already dark
天 快 黑 了 | it will be dark soon
天气 (冷=cold/热=hot/暖和=warm) 了 | it is getting (1)
{who} 又 病 了 | {who} {be who} sick again
{who} 一点儿 也 不 (累=tired/忙=busy/饿=hungry/渴=thirsty/紧张=nervous/高兴=happy/高=tall/冷=cold) | \
{who} {be who} not (1) at all
{it:汉语,汉字,作业,历史:bare} 一点儿 也 不 (难=difficult/容易=easy) | {it} {be it} not (1) at all
{it:#t,#v:this,that} 一点儿 也 不 (贵=expensive/好=good/漂亮=beautiful/便宜=cheap) | {it} {be it} not (1) at all
{who} 一点儿 也 不 想 {deed} | {who} {do who} not want to {base deed} at all
{who} 一点儿 也 不 喜欢 {acts} | {who} {do who} not like to {base acts} at all
{who} 一 个 (汉字=character/人=person) 也 不 认识 | {who} {do who} not know a single (1)
{who} {then} 一 (本_书=book/件_衣服=shirt/杯_水=cup_of_water) 也 没 买 | {who} did not buy a single (1) {then}
{who} {then} 什么 都 没 (吃=eat/买=buy/说=say/做=do/喝=drink/看见=see) | {who} did not (1) anything {then}
{who} 什么 都 不 (想_吃=want_to_eat/想_做=want_to_do/想_喝=want_to_drink/知道=know/懂=understand) | \
{who} {do who} not (1) anything
{who} {then} 哪儿 也 没 去 | {who} did not go anywhere {then}
{who} {soon} 哪儿 也 不 想 去 | {who} {do who} not want to go anywhere {soon}
{who} 又 {deed} 了 | {who} {past deed} again
{who} {soon} 还 想 再 {deed} | {who} {s want who} to {base deed} again {soon}
{who} {soon} 想 再 (去=go/来=come/看=look) 一 次 | {who} {s want who} to (1) again {soon}
""")
LET = forms("""
让 {she} (想想=think/试试=try/看看=have_a_look/听听=listen/休息_一下=rest_a_little/想_一下=think) 吧 | \
let {obj she} (1)
让 我 (想想=think/试试=try/看看=have_a_look/听听=listen/看_一下=have_a_look/帮_你=help_you/来=do_it) | let me (1)
让 我 {deed} 吧 | let me {base deed}
别 让 {she} {deed} | do not let {obj she} {base deed}
别 {acts} 了 | stop {ing acts}
别 (哭=crying/笑=smiling/说话=talking/玩=playing/看_手机=looking_at_the_phone) 了 | stop (1)
别 忘 了 {deed} | do not forget to {base deed}
别 忘 {deed} | do not forget to {base deed}
请 {deed} | please {base deed}
请 {ba} | please {base ba}
快 {ba} 吧 | {base ba} quickly
快 去 {act} 吧 | go and {base act} quickly
先 {done} 再 {acts} 吧 | first {base done} and then {base acts}
先 {ba} ， 然后 再 {acts} | first {base ba} and then {base acts}
你 {future} 再 {deed} 吧 | {base deed} {future}
我们 先 {deed} 吧 | let us {base deed} first
我们 {ba} 吧 | let us {base ba}
我们 {trip} 吧 | let us {base trip}
我们 {future} 再 {deed} 吧 | let us {base deed} {future}
我 来 {deed} 吧 | let me {base deed}
我 帮 你 {deed} 吧 | let me help you {base deed}
(饿=hungry/渴=thirsty) 了 就 (吃=eat/喝=drink) 吧 | if you are (1) , (2)
(累=tired/病=sick) 了 就 (休息=rest/睡觉=sleep) 吧 | if you are (1) , (2)
""")
