"""Questions with question words, complements, and two clauses joined together."""

from dataclasses import replace

from core.data import grammar_actions as simple
from core.data import grammar_facts as facts
from core.data import grammar_nouns as nouns
from core.data import lexicon as lex
from core.data.grammar_nouns import Both, Context, Phrase
from core.data.grammar_predicates import act, allowed, alongside, at_place, go_to, with_object
from core.data.grammar_verbs import Predicate, be, clause

WHAT_ASPECTS = ("past", "past", "prog", "fut", "want", "want", "hab")


def who_question(ctx: Context) -> Both:
    """谁 as subject: 谁 买 了 这 本 书 ？"""
    k = ctx.key()
    who = Phrase([("谁", k, ())], [("who", k, ())], "3", k)
    roll = ctx.rng.random()
    if roll < 0.15:
        other, b = nouns.pronoun(ctx, ctx.rng.choice(("他", "她", "你", "他们"))), ctx.key()
        return [*other.zh, ("是", b, ()), *who.zh], [*who.en, (be(other.agree), b, ()), *other.en]
    if roll < 0.35:
        return simple.state(ctx, who, "who")
    return simple.action(ctx, who, "who")


def what_question(ctx: Context) -> Both:
    """什么 as object moves to the front in English: 你 昨天 买 了 什么 ？"""
    who, aspect, k = nouns.asked_about(ctx), ctx.rng.choice(WHAT_ASPECTS), ctx.key()
    verb = ctx.rng.choice([v for v in lex.ACTIONS if v.en in (
        "read", "buy", "write", "drink", "eat", "do", "study", "draw", "look for", "listen to", "wear", "teach")])
    if not allowed(verb, "", who, aspect):
        aspect = "past"
    pred = Predicate(verb.zh, verb.en, ctx.key(), [], [("什么", k, ())], [])
    if verb.places and ctx.chance(0.3):
        pred = at_place(ctx, pred, ctx.rng.choice(verb.places))
    return clause(ctx, who, pred, aspect, simple.pick_time(ctx, aspect, pred), "wh", "", ([], [("what", k, ())]))


def whom_question(ctx: Context) -> Both:
    """谁 as object: 你 正在 等 谁 ？"""
    who, aspect, k = nouns.asked_about(ctx), ctx.rng.choice(("past", "fut", "want", "prog")), ctx.key()
    verb = ctx.rng.choice([v for v in lex.HUMAN_ACTIONS if allowed(v, "", who, aspect)])
    pred = Predicate(verb.zh, verb.en, ctx.key(), [], [("谁", k, ())], [])
    return clause(ctx, who, pred, aspect, simple.pick_time(ctx, aspect, pred), "wh", "", ([], [("who", k, ())]))


def where_question(ctx: Context) -> Both:
    """哪里: where is it, where did you go, where do you study."""
    k, p, roll = ctx.key(), ctx.key(), ctx.rng.random()
    where, front = ("哪里", k, ()), ([], [("where", k, ())])
    if roll < 0.3:
        what = nouns.thing(ctx, ctx.rng.choice(lex.SMALL_THINGS), ("的", "的", "的", "这"), 0)
        return [*what.zh, ("在", p, ()), where], [("where", k, ()), (be(what.agree), p, ()), *what.en]
    who = nouns.asked_about(ctx)
    aspect = ctx.rng.choice(("past", "past", "fut", "want"))
    if roll < 0.5:
        pred = Predicate("去", "go", ctx.key(), [], [where], [], aspect != "past")
        # 去 了 哪里 is what people say
        return clause(ctx, who, replace(pred, le=True), aspect, simple.pick_time(ctx, aspect, pred), "wh", "", front)
    if roll < 0.6:
        pred = Predicate("住", "live", ctx.key(), [], [("在", 0, (k,)), where], [])
        return clause(ctx, who, pred, "hab", "", "wh", "", front)
    aspect = ctx.rng.choice(("hab", "fut", "want"))
    pred = act(ctx, who, aspect)
    pred = replace(pred, zh_before=[("在", 0, (k,)), where])
    return clause(ctx, who, pred, aspect, simple.pick_time(ctx, aspect, pred), "wh", "", front)


