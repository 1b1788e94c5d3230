"""Two pages at a time, first come, first served: sixty that run at once only take the processor from each other.

A page's script is plain Python, of which one thread runs at a time. Sixty that run at once change places thousands of
times, and the thread that sends what they made hardly gets its turn: the last reader waits twice as long, the first
almost as long as the last. A step of the walkthrough is short and goes before the pages.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

AT_ONCE = 2
LONG = 3.0
"""Seconds after which one that runs no longer counts: it waits for something, or has more to compute than a page."""

_lock = threading.Lock()
_steps: deque[threading.Event] = deque()
_pages: deque[threading.Event] = deque()
_begun: dict[threading.Event, float] = {}  # when each that runs was let in
_inside = threading.local()


@contextmanager
def passed(step: bool = False) -> Iterator[None]:
    """Wait for one's turn; within it nobody waits again."""
    if getattr(_inside, "now", False):
        yield
        return
    me = threading.Event()
    with _lock:
        (_steps if step else _pages).append(me)
        _let_in()
    while not me.wait(_until_one_is_long()):
        with _lock:
            _let_in()
    _inside.now = True
    try:
        yield
    finally:
        _inside.now = False
        with _lock:
            del _begun[me]
            _let_in()


def _until_one_is_long() -> float:
    """Seconds until one more of those that run no longer counts."""
    with _lock:
        now = time.monotonic()
        return min((begun + LONG - now for begun in _begun.values() if now - begun < LONG), default=0.0)


def _let_in() -> None:
    """The next ones, as many as there is room for."""
    now = time.monotonic()
    while (_steps or _pages) and sum(now - begun < LONG for begun in _begun.values()) < AT_ONCE:
        following = (_steps or _pages).popleft()
        _begun[following] = now
        following.set()
