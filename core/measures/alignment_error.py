"""Which cross-attention head aligns: the alignment error rate of each against gold links between words.

AER = 1 - (|A and sure| + |A and possible|) / (|A| + |sure|), Och and Ney 2003; A links each target word that has a gold
link to the source word that its row weighs most. Of a word cut into pieces the weights are added, and its row is that
of its first piece.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import SPACE
from core.data.vocabulary import Vocabulary
from core.models.transformer import padded
from core.step import Step
from core.subjects.translator import Translator
from core.trace import record

ROWS = 100


def alignment(translator: Translator, pairs: Sequence) -> dict:
    """The best head, its two error rates, and that of each head, the best first; nothing for a model without any."""
    rates = {key: [round(rate, 4) for rate in pair] for key, pair in head_errors(translator, pairs).items()}
    if not rates:
        return {}
    best = min(rates, key=lambda key: rates[key][0])
    return {"best_head": best, "error_rate": rates[best][0], "error_rate_own_row": rates[best][1],
            "heads": dict(sorted(((key, rate[0]) for key, rate in rates.items()), key=lambda item: item[1]))}


def head_errors(translator: Translator, pairs: Sequence) -> dict[str, tuple[float, float]]:
    """AER of each head, teacher-forced on the reference, read in two rows: that which produces a word (its input is the
    word before), then, to compare, the word's own.

    pairs: with ``sure`` and ``possible`` links, as ``core.data.grammar`` makes them.
    """
    side, counts = translator.abilities.languages.index("zh"), {}
    for start in range(0, len(pairs), ROWS):
        chunk = pairs[start:start + ROWS]
        sources, targets = ([cut(getattr(pair, vocabulary.language), vocabulary) for pair in chunk]
                            for vocabulary in (translator.source_vocabulary, translator.target_vocabulary))
        for name, step in _attended(translator, sources, targets).items():
            weights = by_heads(step)
            for head in range(weights.shape[1]):
                key = f"{name} head {head}"
                hits = sum(_hits(weights[row, head], *one, side) for row, one in
                           enumerate(zip(chunk, sources, targets)))
                counts[key] = counts.get(key, 0) + hits
    return {key: tuple(float(1 - (sure + possible) / (links + gold)) for sure, possible, links, gold in count)
            for key, count in counts.items()}


def _attended(translator: Translator, sources, targets) -> dict[str, Step]:
    """The cross-attention weights of the pairs' pass, each side as the pieces of its words."""
    marks = translator.target_vocabulary.marks
    source, target = ([[i for pieces in words for i in pieces] for words in side] for side in (sources, targets))
    with record(translator.model, only=("*cross_attention.weights",)) as trace:
        translator.model(padded(source, marks.pad),
                         padded([[marks.start, *ids, marks.end] for ids in target], marks.pad))
    return dict(trace.items())


def by_heads(step: Step) -> Tensor:
    """Attention weights of a batch as (batch, head, query, key): additive attention is one head, asked time by time."""
    return step.value.movedim(0, 1).unsqueeze(1) if step.axes[0] == "time" else step.value


def _hits(weights: Tensor, pair, source: Sequence[Sequence[int]], target: Sequence[Sequence[int]], side: int) -> Tensor:
    """(producing row, own row) x (links that are sure, that are possible, all links, sure gold links)."""
    counts = torch.zeros(2, 4)
    sure, possible = ({link if side == 0 else link[::-1] for link in links} for links in (pair.sure, pair.possible))
    word_of = torch.tensor([word for word, pieces in enumerate(source) for _ in pieces])
    begins = torch.tensor([0, *map(len, target)]).cumsum(0).tolist()
    by_word = weights.new_zeros(len(weights), len(source)).index_add_(1, word_of, weights[:, :len(word_of)])
    linked = by_word.argmax(1).tolist()
    for t in sorted({target for _, target in possible}):
        for own in (0, 1):  # the row before a word produces it; the next one has it as its input
            link = linked[begins[t] + own], t
            counts[own] += torch.tensor([link in sure, link in possible, True, False])
    counts[:, 3] += len(sure)
    return counts


def cut(words: Sequence[str], vocabulary: Vocabulary | PieceVocabulary) -> list[list[int]]:
    """The pieces of each word, as the sentence is written: English with a capital at its beginning."""
    if isinstance(vocabulary, Vocabulary):
        return [[i] for i in vocabulary.encode(words)]
    written = Vocabulary((), vocabulary.language)
    spelled = [word if vocabulary.language == "zh" else (SPACE if word[0].isalnum() else "") + word for word in words]
    if vocabulary.language == "en":
        spelled[0] = SPACE + written.join(words)[:1] + words[0][1:]
    return [vocabulary.pieces.encode(word) for word in spelled]
