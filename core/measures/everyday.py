"""How good a translator of everyday sentences is: on Tatoeba's held-out pairs, how sure it is, and which head aligns.

``pip install sacrebleu``: chrF (Popović 2015) and BLEU (Papineni et al. 2002; over characters in Chinese).
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import torch
from scipy.stats import spearmanr
from torch import Tensor

from core.data import everyday, grammar, strangers
from core.data.everyday import Pair
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import FIXED, SPACE
from core.data.vocabulary import Vocabulary
from core.evaluate import by_heads, strangers_right
from core.models.transformer import padded
from core.subjects.translator import Translator
from core.trace import record

ALIGNED, SEED, ROWS, OFTEN = 3000, 7, 100, 5
LENGTHS = (5, 8, 12)
"""Words of the English side: up to 5, up to 8, up to 12, more."""


def everyday_metrics(translator: Translator) -> dict:
    """Everything below, for the checkpoint's JSON."""
    held = everyday.split()
    by_part = {name: scored(translator, held[name]) for name in ("test", "dev")}
    metrics = {name: scores for name, (scores, _) in by_part.items()} | _alone(translator, held["test"]) | {
        "calibration": calibration(by_part["dev"][1]), "alignment": alignment(translator), "rare": rare(translator)}
    return metrics | strange(translator) if translator.languages == ("zh", "en") else metrics


def _alone(translator: Translator, pairs: Sequence[Pair]) -> dict:
    """The same of the beam's own best answers, where otherwise the other direction ranks them."""
    if translator.channel is None:
        return {}
    scores, _ = scored(replace(translator, channel=None), pairs)
    return {"alone": {name: scores[name] for name in ("chrf", "bleu", "exact")}}


def strange(translator: Translator) -> dict:
    """Of the sentences of strangers, but for those ``taught``, which are in the training pairs, how many are right."""
    learned = {everyday.same(pair.zh) for pair in _training()}
    taught = [one.text for written in strangers.lists().values() for one in written
              if everyday.same(one.text) in learned]
    return {"taught": taught} | {name: strangers_right(translator, [one for one in written if one.text not in taught])
                                 for name, written in strangers.lists().items()}


def rare(translator: Translator) -> dict[str, int]:
    """How often each source piece stands in the training pairs, of those that stand there less than OFTEN times."""
    vocabulary, pairs = translator.source_vocabulary, _training()
    counts = Counter(i for pair in pairs for i in vocabulary.ids(getattr(pair, vocabulary.language)))
    return {label: counts[i] for i, label in enumerate(vocabulary.words) if i >= len(FIXED) and counts[i] < OFTEN}


def _training() -> tuple[Pair, ...]:
    return everyday.split()["train"] + everyday.written()


def scored(translator: Translator, pairs: Sequence[Pair]) -> tuple[dict, list[tuple[float, float]]]:
    """chrF, BLEU and exact match (percent), over all and by length; and per sentence (certainty in nats, chrF)."""
    from sacrebleu.metrics import CHRF

    source, target = translator.abilities.languages
    answers, certainty = answered(translator, [getattr(pair, source) for pair in pairs])
    references = [getattr(pair, target) for pair in pairs]
    lengths = [sum(len(pair.en.split()) > limit for limit in LENGTHS) for pair in pairs]
    rows = [[i for i, length in enumerate(lengths) if length == wanted] for wanted in range(len(LENGTHS) + 1)]
    scores = corpus_scores(answers, references, target) | {"by_length": [
        {"words": [*LENGTHS, None][n], "sentences": len(of),
         **corpus_scores([answers[i] for i in of], [references[i] for i in of], target)}
        for n, of in enumerate(rows) if of]}
    each = [CHRF().sentence_score(answer, [reference]).score for answer, reference in zip(answers, references)]
    return scores, list(zip(certainty, each))


def corpus_scores(answers: Sequence[str], references: Sequence[str], language: str) -> dict[str, float]:
    """chrF, BLEU, and the percentage of answers that are the reference, marks and capitals apart."""
    from sacrebleu.metrics import BLEU, CHRF

    exact = [everyday.same(answer) == everyday.same(right) for answer, right in zip(answers, references)]
    bleu = BLEU(tokenize="char" if language == "zh" else "13a")
    return {"chrf": round(CHRF().corpus_score(answers, [references]).score, 2),
            "bleu": round(bleu.corpus_score(answers, [references]).score, 2),
            "exact": round(100 * statistics.fmean(exact), 2)}


