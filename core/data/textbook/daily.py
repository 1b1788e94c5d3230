"""What is said in shops, restaurants and streets, at the doctor's, on the phone, and with 是 ... 的, 才, 只, 每."""

from __future__ import annotations

from core.data.textbook.choices import CITY, JOB
from core.data.textbook.choices import SAID as TONGUE
from core.data.textbook.forms import forms
from core.data.textbook.words import COUNTRIES

SHOP = forms("""
我 想 买 {it:#t,#f:one,one,number} | I want to buy {it}
我 要 {it:#d,#f,饺子:one,one,number} | I want {it}
我 要 (一=one/两=two/三=three/五=five) 斤 (苹果=apples/肉=meat/鸡蛋=eggs/水果=fruit) | I want (1) jin of (2)
{it:#t:this,that,these} 太 贵 了 ， 便宜 一点儿 吧 | {it} {be it} too expensive , make it a little cheaper
{it:#w:this,that} 太 (大=big/小=small/贵=expensive) 了 | {it} {be it} too (1)
{it:#w:this,that} 有点儿 (大=big/小=small/贵=expensive/长=long/短=short) | {it} {be it} a little (1)
{it:#f,#t:these,this} 一共 {price} | {it} {be it} {price} altogether
一共 {price} | it is {price} altogether
{it:#t,#w:this,that} {price} | {it} {be it} {price}
{who} 只 有 {price} | {who} only {s have who} {price}
{who} 花 了 {price} 买 {it:#t:one} | {who} bought {it} for {price}
给 您 {price} | here is {price} for you
""")
SHOP += forms("""
苹果 {price} 一 斤 | apples are {price} a jin
(水果=fruit/肉=meat/鱼=fish) {price} 一 斤 | (1) is {price} a jin
""")
TABLE = forms("""
服务员 ， 我 要 {it:#d,#f,饺子:one,one,number} | waiter , I want {it}
我 要 {it:#f,饺子:one,number} 和 {it2:#d:one,number} | I want {it} and {it2}
请 给 我 {it:#f,#d:one,number} 和 {it2:#d:one,number} | please give me {it} and {it2}
{it:菜,饺子,面条,鱼,蛋糕:this,the} (很=very/真=really/非常=very/太=too) 好吃 | {it} {be it} (1) delicious
{it:茶,咖啡,牛奶,可乐:this} (很=very/真=really/非常=very) 好喝 | {it} {be it} (1) delicious
这儿 的 (菜=dishes/饺子=dumplings/面条=noodles/苹果=apples) (很=very/真=really/非常=very) 好吃 | the (1) here are (2) \
delicious
(中国=chinese/法国=french) 菜 (很=very/真=really/非常=very) 好吃 | (1) food is (2) delicious
{who} 做 的 (菜=dishes/饺子=dumplings/面条=noodles) (很=very/真=really/非常=very) 好吃 | the (1) that {who} {s make \
who} are (2) \
delicious
{who} 请 {other} (吃饭=eat/吃_晚饭=eat_dinner/喝_咖啡=drink_coffee/看_电影=watch_a_movie) | {who} {s invite who} {obj \
other} to (1)
{who} {future} 想 请 {other} (吃饭=eat/吃_晚饭=eat_dinner/喝_咖啡=drink_coffee/看_电影=watch_a_movie) | {who} {s want \
who} to \
invite {obj other} to (1) {future}
我 请 你 (吃饭=eat/喝_咖啡=drink_coffee/看_电影=watch_a_movie) 吧 | let me invite you to (1)
""")
BODY = forms("""
{who} 身体 (很=very/非常=very) 好 | {who} {be who} in (1) good health
{who} 身体 不 (太=very) 好 | {who} {be who} not in (1) good health
{who} 不 舒服 | {who} {be who} not well
{who} 有点儿 不 舒服 | {who} {be who} not very well
{who} 今天 不 舒服 | {who} {be who} not well today
{who} (头=headache/肚子=stomachache/牙=toothache) (很_疼=bad/有点儿_疼=little) | {who} {s have who} a (2) (1)
{who} (应该=should/要=should) 多 (喝_水=drink_more_water/休息=rest_more/吃_水果=eat_more_fruit) | {who} (1) (2)
{who} (应该=should/要=should) 少 (喝_咖啡=drink_less_coffee/看_电视=watch_less_television/吃_肉=eat_less_meat) | \
{who} (1) (2)
(跑步=running/游泳=swimming/喝_茶=drinking_tea/吃_水果=eating_fruit) 对 身体 (很=very) 好 | (1) is (2) good for the \
health
{who} 每天 吃 (一=once/两=twice/三=three_times) 次 药 | {who} {s take who} medicine (1) a day
{who} 病 了 ， {future} 不 能 来 上课 | {who} {be who} sick and can not come to class {future}
{who} {past} 病 了 | {who} {was who} sick {past}
{who} {past} 感冒 了 | {who} had a cold {past}
""")
STREET = forms("""
{ground} 在 {beside} | {ground} is {beside}
{ground} 在 (前面=in_front/后面=behind) | {ground} is (1)
{ground} 离 (这儿=here/这儿=here) (很_远=very_far_from/不_远=not_far_from/很_近=very_near/不_太_远=not_very_far_from) \
| {ground} is (2) (1)
从 (这儿=here) 到 {ground} (要=takes/要=takes) 走 {n:3-50:m} 分钟 | it (2) {n} minutes to walk from (1) to {ground}
从 {city} 到 {city2} 坐 (飞机=plane/火车=train) 要 {n:2-12:m} 个 小时 | it takes {n} hours from {city} to {city2} by (1)
{who} 走 (五=five/十=ten/二_十=twenty) 分钟 就 到 了 | {who} will arrive in (1) minutes
你 (可以=can/应该=should) (坐_公共汽车=by_bus/坐_出租车=by_taxi/骑_自行车=by_bicycle/坐_火车=by_train) 去 {ground} | \
you (1) go {to ground} (2)
""")
MADE_SO = forms(f"""
{{who}} 是 (坐_飞机=by_plane/坐_火车=by_train/坐_公共汽车=by_bus/骑_自行车=by_bicycle/开_车=by_car/坐_出租车=by_taxi) \
来 的 | {{who}} came (1)
{{who}} 是 {{past}} 来 的 | {{who}} came {{past}}
{{who}} 是 跟 {{near}} 一起 来 的 | {{who}} came with {{obj near}}
{{who}} 是 从 ({CITY}) 来 的 | {{who}} came from (1)
{{it:#t,#v:this,that}} 是 {{who}} {{past}} 买 的 | {{who}} bought {{it}} {{past}}
{{it:#t,#v:this,that}} 是 在 (北京=beijing/上海=shanghai/中国=china/超市=the_supermarket/商店=the_shop) 买 的 | \
{{it}} {{was it}} bought in (1)
{{it:蛋糕,菜,饺子:this,these}} 是 {{who}} 做 的 | {{who}} made {{it}}
{{it:#t:this,that,these}} 是 {{who}} 送 给 {{other}} 的 | {{who}} gave {{it}} to {{obj other}}
{{it:书,小说,杂志,英文_小说:this,that}} {{who}} 看 过 | {{who}} {{has who}} read {{it}}
{{it:书,小说,杂志:this,that}} {{who}} 没 看 过 | {{who}} {{has who}} not read {{it}}
{{it:电影,中国_电影:this,that}} {{who}} 看 过 | {{who}} {{has who}} watched {{it}}
{{it:电影:this,that}} {{who}} 没 看 过 | {{who}} {{has who}} not watched {{it}}
{{it:#t,#a,#f:this,that,these}} {{who}} 不 喜欢 | {{who}} {{do who}} not like {{it}}
{{who}} (看_过=read/看_过=read) {{it:书,小说,英文_小说:this,that}} | {{who}} {{has who}} (1) {{it}}
{{who}} 吃 过 (中国_菜=chinese_food/法国_菜=french_food/饺子=dumplings) | {{who}} {{has who}} eaten (1)
{{who}} 没 吃 过 (中国_菜=chinese_food/法国_菜=french_food/饺子=dumplings) | {{who}} {{has who}} not eaten (1)
{{who}} 去 过 (一=once/两=twice/三=three_times) 次 ({CITY}) | {{who}} {{has who}} been to (2) (1)
{{who}} 去 过 ({CITY}) (一=once/两=twice/三=three_times) 次 | {{who}} {{has who}} been to (1) (2)
""")
DEGREES = forms(f"""
{{who}} 是 {{me}} 最 好 的 朋友 | {{who}} {{be who}} {{own me}} best friend
{{it:#t,#f,#d:this,that}} 是 最 (好=best/贵=most_expensive/便宜=cheapest) 的 | {{it}} {{be it}} the (1)
{{who}} 比 {{other}} (高=taller/大=older/小=younger/忙=busier/年轻=younger) (一点儿=a_little) | {{who}} {{be who}} \
(2) (1) than {{obj other}}
{{who}} 比 {{other}} (高=taller/大=older/忙=busier/小=younger) 得 多 | {{who}} {{be who}} much (1) than {{obj other}}
{{who}} 比 {{other}} 更 (高=taller/忙=busier/年轻=younger/聪明=cleverer) | {{who}} {{be who}} even (1) than {{obj \
other}}
{{who}} 跟 {{other}} 一样 (高=tall/大=old/忙=busy) | {{who}} {{be who}} as (1) as {{obj other}}
{{who}} 每天 都 {{vp:bare}} | {{who}} {{s vp who}} every day
{{who}} (每_个_星期=every_week/每_个_周末=every_weekend/每天_早上=every_morning/每天_晚上=every_evening) 都 \
{{vp:bare}} | {{who}} {{s vp who}} (1)
每 个 (学生=student/老师=teacher/人=person/孩子=child) 都 喜欢 {{vp:bare}} | every (1) likes to {{base vp}}
{{who}} (快=soon/快=soon) 要 (来=come/到=arrive/回_家=go_home/走=leave) 了 | {{who}} {{be who}} going to (2) (1)
(火车=the_train/飞机=the_plane/公共汽车=the_bus) (快=soon/要=soon) (来=come/到=arrive/开=leave) 了 | (1) is going to \
(3) (2)
{{who}} {{hour}} 才 (起床=get_up/回_家=go_home/睡觉=go_to_bed/来=come) | {{who}} did not (1) until {{hour}}
{{who}} {{past}} {{hour}} 才 (起床=get_up/回_家=go_home/睡觉=go_to_bed) | {{who}} did not (1) until {{hour}} {{past}}
{{who}} {{hour}} 就 (起床=got_up/回_家=went_home/睡觉=went_to_bed/来=came) 了 | {{who}} already (1) at {{hour}}
{{who}} 还 没 (起床=get_up/吃饭=eat/来=come/走=leave/下班=finish_work) | {{who}} did not (1) yet
{{who}} 一 个 人 住 在 {{town}} | {{who}} {{s live who}} alone {{at town}}
{{who}} 听 不 懂 ({TONGUE}) | {{who}} can not understand (1)
{{who}} 听 不 懂 {{other}} 的 话 | {{who}} can not understand {{obj other}}
{{who}} 看 不 懂 (中文_书=chinese_books/汉字=characters/英文_小说=english_novels/中国_电影=chinese_movies) | {{who}} \
can not understand (1)
{{who}} 听 懂 了 | {{who}} understood
{{who}} 没 听 懂 | {{who}} did not understand
{{who}} 考试 考 得 (很=very) 好 | {{who}} did (1) well in the exam
{{who}} 考试 考 得 不 好 | {{who}} did not do well in the exam
{{who}} 出 去 了 | {{who}} went out
{{who}} {{past}} 跟 {{near}} 出 去 了 | {{who}} went out with {{obj near}} {{past}}
{{who}} 对 {{other}} (很=very/非常=very) 好 | {{who}} {{be who}} very good to {{obj other}}
人 (很=many/太=too_many) 多 | there are (1) people
{{place}} 人 (很=many/太=too_many) 多 | there are (1) people {{at place}}
{{who}} 想 当 ({JOB}) ， (因为=because) {{action}} | {{who}} {{s want who}} to be a (1) (2) {{action}}
""")
DEGREES += forms("""
快 上课 了 | class is going to begin soon
快 下课 了 | class is going to finish soon
快 考试 了 | the exam is coming soon
要 (上课=begin/下课=finish) 了 | class is going to (1)
""")
SAID = [SHOP, TABLE, BODY, STREET, MADE_SO, MADE_SO, DEGREES, DEGREES, DEGREES]
SHOPPING = forms("""
{it:#t,#f,#w,#v:this,that,these} 多少 钱 | how much {be it} {it}
{it:#f:bare} 多少 钱 一 斤 | how much {be it} {it} a jin
(苹果=apples/鸡蛋=eggs) 多少 钱 一 斤 | how much are (1) a jin
(肉=meat/鱼=fish/水果=fruit) 多少 钱 一 斤 | how much is (1) a jin
(你=you/您=you) (想=want/要=want) 买 什么 | what do (1) want to buy
(你=you/您=you) (想=want/要=want) 喝 什么 | what do (1) want to drink
(你=you/您=you) (想=want/要=want) 吃 什么 | what do (1) want to eat
(你=you/您=you) 要 什么 颜色 的 | what color do (1) want
{who} 喜欢 什么 颜色 | what color {do who} {who} like
{it:#w,#v:this,that,own} 是 什么 颜色 的 | what color {be it} {it}
有 没有 (大=bigger/小=smaller/便宜=cheaper/长=longer) 一点儿 的 | is there a (1) one
有 (大=bigger/小=smaller/便宜=cheaper/长=longer) 一点儿 的 吗 | is there a (1) one
我 可以 试试 吗 | can I try it
我 可以 试试 {it:#w:this,that} 吗 | can I try {it}
可以 便宜 一点儿 吗 | can it be a little cheaper
能 便宜 一点儿 吗 | can it be a little cheaper
你 觉得 {it:#w:this,that} 怎么样 | what do you think of {it}
{who} 喜欢 {it:#w,#t:this,that} 吗 | {do who} {who} like {it}
{it:#t,#v:this,that} 是 在 (哪儿/哪里) 买 的 | where {was it} {it} bought
{who} 在 (哪儿/哪里) 买 的 {it:#t,#v:this,that} | where did {who} buy {it}
""")
WAYS = forms(f"""
请问 ， {{ground}} 在 (哪儿/哪里) | excuse me , where is {{ground}}
请问 ， 去 {{ground}} 怎么 走 | excuse me , how do I get {{to ground}}
请问 ， {{ground}} 怎么 走 | excuse me , how do I get {{to ground}}
请问 ， (这儿=here) 附近 有 {{building}} 吗 | excuse me , is there {{building}} near (1)
附近 有 {{building}} 吗 | is there {{building}} near here
附近 有 没有 (超市=supermarket/银行=bank/饭馆=restaurant/医院=hospital) | is there a (1) near here
从 {{ground}} 到 {{ground2}} 要 多 长 时间 | how long does it take from {{ground}} to {{ground2}}
(从_这儿=from_here/从_你_家=from_your_home) 到 {{ground}} 要 多 长 时间 | how long does it take (1) to {{ground}}
{{ground}} 离 (这儿=here/学校=school/你_家=your_home) (多_远=how_far/有_多_远=how_far) | (2) is {{ground}} from (1)
{{ground}} 离 (这儿=here/你_家=your_home) 远 (吗/不_远) | is {{ground}} far from (1)
{{who}} 是 怎么 来 的 | how did {{who}} come
{{who}} 是 什么时候 来 的 | when did {{who}} come
{{who}} 是 从 (哪儿/哪里) 来 的 | where did {{who}} come from
{{who}} 从 (哪儿/哪里) 来 | where {{do who}} {{who}} come from
{{me}} 是 哪 国 人 | what country {{be me}} {{me}} from
{{me}} 是 (哪儿/哪里) 人 | where {{be me}} {{me}} from
{{who}} 的 家 在 (哪儿/哪里) | where is {{own who}} home
{{who}} 家 在 (哪儿/哪里) | where is {{own who}} home
{{who}} 是 不 是 ({JOB}) | {{be who}} {{who}} a (1)
{{who}} 是 不 是 ({"/".join(f"{zh}={en}" for zh, (_, en) in COUNTRIES.items())}) 人 | {{be who}} {{who}} (1)
{{me}} 多 (高=tall/大=old) | how (1) {{be me}} {{me}}
{{who}} (汉语=chinese/英语=english/法语=french) 说 得 怎么样 | how {{do who}} {{who}} speak (1)
{{who}} 学 了 几 年 (汉语=chinese/英语=english/法语=french) 了 | how many years {{has who}} {{who}} learned (1)
{{who}} 学 (汉语=chinese/英语=english/法语=french) 学 了 多 长 时间 | how long did {{who}} learn (1)
{{who}} {{past}} 睡 了 几 个 小时 | how many hours did {{who}} sleep {{past}}
{{who}} 去 过 ({CITY}) 吗 | {{has who}} {{who}} been to (1)
{{who}} 去 过 ({CITY}) 没有 | {{has who}} {{who}} been to (1)
{{who}} 去 没 去 过 ({CITY}) | {{has who}} {{who}} been to (1)
{{who}} 看 过 {{it:书,小说,杂志:this,that}} 吗 | {{has who}} {{who}} read {{it}}
{{who}} 看 过 {{it:电影:this,that}} 吗 | {{has who}} {{who}} watched {{it}}
{{who}} 吃 过 (中国_菜=chinese_food/饺子=dumplings) 吗 | {{has who}} {{who}} eaten (1)
""")
POLITE = forms("""
喂 ， (王=wang/李=li/张=zhang) (老师=teacher/先生=mr/小姐=miss) 在 吗 | hello , is (2) (1) in
喂 ， {who} 在 (家=at_home) 吗 | hello , {be who} {who} (1)
喂 ， 请问 {who} 在 吗 | hello , excuse me , {be who} {who} in
{who} 在 吗 | {be who} {who} in
{who} 怎么 了 | what is the matter with {obj who}
你 (哪儿=where) 不 舒服 | where do you not feel well
{who} 好 一点儿 了 吗 | {be who} {who} a little better
{who} 吃 药 了 吗 | did {who} take medicine
{who} 去 医院 了 吗 | did {who} go to the hospital
我 可以 (坐_这儿=sit_here/进_来=come_in/问_你_一_个_问题=ask_you_a_question/用_一下_你_的_手机=use_your_phone/\
用_你_的_电脑=use_your_computer/走_了=leave_now) 吗 \
| can I (1)
我 能 (坐_这儿=sit_here/进_来=come_in/问_你_一_个_问题=ask_you_a_question/借_你_的_书=borrow_your_book/\
借_你_的_词典=borrow_your_dictionary) 吗 | can I (1)
(你=you/您=you) (能/可以) 帮 我 (开_门=open_the_door/关_门=close_the_door/买_票=buy_tickets/拿_书=take_the_books/\
修_电脑=repair_the_computer) 吗 \
| can (1) help me (2)
(能/可以) 再 说 一 次 吗 | can you say it again
你 能 (再_说_一_次=say_it_again/说_慢_一点儿=speak_a_little_more_slowly/来_我_家=come_to_my_home/来_接_我=meet_me) 吗 \
| can you (1)
{who} (喜_不_喜欢=like/喜欢_不_喜欢=like) {it:#f,#d,#a,音乐,历史,汉语,足球:bare} | {do who} {who} like {it}
{who} (想_不_想=want/要_不_要=want) {vp:bare,one} | {do who} {who} want to {base vp}
{who} 去 不 去 {place} | {be who} {who} going {to place}
{who} {future} 去 不 去 {place} | will {who} go {to place} {future}
{who} 会 不 会 {skill} | can {who} {base skill}
{who} 能 不 能 {vp:bare,one} | can {who} {base vp}
{who} {future} 能 不 能 {vp:bare,one} | can {who} {base vp} {future}
{who} 有 没有 {it:#t,#a,#v,课,时间,钱:a} | {do who} {who} have {it}
{who} (忙_不_忙=busy/累_不_累=tired/饿_不_饿=hungry/高_不_高=tall/高兴_不_高兴=happy) | {be who} {who} (1)
{it:#t,#v,#w:this,that} (贵_不_贵=expensive/好_不_好=good/新_不_新=new/漂亮_不_漂亮=beautiful/大_不_大=big) | {be it} \
{it} (1)
(汉语=chinese/英语=english/法语=french/汉字=characters) (难_不_难=difficult/难_吗=difficult) | is (1) (2)
{who} 知道 不 知道 {ask} | {do who} {who} know {ask}
{who} 喜欢 做 什么 | what {do who} {who} like to do
{who} {habit} 做 什么 | what {do who} {who} do {habit}
{who} {past} 做 什么 了 | what did {who} do {past}
{who} {past} 做 了 什么 | what did {who} do {past}
{who} {future} (想_做=want/要_做=want) 什么 | what {do who} {who} want to do {future}
{who} {past} 去 (哪儿/哪里) 了 | where did {who} go {past}
{who} {future} (想_去=want/要_去=want) (哪儿/哪里) | where {do who} {who} want to go {future}
{who} 在 (做=doing/看=reading/吃=eating/写=writing/听=listening_to/找=looking_for) 什么 | what {be who} {who} (1)
{who} 工作 忙 吗 | {be who} {who} busy at work
(明天=tomorrow/今天=today) (是=is) 几 月 几 号 | what date is it (1)
{owner} 的 生日 是 几 月 几 号 | what date is {own owner} birthday
{owner} 的 生日 是 (什么时候=when/哪_天=what_day) | (1) is {own owner} birthday
{who} (几_点=what_time/什么时候=when) (起床=get_up/睡觉=go_to_bed/上课=have_class/上班=go_to_work/下班=finish_work/\
回_家=go_home/吃_晚饭=eat_dinner) \
| (1) {do who} {who} (2)
(这儿=here/外面=outside) (冷=cold/热=hot) 吗 | is it (2) (1)
明天 会 (下雨=rain/下雪=snow) 吗 | will it (1) tomorrow
(今天=today/外面=outside) 冷 不 冷 | is it cold (1)
""")
ASKED = [SHOPPING, WAYS, POLITE, POLITE]
