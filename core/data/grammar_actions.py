"""Sentences about what people do, like, have, give and put: each function derives one clause."""

from collections.abc import Sequence
from dataclasses import replace

from core.data import grammar_predicates as predicates
from core.data import lexicon as lex
from core.data.grammar_nouns import Both, Context, Phrase, Side, noun_phrase, person, somebody, thing
from core.data.grammar_verbs import Predicate, clause

ASPECTS = ("past",) * 6 + ("past-",) * 2 + ("prog",) * 3 + ("fut",) * 4 + ("fut-",) + ("hab",) * 6 + ("hab-",) + (
    "exp", "exp-", "want", "want", "want-", "like", "like-", "can", "can-", "should", "should-")
WEEKS = {"买", "卖", "写", "修", "画", "去", "见", "给", "学习", "教", "看", "帮助"}
YEARS = {"买", "卖", "学习", "教", "写"}
MEALS = {"早饭": {"晚上"}, "午饭": {"早上", "晚上"}, "晚饭": {"早上"}}


def fits_time(verb: str, after: Sequence[str], time: str) -> bool:
    """Say whether a time is of the right size for a verb and what follows it: nobody drinks a cup of tea next year."""
    if time in ("上周", "下周"):
        return verb in WEEKS
    if time in ("去年", "明年"):
        return verb in YEARS or any(word in lex.CITIES for word in after)
    return not any(time in MEALS.get(word, ()) for word in after)


def pick_time(ctx: Context, aspect: str, pred: Predicate, p: float = 0.6) -> str:
    """A time adverb that suits the aspect and the action, or none."""
    kind = aspect.rstrip("-")
    group = {"past": "past", "fut": "future", "hab": "habit", "prog": "now", "want": "future", "can": "future",
             "should": "future"}.get(kind)
    if aspect == "hab-":
        return ""
    if kind == "prog":
        p /= 3
    if not group or not ctx.chance(p):
        return ""
    after = [w[0] for w in pred.zh_after]
    return ctx.rng.choice([t for t in lex.TIMES[group] if fits_time(pred.zh_verb, after, t)])


def subject(ctx: Context) -> Phrase:
    """A subject: mostly simple, now and then with a relative clause."""
    if ctx.chance(0.05):
        return predicates.subject_relative(ctx) or person(ctx)
    if ctx.chance(0.04):
        first, second = person(ctx, True), noun_phrase(ctx, "老师", "the")
        if first.zh[-1][0] != "老师" and not first.pronoun:
            return both(ctx, first, second)
    return person(ctx)


def both(ctx: Context, first: Phrase, second: Phrase) -> Phrase:
    """Two noun phrases joined by 和."""
    k = ctx.key()
    return Phrase([*first.zh, ("和", k, ()), *second.zh], [*first.en, ("and", k, ()), *second.en], "p",
                  second.key, [*first.en_object, ("and", k, ()), *second.en_object], first.child or second.child)


def predicate(ctx: Context, who: Phrase, aspect: str, embedded: bool = False) -> tuple[Predicate, bool]:
    """An action for this subject and aspect, and whether a time adverb may still follow."""
    rng, kind = ctx.rng, aspect.rstrip("-")
    roll = rng.random()
    if roll < 0.14:
        return _movement(ctx, who, aspect), True
    if roll < 0.28 and kind in ("hab", "fut", "want", "like", "prog", "can"):
        verb = rng.choice([v for v in lex.INTRANSITIVE if not (who.child and "adult" in v.flags)])
        pred = Predicate(verb.zh, verb.en, ctx.key())
        return (predicates.at_place(ctx, pred, rng.choice(verb.places)) if ctx.chance(0.6) else pred), True
    if roll < 0.37 and kind in ("past", "fut", "prog", "want", "should", "can"):
        pred, verb = predicates.act_on_person(ctx, who, aspect)
        return (predicates.at_place(ctx, pred, rng.choice(verb.places)) if ctx.chance(0.4) else pred), True
    if roll < 0.46 and aspect in ("past", "past-", "prog", "want", "fut") and not embedded:
        pred = _with_relative(ctx, who, aspect)
        if pred:
            return pred, False
    pred = predicates.act(ctx, who, aspect)
    verb = next(v for v in lex.ACTIONS if v.zh == pred.zh_verb and v.en == pred.en_verb)
    big = any(w[0] in lex.ADULT_THINGS for w in pred.zh_after)
    if verb.places and not big and kind != "exp" and ctx.chance(0.35):
        pred = predicates.at_place(ctx, pred, rng.choice(verb.places))
    elif kind in ("past", "hab", "want", "fut", "like") and verb.zh in "看吃喝学习踢唱听" and ctx.chance(0.1):
        pred = predicates.alongside(ctx, pred, somebody(ctx, who), "跟", "with")
    elif kind in ("past", "want", "fut") and verb.en in ("buy", "cook", "make", "draw") and ctx.chance(0.3):
        pred = predicates.alongside(ctx, pred, somebody(ctx, who), "给", "for")
    return pred, True


