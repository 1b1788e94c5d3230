"""Whether the stored files are whole: each is read as the app reads it, whatever is in memory already.

What was found whole is read again when its file has been written anew; asking often costs a look at each file's date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from core import catalog, zoo
from core.data import characters, digits, verses
from core.experiments import kept
from core.files import UnusableError

ENDS = (".json", ".safetensors")
_whole: dict[str, tuple] = {}
"""What was found whole, with the dates and sizes that its files had."""


def damaged() -> dict[str, str]:
    """What cannot be used as the files now are: a sentence for each, for the two of a checkpoint under its name."""
    found = {}
    for name, (read, *paths) in _files():
        written = tuple(map(_written, paths))
        if _whole.get(name) == written:
            continue
        try:
            read()
        except UnusableError as error:
            found[name] = str(error)
        else:
            _whole[name] = written
    return found


def _files() -> Iterator[tuple[str, tuple]]:
    """What is read, by name: how, and the files that this depends on."""
    for name in sorted({path.stem for end in ENDS for path in catalog.CHECKPOINTS.glob(f"*{end}")}):
        yield f"checkpoints/{name}", (partial(_checkpoint, name), *_pair(name))
    for path in sorted(catalog.SNAPSHOTS.glob("*/*.safetensors")):
        name = path.parent.name
        yield f"snapshots/{name}/{path.name}", (partial(_snapshot, path), path, *_pair(name)[:1])
    for path in sorted(kept.FOLDER.glob("*.json")):
        yield f"experiments/{path.name}", (partial(kept.read, path.stem), path)
    alone: dict[Path, Callable] = {catalog.EXAMPLES / "start.npz": catalog.first_page, digits.FILE: digits.stored,
                                   verses.FILE: verses.stored, characters.FILE: characters.stored}
    for path, read in alone.items():
        yield f"{path.parent.name}/{path.name}", (read, path)


def _pair(name: str) -> list[Path]:
    return [catalog.CHECKPOINTS / f"{name}{end}" for end in ENDS]


def _checkpoint(name: str) -> None:
    """Both files of a checkpoint, together; it can read its own examples."""
    subject = zoo.fresh(name)
    with catalog.fitting(name):
        for example in subject.examples:
            subject.read(example)


def _snapshot(path: Path) -> None:
    """The weights of a snapshot fit the model that they became, if that can be used itself."""
    name = path.parent.name
    young = f"{name}@{path.stem}"
    weights = zoo.weights(young, path)
    try:
        about = catalog.read(name)
    except UnusableError:
        return
    zoo.build(young, about, weights)


def _written(path: Path) -> tuple | None:
    """When a file was last written or renamed or let be read, and its size; None for one that is not there."""
    try:
        told = path.stat()
    except OSError:
        return None
    return str(path), told.st_mtime_ns, told.st_ctime_ns, told.st_size
