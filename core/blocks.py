"""What a deep model's pass does not keep: the steps of its blocks, and values that an equation gives again at once.

They are computed anew when somebody looks at them, and those looked at last are kept, of all traces together.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from cachetools import LRUCache
from torch import Tensor, nn

from core.step import Call, Reference

OPEN = 12_000_000
"""Bytes of calls computed anew that are kept, beside those asked for last."""
DEEP = 4_000_000  # parameters in blocks, from which on a model is recorded block by block


class Entry(NamedTuple):
    """One run of a block: the arguments of its module, and what it returned."""

    args: tuple
    kwargs: Mapping
    output: Tensor

    def moved(self, move: Callable) -> Entry:
        """The same with all that ``move`` makes of each."""
        return Entry(tuple(map(move, self.args)), {key: move(value) for key, value in self.kwargs.items()},
                     move(self.output))


def block_paths(model: nn.Module) -> dict[int, str]:
    """id of each layer of the model's outermost ``nn.ModuleList``s -> its path; none where a module runs along time."""
    if any(getattr(module, "axis", None) for module in model.modules()):
        return {}
    paths: dict[int, str] = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.ModuleList) and not any(name.startswith(f"{path}.") for path in paths.values()):
            paths |= {id(child): f"{name}.{i}" for i, child in enumerate(module)}
    return paths


def is_deep(model: nn.Module) -> bool:
    """Whether so much is computed in its blocks that a pass keeps only their outline."""
    if sum(map(Tensor.numel, model.parameters())) < DEEP:
        return False
    blocks = block_paths(model)
    return sum(p.numel() for m in model.modules() if id(m) in blocks for p in m.parameters()) >= DEEP


class Opened(LRUCache):
    """Calls computed anew, by number of a pass and path: the last ones, of all traces; one thread at a time."""

    def __init__(self):
        super().__init__(OPEN)
        self._lock = threading.Lock()

    def getsizeof(self, calls: dict[str, list[Call]]) -> int:
        """Bytes; what is larger than all that may be kept fills it alone."""
        return min(self.maxsize, sum(call.value.nbytes for step_calls in calls.values() for call in step_calls))

    def get(self, key: tuple[int, str], default=None) -> dict[str, list[Call]] | None:
        with self._lock:
            return super().get(key, default)

    def keep(self, key: tuple[int, str], calls: dict[str, list[Call]]) -> None:
        """Let older ones go, as many as there is no room for."""
        with self._lock:
            self[key] = calls

    def clear(self) -> None:
        with self._lock:
            super().clear()


OPENED, _numbers = Opened(), itertools.count()


class Blocks:
    """By path, the runs of each block. ``again``: records a block's runs anew, -> the calls by name."""

    def __init__(self, paths: Mapping[int, str], again: Callable[[str, list[Entry]], dict[str, list[Call]]]):
        self.paths, self._again, self._number = paths, again, next(_numbers)
        self._entries: dict[str, list[Entry]] = {}
        self._outputs: dict[str, Reference] = {}
        self._names: dict[str, dict[str, None]] = {}
        self._path_of: dict[str, str] = {}
        self._adopted: dict[str, Blocks] = {}
        self._given_again: dict[str, Callable[..., list[Call]]] = {}
        self._lock = threading.RLock()

    def __contains__(self, name: str) -> bool:
        return name in self._path_of

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def names(self, path: str) -> Iterable[str]:
        """The steps of a block."""
        return self._names[path]

    def entries(self, path: str) -> list[Entry]:
        """What a block was given and gave, run by run."""
        return self._entries[path]

    def keep(self, path: str, entry: Entry, output: Reference, new: Iterable[str]) -> None:
        """A block has run. ``output``: the step that it returned."""
        self._entries.setdefault(path, []).append(entry)
        self._outputs[path] = output
        self._names.setdefault(path, {}).update(dict.fromkeys(new))
        self._path_of.update(dict.fromkeys(new, path))

    def give_again(self, name: str, make: Callable[..., list[Call]], now: Call) -> None:
        """A step outside all blocks whose call ``now`` goes; ``make`` computes it of these blocks, or some rows."""
        self._given_again[name] = make
        if now.value.nbytes < OPEN / 4:
            OPENED.keep((self._number, name), {name: [now]})

    def adopt(self, path: str, earlier: Blocks) -> tuple[Entry, Reference]:
        """Take over a block of an earlier pass. Returns its run and the step that it gave."""
        entry, reference = earlier.entries(path)[0], earlier._outputs[path]
        self.keep(path, entry, reference, earlier.names(path))
        self._adopted[path] = earlier
        return entry, reference

    def calls(self, name: str) -> list[Call]:
        """The calls of a step with arguments and values, as the pass computed them, bit for bit."""
        path = self._path_of.get(name, name)
        if path in self._adopted:
            return self._adopted[path].calls(name)
        with self._lock:
            opened = OPENED.get((self._number, path))
            if opened is None:
                opened = ({name: self._given_again[name](self)} if path in self._given_again
                          else self._again(path, self._entries[path]))
                OPENED.keep((self._number, path), opened)
            return opened[name]

    def rows(self, name: str, at: slice) -> Tensor:
        """Some entries of the first axis of a step's only call; of one that is given again, they alone are computed."""
        if name in self._given_again and OPENED.get((self._number, name)) is None:
            return self._given_again[name](self, at)[0].value
        return self.calls(name)[0].value[at]
