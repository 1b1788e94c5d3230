"""What there is to be known of the trained models without loading them, or torch: names, abilities, examples."""

from __future__ import annotations

import functools
import importlib
import json
import re
from contextlib import AbstractContextManager
from operator import itemgetter
from typing import TYPE_CHECKING

from core import files
from core.bring import model_folder
from core.data.hidden_words import MARKS
from core.data.vocabulary import Vocabulary
from core.families import FAMILIES, pixels
from core.files import ASSETS, UnusableError, usable
from core.subjects.abilities import Abilities, of

if TYPE_CHECKING:
    from pathlib import Path

    from numpy import ndarray

    from core.data.piece_vocabulary import PieceVocabulary

CHECKPOINTS, SNAPSHOTS, EXAMPLES = ASSETS / "checkpoints", ASSETS / "snapshots", ASSETS / "examples"
BROUGHT_EXAMPLES = ("When Mary and John went to the store, John gave a drink to",
                    "Mr. Dursley was thin. Mrs. Potts likes tea. Mr. Durs", "The capital of France is",
                    "def add(a, b):\n    return", "One, two, three, four,", "The keys to the cabinet")
"""What to give a language model to begin with."""

SENTENCES = {"en": ("The capital of France is Paris.", "The dog bit the man.", "A man is playing a guitar.",
                    "The keys to the cabinet are on the table."),
             "zh": ("北京是中国的首都。", "狗咬了那个人。", "我昨天买了一本书。")}
"""What to give an encoder of sentences."""
BLANKS = {"en": ("The capital of France is {0}.", "The doctor said that {0} would come back tomorrow.",
                 "He put the {0} into the {0} and closed the door.", "The opposite of hot is {0}."),
          "zh": ("北京是中国的{0}都。", "我昨天买了一{0}书。", "今天天气很{0}。")}
"""What to give a model that says what is hidden."""
BROUGHT_KINDS = {"llama": "open_language_model", "gpt2": "open_language_model", "marian": "brought_translator",
                 "bert": "sentence_encoder", "vit": "brought_classifier", "vit_mae": "brought_autoencoder"}
"""The family that reads a model -> what it is here."""
HEADS = {"cls.predictions.bias": "open_cloze", "lm_head.bias": "open_cloze"}
"""A tensor of a head -> what a model of BERT's family is with it."""


def stored() -> list[str]:
    """The names of the checkpoints' files, whatever they hold, in alphabetical order."""
    return sorted(path.stem for path in CHECKPOINTS.glob("*.json"))


def brought() -> list[str]:
    """The names of the models that the operator brought and that can be read here; see ``core.bring``."""
    return [name for name in model_folder.names() if name not in stored() and kind_of_brought(name)]


def kind_of_brought(name: str) -> str:
    """What a brought model is here, by its config; "" if it cannot be read here."""
    try:
        config = _config(name)
    except UnusableError:
        return ""
    base_kind = BROUGHT_KINDS.get(FAMILIES.get(config["model_type"], ""), "")
    if base_kind == "sentence_encoder":
        return next((kind for tensor, kind in HEADS.items() if tensor in model_folder.tensors(name)), base_kind)
    return base_kind


def weights_file(name: str) -> Path:
    """Where the weights of a model lie that ``names`` lists."""
    if name in stored():
        return CHECKPOINTS / f"{name}.safetensors"
    return model_folder.folder() / name / "model.safetensors"


def snapshot(name: str, step: int) -> Path:
    """The file of a model's weights as they were after this many training steps."""
    return SNAPSHOTS / name / f"{step:05d}.safetensors"


def names(**needed) -> list[str]:
    """The models there are, or those of these abilities: ``names(reads="picture", answers="class")``.

    The translators of everyday sentences come first, then those that lessons take apart, and of all the ones that read
    Chinese. A checkpoint whose JSON is damaged is left out.
    """
    matches = [name for name in [*stored(), *brought()] if _readable(name) and abilities(name).fit(**needed)]
    lessons = {"reads": "sentence", "answers": "sentence", "network": "transformer", "translates": True, "small": True}
    return sorted(matches, key=lambda name: (not abilities(name).fit(translates=True, tokenizer="pieces"),
                                             not abilities(name).fit(**lessons), languages(name)[:1] != ("zh",)))


def first(**needed) -> str:
    """The first model of these abilities. Raises UnusableError if there is none, as where its JSON is damaged."""
    matches = names(**needed)
    if not matches:
        raise UnusableError(f"No checkpoint that can be read is a model of {needed}.")
    return matches[0]


@functools.lru_cache(maxsize=64)
def about(name: str) -> dict:
    """A checkpoint's JSON: kind, languages, examples, configuration, vocabulary, metrics; shared and never changed.

    Raises UnusableError if there is none of this name, or none that can be used.
    """
    return read(name)


