"""What one can do: objects, places, companions, and the relative clauses made of them."""

from dataclasses import replace

from core.data import lexicon as lex
from core.data.grammar_nouns import Context, Phrase, noun_phrase, person, simple_person, somebody, thing
from core.data.grammar_verbs import Predicate, clause, place_words

# determiners that sound natural in each aspect
DETS = {
    "past": ("一", "一", "一", "两", "三", "这", "那", "的", "这些", "很多"), "past-": ("这", "那", "", "的"),
    "exp": ("这", "那"), "exp-": ("这", "那"), "prog": ("一", "这", "那", "的", ""),
    "fut": ("一", "一", "两", "这", "那", ""), "fut-": ("这", "那", ""), "hab": ("",), "hab-": ("",),
    "want": ("一", "一", "两", "这", "那", ""), "want-": ("这", "那", ""), "like": ("",), "like-": ("",),
    "can": ("这", "那"), "can-": ("这", "那"), "should": ("这", "那"), "should-": ("这", "那"),
}


def with_object(ctx: Context, verb: lex.Verb, obj: Phrase, zh_object: str = "") -> Predicate:
    """A verb with a direct object."""
    if zh_object:
        ctx.combos.append((verb.zh, zh_object))
    return Predicate(verb.zh, verb.en, ctx.key(), [], obj.zh, obj.en_object)


def at_place(ctx: Context, pred: Predicate, place: str) -> Predicate:
    """Add a place to a predicate."""
    zh, en = place_words(ctx, place)
    return replace(pred, zh_before=[*zh, *pred.zh_before], en_after=[*pred.en_after, *en])


def alongside(ctx: Context, pred: Predicate, other: Phrase, zh: str, en: str) -> Predicate:
    """Add a companion (跟, with) or a beneficiary (给, for) before the Chinese verb."""
    p = ctx.key()
    return replace(pred, zh_before=[(zh, p, ()), *other.zh, *pred.zh_before],
                   en_after=[*pred.en_after, (en, p, ()), *other.en_object])


def go_to(ctx: Context, place: str) -> Predicate:
    """去 with a place; home is 回 家."""
    k, v = ctx.key(), ctx.key()
    if place == "家":
        return Predicate("回", "go", v, [], [("家", k, ())], [("home", k, ())])
    words = [(w, 0, (k,)) if w == "the" else (w, k, ()) for w in lex.PLACES[place][1].split()]
    return Predicate("去", "go", v, [], [(place, k, ())], [("to", 0, (k, v)), *words])


def allowed(verb: lex.Verb, noun: str, subject: Phrase, aspect: str) -> bool:
    """Say whether this subject would do this, in this aspect."""
    flags, kind = verb.flags, aspect.rstrip("-")
    if subject.child and ("adult" in flags or (noun in lex.ADULT_THINGS and verb.zh in "买卖有需要修")):
        return False
    if (kind == "prog" and "no-doing" in flags) or (kind == "exp" and "no-before" in flags):
        return False
    if kind == "hab" and verb.zh in "找修":
        return False
    return not (kind in ("hab", "like") and noun in lex.ADULT_THINGS and verb.zh in "买卖")


def dets_for(verb: lex.Verb, noun: str, aspect: str) -> tuple[str, ...]:
    """Determiners that suit verb, noun and aspect."""
    dets, kind = DETS[aspect], aspect.rstrip("-")
    if "eats" in verb.flags:
        if kind in ("exp", "hab", "like", "can", "should"):
            dets = ("",)
        dets = tuple(d for d in dets if d not in ("的", "那些", "很多"))
    if "durable" in verb.flags and kind in ("hab", "like"):
        dets = ("这", "那", "的")
    if verb.zh in "开骑":
        dets = tuple(d for d in dets if d in ("一", "这", "那", "的"))
    if verb.zh == "找":
        dets = ("这", "那", "的")
    if "never-bare" in verb.flags or noun in ("车", "房子", "房间"):
        dets = tuple(d for d in dets if d) or ("这", "那", "的")
    if "makes" in verb.flags:
        # what is bought, written or drawn is new: it is not yet somebody's, and once done it is done
        dets = tuple(d for d in dets if d != "的")
        if kind == "exp":
            dets = ("",)
        elif verb.zh in "写画做":
            dets = ("一", "两") if kind == "past" else ("一",)
            if kind in ("hab", "like") or aspect.endswith("-"):
                dets = ("",)
    return dets or ("",)


RELATIVE_VERBS = ["买", "做", "写", "画", "喜欢", "看", "听", "洗", "修"]


