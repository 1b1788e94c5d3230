"""Equations as functions, modules as names, and the trace that a forward pass leaves behind.

Called plainly, an equation just computes. Inside ``with record(model) as trace:`` each call also writes a
Step: what was computed, from which steps and parameters, with which names along its axes. Where a number
came from follows from the equation's axis signature alone, so nothing has to be written twice.
"""

import functools
import threading
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from fnmatch import fnmatchcase

import torch
from torch import Tensor, nn

from core import half_precision
from core.blocks import Blocks, Entry, block_paths, is_deep
from core.builder import TraceBuilder
from core.edits import MisfitError
from core.formula import Equation, checked_shows
from core.step import Call
from core.steps import Trace

_local = threading.local()  # the active recorder; a ContextVar would break torch.compile(fullgraph=True)


def equation(number: str, latex: str, signature: str, **options) -> Callable:
    """Declare a function to be an equation of the notes; ``shows`` and the optional fields of ``Equation``."""

    def declare(function: Callable) -> Callable:
        declared = Equation.declare(function, number, latex, signature, **options)

        @functools.wraps(function)
        def call(*args):
            recorder = getattr(_local, "recorder", None)
            if recorder is None:
                return half_precision.result(declared, args)
            return recorder.compute(declared, args)

        call.equation = declared
        call.worked = declared.set_worked
        return call

    return declare


class Module(nn.Module):
    """A ``torch.nn.Module`` whose path names the steps computed inside it.

    ``axis``: the name of the axis that repeated calls of this module run along (an RNN cell: "time").
    """

    axis: str | None = None

    def __call__(self, *args, **kwargs):
        recorder = getattr(_local, "recorder", None)
        if recorder is None:
            return super().__call__(*args, **kwargs)
        outer = recorder.enter(self)
        try:
            return recorder.run(self, super().__call__, args, kwargs)
        finally:
            recorder.leave(outer)


def given(name: str, value: Tensor, axes: str, labels: Mapping[str, Sequence[str]] | None = None,
          shows: str = "signed") -> Tensor:
    """Name a value that comes from outside (word ids, pixels), so that traces can end there. Returns it as it is.

    ``shows``: how it looks, one of ``core.formula.SHOWS``; ValueError for another word.
    """
    recorder = getattr(_local, "recorder", None)
    if recorder is not None:
        checked_shows(shows, f"The input {name!r}")
        recorder.given(name, value, tuple(axes.split()), dict(labels or {}), shows)
    return value


