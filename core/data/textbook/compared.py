"""Comparisons in every shape: 比, 没有, 不 比, 跟 ... 一样, 更, 最, of people, things, places and what is done."""

from __future__ import annotations

from core.data.textbook import words as w
from core.data.textbook.choices import CITY, WARM, WARMER
from core.data.textbook.doings import doing
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.heads import somebody, taken, whose
from core.data.textbook.phrases import Both, Draw, Np, linked, person, plain
from core.data.textbook.things_told import clear

Scale = tuple[str, str, str]
OF_MEN: list[Scale] = [("高", "tall", "taller"), ("大", "old", "older"), ("忙", "busy", "busier"),
                       ("年轻", "young", "younger"), ("聪明", "clever", "cleverer"), ("漂亮", "beautiful",
                                                                                  "more beautiful"),
                       ("累", "tired", "more tired"), ("高兴", "happy", "happier"), ("紧张", "nervous", "more nervous")]
OF_DOING: list[Scale] = [("难", "difficult", "more difficult"), ("容易", "easy", "easier"),
                         ("有意思", "interesting", "more interesting"), ("重要", "important", "more important"),
                         ("好", "good", "better")]
OF_RIDES: list[Scale] = [("便宜", "cheap", "cheaper"), ("贵", "expensive", "more expensive"), ("快", "fast", "faster"),
                         ("慢", "slow", "slower"), ("舒服", "comfortable", "more comfortable"), *OF_DOING[-1:]]
RIDES = {"坐 火车": "taking the train", "坐 飞机": "taking the plane", "坐 公共汽车": "taking the bus",
         "坐 出租车": "taking a taxi", "骑 自行车": "riding a bicycle", "开车": "driving"}
KINDS_OF = {"鱼": "fish", "肉": "meat", "水果": "fruit", "饺子": "dumplings", "面条": "noodles", "米饭": "rice",
            "中国 菜": "chinese food", "法国 菜": "french food", "面包": "bread", "苹果": "apples"}
DRINKS = {"茶": "tea", "咖啡": "coffee", "牛奶": "milk", "可乐": "cola", "水": "water"}
TONGUES = {"汉语": "chinese", "英语": "english", "法语": "french", "日语": "japanese", "历史": "history"}
PLURAL = ("饺子", "面条", "苹果")


def said(zh: str, en: str, agree: str = "3") -> Np:
    """A phrase as it stands."""
    return Np(plain(zh), plain(en), agree)


def compared(d: Draw, a: Np, b: Both, scale: Scale, same: bool = True) -> Both:
    """A 比 B 好 得 多; A 没有 B 好; A 不 比 B 好; A 跟 B 一样 好 (same: A and B are of a kind); also asked by 吗."""
    (zh, en, more), k, roll = scale, d.key(), d.rng.random()
    be = "am" if a.agree == "1" else "is" if a.agree == "3" else "are"
    if roll < 0.62:
        first, last, much = d.pick((("", "", ""), ("", "", ""), ("", "一点儿", "a little"), ("", "得 多", "much"),
                                    ("", "多 了", "much"), ("更", "", "even"), ("还", "", "even")))
        return ([*a.zh, ("比", 0, (k,)), *b[0], *plain(first), *linked(zh, k), *plain(last)],
                [*a.en, *plain(be), *plain(much), *linked(more, k), *plain("than"), *b[1]])
    if roll < 0.76:
        return ([*a.zh, ("没有", 0, (k,)), *b[0], *linked(zh, k)],
                [*a.en, *plain(f"{be} not as"), *linked(en, k), *plain("as"), *b[1]])
    if roll < 0.82:
        return ([*a.zh, *plain("不 比"), *b[0], *linked(zh, k)],
                [*a.en, *plain(f"{be} not"), *linked(more, k), *plain("than"), *b[1]])
    no = d.chance(0.2)
    return ([*a.zh, *plain(d.pick("跟 跟 和")), *b[0], *plain("不 一样" if no else "一样"), *linked(zh, k)],
            [*a.en, *plain(f"{be} {'not ' if no else ''}as"), *linked(en, k), *plain("as"), *b[1]])


