"""What time it is, what the weather is, what one does when, and for whom."""

from __future__ import annotations

from core.data.textbook.choices import CITY, LATER, VERY, WARM
from core.data.textbook.forms import forms

TIMES = forms("""
现在 {hour} | it is {hour} now
现在 {hour} 了 | it is {hour} now
(今天=today) (是=is) {day} | (1) is {day}
(今天=today/明天=tomorrow/后天=the_day_after_tomorrow) {day} | (1) is {day}
昨天 是 {day} | yesterday was {day}
(今天=today/明天=tomorrow) 是 {date} | (1) is {date}
昨天 是 {date} | yesterday was {date}
今天 是 {date} ， {day} | today is {date} , {day}
{owner} 的 生日 是 {date} | {own owner} birthday is {date}
(今天=today/明天=tomorrow) 是 {owner} 的 生日 | (1) is {own owner} birthday
昨天 是 {owner} 的 生日 | yesterday was {own owner} birthday
{it:#f:bare} {n:2-30:m} 块 钱 一 斤 | {it} {be it} {n} yuan a jin
{it:#t,#f:this,that} {n:2-90:m} 块 钱 | {it} {be it} {n} yuan
{future} 有 (考试=an_exam/课=class/汉语_课=a_chinese_class/足球_比赛=a_football_match) | there is (1) {future}
{who} {future} 有 (考试=an_exam/课=class/汉语_课=a_chinese_class) | {who} {s have who} (1) {future}
{who} {future} 没有 (考试=an_exam/课=class/时间=time) | {who} {do who} not have (1) {future}
{who} 没有 时间 {vp:bare,one} | {who} {do who} not have time to {base vp}
{who} 有 时间 | {who} {s have who} time
(银行=the_bank/图书馆=the_library/超市=the_supermarket/商店=the_shop) {hour} (开_门=opens/关_门=closes) | (1) (2) \
at {hour}
(火车=the_train/公共汽车=the_bus) {hour} 开 | (1) leaves at {hour}
(火车=the_train/飞机=the_plane) {hour} 到 | (1) arrives at {hour}
(电影=the_movie/考试=the_exam) {hour} 开始 | (1) begins at {hour}
""")
WEATHER = forms(f"""
今天 天气 ({VERY}) ({WARM}) | the weather is (1) (2) today
今天 的 天气 ({VERY}) ({WARM}) | the weather is (1) (2) today
昨天 天气 ({VERY}) ({WARM}) | the weather was (1) (2) yesterday
今天 ({VERY}) (冷=cold/热=hot/暖和=warm) | it is (1) (2) today
今天 太 (冷=cold/热=hot) 了 | it is too (1) today
明天 会 ({VERY}) (冷=cold/热=hot/暖和=warm) | it will be (1) (2) tomorrow
明天 天气 会 ({VERY}) ({WARM}) | the weather will be (1) (2) tomorrow
({CITY}) 的 (春天=spring/夏天=summer/秋天=autumn/冬天=winter) ({VERY}) (冷=cold/热=hot/暖和=warm) | the (2) in (1) \
is (3) (4)
({CITY}) 的 天气 ({VERY}) ({WARM}) | the weather in (1) is (2) (3)
外面 ({VERY}) (冷=cold/热=hot/暖和=warm) | it is (1) (2) outside
天气 ({VERY}) ({WARM}) | the weather is (1) (2)
下雨 了 | it is raining
下雪 了 | it is snowing
{{past}} 下 (雨=rained/雪=snowed) 了 | it (1) {{past}}
{{past}} (下雨=rained/下雪=snowed) | it (1) {{past}}
{{past}} 没 (下雨=rain/下雪=snow) | it did not (1) {{past}}
({LATER}) (会=will/可能_会=may/不_会=will_not/可能=may/要=will) (下雨=rain/下雪=snow) | it (2) (3) (1)
(春天=spring/夏天=summer/秋天=autumn/冬天=winter) 来 了 | (1) is here
天气 越来越 (冷=colder_and_colder/热=hotter_and_hotter/暖和=warmer_and_warmer) | the weather is getting (1)
天气 越来越 (冷=colder_and_colder/热=hotter_and_hotter/暖和=warmer_and_warmer/好=better_and_better) 了 | the weather \
is getting (1)
""")
HABITS = forms("""
{who} {habit} {hour} 起床 | {who} {s get_up who} at {hour} {habit}
{who} {hour} 起床 | {who} {s get_up who} at {hour}
{who} {habit} {hour} 吃 早饭 | {who} {s eat who} breakfast at {hour} {habit}
{who} {habit} {hour} 吃 晚饭 | {who} {s eat who} dinner at {hour} {habit}
{who} {habit} {hour} 睡觉 | {who} {s go who} to bed at {hour} {habit}
{who} {habit} {hour} 上班 | {who} {s go who} to work at {hour} {habit}
{who} {hour} 回 家 | {who} {s go who} home at {hour}
{habit} {who} {hour} 去 学校 | {who} {s go who} to school at {hour} {habit}
{who} {hour} 上课 | {who} {s have who} class at {hour}
{who} {habit} {hour} 起床 ， {hour2} 吃 早饭 | {who} {s get_up who} at {hour} {habit} and {s eat who} breakfast at \
{hour2}
{who} {hour} 吃 晚饭 ， {hour2} 睡觉 | {who} {s eat who} dinner at {hour} and {s go who} to bed at {hour2}
{who} 从 {hour} 到 {hour2} 上课 | {who} {s have who} class from {hour} to {hour2}
{who} 从 {hour} 到 {hour2} 工作 | {who} {s work who} from {hour} to {hour2}
{who} (每_个_星期=week/每_个_月=month/每天=day) 游泳 (一=once/两=twice/三=three_times/四=four_times) 次 | {who} {s \
swim who} (2) a (1)
{who} (每_个_星期=week/每_个_月=month/每天=day) 跑步 (一=once/两=twice/三=three_times) 次 | {who} {s run who} (2) a \
(1)
{who} (每_个_星期=week/每_个_月=month) 去 (图书馆=to_the_library/公园=to_the_park/超市=to_the_supermarket/\
游泳=swimming/跑步=running/买_东西=shopping) (一=once/两=twice/三=three_times) 次 | {who} {s go who} (2) (3) a (1)
{who} (每_个_星期=week/每_个_月=month) 去 (一=once/两=twice/三=three_times) 次 (图书馆=the_library/公园=the_park/\
超市=the_supermarket) | {who} {s go who} to (3) (2) a (1)
{who} 学 了 {n:2-12:m} (年=years/个_月=months) 汉语 | {who} learned chinese for {n} (1)
{who} 看 了 {n:2-12:m} (个_小时=hours/分钟=minutes) 电视 | {who} watched television for {n} (1)
{who} 工作 了 {n:2-12:m} (年=years/个_月=months/个_小时=hours/天=days) | {who} worked for {n} (1)
{who} {past} 看 电视 看 到 {hour} | {who} watched television until {hour} {past}
{past} {who} 做 作业 做 到 {hour} | {who} did homework until {hour} {past}
{who} {past} 工作 到 {hour} | {who} worked until {hour} {past}
从 {ground} 到 {ground2} (要/需要) 走 {n:3-60:m} 分钟 | it takes {n} minutes to walk from {ground} to {ground2}
从 (我=my/你=your/他=his/她=her) 家 到 {ground} (要/需要) 走 {n:3-60:m} 分钟 | it takes {n} minutes to walk from (1) \
home to {ground}
从 {ground} 到 (我=my/你=your/他=his/她=her) 家 要 {n:3-60:m} 分钟 | it takes {n} minutes from {ground} to (1) home
{who} 去 过 (北京=beijing/上海=shanghai/中国=china/法国=france/美国=america) | {who} {has who} been to (1)
{who} 没 去 过 (北京=beijing/上海=shanghai/中国=china/法国=france/美国=america) | {who} {has who} not been to (1)
{who} 去 过 (北京=beijing/上海=shanghai) 和 (中国=china/法国=france/美国=america/西安=xi'an) | {who} {has who} been \
to (1) and (2)
{who} 去 过 (北京=beijing/香港=hong_kong) ， (上海=shanghai/日本=japan) 和 (西安=xi'an/法国=france) | {who} {has \
who} been to (1) , (2) and (3)
{who} 去 过 (北京=beijing/上海=shanghai/法国=france) ， 但是 没 去 过 (香港=hong_kong/西安=xi'an/日本=japan) | {who} \
{has who} been to (1) but {has who} not been to (2)
""")
GIVING = forms("""
{who} 给 {other} 买 了 {it:#t,#f:one,one,number} | {who} bought {it} for {obj other}
{who} {past} 给 {other} 买 了 {it:#t,#f:one,one,number} | {who} bought {it} for {obj other} {past}
{who} 想 给 {other} 买 {it:#t,#f:one,one,number} | {who} {s want who} to buy {it} for {obj other}
{who} 没 给 {other} 买 {it:#t,#f:bare} | {who} did not buy {it} for {obj other}
{who} 给 {other} 做 了 (早饭=breakfast/午饭=lunch/晚饭=dinner) | {who} cooked (1) for {obj other}
{who} 给 {other} 做 了 {it:蛋糕,菜:one} | {who} made {it} for {obj other}
{who} {habit} 给 {other} 做 (早饭=breakfast/午饭=lunch/晚饭=dinner) | {who} {s cook who} (1) for {obj other} {habit}
{who} 给 {other} 唱 了 {it:歌:one} | {who} sang {it} for {obj other}
{who} 给 {other} 画 了 {it:花,鸟,猫:one,one,number} | {who} drew {it} for {obj other}
{who} 给 {other} 写 了 {it:信:one,one,number} | {who} wrote {it} to {obj other}
{who} {past} 给 {other} 写 了 {it:信:one,one,number} | {who} wrote {it} to {obj other} {past}
{who} 想 给 {other} 写 信 | {who} {s want who} to write letters to {obj other}
{who} 给 {other} 打 了 电话 | {who} called {obj other}
{who} (正在/在) 给 {other} 打 电话 | {who} {be who} calling {obj other}
{who} {habit} 给 {other} 打 电话 | {who} {s call who} {obj other} {habit}
{who} {future} 会 给 {other} 打 电话 | {who} will call {obj other} {future}
{who} (给/送) 了 {other} {it:#t:one,one,number,this} | {who} gave {obj other} {it}
{who} 送 给 {other} {it:#t:one,one,number} | {who} {s give who} {obj other} {it}
{who} {past} (给/送) 了 {other} {it:#t:one,one,number} | {who} gave {obj other} {it} {past}
{who} (想_给/想_送_给) {other} {it:#t:one,one,this} | {who} {s want who} to give {obj other} {it}
{who} 教 {other} (汉语=chinese/英语=english/历史=history/法语=french) | {who} {s teach who} {obj other} (1)
{who} 教 {other} (唱歌=sing/画画=draw/游泳=swim/开车=drive/做饭=cook/跳舞=dance) | {who} {s teach who} {obj other} \
to (1)
{who} 把 {it:#t:own,own,the,this} 放 在 {spot} 了 | {who} put {it} {spot}
{who} {past} 把 {it:#t:own,own,the} 放 在 {spot} 了 | {who} put {it} {spot} {past}
{who} 把 {it:#t:own,own,the} 忘 在 {place} 了 | {who} left {it} {at place}
{who} 应该 把 {it:#t:own,the,this} 放 在 {spot} | {who} should put {it} {spot}
{who} 不 应该 把 {it:#t:own,the,this} 放 在 {spot} | {who} should not put {it} {spot}
{who} 应该 把 {it:#t:the,own} 放 在 {spot} ， 不 应该 放 在 {spot2} | {who} should put {it} {spot} and not {spot2}
{who} 要 {it:#d,#f:one,one,number} 和 {it2:#d,#f:one,number} | {who} {s want who} {it} and {it2}
{who} 喜欢 (红色=red/白色=white/黑色=black/绿色=green/蓝色=blue/黄色=yellow) | {who} {s like who} (1)
""")
