"""What there is to be known of the trained models without loading them, or torch: names, kinds, languages, examples."""

from __future__ import annotations

import functools
import json
from contextlib import AbstractContextManager
from operator import itemgetter
from typing import TYPE_CHECKING

from core import files
from core.files import ASSETS, UnusableError, usable

if TYPE_CHECKING:
    from pathlib import Path

    from numpy import ndarray

CHECKPOINTS, SNAPSHOTS, EXAMPLES = ASSETS / "checkpoints", ASSETS / "snapshots", ASSETS / "examples"


def stored() -> list[str]:
    """The names of the checkpoints' files, whatever they hold, in alphabetical order."""
    return sorted(path.stem for path in CHECKPOINTS.glob("*.json"))


def snapshot(name: str, step: int) -> Path:
    """The file of a model's weights as they were after this many training steps."""
    return SNAPSHOTS / name / f"{step:05d}.safetensors"


def names(*kinds: str) -> list[str]:
    """The models there are, or those of these kinds; translators first, of these the ones that read Chinese.

    A checkpoint whose JSON is damaged is left out.
    """
    found = [name for name in stored() if _told(name)]
    found.sort(key=lambda name: (kind(name) != "translator", languages(name)[:1] != ("zh",)))
    return [name for name in found if not kinds or kind(name) in kinds]


def first(*kinds: str) -> str:
    """The first model of these kinds. Raises UnusableError if there is none, as where its JSON is damaged."""
    found = names(*kinds)
    if not found:
        raise UnusableError(f"There is no {' or '.join(kinds)} among the checkpoints that can be read.")
    return found[0]


@functools.lru_cache(maxsize=32)
def about(name: str) -> dict:
    """A checkpoint's JSON: kind, languages, examples, configuration, vocabulary, metrics; shared and never changed.

    Raises UnusableError if there is none of this name, or none that can be used.
    """
    return read(name)


def read(name: str) -> dict:
    """The same as the file now is. Raises as ``about`` does."""
    found = files.told(CHECKPOINTS / f"{name}.json", functools.partial(fitting, name), "kind", "languages", "examples")
    with fitting(name):
        if not isinstance(found["kind"], str):
            raise ValueError("its kind is a word")
        for listed in ("languages", "examples"):
            if not isinstance(found[listed], list) or not all(isinstance(one, str) for one in found[listed]):
                raise ValueError(f"its {listed} are a list of texts")
        if not found["examples"]:
            raise ValueError("it has an example at least")
        return found


def fitting(name: str) -> AbstractContextManager[None]:
    """Whatever fails inside is told as the fault of a checkpoint, damaged or from another version of the code."""
    return usable(f"The checkpoint {name}", f"To build it anew: python -m core.train {name.partition('@')[0]}")


def _told(name: str) -> bool:
    try:
        return bool(about(name))
    except UnusableError:
        return False


def kind(name: str) -> str:
    """What a model is: translator, dialogue ..."""
    return about(name)["kind"]


def network(name: str) -> str:
    """Which of several networks a model of its kind is: rnn, lstm, attention; "" where there is only one."""
    return about(name).get("configuration", {}).get("network", "")


def languages(name: str) -> tuple[str, ...]:
    """Of what a model is given, then of what it answers; empty for pictures."""
    return tuple(about(name)["languages"])


def examples(name: str) -> list:
    """What to give a model to begin with."""
    return about(name)["examples"]


def first_page() -> dict[str, ndarray]:
    """What the first page shows, by name; see ``core.examples``. Raises UnusableError."""
    path, remedy = EXAMPLES / "start.npz", "To build it anew: python -m core.examples"
    found = files.arrays(path, remedy)
    with files.stored(path, remedy):
        about = json.loads(str(found["about"]))  # which lacks nothing, nor do the arrays:
        for run in ("zh", "en"):
            itemgetter("model", "text", "step", "head", "rows", "columns")(about[run])
        itemgetter("model", "step")(about["couplet"])
        itemgetter("alignment_zh", "alignment_en", "vectors", "scores", "printed", "right", "couplet")(found)
    return found
