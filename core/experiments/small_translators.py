"""Small translators that differ in one thing: where the norm stands, warm-up, label smoothing, how many heads.

EXHIBITS N0-12, N0-14, N0-23. ``python -m core.experiments.small_translators`` trains them all (a quarter of an hour of
one core) and keeps in assets/experiments what came of each: losses, held-out sentences, how sure and how often right.
"""

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core import evaluate
from core.data import grammar
from core.data.vocabulary import Vocabulary
from core.experiments import stored_runs
from core.fit import fit
from core.measures.alignment_error import alignment
from core.models.transformer import PreNormTransformer, Transformer, padded
from core.recipes.translation import TranslationRecipe
from core.subjects.translator import Translator

NAME = "small_translators"
SEEDS = (1, 2)
NETWORKS = {"post": Transformer, "pre": PreNormTransformer}
END = "</s>"
BINS, AVERAGED = 10, 10
"""Bins of confidence between 0 and 1; training steps that one point of a curve averages."""
SENTENCES, SEED = 400, 7
"""Held-out sentences of each set."""


@dataclass(frozen=True, kw_only=True)
class ComparedRecipe(TranslationRecipe):
    """Without dropout, unknown words, moved positions: only what is asked about differs. ``norm``: post or pre."""

    languages: tuple[str, str] = ("zh", "en")
    norm: str = "post"
    configuration: dict = field(default_factory=lambda: {"d_model": 32, "n_heads": 4, "n_layers": 2, "d_ff": 128})
    steps: int = 2000
    batch: int = 32
    pairs: int = 4000
    rate: float = 3e-3
    warmup: int = 200
    dropout: float = 0.0
    unknown: float = 0.0
    shift: int = 0

    def network(self, source_size: int, target_size: int) -> nn.Module:
        return NETWORKS[self.norm](source_size, target_size, **self.configuration)


BASE = ComparedRecipe()
DEEP = ComparedRecipe(steps=400, rate=2e-3, warmup=100, smoothing=0.0, pairs=8000,
                      configuration=BASE.configuration | {"n_layers": 6})
RECIPES: dict[str, ComparedRecipe] = {
    "base": BASE,
    "unsmoothed": replace(BASE, smoothing=0.0),
    "one_head": replace(BASE, configuration=BASE.configuration | {"n_heads": 1}),
    "post": replace(DEEP, warmup=0), "post_warmup": DEEP,
    "pre": replace(DEEP, norm="pre", warmup=0), "pre_warmup": replace(DEEP, norm="pre")}
"""``base`` smooths by 0.1 and has four heads. The last four are deeper: with or without warm-up, post- or pre-norm."""
NORMS = ("post", "post_warmup", "pre", "pre_warmup")


def trained(recipe: ComparedRecipe) -> tuple[Translator, list[float]]:
    """The trained translator and its loss at every step."""
    torch.manual_seed(recipe.seed)
    task = recipe.task()
    losses = fit(task.model, task.batches, recipe, lambda step, loss: None)
    sides = (task.about["vocabulary"][side] for side in ("source", "target"))
    read, written = (Vocabulary(tuple(side["words"]), side["language"]) for side in sides)
    return Translator(NAME, task.model.requires_grad_(False), read, written, task.about), losses


def curve(losses: Sequence[float]) -> list[float]:
    """The mean loss of every AVERAGED steps."""
    return [round(statistics.fmean(losses[i:i + AVERAGED]), 4) for i in range(0, len(losses), AVERAGED)]


class ReferenceWords(NamedTuple):
    """Held-out words, each told all words before it: the share of the likeliest, whether it was right, the loss."""

    confidence: Tensor
    right: Tensor
    loss: Tensor


@torch.no_grad()
def reference_words(translator: Translator, pairs: Sequence[grammar.Pair]) -> ReferenceWords:
    """All words of the references, ends included: three tensors (words,)."""
    marks, parts = translator.target_vocabulary.marks, []
    for start in range(0, len(pairs), 100):
        chunk = pairs[start:start + 100]
        source = padded([translator.source_vocabulary.encode(pair.zh) for pair in chunk], marks.pad)
        target = padded([[*translator.target_vocabulary.encode(pair.en), marks.end] for pair in chunk], marks.pad)
        scores = translator.model(source, nn.functional.pad(target[:, :-1], (1, 0), value=marks.start))
        log_p = scores.log_softmax(-1)
        confidence, likeliest = log_p.exp().max(-1)
        loss = -log_p.gather(-1, target.unsqueeze(-1)).squeeze(-1)
        parts.append([x[target != marks.pad] for x in (confidence, likeliest == target, loss)])
    return ReferenceWords(*(torch.cat(each) for each in zip(*parts)))