def when_or_why(ctx: Context) -> Both:
    """什么时候 and 为什么 stand after the subject in Chinese, first in English."""
    k, who = ctx.key(), nouns.asked_about(ctx)
    if ctx.chance(0.45):
        aspect = ctx.rng.choice(("fut", "fut", "want", "hab"))
        pred, _ = simple.predicate(ctx, who, aspect, True)
        return clause(ctx, who, pred, aspect, "", "wh", "", ([("什么时候", k, ())], [("when", k, ())]))
    aspect = ctx.rng.choice(("past", "past-", "past-", "want", "want-", "hab", "hab-", "like", "fut-"))
    pred, free = simple.predicate(ctx, who, aspect, True)
    time = simple.pick_time(ctx, aspect, pred, 0.5) if free else ""
    return clause(ctx, who, pred, aspect, time, "wh", "", ([("为什么", k, ())], [("why", k, ())]))


def question(ctx: Context) -> Both:
    """Any question."""
    roll = ctx.rng.random()
    if roll < 0.45:
        kinds = (simple.action, simple.action, simple.state, simple.giving, facts.description, facts.identity)
        return ctx.rng.choice(kinds)(ctx, nouns.asked_about(ctx), "yes-no")
    kinds = (who_question, what_question, whom_question, where_question, when_or_why, when_or_why)
    return ctx.rng.choice(kinds)(ctx)


def complement(ctx: Context) -> Both:
    """知道 / 觉得 / 希望 and a whole clause."""
    who, k = nouns.person(ctx, True), ctx.key()
    other = nouns.somebody(ctx, who)
    zh, en = ctx.rng.choice((("知道", "know"), ("觉得", "think"), ("希望", "hope")))
    if zh == "觉得":
        inner = ctx.rng.choice((facts.description, facts.comparison))(ctx)
    elif zh == "希望":
        pred, free = simple.predicate(ctx, other, "fut", True)
        inner = clause(ctx, other, pred, "fut", simple.pick_time(ctx, "fut", pred) if free else "")
    else:
        inner = ctx.rng.choice((simple.action, simple.state, facts.identity))(ctx, other)
    pred = Predicate(zh, en, k, [], inner[0], [("that", 0, (k,)), *inner[1]], False)
    return clause(ctx, who, pred, "hab")


def _who(ctx: Context) -> Phrase:
    """A subject that a pronoun can take up again."""
    who = ctx.until(nouns.simple_person, lambda phrase: bool(phrase.pronoun))
    return who if ctx.chance(0.8) else nouns.name(ctx, ctx.rng.choice(list(lex.NAMES)))


def _outdoors(ctx: Context, in_spite: bool = False) -> tuple[Both, Both]:
    """Weather, and what one therefore (or in spite of it) does or does not do outside."""
    who, k = _who(ctx), ctx.key()
    if ctx.chance(0.3) and not in_spite:
        reason: Both = [("下雨", k, ())], [("it", 0, (k,)), ("rained", k, ())]
    else:
        reason = facts.weather(ctx)
    words = [w[0] for w in reason[0]]
    future, fine = "会" in words, "好" in words
    tense = "fut" if future else "past"
    if "今天" in words and not future:
        tense = ctx.rng.choice(("want", "past"))
    roll = ctx.rng.random()
    if roll < 0.5:
        pred = go_to(ctx, ctx.rng.choice(("公园", "公园", "学校", "商店", "咖啡馆", "图书馆")))
        if ctx.chance(0.3):
            pred = alongside(ctx, pred, nouns.somebody(ctx, who), "跟", "with")
    elif roll < 0.75:
        ball = next(v for v in lex.ACTIONS if v.zh == "踢")
        pred = with_object(ctx, ball, nouns.thing(ctx, "足球", ("",), 0), "足球")
        pred = at_place(ctx, pred, "公园") if ctx.chance(0.5) else pred
    else:
        verb = ctx.rng.choice([v for v in lex.ACTIONS if v.zh in "骑画"])
        noun = ctx.rng.choice(("花", "鸟")) if verb.zh == "画" else "自行车"
        pred = at_place(ctx, with_object(ctx, verb, nouns.thing(ctx, noun, ("那",), 0), noun), "公园")
    return reason, clause(ctx, who, pred, tense if fine != in_spite else tense + "-")


def _tired(ctx: Context) -> tuple[Both, Both]:
    """Somebody is tired or busy, and therefore does not do something."""
    who = _who(ctx)
    adj = ctx.rng.choice(("累", "忙"))
    reason = facts.describe(ctx, who, adj, lex.MOODS[adj][0], "", "很")
    again = nouns.pronoun(ctx, who.pronoun)
    aspect = ctx.rng.choice(("past-", "want-", "fut-", "past-", "can-"))
    pred, _ = simple.predicate(ctx, again, aspect, ctx.chance(0.5))
    return reason, clause(ctx, again, pred, aspect)


