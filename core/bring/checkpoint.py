"""What every source becomes before it is written: a configuration, named weights not yet read, a tokenizer."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ITEM_BYTES = {"F16": 2, "BF16": 2, "F32": 4}
"""The types of weights that are stored, as safetensors calls them."""
PART_BYTES = 16_000_000
"""Weights are read, checked and written in parts of about this size."""


class Layout(NamedTuple):
    """A tensor's type, as safetensors calls it, and its shape."""

    dtype: str
    shape: tuple[int, ...]

    @property
    def count(self) -> int:
        """How many numbers it holds."""
        return math.prod(self.shape)

    @property
    def nbytes(self) -> int:
        """Bytes in a file; KeyError for a type that is not stored."""
        return self.count * ITEM_BYTES[self.dtype]


@dataclass(frozen=True)
class Checkpoint:
    """``config`` has Hugging Face's keys; ``tokenizer`` is the text of a ``tokenizer.json``, empty where there is none.

    ``preprocessor``: what a ``preprocessor_config.json`` tells, None where there is none. ``parts(name)`` reads a
    weight, as little-endian bytes in order; ``files`` are the source's files of weights.
    """

    config: dict
    tokenizer: str
    layouts: dict[str, Layout]
    parts: Callable[[str], Iterator[bytes]]
    files: tuple[Path, ...]
    licence: str = ""
    preprocessor: dict | None = None

    @property
    def nbytes(self) -> int:
        """Bytes of all weights in the file that is written."""
        return sum(layout.nbytes for layout in self.layouts.values())
