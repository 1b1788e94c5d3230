"""A few seats for expensive work on this server: who comes first sits, the others wait in line."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Hashable


class Seats:
    """``count`` seats. Whoever has not asked for ``patience`` seconds (a closed tab) loses seat or place in line."""

    def __init__(self, count: int, patience: float, clock: Callable[[], float] = time.monotonic):
        self.count, self.patience, self.clock = count, patience, clock
        self._asked: dict[Hashable, float] = {}  # in the order of arrival
        self._lock = threading.Lock()

    def ask(self, who: Hashable) -> int:
        """0: seated; else the place in line, from 1. To be asked again and again while sitting or waiting."""
        with self._lock:
            now = self.clock()
            self._asked[who] = now
            for gone in [other for other, asked in self._asked.items() if now - asked > self.patience]:
                del self._asked[gone]
            return max(0, list(self._asked).index(who) - self.count + 1)

    def leave(self, who: Hashable) -> None:
        """Give up the seat or the place in line."""
        with self._lock:
            self._asked.pop(who, None)
