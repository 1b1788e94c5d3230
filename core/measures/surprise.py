"""How probable what the grammar drew was: known by construction, since every sentence is drawn choice by choice.

A context that watches draws exactly what the plain one draws and keeps each decision with its probability. What makes
no difference is no decision: equal options count as one, a number drawn between 0 and 1 is asked only where it is
compared, and what was drawn and not wanted (``Context.until``) is counted out by the probability of fitting.

Several derivations can say the same words, so a derivation's surprise is at least its sentence's. ``others`` looks for
them; what it misses leaves the sentence's surprise too large, never too small.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import math
import random
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from core.data.grammar_nouns import Context, Found


class MisfitError(Exception):
    """What was drawn does not fit, or a script does not say what to draw."""


class Decision(NamedTuple):
    """One of some different options, with their probabilities, and which was taken."""

    options: tuple
    shares: tuple[float, ...]
    taken: int

    @property
    def share(self) -> float:
        """The probability of the one that was taken."""
        return self.shares[self.taken]


class Chooser:
    """A derivation's random numbers, each decision kept. ``of_fitting``: ln p that what ``until`` drew fitted."""

    def __init__(self):
        self.decisions: list[Decision] = []
        self.of_fitting = 0.0

    @property
    def nats(self) -> float:
        """-log probability of all decisions, the wanted ones among those that fit."""
        return self.of_fitting - math.fsum(math.log(one.share) for one in self.decisions)

    def choice(self, options: Sequence) -> Any:
        """One of the options; equal ones are one, with its share."""
        shares = _shares(tuple(options))
        return self.decide(tuple(shares[0]), shares[1], lambda rng: rng.choice(options))

    def sample(self, options: Sequence, count: int) -> list:
        """Some of the options, in order; all orders have one probability."""
        orders = tuple(map(list, itertools.permutations(options, count)))
        return self.decide(orders, (1 / len(orders),) * len(orders), lambda rng: rng.sample(options, count))

    def random(self) -> Roll:
        """A number between 0 and 1, which decides only when it is compared."""
        return Roll(self)

    def decide(self, options: tuple, shares: tuple[float, ...], draw: Callable[[random.Random], Any]) -> Any:
        """Take one of the options and keep the decision; ``draw`` says which would have been drawn."""
        taken = self.take(options, draw) if len(options) > 1 else self.alone(draw)
        if len(options) > 1:
            self.decisions.append(Decision(options, shares, taken))
        return options[taken]

    def take(self, options: tuple, draw: Callable[[random.Random], Any]) -> int:
        """Which of the options; subclasses say."""
        raise NotImplementedError

    def alone(self, draw: Callable[[random.Random], Any]) -> int:
        """The only option."""
        return 0


class Drawn(Chooser):
    """Drawn from a generator, just as without being watched."""

    def __init__(self, rng: random.Random):
        super().__init__()
        self.rng = rng

    def random(self) -> Roll:
        return Roll(self, self.rng.random())

    def take(self, options, draw):
        return options.index(draw(self.rng))

    def alone(self, draw):
        draw(self.rng)
        return 0


@dataclass
class Script(Chooser):
    """Drawn by a list of indices; after its end ``then(options)`` says which."""

    indices: Sequence[int]
    then: Callable[[tuple], int] = lambda options: 0

    def __post_init__(self):
        super().__init__()

    def take(self, options, draw):
        at = len(self.decisions)
        return self.indices[at] if at < len(self.indices) else self.then(options)


@dataclass
class Roll:
    """A number between ``low`` and ``high``: all that is known of it so far. ``value``: if it was really drawn."""

    chooser: Chooser
    value: float | None = None
    low: float = field(default=0.0, init=False)
    high: float = field(default=1.0, init=False)

    def __lt__(self, limit: float) -> bool:
        if not self.low < limit < self.high:
            return self.high <= limit
        below = (limit - self.low) / (self.high - self.low)
        is_below = self.chooser.decide((True, False), (below, 1 - below), lambda rng: self.value < limit)
        if is_below:
            self.high = limit
        else:
            self.low = limit
        return is_below


@functools.lru_cache(maxsize=4096)
def _grouped(options: tuple) -> tuple[tuple, tuple[float, ...]]:
    different = tuple(dict.fromkeys(options))
    return different, tuple(options.count(one) / len(options) for one in different)


