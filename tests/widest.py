"""Texts as wide as a model reads: their words have as many letters as a word may have, and these are the widest."""

from app import KINDS
from core import catalog
from pages.components import model_choice, session

LONG, MOST = "W" * 32, 500  # a word, and letters of a text
WIDEST = {"translator": " ".join([LONG, *["W" * 15] * 29]), "tagger": " ".join([LONG, *["W" * 23] * 19]),
          "lstm_tagger": " ".join([LONG, *["W" * 23] * 19]), "couplet": "W" * 7, "language_model": "W" * 28}
"""For each kind of model that a page begins with; what reads verse reads letter by letter."""


def model_of(path):
    """The model with which a page begins; nothing where a page has none, or one of pictures."""
    kinds = KINDS.get(path, model_choice.KINDS)
    found = next((name for name in session.MODELS if catalog.kind(name) in kinds), "")
    return "" if found and catalog.kind(found) in model_choice.PICTURES else found


def widest(path):
    """The widest text of a page's model; nothing where it takes none."""
    model = model_of(path)
    return WIDEST[catalog.kind(model)] if model else ""