def other_one(d: Draw, noun: str, agree: str) -> Both:
    """那 本, 你 的, 我 昨天 买 的, 饭馆 的: another of its kind without its name."""
    n, roll = w.NOUNS[noun], d.rng.random()
    one = "ones" if agree == "p" else "one"
    if roll < 0.3 and n.measure and n.kind == "c" and agree == "3":
        return plain(f"那 {n.measure}"), plain("that one")
    if roll < 0.65:
        who = whose(d)
        own = plain(w.PRONOUNS[who.zh[0][0]][3]) if len(who.zh) == 1 and who.zh[0][0] in w.PRONOUNS else who.en_own
        return [*who.zh, *plain("的")], own
    if n.kind != "m" and (found := taken(d, noun)) is not None and found.en[0][0] == "the" and roll < 0.85:
        cut = len(noun.split("_"))
        at = next(i for i, word in enumerate(found.en) if word[0] in ("that", "where"))
        return found.zh[:-cut] if found.zh[-cut - 1][0] == "的" else [*plain("我 买 的")], (
            [*plain(f"the {one}"), *found.en[at:]] if found.zh[-cut - 1][0] == "的" else plain(f"the {one} that I "
                                                                                              "bought"))
    if "f" in n.tags or "w" in n.tags or noun in ("茶", "咖啡", "菜"):
        zh, en = d.pick((("超市", "the supermarket"), ("饭馆", "the restaurant"), ("商店", "the shop"),
                         ("这 家 商店", "this shop"), ("那 家 饭馆", "that restaurant"), ("妈妈 做", "")))
        if en and n.kind != "m":
            return plain(f"{zh} 的"), plain(f"the {one} in {en}")
    who = whose(d)
    return [*who.zh, *plain("的"), *linked(noun, d.key())], [*who.en_own, *linked(n.plural if agree == "p" else n.en,
                                                                                 d.last)]


SOLD = {"水果": ("fruit", "3"), "苹果": ("apples", "p"), "衣服": ("clothes", "p"), "菜": ("food", "3"),
        "饺子": ("dumplings", "p"), "东西": ("things", "p"), "书": ("books", "p"), "咖啡": ("coffee", "3")}


def of_shops(d: Draw) -> Both:
    """这 家 商店 的 水果 比 超市 的 便宜 多 了."""
    zh, (en, agree) = d.pick(list(SOLD.items()))
    (a, x), (b, y) = d.rng.sample((("这 家 商店", "this shop"), ("那 家 商店", "that shop"),
                                   ("超市", "the supermarket"), ("这 家 超市", "this supermarket"),
                                   ("这 家 饭馆", "this restaurant"), ("饭馆", "the restaurant"),
                                   ("我们 学校", "our school"), ("那 家 咖啡馆", "that cafe"),
                                   ("北京", "beijing"), ("上海", "shanghai")), 2)
    scale = d.pick((("便宜", "cheap", "cheaper"), ("贵", "expensive", "more expensive"), ("好", "good", "better")))
    scale = ("好吃", "delicious", "more delicious") if zh in ("菜", "饺子", "水果") and d.chance(0.4) else scale
    what = Np([*plain(f"{a} 的"), *linked(zh, d.key())], [*plain("the"), *linked(en, d.last), *plain(f"in {x}")], agree)
    return compared(d, what, (plain(f"{b} 的"), plain(f"{'the ones' if agree == 'p' else 'that'} in {y}")), scale)


def of_things(d: Draw) -> Both:
    """你 做 的 饺子 比 饭馆 的 好吃 得 多."""
    zh, en, more, spec = d.pick(w.THINGS)
    noun = d.pick(w.tagged(spec))
    a = clear(d, noun)
    return compared(d, a, other_one(d, noun, a.agree), (zh, en, more))


