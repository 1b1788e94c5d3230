"""Sentences as directions: what a sentence encoder finds alike, and where it fails.

Reimers and Gurevych 2019, 3 (mean of the words, cosine). ``python -m core.experiments.sentences`` computes the kept
sentences with the brought ``minilm`` and keeps them in assets/experiments.
"""

import functools
from collections.abc import Sequence
from typing import NamedTuple

import torch
from safetensors.torch import load_file
from torch import Tensor

from core import device, families
from core.bring import model_folder
from core.experiments import stored_runs
from core.files import UnusableError, read_json, usable
from core.models.bert import SentenceEncoder

NAME, MODEL, LONGEST = "sentences", "minilm", 40
"""LONGEST: tokens of a sentence that are read here."""
TOPICS = {
    "music": ("A man is playing a guitar.", "Someone makes music on a string instrument.",
              "The singer tunes her violin.", "They listened to the orchestra."),
    "sport": ("A man is playing football.", "The team won the match.", "She runs ten kilometres every morning.",
              "The goalkeeper caught the ball."),
    "food": ("We cooked rice with vegetables.", "The soup needs more salt.", "He baked a loaf of bread.",
             "Dinner is on the table."),
    "money": ("The stock market fell today.", "She put her savings into the bank.", "Prices rose again last month.",
              "The company lost two million dollars."),
}
PAIRS = {"negated": ("A man is playing a guitar.", "A man is not playing a guitar."),
         "reworded": ("A man is playing a guitar.", "Someone makes music on a string instrument."),
         "same_words": ("A man is playing a guitar.", "A man is playing football."),
         "turned": ("The dog bit the man.", "The man bit the dog."),
         "numbers": ("The bill is 10 dollars.", "The bill is 10,000 dollars.")}


class Encoder(NamedTuple):
    """A sentence encoder and its tokenizer."""

    model: SentenceEncoder
    tokenizer: object

    def ids(self, text: str) -> list[int]:
        """The numbers of a sentence's tokens, at most LONGEST. ValueError where it has no word."""
        ids = self.tokenizer.encode(text).ids
        if len(ids) < 3:  # the marks at both ends are no words
            raise ValueError("There is no word in this sentence.")
        return ids[:LONGEST]

    @torch.no_grad()
    def vectors(self, texts: Sequence[str]) -> Tensor:
        """(n, d_model) of length 1. ValueError as ``ids``."""
        rows = (torch.tensor(self.ids(text), device=device.of(self.model)) for text in texts)
        return torch.stack([self.model(ids, torch.zeros_like(ids)) for ids in rows]).cpu()


@functools.cache
def encoder() -> Encoder:
    """That which the operator brought. Raises UnusableError where it is not there or cannot be read."""
    from tokenizers import Tokenizer

    folder, place = model_folder.folder() / MODEL, device.chosen()
    if not is_brought():
        raise UnusableError(f"No {MODEL} was brought; python -m core.bring {MODEL} brings it.")
    fault = functools.partial(usable, f"The model {MODEL}", "Delete its folder and bring it again.")
    config = read_json(folder / "config.json", fault, "model_type")
    with fault():
        weights = {key: value.float() for key, value in load_file(folder / "model.safetensors").items()}
        model = families.build(config, weights).to(place)
        return Encoder(model, Tokenizer.from_file(str(folder / "tokenizer.json")))


def is_brought() -> bool:
    """Whether there is an encoder here."""
    return MODEL in model_folder.names()


stored = stored_runs.kept(NAME)
"""What ``measure`` found when it was last kept."""


def cosines(vectors: Tensor) -> Tensor:
    """(n, n) of vectors (n, d) of length 1."""
    return vectors @ vectors.mT


def in_space(vectors: Tensor) -> Tensor:
    """(n, 3): the vectors (n, d) less their mean, along the three directions in which they differ most."""
    centred = vectors - vectors.mean(0)
    return centred @ torch.linalg.svd(centred, full_matrices=False).Vh[:3].mT


def measure(model: Encoder) -> dict:
    """Everything the page tells, for JSON."""
    texts = [text for some in TOPICS.values() for text in some]
    vectors = model.vectors(texts)
    pairs = {name: float(cosines(model.vectors(pair))[0, 1]) for name, pair in PAIRS.items()}
    return {"model": MODEL, "texts": texts, "topics": [topic for topic, some in TOPICS.items() for _ in some],
            "vectors": [[round(float(x), 4) for x in row] for row in vectors], "pairs": pairs}


if __name__ == "__main__":
    stored_runs.keep(NAME, lambda: measure(encoder()))
