"""What one asks somebody to do or proposes, and why: let us, hurry up, do not, please, can you, with its ground."""

from __future__ import annotations

from core.data.textbook.acts import spread
from core.data.textbook.forms import any_of, forms
from core.data.textbook.phrases import Both, Draw, Np, plain
from core.data.textbook.story import join

SHUT = "把_窗户_关_上=close_the_window/把_门_关_上=close_the_door/关_上_窗户=close_the_window/把_窗户_都_关_上=close_" \
       "all_the_windows/把_门_打_开=open_the_door/把_窗户_打_开=open_the_window/关_门=close_the_door"
OBJECTS = "雨伞=an_umbrella/钱=money/词典=a_dictionary/手机=a_phone/票=a_ticket/书=books/作业=homework/水=water"
LATE = "睡觉=go_to_bed/睡=go_to_bed/回_家=go_home/起床=get_up/休息=rest/来=come"
MEAL = "早饭=breakfast/午饭=lunch/晚饭=dinner/饭=the_food"
GROUND = spread("""
外面 (下雨=raining/下雪=snowing) 了 | it is (1) outside
外面 [在/正在] (下雨=raining/下雪=snowing) | it is (1) outside
外面 下 着 (雨=raining/雪=snowing) | it is (1) outside
外面 的 (雨=raining/雪=snowing) 下 得 很 大 | it is (1) hard outside
[快/要] (下雨=rain/下雪=snow) 了 | it is going to (1) soon
天 黑 了 | it is dark
天气 (真=really/很=very/太=too) (好=good/冷=cold/热=hot) | the weather is (1) (2)
(今天=today/外面=outside) 太 (冷=cold/热=hot) 了 | it is too (2) (1)
太 (冷=cold/热=hot/贵=expensive/远=far/难=difficult) 了 | it is too (1)
房间 里 (太=too/很=very/有点儿=a_little) (冷=cold/热=hot) | it is (1) (2) in the room
时间 不 早 了 | it is late
[现在/已经] {hour} 了 | it is {hour}
{hour} 了 | it is {hour}
我 (饿=hungry/累=tired/渴=thirsty/病=sick) 了 | I am (1)
我 (有点儿=a_little/很=very/太=too) (饿=hungry/累=tired/渴=thirsty/忙=busy/紧张=nervous) | I am (1) (2)
""")
GROUND += spread(f"""
我 没有 (时间=time/钱=money/票=a_ticket/车=a_car/雨伞=an_umbrella/词典=a_dictionary/手机=a_phone) | I do not have (1)
我 (没=did_not/忘_了=forgot_to) 带 ({OBJECTS}) | I (1) bring (2)
我 {{future}} (没有=do_not_have/有=have) (时间=time/课=class) | I (1) (2) {{future}}
我 (头=headache/肚子=stomachache/牙=toothache) (很=bad/有点儿=little) 疼 | I have a (2) (1)
我 (头=headache/肚子=stomachache/牙=toothache) 疼 | I have a (1)
我 (感冒=have_a_cold/生病=am_sick) 了 | I (1)
我 (不=not/有点儿_不=not_very) (舒服=well) | I am (1) (2)
我 不 会 {{able}} | I can not {{base able}}
我 [听/看] 不 懂 | I do not understand
我 没 听 懂 | I did not understand
我 不 知道 {{ask}} | I do not know {{ask}}
{{it:手机,电脑,车,自行车:own,this}} (又=again/又=again) 坏 了 | {{it}} {{be it}} broken (1)
{{it:手机,电脑,车,自行车:own,this}} 坏 了 | {{it}} {{be it}} broken
{{it:#t,#v:this,that,these}} (太=too/有点儿=a_little/非常=very) 贵 | {{it}} {{be it}} (1) expensive
{{it:#t,#v:this,that,these}} 太 (贵=expensive) 了 | {{it}} {{be it}} too (1)
{{ground}} 离 这儿 (很_远=very_far_from/不_远=not_far_from/很_近=very_near/太_远_了=too_far_from) | {{ground}} is \
(1) \
here
{{ground}} 里 人 太 多 了 | there are too many people {{at ground}}
(比赛=the_match/电影=the_movie/考试=the_exam) (快=soon/快=soon) 开始 了 | (1) is going to begin (2)
(飞机=the_plane/火车=the_train/公共汽车=the_bus) (快=soon/快=soon) (开=leave/来=come/到=arrive) 了 | (1) is going to \
(3) (2)
快 (上课=begin/下课=finish) 了 | class is going to (1) soon
{{future}} 有 (考试=an_exam/课=class/足球_比赛=a_football_match) | there is (1) {{future}}
(孩子=the_child/妈妈=my_mother/爸爸=my_father/爷爷=my_grandfather/弟弟=my_brother/老师=the_teacher) 在 \
(睡觉=sleeping/休息=resting/打_电话=making_a_phone_call/学习=studying/工作=working/做饭=cooking) | (1) is (2)
孩子 们 (已经=already) 睡 了 | the children are (1) asleep
({MEAL}) (已经=already) 做 好 了 | (1) is (2) ready
({MEAL}) 做 好 了 | (1) is ready
今天 是 {{owner}} 的 生日 | today is {{own owner}} birthday
{{human}} 来 了 | {{human}} came
""")
URGE = spread(f"""
我们 {{ours}} 吧 | let us {{base ours}}
我们 先 {{ours}} 吧 | let us first {{base ours}}
我们 一起 (回_家=go_home/走=go/吃饭=eat/看_电影=watch_a_movie/打_篮球=play_basketball/学习=study) 吧 | let us (1) \
together
我们 别 {{ours}} 了 | let us not {{base ours}}
我们 {{hour}} 在 {{ground}} 门口 见面 吧 | let us meet at the entrance of {{ground}} at {{hour}}
我们 {{future}} 再 {{ours}} 吧 | let us {{base ours}} {{future}}
快 {{task}} [吧/] | hurry up and {{base task}}
快 ({SHUT}) 吧 | hurry up and (1)
请 ({SHUT}) | please (1)
({SHUT}) 吧 | please (1)
请 {{task}} | please {{base task}}
你 {{task}} 吧 | please {{base task}}
你 先 {{task}} 吧 | please {{base task}} first
你 等 一下 再 {{task}} [吧/] | please {{base task}} a little later
你 {{future}} 再 {{task}} 吧 | please {{base task}} {{future}}
你 {{future}} 再 (来=come/打=call/去=go) 吧 | please (1) again {{future}}
[别/不_要] {{task}} | do not {{base task}}
[别/不_要] {{task}} 了 | do not {{base task}}
别 (哭=cry/笑=laugh/说话=talk/走=leave/等=wait/玩=play/看=look/睡=sleep) 了 | do not (1)
别 (紧张=be_nervous/生病=get_sick) | do not (1)
别 忘 了 {{task}} | do not forget to {{base task}}
别 忘 [了/] 带 ({OBJECTS}) | do not forget to bring (1)
[你/您] 不用 {{task}} [了/] | you do not have to {{base task}}
你 应该 {{task}} | you should {{base task}}
你 不 应该 {{task}} | you should not {{base task}}
""")
URGE += spread(f"""
你 (应该=should/要=should) 多 \
(喝_水=drink_more_water/休息=rest_more/吃_水果=eat_more_fruit/穿_衣服=wear_more_clothes/\
看书=read_more/说_汉语=speak_more_chinese) | you (1) (2)
多 (喝_水=drink_more_water/休息=rest_more/吃_水果=eat_more_fruit/吃_一点儿=eat_a_little_more/\
穿_一点儿=wear_more_clothes/喝_一点儿_水=drink_more_water) 吧 | please (1)
少 (喝_咖啡=drink_less_coffee/看_电视=watch_less_television/吃_肉=eat_less_meat/看_手机=look_less_at_the_phone/\
喝_可乐=drink_less_cola) 吧 | please (1)
早 一点儿 ({LATE}) 吧 | please (1) a little earlier
你 早 一点儿 ({LATE}) 吧 | please (1) a little earlier
(走=walk/吃=eat/说=speak/开=drive/写=write) 慢 一点儿 吧 | please (1) a little more slowly
(走=walk/吃=eat/写=write) 快 一点儿 吧 | please (1) a little faster
等 (我=me/我们=us) 一下 | please wait for (1)
给 (我=me/我们=us/他=him/她=her) 打 [个/] 电话 [吧/] | please call (1)
你 帮 (我=me/我们=us/他=him) {{errand}} [吧/] | please help (1) {{base errand}}
你 教 (我=me/我们=us) [吧/] | please teach (1)
你 教 (我=me/我们=us) (汉语=chinese/英语=english/法语=french) 吧 | please teach (1) (2)
你 教 (我=me/我们=us) (游泳=swim/开车=drive/做饭=cook/跳舞=dance/画画=draw/唱歌=sing) 吧 | please teach (1) to (2)
请 告诉 (我=me/我们=us/他=him) {{ask}} | please tell (1) {{ask}}
让 我 (想_想=think/看_看=have_a_look/试试=try/休息_一下=rest_a_little/帮_你=help_you/进_去=go_in) 吧 | let me (1)
让 我 (想_想=think/看_看=have_a_look/试试=try/休息_一下=rest_a_little/帮_你=help_you) | let me (1)
""")
MYSELF = spread("""
我 不 {plan} 了 | I will not {base plan}
我 不 想 {plan} [了/] | I do not want to {base plan}
我 不 能 {plan} [了/] | I can not {base plan}
我 得 {plan} | I have to {base plan}
我 得 (走=leave/回_家=go_home/去_上课=go_to_class/去_上班=go_to_work) 了 | I have to (1)
我 先 (走=leave/回_家=go_home/睡=go_to_bed) 了 | I will (1) first
我 想 {plan} | I want to {base plan}
我 只 能 {plan} | I can only {base plan}
我 (明天=tomorrow/下午=in_the_afternoon/晚上=in_the_evening) 再 (来=come/打=call/去=go) | I will (2) again (1)
我们 (明天=tomorrow/下午=in_the_afternoon/晚上=in_the_evening) 再 (去=go/买=buy_it/做=do_it/看=see) 吧 | let us (2) \
(1)
我 {plan} 吧 | let me {base plan}
""")
BUSY = spread("""
我 得 {plan} | I have to {base plan}
我 {future} 得 {plan} | I have to {base plan} {future}
我 {future} (要=have/得=have) (上课=have_class/上班=go_to_work/考试=take_an_exam/工作=work) | I (1) to (2) {future}
我 (要=have/得=have) (上课=have_class/上班=go_to_work/考试=take_an_exam/去_机场=go_to_the_airport) | I (1) to (2)
我 还 没 (吃饭=eat/做_完_作业=finish_homework/下班=finish_work/下课=finish_class) | I did not (1) yet
""")
REQUEST = spread("""
你 [能/可以] 帮 (我=me/我们=us/他=him/她=her) {errand} 吗 | can you help (1) {base errand}
你 能 不 能 帮 (我=me/我们=us/他=him/她=her) {errand} | can you help (1) {base errand}
你 能 不 能 {task} | can you {base task}
你 能 等 我 [一下/] 吗 | can you wait for me
你 能 教 (我=me/我们=us) (游泳=swim/开车=drive/做饭=cook/跳舞=dance/画画=draw) 吗 | can you teach (1) to (2)
你 能 教 我 吗 | can you teach me
你 能 告诉 (我=me/我们=us) {ask} 吗 | can you tell (1) {ask}
能 告诉 我 {ask} 吗 | can you tell me {ask}
你 [能/可以] 借 (我=me/我们=us) {it:书,词典,自行车,雨伞,手机,车,铅笔:one} 吗 | can you lend (1) {it}
""")
REQUEST += spread(f"""
我 [可以/能] {{plan}} 吗 | can I {{base plan}}
可以 (试试=I_try_it/进_来=I_come_in/坐_这儿=I_sit_here/走_了=I_leave_now/喝_水=I_drink_water) 吗 | can (1)
我 [可以/能] 用 一下 你 的 (手机=phone/电脑=computer/词典=dictionary/铅笔=pencil/车=car) 吗 | can I use your (1)
我们 {{ours}} ， (好_吗=ok/好_不_好=ok/可以_吗=ok/怎么样=ok) | let us {{base ours}} , (1)
你 {{task}} ， (好_吗=ok/好_不_好=ok/可以_吗=ok) | please {{base task}} , (1)
({SHUT}) ， (好_吗=ok/可以_吗=ok) | please (1) , (2)
[要_不_要/想_不_想] 一起 {{ours}} | do you want to {{base ours}} together
""")
REQUEST += spread("""
你 [想/要] {task} 吗 | do you want to {base task}
你 想 跟 我 一起 去 吗 | do you want to go with me
你 [怎么/为什么] 还 不 {task} | why do you still not {base task}
你 为什么 不 {task} | why do you not {base task}
我 应该 (怎么_走=how_should_I_go/怎么_做=how_should_I_do_it/做_什么=what_should_I_do/买_什么=what_should_I_buy) | (1)
我们 (去_哪儿=where_do_we_go/做_什么=what_do_we_do/几_点_走=what_time_do_we_leave) | (1)
""")
NAMES = [("小明", "xiaoming"), ("安娜", "anna"), ("李明", "li ming"), ("妈妈", "mother"), ("爸爸", "father"),
         ("王 老师", "teacher wang"), ("老师", "teacher"), ("医生", "doctor"), ("服务员", "waiter"),
         ("王 小姐", "miss wang"), ("王 先生", "mr wang"), ("李 先生", "mr li"), ("姐姐", "sister"),
         ("哥哥", "brother")]


