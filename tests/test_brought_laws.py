"""The laws of our own models, over a small one of each family that was brought: cells, links, deep traces."""

import random

import pytest
import torch
from test_brought_walk import KINDS, TEXT, brought  # noqa: F401 (a fixture)
from test_deep_trace import same_steps

from core import blocks, builder, half_precision, zoo
from core.check import agrees
from pages.components.stage.findings import finding

STEPS, CELLS = 80, 4
every_kind = pytest.mark.parametrize("brought", KINDS, indirect=True)


@pytest.fixture
def traced(brought):  # noqa: F811
    subject = zoo.load(brought)
    given = subject.examples[0] if subject.abilities.reads == "picture" else TEXT
    return subject, given, subject.trace(given)


@every_kind
def test_sampled_cells_are_worked_again_and_lead_to_steps_or_parameters(traced):
    _, _, trace = traced
    draw, steps = random.Random(0), [step for step in trace.values() if step.equation is not None]
    for step in draw.sample(steps, min(STEPS, len(steps))):
        for _ in range(CELLS):
            cell = tuple(draw.randrange(n) for n in step.shape)
            assert agrees(trace.worked(step.name, cell), step.at(cell)), (step.name, cell)
            for name, index in trace.sources(step.name, cell):
                shape = trace[name].shape if name in trace else trace.parameters[name].shape
                assert len(index) == len(shape) and all(0 <= i < n for i, n in zip(index, shape)), (step.name, name)


@every_kind
def test_every_parameter_is_read_and_every_input_has_a_name(traced):
    subject, _, trace = traced
    read = {name for step in trace.values() for name in step.inputs}
    assert {name for name in read if name not in trace} <= set(trace.parameters)
    assert {name for name, _ in subject.model.named_parameters()} <= read


@every_kind
def test_a_cell_changes_with_its_sources_alone(traced):
    """An equation run again, its sampled cell depends on just the cells that are named, as autograd says."""
    _, _, trace = traced
    draw = random.Random(1)
    steps = [step for step in trace.values() if step.equation is not None and step.value.is_floating_point()]
    for step in draw.sample(steps, min(STEPS, len(steps))):
        cell = tuple(draw.randrange(n) for n in step.shape)
        args, names = step.arguments(0), [reference.name for reference in step.references[0]]
        alive = [arg.detach().clone().requires_grad_() if isinstance(arg, torch.Tensor) and arg.is_floating_point()
                 else arg for arg in args]
        value = step.equation.function(*alive)
        if not value.requires_grad:
            continue
        asked = [(name, arg) for name, arg in zip(names, alive) if name and getattr(arg, "requires_grad", False)]
        grads = torch.autograd.grad(value[cell], [arg for _, arg in asked], allow_unused=True)
        named = set(trace.sources(step.name, cell))
        for (name, _), grad in zip(asked, grads):
            felt = grad.nonzero().tolist() if grad is not None else []
            assert {(name, tuple(index)) for index in felt} <= named, (step.name, cell, name)


@every_kind
def test_a_deep_trace_is_the_whole_one_bit_for_bit(traced, monkeypatch):
    subject, given, whole = traced
    assert whole.blocks is None
    monkeypatch.setattr(blocks, "DEEP", 0)
    monkeypatch.setattr(builder, "LARGE", 0)
    deep = subject.trace(given)
    assert deep.blocks
    same_steps(deep, whole)


@every_kind
@pytest.mark.parametrize(("part", "apart"), [(half_precision.PART, 0), (20, 1e-4)])
def test_weights_held_in_half_precision_give_the_numbers_of_the_same_in_single(traced, part, apart, monkeypatch):
    """Raised as a whole bit for bit; raised in parts, a product adds up in another order."""
    monkeypatch.setattr(half_precision, "PART", part)
    subject, given = zoo.fresh(traced[0].name), traced[1]
    for parameter in subject.model.parameters():
        parameter.data = parameter.data.half()
    held = subject.trace(given)
    findings = {name: finding(held, name, 0) for name in held}
    assert not any(half_precision.is_half(value) for step in held.values() for value in step.values)
    for parameter in subject.model.parameters():
        parameter.data = parameter.data.float()
    single = subject.trace(given)
    for name, step in single.items():
        assert (findings[name] is None) == (finding(single, name, 0) is None), name
        assert all(torch.allclose(a, b, rtol=0, atol=apart) for a, b in zip(held[name].values, step.values)), name
