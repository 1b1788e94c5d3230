"""What one may be asked to do, what anybody may do, what one is doing, and errands; forms with several ways to say."""

from __future__ import annotations

import itertools
import re

from core.data.textbook import words as w
from core.data.textbook.doings import doing, skill
from core.data.textbook.forms import forms, slot
from core.data.textbook.phrases import Draw, linked, pronoun
from core.data.textbook.verbal import Vp

UNASKED = frozenset((
    "see", "find", "live", "arrive", "cry", "smile", "leave", "sell", "come back", "finish work", "finish class",
    "come", "take", "finish", "eat something", "drink something", "finish reading", "meet", "go out", "get up",
    "invite", "ask", "understand", "wear"))
"""What nobody is asked to do as it stands."""


def spread(text: str) -> list[tuple[str, str]]:
    """Forms whose [a/b] are ways to say the same: one form each; nothing after the stroke: without it."""
    found = []
    for zh, en in forms(text):
        parts = re.split(r"\[([^\]]*)\]", zh)
        ways = [part.replace("_", " ").split("/") if i % 2 else [part] for i, part in enumerate(parts)]
        found += [("".join(way), en) for way in itertools.product(*ways)]
    return found


def _asked_for(d: Draw, who: str) -> Vp:
    """Something that one may be asked to do."""
    while (vp := doing(d, "bare bare one this own", 0.2, pronoun(d, who))).en in UNASKED:
        pass
    return vp


@slot
def task(d: Draw) -> Vp:
    """What you are asked to do."""
    return _asked_for(d, "你")


def _whose(vp: Vp) -> bool:
    """Whether it speaks of just mother: whose, depends on who does it."""
    zh = ["", *(word[0] for word in vp.whole_zh())]
    return any(x in w.KIN and before != "的" and before not in w.PRONOUNS for before, x in itertools.pairwise(zh))


@slot
def does(d: Draw) -> Vp:
    """What anybody may do."""
    while _whose(vp := _asked_for(d, "我")):
        pass
    return vp


@slot
def acting(d: Draw) -> Vp:
    """What somebody is doing: 在 or a place may stand before it."""
    while (vp := doing(d, "bare one own", 0, pronoun(d, "我"))).en in UNASKED or vp.goes or vp.fast or vp.zh_before:
        pass
    return acting(d) if _whose(vp) else vp


@slot
def ours(d: Draw) -> Vp:
    """What we may do."""
    return _asked_for(d, "我们")


@slot
def plan(d: Draw) -> Vp:
    """What I may do."""
    return _asked_for(d, "我")


@slot
def able(d: Draw) -> Vp:
    """What one can or can not do."""
    return skill(d)


ERRANDS = [("买 一 张 票", "buy a ticket"), ("买 票", "buy tickets"), ("买 东西", "go shopping"), ("做饭", "cook"),
           ("打扫 房间", "clean the room"), ("洗 衣服", "wash clothes"), ("修 电脑", "repair the computer"),
           ("修 自行车", "repair the bicycle"), ("修 车", "repair the car"), ("找 手机", "look for the phone"),
           ("拿 书", "take the books"), ("写 信", "write a letter"), ("关 门", "close the door"),
           ("关 窗户", "close the window"), ("开 门", "open the door"), ("洗 杯子", "wash the cups"),
           ("把 门 关 上", "close the door"), ("把 窗户 打 开", "open the window"), ("找 一 个 房子", "find a house"),
           ("看 看 这 封 信", "read this letter"), ("学 汉语", "learn chinese"), ("做 作业", "do homework"),
           ("买 一 杯 咖啡", "buy a cup of coffee"), ("拿 一下 包", "take the bag"),
           ("看 看 我 的 作业", "look at my homework"), ("写 这 个 汉字", "write this character")]


@slot
def errand(d: Draw) -> Vp:
    """What somebody is asked to help with."""
    zh, en = d.pick(ERRANDS)
    first, _, rest = en.partition(" ")
    k = d.key()
    return Vp(zh, first, k, en_rest=linked(rest, k), fast=True)
