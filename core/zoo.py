"""The trained models by name, each built by the kind its checkpoint says it is.

``zoo.load("translator-zh-en")`` reads ``assets/checkpoints/NAME.json`` and ``NAME.safetensors``; nothing is fetched.
``core.catalog`` tells of the same models without loading them.
"""

import functools
import importlib
import threading
from collections import defaultdict
from dataclasses import replace
from pathlib import Path

from safetensors.torch import load_file
from torch import Tensor

from core import catalog, device, residence
from core.files import UnusableError
from core.noisy_channel import Channel
from core.subjects import Subject
from core.subjects.abilities import KINDS

_loading: dict[str, threading.RLock] = defaultdict(threading.RLock)


def load(name: str) -> Subject:
    """A trained model by name; loaded once (all of ours take 111 MB), shared and never changed.

    A brought one gives its memory back when it is not used; see ``core.residence``.
    Raises UnusableError for a name without files, and for files that cannot be read or do not fit together.
    """
    residence.use(name)
    with _loading[name]:  # of two that came at once, each loaded, one would never give its memory back
        return _loaded(name)


@functools.cache
def _loaded(name: str) -> Subject:
    if name not in catalog.stored() and name not in catalog.brought():
        raise UnusableError(f"There is no model called {name!r}; there are: {', '.join(catalog.names())}. "
                            "Others are brought: python -m core.bring.")
    subject = fresh(name)
    if name not in catalog.stored():
        residence.keep(name, subject.model, lambda: dict(fresh(name).model.named_parameters()))
    return subject


def fresh(name: str) -> Subject:
    """The same from both files as they now are; a brought one lies on the operator's device. Raises UnusableError."""
    place = "cpu" if name in catalog.stored() else device.chosen()
    subject = build(name, catalog.read(name), weights(name, catalog.weights_file(name)))
    subject.model.to(place)
    return subject


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Subject:
    """A subject from a checkpoint's JSON and weights (of any floating type), in float32; a brought one's as held.

    Raises UnusableError if kind, words, configuration and weights do not fit together.
    """
    with catalog.fitting(name):
        kind = KINDS[about["kind"]]
        if not kind.abilities.brought:
            weights = {key: value.float() for key, value in weights.items()}
        builder = importlib.import_module(f"core.subjects.{kind.module}")
        return _with_channel(builder.build(name, about, weights))


def _with_channel(subject: Subject) -> Subject:
    """The same; where its checkpoint names a translator of the other direction, that one ranks its answers.

    Not before it has been trained: the first of a pair is measured alone.
    """
    channel = subject.about.get("channel")
    if channel is None or channel["model"] not in catalog.stored():
        return subject
    return replace(subject, channel=Channel(functools.partial(load, channel["model"]), channel["weight"]))


def weights(name: str, path: Path) -> dict[str, Tensor]:
    """The tensors of a file by name. Raises UnusableError if it cannot be read, or holds what is no number."""
    with catalog.fitting(name):
        tensors = load_file(path)
        if name.partition("@")[0] not in catalog.stored():  # checked when it was brought; a view would go with its file
            return {key: value.clone() for key, value in tensors.items()}
        for key, value in tensors.items():
            if not value.isfinite().all():
                raise ValueError(f"{path.name} holds numbers in {key} that are not finite")
        return tensors


def snapshots(name: str) -> list[int]:
    """The training steps at which weights were kept, first to last; none for a model without snapshots."""
    stems = [path.stem for path in (catalog.SNAPSHOTS / name).glob("*.safetensors")]
    return sorted(int(step) for step in stems if step.isdecimal())


@functools.lru_cache(maxsize=32)
def snapshot(name: str, step: int) -> Subject:
    """The model as it was after this many training steps. Raises UnusableError as ``load`` does."""
    if step not in snapshots(name):
        raise UnusableError(f"No weights of {name} were kept at step {step}; there are: {snapshots(name)}.")
    young = f"{name}@{step}"
    return build(young, load(name).about, weights(young, catalog.snapshot(name, step)))