def read(name: str) -> dict:
    """The same as the file now is. Raises as ``about`` does."""
    if name not in stored() and name in model_folder.names():
        return _read_brought(name)
    fields = files.read_json(CHECKPOINTS / f"{name}.json", functools.partial(fitting, name),
                             "kind", "languages", "examples")
    with fitting(name):
        for listed in ("languages", "examples"):
            if not isinstance(fields[listed], list) or not all(isinstance(one, str) for one in fields[listed]):
                raise ValueError(f"its {listed} are a list of texts")
        if not fields["examples"]:
            raise ValueError("it has an example at least")
        of(fields)
        return fields


def _read_brought(name: str) -> dict:
    """What is told of a brought model, in the words of a checkpoint's JSON."""
    kind, named = kind_of_brought(name), re.search(r"(?<![a-z])(zh|en)[-_](zh|en)(?![a-z])", name)
    languages, examples = ["en", "en"], list(BROUGHT_EXAMPLES)
    if kind == "brought_translator":
        languages = [*named.groups()] if named else languages
        examples = next((one["examples"] for one in _ours() if one["languages"][:1] == languages[:1]
                         and one["kind"] == "everyday_translator"), examples)
    elif kind in ("brought_classifier", "brought_autoencoder"):
        languages, pictures = [], {one["kind"]: one["examples"] for one in _ours()}
        examples = [example for kind in ("detector", "classifier") for example in pictures.get(kind, [])[:4]]
        if not examples:
            raise UnusableError(f"There is no picture for the model {name}: no detector and no classifier can be read.")
    elif kind in ("open_cloze", "sentence_encoder"):
        language = "zh" if re.search(r"chinese|(?<![a-z])zh(?![a-z])", name) else "en"
        mark = MARKS[_config(name)["model_type"] == "roberta"]
        languages, examples = [language, language], [
            one.format(mark) for one in (BLANKS if kind == "open_cloze" else SENTENCES)[language]]
    return model_folder.about(name) | {"kind": kind, "languages": languages, "configuration": _config(name),
                                       "preprocessor": _preprocessor(name), "examples": examples}


def _ours() -> list[dict]:
    """What is told of each model that was trained here and can be read."""
    return [about(name) for name in stored() if _readable(name)]


def _config(name: str) -> dict:
    """A brought model's configuration, as Hugging Face writes it."""
    return files.read_json(model_folder.folder() / name / "config.json", functools.partial(fitting, name), "model_type")


def _preprocessor(name: str) -> dict | None:
    """How a brought model of pictures wants its pixels, as Hugging Face writes it; None if its source did not say."""
    path = model_folder.folder() / name / pixels.FILE
    with fitting(name):
        return json.loads(path.read_text("utf-8")) if path.exists() else None


def fitting(name: str) -> AbstractContextManager[None]:
    """Whatever fails inside is told as the fault of a checkpoint, damaged or from another version of the code."""
    return usable(f"The checkpoint {name}", f"To build it anew: python -m core.train {name.partition('@')[0]}")


def _readable(name: str) -> bool:
    try:
        return bool(about(name))
    except UnusableError:
        return False


def kind(name: str) -> str:
    """What a model is: translator, dialogue ..."""
    return about(name)["kind"]


@functools.lru_cache(maxsize=64)
def abilities(name: str) -> Abilities:
    """What a model is and can do; asked about a hundred times in a step of the walkthrough."""
    return of(about(name))


@functools.lru_cache(maxsize=32)
def vocabulary(name: str) -> Vocabulary | PieceVocabulary | None:
    """The words, characters or pieces that a model reads; None of pictures, and where it was brought."""
    from core.data.piece_vocabulary import listed  # with forty modules that the first page does without

    given = about(name).get("vocabulary")
    return given and listed(given.get("source", given))


def surprise(name: str, seed: int) -> str:
    """Something to give a model: another sentence of what it was trained on, or else one of its examples, in turn."""
    corpus, given = abilities(name).corpus, examples(name)
    if not corpus:
        return given[seed % len(given)]
    language = languages(name)[0]
    return Vocabulary((), language).join(importlib.import_module(f"core.data.{corpus}").surprise(seed, language))


def languages(name: str) -> tuple[str, ...]:
    """Of what a model is given, then of what it answers; empty for pictures."""
    return tuple(about(name)["languages"])


def examples(name: str) -> list:
    """What to give a model to begin with."""
    return about(name)["examples"]


def first_page() -> dict[str, ndarray]:
    """What the first page shows, by name; see ``core.examples``. Raises UnusableError."""
    path, remedy = EXAMPLES / "start.npz", "To build it anew: python -m core.examples"
    arrays = files.arrays(path, remedy)
    with files.stored(path, remedy):
        about = json.loads(str(arrays["about"]))  # which lacks nothing, nor do the arrays:
        for run in ("zh", "en"):
            itemgetter("model", "text", "step", "head", "rows", "columns")(about[run])
        itemgetter("model", "step")(about["second_line"])
        itemgetter("alignment_zh", "alignment_en", "vectors", "scores", "printed", "right", "second_line",
                   "parting")(arrays)
    return arrays
