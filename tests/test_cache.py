"""What is kept for all readers: within its budget in bytes, made once, the one used longest ago goes first."""

import ast
import gc
import re
import threading
import time
import weakref
from dataclasses import dataclass

import numpy as np
import pytest
import torch
from house import PAGES, name_of
from test_house import cached

from core import catalog, zoo
from pages.components import cache, runs, turnstile
from pages.components.cache import lent, size_of, within
from pages.components.lesson import near


def test_item_8_the_budget_holds_whatever_comes():
    shared, sizes = within(1_000_000), []
    small, large = shared(lambda i: np.zeros((i * 7919) % 10_000)), shared(lambda i: np.zeros((i * 7919) % 40_000))
    cache = small.cache
    for i in range(300):
        (large if i % 4 else small)(i)
        sizes.append(cache.currsize)
    assert max(sizes) <= 1_000_000 and cache.currsize == sum(size_of(made) for made, _ in cache.values())
    assert cache.currsize > 500_000 and len(cache) < 40 and large.cache is cache


def test_item_8_the_one_used_longest_ago_goes_first_and_one_too_large_is_not_kept():
    made = []

    @within(3000)
    def make(key, size=1000):
        made.append(key)
        return bytes(size - 33)

    for key in "abcacbdac":
        make(key)
    assert made == ["a", "b", "c", "d", "a", "c"]
    assert len(make("large", 10_000)) == 9967 and len(make.cache) == 3 and make.cache.currsize <= 3000


def test_item_8_what_is_asked_for_at_once_is_made_once():
    made = []

    @within(1000)
    def make(key):
        made.append(1)
        time.sleep(0.05)
        return "value"

    threads = [threading.Thread(target=make, args=("key",)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [1]


def test_what_fails_is_asked_again():
    answers = iter([ValueError("no"), None])

    @within(1000)
    def make():
        error = next(answers)
        if error:
            raise error
        return 7

    with pytest.raises(ValueError, match="no"):
        make()
    assert make() == 7


@dataclass
class Holding:
    one: torch.Tensor
    other: object


@pytest.mark.parametrize(("value", "least", "most"), [
    (np.zeros(10_000), 80_000, 80_200),
    (np.zeros((100, 1000))[:1], 800_000, 800_300),
    (torch.zeros(10_000), 40_000, 40_300),
    (Holding(torch.zeros(10_000), None), 40_000, 41_000),
    ([bytes(1000)] * 50, 1000, 2000),
    ({"a": (torch.zeros(1000), [torch.zeros(1000)])}, 8000, 9500),
    (torch.zeros(10_000)[:5], 40_000, 40_300),
])
def test_a_result_counts_all_that_it_holds_once(value, least, most):
    assert least <= size_of(value) <= most


def test_a_view_and_its_whole_count_once():
    whole = torch.zeros(10_000)
    assert size_of([whole, whole[:5], whole.view(100, 100)]) < 41_000


def test_item_8_runs_are_kept_by_their_bytes():
    cached_trace = within(3_000_000)(runs.cached_trace.__wrapped__)
    first = cached_trace("translator-zh-en", "我爱你。")
    assert cached_trace("translator-zh-en", "我爱你。", ()) is first
    trace = zoo.load("translator-zh-en").trace("我爱你。")
    assert size_of(trace) >= sum(step.value.nbytes for step in trace.values())
    for i in range(1, 13):
        cached_trace("translator-zh-en", "书" * i)
        assert cached_trace.cache.currsize <= 3_000_000
    assert cached_trace("translator-zh-en", "我爱你。") is not first


class Made:
    """What can be kept, and found again."""


def test_what_is_lent_is_not_held_and_is_made_again():
    make = within(10_000)(lambda key, large=0: Made())
    one = lent(make("a"))
    assert one() is make("a") is one()
    make.cache.clear()
    gc.collect()
    assert type(one()) is Made and one() is make("a"), "it was forgotten: the next to ask has it made anew"
    other = Made()
    assert lent(other)() is other and lent(None)() is None and lent("text")() == "text"


def test_a_panel_of_a_session_holds_no_run(monkeypatch):
    """Streamlit keeps a fragment's arguments two minutes longer than a reader is there."""
    kept, drawn = [], []
    monkeypatch.setattr(cache.st, "fragment", lambda draw: lambda *given: kept.append((draw, given)) or draw(*given))
    make = within(10_000)(lambda key: Made())
    panel = near.panel(lambda run, word: drawn.append((type(run), word)))
    panel(make("a"), "word")
    held = weakref.ref(make("a"))
    make.cache.clear()
    gc.collect()
    assert held() is None
    (draw, given), = kept
    draw(*given)
    assert drawn == [(Made, "word")] * 2 and len(make.cache) == 1


def test_a_run_that_has_left_the_cache_is_made_again_in_turn(monkeypatch):
    kept, in_turn = [], []
    monkeypatch.setattr(cache.st, "fragment", lambda draw: lambda *given: kept.append((draw, given)) or draw(*given))
    make = within(10_000)(lambda key: in_turn.append(getattr(turnstile._inside, "now", False)) or Made())
    near.panel(lambda run: None)(make("a"))
    make.cache.clear()
    gc.collect()
    (draw, given), = kept
    draw(*given)
    assert in_turn == [False, True]


@pytest.mark.parametrize("name", catalog.names(brought=False))
def test_a_run_goes_as_soon_as_nobody_holds_it(name):
    """It is in no cycle, which only a collection of all objects would find."""
    gc.disable()
    try:
        trace = zoo.load(name).trace(catalog.examples(name)[0])
        held = weakref.ref(trace), weakref.ref(list(trace.values())[-1])
        del trace
        assert [one() for one in held] == [None, None]
    finally:
        gc.enable()


def test_a_run_is_not_charged_for_the_parameters_of_its_model():
    model = torch.nn.Linear(100, 100)
    assert size_of({"run": 1, **dict(model.named_parameters())}) < 1000
    assert size_of({"run": 2, "view": model.weight.detach()[:3], **dict(model.named_parameters())}) < 1000
    poet = zoo.load("poet")
    trace = poet.trace(poet.examples[0])
    assert size_of(trace) < sum(parameter.nbytes for parameter in poet.model.parameters())


def test_what_streamlit_keeps_are_few_things():
    """It counts no bytes of resources: here models, of which the largest has 5 MB."""
    decorators = {name_of(path): ast.unparse(decorator) for path in PAGES for _, decorator in cached(path)
                  if "cache_resource" in ast.unparse(decorator)}
    assert decorators and all(re.search(r"max_entries=[1-4]\b", text) for text in decorators.values()), decorators
    assert not [name_of(path) for path in PAGES for _, how in cached(path) if "cache_data" in ast.unparse(how)]


def test_all_models_together_are_small_and_stay():
    """A class that visits all pages would have them read again and again otherwise."""
    first = [zoo.load(name) for name in catalog.names()]
    assert all(zoo.load(name) is one for name, one in zip(catalog.names(), first))
    assert sum(parameter.nbytes for one in first for parameter in one.model.parameters()) < 115_000_000
