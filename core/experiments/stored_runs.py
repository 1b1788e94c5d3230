"""Runs that take minutes are kept: each in assets/experiments/NAME.json, written by the experiment itself; see RUNS."""

from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path

import torch
from torch import Tensor

from core import files
from core.command import run

FOLDER = files.ASSETS / "experiments"
RUNS = {
    "alignment": ("seconds_per_step",),
    "copying": ("model", "drawn", "draws", "losses", "chain", "copiers", "backs", "back_looks", "labels",
                "weights"),
    "couplet_heads": ("heads", "chance", "faced", "without", "asked"),
    "data_scale": ("accuracy", "pictures", "seeds", "test_pictures", "recipe"),
    "entropy": ("entropy", "error", "derivations", "ways", "curve", "model", "excess", "excess_error", "bigram",
                "unigram", "sentences", "tested", "counted", "least", "recipe"),
    "exchanged_rows": ("model", "texts", "says", "labels", "answers", "differs", "shares"),
    "mask_ratio": ("runs", "without_pretraining", "seeds", "labels", "test_pictures", "recipe"),
    "pieces": ("model", "pairs", "inventory", "word", "rounds", "merges", "numbers", "spaced", "cosines"),
    "quiz": ("right",),
    "resting_place": ("model", "text", "shares", "sizes", "layer", "feature", "losses", "replaced", "heads", "resting"),
    "sentences": ("model", "texts", "topics", "vectors", "pairs"),
    "small_translators": ("runs", "seeds", "sentences", "averaged", "by_frequency"),
    "verse": ("poems", "size", "right", "rhyme"),
}
"""The runs that are kept, each with what pages ask of it."""


def write(name: str, results: dict) -> Path:
    """Keep what an experiment found, with the command that makes it anew; returns the file."""
    path = FOLDER / f"{name}.json"
    files.write_json(path, results | {"command": command(name)})
    return path


def keep(name: str, experiment: Callable[[], dict | Iterator[dict]]) -> None:
    """The command of an experiment: run it on one thread, as all runs that are kept, and say where its results are.

    One that takes hours yields what it has so far, which is kept each time.
    """
    def work() -> None:
        torch.set_num_threads(1)
        found = experiment()
        for results in [found] if isinstance(found, dict) else found:
            print(write(name, results))

    run(command(name), f"Runs the experiment anew and writes assets/experiments/{name}.json over.", work)


def kept(name: str) -> Callable[[], dict]:
    """A function that reads a run, again only where its file has changed; what it hands out is shared."""

    def stored() -> dict:
        path = FOLDER / f"{name}.json"
        return _as_of(name, path, path.stat().st_mtime_ns if path.exists() else 0)

    return stored


@lru_cache(maxsize=32)
def _as_of(name: str, path: Path, changed: int) -> dict:
    """``path``, ``changed``: where its file lies and when it was written; another is read anew."""
    return read(name)


def read(name: str) -> dict:
    """What was found when the experiment was last run. Raises UnusableError with the command that makes it anew."""
    path = FOLDER / f"{name}.json"
    return files.read_json(path, partial(files.stored, path, f"To make it anew: {command(name)}"), *RUNS[name])


def command(name: str) -> str:
    """What to type to run an experiment again."""
    return f"python -m core.experiments.{name}"


def batches(images: Tensor, labels: Tensor, size: int, seed: int) -> Iterator[tuple[Tensor, Tensor]]:
    """Endless batches (size, ...), (size,) of pictures as they are, drawn with ``seed``."""
    generator = torch.Generator().manual_seed(seed)
    while True:
        chosen = torch.randint(len(labels), (size,), generator=generator)
        yield images[chosen], labels[chosen]