def of_men(d: Draw) -> Both:
    """我 弟弟 比 我 高 一点儿; 穿 红 裙子 的 女孩 没有 她 妹妹 高."""
    a = somebody(d) if d.chance(0.25) else person(d)
    b = person(d, a.zh[0][0], a.mine if a.mine in w.PRONOUNS else "我")
    scale = d.pick(OF_MEN)
    if scale[0] == "大" and d.chance(0.35):
        n, (zh, more) = w.number(d.pick((1, 2, 3, 4, 5, 6, 8, 10))), d.pick((("大", "older"), ("小", "younger")))
        be = "am" if a.agree == "1" else "is" if a.agree == "3" else "are"
        years = "one year" if n[1] == "one" else f"{n[1]} years"
        return ([*a.zh, *plain("比"), *b.zh, *plain(f"{zh} {' '.join(n[0])} 岁")],
                [*a.en, *plain(f"{be} {years} {more} than"), *b.en_object])
    return compared(d, a, (b.zh, b.en_object), scale)


def of_kinds(d: Draw) -> Both:
    """坐 火车 比 坐 飞机 便宜; 鱼 比 肉 好吃; 汉语 比 英语 难; 在 家 吃饭 比 在 饭馆 吃饭 便宜."""
    roll = d.rng.random()
    if roll < 0.3:
        (a, x), (b, y) = d.rng.sample(list(RIDES.items()), 2)
        return compared(d, said(a, x), (plain(b), plain(y)), d.pick(OF_RIDES))
    if roll < 0.55:
        table, scale = d.pick(((KINDS_OF, ("好吃", "delicious", "more delicious")),
                               (KINDS_OF, ("贵", "expensive", "more expensive")),
                               (KINDS_OF, ("便宜", "cheap", "cheaper")),
                               (DRINKS, ("好喝", "delicious", "more delicious")), (TONGUES, d.pick(OF_DOING[:3])),
                               (TONGUES, d.pick(OF_DOING[:3]))))
        (a, x), (b, y) = d.rng.sample(list(table.items()), 2)
        return compared(d, said(a, x, "p" if a in PLURAL else "3"), (plain(b), plain(y)), scale)
    if roll < 0.7:
        verb, said_en, scale = d.pick((("吃饭", "eating", OF_RIDES[0]), ("吃饭", "eating", OF_RIDES[4]),
                                       ("学习", "studying", OF_DOING[4]), ("看 电影", "watching movies", OF_DOING[2]),
                                       ("住", "living", OF_RIDES[4]), ("工作", "working", OF_DOING[1])))
        places = [("家", "at home"), ("学校", "at school"), ("饭馆", "in the restaurant"), ("图书馆", "in the library"),
                  ("北京", "in beijing"), ("上海", "in shanghai"), ("农村", "in the countryside")]
        (a, x), (b, y) = d.rng.sample(places, 2)
        return compared(d, said(f"在 {a} {verb}", f"{said_en} {x}"), (plain(f"在 {b} {verb}"), plain(f"{said_en} {y}")),
                        scale)
    a, b = doing(d, "bare", 0), doing(d, "bare", 0)
    return compared(d, Np(a.whole_zh(), a.whole_en("ing")), (b.whole_zh(), b.whole_en("ing")), d.pick(OF_DOING))


