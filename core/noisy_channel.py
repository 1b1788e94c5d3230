"""Noisy-channel reranking: of the answers that a beam ends with, the one from which the text itself is likeliest too.

A translator's favourite may leave out half of the text; the translator of the other direction then finds the text
unlikely, given that answer. Yee, Dauphin and Auli 2019, "Simple and Effective Noisy Channel Modeling for Neural Machine
Translation": log p(y|x) / t + λ log p(x|y) / s, for s words of the text and t of the answer, here without their third
part, a language model, and for whole answers only.
"""

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

import torch

from core.data.piece_vocabulary import PieceVocabulary
from core.models.transformer import Transformer, padded


class Reader(Protocol):
    """The translator of the other direction (``core.subjects.translator``)."""

    model: Transformer
    source_vocabulary: PieceVocabulary
    target_vocabulary: PieceVocabulary


class Channel(NamedTuple):
    """Who reads answers back, loaded when it is first needed, and λ, how much its word counts."""

    reader: Callable[[], Reader]
    weight: float


class Candidate(NamedTuple):
    """One answer that a beam ends with. ``words``: the numbers of its words, the end's among them if it has ended.

    ``direct``: the mean log-probability (nats) of its words, given the text, as the search counts it: where words are
    copied, among the pieces that may follow (``core.answer_rules.copied_words``). ``channel``: of the text's words,
    given the answer, by the other direction; None where there is none. ``score``: direct + λ channel.
    """

    text: str
    words: tuple[int, ...]
    direct: float
    channel: float | None
    score: float


def reranked(beam: Sequence[Candidate], text: str, channel: Channel) -> list[Candidate]:
    """The answers of a beam, scored in both directions, the best first."""
    back = read_back(channel.reader(), [one.text for one in beam], text)
    both = [one._replace(channel=mean, score=one.direct + channel.weight * mean) for one, mean in zip(beam, back)]
    return sorted(both, key=lambda one: -one.score)


@torch.no_grad()
def read_back(reader: Reader, answers: Sequence[str], text: str) -> list[float]:
    """The mean log-probability (nats) of the text and its end, given each answer; -inf for one without words."""
    marks, wanted = reader.target_vocabulary.marks, reader.target_vocabulary.ids(text)
    sources = [reader.source_vocabulary.ids(answer) for answer in answers]
    source = padded([ids or [marks.unknown] for ids in sources], marks.pad)
    decoder_input = torch.tensor([[marks.start, *wanted]] * len(answers))
    log_p = torch.log_softmax(reader.model(source, decoder_input), -1)
    means = log_p[:, range(len(wanted) + 1), [*wanted, marks.end]].mean(1).tolist()
    return [mean if ids else -math.inf for mean, ids in zip(means, sources)]
