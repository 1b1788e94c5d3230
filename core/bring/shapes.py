"""Whether a source's header holds the tensors that its configuration asks for, asked before a weight is read."""

from __future__ import annotations

from collections.abc import Mapping

from core.bring.checkpoint import Layout
from core.files import UnusableError


def check(config: dict, layouts: Mapping[str, Layout], preprocessor: dict | None = None) -> None:
    """Raises UnusableError with the first field or tensor that does not fit."""
    from core import families
    from core.families.pixels import pixels

    shapes = {name: layout.shape for name, layout in layouts.items()}
    try:
        families.family_of(config).check(config, shapes)
        if preprocessor is not None:
            pixels(config, preprocessor)
    except families.RefusedError as error:
        raise UnusableError(f"{error} Nothing was written.") from None
