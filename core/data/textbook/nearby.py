"""Where things happen and are found: on the plane, under the table, in the blue box; where one works and lives."""

from __future__ import annotations

from core.data.textbook import things_told, wares
from core.data.textbook import words as w
from core.data.textbook.choices import CITY
from core.data.textbook.doings import doing
from core.data.textbook.forms import any_of, forms, slot
from core.data.textbook.phrases import Both, Draw, Np, linked
from core.data.textbook.places import Place

JOB = "老师=teacher/医生=doctor/司机=driver/服务员=waiter"
LAND = "中国=a_chinese/美国=an_american/法国=a_french/英国=an_english/日本=a_japanese"
FIRM = "银行=bank/公司=company/医院=hospital/饭馆=restaurant/超市=supermarket/书店=bookshop/商店=shop/咖啡馆=cafe"
SIDES = "旁边=next_to/后面=behind/前面=in_front_of/左边=on_the_left_of/右边=on_the_right_of"


@slot
def aboard(d: Draw) -> Place:
    """飞机 上, on the plane."""
    zh, en = d.pick((("飞机 上", "on the plane"), ("火车 上", "on the train"), ("公共汽车 上", "on the bus"),
                     ("出租车 上", "in the taxi"), ("车 上", "in the car"), ("车 里", "in the car")))
    one = d.unit(zh, en)
    return Place(one[0], one[1], one[1], one[1])


@slot
def holder(d: Draw) -> Both:
    """蓝色 的 盒子 里, in the blue box; 那 张 大 桌子 上, on that big table."""
    zh, measure, en, (side, at) = d.pick((
        ("盒子", "个", "box", ("里", "in")), ("包", "个", "bag", ("里", "in")), ("杯子", "个", "cup", ("里", "in")),
        ("房间", "个", "room", ("里", "in")), ("桌子", "张", "table", ("上", "on")),
        ("桌子", "张", "table", ("下面", "under")), ("椅子", "把", "chair", ("上", "on")),
        ("床", "张", "bed", ("上", "on")), ("床", "张", "bed", ("下面", "under")), ("车", "辆", "car", ("里", "in"))))
    det = d.pick((("", "the"), ("", "the"), (f"那 {measure}", "that"), (f"这 {measure}", "this")))
    adj = d.pick((*[(f"{hue}色 的", said) for hue, said in w.COLOURS.items()], ("大", "big"), ("小", "small"),
                  ("旧", "old"), ("新", "new"), ("", "")))
    zh_adj, en_adj = ("", "") if not det[0] and d.chance(0.2) else adj
    k, m, a, s = d.key(), d.key(), d.key(), d.key()
    return ([*linked(det[0], m), *linked(zh_adj, a), (zh, k, ()), (side, s, ())],
            [*linked(at, s), *linked(det[1], m if det[0] else 0), *linked(en_adj, a), (en, k, ())])


@slot
def beast(d: Draw) -> Np:
    """我 的 猫, 那 只 小 狗: an animal there."""
    return things_told.rich(d, d.pick("猫 狗 猫 狗 鸟"), 0.15)


@slot
def beasts(d: Draw) -> Np:
    """两 只 鸟, 一 只 黑 猫."""
    return things_told.some(d, d.pick("猫 狗 鸟"))


@slot
def still(d: Draw):
    """What one does in a place."""
    vp = doing(d, "bare one", 0)
    while vp.goes or vp.fast or vp.zh_before or vp.zh in wares.STILL:
        vp = doing(d, "bare one", 0)
    return vp