class record:  # noqa: N801 - used as ``with record(model) as trace:``
    """Record every equation computed in this thread into a Trace, applying ``edits`` on the way.

    ``labels``: words along the axes of parameters and steps, ``{"target_embedding.W_E": {"vocabulary": words}}``;
    from there they follow the computation.
    ``gradients``: keep the autograd graph (``step.tensor`` is then differentiable); otherwise none is built.
    ``strict``: raise ValueError where an edit names a step that never ran or a place that is not there; otherwise such
    an edit is left out; and where edited numbers grow too large. An edit that makes the pass itself impossible is a
    ValueError in any case.
    ``only``: patterns of names; other steps are not kept.
    ``deep``: keep of the model's blocks an outline, and compute their steps when they are asked for; by the model's
    size where None. ``earlier``: a deep trace of the same input without edits; blocks before the first edited step are
    taken from it.
    """

    def __init__(self, model: nn.Module, *edits, labels: Mapping | None = None, gradients: bool = False,
                 strict: bool = True, only: Sequence[str] = (), deep: bool | None = None,
                 earlier: Trace | None = None):
        self.model, self.edits, self.matches, self.applied = model, edits, {}, set()
        self.paths = {id(module): f"{name}." if name else "" for name, module in model.named_modules()}
        self.path, self.axis = "", None
        self.counts: dict[str, int] = {}
        deep = not gradients and (is_deep(model) if deep is None else deep)
        layers = block_paths(model) if deep else {}
        plan, parameters = getattr(model, "plan", None), dict(model.named_parameters())
        self.builder = TraceBuilder(parameters, labels or {}, plan)
        self.blocks = Blocks(layers, functools.partial(again, model, edits, self.builder.place)) if layers else None
        self.builder.blocks = self.blocks
        self.trace = Trace(parameters, plan, self.builder.steps, self.blocks)
        self.gradients, self.strict, self.only = gradients, strict, only
        self.inside = ""  # the path of the block that is running
        self.earlier = earlier if self.blocks is not None and earlier is not None and earlier.blocks else None
        self.unchanged = unchanged_blocks(self.earlier, edits) if self.earlier is not None else frozenset()

    def __enter__(self) -> Trace:
        if getattr(_local, "recorder", None) is not None:
            raise RuntimeError("A recording is already running in this thread; end it before starting another.")
        self.grad = torch.set_grad_enabled(self.gradients)  # takes effect at once
        _local.recorder = self
        return self.trace

    def __exit__(self, kind, error, *rest) -> None:
        _local.recorder = None
        self.grad.__exit__(kind, error, *rest)
        if kind in (IndexError, RuntimeError) and self.applied:  # torch's own, as for a word beyond the vocabulary
            raise ValueError(f"With these edits the pass cannot be computed: {error}.") from error
        unused = [edit for edit in self.edits if id(edit) not in self.applied]
        if kind is None and unused and self.strict:
            raise ValueError(self.why_unused(unused[0]))
        if kind is None and not self.gradients:  # the graph hangs on the tensors as they are
            self.builder.settle()
        if self.blocks is not None and kind is None:
            self.builder.lighten()
        self.trace.close()

    def check_finite(self, name: str, value: Tensor) -> None:
        """ValueError if an edit made numbers that are none. What a mask hides is minus infinity, and may be."""
        if value.is_floating_point() and not (value.isfinite() | value.isneginf()).all():
            raise ValueError(f"With these edits the numbers grow too large for 32 bits, first in {name}.")

    def run(self, module: Module, forward: Callable, args: tuple, kwargs: Mapping):
        """The result of a module; of a deep model's block, with what it was given kept."""
        path = self.blocks.paths.get(id(module)) if self.blocks is not None and not self.inside else None
        if path is None:
            return forward(*args, **kwargs)
        if path in self.unchanged and same_input(self.earlier.blocks.entries(path), args):
            return self.builder.adopt(path, self.earlier.blocks, self.earlier.recorded_calls)
        before = {name: len(calls) for name, calls in self.builder.calls.items()}
        held = Entry(args, kwargs, None).moved(as_given)
        self.inside = path
        try:
            output = forward(*args, **kwargs)
        finally:
            self.inside = ""
        self.builder.leave(path, before, held._replace(output=output))
        return output

    def why_unused(self, edit) -> str:
        """A sentence for the reader on an edit that changed nothing."""
        names = self.builder.calls
        if any(edit in matches for matches in self.matches.values()):
            return f"{edit} names a call that was never made."
        if edit.step in names:
            return f"{edit.step!r} is given, not computed; only what is computed can be edited."
        near = get_close_matches(edit.step, names, 3)
        return f"No step is called {edit.step!r}; nearest: {', '.join(near) or 'none'}."

    def enter(self, module: Module) -> tuple[str, str | None]:
        """Name what follows after this module; returns what to hand to ``leave``."""
        outer = self.path, self.axis
        self.path = self.paths.get(id(module), self.path)
        self.axis = module.axis or self.axis
        return outer

    def leave(self, outer: tuple[str, str | None]) -> None:
        """Name what follows as before the module."""
        self.path, self.axis = outer

    def given(self, name: str, value: Tensor, axes: tuple[str, ...], labels: dict, shows: str) -> None:
        """Remember a value that no equation made."""
        if self.keeps(self.path + name):
            self.builder.add(self.path + name, None, (), value, axes=axes, labels=labels, shows=shows)

    def keeps(self, name: str) -> bool:
        """Whether a step of this name is recorded."""
        return not self.only or any(fnmatchcase(name, pattern) for pattern in self.only)

    def edits_of(self, name: str) -> list:
        """The edits whose pattern names this step; the same one for all layers is ``*.scores``."""
        if name not in self.matches:
            self.matches[name] = [edit for edit in self.edits if fnmatchcase(name, edit.step)]
        return self.matches[name]

    def compute(self, declared: Equation, args: tuple) -> Tensor:
        """Evaluate, edit, remember."""
        value = half_precision.result(declared, args)
        name = self.path + declared.name
        edits = self.edits and self.edits_of(name)
        if edits:
            number = self.counts[name] = self.counts.get(name, -1) + 1
            for edit in edits:
                value = self.edited(edit, declared, args, value, number)
            value = value.clone()  # its own also where an edit passes an input on: links go by identity
        orders = {edit.axis: edit.order for edit in edits if hasattr(edit, "order") and id(edit) in self.applied}
        if self.applied and self.strict:
            self.check_finite(name, value)
        if self.keeps(name):
            self.builder.add(name, declared, args, value, axis=self.axis, edited=bool(edits), orders=orders)
        return value

    def edited(self, edit, declared: Equation, args: tuple, value: Tensor, number: int) -> Tensor:
        """The value after one edit."""
        try:
            changed = edit.apply(declared, args, value, number)
        except MisfitError:
            if self.strict:
                raise
            return value
        if changed is not value:
            self.applied.add(id(edit))
        return changed


def again(model: nn.Module, edits: Sequence, place: torch.device, path: str,
          entries: Sequence[Entry]) -> dict[str, list[Call]]:
    """The calls of a block's runs by name, computed anew with the same edits."""
    outer, _local.recorder = getattr(_local, "recorder", None), None
    block = model.get_submodule(path)
    try:
        with record(model, *edits, strict=False, deep=False) as trace:
            for entry in entries:
                here = entry.moved(functools.partial(as_given, place=place))
                block(*here.args, **here.kwargs)
        return trace.recorded_calls
    finally:
        _local.recorder = outer


def unchanged_blocks(earlier: Trace, edits: Sequence) -> frozenset[str]:
    """The blocks of an earlier trace all of whose steps come before the first that an edit names."""
    names = list(earlier)
    first = next((i for i, name in enumerate(names) if any(fnmatchcase(name, edit.step) for edit in edits)), len(names))
    before = set(names[:first])
    return frozenset(path for path in earlier.blocks if before.issuperset(earlier.blocks.names(path)))


def same_input(entries: Sequence[Entry], args: tuple) -> bool:
    """Whether a block ran once and was given the very numbers that it is given now."""
    if len(entries) != 1 or len(entries[0].args) != len(args):
        return False
    pairs = zip(entries[0].args, args)
    return all(torch.equal(a.to(b.device), b) if isinstance(a, Tensor) and isinstance(b, Tensor)
               else isinstance(a, int | None) and a == b for a, b in pairs)


def as_given(value, place: torch.device | None = None):
    """An argument as it is now; a cache, which the block goes on to fill, as a copy that shares its tensors.

    ``place``: where its tensors shall lie, where they are where None.
    """
    if hasattr(value, "moved"):
        return value.moved(lambda tensor: as_given(tensor, place))
    return value if place is None or not isinstance(value, Tensor) else value.to(place)
