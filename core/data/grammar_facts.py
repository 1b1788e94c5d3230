"""Sentences about how things are: described, compared, identified, located; weather and animals."""

from core.data import grammar_nouns as nouns
from core.data import lexicon as lex
from core.data.grammar_actions import spot, subject
from core.data.grammar_nouns import PUNCTUATION, Both, Context, Phrase, Side
from core.data.grammar_predicates import at_place, object_relative, with_object
from core.data.grammar_verbs import Predicate, be, clause, time_words


def definite_thing(ctx: Context, relative: float = 0.2) -> tuple[Phrase, str]:
    """A definite thing to talk about, and its noun."""
    noun = ctx.rng.choice([n for n in lex.ADJECTIVES_OF if any(a.more for a in lex.ADJECTIVES_OF[n])])
    phrase = object_relative(ctx, noun) if ctx.chance(relative) else None
    return phrase or nouns.thing(ctx, noun, ("这", "那", "的", "的", "这些"), 0), noun


def description(ctx: Context, who: Phrase | None = None, mood: str = "") -> Both:
    """A thing or a person is so: 这 本 书 很 贵 / 我 不 累."""
    if who or ctx.chance(0.4):
        subj = who or subject(ctx)
        zh_adj = ctx.rng.choice(list(lex.MOODS))
        en_adj = lex.MOODS[zh_adj][0]
    else:
        subj, noun = definite_thing(ctx)
        zh_adj = ctx.rng.choice([a.zh for a in lex.ADJECTIVES_OF[noun] if a.more])
        en_adj = lex.ADJECTIVES[zh_adj].en
        ctx.combos.append((zh_adj, noun))
    return describe(ctx, subj, zh_adj, en_adj, mood)


def describe(ctx: Context, subj: Phrase, zh_adj: str, en_adj: str, mood: str = "", how: str = "") -> Both:
    """Subject, 很 / 不 / 真, adjective; the English copula belongs to the adjective."""
    k, h, q = ctx.key(), ctx.key(), ctx.key()
    if mood == "yes-no":
        return ([*subj.zh, (zh_adj, k, ()), ("吗", 0, (q, PUNCTUATION))],
                [(be(subj.agree), 0, (k, q)), *subj.en, (en_adj, k, ())])
    how = how or ctx.rng.choice(("很", "很", "不"))
    return ([*subj.zh, (how, h, ()), (zh_adj, k, ())],
            [*subj.en, (be(subj.agree), 0, (k,)), ({"很": "very", "不": "not"}[how], h, ()), (en_adj, k, ())])


def comparison(ctx: Context) -> Both:
    """比: 这 本 书 比 那 本 书 贵, this book is more expensive than that book."""
    k, t = ctx.key(), ctx.key()
    if ctx.chance(0.25):
        first = nouns.person(ctx, True)
        second = nouns.somebody(ctx, first)
        zh_adj = ctx.rng.choice(("高", "忙"))
        more, right = lex.MOODS[zh_adj][1], second.en_object
    else:
        noun = ctx.rng.choice([n for n in lex.ADJECTIVES_OF if lex.NOUNS[n].kind == "c"
                               and any(a.more for a in lex.ADJECTIVES_OF[n])])
        a, b = ctx.rng.choice((("这", "那"), ("那", "这"), ("这", "的"), ("的", "那"), ("的", "的")))
        first, second = nouns.thing(ctx, noun, (a,), 0), nouns.thing(ctx, noun, (b,), 0)
        if [w[0] for w in first.zh] == [w[0] for w in second.zh]:
            second = nouns.thing(ctx, noun, ("那",), 0)
        entry = ctx.rng.choice([e for e in lex.ADJECTIVES_OF[noun] if e.more])
        ctx.combos.append((entry.zh, noun))
        zh_adj, more, right = entry.zh, entry.more, second.en
    words = more.split()
    en_adj = [*[(w, 0, (k,)) for w in words[:-1]], (words[-1], k, ())]
    zh = [*first.zh, ("比", 0, (t, k)), *second.zh, (zh_adj, k, ())]
    return zh, [*first.en, (be(first.agree), 0, (k,)), *en_adj, ("than", 0, (t,)), *right]


