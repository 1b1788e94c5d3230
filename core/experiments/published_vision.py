"""Numbers that papers print and the notes quote, with unit and source. EXHIBITS N0-30, N0-31, N2-27 to N2-37, N3-14.

``published_vision.json`` holds them.
"""

import json
import re
from pathlib import Path
from typing import NamedTuple


class Table(NamedTuple):
    """A table as printed: ``rows`` of a name and a number per column, None where the paper has none.

    ``spread``: standard deviations under the same names, where the paper gives them. ``unit``: of all numbers, or one
    per column.
    """

    source: str
    unit: str | list[str]
    columns: list[str]
    rows: dict[str, list]
    spread: dict[str, list] | None = None
    note: str = ""


_PRINTED = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
TABLES, MAE_ABLATIONS = ({name: Table(**table) for name, table in _PRINTED[kind].items()}
                         for kind in ("tables", "mae_ablations"))
MAE_DEFAULTS: dict[str, str] = _PRINTED["mae_defaults"]
"""The row of each ablation that is MAE as it was trained otherwise."""
MAE_MARKS: list[str] = _PRINTED["mae_marks"]
"""How N2 marks MAE's row of ``mae_against_others`` by column; its caption promises every best one underlined (R69)."""
NOISY_STUDENT: float = _PRINTED["noisy_student"]
"""The slightly improved result of Touvron et al. 2020 on ImageNet, in the same cell of ``vit_against_others``."""
FIRST_VERSIONS: dict[str, list[str | None]] = _PRINTED["first_versions"]
"""arXiv number, month of the first version (as the number says), month that N2 prints (R65)."""


def in_the_name(data_set: str) -> int:
    """The number that a data set's name carries: 300 of JFT-300M (R70)."""
    return int(re.search(r"\d+", data_set)[0])