@slot
def chamber(d: Draw) -> Np:
    """一 间 很 大 的 房间, a very big room; 一 间 有 大 窗户 的 房间, a room with a big window."""
    zh, en = d.pick((("房间", "room"), ("房间", "room"), ("办公室", "office"), ("教室", "classroom")))
    size, said = d.pick((("大", "big"), ("小", "small"), ("很 大 的", "very big"), ("干净 的", "clean"),
                         ("很 干净 的", "very clean"), ("便宜 的", "cheap"), ("", "")))
    with_, what = d.pick((("", ""), ("", ""), ("有 大 窗户 的", "with a big window"),
                          ("有 电视 的", "with a television"), ("有 两 张 床 的", "with two beds"),
                          ("有 电脑 的", "with a computer")))
    m, a, b, k = d.key(), d.key(), d.key(), d.key()
    return Np([*linked("一 间", m), *linked(with_, b), *linked(size, a), (zh, k, ())],
              [("an" if not said and en == "office" else "a", m, ()), *linked(said, a), (en, k, ()), *linked(what, b)])


HERE = forms(f"""
{{who}} 在 {{aboard}} {{still}} | {{who}} {{s still who}} {{at aboard}}
{{who}} 正在 {{aboard}} {{still}} | {{who}} {{be who}} {{ing still}} {{at aboard}}
{{who}} 在 {{aboard}} | {{who}} {{be who}} {{at aboard}}
{{who}} 在 {{aboard}} 认识 了 {{human_some}} | {{who}} met {{human_some}} {{at aboard}}
{{who}} 在 {{aboard}} 看见 了 {{human_told}} | {{who}} saw {{human_told}} {{at aboard}}
{{who}} 把 {{goods}} 忘 在 {{aboard}} 了 | {{who}} left {{goods}} {{at aboard}}
{{who}} 的 (手机=phone/包=bag/雨伞=umbrella/票=ticket/词典=dictionary) 忘 在 {{aboard}} 了 | {{who}} left {{own \
who}} (1) {{at aboard}}
{{who}} 的 (手机=phone/包=bag/雨伞=umbrella/票=ticket/词典=dictionary) 在 {{holder}} | {{own who}} (1) is {{holder}}
{{aboard}} 有 很多 人 | there are many people {{at aboard}}
{{aboard}} 人 (很=many/太=too_many/不=not_many) 多 | there are (1) people {{at aboard}}
{{aboard}} 没有 人 | there is nobody {{at aboard}}
{{aboard}} 没 人 | there is nobody {{at aboard}}
{{holder}} 有 {{some}} | there {{be some}} {{some}} {{holder}}
{{holder}} 有 {{goods_some}} | there {{be goods_some}} {{goods_some}} {{holder}}
{{holder}} 有 {{beasts}} | there {{be beasts}} {{beasts}} {{holder}}
{{holder}} 没有 {{none:#r,#d,票,花,面包,苹果,鸡蛋,雨伞:a}} | there is no {{no none}} {{holder}}
{{holder}} 什么 也 没有 | there is nothing {{holder}}
{{goods}} 在 {{holder}} | {{goods}} {{be goods}} {{holder}}
{{who}} 把 {{it:#t:own,the}} 放 在 {{holder}} 了 | {{who}} put {{it}} {{holder}}
{{beast}} 在 {{spot}} 睡觉 | {{beast}} {{s sleep beast}} {{spot}}
{{beast}} 在 {{spot}} (睡觉=sleeping/玩=playing/吃_东西=eating) 呢 | {{beast}} {{be beast}} (1) {{spot}}
{{beast}} 正在 {{holder}} (睡觉=sleeping/玩=playing) | {{beast}} {{be beast}} (1) {{holder}}
{{who}} 在 {{beside}} {{still}} 呢 | {{who}} {{be who}} {{ing still}} {{beside}}
{{who}} 正在 {{beside}} {{still}} | {{who}} {{be who}} {{ing still}} {{beside}}
{{beside}} 有 {{beasts}} 在 (睡觉=sleeping/玩=playing/吃_东西=eating) | there {{be beasts}} {{beasts}} (1) {{beside}}
(外面=outside/窗户_外面=outside_the_window/桌子_下面=under_the_table) 有 {{beasts}} 在 \
(睡觉=sleeping/玩=playing/唱歌=singing) | there {{be beasts}} {{beasts}} (2) (1)
{{ground}} 在 {{ground2}} 的 ({SIDES}) | {{ground}} is (1) {{ground2}}
{{ground}} 在 {{ground2}} ({SIDES}) | {{ground}} is (1) {{ground2}}
{{ground}} 不 在 {{ground2}} ({SIDES}) | {{ground}} is not (1) {{ground2}}
{{shop_told}} 在 {{beside}} | {{shop_told}} is {{beside}}
{{ground}} 就 在 {{beside}} | {{ground}} is just {{beside}}
{{ground}} 离 {{here}} 不 远 ， 走 {{n:3-30:m}} 分钟 就 能 到 | {{ground}} is not far from {{here}} , you can \
arrive in {{n}} minutes on foot
""")
WORK = forms(f"""
{{who}} 在 一 家 ({FIRM}) 工作 | {{who}} {{s work who}} in a (1)
{{who}} 在 一 家 (大=big/小=small) ({FIRM}) 工作 | {{who}} {{s work who}} in a (1) (2)
{{who}} 在 ({CITY}) 的 一 家 ({FIRM}) 工作 | {{who}} {{s work who}} in a (2) in (1)
{{she}} 在 一 家 ({FIRM}) 当 ({JOB}) | {{she}} is a (2) in a (1)
{{she}} 在 ({CITY}) 的 一 家 ({FIRM}) 当 ({JOB}) | {{she}} is a (3) in a (2) in (1)
{{she}} 在 {{desk}} 当 ({JOB}) | {{she}} is a (1) {{at desk}}
{{she}} 是 {{desk}} 的 ({JOB}) | {{she}} is a (1) {{at desk}}
{{she}} 是 ({LAND}) (老师=teacher/学生=student/医生=doctor) | {{she}} is (1) (2)
{{she}} 是 一 个 ({LAND}) 人 | {{she}} is (1) person
{{who}} 工作 (很=very/非常=very/不=not/不太=not_very) 忙 | {{who}} {{be who}} (1) busy with work
{{who}} 的 工作 (很=very/非常=very/真=really/有点儿=a_little) (累=tiring/忙=busy/有意思=interesting/难=difficult) \
| {{own who}} job is (1) (2)
{{who}} 住 在 {{chamber}} 里 | {{who}} {{s live who}} in {{chamber}}
{{who}} (想_要=want/要=want) {{chamber}} | {{who}} {{s want who}} {{chamber}}
我们 要 {{chamber}} ， 住 (一=one/两=two/三=three) 个 晚上 | we want {{chamber}} for (1) nights
{{who}} 家 一共 {{n:3-9}} 口 人 | there are {{n}} people in {{own who}} family altogether
我 家 一共 {{n:3-9}} 口 人 ， 我 是 最 (小=youngest/大=oldest/高=tallest) 的 | there are {{n}} people in my family \
altogether , and I am the (1)
大 城市 的 房子 (太=too/很=very/非常=very) 贵 | the houses in big cities are (1) expensive
({CITY}) 的 房子 (太_贵=too_expensive/很_贵=very_expensive/不_便宜=not_cheap) | the houses in (1) are (2)
({CITY}) 的 (人=people/车=cars/商店=shops/饭馆=restaurants) (很=many/太=too_many) 多 | there are (3) (2) in (1)
{{piece}} 比 {{measure}} (贵=more_expensive/便宜=cheaper) {{price}} | {{piece}} is {{price}} (1) than {{measure}}
{{measure}} (贵=more_expensive/便宜=cheaper) {{price}} | {{measure}} is {{price}} (1)
旧 的 (桌子=table/车=car/自行车=bicycle/手机=phone) {{price}} ， 新 的 {{price2}} | the old (1) is {{price}} and \
the new one is {{price2}}
(牛奶=milk/水果=fruit/面包=bread/肉=meat/咖啡=coffee) 没有 了 | the (1) is gone
(鸡蛋=eggs/苹果=apples/饺子=dumplings) 没有 了 | the (1) are gone
(鸡蛋=eggs/苹果=apples) 和 (牛奶=milk/面包=bread/肉=meat) 都 没有 了 | the (1) and the (2) are all gone
{{other}} (说=said/刚才_说=said_just_now) 的 话 {{who}} 没 听 懂 | {{who}} did not understand what {{other}} (1)
{{who}} 没 听 懂 {{other}} 说 的 话 | {{who}} did not understand what {{other}} said
请 把 (你=your/您=your) 的 (名字=name/电话=phone_number/名字_和_电话=name_and_phone_number) 写 在 (这儿=here) | \
please write (1) (2) here
""")
KIN = "妈妈=mother/爸爸=father/姐姐=sister/哥哥=brother/弟弟=brother/儿子=son/女儿=daughter"
OWNED = forms(f"""
{{human_one}} 的 ({KIN}) 是 ({JOB}) | the (1) of {{human_one}} is a (2)
{{human_one}} 的 (车=car/自行车=bicycle/包=bag/手机=phone/狗=dog/房间=room) (很=very/非常=very/真=really/不=not) \
(大=big/漂亮=beautiful/旧=old/新=new) | the (1) of {{human_one}} is (2) (3)
{{human_one}} 的 (车=car/自行车=bicycle/包=bag/手机=phone/雨伞=umbrella) 在 {{spot}} | the (1) of {{human_one}} is \
{{spot}}
{{who}} 认识 {{human_one}} 的 ({KIN}) | {{who}} {{s know who}} the (1) of {{human_one}}
{{who}} 忘 了 {{human_one}} 的 名字 | {{who}} forgot the name of {{human_one}}
{{who}} 不 知道 {{human_one}} 的 名字 | {{who}} {{do who}} not know the name of {{human_one}}
{{who}} 在 {{shop_told}} 工作 | {{who}} {{s work who}} {{at shop_told}}
{{who}} 想 去 {{shop_told}} | {{who}} {{s want who}} to go {{to shop_told}}
{{who}} 常常 去 {{shop_told}} | {{who}} often {{s go who}} {{to shop_told}}
{{who}} {{past}} 去 了 {{shop_told}} | {{who}} went {{to shop_told}} {{past}}
{{who}} 喜欢 {{shop_told}} | {{who}} {{s like who}} {{shop_told}}
{{shop_told}} {{hour}} (开_门=opens/关_门=closes) | {{shop_told}} (1) at {{hour}}
{{shop_told}} 的 (东西=things/衣服=clothes/菜=dishes) (很=very/非常=very/太=too/不=not) \
(贵=expensive/便宜=cheap/好=good) | the (1) {{at shop_told}} are (2) (3)
{{shop_told}} 的 (菜=dishes/饺子=dumplings/面条=noodles) (很=very/非常=very/真=really/不=not) 好吃 | the (1) {{at \
shop_told}} are (2) delicious
{{shop_told}} (很=very/非常=very/不=not/不太=not_very) (大=big/小=small/干净=clean/好=good) | {{shop_told}} is (1) (2)
{{shop_told}} 有 {{goods_some}} | there {{be goods_some}} {{goods_some}} {{at shop_told}}
{{shop_told}} 没有 {{none:#r,票,花,面包,苹果,鸡蛋,雨伞:a}} | there is no {{no none}} {{at shop_told}}
""")
ASKED = forms(f"""
{{holder}} 有 什么 | what is there {{holder}}
{{holder}} 是 什么 | what is {{holder}}
{{holder}} 有 {{it:#t,#f,#d:a}} 吗 | {{be it}} there {{it}} {{holder}}
{{holder}} 有 没有 {{it:#t,#f,#d:a}} | {{be it}} there {{it}} {{holder}}
{{goods}} 在 {{holder}} 吗 | {{be goods}} {{goods}} {{holder}}
{{aboard}} 人 多 吗 | are there many people {{at aboard}}
{{aboard}} 人 多 不 多 | are there many people {{at aboard}}
{{place}} 人 多 吗 | are there many people {{at place}}
{{ground}} 在 {{ground2}} ({SIDES}) 吗 | is {{ground}} (1) {{ground2}}
{{who}} 是 从 哪 个 城市 来 的 | which city did {{who}} come from
{{who}} 住 在 哪 个 城市 | which city {{do who}} {{who}} live in
{{who}} 在 哪 个 学校 学习 | which school {{do who}} {{who}} study at
{{who}} 在 哪 家 公司 工作 | which company {{do who}} {{who}} work in
{{who}} 在 哪 家 (饭馆=restaurant/医院=hospital/银行=bank) 工作 | which (1) {{do who}} {{who}} work in
哪 家 (饭馆=restaurant/商店=shop/书店=bookshop/超市=supermarket) 最 (好=best/便宜=cheapest/近=nearest/大=biggest) \
| which (1) is the (2)
哪 双 鞋 (好看=beautiful/便宜=cheap/贵=expensive) | which shoes are (1)
你 觉得 哪 双 鞋 (好看=beautiful/便宜=cheap/贵=expensive/好=good) | which shoes do you think are (1)
你 觉得 哪 条 裤子 (好看=beautiful/便宜=cheap/贵=expensive/好=good) | which trousers do you think are (1)
你 喜欢 哪 (双_鞋=shoes/条_裤子=trousers) | which (1) do you like
{{it:歌:this,that}} (真=really/很=very) 好听 ， 谁 唱 的 | {{it}} is (1) nice , who sang it
{{it:菜,蛋糕:this}} (真=really/很=very) 好吃 ， 谁 做 的 | {{it}} is (1) delicious , who made it
{{it:毛衣,裙子,衬衫,包,花:this}} (真=really/很=very) (漂亮=beautiful/好看=beautiful) ， 谁 买 的 | {{it}} is (1) \
(2) , who bought it
{{it:毛衣,裙子,衬衫,包:this}} (真=really/很=very) (漂亮=beautiful/好看=beautiful) ， 在 哪儿 买 的 | {{it}} is (1) \
(2) , where was it bought
这 是 谁 {{past}} 买 的 (书=book/花=flower/包=bag/蛋糕=cake) | who bought this (1) {{past}}
这 是 谁 做 的 (菜=dish/蛋糕=cake) | who made this (1)
{{who}} 是 做 什么 工作 的 | what job {{do who}} {{who}} do
{{who}} 做 什么 工作 | what job {{do who}} {{who}} do
{{who}} 的 工作 怎么样 | how is {{own who}} job
{{who}} 工作 忙 不 忙 | {{be who}} {{who}} busy with work
{{who}} 工作 忙 吗 | {{be who}} {{who}} busy with work
有 {{chamber}} 吗 | is there {{chamber}}
{{shop_told}} 在 (哪儿/哪里) | where is {{shop_told}}
{{shop_told}} 叫 什么 名字 | what is the name of {{shop_told}}
{{shop_told}} (几_点=what_time/什么时候=when) (开_门=open/关_门=close) | (1) does {{shop_told}} (2)
{{shop_told}} 怎么样 | how is {{shop_told}}
{{shop_told}} (大=big/好=good/贵=expensive) 吗 | is {{shop_told}} (1)
{{shop_told}} 有 {{it:#t,#f,#d:a}} 吗 | {{be it}} there {{it}} {{at shop_told}}
{{shop_told}} 的 (菜=dishes/饺子=dumplings/东西=things) (好=good/贵=expensive) 吗 | are the (1) {{at shop_told}} (2)
{{human_one}} 的 (妈妈=mother/爸爸=father/姐姐=sister/哥哥=brother) 是 谁 | who is the (1) of {{human_one}}
你 知道 {{human_one}} 的 名字 吗 | do you know the name of {{human_one}}
你 知道 {{human_one}} 是 谁 吗 | do you know who {{human_one}} is
""")


def found_here(d: Draw) -> Both:
    """A statement of that kind."""
    return any_of(d, d.pick((HERE, HERE, WORK, OWNED)))


def found_asked(d: Draw) -> Both:
    """A question of that kind."""
    return any_of(d, ASKED)
