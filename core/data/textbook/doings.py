"""What is done: verbs with their objects, places, company and purposes."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from core.data.textbook import verbs as v
from core.data.textbook import words as w
from core.data.textbook.phrases import Draw, Np, Side, companion, place, plain, pronoun, thing
from core.data.textbook.times import length

BARE = ["汉语", "英语", "法语", "日语", "中文", "英文", "历史", "音乐", "电视", "早饭", "午饭", "晚饭", "足球", "篮球",
        "作业", "药", "东西", "工作", "中国_菜", "法国_菜"]
MOVES = [("回 家", "go home"), ("回 家", "go home"), ("回 来", "come back"), ("来", "come"), ("去", "go"), ("走", "leave"),
         ("出 去", "go out")]
ERRANDS = [("去 睡觉", "go to sleep"), ("去 跑步", "go running"), ("去 游泳", "go swimming"), ("去 吃饭", "go to eat"),
           ("去 看 电影", "go to watch a movie"), ("去 玩", "go to play"), ("去 打 篮球", "go to play basketball"), ("去 看病", "go to see a doctor"), ("去 买 东西", "go shopping"), ("来 上课", "come to class"),
           ("去 上课", "go to class"), ("去 上班", "go to work"), ("去 旅行", "go to travel"), ("去 休息", "go to rest"),
           ("去 喝 咖啡", "go to drink coffee")]
BY = [("坐 飞机", "by plane"), ("坐 火车", "by train"), ("坐 公共汽车", "by bus"), ("坐 车", "by car"),
      ("骑 自行车", "by bicycle"), ("坐 出租车", "by taxi"), ("开 车", "by car")]
AIMS = [("跑步", "run"), ("游泳", "swim"), ("吃饭", "eat"), ("上课", "have class"), ("旅行", "travel"),
        ("工作", "work"),
        ("看书", "read"), ("休息", "rest"), ("跳舞", "dance"), ("玩", "play"), ("玩", "play"), ("买 东西", "go shopping"), ("看 电影", "watch a movie"),
        ("吃 晚饭", "eat dinner"), ("学习", "study"), ("打 篮球", "play basketball"), ("踢 足球", "play football")]
AIMS_OF = {
    "公园": "玩 玩 跑步 踢_足球 打_篮球 休息 看_花", "图书馆": "看书 看书 学习 工作 借_书 借_词典 做_作业", "医院": "看病 看病 工作 看_医生",
    "商店": "买 买 买_东西 工作", "超市": "买 买 买_东西 买_水果", "咖啡馆": "喝_咖啡 喝_咖啡 看书 休息 见_朋友",
    "饭店": "吃饭 吃_晚饭 吃_中国_菜", "饭馆": "吃饭 吃饭 吃_晚饭 吃_饺子 吃_中国_菜 吃_面条", "办公室": "工作 找_老师", "教室": "学习 上课 做_作业",
    "银行": "工作 拿_钱", "书店": "买_书 买_书 买_词典 看书 买_杂志", "公司": "上班 工作", "学校": "上课 学习 学习 打_篮球 踢_足球",
    "大学": "学习_汉语 学习 学习_历史", "机场": "坐_飞机 见_朋友", "火车站": "坐_火车 买_票", "电影院": "看_电影 看_电影 看_中国_电影",
    "宿舍": "休息 睡觉 看书", "外面": "玩 吃饭 跑步", "朋友_家": "玩 吃饭 看_电视", "农村": "旅行 工作", "城市": "工作 买_东西"}
"""What one goes somewhere for, by the place; elsewhere one travels, works, studies."""
COUNTED = frozenset("一 两 三 四 五 六 七 八 九 十 几".split())
SAID = {"玩": "play", "跑步": "run", "踢_足球": "play football", "打_篮球": "play basketball", "休息": "rest",
        "看_花": "look at the flowers", "看书": "read", "学习": "study", "工作": "work", "借_书": "borrow books",
        "借_词典": "borrow a dictionary", "做_作业": "do homework", "看病": "see a doctor", "看_医生": "see a doctor",
        "买_东西": "go shopping", "买_水果": "buy fruit", "喝_咖啡": "drink coffee", "见_朋友": "meet a friend",
        "吃饭": "eat", "吃_晚饭": "eat dinner", "吃_中国_菜": "eat chinese food", "吃_饺子": "eat dumplings",
        "吃_面条": "eat noodles", "找_老师": "look for the teacher", "上课": "have class", "拿_钱": "take money",
        "买_书": "buy books", "买_词典": "buy dictionaries", "买_杂志": "buy magazines", "上班": "go to work",
        "学习_汉语": "study chinese", "学习_历史": "study history", "坐_飞机": "take the plane",
        "坐_火车": "take the train", "买_票": "buy tickets", "看_电影": "watch a movie",
        "看_中国_电影": "watch chinese movies", "睡觉": "sleep", "看_电视": "watch television", "旅行": "travel",
        "学_汉语": "learn chinese", "看_朋友": "see a friend"}
AIMED = ("buy", "watch", "drink", "eat", "study", "learn", "play", "read", "borrow")
ONES = [("新", "a new one"), ("大", "a big one"), ("小", "a small one"), ("红色", "a red one"), ("便宜", "a cheap one"),
        ("好", "a good one"), ("黑色", "a black one")]
HANDY = [("做", "make", "蛋糕"), ("做", "make", "饺子"), ("做", "make", "中国_菜"), ("骑", "ride", "自行车"), ("修", "repair", "电脑"), ("踢", "play", "足球"),
         ("打", "play", "篮球"), ("写", "write", "汉字"), ("用", "use", "电脑")]


@dataclass
class Vp:
    """What is done: before the verb (跟 X, 在 place), verb and object; in English the verb, then the rest.

    ``goes``: 了 comes last; ``fast``: the words of the verb stay together, 做 完 了; ``then``: what one goes for;
    ``marked``: 了 is there already.
    """

    zh: str
    en: str
    key: int
    zh_before: Side = field(default_factory=list)
    zh_object: Side = field(default_factory=list)
    en_rest: Side = field(default_factory=list)
    goes: bool = False
    fast: bool = False
    then: Vp | None = None
    marked: bool = False

    def verb_zh(self) -> Side:
        """The Chinese verb."""
        return [(word, self.key, ()) for word in self.zh.split()]

    def verb_en(self, form: str) -> Side:
        """The English verb as base, s, past, pp or ing."""
        return [(word, self.key, ()) for word in v.inflect(self.en, form)]

    def whole_zh(self) -> Side:
        """All of the Chinese side."""
        return [*self.zh_before, *self.verb_zh(), *self.zh_object]

    def whole_en(self, form: str) -> Side:
        """All of the English side."""
        return [*self.verb_en(form), *self.en_rest]


def objects(d: Draw, noun: str, dets: str, who: Np | None = None) -> Np:
    """An object with one of the determiners; now and then two objects, or 新 的, a new one."""
    n, det = w.NOUNS[noun], d.pick(dets)
    if noun in BARE:
        return thing(d, noun, "", 0)
    det = "" if det == "bare" or (n.kind == "m" and (det == "these" or not n.measure)) else det
    if det == "own" and who is not None and who.mine in w.PRONOUNS and d.chance(0.7):
        return possessed(d, noun, pronoun(d, who.mine))
    if det == "number" and n.measure and n.kind == "c" and d.chance(0.15):
        zh, en = d.unit(f"几 {n.measure}", "a few")
        return Np([*zh, *((x, d.key(), ()) for x in noun.split("_"))], [*en, *plain(n.plural)], "p")
    if d.chance(0.06) and n.tags & set("tfd"):
        other = d.pick([m.zh for m in w.NOUNS.values() if m.tags & n.tags - set("t") and m.zh != noun] or ["书"])
        a, b, k = thing(d, noun, det), thing(d, other, d.pick(("one", "number", "")) if det else ""), d.key()
        return Np([*a.zh, ("和", k, ()), *b.zh], [*a.en, ("and", k, ()), *b.en], "p")
    if d.chance(0.02) and n.kind == "c" and n.tags & set("twv"):
        zh, en = d.unit(*d.pick(ONES))
        return Np([*zh, ("的", 0, ())], en)
    return thing(d, noun, det)


def possessed(d: Draw, noun: str, whose: Np) -> Np:
    """Somebody's thing."""
    n, k = w.NOUNS[noun], d.key()
    return Np([*whose.zh, ("的", 0, (whose.zh[0][1],)), *((x, k, ()) for x in noun.split("_"))],
              [*whose.en_own, *((x, k, ()) for x in n.en.split())], "p" if n.kind == "p" else "3", again="它")