def identity(ctx: Context, who: Phrase | None = None, mood: str = "") -> Both:
    """是: 他 是 医生 / 这 是 我 的 书."""
    k, a, q, n = ctx.key(), ctx.key(), ctx.key(), ctx.key()
    if who is None and ctx.chance(0.4):
        noun = ctx.rng.choice([x.zh for x in lex.NOUNS.values() if x.kind == "c" and x.zh != "房间"])
        zh, en = ctx.rng.choice((("这", "this"), ("那", "that")))
        subj = Phrase([(zh, a, ())], [(en, a, ())], "3", a)
        what = nouns.thing(ctx, noun, ("一", "的", "的"), 0.3)
    else:
        subj = who or ctx.rng.choice((lambda: nouns.pronoun(ctx, ctx.rng.choice(list(lex.PRONOUNS))),
                                      lambda: nouns.kin(ctx, ctx.rng.choice("我你他她"), "姐姐")))()
        human = ctx.rng.choice(("老师", "学生", "医生", "司机"))
        if subj.agree != "p" and ctx.chance(0.3):
            what = nouns.noun_phrase(ctx, human, "", owner=nouns.owner(ctx))
        else:
            what = _profession(ctx, human, subj.agree == "p")
    negative = not mood and ctx.chance(0.25)
    zh = [*subj.zh, *([("不", n, ())] if negative else []), ("是", k, ()), *what.zh]
    no = [("not", n, ())] if negative else []
    if mood == "yes-no":
        return [*zh, ("吗", 0, (q, PUNCTUATION))], [(be(subj.agree), k, (q,)), *subj.en, *what.en]
    return zh, [*subj.en, (be(subj.agree), k, ()), *no, *what.en]


def _profession(ctx: Context, human: str, plural: bool) -> Phrase:
    """A bare profession after 是: a teacher, teachers."""
    noun, k = lex.NOUNS[human], ctx.key()
    en: Side = [(noun.plural, k, ())] if plural else [("a", 0, (k,)), (noun.en, k, ())]
    return Phrase([(human, k, ())], en, "p" if plural else "3", k)


def location(ctx: Context) -> Both:
    """书 在 桌子 上, the book is on the table; 桌子 上 有 一 本 书, there is a book on the table."""
    noun = ctx.rng.choice(lex.SMALL_THINGS)
    zh, en = spot(ctx, noun)
    k = ctx.key()
    if ctx.chance(0.5):
        what = nouns.thing(ctx, noun, ("the", "这", "的", "的"), 0)
        return [*what.zh, *zh], [*what.en, (be(what.agree), 0, (en[0][1],)), *en]
    what = nouns.thing(ctx, noun, ("一", "一", "两", "三", "很多"), 0.3)
    there: Side = [("there", 0, (k,)), (be(what.agree), k, ())]
    return [*zh[1:], ("有", k, ()), *what.zh], [*there, *what.en, *en]


def weather(ctx: Context) -> Both:
    """今天 天气 很 好, the weather is very good today; 昨天 下雨 了, it rained yesterday."""
    k, h, m = ctx.key(), ctx.key(), ctx.key()
    time = ctx.rng.choice(("今天", "昨天", "明天", "上周", "下周"))
    zh_time, en_time = time_words(ctx, time)
    if ctx.chance(0.25):
        if time in ("明天", "下周", "今天"):
            return ([*zh_time, ("会", m, ()), ("下雨", k, ())],
                    [("it", 0, (k,)), ("will", m, ()), ("rain", k, ()), *en_time])
        return [*zh_time, ("下雨", k, ()), ("了", 0, (k,))], [("it", 0, (k,)), ("rained", k, ()), *en_time]
    adj = ctx.rng.choice(list(lex.WEATHER))
    w, future = ctx.key(), time in ("明天", "下周")
    zh = [*zh_time, ("天气", w, ()), *([("会", m, ())] if future else []), ("很", h, ()), (adj, k, ())]
    verb: Side = [("will", m, ()), ("be", 0, (k,))] if future else [(be("3", time in ("昨天", "上周")), 0, (k,))]
    en = [("the", 0, (w,)), ("weather", w, ()), *verb, ("very", h, ()), (lex.WEATHER[adj], k, ()), *en_time]
    return zh, en


def animals(ctx: Context, mood: str = "") -> Both:
    """What cats, dogs and birds do."""
    who = nouns.thing(ctx, ctx.rng.choice(("猫", "狗", "鸟")), ("the", "这", "的", "的"), 0.05)
    food = {"猫": ("鱼", "牛奶"), "狗": ("肉",), "鸟": ("面包",)}[who.zh[-1][0]]
    roll = ctx.rng.random()
    if roll < 0.35 and who.zh[-1][0] != "鸟":
        return clause(ctx, who, at_place(ctx, Predicate("睡觉", "sleep", ctx.key()), "家") if ctx.chance(0.2)
                      else Predicate("睡觉", "sleep", ctx.key()), ctx.rng.choice(("prog", "like")), "", mood)
    meal = ctx.rng.choice(food)
    verb = next(v for v in lex.ACTIONS if v.zh == ("喝" if meal == "牛奶" else "吃"))
    pred = with_object(ctx, verb, nouns.thing(ctx, meal, ("",), 0))
    return clause(ctx, who, pred, ctx.rng.choice(("prog", "hab", "like")), "", mood)
