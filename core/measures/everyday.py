"""How good a translator of everyday sentences is: on Tatoeba's held-out pairs, how sure it is, and which head aligns.

``pip install sacrebleu``: chrF (Popović 2015) and BLEU (Papineni et al. 2002; over characters in Chinese).
"""

import random
import re
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import torch

from core.data import everyday, grammar, strangers, templates
from core.data.everyday import Pair
from core.data.pieces import FIXED
from core.evaluate import strangers_right
from core.measures.alignment_error import alignment
from core.subjects.translator import Translator

ALIGNED, SEED, OFTEN = 3000, 7, 5
MANY = 100_000  # more than the round that reads templates drew
FINAL = "。？！.?!"
LENGTHS = (5, 8, 12)
"""Words of the English side: up to 5, up to 8, up to 12, more."""


def everyday_metrics(translator: Translator) -> dict:
    """Everything below, for the checkpoint's JSON."""
    held = everyday.split()
    by_part = {name: scored(translator, held[name]) for name in ("test", "dev")}
    metrics = {name: scores for name, (scores, _) in by_part.items()} | _alone(translator, held["test"]) | {
        "typed": typed(translator, held["dev"]), "calibration": calibration(by_part["dev"][1]),
        "rare": rare(translator), "filled": filled(translator), "alignment": {
            **alignment(translator, grammar.corpus("test", ALIGNED, SEED)), "sentences": ALIGNED}}
    return metrics | strange(translator) if translator.abilities.languages == ("zh", "en") else metrics


def _alone(translator: Translator, pairs: Sequence[Pair]) -> dict:
    """The same of the beam's own best answers, where otherwise the other direction ranks them."""
    if translator.channel is None:
        return {}
    scores, _ = scored(replace(translator, channel=None), pairs)
    return {"alone": _totals(scores)}


def _totals(scores: dict) -> dict[str, float]:
    return {name: scores[name] for name in ("chrf", "bleu", "exact")}


def typed(translator: Translator, pairs: Sequence[Pair]) -> dict:
    """The same of texts in small letters without a final mark, as people type: read as they are, and completed."""
    source = translator.abilities.languages[0]
    carelessly = [pair._replace(**{source: getattr(pair, source).rstrip(FINAL).lower()}) for pair in pairs]
    completed = [pair._replace(**{source: translator.sentence(getattr(pair, source))}) for pair in carelessly]
    return {name: _totals(scored(translator, texts)[0])
            for name, texts in (("as_it_is", carelessly), ("completed", completed))}


def strange(translator: Translator) -> dict:
    """Of the sentences of strangers, but for those ``taught``, which are training pairs or among MANY texts drawn
    as training draws them, how many are right."""
    drawn = templates.drawn(everyday.split()["train"], everyday.held_out(), MANY, random.Random(SEED))
    learned = {everyday.same(pair.zh) for pair in (*_training(), *drawn)}
    taught = [one.text for written in strangers.lists().values() for one in written
              if everyday.same(one.text) in learned]
    return {"taught": taught} | {name: strangers_right(translator, [one for one in written if one.text not in taught])
                                 for name, written in strangers.lists().items()}


def rare(translator: Translator) -> dict[str, int]:
    """How often each source piece stands in the training pairs, of those that stand there less than OFTEN times."""
    vocabulary, pairs = translator.source_vocabulary, _training()
    counts = Counter(i for pair in pairs for i in vocabulary.ids(getattr(pair, vocabulary.language)))
    return {label: counts[i] for i, label in enumerate(vocabulary.words) if i >= len(FIXED) and counts[i] < OFTEN}


def filled(translator: Translator) -> dict[str, float | dict]:
    """The same of sentences with numbers, dates and names that no training read; ``copied``: percent of the numbers
    of three digits or more that stand in the answer as in the reference, commas apart, and ``kept``: of the words in
    Latin letters that both languages write alike; ``free``: all this without the rules that numbers and such words are
    those of the text (``core.answer_rules``)."""
    source, target = translator.abilities.languages
    pairs = templates.held()
    references = [getattr(pair, target) for pair in pairs]
    asked = [tuple(translator.source_vocabulary.ids(getattr(pair, source))) for pair in pairs]

    def scores(free: bool) -> dict[str, float]:
        answers = [translator.candidates(ids, free=free)[0].text for ids in asked]
        right = [number in _numbers(answer) for answer, reference in zip(answers, references)
                 for number in _numbers(reference)]
        kept = [word in _latin(answer) for answer, pair in zip(answers, pairs)
                for word in sorted(_latin(pair.zh) & _latin(pair.en))]
        return corpus_scores(answers, references, target) | {
            "copied": round(100 * statistics.fmean(right), 2), "numbers": len(right),
            "kept": round(100 * statistics.fmean(kept), 2), "words": len(kept)}

    return scores(free=False) | {"free": scores(free=True)}


def _numbers(text: str) -> list[str]:
    return re.findall(r"\d{3,}", re.sub(r"(?<=\d)[,，](?=\d)", "", text))


def _latin(text: str) -> set[str]:
    return set(re.findall("[A-Za-z]{2,}", text))


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


def answered(translator: Translator, texts: Sequence[str]) -> tuple[list[str], list[float]]:
    """Answers to texts, and how sure each is (``core.noisy_channel.Candidate.direct``)."""
    best = [translator.candidates(tuple(translator.source_vocabulary.ids(text)))[0] for text in texts]
    return [one.text for one in best], [one.direct for one in best]


def calibration(pairs: Sequence[tuple[float, float]]) -> dict:
    """Rank correlation of certainty and chrF, chrF by quarters of certainty, and the mark below which doubt is told.

    ``mark``: the certainty that parts the surest three quarters of the sentences from the others.
    """
    ordered = sorted(pairs, reverse=True)
    size = len(ordered) // 4
    quarters = [statistics.fmean(score for _, score in ordered[i * size:(i + 1) * size]) for i in range(4)]
    ranks = [(x > x[:, None]).sum(0) + (x == x[:, None]).sum(0) / 2 for x in torch.tensor(pairs).double().T]
    return {"rank_correlation": round(float(torch.stack(ranks).corrcoef()[0, 1]), 3),
            "chrf_by_quarter": [round(score, 1) for score in quarters],
            "mark": round(ordered[3 * size][0], 4), "sentences": len(pairs)}
