"""Having done something ever, looking and trying a little, more and more, then and when: what deeds come with."""

from __future__ import annotations

from core.data.lexicon import rows
from core.data.textbook.forms import forms

# what one has or has not ever done: verb | objects | English past participle
EVER = rows("""
吃|{it:#f,饺子,中国_菜:bare}|eaten
喝|{it:#d:this,bare}|drunk
看|{it:电影,中国_电影:this,that}|watched
看|{it:书,小说,英文_小说,杂志,信:this,that,own}|read
听|{it:歌,中文_歌:this,that,own}|listened to
学|{it:汉语,英语,法语,日语,历史:bare}|learned
用|{it:电脑,手机,词典:this,own}|used
穿|{it:#w:this,own}|worn
写|{it:信,汉字:bare,this}|written
做|{it:蛋糕,饺子,中国_菜:bare}|made
骑|{it:自行车:this,bare}|ridden
开|{it:车:this,that}|driven
画|{it:花,猫,鸟:bare,this}|drawn
踢|{it:足球:bare}|played
打|{it:篮球:bare}|played
坐|(飞机=the_plane/火车=the_train/出租车=a_taxi/公共汽车=the_bus)|taken
住 在|{town}|lived
教|{other}|taught
见|{other}|met
帮助|{other}|helped
借|{it:书,词典,雨伞,自行车:this,own}|borrowed
洗|{it:衣服,车:this,own}|washed
""")


def ever() -> list[tuple[str, str]]:
    """吃 过 饺子: said, not, never yet, how often, asked."""
    found = []
    for zh, obj, pp in EVER:
        said = {"{town}": "{at town}", "{other}": "{obj other}"}.get(obj, "(1)" if obj[0] == "(" else "{it}")
        has = f"{{has who}} {{who}} {pp} {said}"
        first = "在 {town} 住 过" if zh == "住 在" else f"{zh} 过 {obj}"
        found += [(f"{{who}} {first}", f"{{who}} {{has who}} {pp} {said}"),
                  (f"{{who}} 以前 {first}", f"{{who}} {{has who}} {pp} {said} before"),
                  (f"{{who}} 也 {first}", f"{{who}} {{has who}} also {pp} {said}"),
                  (f"{{who}} 没 {first}", f"{{who}} {{has who}} not {pp} {said}"),
                  (f"{{who}} 还 没 {first}", f"{{who}} {{has who}} not {pp} {said} yet"),
                  (f"{{who}} 没有 {first}", f"{{who}} {{has who}} not {pp} {said}")]
        found += [(f"? {{who}} {first} {asks}", has) for asks in ("吗", "没有")]
    return found