def doing(d: Draw, dets: str = "bare one one number this own", at: float = 0.3, who: Np | None = None) -> Vp:
    """An action, perhaps somewhere, perhaps with somebody, by ``who``; what one seldom speaks of comes seldom."""
    who = who or Np([], [], "3", again="我")
    while (vp := _doing(d, dets, at, who)).en in SELDOM and d.chance(0.75):
        pass
    return vp


SELDOM = frozenset(("see", "live", "wear", "sell", "take", "bring", "go out", "finish work", "leave", "arrive", "come back",
                    "finish class", "smile", "cry", "wash hands", "come", "get up", "use", "finish", "have class"))


def _doing(d: Draw, dets: str, at: float, who: Np) -> Vp:
    roll = d.rng.random()
    if roll < 0.2:
        return going(d, 0.45, who)
    if roll < 0.36:
        return d.pick(SOCIAL)(d, who)
    if roll < 0.57:
        zh, en, places = (*d.pick(v.DOINGS), "")[:3]
        found = Vp(zh, en, d.key())
    else:
        zh, en, nouns, places = d.pick(v.VERBS)
        ended = zh[-1] in "到完"
        obj = objects(d, d.pick(w.tagged(nouns)), "this that own" if ended else dets, who)
        found = Vp(zh, en, d.key(), [], obj.zh, obj.en_object, fast=ended)
    if places and d.chance(at):
        there = place(d, d.pick(places))
        found = replace(found, zh_before=[("在", 0, (d.last,)), *there.zh], en_rest=[*found.en_rest, *there.at])
    return together(d, found, who) if d.chance(0.1) and not set(zh.split()) & v.ALONE else found


