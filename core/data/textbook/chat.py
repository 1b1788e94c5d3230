"""Small talk in two breaths: hungry then eat, first this then that, so happy that, whatever one wants, and yours."""

from __future__ import annotations

from core.data.textbook.acts import spread
from core.data.textbook.choices import CITY
from core.data.textbook.forms import any_of
from core.data.textbook.phrases import Both, Draw, person, plain
from core.data.textbook.reasons import again, silent
from core.data.textbook.urging import addressed

DONE = ("作业_写_完=finish_the_homework/作业_做_完=finish_the_homework/饭_吃_完=finish_eating/"
        "书_看_完=finish_reading_the_book/衣服_洗_完=finish_washing_the_clothes/药_吃_完=finish_the_medicine/"
        "信_写_完=finish_writing_the_letter/手_洗_干净=wash_your_hands/门_关_好=close_the_door")
FIRST = spread(f"""
({DONE}) 了 再 {{task}} [吧/] | (1) and then {{base task}}
先 把 ({DONE}) ， [再/然后_再] {{task}} | first (1) and then {{base task}}
你 先 把 ({DONE}) [吧/] | please first (1)
你 先 {{task}} ， 我们 再 {{ours}} 吧 | please first {{base task}} , and then let us {{base ours}}
你 先 问 问 {{name}} {{inside}} ， 我们 再 {{ours}} 吧 | please first ask {{name}} {{inside}} , and then let us \
{{base ours}}
我们 先 {{ours}} ， [再/然后] {{ours2}} [吧/] | let us first {{base ours}} and then {{base ours2}}
你 先 {{task}} ， [再/然后] {{task2}} [吧/] | please first {{base task}} and then {{base task2}}
先 {{task}} ， 再 {{task2}} | first {{base task}} and then {{base task2}}
请 先 {{task}} ， [再/然后] {{task2}} | please first {{base task}} and then {{base task2}}
别 一边 {{acting}} 一边 {{acting2}} | do not {{base acting}} while {{ing acting2}}
{{who}} 一边 走 一边 {{acting}} | {{who}} {{s walk who}} while {{ing acting}}
{{who}} 一边 {{acting}} 一边 说话 | {{who}} {{s acting who}} while talking
{{who}} 喜欢 一边 {{acting}} 一边 {{acting2}} | {{who}} {{s like who}} to {{base acting}} while {{ing acting2}}
{{who}} 常常 一边 {{acting}} 一边 {{acting2}} | {{who}} often {{s acting who}} while {{ing acting2}}
{{who}} {{past}} 一边 {{acting}} 一边 {{acting2}} | {{who}} {{past acting}} while {{ing acting2}} {{past}}
(饿=hungry/累=tired/渴=thirsty/冷=cold) 了 就 {{task}} 吧 | if you are (1) , please {{base task}}
饿 了 就 (吃=eat/吃_饭=eat/吃_一点儿=eat_a_little) 吧 | if you are hungry , please (1)
累 了 就 (休息=rest/睡=sleep/坐=sit_down) 一下 吧 | if you are tired , please (1)
{{who}} (饿=hungry/累=tired/渴=thirsty) 了 就 {{does}} | when {{who}} {{be who}} (1) , {{again who}} {{s does who}}
""".replace("(我们/我们)", "我们").replace("再", "再").replace("问_问", "问 问"))
FEELING = spread("""
{who} (高兴=happy/累=tired/紧张=nervous/饿=hungry) 得 哭 了 | {who} {was who} so (1) that {again who} cried
{who} (高兴=happy/累=tired/紧张=nervous/忙=busy) 得 不 想 (吃饭=eat/说话=talk/睡觉=sleep/做饭=cook) | {who} \
{was who} so (1) that {again who} did not want to (2)
{who} 忙 得 没有 时间 {does} | {who} {be who} so busy that {again who} {do who} not have time to {base does}
{who} 笑 着 说 {half} | {who} {s say who} with a smile that {half}
{who} 笑 着 说 (没关系=it_does_not_matter/没_问题=there_is_no_problem) | {who} {s say who} with a smile that (1)
{who} 哭 着 说 {half} | {who} {s say who} crying that {half}
{who} 听 着 (音乐=music/歌=songs) {acting} | {who} {s acting who} while listening to (1)
我 不 是 不 想 {plan} ， 是 没有 (时间=time/钱=money) | it is not that I do not want to {base plan} , it is that I \
do not have (1)
{who} 不 是 不 想 {does} ， 是 不 会 | it is not that {who} {do who} not want to {base does} , it is that \
{again who} can not
没有 (钱=money/车=a_car/手机=a_phone/电脑=a_computer/时间=time) 也 (可以=can/能=can) {task} | you (2) also {base task} \
without (1)
{who} 不 努力 (学习=study/工作=work) ， 就 会 (哭=cry/没有_工作=have_no_job) | if {who} {do who} not (1) hard , \
{again who} will (2)
你 不 {task} ， 就 会 (生病=get_sick/很_累=be_very_tired/很_饿=be_very_hungry/感冒=have_a_cold) | if you do not \
{base task} , you will (1)
{who} 去 过 很 多 (地方=places/城市=cities) | {who} {has who} been to many (1)
我 会 常常 想 (你们=you/你=you/她=her/他们=them) 的 | I will often think of (1)
""")
FEELING += spread("""
[如果/要是] 你 能 {task} ， 我 就 很 高兴 [了/] | if you can {base task} , I will be very happy
[如果/要是] {other} 能 来 ， {who} 就 很 高兴 [了/] | if {other} can come , {who} will be very happy
你 能 来 ， 我 [很/非常/真] 高兴 | I am very happy that you can come
你 能 {task} ， 我 [很/非常] 高兴 | I am very happy that you can {base task}
[你/你们] 想 吃 什么 就 吃 什么 | you can eat what you want to eat
{who} 想 去 哪儿 就 去 哪儿 | {who} can go where {again who} {s want who} to go
""")
SHORT = spread("""
{it:歌,中文_歌:this} [真/很] 好听 ， [是/] 谁 唱 的 | {it} is really nice , who sang it
{it:菜,蛋糕:this} (真=really/很=very) 好吃 ， [是/] 谁 做 的 | {it} is (1) delicious , who made it
{it:小说,书:this} (真=really/很=very) 有意思 ， [是/] 谁 写 的 | {it} is (1) interesting , who wrote it
{it:裙子,毛衣,衬衫,帽子,包,自行车:this} (真=really/很=very) (漂亮=beautiful/好看=beautiful) ， [是/] 在 [哪儿/哪里] \
买 的 | {it} {be it} (1) (2) , where did you buy {it it}
我 的 生日 是 {date} ， 你 的 呢 | my birthday is {date} , and yours
我 的 (名字=name) 叫 {called} ， 你 的 呢 | my name is {called} , and yours
我 去 过 ({CITY}) ， 你 呢 | I have been to (1) , and you
我 没 去 过 ({CITY}) ， 你 呢 | I have not been to (1) , and you
我 (想=want/要=want/喜欢=like) {plan} ， 你 呢 | I (1) to {base plan} , and you
我 不 [想/要] {plan} ， 你 呢 | I do not want to {base plan} , and you
{it:手机,电脑,车,自行车:own,this} 坏 了 ， 能 修 吗 | {it} is broken , can it be repaired
我 找 不 到 我 的 (手机=phone/词典=dictionary/包=bag/雨伞=umbrella/票=ticket/狗=dog/猫=cat) ， 你 看见 了 吗 | I can \
not find my (1) , did you see it
我 忘 了 把 (手机=phone/词典=dictionary/包=bag/雨伞=umbrella/票=ticket) 放 在 [哪里/哪儿] 了 ， 你 看见 了 吗 | I \
forgot where I put my (1) , did you see it
我 想 给 {other} 买 {it:礼物,衣服,书:one} ， 你 说 买 什么 好 | I want to buy {it} for {obj other} , what do you \
think I should buy
你 说 我 应该 (买=buy/做=do/吃=eat/看=read/写=write/学=learn) 什么 | what do you think I should (1)
现在 几 点 了 ， [你/] 还 不 (睡=go_to_bed/睡觉=go_to_bed/起床=get_up/走=leave/回_家=go_home/吃饭=eat) | what time \
is it , why do you still not (1)
(家=at_home/房间=in_the_room/教室=in_the_classroom/办公室=in_the_office) 里 有 人 吗 | is there anybody (1)
外面 有 人 吗 | is there anybody outside
你 看见 {it:狗,猫,手机,书,包:the,own} 了 吗 | did you see {it}
你 看见 (我=me/他=him/小明=xiaoming/安娜=anna/我_妈妈=my_mother/我_的_狗=my_dog/我_的_手机=my_phone) 了 吗 | did you \
see (1)
你 看见 {other} 了 吗 | did you see {obj other}
没有 {it:钱,车,手机,电脑,时间:bare} 也 可以 (快乐=be_happy/高兴=be_happy) ， 你 说 对 不 对 | you can also be happy \
without {it} , right
我 (忘_了=forgot/不_知道=do_not_know) {inside} ， 你 知道 吗 | I (1) {inside} , do you know
我 不 知道 {inside} ， 你 能 告诉 我 吗 | I do not know {inside} , can you tell me
""".replace("{CITY}", CITY))


