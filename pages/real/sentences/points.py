"""The kept sentences as points in the three directions in which they differ most, to be turned with the mouse."""

from __future__ import annotations

import torch

from core.experiments import sentences
from pages.components import lesson
from pages.components.charts.surface import cloud
from pages.components.text import words
from pages.real.sentences import PAGE

KEY = "points"


@lesson.panel
def points() -> None:
    """A point a sentence, a colour a topic."""
    w, run = words(PAGE), sentences.stored()
    with lesson.exhibit(PAGE, KEY):
        vectors = torch.tensor(run["vectors"])
        places = sentences.in_space(vectors)
        share = float(places.square().sum() / (vectors - vectors.mean(0)).square().sum())
        groups = {w[f"topic_{topic}"]: [(*place, text) for place, text, one in
                                        zip(places.tolist(), run["texts"], run["topics"]) if one == topic]
                  for topic in sentences.TOPICS}
        cloud(groups, key="sentence points")
        lesson.predict(PAGE, KEY, ("third", "two_thirds", "all"), truth=_share, kept=100 * share,
                       width=vectors.shape[1])


def _share(numbers: dict) -> str:
    return "third" if numbers["kept"] < 50 else "two_thirds" if numbers["kept"] < 85 else "all"