def together(d: Draw, vp: Vp, who: Np) -> Vp:
    """跟 X, 跟 X 一起, 和 X 一起: with somebody."""
    other, k = companion(d, who), d.key()
    both = [("一起", 0, (k,))] if d.chance(0.65) else []
    return replace(vp, zh_before=[(d.pick("跟 和") if both else "跟", k, ()), *other.zh, *both, *vp.zh_before],
                   en_rest=[*vp.en_rest, ("with", k, ()), *other.en_object])


def going(d: Draw, purpose: float = 0.45, who: Np | None = None) -> Vp:
    """去, 来, 回, 到 a place, or living there; perhaps by something, perhaps to do something."""
    k, roll, zh_place = d.key(), d.rng.random(), d.pick(w.VISITED)
    who, there = who or Np([], [], "3", again="我"), place(d, zh_place) if d.chance(0.85) else place(d)
    if roll < 0.2:
        return Vp(*d.pick(MOVES if roll < 0.1 else ERRANDS), k, goes=True)
    if roll < 0.25:
        return Vp("住", "live", k, [], [("在", 0, (k,)), *(town := place(d, d.pick(w.HOMES))).zh], town.at)
    if roll < 0.29:
        return Vp("到", "arrive", k, [], there.zh, there.at, True)
    zh, en = d.pick((("去", "go"), ("去", "go"), ("去", "go"), ("去", "go"), ("来", "come")))
    vp = Vp(zh, en, k, [], there.zh, there.to, True)
    if d.chance(0.25):
        by = d.unit(*d.pick(BY[:2] if zh_place in w.COUNTRIES else BY[:4] if zh_place in w.CITIES else BY[2:]))
        vp = replace(vp, zh_before=by[0], en_rest=[*vp.en_rest, *by[1]])
    if d.chance(0.2):
        vp = together(d, vp, who)
    if d.chance(purpose):
        aim = purposes(d, there.zh[-1][0] if there.zh[-1][0] != "家" else "朋友_家", who)
        vp = replace(vp, zh_object=[*vp.zh_object, *aim.whole_zh()], then=aim,
                     en_rest=[*vp.en_rest, ("to", 0, (aim.key,)), *aim.whole_en("base")])
    return vp


def gone(vp: Vp) -> Vp:
    """What was done: with a counted thing 去 商店 买 了 一 本 书, went and bought; without, 去 商店 买 书 了, to buy."""
    aim = vp.then
    if not aim or not aim.zh_object or aim.zh_object[0][0] not in COUNTED:
        return vp
    there, said = len(vp.zh_object) - len(aim.whole_zh()), len(vp.en_rest) - len(aim.whole_en("base")) - 1
    rest = vp.en_rest[said + 1 + len(aim.whole_en("base")):]
    return replace(vp, zh_object=[*vp.zh_object[:there], *aim.verb_zh(), ("了", aim.key, ()), *aim.zh_object],
                   en_rest=[*vp.en_rest[:said], ("and", 0, (aim.key,)), *aim.whole_en("past"), *rest], marked=True)


