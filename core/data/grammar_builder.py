"""The sentence builder of the pages: a choice per slot, always a valid sentence."""

import random
from collections.abc import Callable

from core.data import lexicon as lex
from core.data.grammar_actions import fits_time
from core.data.grammar_nouns import Context, Phrase, Side, kin, name, noun_phrase, pronoun
from core.data.grammar_predicates import allowed, at_place, dets_for, with_object
from core.data.grammar_verbs import clause

Choice = tuple[str, str]
NONE: Choice = ("", "")

_SUBJECTS: dict[Choice, Callable[[Context], Phrase]] = {
    **{(zh, p[0]): (lambda ctx, zh=zh: pronoun(ctx, zh)) for zh, p in lex.PRONOUNS.items()},
    **{(zh, f"the {lex.NOUNS[zh].en}"): (lambda ctx, zh=zh: noun_phrase(ctx, zh, "the"))
       for zh in ("老师", "学生", "医生", "司机", "孩子")},
    ("我妈妈", "my mother"): lambda ctx: kin(ctx, "我", "妈妈"),
    ("小明", "xiaoming"): lambda ctx: name(ctx, "小明"),
    ("安娜", "anna"): lambda ctx: name(ctx, "安娜"),
}
_ASPECTS = {"past": ("了", "past"), "prog": ("正在", "now"), "fut": ("会", "will"), "hab": ("平时", "in general"),
            "want": ("想", "want to")}
_TIMES = {"past": ("昨天", "上周", "去年", "今天"), "prog": ("现在",), "fut": ("明天", "下周", "明年", "今天"),
          "hab": ("每天", "早上", "晚上"), "want": ("明天", "下周", "今天")}
_FORMS = (("。", "statement"), ("不 / 没", "not"), ("吗 ？", "question"))
_VERBS = [v for v in lex.ACTIONS if v.zh != "踢"]
_NOUNS = tuple(dict.fromkeys(noun for v in _VERBS for noun in v.objects))
_DETS = {"": NONE, "一": ("一", "a"), "这": ("这", "this"), "那": ("那", "that"), "两": ("两", "two"),
         "三": ("三", "three"), "很多": ("很多", "many"), "的": ("我的", "my"), "这些": ("这些", "these")}
_TIME_WORDS = {zh: en for group in lex.TIMES.values() for zh, en in group.items()}

BUILDER_SLOTS: dict[str, list[Choice]] = {
    "subject": list(_SUBJECTS),
    "aspect": list(_ASPECTS.values()),
    "form": list(_FORMS),
    "verb": [(v.zh, v.en) for v in _VERBS],
    "object": [(n, lex.NOUNS[n].en) for n in _NOUNS],
    "determiner": list(_DETS.values()),
    "adjective": [NONE, *[(a.zh, a.en) for a in lex.ADJECTIVES.values()]],
    "time": [NONE, *_TIME_WORDS.items()],
    "place": [NONE, *[(zh, f"{p[0]} {p[1]}") for zh, p in lex.PLACES.items()]],
}


def _aspect(done: dict[str, int]) -> str:
    """The aspect of the choices so far, with "-" if negated."""
    return list(_ASPECTS)[done["aspect"]] + ("-" if done["form"] == 1 else "")


def _valid_determiners(verb: lex.Verb, noun: lex.Noun, aspect: str) -> list[int]:
    """Determiners that verb, noun and aspect allow."""
    if noun.kind == "a":
        return [0]
    dets = set(dets_for(verb, noun.zh, aspect))
    if noun.kind == "p":
        dets = dets & {"", "的", "这些"} or {"这些"}
    elif noun.kind == "m" or noun.zh == "房间":
        dets -= {"很多", "这些", *(("两", "三", "") if noun.zh == "房间" else ())}
    return [i for i, det in enumerate(_DETS) if det in dets] or [list(_DETS).index("这")]