def reliability(confidence: Tensor, right: Tensor) -> dict[str, list]:
    """Per bin of confidence: how many words, their mean confidence, the share that is right (0 where there is none).

    (words,), (words,) booleans. Guo et al. 2017, section 2.
    """
    place = (confidence * BINS).long().clamp(max=BINS - 1)
    words = torch.bincount(place, minlength=BINS)
    means = [torch.bincount(place, x.double(), minlength=BINS) / words.clamp_min(1) for x in (confidence, right)]
    return {"words": words.tolist(), **{name: [round(x, 4) for x in mean.tolist()]
                                        for name, mean in zip(("confidence", "right"), means)}}


def calibration_error(bins: dict[str, list]) -> float:
    """How far confidence is from being right, weighed by the words of each bin. Guo et al. 2017, eq (5)."""
    gaps = (n * abs(c - r) for n, c, r in zip(bins["words"], bins["confidence"], bins["right"]))
    return sum(gaps) / sum(bins["words"])


def measured(translator: Translator) -> dict:
    """What a translator is worth on each held-out set, and how well its best head aligns."""
    sets = {name: grammar.corpus(split, SENTENCES, SEED) for name, split in evaluate.SETS.items()}
    by_set = {}
    for name, pairs in sets.items():
        words = reference_words(translator, pairs)
        by_set[name] = {"loss": round(float(words.loss.mean()), 4),
                        "right": round(float(words.right.double().mean()), 4),
                        "confidence": round(float(words.confidence.double().mean()), 4),
                        "exact_match": evaluate.exact_match(translator, [(pair.zh, pair.en) for pair in pairs]),
                        "reliability": reliability(words.confidence, words.right)}
    best = alignment(translator, sets["same_distribution"])
    return {"sets": by_set, "alignment_error": best["error_rate"], "best_head": best["best_head"]}


def one(name: str, seed: int) -> dict:
    """One training: its curve, its held-out loss; of the shallow models all that is measured."""
    translator, losses = trained(replace(RECIPES[name], seed=seed))
    result = {"losses": curve(losses), "parameters": sum(p.numel() for p in translator.model.parameters())}
    if name not in NORMS:
        return result | measured(translator)
    losses = reference_words(translator, grammar.corpus("test", SENTENCES, SEED)).loss
    return result | {"held_out": round(float(losses.mean()), 4)}


def run() -> Iterator[dict]:
    """Every recipe with every seed, by name: a list of runs in the order of the seeds; told after each seed."""
    runs: dict[str, list[dict]] = {name: [] for name in RECIPES}
    for seed in SEEDS:
        for name in RECIPES:
            runs[name].append(one(name, seed))
            print(seed, name, runs[name][-1]["losses"][-1], flush=True)
        yield {"runs": runs, "seeds": SEEDS, "sentences": SENTENCES, "averaged": AVERAGED,
               "recipes": {name: asdict(recipe) for name, recipe in RECIPES.items()}, "torch": torch.__version__,
               "by_frequency": round(by_frequency(DEEP), 4)}


def by_frequency(recipe: ComparedRecipe) -> float:
    """The loss on the held-out test set of whoever knows only how frequent each word of the training set is."""
    counts = Counter(word for _, target in recipe.training_pairs() for word in (*target, END))
    held = [word for pair in grammar.corpus("test", SENTENCES, SEED) for word in (*pair.en, END)]
    total = sum(counts.values()) + len(counts) + 1
    return statistics.fmean(math.log(total / (counts[word] + 1)) for word in held)


stored = stored_runs.kept(NAME)
"""What ``run`` found when it was last run."""


# ---- What the pages ask of it ----------------------------------------------------------------------------------------


def of(results: dict, name: str, *path: str) -> list:
    """What each seed of a setting found under a path: ``of(results, "base", "sets", "unseen_structure", "loss")``."""
    values = results["runs"][name]
    for key in path:
        values = [value[key] for value in values]
    return values


def mean_curve(results: dict, name: str) -> tuple[list[int], list[float]]:
    """Training steps and the loss there, the mean over the seeds."""
    each = list(zip(*of(results, name, "losses")))
    return [results["averaged"] * (i + 1) for i in range(len(each))], [statistics.fmean(one) for one in each]


def lower(one: Sequence[float], other: Sequence[float]) -> int:
    """-1 if every value of ``one`` lies below every value of the other, 1 if above, 0 if they overlap."""
    return -1 if max(one) < min(other) else 1 if min(one) > max(other) else 0


def pooled(results: dict, name: str, kind: str) -> dict[str, list]:
    """The reliability of all seeds together, bin by bin."""
    seeds = of(results, name, "sets", kind, "reliability")
    words = [sum(each) for each in zip(*(one["words"] for one in seeds))]
    means = {key: [sum(n * x for n, x in zip(counts, values)) / max(1, total) for counts, values, total in zip(
        zip(*(one["words"] for one in seeds)), zip(*(one[key] for one in seeds)), words)]
        for key in ("confidence", "right")}
    return {"words": words, **means}


def too_sure(results: dict, name: str, kind: str) -> list[float]:
    """Per seed how much more confident the words are on average than right."""
    return [one["confidence"] - one["right"] for one in of(results, name, "sets", kind)]


if __name__ == "__main__":
    stored_runs.keep(NAME, run)
