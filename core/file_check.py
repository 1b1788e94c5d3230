"""Whether the stored files are whole: each is read as the app reads it, whatever is in memory already.

What a recipe or an experiment writes is missed where it is not there; other checkpoints are read if there are any. What
was read is read again when its file has been written anew; asking often costs a look at each file's date.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from pathlib import Path

from core import catalog, device, zoo
from core.data import characters, digits, verses
from core.experiments import stored_runs
from core.files import UnusableError
from core.train import RECIPES

ENDS = (".json", ".safetensors")
_said: dict[str, tuple[tuple, str]] = {}
"""The dates and sizes that files had when they were read, and what was said of them then; "" of what is whole."""
_reading = threading.Lock()


def damaged() -> dict[str, str]:
    """What cannot be used as the files now are: a sentence for each, for the two of a checkpoint under its name.

    What cannot be read because of a file that has been told of is not told of itself.
    """
    sentences: dict[str, str] = {}
    with _reading:  # who asks meanwhile need not read the same
        for name, (read, *paths) in _files():
            sentence = _sentence(name, read, paths)
            if sentence and sentence not in sentences.values():
                sentences[name] = sentence
    return sentences


def late(known: Sequence[str]) -> dict[str, str]:
    """A sentence for each checkpoint that was mended or added since the start, which knew these only."""
    return {f"checkpoints/{name}": f"The checkpoint {name} came after the server's start. To show it: start it anew."
            for name in catalog.names() if name not in known}


def _sentence(name: str, read: Callable, paths: list[Path]) -> str:
    """What is wrong with these files, or "". What the system refused may be its own fault, and is asked again."""
    written = tuple(map(_written, paths))
    if name in _said and _said[name][0] == written:
        return _said[name][1]
    try:
        read()
    except UnusableError as error:
        if isinstance(error.__cause__, (OSError, MemoryError)):
            return str(error)
        _said[name] = written, str(error)
    else:
        _said[name] = written, ""
    return _said[name][1]


def _files() -> Iterator[tuple[str, tuple]]:
    """What is read, by name: how, and the files that this depends on. What others depend on comes first.

    The operator's device depends on none: it is asked for once.
    """
    yield "ATTENTION_DEVICE", (device.chosen,)
    alone: dict[Path, Callable] = {  # __wrapped__: past what is kept
        catalog.EXAMPLES / "start.npz": catalog.first_page, digits.FILE: digits.everything.__wrapped__,
        verses.FILE: verses.stored, characters.FILE: characters.book.__wrapped__}
    for path, read in alone.items():
        yield f"{path.parent.name}/{path.name}", (read, path)
    for name in sorted(set(RECIPES) | {path.stem for end in ENDS for path in catalog.CHECKPOINTS.glob(f"*{end}")}):
        yield f"checkpoints/{name}", (partial(_checkpoint, name), *_pair(name), characters.FILE)
    wanted = {catalog.snapshot(name, step) for name, recipe in RECIPES.items() for step in recipe.snapshots}
    for path in sorted(wanted.union(catalog.SNAPSHOTS.glob("*/*.safetensors"))):
        name = path.parent.name
        yield f"snapshots/{name}/{path.name}", (partial(_snapshot, path), path, *_pair(name)[:1])
    for name in sorted(stored_runs.RUNS):
        yield f"experiments/{name}.json", (partial(stored_runs.read, name), stored_runs.FOLDER / f"{name}.json")


def _pair(name: str) -> list[Path]:
    return [catalog.CHECKPOINTS / f"{name}{end}" for end in ENDS]


def _checkpoint(name: str) -> None:
    """Both files of a checkpoint, together; it can read its own examples, and tells what pages ask of a training."""
    subject = zoo.fresh(name)
    with catalog.fitting(name):
        if name in RECIPES:
            itemgetter("configuration", "parameters", "losses", "metrics")(subject.about)
            itemgetter("steps")(subject.about["recipe"])
        for example in subject.examples:
            subject.read(example)


def _snapshot(path: Path) -> None:
    """The weights of a snapshot fit the model that they became."""
    name = path.parent.name
    young = f"{name}@{path.stem}"
    weights = zoo.weights(young, path)
    zoo.build(young, catalog.read(name), weights)


def _written(path: Path) -> tuple | None:
    """When a file was last written or renamed or let be read, and its size; None for one that is not there."""
    try:
        stat = path.stat()
    except OSError:
        return None
    return str(path), stat.st_mtime_ns, stat.st_ctime_ns, stat.st_size