def object_relative(ctx: Context, noun: str, avoid: str = "", nested: bool = False) -> Phrase | None:
    """A thing with a relative clause: 我 昨天 买 的 书, the book that I bought yesterday."""
    verbs = [v for v in [*lex.ACTIONS, lex.STATES["喜欢"]]
             if noun in v.objects and v.zh in RELATIVE_VERBS and v.zh != avoid]
    if not verbs or lex.NOUNS[noun].kind == "a":
        return None
    ctx.relatives += 1
    ctx.depth = max(ctx.depth, 2 if nested else 1)
    verb = ctx.rng.choice(verbs)
    subject = person(ctx, simple=True)
    if nested:
        subject = subject_relative(ctx) or subject
    if subject.child and verb.zh in ("修", "买") and noun in lex.ADULT_THINGS:
        if nested:
            return None
        subject = pronoun_like(ctx)
    ctx.combos.append((verb.zh, noun))
    pred = Predicate(verb.zh, verb.en, ctx.key(), le=False)
    aspect, time = ("hab", "") if verb.zh == "喜欢" else ("past", ctx.rng.choice(("", "昨天", "昨天", "上周")))
    if verb.zh == "买" and time and ctx.chance(0.2):
        time = "去年"
    if noun in ("茶", "咖啡", "水", "牛奶", "苹果", "鸡蛋", "蛋糕") and time:
        time = "昨天"
    if verb.zh == "买" and "商店" in verb.places and noun not in lex.ADULT_THINGS and ctx.chance(0.15):
        pred = at_place(ctx, pred, ctx.rng.choice(verb.places))
    return noun_phrase(ctx, noun, "the", "", None, clause(ctx, subject, pred, aspect, time))


def pronoun_like(ctx: Context) -> Phrase:
    """A grown-up subject."""
    return ctx.until(simple_person, lambda phrase: not phrase.child)


def subject_relative(ctx: Context) -> Phrase | None:
    """A person with a relative clause: 住 在 北京 的 老师, the teacher who lives in Beijing."""
    ctx.relatives += 1
    ctx.depth = max(ctx.depth, 1)
    human = ctx.rng.choice(("老师", "学生", "医生", "司机", "女孩", "男孩"))
    hollow = Phrase([], [], "3", ctx.key(), None, human in lex.CHILDREN)
    roll = ctx.rng.random()
    time, aspect = "", "hab"
    if roll < 0.25:
        pred = live_in(ctx, ctx.rng.choice(lex.CITIES))
    elif roll < 0.45:
        pred, time, aspect = go_to(ctx, ctx.rng.choice(("公园", "图书馆", "医院", "北京"))), "昨天", "past"
    else:
        aspect = ctx.rng.choice(("past", "prog", "like", "like"))
        pred = act(ctx, hollow, aspect, ("",) if aspect != "prog" else ("", "一"))
        time = ctx.rng.choice(("昨天", "")) if aspect == "past" else ""
    return noun_phrase(ctx, human, "the", "", None, clause(ctx, hollow, replace(pred, le=False), aspect, time))


def live_in(ctx: Context, city: str) -> Predicate:
    """住 在 and a city."""
    zh, en = place_words(ctx, city)
    return Predicate("住", "live", ctx.key(), [], zh, en, le=False)


def _deed(ctx: Context) -> tuple[lex.Verb, str]:
    """A verb and a noun that can be its object."""
    verb = ctx.rng.choice(lex.ACTIONS)
    return verb, ctx.rng.choice(verb.objects)


def _human_action(ctx: Context) -> lex.Verb:
    """Something done to somebody."""
    return ctx.rng.choice(lex.HUMAN_ACTIONS)


def act(ctx: Context, subject: Phrase, aspect: str, dets: tuple[str, ...] | None = None) -> Predicate:
    """A transitive action on a thing, without place."""
    def fits(deed: tuple[lex.Verb, str]) -> bool:
        verb, noun = deed
        bare = dets is not None and "" in dets
        return allowed(verb, noun, subject, aspect) and not (
            bare and ("never-bare" in verb.flags or noun in ("车", "房子", "房间")))

    verb, noun = ctx.until(_deed, fits)
    adjective = 0.0 if verb.zh in "写做画" else 0.22
    return with_object(ctx, verb, thing(ctx, noun, dets or dets_for(verb, noun, aspect), adjective), noun)


def act_on_person(ctx: Context, subject: Phrase, aspect: str) -> tuple[Predicate, lex.Verb]:
    """Help, wait for or meet somebody."""
    verb = ctx.until(_human_action, lambda entry: allowed(entry, "", subject, aspect) and (
        entry.zh != "见" or aspect not in ("exp", "exp-")))
    return with_object(ctx, verb, somebody(ctx, subject)), verb
