"""Whole statements: the mix that training sees, and the deeper or longer ones that it does not."""

from core.data import grammar_actions as simple
from core.data import grammar_facts as facts
from core.data import lexicon as lex
from core.data.grammar_joined import because, but, complement, opposed
from core.data.grammar_nouns import Both, Context, person
from core.data.grammar_predicates import object_relative, subject_relative, with_object
from core.data.grammar_verbs import clause


def statement(ctx: Context) -> Both:
    """Any statement as training has them; what turns out too deep or too long is left out there."""
    roll = ctx.rng.random()
    kinds = ((0.26, simple.action), (0.34, simple.state), (0.40, simple.giving), (0.46, simple.putting),
             (0.51, facts.description), (0.56, facts.comparison), (0.60, facts.identity),
             (0.63, facts.location), (0.64, facts.weather), (0.66, facts.animals), (0.70, complement),
             (0.74, because), (0.78, but), (0.88, contrast), (1.0, because_but))
    return next(kind for limit, kind in kinds if roll < limit)(ctx)


def deep(ctx: Context) -> Both:
    """A statement deeper or longer than any in training: two relative clauses, one inside another, or more words."""
    roll = ctx.rng.random()
    if roll < 0.04:
        return _nested(ctx)
    if roll < 0.5:
        return contrast(ctx)
    return because_but(ctx)


def contrast(ctx: Context) -> Both:
    """A ， 但是 B, where either half may be about a person with a relative clause."""
    return opposed(ctx, _half(ctx), _half(ctx))


def because_but(ctx: Context) -> Both:
    """因为 A ， 所以 B ， 但是 C."""
    return opposed(ctx, because(ctx), complement(ctx) if ctx.chance(0.3) else _half(ctx))


def _half(ctx: Context) -> Both:
    """One clause that can stand on either side of 但是."""
    if ctx.chance(0.45):
        return simple.action(ctx, subject_relative(ctx))
    return ctx.rng.choice((simple.action, simple.state, facts.description, facts.comparison, facts.location))(ctx)


def _nested(ctx: Context) -> Both:
    """A relative clause whose subject carries a relative clause."""
    verb = ctx.rng.choice([lex.STATES["喜欢"], *[v for v in lex.ACTIONS if v.zh in "看喝穿找用"]])
    noun = ctx.rng.choice(verb.objects)
    obj = object_relative(ctx, noun, verb.zh, nested=True)
    if obj is None:
        ctx.forget()
        return simple.action(ctx)
    if ctx.chance(0.4) and any(a.more for a in lex.ADJECTIVES_OF[noun]):
        adj = ctx.rng.choice([a for a in lex.ADJECTIVES_OF[noun] if a.more])
        ctx.combos.append((adj.zh, noun))
        return facts.describe(ctx, obj, adj.zh, adj.en)
    return clause(ctx, person(ctx), with_object(ctx, verb, obj, noun), "hab" if verb.zh == "喜欢" else "past")
