"""From scores to words and to the loss: temperature, what the last matrix costs, the loss and its slips. N0 6-7."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.data.piece_vocabulary import INSIDE
from core.decode import distribution
from core.equations import literal, output, variants
from core.experiments.heads import untrained
from core.subjects.translator import Translator
from core.trace import Trace

HAND = (2.0, 1.0, 0.1)
"""Three scores, the first of them the right word's. EXHIBITS N0-22, N0-23."""

SEED = 5


def never_trained(translator: Translator, text: str) -> Trace:
    """The same model before any training, asked for the trained model's translation. EXHIBITS N1-01."""
    return untrained(translator, SEED).trace(text, target=translator.answer(text))


class Candidate(NamedTuple):
    """A word that might come next at a position, and its probability; ``right``: it is the target."""

    position: int
    word: str
    probability: float
    rank: int
    right: bool


def candidates(translator: Translator, trace: Trace, temperature: float, k: int) -> list[Candidate]:
    """The k likeliest words at every position at this temperature, all if there are fewer. EXHIBITS N0-22."""
    likeliest, target, words = [], trace["target"].value, translator.target_vocabulary.words
    for t, row in enumerate(trace["logits"].value):
        p = distribution(row, temperature)
        top = p.topk(min(k, len(p)))
        likeliest += [Candidate(t, words[v], float(x), rank, v == int(target[t]))
                      for rank, (x, v) in enumerate(zip(top.values, top.indices.tolist()))]
    return likeliest


def at_temperature(scores: Sequence[float], temperature: float) -> Tensor:
    """What a row of scores becomes at a temperature. EXHIBITS N0-22."""
    return distribution(torch.tensor(scores, dtype=torch.float64), temperature)


def costs(vocabulary: int, d_model: int, d_ff: int, n_layers: int) -> dict[str, int]:
    """Multiply-adds per word: the last matrix, and the linear maps of all encoder layers. EXHIBITS N0-22."""
    return {"last": vocabulary * d_model, "encoder": n_layers * (4 * d_model**2 + 2 * d_model * d_ff)}


def narrow_output(translator: Translator, trace: Trace) -> list[str]:
    """What could be said if W_out had a column per word of the sentence, as N0 (36) may be read: so few words. R14."""
    y, model = trace["logits"].inputs[0], translator.model
    n_0 = len(trace["target"].value)
    W = model.target_embedding.W_E if model.W_out is None else model.W_out
    scores = output.logits(trace[y].value, W[:n_0], model.b_out[:n_0])
    return [translator.target_vocabulary.words[i] for i in scores.argmax(-1).tolist()]


def longest_word(translator: Translator) -> str:
    """Of the target dictionary, marks left out: N0 calls the size of the dictionary a word's length. ERRATA R30."""
    vocabulary = translator.target_vocabulary
    return max((word.removeprefix(INSIDE) for i, word in enumerate(vocabulary.words) if i not in vocabulary.marks),
               key=len)


def asked_of_torch(name: str) -> str:
    """What torch.nn says to a name that it does not have. ERRATA R43."""
    try:
        getattr(nn, name)
    except AttributeError as error:
        return str(error)
    return ""


def classifiers(trace: Trace) -> int:
    """How often a run made scores over the dictionary. ERRATA R57."""
    return sum(step.equation is output.logits.equation for step in trace.values())


def forced(translator: Translator, text: str, answer: str) -> Trace:
    """The pass in which the decoder is told the reader's own translation, word by word. EXHIBITS N0-23."""
    vocabulary = translator.target_vocabulary
    unknown = vocabulary.words[vocabulary.marks.unknown]
    words = [token.text if token.known else unknown for token in vocabulary.segment(answer)]
    return translator.trace(text, target=words or None)


class Losses(NamedTuple):
    """Losses of a pass (m,) with label smoothing, and the least they could be."""

    tokens: Tensor
    floor: float

    @property
    def mean(self) -> float:
        return float(self.tokens.mean())


def smoothed(trace: Trace, epsilon: float) -> Losses:
    """The loss of every word against a target that gives epsilon away to all words. EXHIBITS N0-23."""
    scores, target = trace["logits"].value, trace["target"].value
    return Losses(variants.smoothed_losses(scores, target, epsilon), floor(scores.shape[-1], epsilon))


def floor(vocabulary: int, epsilon: float) -> float:
    """The lowest loss with label smoothing: the entropy of the smoothed target. FIDELITY T59."""
    right, other = 1 - epsilon + epsilon / vocabulary, epsilon / vocabulary
    parts = [(1, right), (vocabulary - 1, other)]
    return 0.0 - sum(count * p * math.log(p) for count, p in parts if p > 0)  # 0.0 - 0.0 has no minus sign


def right_loss(scores: Sequence[float] = HAND) -> float:
    """Cross-entropy of one row of scores, the first of which is the right word's. FIDELITY T57."""
    return float(output.token_losses(torch.tensor([scores], dtype=torch.float64), torch.tensor([0])))


def loss_of_probabilities() -> float:
    """The same with the probabilities handed over where scores are wanted: softmax twice. ERRATA R15."""
    return right_loss(at_temperature(HAND, 1.0).tolist())


def floor_of_probabilities(vocabulary: int) -> float:
    """The loss that a perfect model is stuck at when softmax is taken twice. ERRATA R15."""
    return math.log(math.e + vocabulary - 1) - 1


def twice(trace: Trace) -> tuple[Tensor, Tensor]:
    """Losses (m,) from the scores, and from the probabilities taken for scores. ERRATA R15."""
    return trace["token_losses"].value, output.token_losses(trace["probabilities"].value, trace["target"].value)


def counted_from_zero(losses: Tensor) -> tuple[float, str]:
    """N0 (39) with its sum from 0 to n_0: the mean of ones as printed, and the error on real losses. ERRATA R13."""
    n_0 = len(losses)
    ones = float(literal.loss_from_zero(torch.ones(n_0 + 1)))
    try:
        sum(float(losses[i]) for i in range(n_0 + 1))
    except IndexError as error:
        return ones, str(error)
    return ones, ""


def readings(trace: Trace) -> dict[str, tuple[Tensor, float]]:
    """What Y* of N0 (38) could be, and a run's mean loss with it: read, wanted, shifted once more. ERRATA R16."""
    target = trace["target"].value
    ids = {"input": trace["shift_right"].value, "target": target, "twice": torch.cat((target[1:], target[-1:]))}
    return {name: (one, float(output.token_losses(trace["logits"].value, one).mean())) for name, one in ids.items()}