def _movement(ctx: Context, who: Phrase, aspect: str) -> Predicate:
    """Go somewhere, perhaps with somebody or in order to do something there."""
    kind = aspect.rstrip("-")
    if kind == "prog":
        return predicates.act(ctx, who, aspect)
    far = ("北京", "上海", "中国")
    places = [p for p in lex.PLACES if p not in far or kind not in ("hab", "like")]
    if kind == "exp":
        places = [*far, "图书馆", "公园", "咖啡馆", "医院"]
    place = ctx.rng.choice([p for p in places if p != "家" or kind in ("past", "want", "fut")])
    pred = predicates.go_to(ctx, place)
    buyable = place in ("商店", "图书馆", "饭店", "咖啡馆", "公园", "学校")
    if buyable and kind in ("hab", "want", "fut", "like", "should") and ctx.chance(0.4):
        verb = ctx.rng.choice([v for v in lex.ACTIONS if place in v.places and "adult" not in v.flags])
        noun = ctx.rng.choice([n for n in verb.objects if n not in lex.ADULT_THINGS])
        dets = ("",) if kind in ("hab", "like") else ("一", "")
        inner = predicates.with_object(ctx, verb, thing(ctx, noun, dets, 0), noun)
        zh = [*pred.zh_after, (inner.zh_verb, inner.key, ()), *inner.zh_after]
        words = inner.en_verb.split()
        en = [("to", 0, (inner.key,)), (words[0], inner.key, ()), *[(w, 0, (inner.key,)) for w in words[1:]]]
        return replace(pred, zh_after=zh, en_after=[*pred.en_after, *en, *inner.en_after])
    if kind in ("past", "hab", "want", "fut") and place != "家" and ctx.chance(0.25):
        return predicates.alongside(ctx, pred, somebody(ctx, who), "跟", "with")
    return pred


def _with_relative(ctx: Context, who: Phrase, aspect: str) -> Predicate | None:
    """An action on a thing with a relative clause: 她 正在 看 我 昨天 买 的 书."""
    verb = ctx.rng.choice([v for v in lex.ACTIONS if v.zh in "看喝吃穿洗找用修听骑" and "adult" not in v.flags])
    noun = ctx.rng.choice(verb.objects)
    if not predicates.allowed(verb, noun, who, aspect):
        return None
    obj = predicates.object_relative(ctx, noun, avoid=verb.zh)
    return predicates.with_object(ctx, verb, obj, noun) if obj else None


def _aspect(ctx: Context) -> str:
    """When and whether something is done; a function, so that ``core.measures.surprise`` lists its outcomes once."""
    return ctx.rng.choice(ASPECTS)


def action(ctx: Context, who: Phrase | None = None, mood: str = "") -> Both:
    """A sentence about what somebody does, did or will do."""
    who = who or subject(ctx)
    aspect = ctx.until(_aspect, lambda drawn: not (mood and drawn.endswith("-")))
    pred, free = predicate(ctx, who, aspect)
    time = pick_time(ctx, aspect, pred) if free else ""
    adverb = ctx.rng.choice(("常常", "也")) if aspect == "hab" and not time and ctx.chance(0.5) else ""
    return clause(ctx, who, pred, aspect, time, mood, adverb)


