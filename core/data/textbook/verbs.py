"""The verbs of a first textbook, what they are said of, and how English inflects them."""

from __future__ import annotations

from core.data.lexicon import rows
from core.data.textbook.words import plural

IRREGULAR = {line.split()[0]: line.split()[1:] for line in """
be was been being
read read read reading
buy bought bought buying
sell sold sold selling
write wrote written writing
drink drank drunk drinking
eat ate eaten eating
make made made making
do did done doing
wear wore worn wearing
drive drove driven driving
ride rode ridden riding
sing sang sung singing
teach taught taught teaching
draw drew drawn drawing
meet met met meeting
have had had having
know knew known knowing
go went been going
give gave given giving
put put put putting
sleep slept slept sleeping
run ran run running
think thought thought thinking
come came come coming
take took taken taking
speak spoke spoken speaking
say said said saying
tell told told telling
see saw seen seeing
swim swam swum swimming
get got got getting
sit sat sat sitting
forget forgot forgotten forgetting
bring brought brought bringing
understand understood understood understanding
leave left left leaving
begin began begun beginning
study studied studied studying
cry cried cried crying
plan planned planned planning
travel traveled traveled traveling
stop stopped stopped stopping
feel felt felt feeling
lend lent lent lending
find found found finding
""".strip().splitlines()}


def inflect(phrase: str, form: str) -> list[str]:
    """The words of a verb phrase, its first word as base, s, past, pp or ing."""
    verb, *rest = phrase.split()
    if form == "s":
        verb = plural(verb)
    elif form in ("past", "pp", "ing") and verb in IRREGULAR:
        verb = IRREGULAR[verb][("past", "pp", "ing").index(form)]
    elif form == "ing":
        verb = (verb[:-1] if verb.endswith("e") and not verb.endswith("ee") else verb) + "ing"
    elif form in ("past", "pp"):
        verb += "d" if verb.endswith("e") else "ed"
    return [verb, *rest]


# zh words | English | objects (nouns, or a tag of theirs after #) | places
VERBS = rows("""
看|read|#r 英文_小说|图书馆 家 学校 公园 咖啡馆
看|watch|电影 电影 电视 足球_比赛 中国_电影|家 电影院
看|look at|照片 花|家 公园
买|buy|#t #f 车 自行车 电脑 茶 咖啡 水 牛奶 房子|商店 超市
买|buy|#f 衣服 书 票 鞋|商店 超市 书店
卖|sell|#t #f 自行车 电脑|商店 超市
写|write|信 汉字 汉字|家 图书馆 教室
喝|drink|#d|家 咖啡馆 饭店 办公室
吃|eat|#f 早饭 午饭 晚饭 中国_菜 法国_菜|家 饭馆 学校
吃|eat|早饭 午饭 晚饭 水果 面条 饺子|家 学校 饭馆
做|cook|早饭 午饭 晚饭|家
做|make|蛋糕 饺子 中国_菜 面条|家
做|do|作业|家 学校 教室 图书馆 宿舍
穿|wear|#w|
洗|wash|#w 车 衣服 杯子|家 宿舍
开|drive|车|
骑|ride|自行车|公园
听|listen to|音乐 歌|家 公园 宿舍
唱|sing|歌 中文_歌|家 学校
学习|study|中文 英文 历史 汉语 英语 法语|学校 大学 北京 中国 图书馆
学|learn|汉语 英语 法语 日语 中文|学校 大学 北京 上海
说|speak|汉语 英语 法语 日语 中文|学校 家
教|teach|中文 英文 历史 汉语 英语|学校 大学 中国
画|draw|花 猫 狗 鸟|家 学校 公园
找|look for|手机 猫 狗 包 雨伞 词典 票 钱 帽子|家
用|use|电脑 手机 词典|家 办公室 图书馆
修|repair|车 自行车 电脑|家
踢|play|足球|公园 学校
打|play|篮球|公园 学校
带|bring|雨伞 词典 钱 手机 水 礼物|
借|borrow|书 词典 小说 杂志|图书馆
看见|see|#a 车|公园 门口
拿|take|书 雨伞 包 票 杯子|
找 到|find|手机 包 词典 票 工作 房子|
做 完|finish|作业|家 学校
吃 完|finish|早饭 晚饭 午饭|
看 完|finish reading|书 小说 报纸|
点|order|菜 米饭 饺子 咖啡 茶|饭馆
""")
ALONE = frozenset(["穿", "拿", "带", "找", "看见", "写", "睡觉", "起床", "哭", "笑", "卖", "懂", "完", "到", "上班",
                   "下班", "药", "旅行"])
"""What one does not do together with others (words of the verb)."""
STATES = rows("""
喜欢|like|#f #d #a #w 音乐 中文 英文 汉语 历史 足球 篮球 电影 书 小说 中国_菜 中国_电影
爱|love|#a 音乐 历史
需要|need|书 词典 手机 电脑 雨伞 桌子 椅子 钱 时间 水 包
有|have|书 词典 手机 电脑 雨伞 车 自行车 票 照片 猫 狗 房子 钱 时间 铅笔 帽子 作业 问题
""")
# zh | English | places
DOINGS = rows("""
睡觉|sleep|家
工作|work|学校 医院 北京 上海 图书馆 饭店 商店 银行 公司 大学
上班|go to work|
下班|finish work|
跑步|run|公园 学校
休息|rest|家 公园 办公室 宿舍
休息 一下|rest a little|家
学习|study|学校 家 图书馆 北京 大学
游泳|swim|
跳舞|dance|家 学校
唱歌|sing|家 学校
画画|draw|家 公园
做饭|cook|家
洗 手|wash hands|家
买 东西|go shopping|超市 商店
吃 东西|eat something|家
喝 东西|drink something|家
吃饭|eat|家 饭馆 学校
看书|read|图书馆 家 公园 宿舍
起床|get up|
上课|have class|学校 教室
下课|finish class|
开车|drive|
说话|talk|教室 图书馆
笑|smile|
哭|cry|
旅行|travel|中国 法国 日本 上海
打 电话|make a phone call|家 外面
玩|play|公园 家 外面 学校
玩|play|公园 朋友_家
出去|go out|
打扫 房间|clean the room|
打扫 教室|clean the classroom|
吃 药|take medicine|
看病|see a doctor|医院
""")
SKILLS = ("游泳", "跳舞", "唱歌", "做饭", "开车", "画画")
