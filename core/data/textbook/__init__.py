"""What a first textbook of Chinese has people say, in both languages: a second grammar beside ``core.data.grammar``."""

from __future__ import annotations

import itertools
import random
from collections import Counter, defaultdict
from collections.abc import Iterator

from core.data import strangers
from core.data.grammar import Pair, align, in_test
from core.data.textbook import daily, dealt, joined, linked, nominal, story, talk, told
from core.data.textbook.clauses import action, liking, quality
from core.data.textbook.forms import any_of, forms
from core.data.textbook.phrases import Both, Draw, plain
from core.data.vocabulary import Vocabulary, build_vocabulary

LONGEST, SHORTEST = 30, 5
"""Most words of a sentence; shorter ones than SHORTEST are in both splits, since there are few."""

FIXED = forms("""
你 好 。 | hello .
您 好 。 | hello .
你们 好 。 | hello .
老师 好 。 | hello , teacher .
谢谢 。 | thank you .
谢谢 你 。 | thank you .
谢谢 老师 。 | thank you , teacher .
不 客气 。 | you are welcome .
不用 谢 。 | you are welcome .
对不起 。 | sorry .
没关系 。 | it does not matter .
再见 。 | goodbye .
老师 再见 。 | goodbye , teacher .
明天 见 。 | see you tomorrow .
下周 见 。 | see you next week .
晚上 见 。 | see you this evening .
早上 好 。 | good morning .
晚上 好 。 | good evening .
请 坐 。 | please sit down .
请 进 。 | please come in .
请 等 一下 。 | please wait .
别 说话 。 | do not talk .
别 笑 。 | do not laugh .
别 哭 。 | do not cry .
别 走 。 | do not leave .
快 走 。 | hurry up .
快 来 。 | come quickly .
好 的 。 | ok .
是 的 。 | yes .
不 是 。 | no .
不 知道 。 | I do not know .
我 也 不 知道 。 | I do not know either .
我 不 懂 。 | I do not understand .
我 懂 了 。 | I understand .
走 吧 。 | let us go .
我们 走 吧 。 | let us go .
我们 回 家 吧 。 | let us go home .
太 好 了 。 | that is great .
太 贵 了 。 | it is too expensive .
太 远 了 。 | it is too far .
太 难 了 。 | it is too difficult .
真 好吃 。 | it is really delicious .
你 呢 ？ | and you ?
怎么 了 ？ | what is the matter ?
为什么 ？ | why ?
多少 钱 ？ | how much is it ?
几 点 了 ？ | what time is it ?
你 好 吗 ？ | how are you ?
没 问题 。 | no problem .
没 事 。 | it does not matter .
很 高兴 认识 你 。 | nice to meet you .
认识 你 很 高兴 。 | nice to meet you .
生日 快乐 。 | happy birthday .
今天 几 号 ？ | what date is it today ?
你 是 谁 ？ | who are you ?
请问 ， 你 叫 什么 名字 ？ | excuse me , what is your name ?
您 贵 姓 ？ | what is your last name ?
好 不 好 ？ | ok ?
可以 吗 ？ | is it ok ?
""")
EXAMPLES = (
    "昨天晚上下雨，我在家看书。", "他每个星期去两次图书馆。", "房间里没有椅子。", "我给妈妈买了一本书。",
    "今天太冷了，我不想去学校。", "我不知道他在哪里工作。", "你昨天买的书在哪儿？", "昨天我回家的时候，妈妈在做饭。",
    "这个菜又便宜又好吃。", "如果明天下雨，我就不去公园。")
"""Sentences to begin with."""

CALLS = [("对不起", "sorry"), ("请问", "excuse me"), ("请问", "excuse me"), ("小明", "xiaoming"), ("安娜", "anna"),
         ("妈妈", "mother"), ("爸爸", "father"), ("老师", "teacher"), ("医生", "doctor"), ("服务员", "waiter"),
         ("王老师", "teacher wang"), ("不", "no"), ("是 的", "yes"),
         ("好 的", "ok"), ("没 问题", "no problem"), ("你 好", "hello"),
         ("没关系", "it does not matter"), ("谢谢", "thank you")]
REPLIES = ("sorry", "no", "yes", "ok", "no problem", "it does not matter", "thank you")
SAYS, ASKS = ("。", "."), ("？", "?")


def simple(d: Draw) -> Both:
    """One clause."""
    return d.pick((action, action, action, liking, quality, joined.fact, joined.fact, joined.fact))(d)


def two(d: Draw) -> Both:
    """Two clauses."""
    return joined.shared(d) if d.chance(0.4) else any_of(d, joined.TWO)


def asked(d: Draw) -> Both:
    """Any question."""
    return d.pick((talk.question, talk.question, talk.question, talk.whether, talk.whether, talk.choice))(d)


def proposal(d: Draw) -> Both:
    """Please, do not, let us."""
    return any_of(d, talk.PROPOSALS)


def relative(d: Draw) -> Both:
    """A statement with a relative clause."""
    return any_of(d, joined.RELATIVES)


def which(d: Draw) -> Both:
    """A question with a relative clause."""
    return any_of(d, joined.WHICH)