def state(ctx: Context, who: Phrase | None = None, mood: str = "") -> Both:
    """Like, love, need, have, know, live in."""
    who = who or subject(ctx)
    verb = ctx.rng.choice(("喜欢", "喜欢", "喜欢", "需要", "有", "有", "爱", "认识", "住"))
    aspect = "hab-" if not mood and ctx.chance(0.25) else "hab"
    if verb == "住":
        return clause(ctx, who, predicates.live_in(ctx, ctx.rng.choice(lex.CITIES)), "hab", "", mood)
    entry = lex.STATES[verb]
    if verb == "爱":
        if not who.pronoun and mood != "who":
            who = ctx.until(person, lambda phrase: bool(phrase.pronoun))
        dear = ctx.until(lambda drawing: somebody(drawing, who), lambda phrase: bool(phrase.pronoun))
        return clause(ctx, who, predicates.with_object(ctx, entry, dear), aspect, "", mood)
    if verb == "认识":
        return clause(ctx, who, predicates.with_object(ctx, entry, somebody(ctx, who)), aspect, "", mood)
    noun = ctx.rng.choice(entry.objects)
    if not predicates.allowed(entry, noun, who, "hab"):
        who = predicates.pronoun_like(ctx)
    if verb == "喜欢":
        obj = predicates.object_relative(ctx, noun, "喜欢") if ctx.chance(0.2) else None
        obj = obj or thing(ctx, noun, ("", "", "这", "那", "的"))
    else:
        dets = ("一", "一", "两", "三", "很多") if verb == "有" and noun not in lex.ADULT_THINGS else ("一", "一", "两")
        obj = thing(ctx, noun, ("any",) if aspect == "hab-" else dets)
    pred = predicates.with_object(ctx, entry, obj, noun)
    if verb == "有" and aspect == "hab-":
        return _have_not(ctx, who, pred)
    return clause(ctx, who, pred, aspect, "", mood)


def _have_not(ctx: Context, who: Phrase, pred: Predicate) -> Both:
    """没有 is one word: do not have."""
    n = pred.key
    do = "does" if who.agree == "3" else "do"
    return ([*who.zh, ("没有", n, ()), *pred.zh_after],
            [*who.en, (do, 0, (n,)), ("not", n, ()), ("have", n, ()), *pred.en_after])


def giving(ctx: Context, who: Phrase | None = None, mood: str = "") -> Both:
    """Give and teach: two objects."""
    who = who or subject(ctx)
    whom = somebody(ctx, who)
    if ctx.chance(0.2) and not who.child:
        what, verb, base = thing(ctx, ctx.rng.choice(("中文", "英文", "历史")), ("",), 0), "教", "teach"
        aspect = ctx.rng.choice(("hab", "fut", "past"))
    else:
        dets = ("一", "一", "一", "两", "这", "那")
        what, verb, base = thing(ctx, ctx.rng.choice(lex.GIFTS), dets, 0.35), "给", "give"
        aspect = ctx.rng.choice(("past", "past", "hab", "fut", "want"))
    pred = Predicate(verb, base, ctx.key(), [], [*whom.zh, *what.zh], [*whom.en_object, *what.en_object])
    time = pick_time(ctx, aspect, pred) if aspect != "hab" else ""
    return clause(ctx, who, pred, aspect, time, mood)


def spot(ctx: Context, thing_zh: str) -> tuple[Side, Side]:
    """A place where a small thing lies: 在 桌子 上, on the table (without 在)."""
    particle, preposition, holders = ctx.rng.choice(lex.SPOTS)
    banned = ("床", "椅子", "车", "房间") if thing_zh in ("苹果", "鸡蛋", "蛋糕", "花") else ()
    holder = noun_phrase(ctx, ctx.rng.choice([h for h in holders if h not in banned]), "the")
    p = ctx.key()
    return [("在", 0, (p,)), *holder.zh, (particle, p, ())], [(preposition, p, ()), *holder.en]


def putting(ctx: Context, who: Phrase | None = None, mood: str = "") -> Both:
    """The 把 sentence: 他 把 书 放 在 桌子 上 / 他 把 书 给 了 我."""
    who = who or subject(ctx)
    noun = ctx.rng.choice(lex.SMALL_THINGS)
    what = thing(ctx, noun, ("the", "the", "这", "那", "的"), 0.1)
    k, v = ctx.key(), ctx.key()
    aspect = ctx.rng.choice(("past", "past", "past-", "fut", "want"))
    before = [("把", 0, (v, k)), *what.zh]
    if ctx.chance(0.7):
        zh, en = spot(ctx, noun)
        pred = Predicate("放", "put", v, before, zh, [*what.en_object, *en], False)
    else:
        whom = somebody(ctx, who)
        to = ("to", 0, (v, whom.key))
        pred = Predicate("给", "give", v, before, whom.zh, [*what.en_object, to, *whom.en_object])
    return clause(ctx, who, pred, aspect, pick_time(ctx, aspect, pred, 0.4), mood)
