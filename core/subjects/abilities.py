"""What a trained model is and can do, by its kind: declared here, beside the module that builds it; without torch.

A new kind is a line of KINDS; its checkpoints then stand in the catalog, and on every page whose needs it fits.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

SMALL = 500_000
"""Parameters of a model that a lesson can take apart: a page runs it some hundred times."""


@dataclass(frozen=True)
class Abilities:
    """What a model is and can do, known before it is loaded: what pages and the bar ask, who never ask for its kind.

    KINDS declares them for each kind; ``of`` adds what a checkpoint's JSON says: ``network``, ``languages``, ``small``.
    """

    reads: str
    """``sentence``; ``blanks`` (a sentence, some of its words hidden); ``line`` of verse, ``verse`` (a quatrain's
    beginning), ``gaps`` (verse, some of it hidden); ``picture`` (a text of a few letters stands for it)."""

    answers: str
    """``sentence``, ``line``, ``verse``; a ``direction``; ``labels`` of words, a ``class``, a ``picture``,
    ``marks``, ``boxes``."""

    network: str
    """``transformer``, ``rnn``, ``lstm``, ``attention`` (over what else is no Transformer), ``per_word``,
    ``convolution``."""

    tokenizer: str = ""
    """What a row of the text is: of ``words`` and ``characters`` there are unknown ones, and known ones near them;
    not so of ``pieces`` of words and of ``bytes``. Pictures have none."""

    can_continue: bool = False
    """It writes place after place, each time from a distribution over its output's vocabulary (``Writer``)."""

    can_fill: bool = False
    """It fills places that lie between others, in the same way (``Writer``)."""

    corpus: str = ""
    """The module of ``core.data`` whose ``surprise(seed, language)`` draws more of its sentences, if there is one."""

    languages: tuple[str, ...] = ()
    """``zh``, ``en``: of what it is given, then of what it answers; none of pictures."""

    small: bool = False
    """It has at most SMALL parameters."""

    brought: bool = False
    """Others trained it, and the operator brought it (``core.bring``)."""

    @property
    def translates(self) -> bool:
        """Whether it answers in another language."""
        return len(set(self.languages)) > 1

    @property
    def writes(self) -> bool:
        """Whether it is a ``Writer``."""
        return self.can_continue or self.can_fill

    def fit(self, **needed) -> bool:
        """Whether these abilities are as needed, each by its name: ``fit(reads="picture", answers="class")``."""
        return all(getattr(self, name) == value for name, value in needed.items())


class Kind(NamedTuple):
    """``module``: that of ``core.subjects`` whose ``build(name, about, weights)`` makes the subject."""

    module: str
    abilities: Abilities


_text = partial(Abilities, "sentence", "sentence", "transformer", "words", can_continue=True)
_seen = partial(Abilities, network="transformer", brought=True)
_read = partial(Abilities, network="transformer", tokenizer="pieces", brought=True)
_labels = partial(Abilities, "sentence", "labels", tokenizer="words")

KINDS: Mapping[str, Kind] = {
    "translator": Kind("translator", _text(corpus="grammar")),
    "everyday_translator": Kind("translator", replace(_text(), tokenizer="pieces")),
    "brought_translator": Kind("brought_translator", replace(_text(), tokenizer="pieces", brought=True)),
    "recurrent_translator": Kind("translator", _text()),
    "dialogue": Kind("translator", _text(corpus="dialogue")),
    "couplet": Kind("couplet", Abilities("line", "line", "transformer", "characters", can_continue=True)),
    "language_model": Kind("poet", Abilities("verse", "verse", "transformer", "characters", can_continue=True)),
    "open_language_model": Kind("language_model", Abilities("sentence", "sentence", "transformer", "bytes",
                                                            can_continue=True, brought=True)),
    "open_cloze": Kind("brought_reader", _read("blanks", "sentence", can_fill=True)),
    "sentence_encoder": Kind("brought_reader", _read("sentence", "direction")),
    "brought_classifier": Kind("brought_picture", _seen("picture", "class")),
    "brought_autoencoder": Kind("brought_picture", _seen("picture", "picture")),
    "cloze": Kind("cloze", Abilities("gaps", "verse", "transformer", "characters", can_fill=True)),
    "tagger": Kind("tagger", _labels("rnn")),
    "word_tagger": Kind("tagger", _labels("per_word")),
    "lstm_tagger": Kind("tagger", _labels("lstm")),
    "attention_tagger": Kind("tagger", _labels("attention")),
    "classifier": Kind("classifier", Abilities("picture", "class", "transformer")),
    "autoencoder": Kind("autoencoder", Abilities("picture", "picture", "transformer")),
    "marker": Kind("marker", Abilities("picture", "marks", "convolution")),
    "detector": Kind("detector", Abilities("picture", "boxes", "transformer")),
}


def of(about: Mapping) -> Abilities:
    """The abilities of a checkpoint by its JSON. KeyError for a kind that is not declared."""
    declared = KINDS[about["kind"]].abilities
    network = about.get("configuration", {}).get("network", declared.network)
    return replace(declared, network=declared.network if network == "pre_norm" else network,
                   languages=tuple(about["languages"]), small=about.get("parameters", SMALL + 1) <= SMALL)