def purposes(d: Draw, there: str, who: Np) -> Vp:
    """What one goes to a place for."""
    aim = d.pick(AIMS_OF.get(there, "旅行 旅行 旅行 工作 工作 学习 玩 玩 学_汉语 看_朋友"))
    if aim == "买":
        noun = d.pick(w.tagged("#t #f") if there == "商店" else w.tagged("#f #f #d"))
        obj = objects(d, noun, "bare one one number")
        return Vp("买", "buy", d.key(), [], obj.zh, obj.en_object)
    if d.chance(0.12) and there not in ("超市", "商店", "书店", "大学"):
        other = companion(d, who)
        return Vp(d.pick("看 见"), "see", d.key(), [], other.zh, other.en_object)
    zh, *rest = aim.split("_")
    en, k = SAID[aim].split(), d.key()
    return Vp(zh, en[0], k, [], [(x, k, ()) for x in rest], [(x, k, ()) for x in en[1:]])


def gift(d: Draw, who: Np) -> Vp:
    """给 X 买, 做, 写, 画, 唱 something; 送 X something."""
    other, k = companion(d, who), d.key()
    if d.chance(0.3):
        obj = objects(d, d.pick(w.tagged("#t 花 礼物 礼物 书 书")), "one one number this")
        return Vp("送", "give", k, [], [*other.zh, *obj.zh], [*other.en_object, *obj.en_object])
    zh, en, nouns, link = d.pick((("买", "buy", "#t #f 礼物 礼物 衣服", "for"), ("做", "cook", "早饭 午饭 晚饭", "for"),
                                  ("做", "make", "蛋糕 饺子", "for"), ("写", "write", "信", "to"),
                                  ("唱", "sing", "歌 中文_歌", "for"), ("画", "draw", "花 鸟 猫", "for")))
    obj = objects(d, d.pick(w.tagged(nouns)), "bare one one one number")
    return Vp(zh, en, k, [("给", 0, (k,)), *other.zh], obj.zh, [*obj.en_object, (link, 0, (k,)), *other.en_object])


def calling(d: Draw, who: Np) -> Vp:
    """给 X 打 电话; 跟 X 见面, 说话."""
    other, k = companion(d, who), d.key()
    if d.chance(0.55):
        return Vp("打", "call", k, [("给", 0, (k,)), *other.zh], [("电话", k, ())], other.en_object)
    zh, en = d.pick((("见面", "meet"), ("说话", "talk with"), ("见面", "meet")))
    return Vp(zh, en, k, [(d.pick("跟 跟 和"), 0, (k,)), *other.zh], [], other.en_object, True)


def meeting(d: Draw, who: Np) -> Vp:
    """等, 见, 找, 帮助 somebody; 教 X 汉语."""
    other, k = companion(d, who, 0.25), d.key()
    if d.chance(0.3):
        noun = thing(d, d.pick("汉语 英语 法语 历史 中文"), "", 0)
        return Vp("教", "teach", k, [], [*other.zh, *noun.zh], [*other.en_object, *noun.en])
    zh, en = d.pick((("等", "wait for"), ("见", "meet"), ("找", "look for"), ("帮助", "help")))
    return Vp(zh, en, k, [], other.zh, other.en_object)


def helping(d: Draw, who: Np) -> Vp:
    """帮 X 做饭, 请 X 吃饭, 让 X 去 商店: somebody has another do it, or helps."""
    other, k = companion(d, who), d.key()
    kind, en, aims = d.pick((("帮", "help", HELPED), ("帮", "help", HELPED), ("请", "invite", INVITED), ("让", "ask", HELPED)))
    zh, said = d.pick(aims)
    a = d.key()
    to = [] if kind == "帮" else [("to", 0, (a,))]
    return Vp(kind, en, k, [], [*other.zh, *((x, a, ()) for x in zh.split())],
              [*other.en_object, *to, *((x, a, ()) for x in said.split())], True)


HELPED = [("做饭", "cook"), ("买 东西", "go shopping"), ("打扫 房间", "clean the room"), ("洗 衣服", "wash clothes"), ("拿 东西", "take things"),
          ("学习 汉语", "study chinese"), ("做 作业", "do homework"), ("修 电脑", "repair the computer"), ("买 票", "buy tickets"),
          ("找 手机", "look for the phone"), ("写 汉字", "write characters")]
INVITED = [("吃饭", "eat"), ("吃 晚饭", "eat dinner"), ("看 电影", "watch a movie"), ("喝 咖啡", "drink coffee"), ("喝 茶", "drink tea"),
           ("来 我 家", "come to my home"), ("吃 饺子", "eat dumplings")]


