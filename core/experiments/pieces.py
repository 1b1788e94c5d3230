"""How a text becomes tokens: a list of merges over bytes, what it holds, and what it makes of languages and numbers.

Sennrich et al. 2016, "Neural Machine Translation of Rare Words with Subword Units", 3.2 (merges); Radford et al. 2019,
2.2 (over bytes). ``python -m core.experiments.pieces`` cuts the kept texts with the tokenizer of the brought
``smollm2`` and keeps the result in assets/experiments.
"""

import functools
import json
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import torch

from core import catalog, zoo
from core.data.byte_vocabulary import ByteVocabulary, visible
from core.experiments import stored_runs
from core.experiments.vocabularies import merged_pair
from core.subjects import Subject, language_model

NAME, MODEL, OWN = "pieces", "smollm2", "open-zh-en"
"""OWN: the translator that reads Chinese; its pieces were learned from Chinese sentences."""
PAIRS = (("I bought a book yesterday.", "我昨天买了一本书。"), ("The weather is fine today.", "今天天气很好。"),
         ("Where is the railway station?", "火车站在哪里？"), ("She speaks three languages.", "她会说三种语言。"),
         ("The children are playing in the park.", "孩子们在公园里玩。"))
WORD = " butterflies"
NUMBERS = ("7", "42", "2026", "1234567", "1,234,567", "3.14")
SPACED = ("Mary", " Mary", "mary", " MARY", "    Mary")
WORDS = ("Mary", "book", "house", "run", "blue", "time")
SCRIPTS = ("latin", "han", "other_letters", "no_letters", "no_text")


class Round(NamedTuple):
    """One step of merging: the pair that became one, its number in the list, from 1, and all pieces after it."""

    pair: tuple[str, str]
    number: int
    pieces: tuple[str, ...]


stored = stored_runs.kept(NAME)
"""What ``measure`` found when it was last kept."""


@functools.lru_cache(maxsize=4)
def vocabulary(model: str) -> ByteVocabulary:
    """The tokens of a brought model, without its weights. Raises UnusableError."""
    with catalog.fitting(model):
        return language_model.vocabulary(model, catalog.about(model)["configuration"])


@functools.lru_cache(maxsize=4)
def merge_list(model: str) -> dict[tuple[str, str], int]:
    """The number of each pair in a brought model's list, from 1, merged first. UnusableError for one without merges."""
    with catalog.fitting(model):
        merges = json.loads(vocabulary(model).tokenizer.to_str())["model"]["merges"]
        return {tuple(pair.split(" ") if isinstance(pair, str) else pair): i for i, pair in enumerate(merges, 1)}


def shown(words: ByteVocabulary, i: int) -> str:
    """A token as this page writes it: its label, with ␣ for each space; bytes that are no text hold theirs."""
    label, text = words.words[i], words.tokenizer.decode([i], skip_special_tokens=False)
    if label.startswith("⟨") and label.endswith("⟩"):
        return label
    return ("␣" if text.startswith(" ") and text.strip(" ") else "") + label.replace(" ", "␣")


def cut(words: ByteVocabulary, text: str) -> list[str]:
    """The tokens of a text, with their spaces."""
    return [shown(words, i) for i in words.ids(text)]


def counts(words: ByteVocabulary, text: str) -> dict[str, int]:
    """Characters, bytes (UTF-8) and tokens of a text, and the pieces that the translator OWN makes of it."""
    read = visible(text)
    return {"characters": len(read), "bytes": len(read.encode()), "tokens": len(words.ids(text)),
            "own": len(zoo.load(OWN).source_vocabulary.split(text))}


def rounds(model: str, text: str) -> list[list[Round]]:
    """How each stretch of a text that merges stay within is built: from bytes, always the pair of the smallest number.

    A pair that stands there several times is merged everywhere at once.
    """
    words, numbers = vocabulary(model), merge_list(model)
    stretches = words.tokenizer.pre_tokenizer.pre_tokenize_str(visible(text))
    return [_merged(words, numbers, tuple(spelled)) for spelled, _ in stretches]


def _merged(words: ByteVocabulary, numbers: dict, pieces: tuple[str, ...]) -> list[Round]:
    steps = []
    while known := [pair for pair in pairwise(pieces) if pair in numbers]:
        pair = min(known, key=numbers.get)
        pieces = tuple(merged_pair(pieces, pair))
        steps.append(Round(_labels(words, pair), numbers[pair], _labels(words, pieces)))
    return steps


def _labels(words: ByteVocabulary, spelled: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(shown(words, words.tokenizer.token_to_id(piece)) for piece in spelled)


def script(text: str) -> str:
    """Which of SCRIPTS a token's text is; U+FFFD stands for bytes that are no text."""
    if "\ufffd" in text:
        return "no_text"
    letters = [one for one in text if one.isalpha()]
    if not letters:
        return "no_letters"
    if any("\u4e00" <= one <= "\u9fff" for one in letters):
        return "han"
    return "latin" if all(one < "\u0250" for one in letters) else "other_letters"


def inventory(words: ByteVocabulary) -> dict[str, int]:
    """How many tokens there are of each of SCRIPTS."""
    by_script = Counter(script(words.tokenizer.decode([i], skip_special_tokens=False)) for i in range(len(words)))
    return {name: by_script[name] for name in SCRIPTS}


def own_inventory() -> dict[str, int]:
    """The same of the translator's pieces, marks and single bytes counted as no text."""
    pieces = zoo.load(OWN).source_vocabulary.pieces
    first = len(pieces.pieces) - len(pieces.scores)
    by_script = Counter(script(piece) for piece in pieces.pieces[first:])
    by_script["no_text"] += first
    return {name: by_script[name] for name in SCRIPTS}


@torch.no_grad()
def space_cosines(subject: Subject) -> dict:
    """Of the embedding's rows: each of WORDS with itself after a space, and the mean of two different words."""
    words, W_E = subject.target_vocabulary, subject.model.embedding.W_E.cpu().float()
    ids = [[words.ids(before + word) for word in WORDS] for before in ("", " ")]
    rows = [torch.nn.functional.normalize(W_E[torch.tensor(some).flatten()], dim=-1) for some in ids]
    both, plain = rows[0] @ rows[1].mT, rows[0] @ rows[0].mT
    apart = ~torch.eye(len(WORDS), dtype=torch.bool)
    return {"same": dict(zip(WORDS, [round(float(x), 3) for x in both.diagonal()], strict=True)),
            "different": round(float(plain[apart].mean()), 3)}


def measure(subject: Subject) -> dict:
    """Everything the page tells, for JSON."""
    name, words = subject.name, subject.target_vocabulary
    texts = [{"text": text, "cut": cut(words, text)} | counts(words, text) for pair in PAIRS for text in pair]
    return {"model": name, "pairs": [texts[i:i + 2] for i in range(0, len(texts), 2)],
            "inventory": {"brought": inventory(words), "own": own_inventory()},
            "word": WORD, "rounds": rounds(name, WORD)[0], "merges": len(merge_list(name)),
            "numbers": [[text, cut(words, text)] for text in NUMBERS],
            "spaced": [[text.replace(" ", "␣"), cut(words, text), words.ids(text)] for text in SPACED],
            "cosines": space_cosines(subject)}


if __name__ == "__main__":
    stored_runs.keep(NAME, lambda: measure(zoo.load(MODEL)))
