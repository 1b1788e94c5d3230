"""What there is to be known of the trained models without loading them, or torch: names, kinds, languages, examples."""

from __future__ import annotations

import functools
import json
from pathlib import Path

CHECKPOINTS = Path(__file__).parent.parent / "assets" / "checkpoints"
SNAPSHOTS, EXAMPLES = CHECKPOINTS.parent / "snapshots", CHECKPOINTS.parent / "examples"


class UnusableError(ValueError):
    """The files of a checkpoint are damaged, or do not fit this code: no fault of the reader's."""


def stored() -> list[str]:
    """The names of the checkpoints' files, whatever they hold, in alphabetical order."""
    return sorted(path.stem for path in CHECKPOINTS.glob("*.json"))


def names(*kinds: str) -> list[str]:
    """The models there are, or those of these kinds; translators first, of these the ones that read Chinese.

    A checkpoint whose JSON is damaged is left out.
    """
    found = [name for name in stored() if _told(name)]
    found.sort(key=lambda name: (kind(name) != "translator", languages(name)[:1] != ("zh",)))
    return [name for name in found if not kinds or kind(name) in kinds]


@functools.lru_cache(maxsize=32)
def about(name: str) -> dict:
    """A checkpoint's JSON: kind, languages, examples, configuration, vocabulary, metrics; shared and never changed.

    Raises OSError if there is none of this name, ValueError if it cannot be read.
    """
    return read(name)


def read(name: str) -> dict:
    """The same as the file now is. Raises as ``about`` does."""
    return json.loads((CHECKPOINTS / f"{name}.json").read_text("utf-8"))


def _told(name: str) -> bool:
    try:
        return {"kind", "languages", "examples"} <= set(about(name))
    except ValueError:
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
