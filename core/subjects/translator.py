"""An encoder-decoder between two vocabularies: the translators, and the dialogue, which answers in its own language."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from core import answer_rules, decode, device
from core.data.piece_vocabulary import PieceVocabulary, listed
from core.data.pieces import BYTES
from core.data.token_vocabulary import TokenVocabulary
from core.data.vocabulary import Vocabulary
from core.edits import Edit
from core.equations import embedding, output
from core.models.seq2seq import NETWORKS, RecurrentTranslator
from core.models.transformer import PreNormTransformer, Transformer
from core.noisy_channel import Candidate, Channel, reranked
from core.subjects import Checkpointed, NextPlace, loaded, remember_results, step_and_head
from core.subjects.sentence import cut
from core.trace import Trace, given, record

MAX_WORDS, MAX_PIECES = 32, 200
STACKS = {"pre_norm": PreNormTransformer, **NETWORKS}


class Doubt(NamedTuple):
    """An answer less sure than most: certainty (``Candidate.direct``) and the mark it is below; the mean chrF of
    held-out sentences, of the surest quarter and of the least sure."""

    certainty: float
    mark: float
    surest: float
    least_sure: float


@dataclass(frozen=True)
class Translator(Checkpointed):
    """An encoder-decoder with the words of both sides. ``about`` is the checkpoint's JSON.

    As a subject (``core.subjects``): reads a text, is traced on its own answer, answers with words.
    """

    name: str
    model: Transformer | RecurrentTranslator
    source_vocabulary: Vocabulary | PieceVocabulary | TokenVocabulary
    target_vocabulary: Vocabulary | PieceVocabulary | TokenVocabulary
    about: dict
    channel: Channel | None = None

    @property
    def most(self) -> int:
        """Words, or pieces of words, that it reads, at most."""
        return MAX_WORDS if isinstance(self.source_vocabulary, Vocabulary) else MAX_PIECES

    def read(self, text: str) -> list[str]:
        """The words of a text as the vocabulary cuts them. Raises as ``core.subjects.sentence.cut``."""
        return cut(text, lambda text: self.source_vocabulary.split(self.sentence(text)), self.most)

    def sentence(self, text: str) -> str:
        """The text that is read: completed by the vocabulary, or as it was typed where that is one piece too many."""
        whole, split = self.source_vocabulary.sentence(text), self.source_vocabulary.split
        if len(whole.encode()) <= self.most or len(split(whole)) <= self.most:  # a piece has a byte at least
            return whole
        return text if len(split(text)) <= self.most else whole

    def ids(self, words: Sequence[str]) -> Tensor:
        """The numbers of source words, unknown ones as the unknown word. -> (n,), where the model lies."""
        return torch.tensor(self.source_vocabulary.encode(words), device=device.of(self.model))

    def answer(self, text: str, edits: Sequence[Edit] = ()) -> list[str]:
        """The words of the translation or reply; with edits, of what the edited model says."""
        ids = tuple(self.ids(self.read(text)).tolist())
        return self.target_vocabulary.decode(self._search(ids, edits) if edits else self.written(ids))

    def answer_text(self, answer: Sequence[str]) -> str:
        """Words, or pieces of words, as a text."""
        return self.target_vocabulary.join(answer)

    @remember_results
    def written(self, ids: tuple[int, ...]) -> tuple[int, ...]:
        """The numbers of the words that the unedited model says, the end's among them."""
        return self._search(ids, ())

    def _search(self, ids: tuple[int, ...], edits: Sequence[Edit]) -> tuple[int, ...]:
        """The best of a beam, where the checkpoint names one; otherwise the likeliest word, again and again."""
        if "beam" in self.about:
            return self.candidates(ids, tuple(edits))[0].words
        prompt, limit = torch.tensor(ids, device=device.of(self.model)), self.limit(ids)
        if edits:
            words = decode.words(self.model, prompt, cached=decode.word_by_word(edits), limit=limit, edits=edits,
                                 only=decode.NOTHING)
            return tuple(word.id for word in words)
        return tuple(decode.greedy(self.model, prompt, limit).tolist())

    @remember_results
    def candidates(self, ids: tuple[int, ...], edits: tuple[Edit, ...] = (), *, free: bool = False) -> list[Candidate]:
        """The answers that a beam ends with, the best first: by the beam's score, or as the other direction ranks them.

        That one reads them as it is: no edit acts on it. ``free``: see ``scorer``.
        """
        vocabulary = self.target_vocabulary
        result = decode.beam(self.scorer(ids, edits, free), **self.about["beam"], limit=self.limit(ids))
        beam = [result.tree[i] for i in result.best]
        answers = [Candidate(vocabulary.join(vocabulary.decode(node.words)), node.words,
                           node.log_probability / len(node.words), None, node.score) for node in beam]
        if self.channel is None:
            return answers
        return reranked(answers, self._joined(ids), self.channel)

    def scorer(self, ids: tuple[int, ...], edits: Sequence[Edit] = (), free: bool = False) -> answer_rules.Scorer:
        """``decode.scorer`` of a source (n,); over pieces by the ``core.answer_rules``, or else ``free``."""
        ask = decode.scorer(self.model, torch.tensor(ids, device=device.of(self.model)), edits)
        if free or not isinstance(self.target_vocabulary, PieceVocabulary):
            return ask
        return answer_rules.constrained(ask, self._joined(ids), self.source_vocabulary, self.target_vocabulary)

    def _joined(self, ids: Sequence[int]) -> str:
        return self.source_vocabulary.join(self.source_vocabulary.decode(ids))

    def limit(self, ids: Sequence[int]) -> int:
        """How many words it may say of so many."""
        return max(decode.LIMIT, 2 * len(ids))

    def next_place(self, text: str, written: Sequence[int], edits: Sequence[Edit] = ()) -> NextPlace:
        """Behind the words written so far, until the end mark or as many words as are ever written."""
        words, decoded = self.target_vocabulary, self.target_vocabulary.decode(written)
        whole, before = words.join(decoded), words.join(decoded[:-1])
        read = decoded[-1] if decoded else words.words[words.marks.start]
        done = len(written) >= self.limit(self.read(text)) or words.marks.end in written
        return NextPlace(before, whole[len(before):], "", read, None if done else self._scores(text, written, edits))

    def _scores(self, text: str, written: Sequence[int], edits: Sequence[Edit]) -> Tensor:
        """(V,) of the word after those written."""
        return decode.next_scores(self.model, self.ids(self.read(text)), written, edits)

    def trace(self, text: str, edits: Sequence[Edit] = (), target: Sequence[str] | None = None,
              earlier: Trace | None = None) -> Trace:
        """The full forward pass, teacher-forced on ``target`` (words), or on the model's own unedited answer.

        ``earlier``: the trace of the same text and target without edits.
        Raises ValueError for a text without words or too long, and for edits that do not fit this pass.
        """
        source_words = self.read(text)
        ids, marks = self.ids(source_words), self.target_vocabulary.marks
        target_ids = (self.written(tuple(ids.tolist())) if target is None
                      else [*self.target_vocabulary.encode(target), marks.end])
        answer = ids.new_tensor(target_ids)
        target_words = [self.target_vocabulary.words[i] for i in answer.tolist()]
        labels = self.labels([marks.start, *answer.tolist()][:-1]) | {"token_losses": {"token": target_words}}
        with record(self.model, *edits, labels=labels, earlier=earlier) as trace:
            source = given("source", ids, "token", {"token": source_words}, shows="ids")
            wanted = given("target", answer, "token", {"token": target_words}, shows="ids")
            scores = self.model(source, embedding.shift_right(wanted, marks.start))
            output.probabilities(scores)
            output.loss(output.token_losses(scores, wanted), wanted, marks.pad)
        return trace

    def best_head(self) -> tuple[str, int]:
        """The cross-attention step and the head that align best, as measured after the training of a translator."""
        return step_and_head(self.about["metrics"]["alignment"]["best_head"])

    def doubt(self, text: str) -> Doubt | None:
        """How sure it is of its answer to a text, where that is below the mark of its calibration."""
        calibration = self.about.get("metrics", {}).get("calibration")
        if calibration is None:
            return None
        certainty, mark = self.candidates(tuple(self.ids(self.read(text)).tolist()))[0].direct, calibration["mark"]
        return Doubt(certainty, mark, *calibration["chrf_by_quarter"][::3]) if certainty < mark else None

    def rarely_seen(self, text: str) -> dict[str, int]:
        """The pieces of a text that training rarely saw, and how often; 0 for characters that are no piece."""
        counts, rare = self.about.get("metrics", {}).get("rare", {}), {}
        for spelled, labels in itertools.groupby(self.read(text) if counts else (), BYTES.__contains__):
            pieces = list(labels)
            rare |= {self.source_vocabulary.join(pieces): 0} if spelled else {
                label: counts[label] for label in pieces if label in counts}
        return rare

    def labels(self, prefix: Sequence[int]) -> dict:
        """The words along the vocabulary axes and along the decoder's input, shifted or given, for ``record``."""
        source, target = self.source_vocabulary.words, self.target_vocabulary.words
        read = {"token": [target[i] for i in prefix]}
        return {"source_embedding.W_E": {"vocabulary": source}, "target_embedding.W_E": {"vocabulary": target},
                "b_out": {"vocabulary": target}, "shift_right": read, "decoder_input": read}


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Translator:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    source, target = (listed(about["vocabulary"][side]) for side in ("source", "target"))
    sizes = dict(about["configuration"])
    model = STACKS.get(sizes.pop("network", None), Transformer)(len(source.words), len(target.words), **sizes)
    return Translator(name, loaded(model, weights), source, target, about)
