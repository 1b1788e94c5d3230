"""The translator that has also read what a first textbook of Chinese has people say."""

from __future__ import annotations

from dataclasses import dataclass

from core import evaluate
from core.data import grammar, textbook
from core.recipes.translation import Pairs, TranslationRecipe


@dataclass(frozen=True, kw_only=True)
class TextbookRecipe(TranslationRecipe):
    """Pairs of the grammar and, ``lessons`` of them, of what a first textbook of Chinese has people say.

    ``taught``: how often each of its set phrases is among them.
    """

    languages: tuple[str, str] = ("zh", "en")
    lessons: int = 400000
    taught: int = 60
    kind = "textbook_translator"

    def examples(self) -> list[str]:
        return list(textbook.EXAMPLES)

    def training_pairs(self) -> Pairs:
        """Those of both grammars that the vocabulary of both cuts as they were made."""
        pairs = [*grammar.corpus("train", self.pairs, self.seed), *textbook.set_phrases() * self.taught]
        return self.sides(pairs + textbook.learnable(textbook.corpus("train", self.lessons, self.seed), pairs))

    def metrics(self, subject) -> dict:
        """As of the grammar's translators, but of strangers' sentences those that are no set phrases; beside them the
        share of new sentences of the textbook."""
        found = evaluate.translation_metrics(subject, {pair.zh for pair in textbook.set_phrases()})
        lessons = [textbook.recut(pair, subject.source_vocabulary)
                   for pair in textbook.corpus("test", evaluate.COUNT, evaluate.SEED)]
        found["exact_match"]["textbook"] = evaluate.exact_match(subject, self.sides(lessons))
        return found


RECIPES = {
    "textbook-zh-en": TextbookRecipe(steps=10000, pairs=40000, rate=1.5e-3, unknown=0.05, half=True, configuration={
        "d_model": 128, "n_heads": 4, "n_layers": 2, "d_ff": 512}),
}
