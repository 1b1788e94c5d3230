"""The 46 numbered equations of N0 as printed, and where each is computed here; listed in ``notes.toml``."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple


class Printed(NamedTuple):
    """One numbered equation of the note.

    ``latex``: as the note prints it (errors included; ``errata`` names them); ``equations``: keys of
    ``core.formula.EQUATIONS``; ``step``: a step of the translator's trace that shows it (``{l}`` a layer), or empty;
    ``vision``: one of the trace of a classifier of pictures.
    """

    latex: str
    equations: tuple[str, ...]
    step: str = ""
    errata: Sequence[str] = ()
    vision: str = ""


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
_GROUPS = _TABLES.pop("groups")
"""Equations that are named together."""


def _printed(equations: Sequence[str], **said) -> Printed:
    return Printed(equations=tuple(key for name in equations for key in _GROUPS.get(name, (name,))), **said)


N0 = {int(number): _printed(**said) for number, said in _TABLES.items()}
