"""Clauses that stand before a noun: 穿 红 裙子 的, 你 昨天 买 的, 我 工作 的; in English they follow it."""

from __future__ import annotations

from core.data.textbook.choices import CITY, SAID
from core.data.textbook.forms import forms

LANES = "next_to/旁边=next_to/后面=behind/前面=in_front_of"
INNER = forms(f"""
穿 {{worn}} | who {{be who}} wearing {{worn}}
穿 着 {{worn}} | who {{be who}} wearing {{worn}}
穿 {{worn}} | who {{be who}} wearing {{worn}}
坐 在 {{other}} (旁边={LANES}) | who {{be who}} sitting (1) {{obj other}}
坐 在 {{spot}} | who {{be who}} sitting {{spot}}
坐 在 (窗户=the_window/门口=the_entrance/门=the_door) 旁边 | who {{be who}} sitting next to (1)
在 {{desk}} 工作 | who {{s work who}} {{at desk}}
在 {{campus}} 学习 | who {{s study who}} {{at campus}}
在 一 家 (银行=bank/公司=company/医院=hospital/饭馆=restaurant/超市=supermarket/书店=bookshop) 工作 | who {{s work \
who}} in a (1)
住 在 {{town}} | who {{s live who}} {{at town}}
住 在 {{town}} | who {{s live who}} {{at town}}
从 ({CITY}) 来 | who {{s come who}} from (1)
会 {{skill}} | who can {{base skill}}
会 说 ({SAID}) | who can speak (1)
会 说 ({SAID}) | who can speak (1)
不 会 说 ({SAID}) | who can not speak (1)
喜欢 {{vp:bare}} | who {{s like who}} to {{base vp}}
想 {{vp:bare,one}} | who {{s want who}} to {{base vp}}
""")
INNER += forms("""
教 {other} (汉语=chinese/英语=english/法语=french/历史=history) | who {s teach who} {obj other} (1)
帮助 过 {other} | who {has who} helped {obj other}
给 {other} 打 电话 | who called {obj other}
{past} 给 {other} 打 电话 | who called {obj other} {past}
送 {other} (花=flowers/书=books/礼物=gifts) | who gave {obj other} (1)
{past} 来 (我=my/你=your/我们=our/他=his) 家 | who came to (1) home {past}
没 来 (上课=class/上班=work/考试=the_exam) | who did not come to (1)
感冒 了 | who {s have who} a cold
生病 | who {be who} sick
在 等 (公共汽车=the_bus/车=the_car/你=you/老师=the_teacher) | who {be who} waiting for (1)
有 {it:#a,#v,电脑,手机,钱,时间:one,a} | who {s have who} {it}
没有 {it:#v,电脑,手机,钱,时间:a} | who {do who} not have {it}
认识 {other} | who {s know who} {obj other}
喜欢 {other} | who {s like who} {obj other}
等 {other} | who {be who} waiting for {obj other}
找 {other} | who {be who} looking for {obj other}
跟 {near} 一起 来 | who came with {obj near}
学 过 (汉语=chinese/英语=english/法语=french) | who {has who} learned (1)
去 过 (中国=china/北京=beijing/上海=shanghai/法国=france/美国=america) | who {has who} been to (1)
唱 得 很 好 | who {s sing who} very well
学习 (很/非常) 努力 | who {s study who} very hard
工作 (很/非常) 努力 | who {s work who} very hard
""")
# the nouns : what is said of them in Chinese | in English
GAPS = [(spec.strip(), *(side.strip() for side in form.split("|"))) for spec, _, form in (
    line.partition(" : ") for line in """
#t #f #v 电脑 房子 : {who} 买 | that {who} bought
#t #f #v 电脑 花 : {who} {past} 买 | that {who} bought {past}
#t #f #v 电脑 : {who} {past} 买 | that {who} bought {past}
#t 电脑 : {who} 在 {shop} 买 | that {who} bought {at shop}
#t 电脑 : {who} {past} 在 {shop} 买 | that {who} bought {at shop} {past}
#t #f : {who} 给 {other} 买 | that {who} bought for {obj other}
#t #f : {who} {past} 给 {other} 买 | that {who} bought for {obj other} {past}
#t #v #f 电脑 房子 : {who} 想 买 | that {who} {s want who} to buy
#t #v #f #a : {who} 想 要 | that {who} {s want who}
#t #a #w #r 歌 电影 : {who} 喜欢 | that {who} {s like who}
#t #a #w #r 歌 电影 : {who} 最 喜欢 | that {who} {s like who} best
#r 词典 自行车 雨伞 : {who} 借 给 {other} | that {who} lent {obj other}
#r 词典 自行车 雨伞 : {who} {past} 借 给 {other} | that {who} lent {obj other} {past}
#r 词典 : {who} (从_图书馆=from_the_library/在_图书馆=from_the_library) 借 | that {who} borrowed (1)
#r 词典 : {who} {past} 借 | that {who} borrowed {past}
#t #a #w : {who} 送 (给/给) {other} | that {who} gave {obj other}
#t #a #w 礼物 礼物 礼物 : {who} 送 {other} | that {who} gave {obj other}
#t #w 礼物 礼物 : {who} {past} 送 {other} | that {who} gave {obj other} {past}
饺子 菜 面条 : {who} 做 | that {who} {s make who}
蛋糕 : {who} 做 | that {who} made
饺子 菜 面条 蛋糕 : {who} {past} 做 | that {who} made {past}
书 小说 杂志 报纸 : {who} {past} 看 | that {who} read {past}
书 小说 杂志 报纸 : {who} (正在/在) 看 | that {who} {be who} reading
书 小说 杂志 : {who} 看 过 | that {who} {has who} read
电影 中国_电影 : {who} {past} 看 | that {who} watched {past}
电影 中国_电影 : {who} 看 过 | that {who} {has who} watched
电影 : {who} 想 看 | that {who} {s want who} to watch
书 小说 信 : {who} 写 | that {who} wrote
汉字 : {who} {past} 学 | that {who} learned {past}
汉字 汉字 : {who} 写 | that {who} wrote
汉字 : {who} 不 认识 | that {who} {do who} not know
信 : {who} 给 {other} 写 | that {who} wrote to {obj other}
花 猫 狗 鸟 : {who} 画 | that {who} drew
歌 : {who} {past} 唱 | that {who} sang {past}
歌 音乐 : {who} (正在/在) 听 | that {who} {be who} listening to
#w : {who} 穿 | that {who} {be who} wearing
#w : {who} {past} 穿 | that {who} wore {past}
#w #v : {who} {past} 洗 | that {who} washed {past}
#v 电脑 手机 : {who} {past} 修 | that {who} repaired {past}
手机 包 词典 票 猫 狗 : {who} (正在/在) 找 | that {who} {be who} looking for
电脑 手机 词典 : {who} 用 | that {who} {s use who}
菜 饺子 : {who} {past} 吃 | that {who} ate {past}
菜 面条 : {who} 点 | that {who} ordered
茶 咖啡 : {who} {past} 喝 | that {who} drank {past}
雨伞 书 手机 包 帽子 : {who} 忘 在 {place} | that {who} left {at place}
雨伞 书 手机 包 帽子 票 钱 : {who} 放 在 {spot} | that {who} put {spot}
问题 : {who} 问 {other} | that {who} asked {obj other}
问题 : {who} {past} 问 | that {who} asked {past}
票 雨伞 水 礼物 : {who} 带 | that {who} brought
房间 房子 : {who} 住 | where {who} {s live who}
房间 房子 : {who} 现在 住 | where {who} {s live who} now
猫 狗 : {who} {past} 看见 | that {who} saw {past}
""".strip().splitlines())]
BUILDINGS = forms("""
{who} 工作 | where {who} {s work who}
{who} 工作 | where {who} {s work who}
{who} 常常 吃饭 | where {who} often {s eat who}
{who} 常常 买 东西 | where {who} often {s go who} shopping
{who} {past} 去 | that {who} went to {past}
{who} 去 过 | that {who} {has who} been to
{who} 想 去 | that {who} {s want who} to go to
{who} {past} (吃饭=ate/见面=met/买_东西=went_shopping) | where {who} (1) {past}
""")