def addressed(d: Draw, said: Both) -> Both:
    """Somebody is addressed by name, at the beginning or the end."""
    name = d.unit(*d.pick(NAMES))
    if d.chance(0.7):
        return join([name, said], [("，", ",")])
    return join([said, name], [("，", ",")])


def _maybe(d: Draw, said: Both) -> Both:
    return addressed(d, said) if d.chance(0.1) else said


def urged(d: Draw) -> Both:
    """Why, and what one asks for, in either order; or one of them alone."""
    ground, urge, roll = any_of(d, GROUND), any_of(d, d.pick((URGE, URGE, MYSELF))), d.rng.random()
    if roll < 0.2:
        return _maybe(d, urge)
    if roll < 0.6:
        so = d.pick((("，", ","), ("，", ","), ("， 所以", ", so")))
        so = so if urge[1][0][0] in ("I", "you") else ("，", ",")
        return _maybe(d, join([ground, urge], [("，", ", and") if so[1] == "," and urge[1][0][0] == "I" else so]))
    if roll < 0.9:
        return _maybe(d, join([urge, ground], [("，", ",")]))
    return join([urge, ground], [("， 因为", "because")])


def requested(d: Draw) -> Both:
    """Why, and a question whether somebody will; or the question alone."""
    ask = any_of(d, REQUEST)
    while [word[0] for word in ask[0]].count("一起") > 1:
        ask = any_of(d, REQUEST)
    if d.chance(0.3):
        return _maybe(d, ask)
    return _maybe(d, join([any_of(d, GROUND), ask], [("，", ",")]))


