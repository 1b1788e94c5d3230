"""The ready lectures, and any that a page sends: read once."""

from __future__ import annotations

import functools

from core.files import ASSETS
from pages.components.lecture.scenes import Lecture, LectureError, read

FOLDER = ASSETS / "lectures"
FILE = "lecture.toml"
"""What a lecture is called that lies in a browser and in no file."""


@functools.cache
def ready() -> tuple[str, ...]:
    """The names of those in ``assets/lectures``, in the order of their files' names."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def text_of(name: str) -> str:
    """The file of a ready one, or of a set of questions. Raises LectureError."""
    from pages.components.lecture import quiz_set

    if (made := quiz_set.text_of(name)) is not None:
        return made
    if name not in ready():
        raise LectureError("no_lecture", name, lectures=", ".join(ready()))
    return (FOLDER / f"{name}.toml").read_text("utf-8")


@functools.lru_cache(maxsize=64)
def lecture(text: str, file: str) -> Lecture:
    """Raises LectureError, which is not kept."""
    return read(text, file)


def is_stored(name: str, text: str) -> bool:
    """Whether any machine finds this lecture by its name."""
    try:
        return text_of(name) == text
    except LectureError:
        return False
