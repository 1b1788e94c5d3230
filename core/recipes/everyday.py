"""The translators of everyday sentences: pairs that people wrote, glosses of a dictionary, pieces of words.

Each epoch cuts every sentence anew, by lot (Kudo 2018), so that the few sentences are read in many ways. Products are
in bfloat16 where the processor is quick at it, dropout comes from a pool, the loss is computed in blocks
(core/models/training_speed.py).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

import torch
from torch import Tensor, nn

from core.data import everyday, pieces, templates
from core.data.cut_batches import CutBatches, Draw
from core.data.everyday import Pair
from core.data.pieces import Pieces, spaced
from core.measures.everyday import everyday_metrics
from core.models.training_speed import FAST, BlockedCrossEntropy, pool_dropout
from core.models.transformer import PreNormTransformer, padded
from core.recipes.recipe import Recipe, Task

SIZES = {"zh": 8000, "en": 7000}
KIND = "everyday_translator"
BEAM = {"width": 6, "alpha": 0.6}
"""How an answer is sought: ``core.decode.beam``."""
WEIGHT = 0.5
"""How much it counts how well the other direction reads the answers back (core/noisy_channel.py); chosen on dev."""
WRITTEN = {"steps": 2000, "dropout": 0.2, "rate": 7e-4, "warmup": 200, "descent": 0.75, "repeats": 1, "written": 2,
           "glosses": 6000}
"""The later rounds, which also read the pairs that were written here."""
WIDER = WRITTEN | {"steps": 1300, "dropout": 0.25, "written": 1}
"""Later rounds, since there are more pairs written here than Tatoeba has."""
LONG = WRITTEN | {"steps": 4000, "written": 1}
"""The last rounds: of 120 pairs written here, which training had read, chrF was 56 into English, 30 into Chinese."""
SIZE = {"network": "pre_norm", "d_model": 256, "n_heads": 4, "n_layers": 3, "d_ff": 1024}
FILLED = WRITTEN | {"steps": 1700, "rate": 5e-4, "written": 1, "filled": 20000}
"""The round that reads templates too; before it 9% of the long numbers came through into English, 3% into Chinese."""
NAMED = FILLED | {"steps": 2600, "filled": 24000}
"""The round that reads words in Latin letters within Chinese, several names in a sentence, and 9,000 pairs more."""
FOREIGN = NAMED | {"steps": 900}
"""The round that reads names of people in Latin letters, in templates and in sentences about Tom."""
SPOKEN = NAMED | {"steps": 2700, "again": ("topics", "dialogues", "readers", "phrases", "usage", "things")}
"""The round that reads 11,100 pairs more, and these and the 7,500 before them twice."""
LIGHTER = SPOKEN | {"steps": 1200, "dropout": 0.1}
"""The round with half the dropout: chrF on dev, into English by the beam alone, rose from 60.9 to 61.5."""
RARE = SPOKEN | {"steps": 2400, "dropout": 0.15, "filled": 16000, "again": ("rare_zh", "rare_en", "textbook", "typed")}
"""The round that reads 19,800 pairs more, mostly for words that the others hardly hold, and these twice."""
DRIER = RARE | {"steps": 1000, "dropout": 0.1}
"""The same pairs with less dropout."""
BEGINNERS = DRIER | {"steps": 1500, "filled": 20000, "again": ("beginners", "constructions", "grammar", "visitors")}
"""The round that reads 6,300 pairs more, these twice, and templates with 1,250 names of places, languages, people."""
DEEPER = {"configuration": SIZE | {"n_layers": 4}}
"""A round with one layer more in each stack (``core.fit.begin_with``)."""
EXAMPLES = {"zh": ("我们昨天晚上在家里看了一部电影。", "奶奶每天早上都去公园跑步。", "她喝了一瓶葡萄酒。",
                   "他把钥匙忘在办公室里了。", "这本书太难了，我看不懂。", "你什么时候回来？"),
            "en": ("He waited for me at the station for an hour yesterday.", "My phone is dead. Can I borrow yours?",
                   "She drank a bottle of wine.", "If it rains tomorrow, we won't go hiking.",
                   "This book is too difficult for me to understand.", "When will you be back?")}


@dataclass(frozen=True, kw_only=True)
class EverydayRecipe(Recipe):
    """Pairs of ``core.data.everyday`` in one direction.

    ``tokens``: of a batch, padding included, on the longer side; ``repeats``: how often an epoch reads each pair of
    Tatoeba; ``written``: each pair written here; ``again``: the files of these that it reads once more; ``glosses``:
    how many of the dictionary an epoch reads; ``filled``: how many texts of ``core.data.templates``, drawn anew;
    ``alphas``: how sharply the cuts of source and target are drawn (of the target hardly at all: an unsure model would
    begin every word with its first letter); ``shift``: the first position is drawn from 0 to this; ``descent``: see
    ``rate_at``; ``then``: what is different in each further training, which goes on from the weights of the one before
    (a warm restart, Loshchilov and Hutter 2017); ``share``: of the weights that a training ends with in the mean that
    is kept, the rest are those it began with (Wortsman et al. 2022).
    """

    languages: tuple[str, str]
    configuration: dict = field(default_factory=lambda: SIZE)
    tokens: int = 2500
    repeats: int = 2
    written: int = 0
    again: tuple[str, ...] = ()
    glosses: int = 15000
    filled: int = 0
    alphas: tuple[float, float] = (0.2, 0.5)
    dropout: float = 0.2
    smoothing: float = 0.1
    shift: int = 12
    half: bool = True
    resumable: ClassVar[bool] = True
    calm: float = 1.0
    descent: float = 0.3
    then: tuple[dict, ...] = ()
    share: float = 1.0

    def rounds(self) -> list[Recipe]:
        """The trainings one after the other; each draws from a seed of its own."""
        first = replace(self, then=())
        return [first, *(replace(first, seed=self.seed + i, **other) for i, other in enumerate(self.then, 1))]

    def kept(self, before: dict[str, Tensor], last: dict[str, Tensor]) -> dict[str, Tensor]:
        return {name: torch.lerp(before[name], last[name], self.share) for name in last}

    def rate_at(self, step: int) -> float:
        """Linear warm-up, the peak, and for the last ``descent`` of the steps a straight way down to zero."""
        begin = round((1 - self.descent) * self.steps)
        return min((step + 1) / self.warmup, 1.0, max(0.0, (self.steps - step) / (self.steps - begin)))

    def task(self) -> Task:
        pairs = everyday.split()["train"]
        glosses = everyday.glosses("".join(pair.zh for pair in pairs))
        inventories = {language: inventory(language, pairs, glosses) for language in self.languages}
        sizes = {key: value for key, value in self.configuration.items() if key != "network"}
        model = PreNormTransformer(*(len(inventories[language]) for language in self.languages), **sizes,
                                   dropout=self.dropout)
        pool_dropout(model, self.dropout, torch.Generator().manual_seed(self.seed))
        about = {"kind": KIND, "languages": self.languages, "examples": list(EXAMPLES[self.languages[0]]),
                 "configuration": self.configuration, "beam": BEAM,
                 "channel": {"model": f"open-{self.languages[1]}-{self.languages[0]}", "weight": WEIGHT},
                 "corpus": everyday.ATTRIBUTION, "vocabulary": {
                     side: {"language": language, "words": inventories[language].pieces[len(pieces.FIXED):],
                            "scores": [round(score, 4) for score in inventories[language].scores]}
                     for side, language in zip(("source", "target"), self.languages)}}

        def texts(part: Iterable[Pair]) -> list[tuple[str, str]]:
            return [tuple(spaced(getattr(pair, language), language) for language in self.languages) for pair in part]

        def others(draw: Draw) -> list[tuple[str, str]]:
            return texts([*draw.sample(glosses, min(self.glosses, len(glosses))),
                          *templates.drawn(pairs, everyday.held_out(), self.filled, draw)])

        again = everyday.written(*self.again) if self.again else ()
        batches = Batches([inventories[language] for language in self.languages], self.alphas, self.tokens, self.seed,
                          texts(pairs * self.repeats + everyday.written() * self.written + again), others)
        return Task(model, batches, about)

    def metrics(self, subject) -> dict:
        return everyday_metrics(subject)

    def loss(self, model: nn.Module, batch: tuple[Tensor, Tensor]) -> Tensor:
        """Smoothed cross-entropy in nats per piece, on the target moved right by one."""
        source, target = batch
        start = int(torch.randint(self.shift + 1, ()))
        with torch.autocast("cpu", torch.bfloat16, enabled=FAST is torch.bfloat16):
            shifted = nn.functional.pad(target[:, :-1], (1, 0), value=model.marks.start)
            y = model.decode(shifted, model.encode(source, start), source, start=start)
        real = target != model.marks.pad
        return BlockedCrossEntropy.apply(y[real], model.target_embedding.W_E, model.b_out, target[real], self.smoothing)


def inventory(language: str, pairs: Sequence[Pair], glosses: Sequence[Pair]) -> Pieces:
    """The pieces of a language, learned from the training pairs and some glosses; Chinese ones are words."""
    texts = [spaced(getattr(pair, language), language) for pair in [*pairs, *glosses[::8 if language == "zh" else 24]]]
    headwords = frozenset(pair.zh for pair in everyday.dictionary())
    return pieces.learn(texts, SIZES[language], lambda piece: pieces.whole_word(piece, headwords))


class Batches(CutBatches):
    """The batches of ``CutBatches`` as tensors: (source (rows, n), target with end mark (rows, m)), padded."""

    def __next__(self) -> tuple[Tensor, Tensor]:
        marks = PreNormTransformer.marks
        source, target = super().__next__()
        return padded(source, marks.pad), padded([[*ids, marks.end] for ids in target], marks.pad)


THEN = ({"steps": 6000, "dropout": 0.3}, WRITTEN)
LAST = (WIDER, *[WIDER | {"steps": 800}] * 2, LONG, LONG | {"steps": 7000}, LONG | {"steps": 5500})
RECIPES = {
    f"open-{source}-{target}": EverydayRecipe(
        languages=(source, target), steps=6200, rate=1e-3, warmup=400,
        then=(*THEN, *[WRITTEN | {"steps": 1800, "dropout": 0.3}] * more, *LAST[:-1],
              *[part | deeper for part in (LAST[-1], FILLED, NAMED | {"share": share})],
              *[part | DEEPER for part in (FOREIGN, SPOKEN, LIGHTER, RARE, DRIER, BEGINNERS)]))
    for source, target, more, deeper, share in (("zh", "en", 3, DEEPER, 0.75), ("en", "zh", 2, {}, 1.0))}
