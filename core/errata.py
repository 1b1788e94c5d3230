"""The errors of the five notes: where each stands, and how grave it is; listed in ``errata.toml``.

What the note says and what is right is told in ``assets/text/LANGUAGE/errata_list.toml``, under ``R01_says`` and
``R01_right``. Severity: S1 a wrong idea or result, S2 a wrong formula, shape or number, S3 imprecise or one-sided,
S4 a slip of the pen; "confirmed" where the note is right after all. ``where``: equation, section, or line (L) of the
note's text.
"""

import tomllib
from pathlib import Path
from typing import NamedTuple

NOTES = ("N0", "N1", "N2", "N3", "N4")
SEVERITIES = ("S1", "S2", "S3", "S4", "confirmed")


class Erratum(NamedTuple):
    """One error of the notes."""

    id: str
    note: str
    where: str
    severity: str


_TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
ERRATA = tuple(Erratum(id, note, **said) for note, errors in _TABLES.items() for id, said in errors.items())
BY_ID = {erratum.id: erratum for erratum in ERRATA}
