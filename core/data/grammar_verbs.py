"""Predicates and clauses in both languages at once: aspect, negation, tense, questions, places, times."""

from dataclasses import dataclass, field
from typing import NamedTuple

from core.data import lexicon as lex
from core.data.grammar_nouns import PUNCTUATION, Both, Context, Phrase, Side, gloss

# aspect -> (Chinese auxiliary, English auxiliary); a trailing "-" negates
MODALS = {"fut": ("会", "will"), "can": ("能", "can"), "should": ("应该", "should")}
WISHES = {"want": ("想", "want"), "like": ("喜欢", "like")}


@dataclass(frozen=True)
class Predicate:
    """A verb with everything that follows the subject: what stands before and after it in each language."""

    zh_verb: str
    en_verb: str
    key: int
    zh_before: Side = field(default_factory=list)
    zh_after: Side = field(default_factory=list)
    en_after: Side = field(default_factory=list)
    le: bool = True


def be(agree: str, past: bool = False) -> str:
    """The form of `be` for an agreement class."""
    if past:
        return "was" if agree in "13" else "were"
    return {"1": "am", "3": "is"}.get(agree, "are")


def inflect(base: str, form: int) -> list[str]:
    """Inflect the first word of a verb: 0 base, 1 third person, 2 past, 3 participle, 4 -ing."""
    head, *rest = base.split()
    return [lex.FORMS[head][form], *rest]


def _verb_words(words: list[str], key: int) -> Side:
    """English verb words: the verb is sure, its preposition weak."""
    return [(words[0], key, ()), *[(w, 0, (key,)) for w in words[1:]]]


class Keys(NamedTuple):
    """Alignment keys shared by the auxiliaries of one clause: aspect, negation, modal, question."""

    aspect: int
    negation: int
    modal: int
    question: int


def _do_or_inflect(base: str, agree: str, past: bool, need_do: bool, key: int, weak: tuple) -> tuple[Side, Side]:
    """Simple tenses: `does ... buy` in questions and negations, `buys` otherwise."""
    if need_do:
        do = "did" if past else ("does" if agree == "3" else "do")
        return [(do, 0, (key, *weak))], _verb_words(inflect(base, 0), key)
    form = 2 if past else (1 if agree == "3" else 0)
    return [], _verb_words(inflect(base, form), key)


def english_verb(pred: Predicate, aspect: str, agree: str, keys: Keys, question: bool) -> tuple[Side, Side]:
    """English auxiliary (moves before the subject in questions) and main verb group."""
    kind, negative = aspect.rstrip("-"), aspect.endswith("-")
    weak = (*((keys.question,) if question else ()), *((keys.negation,) if negative else (keys.aspect,)))
    need_do = question or negative
    k = pred.key
    if kind in ("past", "hab"):
        aux, main = _do_or_inflect(pred.en_verb, agree, kind == "past", need_do, k, weak)
    elif kind in WISHES:
        aux, main = _do_or_inflect(WISHES[kind][1], agree, False, need_do, keys.modal, weak)
        main += [("to", 0, (k, keys.modal)), *_verb_words(inflect(pred.en_verb, 0), k)]
    elif kind in MODALS:
        aux = [(MODALS[kind][1], keys.modal, weak[:-1])]
        main = _verb_words(inflect(pred.en_verb, 0), k)
    elif kind == "prog":
        aux, main = [(be(agree), 0, (keys.aspect, *weak))], _verb_words(inflect(pred.en_verb, 4), k)
    else:
        aux = [("has" if agree == "3" else "have", 0, (keys.aspect, k, *weak))]
        main = _verb_words(inflect(pred.en_verb, 3), k)
    if negative:
        main = [("not", keys.negation, ()), *main]
    return aux, main


def chinese_verb(pred: Predicate, aspect: str, keys: Keys) -> Side:
    """Chinese negation, modal or 正在, what precedes the verb, the verb, and its aspect particle."""
    kind, negative = aspect.rstrip("-"), aspect.endswith("-")
    words: Side = []
    if negative:
        words.append(("没" if kind in ("past", "exp") else "不", keys.negation, ()))
    if kind in MODALS or kind in WISHES:
        words.append((({**MODALS, **WISHES})[kind][0], keys.modal, ()))
    before = pred.zh_before
    if kind == "prog":
        # 正在 swallows the preposition 在: 他 正在 学校 学习
        swallow = before[0][2] if before and before[0][0] == "在" else ()
        sure = before[0][1] if before and before[0][0] == "在" else 0
        words.append(("正在", sure, (keys.aspect, pred.key, *swallow)))
        before = before[1:] if before and before[0][0] == "在" else before
    words += [*before, (pred.zh_verb, pred.key, ())]
    if kind == "exp":
        words.append(("过", keys.aspect, (pred.key,)))
    if aspect == "past" and pred.le:
        words.append(("了", 0, (pred.key, keys.aspect)))
    return [*words, *pred.zh_after]


def time_words(ctx: Context, zh: str) -> Both:
    """A time adverb: after the subject in Chinese, last in English."""
    if not zh:
        return [], []
    k = ctx.key()
    return [(zh, k, ())], gloss(next(times[zh] for times in lex.TIMES.values() if zh in times), k)


def place_words(ctx: Context, zh: str) -> Both:
    """在 and a place: before the verb in Chinese, after the object in English."""
    english = lex.PLACES[zh]
    k, p = ctx.key(), ctx.key()
    words = [(w, 0, (k,)) if w == "the" else (w, k, ()) for w in english[1].split()]
    return [("在", p, ()), (zh, k, ())], [(english[0], p, ()), *words]


def clause(ctx: Context, subject: Phrase, pred: Predicate, aspect: str, time: str = "", mood: str = "",
           adverb: str = "", why: Both | None = None) -> Both:
    """One clause; mood is "" for a statement, "yes-no", "wh" (inverted) or "who" (questioned subject)."""
    keys = Keys(ctx.key(), ctx.key(), ctx.key(), ctx.key())
    inverted = mood in ("yes-no", "wh")
    zh_time, en_time = time_words(ctx, time)
    aux, main = english_verb(pred, aspect, subject.agree, keys, inverted)
    zh = [*subject.zh, *zh_time, *(why[0] if why else [])]
    if adverb:
        a = ctx.key()
        zh.append((adverb, a, ()))
        main = [({"常常": "often", "也": "also"}[adverb], a, ()), *main]
    zh += chinese_verb(pred, aspect, keys)
    if mood == "yes-no":
        zh.append(("吗", 0, (keys.question, PUNCTUATION)))
    elif mood == "wh":
        # the auxiliary of a wh question has no 吗 to answer to: it belongs to the verb
        aux = [(w, s, (*weak, pred.key)) for w, s, weak in aux]
    before = [("before", keys.aspect, ())] if aspect.startswith("exp") and pred.en_verb != "go" else []
    core = [*aux, *subject.en, *main] if inverted else [*subject.en, *aux, *main]
    return zh, [*(why[1] if why else []), *core, *pred.en_after, *before, *en_time]
