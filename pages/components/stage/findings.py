"""What there is to see in a stop: a question, the cells that answer it, and the words and numbers of the answer.

A finding belongs to an equation, as a recipe does, so every model that uses the equation has it. Its sentences stand in
``assets/text/LANGUAGE/findings.toml`` under ``KEY_question`` and ``KEY_answer``; all they say is read from the trace.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from core.labels import Name
from core.steps import Step, Trace
from pages.components.stage.follow import numbered, produces, row_words, spells

Index = tuple[int | None, ...]


@dataclass(frozen=True)
class Finding:
    """``cells``: (step, index) in the order of their numbers; None in an index is the whole row or column there."""

    key: str
    cells: tuple[tuple[str, Index], ...]
    values: Mapping[str, str | float | int]


Finder = Callable[[Trace, Step, int], Finding | None]
_FINDERS: dict[str, Finder] = {}


def finding(trace: Trace, name: str, row: int) -> Finding | None:
    """What to look at in the result of this step, in the row of the word that is followed; None if nothing is known.

    ``row``: an index along the rows of the step's picture.
    """
    step = trace[name]
    finder = _FINDERS.get(step.equation.key if step.equation else step.shows)
    single = step.value.ndim and not (step.repeated or "batch" in step.axes)
    return finder(trace, step, row) if finder and single and step.value.numel() else None


def _finds(*keys: str) -> Callable[[Finder], Finder]:
    def declare(finder: Finder) -> Finder:
        _FINDERS.update(dict.fromkeys(keys, finder))
        return finder

    return declare


def _inputs(trace: Trace, step: Step) -> list[str | None]:
    """The names of what the step read, in the order of its equation's inputs."""
    return [reference.name for reference in step.references[0]]


def _largest(values: Tensor) -> tuple[int, ...]:
    """The index of the largest entry."""
    return tuple(int(i) for i in np.unravel_index(int(values.argmax()), tuple(values.shape)))  # torch's loads SymPy


def _second(row: Tensor) -> int:
    return int(row.topk(min(2, row.numel())).indices[-1])


@_finds("ids")
def _number(trace, step, row):
    words = step.labels[-1] or ()
    if row >= len(words):
        return None
    return Finding("number", ((step.name, (row,)),), {"word": words[row], "number": int(step.value[row])})


@_finds("embedding.lookup", "embedding.scaled")
def _nearest(trace, step, row):
    """The two different words of the sentence whose vectors point most alike; marks are none, nor two unknown words."""
    words, X = step.labels[-2] or (), step.value
    alike = torch.nn.functional.cosine_similarity(X.unsqueeze(0), X.unsqueeze(1), dim=-1)
    rows = [i for i, word in enumerate(words) if spells(word, words)]
    pairs = [(float(alike[i, j]), i, j) for j, i in itertools.combinations(rows, 2)
             if words[i] != words[j] and not torch.equal(X[i], X[j])]
    if len({words[i] for i in rows}) < 3 or not pairs:  # of two words there is one pair, the most alike of none
        return None
    cosine, i, j = max(pairs)
    return Finding("nearest", ((step.name, (j, None)), (step.name, (i, None))),
                   {"first": words[j], "second": words[i], "cosine": cosine})


@_finds("embedding.positioned")
def _place(trace, step, row):
    words, (_, waves) = step.labels[-2] or (), _inputs(trace, step)
    PE, X = trace[waves].value, step.value
    share = float(PE[row].norm() / X[row].norm())
    return Finding("place", ((waves, (row, None)),),
                   {"word": _word(words, row), "place": row, "first": float(PE[row, 0]),
                    "second": float(PE[row, 1]), "share": share})


@_finds("attention.queries")
def _loudest(trace, step, row):
    """The row, of a sentence with words the word, whose query is the longest of all heads; of a single one the head."""
    words, lengths = step.labels[-2] or (), step.value.norm(dim=-1)
    rows = [i for i, word in enumerate(words) if spells(word, words)] or list(range(lengths.shape[1]))
    head, place = _largest(lengths[:, rows])
    i, several = rows[place], len(rows) > 1
    if not several and len(lengths) == 1:
        return None
    return Finding("loudest" if several else "loudest_head", ((step.name, (head, i, None)),),
                   {"word": _which(words, i) if words else i, "head": head + 1,
                    "length": float(lengths[head, i]), "mean": float((lengths[head, rows] if several
                                                                      else lengths[:, i]).mean())})


