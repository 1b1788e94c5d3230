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
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import fields, is_dataclass
from functools import partial
from typing import Any

import streamlit as st
from cachetools import LRUCache, cached

_makers: dict[int, tuple[weakref.ref, Callable[[], Any]]] = {}  # by id of a shared result, while it is there
BUDGET = 52_000_000
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

        @functools.wraps(make)
        def cached_call(*args, **kwargs):
            result = sized(*args, **kwargs)[0]
            if type(result).__weakrefoffset__ and id(result) not in _makers:
                again = partial(cached_call, *args, **kwargs)
                _makers[id(result)] = weakref.ref(result, partial(_forget, id(result))), again
            return result

        cached_call.cache = cache
        return cached_call

    return shared


shared = within(BUDGET)


def lent(value: Any) -> Callable[[], Any]:
    """A function that gives the value. A shared result is not held by it: one that has left the cache is made again.

    For what a session keeps, two minutes longer than its reader is there: the arguments of a fragment, and what a
    widget calls. Of a dataclass, each field is lent.
    """
    held, make = _makers.get(id(value), (None, None))
    if held is None or held() is not value:
        parts = {field.name: getattr(value, field.name) for field in fields(value)} if is_dataclass(type(value)) else {}
        if not any(id(part) in _makers for part in parts.values()):
            return lambda: value
        own, borrowed = type(value), {name: lent(part) for name, part in parts.items()}
        return lambda: own(**{name: part() for name, part in borrowed.items()})

    def again() -> Any:
        there = held()
        return make() if there is None else there

    return again


def fragment(draw: Callable[..., None],
             around: Callable[[], AbstractContextManager] = nullcontext) -> Callable[..., None]:
    """``st.fragment`` to which what it is given is lent, so that the session holds no run.

    ``around``: in what it is drawn, and a run that has left the cache made again.
    """
    @st.fragment
    @functools.wraps(draw)
    def drawn(given: tuple[Callable[[], Any], ...]) -> None:
        with around():
            draw(*(value() for value in given))

    @functools.wraps(draw)
    def fragment_of(*given) -> None:
        drawn(tuple(map(lent, given)))

    return fragment_of


def _forget(number: int, _: weakref.ref) -> None:
    _makers.pop(number, None)


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