OTHER = forms(f"""
{{who}} 比 以前 (高=taller/忙=busier/漂亮=more_beautiful/高兴=happier/累=more_tired) (多_了=much/一点儿=a_little) \
| {{who}} {{be who}} (2) (1) than before
{{who}} 比 以前 更 (忙=busier/漂亮=more_beautiful/高兴=happier/累=more_tired) 了 | {{who}} {{be who}} even (1) \
than before
{{city}} 比 以前 (漂亮=more_beautiful/大=bigger/干净=cleaner) (多_了=much/一点儿=a_little) | {{city}} is (2) (1) \
than before
今天 比 昨天 ({WARMER}) (一点儿=a_little/多_了=much/得_多=much) | it is (2) (1) today than yesterday
今天 没有 昨天 (冷=cold/热=hot/暖和=warm) | it is not as (1) today as yesterday
今天 跟 昨天 一样 (冷=cold/热=hot/暖和=warm) | it is as (1) today as yesterday
明天 会 比 今天 (冷=colder/热=hotter/暖和=warmer) | it will be (1) tomorrow than today
今年 (春天=spring/夏天=summer/秋天=autumn/冬天=winter) 比 去年 (冷=colder/热=hotter/暖和=warmer) \
(一点儿=a_little/多_了=much/得_多=much) | the (1) this year is (3) (2) than last year
({CITY}) 的 (春天=spring/夏天=summer/秋天=autumn/冬天=winter) 比 ({CITY}) (冷=colder/热=hotter/暖和=warmer) | the \
(2) in (1) is (4) than in (3)
({CITY}) 的 (春天=spring/夏天=summer/秋天=autumn/冬天=winter) 比 ({CITY}) (冷=colder/热=hotter/暖和=warmer) \
(一点儿=a_little/多_了=much/得_多=much) | the (2) in (1) is (5) (4) than in (3)
({CITY}) 的 (夏天=summer/冬天=winter) 没有 ({CITY}) (冷=cold/热=hot/暖和=warm) | the (2) in (1) is not as (4) as \
in (3)
(春天=spring/夏天=summer/秋天=autumn/冬天=winter) ({CITY}) 比 ({CITY}) (冷=colder/热=hotter/暖和=warmer) | (2) is \
(4) than (3) in (1)
({CITY}) 的 天气 跟 ({CITY}) 一样 ({WARM}) | the weather in (1) is as (3) as in (2)
({CITY}) 的 天气 没有 ({CITY}) ({WARM}) | the weather in (1) is not as (3) as in (2)
({CITY}) 的 房子 比 ({CITY}) 的 (便宜=cheaper/贵=more_expensive/好=better) | the houses in (1) are (3) than the \
ones in (2)
(春天=spring/夏天=summer/秋天=autumn/冬天=winter) 最 (冷=coldest/热=hottest/漂亮=most_beautiful) | (1) is the (2)
{{it:#w,#v:this,these}} 跟 {{it2:#w,#v:that}} 一样 (大=big/贵=expensive/漂亮=beautiful/新=new) | {{it}} {{be it}} \
as (1) as {{it2}}
{{it:#w,#v:this}} 比 {{it2:#w,#v:that}} (贵=more_expensive/便宜=cheaper) {{price}} | {{it}} {{be it}} {{price}} \
(1) than {{it2}}
""")
ALIKE = forms("""
这 两 件 (毛衣=sweaters/衬衫=shirts/衣服=clothes) (颜色=color) 一样 | these two (1) are the same (2)
这 两 条 (裙子=skirts/裤子=trousers) 颜色 一样 | these two (1) are the same color
{who} 的 (书=book/手机=phone/包=bag/雨伞=umbrella/自行车=bicycle/衬衫=shirt/毛衣=sweater) 跟 {mine} 的 一样 | {own \
who} (1) is the same as {own mine}
{who} 的 (书=book/手机=phone/包=bag/雨伞=umbrella/自行车=bicycle/衬衫=shirt/毛衣=sweater) 跟 {mine} 的 不 一样 | \
{own who} (1) is not the same as {own mine}
{who} 和 {mine} 一样 (高=tall/大=old/忙=busy/聪明=clever) | {who} {be who} as (1) as {mine}
{it:#t,#w:this,these} 最 贵 ， {it2:#t,#w:that} 最 便宜 | {it} {be it} the most expensive and {it2} {be it2} the \
cheapest
{it:#t,#w,#f:this,that} 是 最 (贵=most_expensive/便宜=cheapest/好=best/漂亮=most_beautiful/大=biggest/\
小=smallest) 的 | {it} {be it} the (1)
{who} 最 (高=tallest/忙=busiest/小=youngest/大=oldest) | {who} {be who} the (1)
我们 家 {mine} 最 (高=tallest/忙=busiest/小=youngest/大=oldest) | {mine} is the (1) in our family
(我们_学校=our_school/我们_公司=our_company) {who} 最 (高=tallest/忙=busiest/年轻=youngest) | {who} {be who} the \
(2) in (1)
{me} 是 我们 家 最 (大=oldest/小=youngest/高=tallest/忙=busiest) 的 | {me} {be me} the (1) in our family
""")
ASKED = forms("""
{it:#t,#w,#v:this} 贵 还是 {it2:#t,#w,#v:that} 贵 | which is more expensive , {it} or {it2}
{name} 高 还是 {mine} 高 | who is taller , {name} or {mine}
(火车=the_train/公共汽车=the_bus) 快 还是 (飞机=the_plane/出租车=the_taxi) 快 | which is faster , (1) or (2)
(汉语=chinese/日语=japanese) 难 还是 (英语=english/法语=french) 难 | which is more difficult , (1) or (2)
{name} 和 {mine} ， 谁 (更/更) (高=taller/大=older/忙=busier) | who is (1) , {name} or {mine}
{it:#t,#w,#v:this} 和 {it2:#t,#w,#v:that} ， 哪 个 更 (好=better/贵=more_expensive/便宜=cheaper) | which is (1) , \
{it} or {it2}
谁 比 {who} (高=taller/忙=busier/大=older/聪明=cleverer) | who is (1) than {obj who}
谁 最 (高=tallest/忙=busiest/大=oldest/小=youngest) | who is the (1)
{which} 最 (贵=most_expensive/便宜=cheapest/好=best/大=biggest/漂亮=most_beautiful) | {which} is the (1)
{which} 更 (贵=more_expensive/便宜=cheaper/好=better/大=bigger) | {which} is (1)
{which} (好看=beautiful/便宜=cheap/贵=expensive/好=good) | {which} is (1)
你 觉得 {which} (好看=beautiful/便宜=cheap/贵=expensive/好=good) | {which} do you think is (1)
你 觉得 {which} 最 (好看=most_beautiful/便宜=cheapest/贵=most_expensive/好=best) | {which} do you think is the (1)
{which} 是 (你=yours/我=mine/他=his/她=hers) 的 | {which} is (1)
你 (喜欢=like/要=want) {which} | {which} do you (1)
你 想 买 {which} | {which} do you want to buy
{who} 喜欢 {which} | {which} {do who} {who} like
""")