@_finds("attention.scores", "attention.dot_products")
def _match(trace, step, row):
    """The key that fits best; where a mask hides what comes later two steps on, among the words so far."""
    S, hidden = step.value, _masked(trace, step)
    seen = S[:, row].masked_fill(hidden[row], -torch.inf)
    head, column = _largest(seen)
    details = _pair(trace, step, head, row, column) | {"score": float(S[head, row, column])}
    key = "match"
    if _mirrored(step):
        key = "match_so_far" if hidden.any() else "match_own" if row == column else "match_self"
        details["back"] = float(S[head, column, row])
    key = "match_alone" if int((~hidden[row]).sum()) == 1 else key
    return Finding(key, ((step.name, (head, row, column)),), details)


@_finds("attention.masked_scores")
def _hidden(trace, step, row):
    hidden = step.value[0].isneginf()
    if not hidden.any():
        return None
    cells = hidden.nonzero()
    first = max(cells.tolist(), key=lambda cell: cell[1] - cell[0])
    return Finding("hidden", ((step.name, (0, *first)),),
                   {"hidden": int(hidden.sum()), "cells": hidden.numel(),
                    "reader": row_words(trace, step.name, first[0])[0], "future": _word(step.labels[-1], first[1])})


@_finds("attention.weights")
def _looks(trace, step, row):
    """Where the row looks, in the head that is surest of it."""
    A = step.value
    head, column = _largest(A[:, row])
    details = _pair(trace, step, head, row, column) | {"share": float(A[head, row, column])}
    key = "looks_alone" if _alone(trace, step, row, column) else "looks_self" if _mirrored(step) else "looks"
    return Finding(key, ((step.name, (head, row, column)),), details)


@_finds("attention.head_outputs")
def _fetched(trace, step, row):
    weights, values = _inputs(trace, step)
    A, V, Z = (trace[name].value for name in (weights, values, step.name))
    head, column = _largest(A[:, row])
    alike = torch.nn.functional.cosine_similarity(Z[head, row], V[head, column], dim=0)
    details = _pair(trace, trace[weights], head, row, column)
    key = "fetched_alone" if _alone(trace, trace[weights], row, column) else "fetched"
    return Finding(key, ((step.name, (head, row, None)), (values, (head, column, None))),
                   details | {"share": float(A[head, row, column]), "cosine": float(alike)})


@_finds("attention.output")
def _writes(trace, step, row):
    """The head that writes the longest vector into the row: each head's Z times its own stretch of W_O."""
    side_by_side, W_O, _ = _inputs(trace, step)
    (outputs,) = _inputs(trace, trace[side_by_side])
    Z, W = trace[outputs].value, trace.value_of(W_O)
    written = torch.einsum("hk,hkd->hd", Z[:, row], W.unflatten(0, (len(Z), -1))).norm(dim=-1)
    head, total = int(written.argmax()), float(written.sum())
    return None if not total or len(Z) == 1 else Finding(
        "writes", ((side_by_side, (row, head * Z.shape[-1])), (step.name, (row, None))),
        {"word": row_words(trace, step.name, row)[0], "head": head + 1, "heads": len(Z),
         "share": float(written[head]) / total})


@_finds("norm.added")
def _kept(trace, step, row):
    x, f = (trace[name].value[row] for name in _inputs(trace, step))
    cosine = torch.nn.functional.cosine_similarity(x, step.value[row], dim=0)
    return None if not x.any() else Finding(
        "kept", ((step.name, (row, None)),),
        {"word": row_words(trace, step.name, row)[0], "ratio": float(f.norm() / x.norm()), "cosine": float(cosine)})


@_finds("norm.output")
def _levelled(trace, step, row):
    normal = _inputs(trace, step)[0]
    mean, variance = _inputs(trace, trace[normal])[1:3]
    return Finding("levelled", ((mean, (row,)), (variance, (row,)), (step.name, (row, None))),
                   {"word": row_words(trace, step.name, row)[0], "mean": float(trace[mean].value[row]),
                    "deviation": float(trace[variance].value[row].sqrt()),
                    "after": float(step.value[row].var(correction=0).sqrt())})


@_finds("feedforward.activation")
def _units(trace, step, row):
    R = step.value[row]
    unit, none = int(R.argmax()), not (R > 0).any()
    return Finding("units_none" if none else "units", ((step.name, (row, None if none else unit)),),
                   {"word": row_words(trace, step.name, row)[0], "open": int((R > 0).sum()), "units": R.numel(),
                    "unit": unit, "strength": float(R[unit])})


