"""A deep trace keeps an outline; the steps of its blocks are computed when asked for, bit for bit as in a whole one."""

import random
from fnmatch import fnmatchcase

import pytest
import torch
from samples import RUNS, SOURCE, TARGET, translation

from core import blocks, builder, catalog, zoo
from core.edits import Scale
from core.models.transformer import Transformer
from core.trace import record
from pages.components import runs
from pages.components.cache import size_of

NAMES = catalog.names()


@pytest.fixture
def deep(monkeypatch):
    """Every model counts as deep, and every value outside its blocks as large."""
    monkeypatch.setattr(blocks, "DEEP", 0)
    monkeypatch.setattr(builder, "LARGE", 0)


def traced(name):
    subject = zoo.load(name)
    return subject.trace(subject.examples[0])


def same_steps(trace, whole):
    assert list(trace) == list(whole)
    for name, step in whole.items():
        other = trace[name]
        for field in ("axes", "labels", "streams", "pairs", "letter", "references", "shapes", "shows", "edited"):
            assert getattr(other, field) == getattr(step, field), (name, field)
        assert len(other.values) == len(step.values)
        assert all(torch.allclose(a, b, rtol=0, atol=0, equal_nan=True)
                   for a, b in zip(other.values, step.values)), name


@pytest.mark.parametrize("name", NAMES)
def test_a_deep_trace_is_the_whole_one_bit_for_bit(name, deep, monkeypatch):
    trace = traced(name)
    monkeypatch.setattr(blocks, "DEEP", 10**12)
    whole = traced(name)
    assert whole.blocks is None
    same_steps(trace, whole)
    draw = random.Random(0)
    for step in draw.sample([s for s in whole.values() if s.equation is not None], 20 if len(whole) > 20 else 1):
        cell = tuple(draw.randrange(n) for n in step.shape)
        assert trace.sources(step.name, cell) == whole.sources(step.name, cell)
        assert trace.worked(step.name, cell).result == whole.worked(step.name, cell).result


@pytest.mark.parametrize("name", NAMES)
def test_some_rows_of_a_step_are_those_of_its_value(name, deep):
    trace = traced(name)
    for step in trace.values():
        if step.axes and not step.repeated:
            blocks.OPENED.clear()
            assert torch.allclose(step.rows(slice(1, 3)), step.value[1:3], atol=1e-4, equal_nan=True), step.name


@pytest.mark.parametrize("name", NAMES)
def test_a_deep_trace_holds_an_outline_only(name, deep, monkeypatch):
    trace = traced(name)
    size = size_of(trace)
    inside = [step for step in trace.values() if step.name in (trace.blocks or ())]
    shares = {step.name for step in inside if step.shows == "share" and step.equation.output == builder.ATTENTION}
    returned = {trace.blocks.entries(path)[0].output.data_ptr() for path in trace.blocks or ()}
    assert {step.name for step in inside if step.held} == shares | {
        step.name for step in inside if step.recorded[0].value is not None
        and step.recorded[0].value.data_ptr() in returned}
    assert not any(step.held for step in trace.values() if trace.blocks and step.equation and step not in inside)
    monkeypatch.setattr(blocks, "DEEP", 10**12)
    assert size < size_of(traced(name)) or not inside


def test_large_weights_are_kept_at_a_glimpse(deep, monkeypatch):
    monkeypatch.setattr(builder, "WEIGHTS", 0)
    trace = traced("poet")
    monkeypatch.setattr(blocks, "DEEP", 10**12)
    whole = traced("poet")
    names = [step.name for step in whole.values() if step.axes == ("head", "query", "key") and step.shows == "share"]
    assert names and not any(trace[name].held for name in names)
    assert all(torch.equal(trace[name].glimpse, whole[name].glimpse) for name in names)
    same_steps(trace, whole)


def test_of_all_deep_traces_few_steps_are_open_at_once(deep, monkeypatch):
    monkeypatch.setattr(blocks, "OPEN", 60_000)
    monkeypatch.setattr(blocks, "OPENED", blocks.Opened())
    most = 0
    for trace in (traced("poet"), traced("translator-zh-en")):
        for path in trace.blocks:
            _ = trace[next(iter(trace.blocks.names(path)))].value
            most = max(most, len(blocks.OPENED))
    assert 1 <= most < len(trace.blocks)


@pytest.mark.parametrize("name", sorted(RUNS))
def test_every_model_under_edits_is_the_same_deep_and_whole_and_from_an_earlier_trace(name):
    run = RUNS[name]()
    plain = recorded(run, deep=True)
    same_steps(plain, recorded(run))
    if not plain.blocks:
        return
    rows = [step for path in plain.blocks for step in plain.blocks.names(path) if plain[step].shows == "signed"]
    for site in (rows[0], rows[-1], rows[len(rows) // 2]):
        edit = Scale(site, 2.0)
        ran = []
        edited = recorded(run, edit, deep=True, earlier=plain, ran=ran)
        same_steps(edited, recorded(run, edit))
        own = next(path for path in plain.blocks if site in plain.blocks.names(path))
        order, paths = {step: i for i, step in enumerate(plain)}, list(plain.blocks)
        after = [path for path in paths if max(order[s] for s in plain.blocks.names(path)) >= order[site]]
        cached = any(hasattr(value, "rows") for path in paths for e in plain.blocks.entries(path) for value in e.args)
        assert own in after and ran == (paths if cached else after)  # what a cache holds is not compared


@pytest.mark.parametrize("name", [name for name in catalog.names() if blocks.is_deep(zoo.load(name).model)])
def test_an_edited_run_of_a_page_begins_at_the_block_that_is_edited(name, monkeypatch):
    text, ran, leave = catalog.examples(name)[0], [], builder.TraceBuilder.leave
    plain = runs.cached_trace(name, text)
    last = list(plain.blocks)[-1]
    edits = (Scale(next(iter(plain.blocks.names(last))), 2.0),)
    monkeypatch.setattr(builder.TraceBuilder, "leave",
                        lambda self, path, *rest: (ran.append(path), leave(self, path, *rest)))
    edited = runs.cached_trace(name, text, edits)
    assert ran == [last]
    same_steps(edited, zoo.load(name).trace(text, edits))


def test_of_another_input_nothing_is_taken_from_an_earlier_trace():
    plain = recorded(translation(Transformer, SOURCE, TARGET), deep=True)
    other, ran = translation(Transformer, SOURCE.flip(0), TARGET), []
    trace = recorded(other, deep=True, earlier=plain, ran=ran)
    assert ran == list(plain.blocks)
    same_steps(trace, recorded(other))


def recorded(run, *edits, ran=None, **options):
    """The run's pass under a recording; ``ran``: takes the paths of the blocks that were computed."""
    recording = record(run.model, *edits, labels=run.labels, **options)
    if ran is not None:
        keep = recording.builder.leave
        recording.builder.leave = lambda path, *rest: (ran.append(path), keep(path, *rest))
    with recording as trace:
        run.forward()
    return trace


@pytest.mark.parametrize("name", ["transformer", "gpt cached", "attention translator", "vit"])
def test_only_what_a_pattern_names_is_kept(name):
    run = RUNS[name]()
    whole = run.trace()
    with record(run.model, labels=run.labels, only=("*.weights", "logits")) as trace:
        run.forward()
    named = [step for step in whole if fnmatchcase(step, "*.weights") or step == "logits"]
    assert list(trace) == named and named
    assert all(torch.equal(trace[step].value, whole[step].value) for step in named)
