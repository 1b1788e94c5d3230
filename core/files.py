"""Stored files: what is told of one that is damaged, and how one is written."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import ndarray

ASSETS = Path(__file__).parent.parent / "assets"
FOLDERS = re.compile(r"(?<![\w.])/(?:[^\s'\"/]+/)+")  # of the server's disk, which whoever asks need not know
PUT_BACK = "Put back the one that came with this code."


class UnusableError(ValueError):
    """A stored file is damaged, or does not fit this code: no fault of the reader's."""


@contextmanager
def usable(what: str, remedy: str) -> Iterator[None]:
    """Whatever fails inside, while a file is read and understood, is told in one sentence, with what is to be done."""
    try:
        yield
    except UnusableError:
        raise
    except Exception as error:  # of the formats: zip, LZMA, JSON, safetensors; of the system; of what they hold
        why = str(error).replace(f"{ASSETS.parent}/", "")  # a folder's name may hold spaces
        why = FOLDERS.sub("", " ".join(f"{type(error).__name__}: {why}".split()))
        raise UnusableError(f"{what} does not fit this code ({why}). {remedy}") from error


def stored(path: Path, remedy: str = PUT_BACK) -> AbstractContextManager[None]:
    """The same for a file of ``assets`` that stands alone."""
    return usable(f"The file {path.parent.name}/{path.name}", remedy)


class CheckedDict(dict):
    """An object of a stored JSON file. A key that it lacks, and the code asks for, is told as the fault of the file."""

    def __init__(self, fault: Callable[[], AbstractContextManager[None]], held: dict):
        super().__init__(held)
        self.fault = fault

    def __missing__(self, key: Hashable):
        with self.fault():
            raise KeyError(key)


def read_json(path: Path, fault: Callable[[], AbstractContextManager[None]], *needed: str) -> dict:
    """What a JSON file tells, under the needed keys at least. What fails, now or later, is told as by ``fault()``."""
    with fault():
        data = json.loads(path.read_text("utf-8"), object_hook=partial(CheckedDict, fault))
        itemgetter(*needed)(data)  # or else it is no object, or lacks one of them
        return data


@contextmanager
def replaced(path: Path) -> Iterator[Path]:
    """Where to write a file anew: whoever reads meanwhile finds the one before, and then this, each of them whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    begun = path.with_suffix(".part")
    yield begun
    begun.replace(path)


def write_json(path: Path, held: Mapping) -> None:
    """Write a JSON file, as ``replaced``."""
    with replaced(path) as begun:
        begun.write_text(json.dumps(held, ensure_ascii=False, indent=1) + "\n", "utf-8")


def arrays(path: Path, remedy: str = PUT_BACK) -> dict[str, ndarray]:
    """All arrays of a NumPy archive. Raises UnusableError."""
    import numpy as np

    with stored(path, remedy), np.load(path) as archive:
        return {name: archive[name] for name in archive.files}
