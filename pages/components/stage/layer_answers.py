"""What a model that writes would say if it stopped after a folded layer, and after the layer before."""

from __future__ import annotations

from core.steps import Trace
from pages.components.stage.layer_text import LayerAnswers
from pages.components.stage.layers import LAYER, comparable_layers
from pages.components.stage.stops import Stop


def answers_around(model: str, trace: Trace, stop: Stop | None, row: int) -> LayerAnswers | None:
    """In a row of the layer's result; None of any other stop, and of a model without words. Kept with the trace."""
    if stop is None or not stop.key.startswith(LAYER):
        return None
    from core import zoo
    from core.experiments.layer_by_layer import early_answer

    def both() -> LayerAnswers | None:
        before, now = (early_answer(zoo.load(model), trace, layer.output, row)
                       for layer in comparable_layers(trace)[stop.key])
        return (before, now) if before and now else None

    return trace.derived(("said", stop.key, row), both)
