"""The operator's folder of models that were brought: where it is, and what lies there."""

import os
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from core.bring import header
from core.files import UnusableError, read_json, usable, write_json

FILES = ("about.json", "config.json", "model.safetensors")


def folder() -> Path:
    """``ATTENTION_MODELS``, or this user's data folder; it need not exist."""
    if named := os.environ.get("ATTENTION_MODELS"):
        return Path(named)
    import platformdirs

    return Path(platformdirs.user_data_dir("attention-lecture", appauthor=False)) / "models"


def names() -> list[str]:
    """The models that lie there, in alphabetical order. A half-written one begins with a point and is none."""
    return sorted(path.name for path in folder().glob("[!.]*") if all((path / name).is_file() for name in FILES))


def about(name: str) -> dict:
    """What is told of a model: source, licence, sha256 by file, date, parameters, bytes.

    Raises UnusableError for a damaged file, and for a name that ``names`` does not give: no path is made of what a
    visitor sends.
    """
    if name not in names():
        raise UnusableError(f"No model {name[:80]!r} was brought; there are: {', '.join(names())}.")
    fault = partial(usable, f"What is told of {name}", "Delete its folder and bring it again.")
    return read_json(folder() / name / "about.json", fault, "source", "licence", "date", "parameters", "bytes")


@lru_cache(maxsize=64)
def tensors(name: str) -> frozenset[str]:
    """The names of a model's tensors, as the header of its file tells them; none of a damaged one."""
    try:
        return frozenset(header.read(folder() / name / "model.safetensors"))
    except UnusableError:
        return frozenset()


def tokenizer(name: str) -> Any:
    """A model's ``tokenizers.Tokenizer``. Raises an error of ``tokenizers`` for a damaged file."""
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(folder() / name / "tokenizer.json"))


def add(name: str, **more) -> None:
    """Tell more of a model than was known when it was written."""
    write_json(folder() / name / "about.json", about(name) | more)
