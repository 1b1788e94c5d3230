"""Results kept for all readers by the room they take: one budget in bytes, the one used longest ago goes first.

    @shared
    def run(model: str, sentence: str) -> Trace: ...       # arguments are hashable; the result is shared, never changed

A count of entries would say nothing: a run of thirty words takes a hundred times the room of a run of one.
"""

from __future__ import annotations

import functools
import inspect
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

BUDGET = 150_000_000
LIGHT = frozenset((str, int, float, bool, type(None)))
"""Types of which nothing is counted."""


class Cache:
    """Results by key, together never more than ``budget`` bytes. Each is made once, however many threads ask."""

    def __init__(self, budget: int):
        self.budget, self.size = budget, 0
        self._kept: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._making: dict[Hashable, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable, make: Callable[[], Any]) -> Any:
        """What is kept under a key, or else what ``make`` returns; what it raises is not kept."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key][0]
            making = self._making.setdefault(key, threading.Lock())
        with making:
            with self._lock:
                if key in self._kept:
                    return self._kept[key][0]
            try:
                made = make()
                self._keep(key, made, size_of(made))
            finally:
                with self._lock:
                    self._making.pop(key, None)
        return made

    def _keep(self, key: Hashable, value: Any, size: int) -> None:
        with self._lock:
            if size > self.budget:
                return
            self._kept[key], self.size = (value, size), self.size + size
            while self.size > self.budget:
                self.size -= self._kept.popitem(last=False)[1][1]


CACHE = Cache(BUDGET)


def shared(make: Callable) -> Callable:
    """The function, its results kept in the cache that all share."""
    signature, name = inspect.signature(make), (make.__module__, make.__qualname__)

    @functools.wraps(make)
    def cached_call(*args, **kwargs):
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        return CACHE.get((name, *bound.arguments.values()), lambda: make(*args, **kwargs))

    return cached_call


def size_of(value: Any) -> int:
    """About how many bytes a result holds: tensors, arrays and bytes whole, each once, and what holds them together.

    What all share is left out: modules and their parameters, also where a tensor is a view of one, functions, classes
    and strings.
    """
    from numpy import ndarray
    from torch import Tensor, nn

    seen, shared_places, sizes, size, rest = set(), set(), {}, 0, [value]
    while rest:
        one = rest.pop()
        if type(one) in LIGHT or callable(one):
            continue
        while isinstance(one, ndarray) and isinstance(one.base, ndarray):  # a view holds all that it shows a part of
            one = one.base
        if id(one) in seen:
            continue
        seen.add(id(one))
        if isinstance(one, Tensor):
            storage = one.untyped_storage()
            sizes[storage.data_ptr()] = storage.nbytes() + sys.getsizeof(one)
            if isinstance(one, nn.Parameter):
                shared_places.add(storage.data_ptr())
        elif isinstance(one, ndarray):
            size += one.nbytes
        else:
            size += sys.getsizeof(one)
            rest += _parts(one)
    return size + sum(held for place, held in sizes.items() if place not in shared_places)


def _parts(one: Any) -> list:
    """What an object holds."""
    if isinstance(one, (list, tuple, set, frozenset)):
        return list(one)
    if isinstance(one, dict):
        return list(one.values())
    slots = [getattr(one, name) for name in getattr(type(one), "__slots__", ()) if hasattr(one, name)]
    return [*getattr(one, "__dict__", {}).values(), *slots]
