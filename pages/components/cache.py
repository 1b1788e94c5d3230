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
from collections.abc import Callable
from typing import Any

from cachetools import LRUCache, cached

BUDGET = 150_000_000
LIGHT = frozenset((str, int, float, bool, type(None)))
"""Types of which nothing is counted."""


def within(budget: int) -> Callable:
    """A decorator: the results of all functions that bear it are together never more than ``budget`` bytes.

    Each is made once, however many threads ask; what is raised is not kept, nor is a result that is too large.
    """
    cache, condition = LRUCache(budget, getsizeof=lambda result: result[1]), threading.Condition()

    def shared(make: Callable) -> Callable:
        signature, name = inspect.signature(make), (make.__module__, make.__qualname__)

        def key(*args, **kwargs) -> tuple:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            return (name, *bound.arguments.values())

        @cached(cache, key, condition=condition)
        def sized(*args, **kwargs) -> tuple[Any, int]:
            made = make(*args, **kwargs)
            return made, size_of(made)  # counted here: others may look into the cache meanwhile

        cached_call = functools.wraps(make)(lambda *args, **kwargs: sized(*args, **kwargs)[0])
        cached_call.cache = cache
        return cached_call

    return shared


shared = within(BUDGET)


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
