"""What a session has chosen: language, model, depth, text and edits. All of it is in the URL; none of it needs torch.

Bound widgets in the bar own lang, model, text and depth; the board owns step, head and cell; edits are a bound text.
"""

from __future__ import annotations

from core import catalog
from pages.components.text import linked
from pages.components.text_files import DEPTHS

MODELS = tuple(catalog.names())
CHOICES = {"lang": ("auto", "zh", "en"), "model": MODELS, "depth": DEPTHS}  # the first of each is the default


def chosen(name: str) -> str:
    """A choice that the URL carries, or its default where that holds nothing sensible."""
    value = linked(name)
    return value if value in CHOICES[name] else CHOICES[name][0]


def depth() -> str:
    return chosen("depth")


def typed() -> str:
    """What stands in the box, whatever it is."""
    return linked("text").strip()


def edits_text() -> str:
    """The interventions as the link carries them."""
    return linked("edits")
