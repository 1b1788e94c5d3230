"""Writing a checkpoint into the operator's folder: beside the target first, under its name when all is there."""

import json
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from core.bring.checkpoint import Checkpoint
from core.bring.model_folder import folder
from core.bring.source_file import sha256
from core.families import pixels
from core.files import UnusableError, write_json

EXPONENTS = {"F16": ("<u2", 0x7C00), "BF16": ("<u2", 0x7F80), "F32": ("<u4", 0x7F800000)}
"""Where all bits of the exponent are set, a number is infinite or none."""
SPARE_BYTES = 100_000_000


def free(name: str) -> Path:
    """The folder that a model of this name will have. Raises UnusableError if there is one."""
    target = folder() / name
    if target.exists():
        raise UnusableError(f"There is a model {name} already; delete {target} first, or give another name.")
    return target


def write(checkpoint: Checkpoint, name: str, source: str, progress: Callable[[int, int], None]) -> Path:
    """The model's folder, with weights, config, tokenizer and about. Raises UnusableError and leaves nothing then.

    ``progress`` is told the bytes written and those there will be.
    """
    target = free(name)
    if shutil.disk_usage(folder()).free < checkpoint.nbytes + SPARE_BYTES:
        raise UnusableError(f"The disk of {folder()} has no room for {checkpoint.nbytes / 1e6:,.0f} MB.")
    begun = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=folder()))
    try:
        write_weights(checkpoint, begun / "model.safetensors", progress)
        about = {"source": source, "licence": checkpoint.licence or None, "date": time.strftime("%Y-%m-%d"),
                 "sha256": {path.name: sha256(path) for path in checkpoint.files}, "bytes": checkpoint.nbytes,
                 "parameters": sum(layout.count for layout in checkpoint.layouts.values())}
        told = {"config.json": checkpoint.config, "about.json": about, pixels.FILE: checkpoint.preprocessor}
        for file, held in told.items():
            if held is not None:
                write_json(begun / file, held)
        if checkpoint.tokenizer:
            (begun / "tokenizer.json").write_text(checkpoint.tokenizer, "utf-8")
        begun.chmod(0o755)
        begun.rename(free(name))
    finally:
        shutil.rmtree(begun, ignore_errors=True)
    return target


def write_weights(checkpoint: Checkpoint, path: Path, progress: Callable[[int, int], None]) -> None:
    """A safetensors file, part by part. Raises UnusableError for a weight that is infinite, no number, or too short."""
    header, end = {"__metadata__": {"format": "pt"}}, 0
    for name, layout in checkpoint.layouts.items():
        header[name] = {"dtype": layout.dtype, "shape": layout.shape, "data_offsets": [end, end + layout.nbytes]}
        end += layout.nbytes
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as file:
        file.write(len(text).to_bytes(8, "little") + text)
        begin = file.tell()
        for name, layout in checkpoint.layouts.items():
            for part in checkpoint.parts(name):
                check_finite(name, layout.dtype, part)
                file.write(part)
                progress(file.tell() - begin, end)
            if file.tell() - begin != header[name]["data_offsets"][1]:
                raise UnusableError(f"{name} ends before all its numbers are there.")


def check_finite(name: str, dtype: str, part: bytes) -> None:
    """Raises UnusableError if one of these numbers is infinite or none."""
    import numpy as np

    unsigned, exponent = EXPONENTS[dtype]
    if ((np.frombuffer(part, unsigned) & exponent) == exponent).any():
        raise UnusableError(f"{name} holds numbers that are not finite.")