def _shares(options: tuple) -> tuple[tuple, tuple[float, ...]]:
    """The different options and the share of each."""
    try:
        return _grouped(options)
    except TypeError:  # an option without a hash
        return options, (1 / len(options),) * len(options)


class Watching(Context):
    """A context whose random numbers are a ``Chooser``."""

    def until(self, draw: Callable[[Context], Found], fits: Callable[[Found], bool]) -> Found:
        """What fits, and its probability among what fits; a script has one attempt."""
        self.rng.of_fitting += math.log(fitting(draw, fits))
        before = len(self.rng.decisions)
        while not fits(drawn := draw(self)):
            if isinstance(self.rng, Script):
                raise MisfitError
            del self.rng.decisions[before:]
        return drawn


def fitting(draw: Callable[[Context], Found], fits: Callable[[Found], bool]) -> float:
    """The probability that what is drawn fits."""
    return math.fsum(share for drawn, share in outcomes(draw) if fits(drawn))


@functools.lru_cache(maxsize=16)
def outcomes(draw: Callable[[Context], Found]) -> tuple[tuple[Found, float], ...]:
    """All that a part of the grammar can draw, with its probability: one for each way to draw it."""
    return tuple((drawn, math.exp(-script.nats)) for drawn, script in ways(draw))


def ways(draw: Callable[[Context], Found]) -> Iterator[tuple[Found, Script]]:
    """Every derivation of a part of the grammar, and its decisions."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        script = Script(indices := waiting.pop())
        with contextlib.suppress(MisfitError):
            yield draw(Watching(script)), script
        taken = tuple(one.taken for one in script.decisions)
        for at in range(len(indices), len(taken)):
            waiting += [(*taken[:at], other) for other in range(1, len(script.decisions[at].options))]


def watched(rng: random.Random, draw: Callable[[Context], Found]) -> tuple[Found, Drawn]:
    """One derivation as it is drawn, and its decisions."""
    drawn = Drawn(rng)
    return draw(Watching(drawn)), drawn


def _spoken(option: Any) -> str:
    """The Chinese of an option, if it has any."""
    return option if isinstance(option, str) else getattr(option, "zh", "") or ""


@dataclass
class Again(Script):
    """A derivation anew with one decision changed: as before wherever the same is to be decided, else in its words."""

    rest: Sequence[Decision] = ()
    words: frozenset[str] = frozenset()
    at: int = 0

    def take(self, options, draw):
        if len(self.decisions) < len(self.indices):
            return self.indices[len(self.decisions)]
        for ahead in range(self.at, len(self.rest)):
            if self.rest[ahead].options == options:
                self.at = ahead + 1
                return self.rest[ahead].taken
        for i, option in enumerate(options):
            if _spoken(option) in self.words:
                return i
        if isinstance(options[0], str):
            raise MisfitError
        return 0


def others(draw: Callable[[Context], Found], words_of: Callable[[Found], Hashable], drawn: Chooser,
           sides: Found) -> dict[tuple[int, ...], float]:
    """The derivations of one sentence, found from one of them by changing a decision at a time, with probabilities.

    ``words_of``: the words of what was derived. With two hundred the search ends.
    """
    words, first = words_of(sides), tuple(drawn.decisions)
    known, waiting = {_taken(first): math.exp(-drawn.nats)}, [first]
    while waiting and len(known) < 200:
        for script in _changed(draw, waiting.pop(), frozenset(words), lambda again: words_of(again) == words):
            if (key := _taken(script.decisions)) not in known:
                known[key] = math.exp(-script.nats)
                waiting.append(tuple(script.decisions))
    return known


def _taken(decisions: Sequence[Decision]) -> tuple[int, ...]:
    return tuple(one.taken for one in decisions)


def _changed(draw: Callable[[Context], Found], decisions: Sequence[Decision], words: frozenset[str],
             same: Callable[[Found], bool]) -> Iterator[Script]:
    """The derivations with another option at one place that still say the same; a word that is heard stays."""
    for at, one in enumerate(decisions):
        if _spoken(one.options[one.taken]) in words:
            continue
        for other in range(len(one.options)):
            script = Again((*_taken(decisions[:at]), other), rest=decisions[at + 1:], words=words)
            with contextlib.suppress(MisfitError):
                if other != one.taken and same(draw(Watching(script))):
                    yield script
