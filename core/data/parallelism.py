"""How parallel two lines are: tones that answer each other, characters of one class in one place, equal repetitions.

The rules are those of regulated verse (近体诗). The classes are written by hand after the old handbooks for pupils,
which list characters by what they name; most verbs and adjectives have none.
"""

from core.data.characters import LEVEL, OBLIQUE, groups_of, tones

CLASSES = {
    "number": "一二三四五六七八九十百千万亿两双半几数孤独",
    "colour": "红赤朱丹绛紫黄金青碧绿翠苍蓝白素银黑玄乌皓",
    "direction": "东西南北上下前后左右中外里内旁边间畔头底",
    "sky": "天日月星云风雨雪霜露雷电虹霞雾烟冰霄阳曦飙霰",
    "time": "春夏秋冬朝暮夜晨夕昼晓晚年岁旦宵时午昔今古昨",
    "land": "山水江河湖海溪泉池潭波浪潮石岩峰岭谷洲岸沙渚川原野田泥土路径涧壑峡崖浦",
    "house": "楼台亭阁殿堂屋宫门窗户城郭村店寺庙庭院桥墙壁园栏帘阶廊扉栋宅邑市关塞",
    "plant": "花草木树柳松竹梅桃李杏兰菊荷莲桂枝叶林芳蕊苔藤桑麻禾稻麦萍芦槐梧桐柏蒲茶蕉藓",
    "animal": "鸟雁燕莺鹤鸥鹭鸦鹊鹂鹃凤龙虎马牛羊犬鸡猿鱼蝶蜂蝉虫蛇鹿鸿鹰龟蛙雀鸾骥驴凫鸠",
    "thing": "琴书剑酒杯樽灯烛舟船帆车棋笔砚诗画衣裳冠带钟鼓笛箫旗弓刀扇枕席炉香镜钓竿玉珠",
    "body": "心眼头手足身面耳口发须鬓眉腰骨肠泪血肌肩臂胸颜目",
    "person": "人客君臣王侯僧仙翁叟儿女妻兄弟友父母子孙民农渔樵将帝主宾夫童妾卿",
    "self": "我尔汝吾余予谁自他渠伊",
    "negation": "不无未莫勿休非没难",
    "particle": "已将欲犹尚且又更还亦皆俱惟唯但只空徒应须曾正方初忽渐频岂何",
}
"""Class -> its characters. A character may be in two: 头 is a part of the body, and behind a noun a direction."""


_CLASSES = groups_of(CLASSES)


def classes(character: str) -> frozenset[str]:
    """The classes of a (simplified) character; none for most verbs and adjectives."""
    return _CLASSES.get(character, frozenset())


def answered_classes(first: str, second: str) -> tuple[int, int]:
    """(places whose two characters share a class, places whose upper character has one)."""
    asked = [(classes(a), classes(b)) for a, b in zip(first, second) if classes(a)]
    return sum(bool(a & b) for a, b in asked), len(asked)


def answered_tones(first: str, second: str) -> tuple[int, int]:
    """(places of opposite tone, places asked): every second place and the last, where both tones are known and one."""
    places = {*range(1, len(first), 2), len(first) - 1}
    asked = [(tones(a), tones(b)) for i, (a, b) in enumerate(zip(first, second)) if i in places]
    asked = [(a, b) for a, b in asked if len(a) == len(b) == 1]
    return sum(a != b for a, b in asked), len(asked)


def ends_level(line: str) -> bool | None:
    """Whether a line ends in the level tone, as the second of a couplet must; None where the book does not decide."""
    ending = tones(line[-1])
    return None if ending in (frozenset(), {LEVEL, OBLIQUE}) else ending == {LEVEL}


def repetitions(line: str) -> tuple[int, ...]:
    """For each place, the first place with the same character: 年年岁岁 -> (0, 0, 2, 2)."""
    return tuple(map(line.index, line))


def answers_repetitions(first: str, second: str) -> bool:
    """Whether the second line repeats where the first does and nowhere else, and shares no character with it."""
    return repetitions(first) == repetitions(second) and not set(first) & set(second)
