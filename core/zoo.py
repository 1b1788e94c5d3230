"""The trained models by name, each built by the kind its checkpoint says it is.

``zoo.load("translator-zh-en")`` reads ``assets/checkpoints/NAME.json`` and ``NAME.safetensors``; nothing is fetched.
``core.catalog`` tells of the same models without loading them.
"""

from __future__ import annotations

import functools
import importlib
from pathlib import Path

from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from core import catalog
from core.subjects import Subject

KINDS = {"translator": "translator", "textbook_translator": "translator", "recurrent_translator": "translator",
         "dialogue": "translator", "couplet": "couplet", "language_model": "poet", "cloze": "cloze",
         "classifier": "classifier", "autoencoder": "autoencoder", "marker": "marker", "detector": "detector",
         "tagger": "tagger", "word_tagger": "tagger", "lstm_tagger": "tagger", "attention_tagger": "tagger"}
"""Kind of a checkpoint -> the module of ``core.subjects`` whose ``build(name, about, weights)`` makes the subject."""


@functools.lru_cache(maxsize=8)
def load(name: str) -> Subject:
    """A trained model by name; loaded once, shared and never changed.

    Raises ValueError for an unknown name, UnusableError for files that cannot be read or do not fit together.
    """
    if name not in catalog.stored():
        raise ValueError(f"There is no model called {name!r}; there are: {', '.join(catalog.names())}.")
    try:
        about = catalog.about(name)
    except ValueError as error:
        raise _unusable(name, error) from error
    return build(name, about, _weights(name, catalog.CHECKPOINTS / f"{name}.safetensors"))


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Subject:
    """A subject from a checkpoint's JSON and weights (of any floating type), in float32.

    Raises UnusableError if kind, words, configuration and weights do not fit together.
    """
    try:
        builder = importlib.import_module(f"core.subjects.{KINDS[about['kind']]}")
        return builder.build(name, about, {key: value.float() for key, value in weights.items()})
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise _unusable(name, error) from error


def _weights(name: str, path: Path) -> dict[str, Tensor]:
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise _unusable(name, error) from error


def _unusable(name: str, error: Exception) -> catalog.UnusableError:
    """What to tell of a checkpoint whose files are damaged, or from another version of the code."""
    why = " ".join(f"{type(error).__name__}: {error}".split())
    return catalog.UnusableError(f"The checkpoint {name} does not fit this code ({why}). "
                                 f"To build it anew: python -m core.train {name.partition('@')[0]}")


def unusable() -> list[str]:
    """The names of the checkpoints that cannot be used as their files now are."""
    return [name for name in catalog.stored() if not _usable(name, *_written(name))]


@functools.lru_cache(maxsize=64)
def _usable(name: str, *written: int) -> bool:
    """Whether a checkpoint loads; asked again when its files have been ``written`` anew."""
    try:
        build(name, catalog.read(name), _weights(name, catalog.CHECKPOINTS / f"{name}.safetensors"))
    except ValueError:
        return False
    return True


def _written(name: str) -> tuple[int, ...]:
    """When the files of a checkpoint were last written; 0 for one that is not there."""
    paths = (catalog.CHECKPOINTS / f"{name}{end}" for end in (".json", ".safetensors"))
    return tuple(path.stat().st_mtime_ns if path.exists() else 0 for path in paths)


def snapshots(name: str) -> list[int]:
    """The training steps at which weights were kept, first to last; none for a model without snapshots."""
    return sorted(int(path.stem) for path in (catalog.SNAPSHOTS / name).glob("*.safetensors"))


@functools.lru_cache(maxsize=32)
def snapshot(name: str, step: int) -> Subject:
    """The model as it was after this many training steps. Raises ValueError as ``load`` does."""
    if step not in snapshots(name):
        raise ValueError(f"No weights of {name} were kept at step {step}; there are: {snapshots(name)}.")
    young = f"{name}@{step}"
    return build(young, load(name).about, _weights(young, catalog.SNAPSHOTS / name / f"{step:05d}.safetensors"))
