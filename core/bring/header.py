"""The header of a safetensors file, checked from its first bytes: names, types, shapes, places.

The file is eight bytes with the length of a JSON object, that object, and the tensors without gap or overlap
(https://huggingface.co/docs/safetensors, "Format").
"""

import math
from pathlib import Path
from typing import NamedTuple

from core.bring.source_file import json_object, regular
from core.files import UnusableError

HEADER_BYTES, TENSORS, AXES, NAME_LENGTH = 10_000_000, 100_000, 8, 300
WIDTHS = {"BOOL": 1, "U8": 1, "I8": 1, "I16": 2, "U16": 2, "F16": 2, "BF16": 2, "I32": 4, "U32": 4, "F32": 4,
          "I64": 8, "U64": 8, "F64": 8}
"""Bytes of a number of each type that safetensors writes."""


class Place(NamedTuple):
    """A tensor in a file: its type, its shape, where its bytes begin in the file, and how many they are."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    nbytes: int


def read(path: Path) -> dict[str, Place]:
    """The places of all tensors of a file, in their order there. Raises UnusableError; reads nothing but the header."""
    size = regular(path).stat().st_size
    with path.open("rb") as file:
        first = file.read(8)
        length = int.from_bytes(first, "little")
        if len(first) < 8 or not 2 <= length <= min(size - 8, HEADER_BYTES):
            if first.startswith(b"PK") or first[:1] == b"\x80":  # so may a header's length begin, but then it fits
                raise UnusableError(f"{path.name} is a pickle or an archive, not safetensors; such files can run code.")
            raise UnusableError(f"{path.name} says that its header has {length:,} bytes; the file has {size:,}.")
        entries = json_object(file.read(length), f"The header of {path.name}")
    entries.pop("__metadata__", None)
    if not 0 < len(entries) <= TENSORS:
        raise UnusableError(f"{path.name} holds {len(entries):,} tensors; from 1 to {TENSORS:,} are read.")
    begin, in_order = 8 + length, {}
    places = {name: place(path.name, name, entry, 8 + length) for name, entry in entries.items()}
    for name, where in sorted(places.items(), key=lambda item: item[1].begin):
        if where.begin != begin:
            raise UnusableError(f"{path.name} leaves a gap or overlaps where {name} begins.")
        in_order[name], begin = where, begin + where.nbytes
    if begin != size:
        raise UnusableError(f"{path.name} has {size:,} bytes and its header tells of {begin:,}: it is cut or lies.")
    return in_order


def place(file: str, name: str, entry: object, data: int) -> Place:
    """One entry of a header, whose numbers begin at byte ``data`` of the file. Raises UnusableError."""
    if len(name) > NAME_LENGTH or not name.isprintable():
        raise UnusableError(f"{file} names a tensor {name[:40]!r}, which is no name.")
    if not isinstance(entry, dict) or entry.keys() != {"dtype", "shape", "data_offsets"}:
        raise UnusableError(f"{file} tells of {name} something else than type, shape and place.")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in WIDTHS:
        raise UnusableError(f"{file} gives {name} the type {str(dtype)[:40]}; known are {', '.join(WIDTHS)}.")
    if not counts(shape) or len(shape) > AXES or not counts(offsets) or len(offsets) != 2:
        raise UnusableError(f"{file} gives {name} a shape or a place that is none.")
    if math.prod(shape) * WIDTHS[dtype] != offsets[1] - offsets[0] or not math.prod(shape):
        raise UnusableError(f"{file} says that {name} is {shape} of {dtype}, which does not fill its "
                            f"{offsets[1] - offsets[0]:,} bytes.")
    return Place(dtype, tuple(shape), data + offsets[0], offsets[1] - offsets[0])


def counts(value: object) -> bool:
    """Whether it is a list of whole numbers, none negative or beyond any file."""
    return isinstance(value, list) and all(type(number) is int and 0 <= number < 2 ** 48 for number in value)
