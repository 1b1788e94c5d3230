"""The passes of one generation: the sentence, the vocabulary, a trace for each word."""

from __future__ import annotations

import numpy as np
import torch

from core import decode, zoo
from core.experiments import generation as experiment
from pages.components import model_choice
from pages.components.board import Picture
from pages.components.cache import shared


def vocabulary() -> tuple[str, ...]:
    return model_choice.subject().target_vocabulary.words


def source(model: str, text: str) -> torch.Tensor:
    translator = zoo.load(model)
    return translator.ids(translator.read(text))


@shared
def passes(model: str, text: str, ends: bool = True, limit: int = decode.LIMIT) -> list:
    """The passes of the greedy loop, one per word."""
    return experiment.loop(zoo.load(model), source(model, text), ends=ends, limit=limit)


def is_answer(model: str, text: str) -> bool:
    """Whether the greedy loop writes what the model answers, which may be the best of a beam."""
    answer = zoo.load(model).written(tuple(source(model, text).tolist()))
    return answer == tuple(word.id for word in passes(model, text))


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
