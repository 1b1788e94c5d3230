"""Sentences for slot filling: somebody arrives at a city or leaves it, at some time; which word fills which slot.

The same city fills another slot after ``arrive`` than after ``leave``, however many words lie between: only what
was read before can tell.
"""

import random
from collections.abc import Iterator

from core.data.vocabulary import SPECIALS, Vocabulary

LABELS = ("other", "destination", "departure", "time")
SLOT_OF = {"arrive": "destination", "leave": "departure"}
CITIES = ("Taipei", "Beijing", "Shanghai", "Paris", "London", "Tokyo")
OPENINGS = ("I would like to", "I want to", "we plan to", "please let me", "they must", "my friend will")
FILLERS = ("", "", "sunny", "lovely", "sunny old", "lovely old", "the lovely sunny old", "the old city of")
TIMES = ("on November 2nd", "on Monday", "on Friday", "tomorrow", "tonight", "in May", "")
Tagged = tuple[tuple[str, ...], tuple[str, ...]]
"""Words, and a label for each of them."""


def vocabulary() -> Vocabulary:
    """All words of these sentences."""
    texts = (*OPENINGS, *FILLERS, *TIMES, *CITIES, *SLOT_OF, "and")
    return Vocabulary((*SPECIALS, *sorted({word for text in texts for word in text.split()})), "en")


def sentence(draw: random.Random) -> list[tuple[str, ...]]:
    """The pieces of a sentence: opening, then one or two of (verb, filler, city, time)."""
    verbs = draw.sample(tuple(SLOT_OF), draw.choice((1, 1, 2)))
    cities = draw.sample(CITIES, len(verbs))
    return [(draw.choice(OPENINGS),), *((verb, draw.choice(FILLERS), city, draw.choice(TIMES))
                                        for verb, city in zip(verbs, cities))]


def tagged(pieces: list[tuple[str, ...]]) -> Tagged:
    """Words and labels of the pieces."""
    opening, *journeys = pieces
    labelled = [(word, "other") for word in opening[0].split()]
    for i, (verb, filler, city, time) in enumerate(journeys):
        labelled += [("and", "other")] * bool(i) + [(word, "other") for word in (verb, *filler.split())]
        labelled += [(city, SLOT_OF[verb])] + [(word, "time") for word in time.split()]
    words, labels = zip(*labelled)
    return words, labels


def swapped(pieces: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The same sentence with arriving and leaving exchanged."""
    other = dict(zip(SLOT_OF, reversed(SLOT_OF)))
    return [pieces[0], *((other[verb], *rest) for verb, *rest in pieces[1:])]


def pairs(seed: int) -> Iterator[tuple[Tagged, Tagged]]:
    """Endless random sentences, each with its exchanged twin: every city fills both slots equally often."""
    draw = random.Random(seed)
    while True:
        pieces = sentence(draw)
        yield tagged(pieces), tagged(swapped(pieces))


def six() -> tuple[Tagged, ...]:
    """The sentence of the notes for three cities, each arriving and leaving."""
    return tuple(tagged([("I would like to",), (verb, "", city, "on November 2nd")])
                 for city in CITIES[:3] for verb in SLOT_OF)


def examples() -> list[str]:
    """Sentences to begin with."""
    return ["I would like to arrive Taipei on November 2nd", "I would like to leave Taipei on November 2nd",
            "please let me leave the lovely sunny old London tomorrow and arrive Paris on Friday",
            "we plan to arrive Tokyo in May and leave the old city of Beijing",
            "they must leave Shanghai tonight", "my friend will arrive sunny old Paris on Monday"]
