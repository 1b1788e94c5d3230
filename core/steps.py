"""The trace that steps form: values by name, and for every cell the cells it was made from."""

import functools
import json
from collections.abc import Callable, Hashable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any, TypeVar

import numpy as np
from torch import Tensor

from core import half_precision
from core.cells import Cell, Numbers, behind
from core.check import MOST_CELLS, Check, check
from core.formula import Origin, Worked
from core.plan import Plan
from core.step import Call, Reference, Step

T = TypeVar("T")


class Parameters(Mapping):
    """The parameters of a model, by name: each a detached view of it, or a copy of one that lies on another device."""

    def __init__(self, parameters: Mapping[str, Tensor]):
        self._parameters = parameters

    def __getitem__(self, name: str) -> Tensor:
        return self._parameters[name].detach().cpu()

    def __contains__(self, name: object) -> bool:
        return name in self._parameters  # without a copy

    def __iter__(self) -> Iterator[str]:
        return iter(self._parameters)

    def __len__(self) -> int:
        return len(self._parameters)


class Trace(Mapping):
    """Every step of one forward pass, by name, in the order it was computed; on the CPU, wherever the model lies.

    ``grown``: the steps so far, while the pass is still being recorded; see ``core.builder``. ``blocks``: those of a
    deep model (``core.blocks.Blocks``), or None.
    """

    def __init__(self, parameters: Mapping[str, Tensor], plan: Plan | None, grown: Callable[[], dict[str, Step]],
                 blocks=None):
        self.plan, self.blocks = plan or Plan({}), blocks
        self._grown: Callable[[], dict[str, Step]] | None = grown
        self._steps_now: dict[str, Step] = {}
        self._derived: dict[Hashable, Any] = {}
        self.parameters = Parameters(parameters)

    @property
    def _steps(self) -> dict[str, Step]:
        if self._grown is not None:
            now = self._grown()
            if now is not self._steps_now:
                self._steps_now, self._derived = now, {}
        return self._steps_now

    def close(self) -> None:
        """The pass has ended: no more steps will come."""
        _ = self._steps
        self._grown = None

    def derived(self, key: Hashable, make: Callable[[], T]) -> T:
        """What ``make`` reads off the steps, kept with them under a key; made anew once the recording has gone on."""
        _ = self._steps
        if key not in self._derived:
            self._derived[key] = make()
        return self._derived[key]

    @property
    def recorded_calls(self) -> dict[str, list[Call]]:
        """The calls of each step as they are kept."""
        return {name: step.recorded for name, step in self._steps.items()}

    def __getitem__(self, name: str) -> Step:
        try:
            return self._steps[name]
        except KeyError:
            near = get_close_matches(str(name), list(self._steps), 3)
            raise KeyError(f"No step is called {name!r}; nearest: {', '.join(near) or 'none'}.") from None

    def __contains__(self, name: object) -> bool:
        return name in self._steps  # here and in ``get`` without the search for similar names

    def get(self, name: str, default: Step | None = None) -> Step | None:
        return self._steps.get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._steps)

    def __len__(self) -> int:
        return len(self._steps)

    def readers(self, name: str) -> tuple[str, ...]:
        """The steps that read a step or a parameter, in the order they were computed."""
        return self.derived("readers", self._readers).get(name, ())

    def _readers(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for reader, step in self._steps.items():
            for name in step.inputs:
                found.setdefault(name, []).append(reader)
        return {name: tuple(readers) for name, readers in found.items()}

    def labels(self, name: str) -> dict[str, tuple[str, ...] | None]:
        """The words along each axis of a step."""
        return dict(zip(self[name].axes, self[name].labels))

    def value_of(self, name: str) -> Tensor:
        """The value of a step or of a parameter; not the model's own memory. KeyError for any other name."""
        if name not in self.parameters:
            return self[name].value
        value = self.parameters[name]
        return value.float() if half_precision.is_half(value) else value.clone()

    def sources(self, name: str, cell: Cell) -> list[tuple[str, Cell]]:
        """The cells read for this cell, as (step or parameter, index); KeyError and IndexError if it does not exist."""
        step = self[name]
        cell = step.checked(cell)
        if step.equation is None:
            return []
        call, at = step.computed(cell)
        return list(dict.fromkeys((origin.name, cell) for _, origin in self._origins(step, call, at)
                                  if origin.name is not None for cell in origin.cells))

    def worked(self, name: str, cell: Cell) -> Worked:
        """The arithmetic of one cell in float64, term by term, each factor with the cell it was read from.

        Of an edited step it is what the equation gives, before the edit; a reordered axis keeps its cells' arithmetic.
        """
        step = self[name]
        cell = step.checked(cell)
        if step.equation is None:
            return Worked(step.at(cell), (), "")
        call, at = step.computed(cell)
        with np.errstate(all="ignore"):
            worked = self.arithmetic(step, call, at)
        return worked.with_rows({symbol: origin for symbol, origin in self._origins(step, call, at) if origin.cells})

    def arithmetic(self, step: Step, call: int, at: Cell) -> Worked:
        """The arithmetic of one cell of one call, without its links."""
        _, numbers, at = self._unbatched(step, call, at)
        return step.equation.work(at, *numbers)

    def check(self, name: str, most: int = MOST_CELLS) -> Check:
        """Compare at most so many worked cells with the value: how many agree, the largest gap; 0 of inputs, edits."""
        step = self[name]
        if step.equation is None or step.edited:
            return Check(0, 0, 0.0, 0)
        return check(step.values, functools.partial(self.arithmetic, step), most)

    def save(self, path) -> None:
        """Write all steps to a NumPy archive, with axes, labels and wiring as JSON under the key ``about``.

        A step whose calls differ in shape is written call by call: ``NAME[0]``, ``NAME[1]`` ...
        """
        about = {n: {"axes": s.axes, "labels": s.labels, "shows": s.shows, "inputs": s.inputs,
                     "equation": s.equation.key if s.equation else None, "edited": s.edited}
                 for n, s in self._steps.items()}
        arrays = {}
        for name, step in self._steps.items():
            one_shape = len({value.shape for value in step.values}) == 1
            arrays |= ({name: step.value.numpy()} if one_shape else
                       {f"{name}[{call}]": value.numpy() for call, value in enumerate(step.values)})
        np.savez_compressed(path, about=np.array(json.dumps(about, ensure_ascii=False)), **arrays)

    def _prefix(self, reference: Reference) -> Cell:
        if reference.name is None or reference.parameter or not self[reference.name].repeated:
            return ()
        return (reference.call,)

    def _unbatched(self, step: Step, call: int, at: Cell) -> tuple[list[Cell], list, Cell]:
        """Per argument: the batch index that belongs to this cell; the argument there; the cell without its batch."""
        own = len(step.equation.output)
        batch, at = at[: len(at) - own], at[len(at) - own:]
        prefixes, numbers = [], []
        for position, value in enumerate(step.held_arguments(call)):
            prefix: Cell = ()
            if isinstance(value, Tensor):
                extra = value.ndim - len(step.equation.input_axes(position))
                if extra:
                    prefix = tuple(0 if n == 1 else i for i, n in zip(batch[-extra:], value.shape))
                value = Numbers(value[prefix] if prefix else value)
            prefixes.append(prefix)
            numbers.append(value)
        return prefixes, numbers, at

    def _origins(self, step: Step, call: int, at: Cell) -> Iterator[tuple[str, Origin]]:
        """(symbol, where its numbers were read) for each argument."""
        prefixes, numbers, at = self._unbatched(step, call, at)
        names = step.equation.names
        read = step.equation.cells_read(at, numbers)
        for position, (reference, prefix, cells) in enumerate(zip(step.references[call], prefixes, read)):
            symbol = names[min(position, len(names) - 1)]  # *states: one symbol for all
            yield symbol, Origin(reference.name, behind(self._prefix(reference) + prefix, cells))