def _valid_adjectives(verb: lex.Verb, noun: str, det: str) -> list[int]:
    """Adjectives that fit the noun, and no second 的 after 我 的."""
    if verb.zh in "写做画":
        return [0]
    entries = list(lex.ADJECTIVES.values())
    return [0, *[i + 1 for i, a in enumerate(entries) if noun in a.nouns and not (det == "的" and a.de)]]


def _valid(slot: str, done: dict[str, int], phrase: Phrase) -> list[int]:
    """Choices of a slot that are valid given the slots before it."""
    every = list(range(len(BUILDER_SLOTS[slot])))
    if slot in ("subject", "aspect"):
        return every
    kind = list(_ASPECTS)[done["aspect"]]
    if slot == "form":
        forms = [0] if kind == "prog" else [0, 1]
        return forms if phrase.pronoun in ("我", "我们") else [*forms, 2]
    aspect = _aspect(done)
    if slot == "verb":
        return [i for i in every if any(allowed(_VERBS[i], n, phrase, aspect) for n in _VERBS[i].objects)]
    verb = _VERBS[done["verb"]]
    if slot == "object":
        return [i for i in every if _NOUNS[i] in verb.objects and allowed(verb, _NOUNS[i], phrase, aspect)]
    noun = _NOUNS[done["object"]]
    if slot == "determiner":
        return _valid_determiners(verb, lex.NOUNS[noun], aspect)
    if slot == "adjective":
        return _valid_adjectives(verb, noun, list(_DETS)[done["determiner"]])
    if slot == "time":
        if aspect == "hab-":
            return [0]
        words = list(_TIME_WORDS)
        return [0, *[words.index(t) + 1 for t in _TIMES[kind] if fits_time(verb.zh, [noun], t)]]
    places = list(lex.PLACES)
    return [0, *[places.index(p) + 1 for p in verb.places if noun not in lex.ADULT_THINGS]]


def _resolve(choices: dict[str, int]) -> tuple[dict[str, int], dict[str, list[int]]]:
    """Replace invalid choices by the first valid one, slot after slot; also all valid choices."""
    done: dict[str, int] = {}
    valid: dict[str, list[int]] = {}
    phrase = Phrase([], [], "3", 0)
    for slot in BUILDER_SLOTS:
        valid[slot] = _valid(slot, done, phrase)
        wanted = choices.get(slot, 0)
        done[slot] = wanted if wanted in valid[slot] else valid[slot][0]
        if slot == "subject":
            phrase = list(_SUBJECTS.values())[done[slot]](Context(random.Random(0)))
    return done, valid


def slot_choices(choices: dict[str, int]) -> dict[str, list[int]]:
    """For every slot, the indices into BUILDER_SLOTS[slot] that are valid with the choices made before it."""
    return _resolve(choices)[1]


def resolve(choices: dict[str, int]) -> dict[str, int]:
    """The choices that `build` really uses: every invalid one replaced by the first valid one."""
    return _resolve(choices)[0]


def build_sides(choices: dict[str, int]) -> tuple[Side, Side, bool]:
    """Both sides of the chosen sentence, without final punctuation, and whether it is a question."""
    done = resolve(choices)
    ctx = Context(random.Random(0))
    who = list(_SUBJECTS.values())[done["subject"]](ctx)
    verb, noun, det = _VERBS[done["verb"]], _NOUNS[done["object"]], list(_DETS)[done["determiner"]]
    adjective = BUILDER_SLOTS["adjective"][done["adjective"]][0]
    owner = pronoun(ctx, "我") if det == "的" else None
    obj = noun_phrase(ctx, noun, "" if owner else det, adjective, owner)
    pred = with_object(ctx, verb, obj, noun)
    if done["place"]:
        pred = at_place(ctx, pred, BUILDER_SLOTS["place"][done["place"]][0])
    time = BUILDER_SLOTS["time"][done["time"]][0]
    question = done["form"] == 2
    zh, en = clause(ctx, who, pred, _aspect(done), time, "yes-no" if question else "")
    return zh, en, question
