"""The word that is followed through the stops: which one at first, and in which row of a step it stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from core.data.hidden_words import MARKS
from core.data.quatrain import HIDDEN
from core.steps import Step, Trace
from pages.components.location import Follow
from pages.components.stage.stops import Stop

MOST = 0.6  # of a row's attention
_SMALL = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def streams(trace: Trace) -> dict[str, tuple[str, ...]]:
    """The streams that carry words, each with its words as its own step reads them, in the order of computation."""
    streams: dict[str, tuple[str, ...]] = {}
    for step in trace.values():
        for stream, words in zip(step.streams, step.labels):
            if stream and words and (stream not in streams or step.name == stream):  # of a target moved right: as moved
                streams[stream] = words
    return streams


def accepted(trace: Trace, follow: Follow | None) -> Follow | None:
    """A followed word; None where this trace has no such word."""
    return follow if follow and follow.index < len(streams(trace).get(follow.stream, ())) else None


def word(trace: Trace, follow: Follow | None) -> str:
    """The followed word itself; "" where none is."""
    return streams(trace)[follow.stream][follow.index] if follow else ""


def first(trace: Trace) -> Follow | None:
    """The word to follow at first: the last one that some row of the last attention looks at with most of its weight.

    Where a word is hidden, that one; where nobody looks so, the one that is looked at hardest. Of two streams it is
    the one that is read while the other is written; without attention it is the first word there is.
    """
    words = streams(trace)
    for stream, labels in words.items():
        if hidden := [place for place, word in enumerate(labels) if word in (*MARKS, HIDDEN)]:
            return Follow(stream, hidden[0])
    for step in (*_weights(trace, across=True), *_weights(trace, across=False)):
        looked = list(_columns(step))
        sure = [column for value, column in looked if value >= MOST]
        if looked:
            return Follow(step.streams[-1], sure[-1] if sure else max(looked)[1])
    return next((Follow(stream, 0) for stream in words), None)


def row_of(trace: Trace, name: str, follow: Follow | None) -> int:
    """The row of a step's picture that tells of the followed word.

    Its own row where rows run along its stream; where they run along another, the row that looks at it hardest in the
    last attention between the two: the same in every step.
    """
    step = trace[name]
    at, size = _rows(step)
    if follow is None or not size:
        return 0
    stream = step.streams[at]
    if stream == follow.stream:
        return min(follow.index, size - 1)
    between = next((s for s in _weights(trace, across=True) if s.streams[-2:] == (stream, follow.stream)), None)
    if between is None or follow.index >= between.shape[-1]:
        return 0
    looked = between.value[..., follow.index]
    return min(int((looked if looked.ndim == 1 else looked.amax(0)).argmax()), size - 1)


def row_told(trace: Trace, stop: Stop | None, follow: Follow | None) -> int:
    """The row of a stop's first result that tells of the followed word; 0 of the whole machine."""
    return 0 if stop is None else row_of(trace, stop.results[0], follow)


def partners(trace: Trace, follow: Follow | None) -> list[Follow]:
    """In each other stream that looks at the followed word: the entry that looks at it hardest."""
    by_stream: dict[str, Follow] = {}
    for step in _weights(trace, across=True):
        rows, columns = step.streams[-2:]
        if follow is not None and columns == follow.stream and rows not in by_stream and follow.index < step.shape[-1]:
            by_stream[rows] = Follow(rows, row_of(trace, step.name, follow))
    return list(by_stream.values())


def row_words(trace: Trace, name: str, row: int) -> tuple[str, str]:
    """The word read in a row of a step, and the word produced there (empty where none is)."""
    step = trace[name]
    at, size = _rows(step)
    if row >= size:
        return "", ""
    if step.pairs[at]:
        return step.pairs[at][row]
    return (step.labels[at][row] if step.labels[at] else str(row + 1)), ""


def produces(trace: Trace, name: str) -> bool:
    """Whether each row of a step is read to produce the next word; if not, to say what stands in its own place."""
    return any(trace[name].pairs) or any(other.endswith("look_ahead_mask") for other in trace)


def numbered(words: Sequence[str], i: int) -> str:
    """A word of these; of one that comes more than once, which: 谢₁, 谢₂."""
    word, words = words[i], list(words)
    return f"{word}{str(words[:i + 1].count(word)).translate(_SMALL)}" if words.count(word) > 1 else word


def _rows(step: Step) -> tuple[int, int]:
    """The axis that the rows of a step's picture run along, and its length: the second last, or the only one."""
    at = -2 if len(step.shape) > 1 else -1
    return at, step.shape[at] if step.shape else 0


def _weights(trace: Trace, across: bool) -> Iterator[Step]:
    """The attention weights of the trace, last first: between two streams, or within one."""
    for step in reversed(list(trace.values())):
        pairs = step.shows == "share" and len(step.shape) > 1 and all(step.streams[-2:]) and "batch" not in step.axes
        if pairs and (step.streams[-1] != step.streams[-2]) == across:
            yield step


def _columns(step: Step) -> Iterator[tuple[float, int]]:
    """The largest weight on each column that holds a word, no mark."""
    for column, word in enumerate(step.labels[-1] or ()):
        if spells(word, step.labels[-1]):
            produced = [i for i, pair in enumerate(step.pairs[-2] or ()) if not pair[1].startswith("<")]
            looked = step.value[..., column]
            looked = looked if looked.ndim == 1 else looked.amax(0)
            yield float((looked[produced] if produced else looked).max()), column


def spells(word: str, words: Sequence[str]) -> bool:
    """Whether it is a word among these, or a piece of one, and no mark: it holds a letter or a digit."""
    return any(unicodedata.category(letter)[0] in "LN" for letter in word) and not _set_around(word, words)


def _set_around(word: str, words: Sequence[str]) -> bool:
    """Whether it is a mark that a tokenizer sets around a text. A picture's [CLS], without [SEP], is none."""
    return word.startswith("<") or ("[SEP]" in words and word in ("[CLS]", "[SEP]"))
