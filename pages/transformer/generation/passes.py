"""The passes of one generation: the sentence, the vocabulary, and of each pass what is drawn of it.

A pass over a vocabulary of pieces is megabytes of numbers, and a sentence has a pass a word: what is shown of all of
them is kept, and the whole trace of the one that a reader opens.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch

from core import decode, zoo
from core.experiments import generation as experiment
from core.steps import Trace
from pages.components import model_choice
from pages.components.board import Picture
from pages.components.cache import shared

COLUMNS = 14
"""Words of the vocabulary of which a pass's probabilities are shown."""


class Pass(NamedTuple):
    """One pass of the loop over t words: the word it chose, out of which scores and probabilities (V,).

    ``looked``: the weights (t, n) of the head that aligns best; ``shares``: all rows' probabilities of the words that
    are shown, (t, m).
    """

    id: int
    logits: torch.Tensor
    probabilities: torch.Tensor
    looked: torch.Tensor
    shares: torch.Tensor


class Written(NamedTuple):
    """A whole loop, and the ids of the words whose probabilities are shown."""

    passes: tuple[Pass, ...]
    shown: tuple[int, ...]

    @property
    def ids(self) -> tuple[int, ...]:
        """The words that were written."""
        return tuple(one.id for one in self.passes)


def vocabulary() -> tuple[str, ...]:
    return model_choice.subject().target_vocabulary.words


def source(model: str, text: str) -> torch.Tensor:
    translator = zoo.load(model)
    return translator.ids(translator.read(text))


def looking(model: str) -> tuple[str, int]:
    """The cross-attention step and head that align best; the last layer's first where that was not measured."""
    translator = zoo.load(model)
    if "alignment" in translator.about["metrics"]:
        return translator.best_head()
    return f"decoder.{len(translator.model.decoder) - 1}.cross_attention.weights", 0


@shared
def written(model: str, text: str, ends: bool = True, limit: int = decode.LIMIT) -> Written:
    """The greedy loop, a pass per word."""
    step, head = looking(model)
    words = experiment.loop(zoo.load(model), source(model, text), ends=ends, limit=limit,
                            only=(step, "logits", "probabilities"))
    shown = experiment.columns(words[-1].trace["probabilities"].value, [word.id for word in words], COLUMNS)
    return Written(tuple(
        Pass(word.id, word.trace["logits"].value[-1].clone(), word.probabilities.clone(),
             word.trace[step].value[head].clone(), word.trace["probabilities"].value[:, shown]) for word in words),
        tuple(shown))


@shared
def trace_after(model: str, text: str, before: tuple[int, ...]) -> Trace:
    """The whole trace of the pass that read these words of the answer (ids)."""
    translator = zoo.load(model)
    return decode.trace_after(translator.model, source(model, text), before, translator.labels)


def is_answer(model: str, text: str) -> bool:
    """Whether the greedy loop writes what the model answers, which may be the best of a beam."""
    answer = zoo.load(model).written(tuple(source(model, text).tolist()))
    return answer == written(model, text).ids


def padded(value: torch.Tensor, rows: int) -> tuple[np.ndarray, np.ndarray]:
    """A picture as tall as the last pass needs, and which of its rows are not there yet."""
    value = value.double().numpy()
    tall = np.zeros((rows, value.shape[1]))
    tall[: len(value)] = value
    return tall, np.broadcast_to((np.arange(rows) >= len(value))[:, None], tall.shape)


def growing(name: str, title: str, value: torch.Tensor, rows: list[str], **options) -> Picture:
    """The rows computed so far; the newest is outlined, those to come are masked."""
    tall, masked = padded(value, len(rows))
    named = tuple(word if i < len(value) else "·" for i, word in enumerate(rows))
    return Picture(name, title, tall, rows=named, masked=masked, alt=title,
                   outlines=((len(value) - 1, 0, 1, tall.shape[1]),), **options)
