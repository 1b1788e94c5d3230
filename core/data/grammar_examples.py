"""Sentences to start with, each derived by the grammar itself, with its gold alignment."""

import random
from collections.abc import Callable

from core.data import lexicon as lex
from core.data.grammar_facts import describe
from core.data.grammar_nouns import Both, Context, Phrase, kin, noun_phrase, pronoun
from core.data.grammar_predicates import at_place, go_to, with_object
from core.data.grammar_verbs import Predicate, clause, time_words


def _do(ctx: Context, zh: str, obj: Phrase) -> Predicate:
    """A verb with an object."""
    verb = next((v for v in lex.ACTIONS if v.zh == zh), None)
    return with_object(ctx, verb or lex.STATES[zh], obj)


def _say(subject: str, aspect: str, predicate: Callable[[Context], Predicate], time: str = "",
         mood: str = "") -> Callable[[Context], Both]:
    """A clause about a pronoun or a bare noun."""
    def derive(ctx: Context) -> Both:
        who = pronoun(ctx, subject) if subject in lex.PRONOUNS else noun_phrase(ctx, subject, "the")
        why = ctx.key()
        words: Both = ([("为什么", why, ())], [("why", why, ())])
        return clause(ctx, who, predicate(ctx), aspect, time, mood, "", words if mood == "wh" else None)
    return derive


def _book(ctx: Context) -> Predicate:
    """Read the book that I bought yesterday."""
    buy = Predicate("买", "buy", ctx.key(), le=False)
    relative = clause(ctx, pronoun(ctx, "我"), buy, "past", "昨天")
    return _do(ctx, "看", noun_phrase(ctx, "书", "the", "", None, relative))


def _give(ctx: Context) -> Predicate:
    """Give the student a new book."""
    whom, what = noun_phrase(ctx, "学生", "the"), noun_phrase(ctx, "书", "一", "新")
    return Predicate("给", "give", ctx.key(), [], [*whom.zh, *what.zh], [*whom.en, *what.en])


def _put(ctx: Context) -> Predicate:
    """Put the book on the table."""
    what, holder, p, v = noun_phrase(ctx, "书", "the"), noun_phrase(ctx, "桌子", "the"), ctx.key(), ctx.key()
    return Predicate("放", "put", v, [("把", 0, (v, what.key)), *what.zh],
                     [("在", 0, (p,)), *holder.zh, ("上", p, ())], [*what.en, ("on", p, ()), *holder.en], False)


def _because(ctx: Context) -> Both:
    """Because it rained, I did not go to the park."""
    b, s, r = ctx.key(), ctx.key(), ctx.key()
    zh, en = clause(ctx, pronoun(ctx, "我"), go_to(ctx, "公园"), "past-")
    return ([("因为", b, ()), ("下雨", r, ()), ("，", s, ()), ("所以", 0, (s, b)), *zh],
            [("because", b, ()), ("it", 0, (r,)), ("rained", r, ()), (",", s, ()), *en])


def _weather(ctx: Context) -> Both:
    """The weather is very good today."""
    zh, en = time_words(ctx, "今天")
    w = ctx.key()
    rest = describe(ctx, Phrase([("天气", w, ())], [("the", 0, (w,)), ("weather", w, ())], "3", w), "好", "good",
                    "", "很")
    return [*zh, *rest[0]], [*rest[1], *en]


def _compare(ctx: Context) -> Both:
    """This book is more expensive than that book."""
    a, b, k, t = noun_phrase(ctx, "书", "这"), noun_phrase(ctx, "书", "那"), ctx.key(), ctx.key()
    return ([*a.zh, ("比", 0, (t, k)), *b.zh, ("贵", k, ())],
            [*a.en, ("is", 0, (k,)), ("more", 0, (k,)), ("expensive", k, ()), ("than", 0, (t,)), *b.en])


def _cat(ctx: Context) -> Both:
    """The teacher's cat is sleeping."""
    cat = noun_phrase(ctx, "猫", "", "", noun_phrase(ctx, "老师", "the"))
    return clause(ctx, cat, Predicate("睡觉", "sleep", ctx.key()), "prog")


DERIVATIONS: tuple[Callable[[Context], Both], ...] = (
    _say("我", "past", lambda c: _do(c, "买", noun_phrase(c, "书", "一")), "昨天"),
    _say("他", "hab", lambda c: at_place(c, _do(c, "学习", noun_phrase(c, "中文", "")), "学校")),
    _say("老师", "hab", _give),
    _say("你", "like", lambda c: _do(c, "喝", noun_phrase(c, "茶", "")), "", "yes-no"),
    _because,
    _say("她", "prog", _book),
    _weather,
    _say("我", "hab", lambda c: Predicate("爱", "love", c.key(), [], (you := pronoun(c, "你")).zh, you.en_object)),
    _compare,
    _say("他", "past", _put),
    _say("你", "past-", lambda c: go_to(c, "学校"), "昨天", "wh"),
    _cat,
    lambda c: clause(c, kin(c, "我", "妈妈"), go_to(c, "中国"), "exp"),
)


def derive_examples() -> list[tuple[Both, bool]]:
    """Both sides of every example, and whether it is a question."""
    examples = []
    for derivation in DERIVATIONS:
        both = derivation(Context(random.Random(0)))
        examples.append((both, both[0][-1][0] == "吗" or any(w[0] == "为什么" for w in both[0])))
    return examples
