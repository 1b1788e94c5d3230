"""What the grammar draws and how probable that was: enumerated, by hand, and unchanged by being watched."""

import math
import random
from collections import Counter

import pytest

from core.data import grammar
from core.data import grammar_facts as facts
from core.data.grammar_nouns import Context, simple_person
from core.measures import surprise


def sentence(sides):
    return tuple(word[0] for word in sides[0])


def probabilities(draw, words=sentence):
    """The probability of each sentence, over all its derivations."""
    totals = Counter()
    for sides, script in surprise.ways(draw):
        totals[words(sides)] += math.exp(-script.nats)
    return totals


def toy(ctx):
    """A number compared twice, a word that comes twice among the choices, an attempt that may not fit, an order."""
    roll = ctx.rng.random()
    kind = "low" if roll < 0.2 else "middle" if roll < 0.5 else "high"
    first = ctx.rng.choice(("a", "a", "b"))
    last = ctx.until(lambda one: one.rng.choice("abc"), lambda letter: letter != first)
    order = "".join(ctx.rng.sample("xyz", 2)) if ctx.chance(0.25) else ""
    return kind, first, last, order


def test_a_toy_grammar_by_hand():
    exact = probabilities(toy, lambda drawn: drawn)
    assert math.isclose(math.fsum(exact.values()), 1)
    assert math.isclose(exact["middle", "a", "c", ""], 0.3 * 2 / 3 / 2 * 0.75)
    assert math.isclose(exact["low", "b", "a", "zx"], 0.2 * 1 / 3 / 2 * 0.25 / 6)
    rng = random.Random(1)
    for _ in range(100):
        drawn, script = surprise.watched(rng, toy)
        assert math.isclose(math.exp(-script.nats), exact[drawn])


def test_watching_changes_nothing_that_is_drawn():
    plain, watched = random.Random(4), random.Random(4)
    for _ in range(400):
        assert grammar.derive(Context(plain)) == surprise.watched(watched, grammar.derive)[0]
    assert plain.getstate() == watched.getstate()


@pytest.mark.parametrize("draw", [facts.weather, facts.animals])
def test_the_derivations_found_are_all_there_are(draw):
    """On parts that can be enumerated: a sentence's probability, and the entropy as the mean surprise of draws."""
    exact, rng = probabilities(draw), random.Random(2)
    assert math.isclose(math.fsum(exact.values()), 1)
    nats = []
    for _ in range(300):
        sides, drawn = surprise.watched(rng, draw)
        known = surprise.others(draw, sentence, drawn, sides)
        assert math.isclose(math.fsum(known.values()), exact[sentence(sides)])
        nats.append(-math.log(exact[sentence(sides)]))
    entropy = -math.fsum(p * math.log(p) for p in exact.values())
    spread = math.sqrt(math.fsum(p * (math.log(p) + entropy) ** 2 for p in exact.values()) / len(nats))
    assert abs(math.fsum(nats) / len(nats) - entropy) < 3 * spread + 1e-9


def test_what_fits_is_counted_among_what_fits():
    fit = surprise.fitting(simple_person, lambda person: not person.child)
    drawn = [simple_person(Context(random.Random(seed))) for seed in range(3000)]
    assert abs(sum(not one.child for one in drawn) / len(drawn) - fit) < 0.03 and 0.5 < fit < 1


def test_a_word_that_is_never_heard_adds_its_derivations():
    """In 我 的 朋友 a human is drawn and not used: seven derivations, one sentence."""
    rng = random.Random(3)
    drawn = [surprise.watched(rng, facts.description) for _ in range(400)]
    sides, script = next((sides, script) for sides, script in drawn if sentence(sides)[1:3] == ("的", "朋友"))
    known = surprise.others(facts.description, sentence, script, sides)
    assert len(known) % 7 == 0 and math.fsum(known.values()) > 6.9 * math.exp(-script.nats)