def lasting(d: Draw, who: Np, years: bool = False) -> Vp:
    """学 两 年 汉语, 睡 八 个 小时: for some time; years: also for days, months and years."""
    zh, en, objs, units = d.pick((("学", "learn", "汉语 英语 法语", "年 个_月"), ("学习", "study", "汉语 英语 历史", "年 个_月 个_小时"),
                                  ("看", "watch", "电视", "个_小时 分钟"), ("看", "read", "书", "个_小时 分钟"),
                                  ("睡", "sleep", "", "个_小时"), ("工作", "work", "", "年 个_月 个_小时 天"),
                                  ("玩", "play", "", "个_小时 天"), ("休息", "rest", "", "天 个_小时 分钟"),
                                  ("跑", "run", "", "个_小时 分钟"), ("走", "walk", "", "个_小时 分钟"),
                                  ("打", "play", "篮球", "个_小时"), ("听", "listen to", "音乐", "个_小时 分钟")))
    units = units if years else " ".join(x for x in units.split() if x in ("个_小时", "分钟")) or "个_小时"
    time, k = length(d, units), d.key()
    obj = thing(d, d.pick(objs), "", 0) if objs else Np([], [])
    return Vp(zh, en, k, [], [*time[0], *obj.zh], [*obj.en, ("for", 0, (time[0][0][1],)), *time[1]])


def putting(d: Draw, who: Np) -> Vp:
    """把 X 做 完, 把 X 放 在 桌子 上, 把 X 给 somebody."""
    k, roll = d.key(), d.rng.random()
    if roll < 0.4:
        zh, en, noun = d.pick((("做 完", "finish", "作业"), ("吃 完", "finish", "早饭"), ("看 完", "finish reading", "书"),
                               ("写 完", "finish writing", "信")))
        obj = thing(d, noun, "the" if noun in ("书", "信") else "", 0)
        return Vp(zh, en, k, [("把", 0, (k,)), *obj.zh], [], obj.en_object, fast=True)
    obj = thing(d, d.pick(w.tagged("书 手机 词典 钱 包 雨伞 票 礼物 照片 帽子")), d.pick("the this own"), 0)
    if roll < 0.7:
        other = companion(d, who)
        zh, en, link = d.pick((("给", "give", "to"), ("送 给", "give", "to"), ("借 给", "lend", "to")))
        return Vp(zh, en, k, [("把", 0, (k,)), *obj.zh], other.zh, [*obj.en_object, (link, 0, (k,)), *other.en_object], True)
    spot, s = d.pick((("桌子 上", "on the table"), ("椅子 上", "on the chair"), ("包 里", "in the bag"), ("房间 里", "in the room"))), d.key()
    return Vp("放", "put", k, [("把", 0, (k,)), *obj.zh], [("在", 0, (k,)), *((x, s, ()) for x in spot[0].split())],
              [*obj.en_object, *((x, s, ()) for x in spot[1].split())], True)


def learning(d: Draw, who: Np) -> Vp:
    """学 游泳, learn to swim."""
    zh, k = d.pick(v.SKILLS), d.key()
    return Vp("学", "learn", k, [], [(zh, k, ())], [("to", 0, (k,)), *plain(next(row[1] for row in v.DOINGS if row[0] == zh))])


BOUNDS = [("下课", "class"), ("下课", "class"), ("下班", "work"), ("下班", "work"), ("吃 早饭", "eating breakfast"),
          ("吃 晚饭", "eating dinner"), ("吃 完 晚饭", "eating dinner"), ("吃饭", "eating"), ("起床", "getting up"),
          ("睡觉", "going to bed"), ("上课", "class"), ("回 家", "going home"), ("做 完 作业", "doing homework"),
          ("看 完 电影", "watching the movie"), ("考试", "the exam"), ("吃 午饭", "eating lunch")]
SOCIAL = (gift, gift, calling, calling, meeting, helping, lasting, lasting, putting, learning)


def skill(d: Draw) -> Vp:
    """Something that one can or cannot do."""
    roll = d.rng.random()
    if roll < 0.4:
        obj = thing(d, d.pick("汉语 英语 法语 日语 中文"), "", 0)
        return Vp("说", "speak", d.key(), [], obj.zh, obj.en)
    if roll < 0.6:
        zh, en, noun = d.pick(HANDY)
        obj = thing(d, noun, "a" if noun in ("自行车", "电脑") else "", 0)
        return Vp(zh, en, d.key(), [], obj.zh, obj.en)
    zh = d.pick(v.SKILLS)
    return Vp(zh, next(row[1] for row in v.DOINGS if row[0] == zh), d.key())
