"""A run as the grid of all heads draws it: what each layer would say, what comes next, what each head does."""

from __future__ import annotations

from core import catalog
from core.edits import Edit
from pages.components import runs
from pages.components.cache import shared
from pages.components.head_grid import Packed, pack


@shared
def packed(model: str, text: str, edits: tuple[Edit, ...]) -> Packed:
    """The drawing of a run, packed once for everybody who looks at it."""
    from core import zoo
    from core.experiments import layer_by_layer

    subject, trace = zoo.load(model), runs.cached_trace(model, text, edits)
    shares = layer_by_layer.shares_of_words(trace) if subject.abilities.can_continue else None
    if shares is None:
        return pack(trace)
    row = layer_by_layer.row_to_read(subject, text, trace)
    return pack(trace, kinds=_kinds(model), row=row, after=(shares.labels[0] or [""] * (row + 1))[row],
                says=layer_by_layer.says(subject, trace, row), following=layer_by_layer.following(subject, trace, row))


@shared
def _kinds(model: str) -> dict[str, list[str]] | None:
    """What each head does, of a model over tokens."""
    from core import zoo
    from core.experiments import head_kinds

    return head_kinds.kinds(zoo.load(model)) if catalog.abilities(model).tokenizer == "bytes" else None