def _fond(ctx: Context) -> tuple[Both, Both]:
    """Somebody likes a thing, and therefore does something with it."""
    who = _who(ctx)
    noun = ctx.rng.choice(("书", "音乐", "中文", "历史", "花", "猫", "足球", "小说", "茶", "电影"))
    reason = clause(ctx, who, with_object(ctx, lex.STATES["喜欢"], nouns.thing(ctx, noun, ("",), 0), noun), "hab")
    verb = ctx.rng.choice([v for v in lex.ACTIONS if noun in v.objects and v.zh not in "卖找写用教"])
    again, aspect = nouns.pronoun(ctx, who.pronoun), ctx.rng.choice(("want", "fut", "hab", "past"))
    dets = ("",) if lex.NOUNS[noun].kind in "ap" or aspect == "hab" else ("一", "两")
    pred = with_object(ctx, verb, nouns.thing(ctx, noun, dets), noun)
    return reason, clause(ctx, again, pred, aspect, simple.pick_time(ctx, aspect, pred, 0.5))


def because(ctx: Context) -> Both:
    """因为 reason ， 所以 result."""
    b, s = ctx.key(), ctx.key()
    (zh1, en1), (zh2, en2) = ctx.rng.choice((_outdoors, _outdoors, _tired, _fond))(ctx)
    return ([("因为", b, ()), *zh1, ("，", s, ()), ("所以", 0, (s, b)), *zh2],
            [("because", b, ()), *en1, (",", s, ()), *en2])


def opposed(ctx: Context, first: Both, second: Both) -> Both:
    """A ， 但是 B."""
    b, s = ctx.key(), ctx.key()
    return ([*first[0], ("，", s, ()), ("但是", b, ()), *second[0]],
            [*first[1], (",", s, ()), ("but", b, ()), *second[1]])


def but(ctx: Context) -> Both:
    """A ， 但是 B: the same thing said of two people, or a wish and its obstacle."""
    who = _who(ctx)
    roll = ctx.rng.random()
    if roll < 0.4:
        aspect = ctx.rng.choice(("want", "want", "like"))
        pred, free = simple.predicate(ctx, who, aspect, True)
        first = clause(ctx, who, pred, aspect, simple.pick_time(ctx, aspect, pred, 0.3) if free else "")
        adj = ctx.rng.choice(("累", "忙"))
        second = facts.describe(ctx, nouns.pronoun(ctx, who.pronoun), adj, lex.MOODS[adj][0], "", "很")
    elif roll < 0.6:
        first, second = _outdoors(ctx, in_spite=True)
    elif roll < 0.8:
        first, second = _contrast(ctx, who)
    else:
        subj, noun = facts.definite_thing(ctx, 0.3)
        pair = ctx.rng.sample([a for a in lex.ADJECTIVES_OF[noun] if a.more], 2) if sum(
            bool(a.more) for a in lex.ADJECTIVES_OF[noun]) > 1 else []
        if not pair or {a.zh for a in pair} in _OPPOSITES:
            ctx.forget()
            first, second = _contrast(ctx, who)
        else:
            ctx.combos += [(a.zh, noun) for a in pair]
            first = facts.describe(ctx, subj, pair[0].zh, pair[0].en, "", "很")
            rest = Phrase([], [("it", 0, (subj.key,))] if subj.agree == "3" else [("they", 0, (subj.key,))],
                          subj.agree, subj.key)
            second = facts.describe(ctx, rest, pair[1].zh, pair[1].en, "", ctx.rng.choice(("很", "不")))
    return opposed(ctx, first, second)


_OPPOSITES = ({"大", "小"}, {"新", "旧"}, {"贵", "便宜"})


def _contrast(ctx: Context, who: Phrase) -> tuple[Both, Both]:
    """Two people, two likings."""
    other = nouns.pronoun(ctx, ctx.rng.choice([p for p in lex.PRONOUNS if p[0] != who.pronoun[0]]))
    a, b = ctx.rng.sample(("茶", "咖啡", "音乐", "电影", "猫", "狗", "鱼", "肉", "中文", "英文", "历史", "花"), 2)
    like = lex.STATES["喜欢"]
    first = clause(ctx, who, with_object(ctx, like, nouns.thing(ctx, a, ("",), 0), a), "hab")
    if ctx.chance(0.4):
        return first, clause(ctx, other, with_object(ctx, like, nouns.thing(ctx, a, ("",), 0), a), "hab-")
    return first, clause(ctx, other, with_object(ctx, like, nouns.thing(ctx, b, ("",), 0), b), "hab")
