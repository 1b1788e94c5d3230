"""The runs that ``python -m core.examples`` has stored; they need no torch."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass

import numpy as np

from core import catalog
from pages.components.text import language


@dataclass(frozen=True)
class Run:
    """One stored translation: in which model, step and head the weights (word produced, word read) were."""

    model: str
    text: str
    step: str
    head: int
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    alignment: np.ndarray


@functools.cache
def arrays() -> dict[str, np.ndarray]:
    """All that is stored, by name; see ``core/examples.py``."""
    return catalog.first_page()


def couplet() -> dict[str, str]:
    """The model that answers a line with its parallel line, and the step of the stored weights ``second_line``."""
    return json.loads(str(arrays()["about"]))["second_line"]


def run() -> Run:
    """The stored run that reads the language of this session."""
    about = json.loads(str(arrays()["about"]))[language()]
    return Run(**about | {"rows": tuple(about["rows"]), "columns": tuple(about["columns"])},
               alignment=arrays()[f"alignment_{language()}"])
