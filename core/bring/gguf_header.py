"""The metadata of a GGUF file, walked with every count held against the file's size.

The library's own reader believes the counts: an array said to hold 2^62 numbers fills memory, and the lists of a
tokenizer take it seconds (https://github.com/ggml-org/ggml/blob/master/docs/gguf.md, "File structure").
"""

import math
import struct
from pathlib import Path
from typing import NamedTuple

from core.bring.header import AXES, NAME_LENGTH, TENSORS
from core.bring.source_file import regular
from core.files import UnusableError

SCALARS = dict(zip((0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12), "BbHhIif?Qqd", strict=True))
STRING, ARRAY = 8, 9
METADATA_BYTES, VALUES, FIELDS = 64_000_000, 2_000_000, 10_000
"""The most that is read before the weights: their start must lie there, and lists hold no more values together."""


class Stored(NamedTuple):
    """A tensor in a file: the number of its type, its shape (rows first), where its bytes begin."""

    kind: int
    shape: tuple[int, ...]
    begin: int


class Walk:
    """The bytes before the weights, read from front to back."""

    def __init__(self, name: str, data: bytes):
        self.name, self.data, self.at, self.values = name, data, 0, 0

    def number(self, code: str):
        """The next number of a ``struct`` type, little-endian."""
        return struct.unpack("<" + code, self.take(struct.calcsize("<" + code)))[0]

    def take(self, size: int) -> bytes:
        """The next bytes. Raises UnusableError where the file, or the part that is read, ends before."""
        if size > len(self.data) - self.at:
            raise UnusableError(f"{self.name} ends inside its header, or its header lies about a length.")
        self.at += size
        return self.data[self.at - size:self.at]

    def text(self) -> str:
        """The next string. Raises UnusableError for bytes that are no text."""
        try:
            return self.take(self.number("Q")).decode("utf-8")
        except UnicodeDecodeError:
            raise UnusableError(f"{self.name} holds bytes that are no text where a name should be.") from None

    def value(self, kind: int):
        """The next value: a number, a string, or a list of either."""
        if kind == STRING:
            return self.text()
        if kind == ARRAY:
            kind, count = self.number("I"), self.number("Q")
            self.values += count
            if kind == ARRAY or self.values > VALUES:
                raise UnusableError(f"{self.name} holds lists of {self.values:,} values, or lists of lists.")
            return [self.value(kind) for _ in range(count)]
        if kind not in SCALARS:
            raise UnusableError(f"{self.name} holds a value of the unknown type {kind}.")
        return self.number(SCALARS[kind])


def read(path: Path) -> tuple[dict, dict[str, Stored]]:
    """The fields and the places of all tensors. Raises UnusableError; of the weights, reads nothing."""
    with regular(path).open("rb") as file:
        walk = Walk(path.name, file.read(METADATA_BYTES))
    if walk.take(4) != b"GGUF" or walk.number("I") not in (2, 3):
        raise UnusableError(f"{path.name} is no GGUF file of version 2 or 3.")
    tensors, count = walk.number("Q"), walk.number("Q")
    if not 0 < tensors <= TENSORS or count > FIELDS:
        raise UnusableError(f"{path.name} says that it holds {tensors:,} tensors and {count:,} fields.")
    fields = {}
    for _ in range(count):
        name = walk.text()
        if name in fields:
            raise UnusableError(f"{path.name} holds the field {name[:80]} twice.")
        fields[name] = walk.value(walk.number("I"))
    return fields, places(walk, tensors, fields.get("general.alignment", 32))


def places(walk: Walk, tensors: int, alignment: object) -> dict[str, Stored]:
    """The next so many entries of tensors. Raises UnusableError."""
    if type(alignment) is not int or not 8 <= alignment <= 4096 or alignment & (alignment - 1):
        raise UnusableError(f"{walk.name} aligns its tensors to {str(alignment)[:40]} bytes.")
    entries = {}
    for _ in range(tensors):
        name, axes = walk.text(), walk.number("I")
        shape = tuple(walk.number("Q") for _ in range(axes)) if 0 < axes <= AXES else ()
        if name in entries or len(name) > NAME_LENGTH or not 0 < math.prod(shape) < 2 ** 48 or not shape:
            raise UnusableError(f"{walk.name} holds the tensor {name[:80]!r} twice, or with the shape {shape}.")
        entries[name] = Stored(walk.number("I"), shape[::-1], walk.number("Q"))
    data = -(-walk.at // alignment) * alignment
    return {name: entry._replace(begin=data + entry.begin) for name, entry in entries.items()}
