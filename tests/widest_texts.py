"""Texts as wide as a model reads: their words have as many letters as a word may have, and these are the widest."""

from app import NEEDS
from core import catalog
from pages.components import model_choice

LONG, MOST = "W" * 32, 500  # a word, and letters of a text
WIDEST = {"sentence": " ".join([LONG, *["W" * 15] * 29]), "labels": " ".join([LONG, *["W" * 23] * 19]),
          "line": "W" * 7, "verse": "W" * 28}
"""By what the models answer that a page begins with; what reads verse reads letter by letter."""
PIECES = " ".join([LONG, *["W" * 15] * 9])
"""Of a model over pieces of words, to which each of these letters is a piece."""
FEW = " ".join(["W" * 15] * 2)
"""As many of them as a lesson takes."""


def model_of(path):
    """The model with which a page begins; nothing where a page has none, or one of pictures."""
    needs = NEEDS.get(path, model_choice.LESSON)
    name = next(iter([] if needs is None else catalog.names(**needs)), "")
    return "" if name and catalog.abilities(name).reads == "picture" else name


def widest(path):
    """The widest text of a page's model; nothing where it takes none."""
    model = model_of(path)
    if model and catalog.abilities(model).tokenizer == "pieces":
        return PIECES if path in NEEDS else FEW
    return WIDEST[catalog.abilities(model).answers] if model else ""