EVER_ALL = ever()
ONCE_DONE = [form for form in EVER_ALL if form[0][0] != "?"]
ONCE_ASKED = [(zh[2:], en) for zh, en in EVER_ALL if zh[0] == "?"]
LITTLE = forms("""
{who} 想 (看看/看_一下) {it:#t,#v,房子,房间:this,that,own} | {who} {s want who} to have a look at {it}
{who} {soon} 想 去 (看看/看_一下) {other} | {who} {s want who} to go to see {obj other} {soon}
{who} 看 了 一下 {it:书,照片,词典,信,手机:this,that,own} | {who} had a look at {it}
{who} 想 试试 {it:#w:this,that} | {who} {s want who} to try {it}
{who} 去 (问问/问_一下) {other} | {who} {s go who} to ask {obj other}
{who} {soon} 应该 (问问/问_一下) {other} | {who} should ask {obj other} {soon}
{who} 想 休息 一下 | {who} {s want who} to rest a little
{who} 要 在 {place} 坐 一下 | {who} {s want who} to sit {at place} for a while
{who} {then} 在 {place} 坐 了 一下 | {who} sat {at place} for a while {then}
{who} 想 用 一下 {it:手机,电脑,词典,雨伞,铅笔:own,this} | {who} {s want who} to use {it}
{who} 出 去 一下 | {who} {s go who} out for a while
{who} {past} 想 了 一下 | {who} thought for a while {past}
{who} 得 (想想/想_一下) | {who} {s have who} to think
{who} 的 身体 越来越 好 | {own who} health is getting better and better
{who} 的 身体 越来越 不 好 | {own who} health is getting worse and worse
{who} 的 (汉语=chinese/英语=english/法语=french/日语=japanese) 越来越 好 了 | {own who} (1) is getting better and \
better
(汉语=chinese/作业=homework/考试=the_exam/英语=english) 越来越 (难=more_and_more_difficult/容易=easier_and_easier) \
了 | \
(1) is getting (2)
{it:#f,#w,房子,车:bare} 越来越 (贵=more_and_more_expensive/便宜=cheaper_and_cheaper) 了 | {it} {be it} getting (1)
(人=people/车=cars/学生=students) 越来越 多 了 | there are more and more (1)
越来越 多 的 (人=people/学生=students/孩子=children/年轻_人=young_people) 喜欢 {acts} | more and more (1) like to \
{base acts}
{who} 越来越 (忙=busier_and_busier/累=more_and_more_tired/高=taller_and_taller/漂亮=more_and_more_beautiful) 了 | \
{who} {be who} getting (1)
{who} 越来越 (爱=like/喜欢=like) {it:#a,#d,汉语,音乐,历史,足球:bare} 了 | {who} {s like who} {it} more and more
{who} 有点儿 不 (舒服=well/高兴=happy) | {who} {be who} not very (1)
{who} 有点儿 想 {act} | {who} {s want who} to {base act} a little
{who} 过 {length} 就 (回_来=come_back/走=leave/来=come/好=be_better/回_家=go_home/回_国=go_back_home) 了 | {who} \
will \
(1) \
in {length}
{who} 过 {length} 再 (来=come/走=leave/吃=eat/去=go/睡=go_to_bed) | {who} will (1) in {length}
{who} 已经 能 {deed} 了 | {who} can already {base deed}
{who} 还 不 能 {deed} | {who} can not {base deed} yet
{who} 快 {n:10-80} 岁 了 | {who} will be {n} years old soon
""")
THEN = forms("""
{who} 找 了 {bit} ， 还是 没 找 到 {it:手机,词典,包,票,帽子,雨伞,猫,狗:own,this,the} | \
{who} looked for {it} for {bit} , but still did not find {it it}
{who} {then} 找 {it:手机,词典,包,票,雨伞,猫:own,the} 找 了 {bit} | {who} looked for {it} for {bit} {then}
{who} {then} 没 找 到 {it:手机,词典,包,票,雨伞,猫:own,the} | {who} did not find {it} {then}
{who} 学 了 {years} 汉语 ， (可是/但是) 还 不 会 {good} | \
{who} learned chinese for {years} , but {again who} can not {good} yet
{who} 学 了 {years} 汉语 ， (可是/但是/不过) 写 汉字 (很/非常) 慢 | \
{who} learned chinese for {years} , but {again who} {s write who} characters very slowly
{who} 学 了 {years} (中文=chinese/汉语=chinese) ， 现在 (已经=already) 能 看 懂 中文 \
(书=books/小说=novels/报纸=newspapers) 了 | \
{who} learned (1) for {years} , and now {again who} can already read chinese (3)
{who} 让 {other} 下班 的时候 买 {it:#f,#d:number,one,bare} | \
{who} {s ask who} {obj other} to buy {it} when {again other} {s finish other} work
{who} 让 {other} 回 家 的时候 买 {it:#f,#d:number,one,bare} | \
{who} {s ask who} {obj other} to buy {it} when {again other} {s go other} home
{who} 让 {other} 在 {place} 等 {again who} | {who} {s ask who} {obj other} to wait for {them who} {at place}
{who} 昨天 晚上 没 睡 好 ， 今天 上课 的时候 很 (累=tired/饿=hungry) | \
{who} did not sleep well yesterday evening , and {again who} {be who} very (1) in class today
{who} 想 吃 什么 就 吃 什么 | {who} can eat whatever {again who} {s want who}
{who} 想 买 什么 就 买 什么 | {who} can buy whatever {again who} {s want who}
{who} 想 做 什么 就 做 什么 | {who} can do whatever {again who} {s want who}
想 吃 什么 就 吃 什么 | eat whatever you want
{who} 不但 会 打 篮球 ， 而且 打 得 很 好 | {who} can not only play basketball but also play it very well
{who} 不但 会 说 (汉语=chinese/英语=english/法语=french) ， 而且 说 得 (很/非常) 好 | {who} can not only speak (1) \
but also speak it very well
{who} 不但 会 {good} ， 而且 篮球 也 打 得 很 好 | {who} can not only {good} but also play basketball very well
{who} 不但 会 {good} ， 而且 足球 也 踢 得 很 好 | {who} can not only {good} but also play football very well
{who} 不但 会 {good} ， 而且 (汉语=chinese/英语=english) 也 说 得 很 好 | {who} can not only {good} but also speak \
(1) very well
{who} {often} {trip} ， 然后 回 家 {act} | {who} {s trip who} {often} and then {s go who} home to {base act}
{who} {habit} 下班 以后 {trip} ， 然后 回 家 {act} | after work {who} {s trip who} and then {s go who} home to \
{base act} {habit}
{who} {then} 回 家 {act} 了 | {who} went home to {base act} {then}
{who} {soon} 想 回 家 {act} | {who} {s want who} to go home to {base act} {soon}
{who} {soon} 得 回 家 {act} | {who} {s have who} to go home to {base act} {soon}
{who} {soon} 不 回 家 (吃_饭=eat/吃_晚饭=eat_dinner) 了 | {who} will not go home to (1) {soon}
{who} {then} 带 {other} 去 {ground} 了 | {who} took {obj other} {to ground} {then}
{who} {soon} 想 带 {other} 去 {far} | {who} {s want who} to take {obj other} {to far} {soon}
{who} {future} 带 {other} 去 {far} (旅行=travel/玩=play) | {who} will take {obj other} {to far} to (1) {future}
{who} {often} 跟 {other} 去 {ground} {act} | {who} {s go who} {to ground} with {obj other} to {base act} {often}
{who} {done} 了 再 {act} | {who} first {s done who} and then {s act who}
{who} {done} 以后 才 能 {act} | {who} can not {base act} until {again who} {s done who}
{who} 没 {done} ， 所以 不 能 {act} | {who} did not {base done} , so {again who} can not {base act}
{who} 到 {place} 的时候 ， {other} 已经 (走=left/来=came/到=arrived/回_家=went_home/下课=finished_class) 了 | \
when {who} arrived {at place} , {other} already (1)
{who} 到 {place} 的时候 ， {other} (正在/在) {act} | when {who} arrived {at place} , {other} {was other} {ing act}
{who} 到 {place} 的时候 ， (课=class/电影=the_movie/比赛=the_match/考试=the_exam) 已经 开始 了 | when {who} arrived \
{at place} , (1) already began
{who} {act} 的时候 ， {other} {act2} | when {who} {s act who} , {other} {s act2 other}
{who} {act} 的时候 喜欢 听 音乐 | when {who} {s act who} , {again who} {s like who} to listen to music
{who} {act} 的时候 不 能 {act2} | {who} can not {base act2} when {again who} {s act who}
{act} 的时候 别 {act2} | do not {base act2} when you {base act}
(吃饭=eat/上课=have_class/开车=drive/走=walk) 的时候 (不_要/别) \
(看_手机=look_at_the_phone/说话=talk/打_电话=make_a_phone_call) | \
do not (3) when you (1)
{who} {past} 去 {ground} 的时候 看见 {other} 了 | when {who} went {to ground} {past} , {again who} saw {obj other}
{who} 坐 在 {place} 等 {other} | {who} {be who} sitting {at place} and waiting for {obj other}
{who} 在 {place} 等 了 {other} {bit} ， 可是 {again other} 没 来 | {who} waited for {obj other} {at place} for {bit} \
, but \
{again other} did not come
{who} 给 {other} 打 电话 的时候 ， {again other} 在 {act} | when {who} called {obj other} , {again other} \
{was other} {ing act}
{who} 问 {other} {soon} 能 不 能 {act} | {who} asked {obj other} if {again other} can {base act} {soon}
{who} 问 {other} 想 不 想 {act} | {who} asked {obj other} if {again other} {s want other} to {base act}
{who} 说 {again who} {soon} 不 能 来 了 | {who} said that {again who} can not come {soon} any more
{who} 说 {again who} {soon} 想 {deed} | {who} said that {again who} {s want who} to {base deed} {soon}
{who} {then} 没 (睡_好=sleep_well/吃_早饭=eat_breakfast/休息_好=rest_well) ， 所以 今天 很 (累=tired/饿=hungry) | \
{who} did not \
(1) {then} , so {again who} {be who} very (2) today
{who} {past} (睡=slept/休息=rested) 得 很 好 ， 所以 今天 一点儿 也 不 累 | {who} (1) very well {past} , so \
{again who} {be who} \
not tired at all today
""")
MANY = "(我们=we/他们=they/她们=they/你们=you/孩子_们=the_children/学生_们=the_students/同学_们=the_classmates)"
ALL = forms(f"""
{MANY} 都 {{did}} | (1) all {{past did}}
{MANY} 都 {{ba}} 了 | (1) all {{past ba}}
{MANY} {{soon}} 都 想 {{deed}} | (1) all want to {{base deed}} {{soon}}
{MANY} 都 不 想 {{deed}} | (1) all do not want to {{base deed}}
{MANY} {{soon}} 都 得 {{deed}} | (1) all have to {{base deed}} {{soon}}
{MANY} {{soon}} 都 要 {{deed}} | (1) all want to {{base deed}} {{soon}}
{MANY} 都 (会/能) {{good}} | (1) can all {{good}}
{MANY} 都 不 会 {{good}} | (1) all can not {{good}}
{MANY} 都 喜欢 {{acts}} | (1) all like to {{base acts}}
{MANY} 都 很 喜欢 {{acts}} | (1) all like to {{base acts}} very much
{MANY} 都 不 喜欢 {{acts}} | (1) all do not like to {{base acts}}
{MANY} 都 在 {{act}} | (1) are all {{ing act}}
{MANY} {{habit}} 都 {{acts}} | (1) {{base acts}} {{habit}}
大家 都 {{did}} | everyone {{past did}}
大家 都 想 {{deed}} | everyone wants to {{base deed}}
大家 都 会 {{good}} | everyone can {{good}}
大家 都 在 {{act}} | everyone is {{ing act}}
大家 都 (走=left/来=came/到=arrived/回_家=went_home/下班=finished_work/笑=smiled/哭=cried) 了 | everyone (1)
{{who}} 也 {{did}} | {{who}} also {{past did}}
{{who}} 也 没 {{done}} | {{who}} also did not {{base done}}
{{who}} 也 {{ba}} 了 | {{who}} also {{past ba}}
{{who}} 也 在 {{act}} | {{who}} {{be who}} also {{ing act}}
{{who}} 也 喜欢 {{acts}} | {{who}} also {{s like who}} to {{base acts}}
{{who}} 也 得 {{deed}} | {{who}} also {{s have who}} to {{base deed}}
{{who}} {{soon}} 也 不 能 {{deed}} | {{who}} also can not {{base deed}} {{soon}}
{{who}} 只 想 {{deed}} | {{who}} only {{s want who}} to {{base deed}}
{{who}} 只 能 {{deed}} | {{who}} can only {{base deed}}
{{who}} 只 喜欢 {{acts}} | {{who}} only {{s like who}} to {{base acts}}
{{who}} 总是 {{acts}} | {{who}} always {{s acts who}}
{{who}} 常常 {{trip}} | {{who}} often {{s trip who}}
{{who}} 有时候 {{trip}} | {{who}} sometimes {{s trip who}}
{{who}} 总是 忘 {{deed}} | {{who}} always {{s forget who}} to {{base deed}}
{{who}} {{soon}} 没有 时间 {{deed}} | {{who}} {{do who}} not have time to {{base deed}} {{soon}}
{{who}} {{soon}} 有 时间 {{deed}} 了 | {{who}} {{s have who}} time to {{base deed}} {{soon}}
{{who}} 没有 钱 买 {{it:#t,#v,房子:bare,this}} | {{who}} {{do who}} not have money to buy {{it}}
{{who}} 不 能 {{act}} ， 也 不 能 {{act2}} | {{who}} can not {{base act}} and also can not {{base act2}}
{{who}} 不 想 {{act}} ， 也 不 想 {{act2}} | {{who}} {{do who}} not want to {{base act}} and also {{do who}} not \
want to {{base act2}}
{{who}} 不 是 不 想 {{deed}} ， 是 没有 (时间=time/钱=money) | it is not that {{who}} {{do who}} not want to \
{{base deed}} but that \
{{again who}} {{do who}} not have (1)
""")
THANKS = forms("""
谢谢 你 帮 (我=me/我们=us) {act} | thank you for helping (1) {base act}
谢谢 (你/您) 帮 (我=me/我们=us) {ba} | thank you for helping (2) {base ba}
谢谢 你 告诉 (我=me/我们=us) | thank you for telling (1)
谢谢 你 来 看 (我=me/我们=us) | thank you for coming to see (1)
谢谢 你 教 (我=me/我们=us) {act} | thank you for teaching (1) to {base act}
谢谢 你 (送_给_我/送_我) 的 {it:#t,花,礼物,礼物:the} | thank you for {it} that you gave me
谢谢 你 给 我 写 的 信 | thank you for the letter that you wrote to me
谢谢 你 给 我 买 的 {it:#t,礼物,花:the} | thank you for {it} that you bought for me
谢谢 你 给 我 做 的 {it:蛋糕,饺子:the} | thank you for {it} that you made for me
别 一边 {act} 一边 {act2} | do not {base act} while {ing act2}
对不起 ， {who} {soon} 不 能 {deed} 了 | sorry , {who} can not {base deed} {soon} any more
对不起 ， 我 忘 了 {deed} | sorry , I forgot to {base deed}
对不起 ， 我 没 听 (懂=understand/见=hear_it) | sorry , I did not (1)
对不起 ， 我 {future} 得 {deed} | sorry , I have to {base deed} {future}
没 问题 ， 我 {soon} 帮 你 {act} | no problem , I will help you {base act} {soon}
好 的 ， 我 {soon} {ba} | ok , I will {base ba} {soon}
没 事 ， 我 来 {ba} | it does not matter , let me {base ba}
""")
CHOICE = forms("""
{who} (想=want/要=want) {act} 还是 {act2} | {do who} {who} (1) to {base act} or {base act2}
{who} {soon} 想 {acts} 还是 {acts2} | {do who} {who} want to {base acts} or {base acts2} {soon}
{who} 喜欢 {act} 还是 {act2} | {do who} {who} like to {base act} or {base act2}
{who} {trip} 还是 {trip2} | {do who} {who} {base trip} or {base trip2}
{who} {act} 还是 {other} {act} | {do who} {who} {base act} or {do other} {other} {base act}
{who} {soon} 有 时间 {deed} 吗 | {do who} {who} have time to {base deed} {soon}
{who} {soon} 有 没有 时间 {deed} | {do who} {who} have time to {base deed} {soon}
{who} 也 想 {deed} 吗 | {do who} {who} also want to {base deed}
我们 {soon} {deed} ， (好_吗/怎么样/好_不_好) | let us {base deed} {soon} , ok
我们 一起 {act} ， (好_吗/好_不_好) | let us {base act} together , ok
你 帮 (我=me/我们=us) {ba} ， 好 吗 | help (1) {base ba} , ok
请 {ba} ， 好 吗 | please {base ba} , ok
你 {future} 再 {deed} ， 好 吗 | {base deed} {future} , ok
""")
FAR = forms("""
{who} {then} 在 {place} 看见 {other} 了 | {who} saw {obj other} {at place} {then}
{who} {then} 在 {place} 看见 {other} 在 {act} | {who} saw {obj other} {ing act} {at place} {then}
{who} {then} 在 {ground} (借_到=borrowed/买_到=bought/找_到=found) 了 {it:书,词典,杂志,小说,手机:one,this} | \
{who} (1) {it} {at ground} {then}
{who} {then} 在 {ground} 没 (借_到=borrow/买_到=buy/找_到=find) {it:书,词典,杂志,小说,手机:this,that} | \
{who} did not (1) {it} {at ground} {then}
{who} {then} 在 {place} 等 {other} 等 了 {bit} | {who} waited for {obj other} {at place} for {bit} {then}
{who} {then} 跟 {other} 一起 {act} 了 | {who} {past act} with {obj other} {then}
{who} {then} 没 跟 {other} 一起 {act} | {who} did not {base act} with {obj other} {then}
{who} {soon} 不 能 跟 {other} 一起 {act} | {who} can not {base act} with {obj other} {soon}
{who} {soon} 打算 跟 {other} 去 {far} (旅行=travel/玩=play) | {who} {s plan who} to go {to far} with {obj other} to \
(1) {soon}
{who} {soon} 要 跟 {other} 一起 去 {far} (旅行=travel/玩=play) | {who} will go {to far} with {obj other} to (1) {soon}
{who} 从 (图书馆=the_library/学校=school/大学=the_university) 借 了 {it:书,词典,小说:one,number} | {who} borrowed \
{it} from (1)
{who} {then} 从 {far} 回 来 了 | {who} came back from {far} {then}
{who} {future} 从 {far} 回 来 | {who} will come back from {far} {future}
{who} 还 没 从 {far} 回 来 | {who} did not come back from {far} yet
{who} {then} 从 {far} 给 {other} 打 了 电话 | {who} called {obj other} from {far} {then}
{who} {future} 坐 (火车=train/飞机=plane) 从 {town} 回 (北京=beijing/上海=shanghai/西安=xi'an) | \
{who} will go back to (2) from {town} by (1) {future}
{who} {then} 把 {it:#t:own,the} 忘 在 (出租车_上=in_the_taxi/飞机_上=on_the_plane/火车_上=on_the_train/\
公共汽车_上=on_the_bus/桌子_上=on_the_table/教室_里=in_the_classroom) 了 | {who} left {it} (1) {then}
别 把 {it:#t:own,the} 忘 在 (出租车_上=in_the_taxi/飞机_上=on_the_plane/火车_上=on_the_train) 了 | \
do not leave {it} (1)
{who} 已经 到 {far} 了 | {who} already arrived {at far}
{who} {then} 还 没 到 {far} | {who} did not arrive {at far} yet {then}
{who} {morrow} {hour} 到 {far} | {who} will arrive {at far} at {hour} {morrow}
{who} {morrow} {hour} 能 到 {far} | {who} can arrive {at far} at {hour} {morrow}
{it:信:this,that,own} 是 用 (法语=french/英语=english/汉语=chinese/日语=japanese/中文=chinese) 写 的 | {it} was \
written in (1)
{who} {soon} 想 用 (法语=french/英语=english/汉语=chinese/中文=chinese) 给 {other} 写 信 | \
{who} {s want who} to write letters to {obj other} in (1) {soon}
{who} 听说 {other} {did} | {who} heard that {other} {past did}
听说 {she} {soon} 要 {deed} | I heard that {she} will {base deed} {soon}
听说 {she} 已经 (走=left/来=came/回_国=went_back_home/出_去=went_out/到_北京=arrived_in_beijing) 了 | \
I heard that {she} already (1)
{who} 希望 {soon} 不 (下雨=rain/下雪=snow) | {who} {s hope who} that it will not (1) {soon}
{who} 希望 {other} 能 帮助 {again who} | {who} {s hope who} that {other} can help {them who}
{who} {then} 帮助 了 {other} | {who} helped {obj other} {then}
{who} {soon} 需要 {other} 的 帮助 | {who} {s need who} {own other} help {soon}
{who} {then} 看见 {other} (哭=cry/笑=smile) 了 | {who} saw {obj other} (1) {then}
{who} {then} (哭=cried/笑=smiled) 了 | {who} (1) {then}
{who} {then} 又 (哭=cried/笑=smiled) 了 | {who} (1) again {then}
""")
