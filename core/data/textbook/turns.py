"""The phone, the doctor, the way, what one tried in vain, which of two, and what is so at the same time."""

from __future__ import annotations

from core.data.textbook import counter
from core.data.textbook import words as w
from core.data.textbook.acts import spread
from core.data.textbook.forms import any_of, forms
from core.data.textbook.phrases import Both, Draw, person, plain
from core.data.textbook.reasons import again
from core.data.textbook.story import join
from core.data.textbook.urging import addressed

CALLED = spread("""
您 找 谁 | who are you looking for
你 找 谁 | who are you looking for
请问 您 找 谁 | excuse me , who are you looking for
是 {name} 吗 | is it {name}
请问 ， {name} 在 (家=at_home/办公室=in_the_office/学校=at_school) 吗 | excuse me , is {name} (1)
我 在 {place} ， 你 (什么时候=when/几_点=what_time) (到=arrive/来=come) | I am {at place} , (1) will you (2)
我 在 {ground} 门口 ， 你 (什么时候=when/几_点=what_time) (到=arrive/来=come) | I am at the entrance of {ground} , \
(1) will you (2)
我 在 {beside} ， 你 在 [哪儿/哪里] | I am {beside} , where are you
你 (现在=now) 在 [哪儿/哪里] | where are you (1)
我 是 {name} ， 你 在 (家=at_home/办公室=in_the_office/学校=at_school) 吗 | I am {name} , are you (1)
我 已经 到 {ground} 了 ， 你 在 [哪儿/哪里] | I already arrived {at ground} , where are you
{future} 你 有 时间 吗 | do you have time {future}
你 在 做 什么 呢 | what are you doing
""")
CALLING = spread("""
我 找 {name} | I am looking for {name}
我 在 {place} 等 你 | I am waiting for you {at place}
我 在 {ground} 门口 等 (你=you/他=him/你们=you) | I am waiting for (1) at the entrance of {ground}
我 是 {name} | I am {name}
我 {hour} 到 {ground} | I will arrive {at ground} at {hour}
我 {future} 再 给 你 打 电话 | I will call you again {future}
我 已经 到 {ground} 了 | I already arrived {at ground}
""")
LINE = spread("""
{name} 不 在 ， 你 {future} 再 打 吧 | {name} is not here , please call again {future}
{name} 出 去 了 ， 您 (下午=in_the_afternoon/晚上=in_the_evening/明天=tomorrow) 再 (打=call/来=come) 吧 | {name} \
went out , please (2) again (1)
{name} 上午 不 在 办公室 ， 您 (下午=in_the_afternoon/明天=tomorrow) 再 来 吧 | {name} is not in the office in the \
morning , please come again (1)
{name} 刚才 给 你 打 电话 了 | {name} called you just now
刚才 有 人 给 (你=you/他=him/我=me) 打 电话 | somebody called (1) just now
刚才 有 个 姓 (王=wang/李=li/张=zhang) 的 先生 给 你 打 电话 | a mr (1) called you just now
刚才 有 个 姓 (王=wang/李=li/张=zhang) 的 小姐 给 你 打 电话 | a miss (1) called you just now
外面 有 人 (找=looking_for/等=waiting_for/叫=calling) (你=you/他=him/她=her) | somebody outside is (1) (2)
外面 有 人 叫 (你=your/我=my/他=his) 的 名字 | somebody outside is calling (1) name
有 人 (找=looking_for/等=waiting_for) (你=you/他=him/她=her/我=me) | somebody is (1) (2)
有 人 在 (门口=at_the_entrance/外面=outside) 等 (你=you/我=me) | somebody is waiting for (2) (1)
""")
ILL = spread("""
每天 吃 (一=once/两=twice/三=three_times) 次 | take medicine (1) a day
这 个 药 [每天/一_天] 吃 (一=once/两=twice/三=three_times) 次 | take this medicine (1) a day
(一_天=a_day/每天=a_day) 吃 (一=once/两=twice/三=three_times) 次 药 | take medicine (2) (1)
{who} [每天/一_天] [要/得] 吃 (一=once/两=twice/三=three_times) 次 药 | {who} {s have who} to take medicine (1) a day
吃 完 (饭=eating/早饭=breakfast/晚饭=dinner) 以后 吃 药 | take medicine after (1)
您 先 吃 药 ， {future} 再 来 | please take medicine first and come again {future}
过 几 天 就 好 了 | you will be fine in a few days
多 (喝_水=drink_more_water/吃_水果=eat_more_fruit) ， 多 休息 ， 过 几 天 就 好 了 | (1) , rest more , and you will \
be fine in a few days
你 吃 了 药 以后 多 (喝_水=drink_more_water/休息=rest_more/睡觉=sleep_more) | after you take medicine , (1)
你 的 (感冒=cold) 好 一点儿 了 | your (1) is a little better
{who} 好 (一点儿=a_little/多=much) 了 | {who} {be who} (1) better
{who} 的 身体 越来越 好 | {own who} health is getting better and better
{who} 感冒 了 ， 头 很 疼 | {who} {s have who} a cold and a bad headache
""")
ILL_ASKED = spread("""
(你=your/他=his/她=her) 的 感冒 好 一点儿 了 吗 | is (1) cold a little better
[一_天/每天] 要 吃 几 次 药 | how many times a day do I have to take medicine
这 个 药 [一_天/每天] 吃 几 次 | how many times a day do I take this medicine
{who} 的 (头=headache/肚子=stomachache/牙=toothache) 还 疼 吗 | {do who} {who} still have a (1)
(头=headache/肚子=stomachache/牙=toothache) 还 疼 [吗/不_疼] | do you still have a (1)
您 [哪里/哪儿] 不 舒服 | where do you not feel well
您 怎么 了 ， [哪里/哪儿] 不 舒服 | what is the matter with you , where do you not feel well
{who} 今天 好 一点儿 了 吗 | {be who} {who} a little better today
""")
WAY = spread("""
{ground} 离 这儿 (很_近=very_near/不_远=not_far_from) ， 走 {n:3-30:m} 分钟 就 [到/能_到/到_了] | {ground} is (1) \
here , you will arrive in {n} minutes
{ground} 离 {ground2} (很_近=very_near/不_远=not_far_from) ， 走 {n:3-30:m} 分钟 就 [到/到_了] | {ground} is (1) \
{ground2} , you will arrive in {n} minutes
{ground} 离 这儿 很 远 ， (坐_车=by_car/坐_公共汽车=by_bus/坐_出租车=by_taxi) 要 {n:20-60:m} 分钟 | {ground} is very \
far from here , it takes {n} minutes (1)
从 (我=my/你=your/他=his/她=her) 家 到 {ground} ， (坐_车=by_car/坐_公共汽车=by_bus/骑_自行车=by_bicycle) 要 \
{n:5-60:m} 分钟 | it takes {n} minutes from (1) home to {ground} (2)
从 {ground2} 到 {ground} (坐_车=by_car/坐_公共汽车=by_bus/骑_自行车=by_bicycle) 要 {n:5-60:m} 分钟 | it takes {n} \
minutes from {ground2} to {ground} (1)
{ground} 不 远 ， 我们 走 着 去 吧 | {ground} is not far , let us walk there
{ground} 太 远 了 ， 我们 (坐_出租车=by_taxi/坐_公共汽车=by_bus/坐_车=by_car) 去 吧 | {ground} is too far , let us \
go there (1)
{who} 走 着 去 {ground} | {who} {s walk who} {to ground}
{who} {habit} 走 着 去 {ground} | {who} {s walk who} {to ground} {habit}
{who} 有时候 (坐_公共汽车=by_bus/坐_车=by_car/骑_自行车=by_bicycle) 去 {ground} ， 有时候 走 着 去 | sometimes {who} \
{s go who} {to ground} (1) , sometimes {again who} {s walk who}
""")
WAY_ASKED = spread("""
请问 ， 从 这儿 [到/去] {ground} [应该/] 怎么 走 | excuse me , how do I get from here to {ground}
从 这儿 [到/去] {ground} 怎么 走 | how do I get from here to {ground}
请问 ， 去 {ground} [应该/要] 坐 几 号 车 | excuse me , what bus do I take to get {to ground}
去 {ground} 坐 几 号 车 | what bus do I take to get {to ground}
从 这儿 到 {ground} [要/] 多 远 | how far is it from here to {ground}
从 {ground2} 到 {ground} (坐_车=by_car/坐_公共汽车=by_bus/骑_自行车=by_bicycle/坐_火车=by_train) 要 多 长 时间 | how \
long does it take from {ground2} to {ground} (1)
{ground} 离 这儿 远 不 远 | is {ground} far from here
请问 ， {ground} 离 这儿 [远_吗/远_不_远] | excuse me , is {ground} far from here
请问 ， [这儿/] 附近 有 (银行=a_bank/超市=a_supermarket/饭馆=a_restaurant/医院=a_hospital/书店=a_bookshop) 吗 | \
excuse me , is there (1) near here
去 {city} 的 票 多少 钱 一 张 | how much is a ticket to {city}
[票/这_张_票] 多少 钱 | how much is the ticket
票 多少 钱 一 张 | how much is a ticket
我们 怎么 去 {ground} | how do we get {to ground}
你 是 (坐_飞机=by_plane/坐_火车=by_train/坐_车=by_car/骑_自行车=by_bicycle) 来 的 吗 | did you come (1)
""")
TRIED = spread("""
{who} 找 了 (很_多_地方=many_places/半_天=for_a_long_time/很_长_时间=for_a_long_time) ， 还是 没 找 到 | {who} \
looked (1) , but still did not find it
{who} 找 了 [半_天/很_长_时间] ， 还是 没 找 到 {it:手机,包,词典,票,狗,猫,书,铅笔:own,the} | {who} looked for a long \
time , but still did not find {it}
{who} 找 了 很 多 地方 ， 也 没 找 到 {it:手机,包,词典,票,狗,猫,书,铅笔:own,the} | {who} looked in many places , but \
did not find {it}
{who} 等 了 {length} ， {other} 还 没 来 | {who} waited for {length} , but {other} did not come yet
{who} 等 了 [半_天/很_长_时间] ， (公共汽车=the_bus/火车=the_train/出租车=the_taxi) 还是 没 来 | {who} waited for a \
long time , but (1) still did not come
{who} 看 了 (两=twice/三=three_times) 次 ， 还是 不 懂 | {who} read it (1) , but still {do who} not understand
{who} 听 了 (两=twice/三=three_times) 次 ， 还是 [听_不_懂/不_懂] | {who} listened (1) , but still {do who} not \
understand
{who} 学 了 {length:年} (汉语=chinese/英语=english/法语=french) ， 还是 说 得 不 好 | {who} learned (1) for {length} \
, but still {do who} not speak well
{who} 学 了 {length:年} (游泳=to_swim/开车=to_drive/做饭=to_cook) ， 还是 不 会 | {who} learned (1) for {length} , \
but still can not do it
{who} 吃 了 药 ， (头=headache/肚子=stomachache/牙=toothache) 还是 [很/] 疼 | {who} took medicine , but still \
{s have who} a (1)
{who} 给 {other} 打 了 (两=twice/三=three_times/五=five_times) 次 电话 ， {again other} 都 不 在 | {who} called \
{obj other} (1) , but {again other} {be other} not there
虽然 {who} 很 (累=tired/忙=busy/饿=hungry) ， 但是 还是 要 {does} | although {who} {be who} very (1) , {again who} \
still {s want who} to {base does}
虽然 {weather} ， [但是/可是] {who} 还是 要 {does} | although {weather} , {who} still {s want who} to {base does}
虽然 外面 在 (下雨=raining/下雪=snowing) ， [但是/可是] {who} 还 在 {acting} | although it is (1) outside , {who} \
{be who} still {ing acting}
{who} 已经 {n:50-90} 岁 了 ， [但是/可是] 还 {habit} {vp:bare} | {who} {be who} already {n} years old , but still \
{s vp who} {habit}
{who} 还 在 {acting} | {who} {be who} still {ing acting}
{who} 还 想 {does} | {who} still {s want who} to {base does}
{who} 还是 不 会 {skill} | {who} still can not {base skill}
{who} 还是 不 (懂=understand/知道=know) | {who} still {do who} not (1)
""")


