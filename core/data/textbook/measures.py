"""How much, how many, how long, how old, which day and hour, where and how far: quantities, dates, places, ways."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.choices import CITY, SEASON, WARM
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.phrases import Both, Draw, linked, plain
from core.data.textbook.places import Place

SHOP = "商店=shop/超市=supermarket/公园=park/饭馆=restaurant/银行=bank/医院=hospital/书店=bookshop/咖啡馆=cafe"
BEGIN = "电影=the_movie/考试=the_exam/比赛=the_match/足球_比赛=the_football_match/汉语_课=the_chinese_class"
OPEN = "图书馆=the_library/银行=the_bank/超市=the_supermarket/商店=the_shop/饭馆=the_restaurant/医院=the_hospital"
BY = "坐_公共汽车=by_bus/坐_出租车=by_taxi/骑_自行车=by_bicycle/开_车=by_car/坐_火车=by_train"
FLOOR = "二=second/三=third/四=fourth/五=fifth/六=sixth/七=seventh/八=eighth"


@slot
def here(d: Draw) -> Place:
    """这儿, 学校, 我 家, 北京: from where it is far or near."""
    zh, en = d.pick((("这儿", "here"), ("这儿", "here"), ("学校", "the school"), ("我 家", "my home"),
                     ("你 家", "your home"), ("他 家", "his home"), ("我们 学校", "our school"),
                     ("我 住 的 地方", "the place where I live"), ("我们 公司", "our company"),
                     ("宿舍", "the dormitory"), ("教室", "the classroom"), ("火车站", "the train station"),
                     ("机场", "the airport"), ("公园", "the park"), ("医院", "the hospital"),
                     ("图书馆", "the library"), ("超市", "the supermarket"), ("大学", "the university"),
                     ("北京 大学", "beijing university"), ("电影院", "the cinema"), ("银行", "the bank")))
    one = d.unit(zh, en)
    return Place(*one, one[1], one[1] if zh == "这儿" else [*plain("to"), *one[1]])


@slot
def some_number(d: Draw) -> Both:
    """十 多, more than ten; 三 十 多, more than thirty."""
    tens = d.pick((10, 20, 30, 40, 50, 60))
    return linked(" ".join([*w.number(tens)[0], "多"]), d.key()), linked(f"more than {w.number(tens)[1]}", d.last)


HOURS = forms(f"""
({BEGIN}) {{hour}} 开始 | (1) begins at {{hour}}
({BEGIN}) {{future}} {{hour}} 开始 | (1) begins at {{hour}} {{future}}
({OPEN}) {{hour}} (开_门=opens/关_门=closes) | (1) (2) at {{hour}}
({OPEN}) 每天 {{hour}} (开_门=opens/关_门=closes) | (1) (2) at {{hour}} every day
({OPEN}) {{hour}} 开 门 ， {{hour2}} 关 门 | (1) opens at {{hour}} and closes at {{hour2}}
({OPEN}) 每天 早上 {{hour}} 开 门 ， 晚上 {{hour2}} 关 门 | (1) opens at {{hour}} in the morning and closes at \
{{hour2}} in the evening every day
现在 {{hour}} ， 离 (上课=class/考试=the_exam/下班=the_end_of_work) 还 有 {{n:5-40:m}} 分钟 | it is {{hour}} now , \
there are {{n}} minutes until (1)
离 (上课=class/考试=the_exam/下课=the_end_of_class) 还 有 (半_个_小时=half_an_hour/一_个_小时=an_hour) | there is \
(2) until (1)
离 {{owner}} 的 生日 还 有 {{n:2-20:m}} (天=days/个_月=months) | there are {{n}} (1) until {{own owner}} birthday
{{who}} {{hour}} 上课 ， {{hour2}} 下课 | {{who}} {{s have who}} class at {{hour}} and {{s finish who}} class at \
{{hour2}}
{{who}} (下周=next_week/明天=tomorrow/后天=the_day_after_tomorrow) 有 (历史=history/汉语=chinese/英语=english) \
考试 | {{who}} {{s have who}} a (2) exam (1)
{{date}} 是 {{owner}} 的 生日 | {{date}} is {{own owner}} birthday
{{owner}} 的 生日 是 {{date}} ， 你 的 呢 | {{own owner}} birthday is {{date}} , and yours
今年 {{who}} {{n:5-80}} 岁 了 | {{who}} {{be who}} {{n}} years old this year
{{who}} 才 {{n:3-30}} 岁 | {{who}} {{be who}} only {{n}} years old
{{who}} 已经 {{n:20-80}} 岁 了 | {{who}} {{be who}} already {{n}} years old
{{who}} {{some_number}} 岁 | {{who}} {{be who}} {{some_number}} years old
""")
AMOUNTS = forms(f"""
{{it:#t,#w,#v:this,that}} {{some_number}} 块 钱 | {{it}} {{be it}} {{some_number}} yuan
{{who}} 一共 买 了 {{it:#t,#f:number}} | {{who}} bought {{it}} altogether
{{who}} 一共 有 {{it:#t:number}} | {{who}} {{s have who}} {{it}} altogether
{{who}} 家 一共 (有=are/有=are) {{n:3-9}} 口 人 | there are {{n}} people in {{own who}} family altogether
{{place}} 一共 有 {{n:10-90:m}} 个 (人=people/学生=students/老师=teachers/孩子=children) | there are {{n}} (1) \
{{at place}} altogether
{{place}} 有 {{some_number}} 个 (人=people/学生=students/老师=teachers/孩子=children) | there are {{some_number}} \
(1) {{at place}}
{{who}} 有 {{some_number}} 本 (书=books/词典=dictionaries/小说=novels) | {{who}} {{s have who}} {{some_number}} (1)
{{who}} 只 有 {{it:#t,#v:one,number}} | {{who}} only {{s have who}} {{it}}
{{who}} 只 买 了 {{it:#t,#f:one,number}} | {{who}} only bought {{it}}
每 个 (学生=student/人=person/孩子=child/老师=teacher) 都 有 {{it:#t,手机,电脑:a,one}} | every (1) has {{it}}
每 个 (房间=room/教室=classroom/办公室=office) 都 有 {{it:#b,电脑:one}} | there is {{it}} in every (1)
每 (本_书=book/本_小说=novel/个_菜=dish/件_毛衣=sweater/条_裙子=skirt) 都 很 (贵=expensive/便宜=cheap/好=good) | \
every (1) is very (2)
这些 (书=books/小说=novels/菜=dishes/衣服=clothes/裙子=skirts/苹果=apples) 都 (很=very/太=too) \
(贵=expensive/便宜=cheap/好=good) | these (1) are all (2) (3)
这些 (书=books/小说=novels/衣服=clothes/票=tickets/东西=things) 都 是 (我=mine/你=yours/他=his/她=hers) 的 | these \
(1) are all (2)
(票=a_ticket/蛋糕=a_cake) {{price}} | (1) is {{price}}
票 {{price}} 一 张 | a ticket is {{price}}
(苹果=apples/鸡蛋=eggs) 一 斤 {{price}} | (1) are {{price}} a jin
(水果=fruit/肉=meat/鱼=fish) 一 斤 {{price}} | (1) is {{price}} a jin
{{it:#t,#w,#v:this,that}} 要 {{price}} | {{it}} {{be it}} {{price}}
{{who}} 花 了 {{price}} | {{who}} spent {{price}}
{{who}} {{past}} 买 (东西=things/衣服=clothes/书=books) 花 了 {{price}} | {{who}} spent {{price}} on (1) {{past}}
家 里 没有 (牛奶=milk/水果=fruit/面包=bread/鸡蛋=eggs/肉=meat) 了 | there is no more (1) at home
{{who}} 会 说 一点儿 (汉语=chinese/英语=english/法语=french) | {{who}} can speak a little (1)
{{who}} 只 会 说 一点儿 (汉语=chinese/英语=english/法语=french) | {{who}} can only speak a little (1)
{{who}} 想 (喝=drink/喝=drink) 一点儿 (水=water/茶=tea/咖啡=coffee/牛奶=milk) | {{who}} {{s want who}} to drink a \
little (2)
{{who}} 想 吃 一点儿 (水果=fruit/面包=bread/米饭=rice/东西=food) | {{who}} {{s want who}} to eat a little (1)
{{who}} 有 一点儿 钱 | {{who}} {{s have who}} a little money
{{who}} 一点儿 钱 也 没有 | {{who}} {{do who}} not have any money at all
{{who}} 一 (本_书=book/张_票=ticket/个_朋友=friend/件_毛衣=sweater/个_苹果=apple) 也 没有 | {{who}} {{do who}} not \
have a single (1)
{{who}} 休息 了 (一_个_半_小时=one_and_a_half_hours/两_个_半_小时=two_and_a_half_hours/半_天=half_a_day) | {{who}} \
rested for (1)
{{who}} 在 ({CITY}) 住 了 (一_年_半=one_and_a_half_years/半_年=half_a_year/两_年_半=two_and_a_half_years) | \
{{who}} lived in (1) for (2)
""")
HOW_MANY = forms(f"""
({BEGIN}) (几_点=what_time/什么时候=when) 开始 | (2) does (1) begin
({OPEN}) (几_点=what_time/什么时候=when) (开_门=open/关_门=close) | (2) does (1) (3)
你 知道 ({BEGIN}) (几_点=what_time/什么时候=when) 开始 吗 | do you know (2) (1) begins
{{who}} 每天 几 点 (起床=get_up/上课=have_class/下班=finish_work/睡觉=go_to_bed/上班=go_to_work) | what time {{do \
who}} {{who}} (1) every day
{{owner}} 的 生日 是 (几_月_几_号=when/什么时候=when) | when is {{own owner}} birthday
(明天=tomorrow/后天=the_day_after_tomorrow) 星期 几 | what day is it (1)
明天 几 号 | what date is it tomorrow
{{she}} 多大 了 | how old is {{she}}
{{she}} 几 岁 了 | how old is {{she}}
{{she}} 今年 多大 | how old is {{she}} this year
{{she}} 多 高 | how tall is {{she}}
{{who}} 有 几 个 (孩子=children/姐姐=sisters/哥哥=brothers/朋友=friends/弟弟=brothers) | how many (1) {{do who}} \
{{who}} have
{{who}} 有 多少 (书=books/学生=students/票=tickets/朋友=friends) | how many (1) {{do who}} {{who}} have
{{who}} 有 多少 钱 | how much money {{do who}} {{who}} have
{{who}} 买 了 几 (本_书=books/件_衣服=shirts/张_票=tickets/个_苹果=apples) | how many (1) did {{who}} buy
你 要 几 (个=ones/张=tickets/杯=cups/斤=jin/碗=bowls) | how many (1) do you want
{{place}} 有 多少 (人=people/学生=students/老师=teachers/孩子=children) | how many (1) are there {{at place}}
{{spot}} 有 几 (本_书=books/个_苹果=apples/个_人=people/把_椅子=chairs/只_猫=cats/张_桌子=tables) | how many (1) \
are there {{spot}}
一共 有 多少 (人=people/学生=students) | how many (1) are there altogether
{{it:#t,#w:this,these}} 一共 多少 钱 | how much {{be it}} {{it}} altogether
票 多少 钱 一 张 | how much is a ticket
(咖啡=a_cup_of_coffee/茶=a_cup_of_tea/牛奶=a_glass_of_milk/可乐=a_glass_of_cola) 多少 钱 一 杯 | how much is (1)
一 (张_票=ticket/斤_肉=jin_of_meat/杯_茶=cup_of_tea/杯_咖啡=cup_of_coffee/碗_面条=bowl_of_noodles) 多少 钱 | how \
much is a (1)
{{owner}} 的 (电话=phone_number/电话=phone_number) 是 多少 | what is {{own owner}} (1)
这 个 药 (一=a/一=a) 天 吃 几 次 | how many times a day do I take this medicine
(一=a/每=a) 天 要 吃 几 次 药 | how many times a day do I have to take medicine
""")
FAR = forms(f"""
{{ground}} 离 {{here}} (很=very/非常=very) 远 | {{ground}} is very far from {{here}}
{{ground}} 离 {{here}} 不 远 | {{ground}} is not far from {{here}}
{{ground}} 离 {{here}} 不太 远 | {{ground}} is not very far from {{here}}
{{ground}} 离 {{here}} (很=very/非常=very/真=really) 近 | {{ground}} is (1) near {{here}}
{{ground}} 离 {{here}} 太 远 了 | {{ground}} is too far from {{here}}
{{ground}} 离 {{here}} 有点儿 远 | {{ground}} is a little far from {{here}}
{{shop_told}} 离 {{here}} (很_远=very_far_from/不_远=not_far_from/很_近=very_near) | {{shop_told}} is (1) {{here}}
{{ground}} 离 {{here}} 很 近 ， 走 {{n:3-30:m}} 分钟 就 到 了 | {{ground}} is very near {{here}} , you will arrive \
in {{n}} minutes on foot
从 {{here}} 到 {{ground}} 要 {{n:5-60:m}} 分钟 | it takes {{n}} minutes from {{here}} to {{ground}}
从 {{here}} 到 {{ground}} ({BY}) 要 {{n:5-60:m}} 分钟 | it takes {{n}} minutes from {{here}} to {{ground}} (1)
({BY}) 去 {{ground}} 要 {{n:5-60:m}} 分钟 | it takes {{n}} minutes to go {{to ground}} (1)
从 {{city}} 到 {{city2}} (很_远=very_far/不_远=not_far/太_远_了=too_far) | it is (1) from {{city}} to {{city2}}
{{who}} 每天 ({BY}) (去_学校=to_school/上班=to_work/去_公司=to_the_company) | {{who}} {{s go who}} (2) (1) every day
{{who}} 住 在 {{beside}} | {{who}} {{s live who}} {{beside}}
{{who}} 住 {{n:2-12}} 号 楼 | {{who}} {{s live who}} in building {{n}}
{{who}} 住 在 {{n:2-12}} 号 楼 ({FLOOR}) 楼 | {{who}} {{s live who}} on the (1) floor of building {{n}}
{{who}} 的 (办公室=office/房间=room/宿舍=dormitory/教室=classroom) 在 ({FLOOR}) 楼 | {{own who}} (1) is on the (2) \
floor
{{who}} 的 (办公室=office/房间=room/教室=classroom) 在 {{n:2-12}} 号 楼 | {{own who}} (1) is in building {{n}}
({SHOP}) 在 {{n:2-12}} 号 楼 (旁边=next_to/前面=in_front_of/后面=behind) | the (1) is (2) building {{n}}
""")
ASK_FAR = forms(f"""
{{ground}} 离 {{here}} 多 远 | how far is {{ground}} from {{here}}
{{ground}} 离 {{here}} 有 多 远 | how far is {{ground}} from {{here}}
{{ground}} 离 {{here}} 远 不 远 | is {{ground}} far from {{here}}
{{ground}} 离 {{here}} 远 吗 | is {{ground}} far from {{here}}
{{shop_told}} 离 {{here}} 远 (吗/不_远) | is {{shop_told}} far from {{here}}
请问 ， {{ground}} 离 {{here}} 远 (吗/不_远) | excuse me , is {{ground}} far from {{here}}
从 {{here}} 到 {{ground}} 有 多 远 | how far is it from {{here}} to {{ground}}
从 {{here}} 到 {{ground}} 要 多 长 时间 | how long does it take from {{here}} to {{ground}}
从 {{here}} 到 {{ground}} ({BY}) 要 多 长 时间 | how long does it take from {{here}} to {{ground}} (1)
({BY}) 去 {{ground}} 要 多 长 时间 | how long does it take to go {{to ground}} (1)
你 知道 从 {{here}} 到 {{ground}} 要 多 长 时间 吗 | do you know how long it takes from {{here}} to {{ground}}
你 知道 {{ground}} 离 {{here}} 多 远 吗 | do you know how far {{ground}} is from {{here}}
你 知道 {{ground}} 怎么 走 吗 | do you know how to get {{to ground}}
你 知道 去 {{ground}} 怎么 走 吗 | do you know how to get {{to ground}}
从 {{here}} 去 {{ground}} 怎么 走 | how do I get {{to ground}} from {{here}}
请问 ， 从 {{here}} (去/到) {{ground}} 怎么 走 | excuse me , how do I get {{to ground}} from {{here}}
请问 ， 从 {{here}} (去/到) {{ground}} 应该 怎么 走 | excuse me , how should I get {{to ground}} from {{here}}
去 {{ground}} 应该 怎么 走 | how should I get {{to ground}}
请问 ， 去 {{ground}} 应该 坐 几 号 车 | excuse me , which bus should I take to go {{to ground}}
去 {{ground}} 坐 几 号 车 | which bus do I take to go {{to ground}}
{{who}} 每天 怎么 去 (学校=to_school/公司=to_the_company/图书馆=to_the_library) | how {{do who}} {{who}} go (1) \
every day
{{who}} 住 几 号 楼 | which building {{do who}} {{who}} live in
{{who}} 住 在 几 号 楼 | which building {{do who}} {{who}} live in
{{who}} 住 几 楼 | which floor {{do who}} {{who}} live on
{{who}} 的 (办公室=office/房间=room/教室=classroom) 在 几 楼 | which floor is {{own who}} (1) on
({OPEN}) 在 几 楼 | which floor is (1) on
你 知道 {{she}} 住 几 号 楼 吗 | do you know which building {{she}} lives in
""")
UNKNOWN = forms(f"""
{{who}} 不 知道 {{she}} 住 几 号 楼 | {{who}} {{do who}} not know which building {{she}} lives in
{{who}} 不 知道 {{she}} 住 几 楼 | {{who}} {{do who}} not know which floor {{she}} lives on
{{who}} 不 知道 {{ground}} 怎么 走 | {{who}} {{do who}} not know how to get {{to ground}}
{{who}} 不 知道 从 {{here}} 到 {{ground}} 要 多 长 时间 | {{who}} {{do who}} not know how long it takes from \
{{here}} to {{ground}}
{{who}} 不 知道 {{ground}} 离 {{here}} 多 远 | {{who}} {{do who}} not know how far {{ground}} is from {{here}}
{{who}} 不 知道 ({BEGIN}) (几_点=what_time/什么时候=when) 开始 | {{who}} {{do who}} not know (2) (1) begins
{{who}} 不 知道 {{it:#t,#w:this,that}} 多少 钱 | {{who}} {{do who}} not know how much {{it}} {{be it}}
{{who}} 不 知道 {{she}} 多大 | {{who}} {{do who}} not know how old {{she}} is
{{who}} 不 知道 {{it:#t,#w:this,that}} 是 谁 的 | {{who}} {{do who}} not know whose {{it}} {{be it}}
{{who}} 不 知道 {{she}} 喜欢 什么 颜色 | {{who}} {{do who}} not know what color {{she}} likes
{{who}} 不 知道 {{she}} 有 几 个 孩子 | {{who}} {{do who}} not know how many children {{she}} has
{{who}} 忘 了 {{she}} (的_名字=name/的_生日=birthday/的_电话=phone_number) | {{who}} forgot {{own she}} (1)
{{who}} 知道 {{she}} 的 (名字=name/生日=birthday/电话=phone_number) | {{who}} {{s know who}} {{own she}} (1)
{{who}} 不 知道 {{she}} 的 (名字=name/生日=birthday/电话=phone_number) | {{who}} {{do who}} not know {{own she}} (1)
""")
SKY = forms(f"""
({CITY}) 的 ({SEASON}) (太_冷_了=too_cold/太_热_了=too_hot/有点儿_冷=a_little_cold/有点儿_热=a_little_hot/\
不_冷=not_cold/不_热=not_hot/不太_冷=not_very_cold/不太_热=not_very_hot/真_漂亮=really_beautiful/\
很_漂亮=very_beautiful) | the (2) in (1) is (3)
({CITY}) 的 ({SEASON}) 一点儿 也 不 (冷=cold/热=hot) | the (2) in (1) is not (3) at all
({CITY}) ({SEASON}) (很=very/非常=very/不=not/不太=not_very/有点儿=a_little) (冷=cold/热=hot/暖和=warm) | it is (3) \
(4) in (1) in (2)
({SEASON}) ({CITY}) (很=very/非常=very/不=not/不太=not_very/有点儿=a_little) (冷=cold/热=hot/暖和=warm) | it is (3) \
(4) in (2) in (1)
({CITY}) ({SEASON}) 的 天气 (很=very/非常=very/不=not/不太=not_very) ({WARM}) | the weather in (1) is (3) (4) in (2)
({CITY}) ({SEASON}) 常常 下雨 | it often rains in (1) in (2)
({CITY}) ({SEASON}) 常常 下雪 | it often snows in (1) in (2)
({CITY}) ({SEASON}) 不 下雪 | it does not snow in (1) in (2)
今天 (有点儿=a_little/不太=not_very/不=not/真=really) (冷=cold/热=hot/暖和=warm) | it is (1) (2) today
今天 一点儿 也 不 (冷=cold/热=hot) | it is not (1) at all today
{{past}} (很=very/非常=very/有点儿=a_little/不太=not_very) (冷=cold/热=hot/暖和=warm) | it was (1) (2) {{past}}
{{past}} 天气 (很=very/非常=very/不=not/不太=not_very) ({WARM}) | the weather was (1) (2) {{past}}
(这儿=here/北京=in_beijing/上海=in_shanghai) 现在 (很=very/非常=very/不=not/不太=not_very/有点儿=a_little) \
(冷=cold/热=hot/暖和=warm) | it is (2) (3) (1) now
房间 里 (太_热_了=too_hot/太_冷_了=too_cold/很_热=very_hot/有点儿_冷=a_little_cold/很_暖和=very_warm) | it is (1) \
in the room
(教室=classroom/办公室=office/房间=room) 里 (很=very/有点儿=a_little) (热=hot/冷=cold) ， 外面 \
(很=very/有点儿=a_little) (冷=cold/热=hot/暖和=warm) | it is (2) (3) in the (1) and (4) (5) outside
{{who}} 最 喜欢 ({SEASON}) | {{who}} {{s like who}} (1) best
{{who}} 喜欢 ({CITY}) 的 ({SEASON}) | {{who}} {{s like who}} the (2) in (1)
{{who}} 不 喜欢 ({CITY}) 的 ({SEASON}) | {{who}} {{do who}} not like the (2) in (1)
""")
SKY_ASKED = forms(f"""
({CITY}) 的 ({SEASON}) 怎么样 | how is the (2) in (1)
({CITY}) 的 ({SEASON}) (冷=cold/热=hot/暖和=warm) 吗 | is the (2) in (1) (3)
({CITY}) 的 ({SEASON}) (冷_不_冷=cold/热_不_热=hot) | is the (2) in (1) (3)
({CITY}) ({SEASON}) 天气 怎么样 | how is the weather in (1) in (2)
({CITY}) 的 天气 怎么样 | how is the weather in (1)
今天 (冷=cold/热=hot/暖和=warm) 吗 | is it (1) today
今天 (冷_不_冷=cold/热_不_热=hot) | is it (1) today
外面 (冷=cold/热=hot) 吗 | is it (1) outside
外面 (冷_不_冷=cold/热_不_热=hot) | is it (1) outside
({CITY}) ({SEASON}) (下雪=snow/下雨=rain) 吗 | does it (3) in (1) in (2)
{{future}} 会 (下雨=rain/下雪=snow) 吗 | will it (1) {{future}}
你 喜欢 (春天=spring/夏天=summer) 还是 (秋天=autumn/冬天=winter) | do you like (1) or (2)
""")


def counted(d: Draw) -> Both:
    """How much, how many, when, how far, how the weather is."""
    return any_of(d, d.pick((HOURS, AMOUNTS, AMOUNTS, FAR, FAR, UNKNOWN, SKY)))


def counted_asked(d: Draw) -> Both:
    """Questions of that kind."""
    return any_of(d, d.pick((HOW_MANY, HOW_MANY, ASK_FAR, ASK_FAR, SKY_ASKED)))
