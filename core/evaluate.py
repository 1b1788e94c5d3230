"""How good a trained model is: exact translations on held-out sets, and alignment error of its attention heads."""

from __future__ import annotations

from collections.abc import Iterable

import torch
from torch import Tensor

from core import decode
from core.data import dialogue, grammar, strangers
from core.models.transformer import padded
from core.subjects.translator import Translator
from core.trace import Step, record

SETS = {"same_distribution": "test", "unseen_combinations": "combinations", "unseen_structure": "structure"}
COUNT, SEED = 1000, 7


def translation_metrics(translator: Translator) -> dict:
    """Exact match per held-out set (percent) and the alignment error rate of the best cross-attention head.

    From Chinese also the sentences of strangers.
    """
    languages = translator.languages
    sets = {name: grammar.corpus(split, COUNT, SEED) for name, split in SETS.items()}
    exact = {name: exact_match(translator, [tuple(getattr(p, side) for side in languages) for p in pairs])
             for name, pairs in sets.items()}
    metrics = {"exact_match": exact, "sentences_per_set": COUNT, "evaluation_seed": SEED,
               "by_length": by_length(translator)}
    if languages == ("zh", "en"):
        metrics |= {name: strangers_right(translator, written) for name, written in strangers.lists().items()}
    return metrics | alignment(translator, sets["same_distribution"], languages)


def strangers_right(translator: Translator, asked: Iterable[strangers.Stranger]) -> list[dict]:
    """How many sentences of strangers are translated right, by length and by whether all their words are known:
    ``{"length", "known", "sentences", "right"}`` for each length of ``strangers.LENGTHS``, known ones first.
    """
    counts = {(length, known): [0, 0] for length in strangers.LENGTHS for known in (True, False)}
    for stranger in asked:
        known = all(token.known for token in translator.source_vocabulary.segment(stranger.text))
        count = counts[stranger.length, known]
        count[0] += 1
        count[1] += stranger.right(translator.answer_text(translator.answer(stranger.text)))
    return [{"length": length, "known": known, "sentences": sentences, "right": right}
            for (length, known), (sentences, right) in counts.items()]


def by_length(translator: Translator) -> list[dict[str, int]]:
    """How many held-out sentences of the training distribution are translated word for word, by source words.

    From 4 * COUNT sentences: ``{"words", "sentences", "right"}`` for each length.
    """
    pairs, groups = grammar.corpus("test", 4 * COUNT, SEED), {}
    for pair in pairs:
        source, target = (tuple(getattr(pair, side)) for side in translator.languages)
        groups.setdefault(len(source), []).append((source, target))
    return [{"words": n, "sentences": len(groups[n]), "right": sum(right_ones(translator, groups[n]))}
            for n in sorted(groups)]


def dialogue_metrics(translator: Translator) -> dict:
    """Exact replies (percent): to all questions, to those that training saw under another opener only, and to those
    whose content it did not see."""
    asked = {"all_questions": dialogue.dialogue_corpus(), "other_openers": dialogue.other_openers(),
             "unseen_content": dialogue.unseen_content()}
    return {"exact_match": {name: exact_match(translator, pairs) for name, pairs in asked.items()},
            "sentences": {name: len(pairs) for name, pairs in asked.items()}}


def exact_match(translator: Translator, pairs) -> float:
    """The percentage of sources whose greedy answer is the reference, word for word."""
    return round(100 * sum(right_ones(translator, pairs)) / len(pairs), 2)


def right_ones(translator: Translator, pairs) -> list[bool]:
    """For each pair whether the greedy answer to the source is the reference, word for word."""
    right = []
    for start in range(0, len(pairs), 100):
        chunk = pairs[start:start + 100]
        sources = [translator.source_vocabulary.encode(source) for source, _ in chunk]
        answers = decode.greedy(translator.model, padded(sources, translator.model.marks.pad))
        right += [translator.target_vocabulary.decode(ids) == list(target)
                  for ids, (_, target) in zip(answers.tolist(), chunk)]
    return right


def alignment(translator: Translator, pairs, languages: tuple[str, str]) -> dict:
    """{"alignment": error rate per cross-attention head, the best first}; nothing for a model without any."""
    rates = {key: [round(rate, 4) for rate in pair] for key, pair in head_errors(translator, pairs, languages).items()}
    if not rates:
        return {}
    best = min(rates, key=lambda key: rates[key][0])
    return {"alignment": {
        "best_head": best, "error_rate": rates[best][0], "error_rate_own_row": rates[best][1],
        "heads": dict(sorted(((key, rate[0]) for key, rate in rates.items()), key=lambda item: item[1]))}}


def head_errors(translator: Translator, pairs, languages: tuple[str, str]) -> dict[str, tuple[float, float]]:
    """Alignment error rate per cross-attention head, teacher-forced on the reference, read in two rows.

    First at the position that produces a word (its input is the word before), then, to compare, at the word's own row.
    AER = 1 - (|A and sure| + |A and possible|) / (|A| + |sure|), Och and Ney 2003; A links each target word to the
    source word its row weighs most. Words with no gold link are not asked.
    """
    side, marks = languages.index("zh"), translator.source_vocabulary.marks
    counts: dict[str, Tensor] = {}
    for start in range(0, len(pairs), 100):
        chunk = pairs[start:start + 100]
        sources, targets = ([vocabulary.encode(getattr(p, language)) for p in chunk] for vocabulary, language in
                            zip((translator.source_vocabulary, translator.target_vocabulary), languages))
        read = [[marks.start, *target, marks.end] for target in targets]
        with record(translator.model, only=("*cross_attention.weights",)) as trace:
            translator.model(padded(sources, marks.pad), padded(read, marks.pad))
        for name, step in trace.items():
            linked = by_heads(step).argmax(-1)
            for head in range(linked.shape[1]):
                key = f"{name} head {head}"
                counts[key] = counts.get(key, torch.zeros(2, 4)) + _hits(linked[:, head], chunk, side)
    return {key: tuple(float(1 - (sure + possible) / (links + gold)) for sure, possible, links, gold in count)
            for key, count in counts.items()}


def by_heads(step: Step) -> Tensor:
    """Attention weights of a batch as (batch, head, query, key): additive attention is one head, asked time by time."""
    return step.value.movedim(0, 1).unsqueeze(1) if step.axes[0] == "time" else step.value


def _hits(linked: Tensor, pairs, side: int) -> Tensor:
    """(producing row, own row) x (links that are sure, that are possible, all links, sure gold links)."""
    counts = torch.zeros(2, 4)
    for b, pair in enumerate(pairs):
        flip = (lambda link: link) if side == 0 else (lambda link: link[::-1])
        sure, possible = {flip(link) for link in pair.sure}, {flip(link) for link in pair.possible}
        for t in sorted({target for _, target in possible}):
            for row in (0, 1):  # row t produces word t; row t + 1 has it as its input
                link = int(linked[b, t + row]), t
                counts[row] += torch.tensor([link in sure, link in possible, True, False])
        counts[:, 3] += len(sure)
    return counts
