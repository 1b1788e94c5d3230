"""The sentence under study on this page, and the runs of the models that translate it."""

from __future__ import annotations

from core import catalog, zoo
from core.experiments import alignment as computed
from core.steps import Trace
from pages.components import model_choice, readable_text, runs
from pages.components.cache import shared
from pages.components.text import words
from pages.sequences.alignment import PAGE


def models() -> list[str]:
    """The four models, from the plainest to the Transformer."""
    return computed.task_models()


def way(name: str) -> str:
    """What a model is called on this page."""
    return words(PAGE)[f"way_{catalog.abilities(name).network}"]


def text() -> str:
    """The sentence under study if these models can read its language, or else their example."""
    own = catalog.languages(model_choice.name())[0] == catalog.languages(models()[0])[0]
    return readable_text.text() if own else model_choice.EXAMPLES[models()[0]]


def run(name: str) -> Trace:
    """A model on the sentence under study, told its own translation."""
    return runs.cached_trace(name, text())


@shared
def translated(name: str, sentence: str) -> tuple[str, ...]:
    """The words that a model makes of a sentence."""
    return tuple(zoo.load(name).answer(sentence))


samples = shared(computed.samples)
"""Unseen sentences to try, by their number of words."""