@slot
def which(d: Draw) -> Both:
    """哪 件 衬衫, which shirt; 哪 件, which one."""
    n = d.pick([n for n in w.NOUNS.values() if n.tags & set("twva") and n.measure and n.kind == "c"])
    if d.chance(0.25):
        return plain(f"哪 {n.measure}"), plain("which one")
    k, hue = d.key(), d.pick(w.COLOURS)
    colour = ([(hue + "色", k, ()), *plain("的")], [(w.COLOURS[hue], k, ())]) if d.chance(0.1) else ([], [])
    return ([*plain(f"哪 {n.measure}"), *colour[0], *linked(n.zh, d.key())],
            [*plain("which"), *colour[1], *linked(n.en, d.last)])


def comparison(d: Draw) -> Both:
    """Any comparison."""
    return d.pick((of_things, of_things, of_shops, of_men, of_men, of_kinds, of_kinds, lambda d: any_of(d, OTHER),
                   lambda d: any_of(d, ALIKE)))(d)


def comparison_asked(d: Draw) -> Both:
    """A 比 B 好 吗; which is better."""
    if d.chance(0.7):
        return any_of(d, ASKED)
    kind = d.pick((of_things, of_men, of_kinds))
    zh, en = kind(d)
    while not any(word[0] == "比" for word in zh) or {"who", "that", "where", "am"} & {word[0] for word in en}:
        zh, en = kind(d)
    return asked(zh, en)


def asked(zh: list, en: list) -> Both:
    """A statement with is or are, as a question."""
    at = next(i for i, word in enumerate(en) if word[0] in ("is", "are", "am"))
    return [*zh, *plain("吗")], [en[at], *en[:at], *en[at + 1:]]

