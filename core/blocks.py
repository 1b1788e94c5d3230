"""The blocks of a deep model's pass: what each was given, and its steps computed anew when somebody looks at them."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from torch import Tensor, nn

from core.step import Call, Reference

OPEN = 3  # blocks whose steps are kept, those looked at last
DEEP = 16_000_000  # parameters in blocks, from which on a model is recorded block by block


class Entry(NamedTuple):
    """One run of a block: the arguments of its module, and what it returned."""

    args: tuple
    kwargs: Mapping
    output: Tensor


def block_paths(model: nn.Module) -> dict[int, str]:
    """id of each layer of the model's outermost ``nn.ModuleList``s -> its path; none where a module runs along time."""
    if any(getattr(module, "axis", None) for module in model.modules()):
        return {}
    found: dict[int, str] = {}
    for name, module in model.named_modules():
        if isinstance(module, nn.ModuleList) and not any(name.startswith(f"{path}.") for path in found.values()):
            found |= {id(child): f"{name}.{i}" for i, child in enumerate(module)}
    return found


def is_deep(model: nn.Module) -> bool:
    """Whether so much is computed in its blocks that a pass keeps only their outline."""
    blocks = block_paths(model)
    return sum(p.numel() for m in model.modules() if id(m) in blocks for p in m.parameters()) >= DEEP


class Blocks:
    """By path, the runs of each block. ``again``: records a block's runs anew, -> the calls by name."""

    def __init__(self, paths: Mapping[int, str], again: Callable[[str, list[Entry]], dict[str, list[Call]]]):
        self.paths, self._again = paths, again
        self._entries: dict[str, list[Entry]] = {}
        self._outputs: dict[str, Reference] = {}
        self._names: dict[str, dict[str, None]] = {}
        self._path_of: dict[str, str] = {}
        self._adopted: dict[str, Blocks] = {}
        self._open: OrderedDict[str, dict[str, list[Call]]] = OrderedDict()
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

    def adopt(self, path: str, earlier: Blocks) -> tuple[Entry, Reference]:
        """Take over a block of an earlier pass. Returns its run and the step that it gave."""
        entry, reference = earlier.entries(path)[0], earlier._outputs[path]
        self.keep(path, entry, reference, earlier.names(path))
        self._adopted[path] = earlier
        return entry, reference

    def calls(self, name: str) -> list[Call]:
        """The calls of a step with arguments and values, as the pass computed them, bit for bit."""
        path = self._path_of[name]
        if path in self._adopted:
            return self._adopted[path].calls(name)
        with self._lock:
            if path not in self._open:
                self._open[path] = self._again(path, self._entries[path])
                while len(self._open) > OPEN:
                    self._open.popitem(last=False)
            self._open.move_to_end(path)
            return self._open[path][name]