GREETING = spread("""
别 客气 ， 请 (坐=sit_down/喝_茶=drink_tea/吃_饭=eat/进=come_in) | you are welcome , please (1)
请 进 ， 请 坐 | please come in , please sit down
请 进 ， (我_妈妈=my_mother/我_爸爸=my_father/王_老师=teacher_wang/医生=the_doctor) 在 (房间=room/办公室=office) 里 \
| please come in , (1) is in the (2)
快 进 来 [吧/] ， 外面 (太=too/很=very/真=really) (冷=cold/热=hot) [了/] | come in quickly , it is (1) (2) outside
你 先 进 去 [吧/] ， 我 等 (他=him/她=her/小明=xiaoming/安娜=anna) | please go in first , I will wait for (1)
(妈妈=mother/爸爸=father/爷爷=grandfather/奶奶=grandmother/老师=teacher/安娜=anna/小明=xiaoming) ， 生日 快乐 | (1) \
, happy birthday
生日 快乐 ， (妈妈=mother/爸爸=father/爷爷=grandfather/奶奶=grandmother/老师=teacher/安娜=anna/小明=xiaoming) | \
happy birthday , (1)
生日 快乐 ， 这 是 [给/送] 你 的 (礼物=gift/花=flower/蛋糕=cake/书=book) | happy birthday , this is the (1) for you
(老师=teacher/妈妈=mother/安娜=anna/小明=xiaoming/王_老师=teacher_wang/王_先生=mr_wang) ， 再见 | (1) , goodbye
再见 ， (老师=teacher/妈妈=mother/安娜=anna/小明=xiaoming/王_老师=teacher_wang) | goodbye , (1)
再见 ， (明天=tomorrow/下周=next_week/晚上=this_evening) 见 | goodbye , see you (1)
(明天=tomorrow/下周=next_week/晚上=this_evening) 见 | see you (1)
{who} 跟 {other} 说 再见 | {who} {s say who} goodbye to {obj other}
(早上=morning/晚上=evening) 好 ， (王_老师=teacher_wang/妈妈=mother/李_老师=teacher_li/王_小姐=miss_wang) | good (1) \
, (2)
(老师=teacher/医生=doctor/王_先生=mr_wang) ， [你/您] 好 ， 我 叫 {called} | hello , (1) , my name is {called}
你 好 ， 我 叫 {called} ， 很 高兴 认识 你 | hello , my name is {called} , nice to meet you
没 事 ， 别 (哭=cry/笑=laugh/紧张=be_nervous) [了/] | it does not matter , do not (1)
没关系 ， 我 (也_忘_了=also_forgot/不_忙=am_not_busy/等_你=will_wait_for_you/帮_你=will_help_you) | it does not \
matter , I (1)
{who} 有时候 {vp:bare} ， 有时候 {vp2:bare} | sometimes {who} {s vp who} , sometimes {again who} {s vp2 who}
有时候 {who} {vp:bare} ， 有时候 {other} {vp2:bare} | sometimes {who} {s vp who} , sometimes {other} {s vp2 other}
{who} 去 过 很 多 地方 | {who} {has who} been to many places
{who} {past} 去 了 很 多 地方 | {who} went to many places {past}
""")


