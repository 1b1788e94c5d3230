"""One page at a time, first come, first served: sixty that run at once only take the processor from each other.

A page's script is plain Python, of which one thread runs at a time. Sixty that run at once change places thousands of
times, and the thread that sends what they made hardly gets its turn: the last reader waits twice as long, the first
almost as long as the last. A step of the walkthrough is short and has a turnstile of its own: no page is before it.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 1
LONG = 1.0
"""Seconds after which one that runs no longer counts: it waits for something, or has more to compute than a page."""

_inside = threading.local()


class Turnstile:
    """Lets AT_ONCE in, the others in the order of their coming."""

    def __init__(self):
        self._lock = threading.Lock()
        self.waiting: deque[threading.Event] = deque()
        self.begun: dict[threading.Event, float] = {}  # when each that runs was let in

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn, and have it."""
        me = threading.Event()
        with self._lock:
            self.waiting.append(me)
            self._let_in()
        while not me.wait(self._until_one_is_long()):
            with self._lock:
                self._let_in()
        try:
            yield
        finally:
            with self._lock:
                del self.begun[me]
                self._let_in()

    def _let_in(self) -> None:
        """The next ones, as many as there is room for."""
        now = time.monotonic()
        while self.waiting and sum(now - begun < LONG for begun in self.begun.values()) < AT_ONCE:
            following = self.waiting.popleft()
            self.begun[following] = now
            following.set()

    def _until_one_is_long(self) -> float:
        """Seconds until one more of those that run no longer counts."""
        with self._lock:
            now = time.monotonic()
            return min((begun + LONG - now for begun in self.begun.values() if now - begun < LONG), default=0.0)


PAGES, STEPS = Turnstile(), Turnstile()


@contextmanager
def passed(through: Turnstile = PAGES) -> Iterator[None]:
    """Wait for one's turn; within it nobody waits again."""
    if getattr(_inside, "now", False):
        yield
        return
    with through.turn():
        _inside.now = True
        try:
            yield
        finally:
            _inside.now = False
