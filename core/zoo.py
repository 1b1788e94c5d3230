"""The trained models by name: configuration, vocabulary, checkpoint.

``zoo.load("translator-zh-en")`` reads ``assets/checkpoints/NAME.json`` and ``NAME.safetensors``; nothing is fetched.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
from safetensors import SafetensorError
from safetensors.torch import load_file
from torch import Tensor

from core import decode
from core.data.vocabulary import Vocabulary
from core.edits import Edit
from core.equations import embedding, output
from core.models.transformer import END, PAD, START, Transformer
from core.trace import Trace, given, record

CHECKPOINTS = Path(__file__).parent.parent / "assets" / "checkpoints"
SNAPSHOTS, EXAMPLES = CHECKPOINTS.parent / "snapshots", CHECKPOINTS.parent / "examples"
MAX_WORDS = 32


class TooLongError(ValueError):
    """A sentence of more than MAX_WORDS words."""


@dataclass(frozen=True)
class Translator:
    """A trained model with its words. ``about`` is the checkpoint's JSON: configuration, command, seed, metrics."""

    name: str
    model: Transformer
    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    about: dict

    def words(self, text: str) -> list[str]:
        """The words of a text as the vocabulary cuts them. Raises TooLongError, and ValueError if there are none."""
        tokens = self.source_vocabulary.split(text)
        if not tokens:
            raise ValueError("There is no word in this text; type a sentence.")
        if len(tokens) > MAX_WORDS:
            raise TooLongError(f"A sentence may have at most {MAX_WORDS} words; this one has {len(tokens)}.")
        return tokens

    def ids(self, words: Sequence[str]) -> Tensor:
        """The numbers of source words, unknown ones as the unknown word. -> (n,)."""
        return torch.tensor(self.source_vocabulary.encode(words))

    def translate(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """The words of the greedy translation; with edits, of what the edited model says."""
        ids = self.ids(self.words(text))
        if edits:
            return self.target_vocabulary.decode([word.id for word in decode.words(self.model, ids, edits=edits)])
        return self.target_vocabulary.decode(decode.greedy(self.model, ids).tolist())

    def trace(self, text: str, edits: Sequence[Edit] = (), target: Sequence[str] | None = None) -> Trace:
        """The full forward pass, teacher-forced on ``target`` (words), or on the model's own unedited translation.

        Raises ValueError for a text without words or too long, and for edits that do not fit this pass.
        """
        source_words = self.words(text)
        ids = self.ids(source_words)
        if target is None:
            answer = decode.greedy(self.model, ids)
        else:
            answer = torch.tensor([*self.target_vocabulary.encode(target), END])
        target_words = [self.target_vocabulary.words[i] for i in answer.tolist()]
        labels = self.labels([START, *answer.tolist()][:-1]) | {"token_losses": {"token": target_words}}
        with record(self.model, *edits, labels=labels) as trace:
            source = given("source", ids, "token", {"token": source_words})
            wanted = given("target", answer, "token", {"token": target_words})
            scores = self.model(source, embedding.shift_right(wanted, START))
            output.probabilities(scores)
            output.loss(output.token_losses(scores, wanted), wanted, PAD)
        return trace

    def best_head(self) -> tuple[str, int]:
        """The cross-attention step and the head that align best, as measured after the training of a translator."""
        step, _, head = self.about["metrics"]["alignment"]["best_head"].partition(" head ")
        return step, int(head)

    def labels(self, prefix: Sequence[int]) -> dict:
        """The words along the vocabulary axes and along the decoder's input, for ``record``."""
        source, target = self.source_vocabulary.words, self.target_vocabulary.words
        return {"source_embedding.W_E": {"vocabulary": source}, "target_embedding.W_E": {"vocabulary": target},
                "b_out": {"vocabulary": target}, "shift_right": {"token": [target[i] for i in prefix]}}


def names() -> list[str]:
    """The models there are, in alphabetical order."""
    return sorted(path.stem for path in CHECKPOINTS.glob("*.json"))


@functools.lru_cache(maxsize=8)
def load(name: str) -> Translator:
    """A trained model by name; loaded once, shared and never changed.

    Raises ValueError for an unknown name, and for files that cannot be read or do not fit together.
    """
    if name not in names():
        raise ValueError(f"There is no model called {name!r}; there are: {', '.join(names())}.")
    try:
        about = json.loads((CHECKPOINTS / f"{name}.json").read_text("utf-8"))
    except ValueError as error:
        raise _unusable(name, error) from error
    return build(name, about, _weights(name, CHECKPOINTS / f"{name}.safetensors"))


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Translator:
    """A translator from a checkpoint's JSON and weights (of any floating type), in float32.

    Raises ValueError if words, configuration and weights do not fit together.
    """
    try:
        source, target = (Vocabulary(tuple(about["vocabulary"][side]["words"]), about["vocabulary"][side]["language"])
                          for side in ("source", "target"))
        model = Transformer(len(source.words), len(target.words), **about["configuration"])
        model.load_state_dict({key: value.float() for key, value in weights.items()})
    except (KeyError, TypeError, ValueError, RuntimeError) as error:
        raise _unusable(name, error) from error
    return Translator(name, model.eval().requires_grad_(False), source, target, about)


def _weights(name: str, path: Path) -> dict[str, Tensor]:
    try:
        return load_file(path)
    except (OSError, SafetensorError) as error:
        raise _unusable(name, error) from error


def _unusable(name: str, error: Exception) -> ValueError:
    """What to tell of a checkpoint whose files are damaged, or from another version of the code."""
    why = " ".join(f"{type(error).__name__}: {error}".split())
    return ValueError(f"The checkpoint {name} does not fit this code ({why}). "
                      f"To build it anew: python -m core.train {name.partition('@')[0]}")


def snapshots(name: str) -> list[int]:
    """The training steps at which weights were kept, first to last; none for a model without snapshots."""
    return sorted(int(path.stem) for path in (SNAPSHOTS / name).glob("*.safetensors"))


@functools.lru_cache(maxsize=32)
def snapshot(name: str, step: int) -> Translator:
    """The model as it was after this many training steps. Raises ValueError as ``load`` does."""
    if step not in snapshots(name):
        raise ValueError(f"No weights of {name} were kept at step {step}; there are: {snapshots(name)}.")
    young = f"{name}@{step}"
    return build(young, load(name).about, _weights(young, SNAPSHOTS / name / f"{step:05d}.safetensors"))