def greeted(d: Draw) -> Both:
    """请 进 ， 请 坐; 再见 ， 明天 见; 生日 快乐."""
    return any_of(d, GREETING)


def phoned(d: Draw) -> Both:
    """喂 ， 您 找 谁: a question on the phone."""
    return join([d.unit("喂", "hello"), any_of(d, CALLED)], [("，", ",")])


def phone(d: Draw) -> Both:
    """喂 ， 我 找 王 老师; 他 不 在 ， 你 晚上 再 打 吧."""
    if d.chance(0.4):
        return join([d.unit("喂", "hello"), any_of(d, CALLING)], [("，", ",")])
    return any_of(d, LINE)


def ill(d: Draw) -> Both:
    """At the doctor's; somebody is taken to the hospital."""
    if d.chance(0.7):
        return any_of(d, ILL)
    who = person(d)
    other, again_ = person(d, who.zh[0][0], who.mine if who.mine in w.PRONOUNS else "我"), again(d, who)
    first = any_of(d, forms("""
{who} 病 了 | {who} {be who} sick
{who} 不 舒服 | {who} {be who} not well
{who} 身体 不 太 舒服 | {who} {be who} not very well
{who} 感冒 了 | {who} {s have who} a cold
{who} 肚子 疼 | {who} {s have who} a stomachache
"""), who=who)
    zh = [*other.zh, *plain("带"), *again_.zh, *plain("去 医院 了")]
    so = d.pick((("，", ", and"), ("， 所以", ", so")))
    return join([first, (zh, [*other.en, *plain("took"), *again_.en_object, *plain("to the hospital")])], [so])