@torch.no_grad()
def answered(translator: Translator, texts: Sequence[str]) -> tuple[list[str], list[float]]:
    """Answers to texts, and of each the mean log probability of its pieces, in nats."""
    answers, certainty = [], []
    model, words = translator.model, translator.target_vocabulary
    for start in range(0, len(texts), ROWS):
        ids = [translator.source_vocabulary.ids(text) for text in texts[start:start + ROWS]]
        source = padded(ids, words.marks.pad)
        target = padded([translator.written(tuple(row)) for row in ids], words.marks.pad)
        shifted = torch.nn.functional.pad(target[:, :-1], (1, 0), value=words.marks.start)
        logs = torch.log_softmax(model(source, shifted), -1).gather(2, target.unsqueeze(2)).squeeze(2)
        real = target != words.marks.pad
        certainty += ((logs * real).sum(1) / real.sum(1)).tolist()
        answers += [words.join(words.decode(row)) for row in target.tolist()]
    return answers, certainty


def calibration(pairs: Sequence[tuple[float, float]]) -> dict:
    """Rank correlation of certainty and chrF, chrF by quarters of certainty, and the mark below which doubt is told.

    ``mark``: the certainty that parts the surest three quarters of the sentences from the others.
    """
    ordered = sorted(pairs, reverse=True)
    size = len(ordered) // 4
    quarters = [statistics.fmean(score for _, score in ordered[i * size:(i + 1) * size]) for i in range(4)]
    return {"rank_correlation": round(float(spearmanr(*zip(*pairs)).statistic), 3),
            "chrf_by_quarter": [round(score, 1) for score in quarters],
            "mark": round(ordered[3 * size][0], 4), "sentences": len(pairs)}


def alignment(translator: Translator) -> dict:
    """Alignment error rate per cross-attention head against the gold links of the first grammar, the best first.

    Read in the row that produces the first piece of a word; a word of the source has the sum of its pieces' weights.
    """
    pairs, side = grammar.corpus("test", ALIGNED, SEED), translator.abilities.languages.index("zh")
    counts: dict[str, Tensor] = {}
    for start in range(0, len(pairs), ROWS):
        chunk = pairs[start:start + ROWS]
        sides = [[cut(words, vocabulary) for words in (getattr(pair, language) for pair in chunk)]
                 for vocabulary, language in zip((translator.source_vocabulary, translator.target_vocabulary),
                                                 translator.abilities.languages)]
        _count(translator, chunk, sides, side, counts)
    rates = {key: round(float(1 - (sure + possible) / (links + gold)), 4)
             for key, (sure, possible, links, gold) in counts.items()}
    best = min(rates, key=rates.get)
    return {"best_head": best, "error_rate": rates[best], "sentences": ALIGNED,
            "heads": dict(sorted(rates.items(), key=lambda item: item[1]))}


def cut(words: Sequence[str], vocabulary: PieceVocabulary) -> list[list[int]]:
    """The pieces of each word, as the sentence is written: English with a capital at its beginning."""
    written = Vocabulary((), vocabulary.language)
    spelled = [word if vocabulary.language == "zh" else (SPACE if word[0].isalnum() else "") + word for word in words]
    if vocabulary.language == "en":
        spelled[0] = SPACE + written.join(words)[:1] + words[0][1:]
    return [vocabulary.pieces.encode(word) for word in spelled]


def _count(translator: Translator, chunk, sides, side: int, counts: dict[str, Tensor]) -> None:
    """Add sure and possible hits, links and sure gold links of each head."""
    flat = [[[i for ids in words for i in ids] for words in part] for part in sides]
    marks = translator.target_vocabulary.marks
    with record(translator.model, only=("*cross_attention.weights",)) as trace:
        translator.model(padded(flat[0], marks.pad), padded([[marks.start, *ids] for ids in flat[1]], marks.pad))
    for name, step in trace.items():
        weights = by_heads(step)
        for head in range(weights.shape[1]):
            count = counts.setdefault(f"{name} head {head}", torch.zeros(4))
            for row, (pair, source, target) in enumerate(zip(chunk, *sides)):
                sure, possible = ({link if side == 0 else link[::-1] for link in links}
                                  for links in (pair.sure, pair.possible))
                ends = torch.tensor([0, *map(len, source)]).cumsum(0)
                begins = torch.tensor([0, *map(len, target)]).cumsum(0)
                shares = weights[row, head].cumsum(-1)
                for t in sorted({target for _, target in possible}):
                    at = torch.nn.functional.pad(shares[begins[t]], (1, 0))[ends]
                    link = int(at.diff().argmax()), t
                    count += torch.tensor([link in sure, link in possible, True, False])
                count[3] += len(sure)