@_finds("feedforward.output")
def _strongest(trace, step, row):
    """The unit that writes the longest vector into the row: its opening times its row of W_2."""
    units, W_2, _ = _inputs(trace, step)
    written = trace[units].value[row].abs() * trace.value_of(W_2).norm(dim=-1)
    unit, total = int(written.argmax()), float(written.sum())
    return None if not total else Finding(
        "strongest", ((units, (row, unit)), (step.name, (row, None))),
        {"word": row_words(trace, step.name, row)[0], "unit": unit, "share": float(written[unit]) / total})


@_finds("embedding.shift_right")
def _shifted(trace, step, row):
    (target, _), read = _inputs(trace, step), step.labels[-1] or ()
    wanted = trace[target].labels[-1] or ()
    if len(read) < 2 or len(wanted) != len(read):
        return None
    i = min(max(row, 1), len(read) - 1)
    return Finding("shifted", ((step.name, (i,)), (target, (i,))), {"read": read[i], "wanted": wanted[i], "row": i + 1})


@_finds("output.logits")
def _favourite(trace, step, row):
    words, scores = step.labels[-1] or (), step.value[row]
    first, second = int(scores.argmax()), _second(scores)
    return Finding("favourite" if produces(trace, step.name) else "favourite_here", ((step.name, (row, first)),),
                   {"read": row_words(trace, step.name, row)[0], "word": _word(words, first),
                    "score": float(scores[first]), "other": _word(words, second),
                    "lead": float(scores[first] - scores[second])})


@_finds("output.probabilities")
def _likeliest(trace, step, row):
    """The two likeliest words; and the one that follows, where it is another: a beam's answer, a given text."""
    words, p = step.labels[-1] or (), step.value[row]
    first, second = int(p.argmax()), _second(p)
    read, produced = row_words(trace, step.name, row)
    values = {"read": read, "word": _word(words, first), "share": float(p[first]),
              "other": _word(words, second), "rest": float(p[second])}
    if produced not in words or produced == values["word"]:
        key = "likeliest" if produces(trace, step.name) else "likeliest_here"
        return Finding(key, ((step.name, (row, first)),), values)
    own = list(words).index(produced)
    return Finding("likeliest_passed", ((step.name, (row, first)), (step.name, (row, own))),
                   values | {"produced": produced, "own": float(p[own])})


@_finds("output.token_losses")
def _hardest(trace, step, row):
    words, losses = step.labels[-1] or (), step.value
    i = int(losses.argmax())
    return Finding("hardest", ((step.name, (i,)),),
                   {"word": _which(words, i), "loss": float(losses[i]), "share": float((-losses[i]).exp())})


def _masked(trace: Trace, step: Step) -> Tensor:
    """Which columns are hidden from which rows of a score or weight matrix."""
    masked = trace.get(f"{step.name.rpartition('.')[0]}.masked_scores")
    return masked.value[0].isneginf() if masked else torch.zeros_like(step.value[0], dtype=torch.bool)


def _alone(trace: Trace, step: Step, row: int, column: int) -> bool:
    """Whether a row can see this column alone, and each head gives it all; an edit may have taken it from one."""
    return int((~_masked(trace, step)[row]).sum()) == 1 and bool((step.value[:, row, column] == 1).all())


def _mirrored(step: Step) -> bool:
    """Whether rows and columns of a score or weight matrix are the same words: self-attention."""
    return step.value.shape[-1] == step.value.shape[-2] and step.labels[-1] == step.labels[-2]


def _word(words: Sequence[str] | None, i: int) -> str:
    """A word along an axis, or its number where the axis has no words."""
    return words[i] if words else str(i + 1)


def _which(words: Sequence[str] | None, i: int) -> str:
    """The same; of a word that comes more than once, which."""
    return numbered(words, i) if words and not isinstance(words[i], Name) else _word(words, i)


def _pair(trace: Trace, step: Step, head: int, row: int, column: int) -> dict:
    read, produced = row_words(trace, step.name, row)
    if _word(step.labels[-1], column) == read and _mirrored(step):
        read = _which(step.labels[-1], row)
    return {"head": head + 1, "word": read, "produced": produced or read, "looked": _which(step.labels[-1], column)}