def ill_asked(d: Draw) -> Both:
    """一 天 要 吃 几 次 药."""
    said = any_of(d, ILL_ASKED)
    return addressed(d, said) if d.chance(0.25) else said


def way(d: Draw) -> Both:
    """How far it is and how one gets there."""
    return any_of(d, WAY)


def way_asked(d: Draw) -> Both:
    """请问 ， 从 这儿 到 火车站 怎么 走."""
    return any_of(d, WAY_ASKED)


def tried(d: Draw) -> Both:
    """找 了 半 天 ， 还是 没 找 到."""
    return any_of(d, TRIED)


SAID = ((2.5, greeted), (2, counter.thanks), (1.5, counter.apology), (3, counter.table), (2, phone), (2, ill), (2, way),
        (3, tried), (1.5, counter.tried_on))
ASKED = ((2, counter.clerk), (3, counter.table_asked), (2, phoned), (1.5, ill_asked), (3, way_asked))


def turn(d: Draw) -> Both:
    """What is said in some situation."""
    return d.rng.choices([make for _, make in SAID], [share for share, _ in SAID])[0](d)


def turn_asked(d: Draw) -> Both:
    """What is asked there."""
    return d.rng.choices([make for _, make in ASKED], [share for share, _ in ASKED])[0](d)
