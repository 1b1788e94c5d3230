"""A folder as Hugging Face writes it: ``config.json``, ``model.safetensors`` or shards with index, a tokenizer."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from core.bring import header
from core.bring.checkpoint import ITEM_BYTES, PART_BYTES, Checkpoint, Layout
from core.bring.header import HEADER_BYTES, Place
from core.bring.source_file import CONFIG_BYTES, TOKENIZER_BYTES, json_file, regular
from core.families import pixels
from core.files import UnusableError

WHOLE, INDEX, SHARDS = "model.safetensors", "model.safetensors.index.json", 1_000
BUFFERS = re.compile(r"(^|\.)(position_ids|attn\.bias|attn\.masked_bias|rotary_emb\.inv_freq)$")
"""Constants that older checkpoints stored beside their weights: positions 0, 1, 2, causal masks, frequencies."""


def read(path: Path) -> Checkpoint:
    """A checkpoint whose weights still lie in the folder. Raises UnusableError; of the weights, reads headers alone."""
    config, pixels_file = json_file(path / "config.json", CONFIG_BYTES), path / pixels.FILE
    pictured = os.path.lexists(pixels_file) and pixels.is_pictured(config)
    preprocessor = json_file(pixels_file, CONFIG_BYTES) if pictured else None
    tokenizer, files = path / "tokenizer.json", headers(path)
    places = {name: (path / file, where) for file, held in files.items() for name, where in held.items()
              if not BUFFERS.search(name)}
    for name, (_, where) in places.items():
        if where.dtype not in ITEM_BYTES:
            raise UnusableError(f"{name} is stored as {where.dtype}; weights are read as {', '.join(ITEM_BYTES)}.")
    text = regular(tokenizer, TOKENIZER_BYTES).read_text("utf-8") if tokenizer.exists() else ""
    return Checkpoint(config, text, {name: Layout(where.dtype, where.shape) for name, (_, where) in places.items()},
                      lambda name: parts(*places[name]), tuple(path / name for name in files),
                      preprocessor=preprocessor)


def headers(path: Path) -> dict[str, dict[str, Place]]:
    """The headers of the folder's files of weights. Raises UnusableError if shards and their index disagree."""
    if not (path / INDEX).exists():
        return {WHOLE: header.read(path / WHOLE)}
    index = json_file(path / INDEX, HEADER_BYTES).get("weight_map")
    if not isinstance(index, dict) or not index or not all(isinstance(file, str) for file in index.values()):
        raise UnusableError(f"{INDEX} does not say which file holds which tensor.")
    named = sorted(set(index.values()))
    for file in named:
        if not re.fullmatch(r"\w[\w.-]*\.safetensors", file):
            raise UnusableError(f"{INDEX} points to {file[:80]!r}, which is no safetensors file of the same folder.")
    if len(named) > SHARDS:
        raise UnusableError(f"{INDEX} names {len(named):,} files; at most {SHARDS:,} are read.")
    by_file = {file: header.read(path / file) for file in named}
    held = [(name, file) for file, places in by_file.items() for name in places]
    if dict(held) != index or len(held) != len(index):
        raise UnusableError(f"{INDEX} and the files that it names do not hold the same tensors.")
    return by_file


def parts(path: Path, where: Place) -> Iterator[bytes]:
    """A tensor's bytes, in order."""
    with path.open("rb") as file:
        file.seek(where.begin)
        for begin in range(0, where.nbytes, PART_BYTES):
            yield file.read(min(PART_BYTES, where.nbytes - begin))