def told_of(d: Draw) -> Both:
    """A longer sentence: parts that belong together."""
    return d.rng.choices([make for _, make in LONG], [share for share, _ in LONG])[0](d)


def everyday(d: Draw) -> Both:
    """What is said in shops, restaurants, streets, at the doctor's, on the phone."""
    return any_of(d, d.pick(daily.SAID))


def everyday_asked(d: Draw) -> Both:
    """What is asked there."""
    return any_of(d, d.pick(daily.ASKED))


LONG = [(8, story.reason), (5, story.contrast), (5, story.condition), (7, story.row), (4, story.comment),
        (1.5, story.related), (3, story.invitation), (2.5, told.introduction), (4, told.while_), (4, told.report),
        (1.5, told.advised), (1.5, told.so_far), (1.5, told.lasted), (1, told.unsaid)]
KINDS = [(24, simple, SAYS), (14, asked, ASKS), (8, two, SAYS), (6, joined.thought, SAYS), (4, relative, SAYS),
         (1.5, which, ASKS), (4, proposal, SAYS), (34, told_of, SAYS), (1.5, story.invited, ASKS),
         (2.5, told.asks_after, ASKS), (7, everyday, SAYS), (6, everyday_asked, ASKS), (27, dealt.said, SAYS),
         (13, dealt.asked, ASKS), (25, nominal.nominal, SAYS), (13, nominal.nominal_asked, ASKS),
         (29, linked.said, SAYS), (10, linked.asks, ASKS)]


def ended(d: Draw, kinds=KINDS) -> Both:
    """One sentence of some kind with its mark."""
    _, make, mark = d.rng.choices(kinds, [share for share, *_ in kinds])[0]
    zh, en = make(d)
    return [*zh, *plain(mark[0])], [*en, *plain(mark[1])]


def sentence(d: Draw) -> Both:
    """One or two sentences in a line, perhaps with somebody addressed."""
    roll = d.rng.random()
    if roll < 0.02:
        return any_of(d, FIXED)
    if roll < 0.06:
        name = d.pick(CALLS)
        zh, en = ended(d, KINDS if name[1] in REPLIES else [KINDS[1], KINDS[1], KINDS[0]])
        return [*plain(f"{name[0]} ，"), *zh], [*plain(f"{name[1]} ,"), *en]
    first = ended(d)
    if roll < 0.10:
        second = ended(d, [KINDS[0], KINDS[1], KINDS[6]])
        return [*first[0], *second[0]], [*first[1], *second[1]]
    if roll < 0.115 and first[0][-1][0] == "。":
        return [*first[0][:-1], *plain("， 你 呢 ？")], [*first[1][:-1], *plain(", and you ?")]
    return first


def stream(split: str, seed: int) -> Iterator[Pair]:
    """Endless distinct pairs: train or test, which exclude one another, without the strangers' sentences."""
    rng = random.Random(f"textbook-{split}-{seed}")
    seen = {one.text for one in (*strangers.sentences(), *strangers.later())}
    while True:
        zh, en = sentence(Draw(rng))
        text = "".join(word[0] for word in zh)
        if text in seen or max(len(zh), len(en)) > LONGEST or any(a[0] == b[0] for a, b in itertools.pairwise(en)):
            continue
        if len(zh) < SHORTEST or in_test(tuple(word[0] for word in zh)) == (split == "test"):
            seen.add(text)
            yield align(zh, en)


def set_phrases() -> list[Pair]:
    """What is said as it stands, hello and see you tomorrow: nobody can make these from their words."""
    return [align(plain(zh), plain(en)) for zh, en in FIXED if "{" not in zh]


def corpus(split: str, count: int, seed: int) -> list[Pair]:
    """``count`` distinct pairs of a split, train or test; the same arguments always give the same list."""
    return list(itertools.islice(stream(split, seed), count))


def learnable(pairs: list[Pair], others: list[Pair], least: int = 8) -> list[Pair]:
    """Those whose words all occur often enough, cut as the vocabulary of both lists cuts them."""
    for side in ("zh", "en"):
        counts = Counter(word for pair in (*pairs, *others) for word in getattr(pair, side))
        pairs = [pair for pair in pairs if min(counts[word] for word in getattr(pair, side)) >= least]
    chinese = build_vocabulary([pair.zh for pair in (*pairs, *others)], "zh")
    return [pair for pair in (recut(pair, chinese) for pair in pairs) if all(word in chinese.index for word in pair.zh)]


def recut(pair: Pair, chinese: Vocabulary) -> Pair:
    """The pair as a reader cuts its Chinese who takes the longest word each time: 一 起床 becomes 一起 床."""
    words = tuple(chinese.split("".join(pair.zh)))
    if words == pair.zh:
        return pair
    old, new = ([i for i, word in enumerate(cut) for _ in word] for cut in (pair.zh, words))
    places: dict[int, set[int]] = defaultdict(set)
    for was, now in zip(old, new):
        places[was].add(now)
    sure, possible = (frozenset((now, j) for i, j in links for now in places[i])
                      for links in (pair.sure, pair.possible))
    return Pair(words, pair.en, sure, possible)
