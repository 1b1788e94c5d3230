"""Files of a source, none of which is trusted: opened if they are files, JSON read within limits."""

import hashlib
import json
from pathlib import Path

from core.files import UnusableError

BRACKETS, COMMAS = 1_000_000, 3_000_000
"""The most that a JSON text may hold: the longest tokenizers have some 500,000 pairs."""
CONFIG_BYTES, TOKENIZER_BYTES = 1_000_000, 40_000_000


def regular(path: Path, most: float = float("inf")) -> Path:
    """The path, if a file of at most so many bytes lies there. Raises UnusableError for links, pipes, folders."""
    if path.is_symlink():
        raise UnusableError(f"{path.name} is a link to another place, and only files of the source itself are read.")
    if not path.is_file():
        raise UnusableError(f"The source has no file {path.name}.")
    if path.stat().st_size > most:
        raise UnusableError(f"{path.name} holds {path.stat().st_size:,} bytes, more than the {most:,} that are read.")
    return path


def sha256(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def json_object(data: bytes, what: str) -> dict:
    """The object that a JSON text holds. Raises UnusableError for anything else, and for what would fill memory."""
    if data.count(b"[") + data.count(b"{") > BRACKETS or data.count(b",") > COMMAS:
        raise UnusableError(f"{what} holds more lists and entries than any honest one.")
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=_distinct, parse_constant=_no_number)
    except RecursionError:
        raise UnusableError(f"{what} is nested too deeply to be read.") from None
    except ValueError as error:
        raise UnusableError(f"{what} is no JSON that can be read ({error}).") from None
    if not isinstance(value, dict):
        raise UnusableError(f"{what} holds no JSON object.")
    return value


def json_file(path: Path, most: int) -> dict:
    """The object in a JSON file of at most so many bytes. Raises UnusableError."""
    return json_object(regular(path, most).read_bytes(), path.name)


def _distinct(pairs: list[tuple[str, object]]) -> dict:
    by_key = dict(pairs)
    if len(by_key) < len(pairs):
        raise ValueError("a key stands there twice")
    return by_key


def _no_number(name: str):
    raise ValueError(f"{name} is no number")
