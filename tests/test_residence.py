"""The memory of a brought model is given back and taken again; whoever holds a trace of it does not notice."""

import ctypes
import time

import pytest
import torch
from samples import RUNS

from core import residence
from core.blocks import OPENED
from core.trace import record
from pages.components import few_heaps


@pytest.fixture
def run():
    run = RUNS["gpt"]()
    weights = {name: value.detach().clone() for name, value in run.model.named_parameters()}
    residence.keep("sample", run.model, lambda: {name: value.clone() for name, value in weights.items()})
    yield run
    del residence._inside["sample"]


def nbytes(model):
    return sum(parameter.nbytes for parameter in model.parameters())


def test_a_trace_that_was_made_before_computes_the_same_after(run):
    with record(run.model, labels=run.labels, deep=True) as trace:
        run.forward()
    names = [name for path in trace.blocks for name in trace.blocks.names(path)]
    before, full = [trace[name].values for name in names], nbytes(run.model)
    residence.rest(0)
    assert nbytes(run.model) == 0 < full and not len(OPENED)
    residence.use("sample")
    assert nbytes(run.model) == full
    assert all(torch.equal(a, b) for name, values in zip(names, before) for a, b in zip(trace[name].values, values))


def test_what_was_used_just_now_stays(run):
    full = nbytes(run.model)
    residence.use("sample")
    residence.rest(60)
    assert nbytes(run.model) == full
    residence._inside["sample"].used = time.monotonic() - 61
    residence.rest(60)
    assert nbytes(run.model) == 0


def test_a_model_that_comes_while_others_rest_disturbs_nobody(run, monkeypatch):
    other = RUNS["gpt"]().model
    rest = residence.Resident.rest

    def slow(resident, idle):
        residence.keep("other", other, dict)
        rest(resident, idle)

    monkeypatch.setattr(residence.Resident, "rest", slow)
    residence.rest(0)
    assert nbytes(run.model) == 0 < nbytes(residence._inside.pop("other").model)


def test_what_is_not_kept_there_is_always_there():
    residence.use("translator-zh-en")


@pytest.mark.parametrize("error", [OSError, AttributeError, TypeError], ids=["no library", "another", "Windows"])
def test_without_the_c_library_of_linux_nothing_is_set_and_nothing_fails(run, monkeypatch, error):
    def loaded(name):
        raise error(name)

    monkeypatch.setattr(ctypes, "CDLL", loaded)
    few_heaps.share_heaps()
    residence.rest(0)
    assert nbytes(run.model) == 0
