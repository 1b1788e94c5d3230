"""Brought models give their memory back when nobody has used them for a while; the next use reads their files again.

A model's parameters stay the same objects, emptied and filled in place, so whoever holds a trace of it may keep it.
Without torch: pages say here that a model is used before they load it.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import threading
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from torch import Tensor, nn

IDLE = 60 * float(os.environ.get("ATTENTION_IDLE_MINUTES", "15"))
"""Seconds without use after which a model's memory is given back; 0: never."""
_inside: dict[str, Resident] = {}


class Resident:
    """A model whose parameters ``read`` gives again, by name."""

    def __init__(self, model: nn.Module, read: Callable[[], Mapping[str, Tensor]]):
        self.model, self._read, self.there = model, read, True
        self._lock, self.used = threading.Lock(), time.monotonic()

    def use(self) -> None:
        """From now on it was used just now; it is filled if it was empty, which takes a second."""
        with self._lock:
            self.used = time.monotonic()
            if not self.there:
                weights = self._read()
                for name, parameter in self.model.named_parameters():
                    parameter.data = weights[name]
                self.there = True

    def rest(self, idle: float) -> None:
        """Give the memory back, if it was not used for so many seconds."""
        with self._lock:
            if self.there and time.monotonic() - self.used >= idle:
                for parameter in self.model.parameters():
                    parameter.data = parameter.data.new_empty(0)
                self.there = False


def keep(name: str, model: nn.Module, read: Callable[[], Mapping[str, Tensor]]) -> None:
    """From now on the memory of a model is given back; ``read``: its parameters from its files."""
    if not _inside and IDLE:
        threading.Thread(target=_watch, daemon=True).start()
    _inside[name] = Resident(model, read)


def use(name: str) -> None:
    """Say that a model is used; those that are not kept here are always there."""
    if name in _inside:
        _inside[name].use()


def rest(idle: float) -> None:
    """Give back the memory of all that were not used for so many seconds."""
    models = list(_inside.values())  # another may be kept meanwhile
    were = [one.there for one in models]
    for one in models:
        one.rest(idle)
    if were != [one.there for one in models]:
        import torch  # which is there if a model was

        from core.blocks import OPENED

        OPENED.clear()
        gc.collect()
        if torch.accelerator.is_available():  # torch keeps a device's memory for itself
            torch.accelerator.empty_cache()
        with contextlib.suppress(OSError, AttributeError, TypeError):  # the C library is another; on Windows, none
            ctypes.CDLL(None).malloc_trim(0)


def _watch() -> None:
    while True:
        time.sleep(IDLE / 4)
        rest(IDLE)