def before_that(d: Draw) -> Both:
    """作业 写 完 了 再 看 电视; 你 先 去 ， 我们 再 买 票."""
    said = any_of(d, FIRST)
    return addressed(d, said) if d.chance(0.08) else said


def feeling(d: Draw) -> Both:
    """高兴 得 哭 了; 笑 着 说; 想 吃 什么 就 吃 什么."""
    return any_of(d, FEELING)


def short(d: Draw) -> Both:
    """这 首 歌 真 好听 ， 谁 唱 的; 你 看见 我 的 狗 了 吗."""
    said = any_of(d, SHORT)
    return addressed(d, said) if d.chance(0.1) else said


GROWN = spread("""
{who} 长 大 以后 想 (当_老师=be_a_teacher/当_医生=be_a_doctor/当_司机=be_a_driver/开_火车=drive_a_train) | when \
{who} GROW , {again who} {s want who} to (1)
{who} 长 大 以后 想 {does} | when {who} GROW , {again who} {s want who} to {base does}
{who} 下班 以后 要 {does} | after {who} {s finish who} work , {again who} {s want who} to {base does}
{who} 下课 以后 要 {does} | after {who} {s finish who} class , {again who} {s want who} to {base does}
{who} {acting} 以后 就 回 家 | after {who} {s acting who} , {again who} will go home
{who} 小 的时候 不 喜欢 {does} | when {who} {was who} young , {again who} did not like to {base does}
""")


def grown(d: Draw) -> Both:
    """小明 说 ， 他 长 大 以后 想 当 医生: what somebody says of a time to come."""
    who = person(d)
    verb = d.pick((("说", "say"), ("说", "say"), ("告诉 我", "tell me")))
    if who.pronoun in ("我", "我们") and "我" in verb[0]:
        verb = ("说", "say")
    says = {"tell me": "told me"}.get(verb[1], verb[1] + ("s" if who.agree == "3" else ""))
    named = again(d, who) if d.chance(0.7) else silent(d, who)
    grow = "grows up" if who.agree == "3" else "grow up"
    form = d.pick(GROWN)
    clause_ = any_of(d, [(form[0], form[1].replace("GROW", grow))], who=named)
    comma = plain("，") if d.chance(0.4) else []
    return [*who.zh, *plain(verb[0]), *comma, *clause_[0]], [*who.en, *plain(f"{says} that"), *clause_[1]]
