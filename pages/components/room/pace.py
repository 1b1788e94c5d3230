"""How often one address may ask: enough for a campus behind one, not for a program that asks without end."""

from __future__ import annotations

import time
from collections import OrderedDict

from starlette.requests import Request

KEPT = 10_000  # addresses that are remembered


class Pace:
    """What is left to an address: so many at once; it fills up again with time."""

    def __init__(self, at_once: int, a_second: float) -> None:
        self.at_once, self.a_second = at_once, a_second
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allows(self, address: str, now: float) -> bool:
        """Whether one more may be asked at this moment, in seconds of any clock."""
        left, latest = self._left.pop(address, (float(self.at_once), now))
        left = min(self.at_once, left + self.a_second * (now - latest))
        self._left[address] = (left - 1 if left >= 1 else left), now
        while len(self._left) > KEPT:
            self._left.popitem(last=False)
        return left >= 1

    @staticmethod
    def of(request: Request, what: str) -> bool:
        """The same for a request of one kind."""
        address = request.client.host if request.client else ""
        return _PACES[what].allows(address, time.monotonic())


_PACES = {"streams": Pace(5_000, 200), "answers": Pace(5_000, 200), "lectures": Pace(5_000, 200),
          "rooms": Pace(30, 1 / 60)}
