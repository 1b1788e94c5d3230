"""What is asked about deeds: whether they are done, wanted, possible; who, what, where, when, how, why, how long."""

from __future__ import annotations

from core.data.textbook.forms import forms

WHETHER = forms("""
{who} {then} {did} 吗 | did {who} {base did} {then}
{who} {done} 了 没有 | did {who} {base done}
{who} {done} 了 吗 | did {who} {base done}
{who} {ba} 了 吗 | did {who} {base ba}
{who} {ba} 了 没有 | did {who} {base ba}
{who} {soon} 能 {deed} 吗 | can {who} {base deed} {soon}
{who} {soon} 能 不 能 {deed} | can {who} {base deed} {soon}
{who} {soon} 可以 {deed} 吗 | can {who} {base deed} {soon}
{who} 可以 不 可以 {deed} | can {who} {base deed}
{who} {soon} 想 {deed} 吗 | {do who} {who} want to {base deed} {soon}
{who} {soon} 想 不 想 {deed} | {do who} {who} want to {base deed} {soon}
{who} {soon} 要 {deed} 吗 | {do who} {who} want to {base deed} {soon}
{who} {soon} 要 不 要 {deed} | {do who} {who} want to {base deed} {soon}
要 不 要 一起 {deed} | do you want to {base deed} together
要 不 要 {deed} | do you want to {base deed}
想 不 想 {deed} | do you want to {base deed}
能 {deed} 吗 | can you {base deed}
可以 {deed} 吗 | can I {base deed}
{who} {soon} 应该 {deed} 吗 | should {who} {base deed} {soon}
{who} 应该 不 应该 {deed} | should {who} {base deed}
{who} 需要 {deed} 吗 | {do who} {who} need to {base deed}
{who} {soon} 打算 {deed} 吗 | {do who} {who} plan to {base deed} {soon}
{who} 会 {good} 吗 | can {who} {good}
{who} 会 不 会 {good} | can {who} {good}
{who} 喜欢 {acts} 吗 | {do who} {who} like to {base acts}
{who} 喜欢 不 喜欢 {acts} | {do who} {who} like to {base acts}
{who} 喜 不 喜欢 {acts} | {do who} {who} like to {base acts}
{who} 开始 {act} 了 吗 | did {who} begin to {base act}
{who} 还 在 {act} 吗 | {be who} {who} still {ing act}
{who} (在/正在) {act} 吗 | {be who} {who} {ing act}
{who} 是 不 是 在 {act} | {be who} {who} {ing act}
{who} 是 不 是 {past} {act} 了 | did {who} {base act} {past}
{who} {then} 看见 {it:#a,手机,包,词典,雨伞:own} 了 吗 | did {who} see {it} {then}
{who} {then} 看见 {other} 了 没有 | did {who} see {obj other} {then}
{who} 看见 {other} {act} 了 吗 | did {who} see {obj other} {base act}
{who} 忘 了 {deed} 吗 | did {who} forget to {base deed}
{who} {then} 让 {other} {act} 了 吗 | did {who} ask {obj other} to {base act} {then}
{who} 能 帮 (我=me/我们=us/他=him/她=her) {deed} 吗 | can {who} help (1) {base deed}
你 能 不 能 帮 我 {deed} | can you help me {base deed}
你 {soon} 可以 教 (我=me/我们=us/他=him) {act} 吗 | can you teach (1) to {base act} {soon}
(你=your/他=his/她=her) 的 (自行车=bicycle/词典=dictionary/车=car/手机=phone/雨伞=umbrella/书=book) (能/可以) 借 我 \
(一下/用_一下) 吗 | can I borrow (1) (2)
可以 借 我 {it:书,词典,雨伞,自行车,铅笔,手机:own,this,that} 吗 | can I borrow {it}
{who} (听/看) 懂 了 吗 | did {who} understand
{who} (听=understand/看=read) 得 懂 吗 | can {who} (1) it
{who} 听 懂 老师 的 话 了 吗 | did {who} understand the teacher 's words
门 (关_上=closed/关_好=closed/打_开=open/开=open/关=closed) 了 吗 | is the door (1)
窗户 (都_关_好=closed/关_上=closed/打_开=open/开=open/关=closed) 了 吗 | is the window (1)
(门=the_door/窗户=the_window) (开=open/关=closed) 着 吗 | is (1) (2)
(电脑=the_computer/电视=the_television) 开 着 吗 | is (1) on
{it:自行车,电脑,手机,车:own,the} 修 好 了 吗 | {be it} {it} repaired
{it:作业:own} (写/做) 完 了 吗 | {be it} {it} finished
{it:衣服,车:own,the} 洗 (干净=clean/完=washed) 了 吗 | {be it} {it} (1)
(晚饭=dinner/早饭=breakfast/菜=the_food) 做 好 了 吗 | is (1) ready
还 有 {it:#f,#d,票:bare} 吗 | is there any more {no it}
(电影=the_movie/比赛=the_match/考试=the_exam) 开始 了 吗 | did (1) begin
(雨=raining/雪=snowing) 下 得 大 吗 | is it (1) hard
外面 还 在 下 (雨=raining/雪=snowing) 吗 | is it still (1) outside
{who} (说_汉语_说=speak_chinese/写_汉字_写=write_characters/开_车_开=drive/唱_歌_唱=sing/\
打_篮球_打=play_basketball) 得 好 吗 | {do who} {who} (1) well
{who} (汉语_说=speak_chinese/汉字_写=write_characters/车_开=drive/歌_唱=sing/篮球_打=play_basketball/\
足球_踢=play_football) 得 (好_不_好/好_吗) | {do who} {who} (1) well
{who} {past} 睡 得 (好_吗/好_不_好) | did {who} sleep well {past}
{who} {past} 考 得 (好_吗/好_不_好) | did {who} do well in the exam {past}
{who} {past} 玩 得 高兴 吗 | did {who} have a good time {past}
{who} (累=tired/忙=busy/饿=hungry/渴=thirsty) 了 吗 | {be who} {who} (1)
{who} 还 (累=tired/疼=in_pain/忙=busy/饿=hungry/渴=thirsty) 吗 | {be who} {who} still (1)
{who} 给 {other} 打 电话 了 吗 | did {who} call {obj other}
{who} 告诉 {other} 了 吗 | did {who} tell {obj other}
{who} {past} (来=come/去=go/走=leave/回_家=go_home/上班=go_to_work/来_上课=come_to_class) 了 (吗/没有) | \
did {who} (1) {past}
{who} 是 跟 {other} 一起 来 的 吗 | did {who} come with {obj other}
{who} (去=go/来=come) 过 {far} (吗/没有) | {has who} {who} been {to far}
{who} 见 过 {other} (吗/没有) | {has who} {who} met {obj other}
{who} 常常 {acts} 吗 | {do who} {who} often {base acts}
{who} {habit} 都 {acts} 吗 | {do who} {who} {base acts} {habit}
""")
WHETHER += forms("""
{it:手机,电脑,自行车,车:own,the} 坏 了 ， 能 修 吗 | {it} {be it} broken , can you repair it
{it:手机,电脑,自行车,车:own,the} 坏 了 ， 你 能 帮 我 修 一下 吗 | {it} {be it} broken , can you help me repair it
{it:手机,电脑,自行车,车:own,the} 修 好 了 ， {future} 可以 来 拿 吗 | {it} {be it} repaired , can I come to take it \
{future}
{who} {then} 有 没有 看见 {other} | did {who} see {obj other} {then}
{who} 有 没有 看见 {it:手机,词典,包,雨伞,猫,狗:own,the} | did {who} see {it}
{who} 看 没 看 完 {it:书,小说,杂志:this,that} | did {who} finish reading {it}
{who} 来 没 来 {ground} | did {who} come {to ground}
{who} 吃 没 吃 (早饭=breakfast/午饭=lunch/晚饭=dinner) | did {who} eat (1)
""")
WHAT = forms("""
{who} {then} 做 完 了 什么 | what did {who} finish {then}
{who} {then} 买 到 了 什么 | what did {who} buy {then}
{who} {soon} 想 (买=buy/吃=eat/喝=drink/做=do/看=watch/学=learn/画=draw) 什么 | what {do who} {who} want to (1) {soon}
{who} {soon} (得/要) 做 什么 | what {do who} {who} have to do {soon}
{who} {soon} 应该 (做=do/买=buy/吃=eat/穿=wear/学=learn/带=bring) 什么 | what should {who} (1) {soon}
{who} {soon} 打算 做 什么 | what {do who} {who} plan to do {soon}
{who} 会 做 什么 菜 | what dishes can {who} make
{who} 最 喜欢 (吃=eat/喝=drink/做=do/看=watch/玩=play) 什么 | what {do who} {who} like to (1) best
{who} {then} 听 见 什么 了 | what did {who} hear {then}
{who} {then} 看见 (什么=what/谁=who) 了 | (1) did {who} see {then}
{who} 在 (想=thinking_about/玩=playing/洗=washing/修=repairing/画=drawing/学=learning/穿=wearing/唱=singing/\
喝=drinking/买=buying) 什么 呢 | what {be who} {who} (1)
{who} 在 做 什么 呢 | what {be who} {who} doing
{who} 手 里 拿 着 什么 | what {be who} {who} holding
{who} 穿 着 什么 颜色 的 衣服 | what color of clothes {be who} {who} wearing
{who} 给 {other} {then} 买 了 什么 | what did {who} buy for {obj other} {then}
{who} 送 了 {other} 什么 | what did {who} give {obj other}
{who} 问 {other} 什么 了 | what did {who} ask {obj other}
{who} 告诉 {other} 什么 了 | what did {who} tell {obj other}
{who} 教 {other} 什么 | what {do who} {who} teach {obj other}
{who} 让 {other} 做 什么 | what {do who} {who} ask {obj other} to do
{who} 跟 谁 一起 {acts} | who {do who} {who} {base acts} with
{who} {soon} 想 跟 谁 {act} | who {do who} {who} want to {base act} with {soon}
{who} {then} 跟 谁 {act} 了 | who did {who} {base act} with {then}
{who} (在/正在) 给 谁 打 电话 | who {be who} {who} calling
{who} 把 {it:#t:own,the} 给 谁 了 | who did {who} give {it} to
{who} 把 {it:#t:own,the} 借 给 谁 了 | who did {who} lend {it} to
{it:#t:this,that} {who} 是 跟 谁 借 的 | who did {who} borrow {it} from
谁 {soon} 能 {deed} | who can {base deed} {soon}
谁 会 {good} | who can {good}
谁 想 {deed} | who wants to {base deed}
谁 {deed} 了 | who {past deed}
谁 {done} 了 | who {past done}
谁 在 {act} | who is {ing act}
谁 在 {act} 呢 | who is {ing act}
谁 把 {it:手机,词典,雨伞,包,椅子,自行车:own,the} 拿 走 了 | who took {it} away
谁 把 (门=the_door/窗户=the_window) (打_开=opened/关_上=closed) 了 | who (2) (1)
谁 (跑=runs/走=walks) 得 最 快 | who (1) the fastest
谁 (汉语_说=speaks_chinese/汉字_写=writes_characters/歌_唱=sings_songs/饭_做=cooks) 得 最 好 | who (1) the best
谁 {then} 没 (来=come/去=go/做_作业=do_homework/吃_早饭=eat_breakfast/睡_好=sleep_well/听_懂=understand) | \
who did not (1) {then}
谁 教 {other} (汉语=chinese/英语=english/历史=history/法语=french) | who teaches {obj other} (1)
谁 {past} 给 {other} 打 电话 了 | who called {obj other} {past}
谁 让 {other} {deed} 的 | who asked {obj other} to {base deed}
{it:歌:this,that} 是 谁 唱 的 | who sang {it}
{it:#t,菜,饺子:this,that} 是 谁 (买=bought/买=bought) 的 | who (1) {it}
{it:蛋糕,菜,饺子:this,that} 是 谁 做 的 | who made {it}
{it:信:this,that} 是 谁 写 的 | who wrote {it}
{it:花,鸟,猫,狗:this,that} 是 谁 画 的 | who drew {it}
""")
WHEN = forms("""
{who} 什么时候 能 {deed} | when can {who} {base deed}
{who} 什么时候 {deed} | when {do who} {who} {base deed}
{who} 什么时候 想 {deed} | when {do who} {who} want to {base deed}
{who} 打算 什么时候 {deed} | when {do who} {who} plan to {base deed}
{who} 是 什么时候 {act} 的 | when did {who} {base act}
{who} 是 什么时候 学 会 (游泳=swim/开车=drive/做饭=cook) 的 | when did {who} learn to (1)
{who} 什么时候 把 {it:#t:the,own} 还 给 {other} | when will {who} give {it} back to {obj other}
{who} 什么时候 开始 {act} 的 | when did {who} begin to {base act}
{who} 什么时候 (到=arrive/来=come/走=leave/回_来=come_back/回_家=go_home/有_时间=have_time) | when {do who} {who} (1)
{who} {soon} 几 点 能 (到=arrive/来=come/走=leave/回_来=come_back/回_家=go_home/下班=finish_work) | \
what time can {who} (1) {soon}
(电影=the_movie/比赛=the_match/考试=the_exam/汉语_课=the_chinese_class) 几 点 开始 | what time does (1) begin
(电影=the_movie/比赛=the_match/考试=the_exam) 什么时候 开始 | when does (1) begin
{it:自行车,电脑,手机,车:own,the} 什么时候 能 修 好 | when will {it} be repaired
{who} 为什么 {soon} 不 想 {deed} | why {do who} {who} not want to {base deed} {soon}
{who} 为什么 想 {deed} | why {do who} {who} want to {base deed}
{who} 为什么 不 能 {deed} | why can {who} not {base deed}
{who} 为什么 {then} 没 {done} | why did {who} not {base done} {then}
{who} {then} 为什么 没 (来=come/来_上课=come_to_class/去_学校=go_to_school/吃饭=eat/给_我_打_电话=call_me/\
上班=go_to_work/睡_好=sleep_well/做_作业=do_homework/告诉_我=tell_me) | why did {who} not (1) {then}
{who} (怎么/为什么) 还 不 (走=leave/睡觉=go_to_bed/起床=get_up/来=come/回_家=go_home/吃饭=eat/休息=rest) | \
why {do who} {who} still not (2)
{who} (怎么/为什么) 还 没 (走=leave/睡觉=go_to_bed/起床=get_up/来=come/回_家=go_home/吃饭=eat/到=arrive/\
做_完_作业=finish_homework) | why did {who} not (2) yet
{who} 怎么 (哭=cry/笑=smile/走=leave/来=come/回_来=come_back/买_这个=buy_this) 了 | why did {who} (1)
{who} 怎么 没 (来=come/去=go/吃饭=eat/走=leave/买=buy_it/说=say_it) | why did {who} not (1)
{who} 怎么 不 (吃=eat/喝=drink/说话=talk/来=come/休息=rest/去=go) 了 | why {do who} {who} not (1) any more
{who} 为什么 (哭=cry/笑=smile/走=leave) | why {do who} {who} (1)
{who} 为什么 喜欢 {acts} | why {do who} {who} like to {base acts}
{who} 为什么 让 {other} {deed} | why {do who} {who} ask {obj other} to {base deed}
{who} 为什么 不 让 {other} {deed} | why {do who} {who} not let {obj other} {base deed}
{who} 怎么 去 {far} | how {do who} {who} go {to far}
{who} {future} 怎么 去 {far} | how will {who} go {to far} {future}
{who} {habit} 怎么 (去_上班=go_to_work/去_学校=go_to_school/回_家=go_home/上班=go_to_work/来_学校=come_to_school) | \
how {do who} {who} (1) {habit}
{it:#f,蛋糕,饺子:bare} 怎么 做 | how do you make {it}
(去_学校=get_to_school/到_机场=get_to_the_airport/去_火车站=get_to_the_train_station/\
去_超市=get_to_the_supermarket) 应该 怎么 走 | how should I (1)
从 这儿 (去/到) {ground} 应该 怎么 走 | how should I get from here {to ground}
{who} 应该 怎么 {act} | how should {who} {base act}
{who} {then} 把 {it:#t:own,the} 放 (哪儿/在_哪儿/在_哪里) 了 | where did {who} put {it} {then}
{it:#t:own,the} 放 在 哪儿 了 | where is {it}
{who} 在 (哪儿/哪里) {act} | where {do who} {who} {base act}
{who} {then} 在 (哪儿/哪里) {act} | where {do who} {who} {base act} {then}
{who} 想 在 (哪儿/哪里) {act} | where {do who} {who} want to {base act}
{who} 是 在 (哪儿/哪里) (找_到=find/买=buy/看见=see/借=borrow) {it:#t:this,that,own} 的 | where did {who} (2) {it}
{who} 坐 在 (哪儿/哪里) | where {be who} {who} sitting
(可以/能) 在 (哪儿/哪里) (买=buy/借=borrow) {it:#t:this,bare} | where can I (3) {it}
{who} 带 {other} 去 (哪儿/哪里) 了 | where did {who} take {obj other}
{who} {habit} (睡=sleep/工作=work/学习=study) 几 个 小时 | how many hours {do who} {who} (1) {habit}
{who} {then} (睡=sleep/工作=work/学习=study/等=wait/走=walk) 了 (几_个_小时=how_many_hours/多_长_时间=how_long) | \
(2) did {who} (1) {then}
{who} 等 了 {other} (几_个_小时=how_many_hours/多_长_时间=how_long) | (1) did {who} wait for {obj other}
{who} 在 {town} 住 了 (几_年=how_many_years/多_长_时间=how_long) | (1) did {who} live {at town}
{who} 在 {town} 住 了 (几_年=how_many_years/多_长_时间=how_long) 了 | (1) {has who} {who} lived {at town}
{who} {soon} 要 (住=stay/玩=play/休息=rest/等=wait) (几_天=how_many_days/多_长_时间=how_long) | \
(2) {do who} {who} want to (1) {soon}
{who} 认识 {other} (几_年=how_many_years/多_长_时间=how_long) 了 | (1) {has who} {who} known {obj other}
坐 (火车=train/飞机=plane/公共汽车=bus/出租车=taxi) 到 {far} 要 (几_个_小时=how_many_hours/多_长_时间=how_long) | \
(2) does it take to get {to far} by (1)
{who} 去 过 {far} 几 次 | how many times {has who} {who} been {to far}
(一_天=a_day/每天=a_day/一_个_星期=a_week) (要/应该) 吃 几 次 药 | how many times (1) should I take medicine
{who} (一_天=a_day/一_个_星期=a_week/一_个_月=a_month) (游泳=swim/跑步=run/洗_衣服=wash_clothes/\
打扫_房间=clean_the_room/看_电影=watch_movies/买_东西=go_shopping) 几 次 | how many times (1) {do who} {who} (2)
{who} (汉语=chinese/英语=english/法语=french) 学 得 怎么样 | how {be who} {who} doing in (1)
{who} {past} 考 得 怎么样 | how did {who} do in the exam {past}
{who} {past} (睡=sleep) 得 怎么样 | how did {who} (1) {past}
{who} (饭_做=cook/车_开=drive/歌_唱=sing/汉字_写=write_characters/篮球_打=play_basketball) 得 怎么样 | \
how {do who} {who} (1)
""")