def declined(d: Draw) -> Both:
    """Sorry, I can not come, I have to ...; I want to go as well, but ...: refused with a reason."""
    me = Np(*d.unit("我", "I"), "1")
    why, roll = any_of(d, BUSY if d.chance(0.35) else GROUND), d.rng.random()
    if roll < 0.35:
        link = ("， 因为", "because") if d.chance(0.2) else ("，", ",")
        return join([d.unit("对不起", "sorry"), any_of(d, MYSELF[:-1]), why], [("，", ","), link])
    if roll < 0.6:
        first = [*me.zh, *plain("也 想")], [*me.en, *plain("also want to")]
        what = any_of(d, forms("{plan} | {base plan}"))
        but = d.pick("可是 但是 不过")
        return join([([*first[0], *what[0]], [*first[1], *what[1]]), why], [(f"， {but}", ", but")])
    if roll < 0.8:
        return join([d.unit(*d.pick((("对不起", "sorry"), ("没关系", "it does not matter"), ("好 的", "ok"),
                                     ("没 问题", "no problem"), ("别 客气", "you are welcome"), ("没 事", "it does not "
                                                                                               "matter")))),
                     any_of(d, MYSELF if d.chance(0.5) else URGE)], [("，", ",")])
    return join([d.unit("好 的", "ok"), any_of(d, GROUND), any_of(d, URGE)], [("，", ","), ("，", ",")])
