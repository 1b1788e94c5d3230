"""How good a trained model is: exact translations on held-out sets, and alignment error of its attention heads."""

from collections.abc import Iterable

from core import decode
from core.data import dialogue, grammar, strangers
from core.measures.alignment_error import alignment
from core.models.transformer import padded
from core.subjects.translator import Translator

SETS = {"same_distribution": "test", "unseen_combinations": "combinations", "unseen_structure": "structure"}
COUNT, SEED = 1000, 7


def translation_metrics(translator: Translator) -> dict:
    """Exact match per held-out set (percent), the alignment error of the best head; from Chinese, strangers too."""
    languages = translator.abilities.languages
    sets = {name: grammar.corpus(split, COUNT, SEED) for name, split in SETS.items()}
    exact = {name: exact_match(translator, [tuple(getattr(p, side) for side in languages) for p in pairs])
             for name, pairs in sets.items()}
    metrics = {"exact_match": exact, "sentences_per_set": COUNT, "evaluation_seed": SEED,
               "by_length": by_length(translator)}
    if languages == ("zh", "en"):
        metrics |= {name: strangers_right(translator, written) for name, written in strangers.lists().items()}
    rates = alignment(translator, sets["same_distribution"])
    return metrics | ({"alignment": rates} if rates else {})


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
        source, target = (tuple(getattr(pair, side)) for side in translator.abilities.languages)
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
