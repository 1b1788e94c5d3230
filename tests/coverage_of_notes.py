"""Where everything the notes contain is shown: exhibit by exhibit, erratum by erratum.

    python tests/coverage_of_notes.py

Opens every page and looks for each exhibit's container. Ends with 1 if an exhibit or erratum of the chapters built here
is on no page, stands there empty, or is run by no test of its page.
"""

from __future__ import annotations

import ast
import functools
import json
import logging
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from core.errata import BY_ID, ERRATA  # noqa: E402 - the path comes first when this runs as a script
from pages.components import item_pages, lesson  # noqa: E402
from pages.components.numbers import plain  # noqa: E402
from tests import shown_numbers  # noqa: E402
from tests.headless_page import blocks, key_of, opened  # noqa: E402
from tests.unpacking import unpack  # noqa: E402

RANGES = {"N0": range(1, 33), "N1": range(1, 25), "N2": range(1, 38), "N3": range(1, 19), "N4": range(1, 39)}
EXHIBITS = tuple(f"{note}-{number:02}" for note, numbers in RANGES.items() for number in numbers)
EXCLUDED = {
}
"""Errata of weight S1 or S2 that are not shown in the chapters on the Transformer and on symmetry, and why."""

GRAVE = tuple(e.id for e in ERRATA if e.severity in ("S1", "S2") and e.id not in EXCLUDED)
ERRATA_SHOWN = tuple(e.id for e in ERRATA if e.id in GRAVE or e.id in item_pages.ERRATA)
PROSE = {"erratum": 3, "exhibit": 1}  # the passages that every one of them has before it shows anything
SAID = {"Metric", "Code", "Latex", "Html"}  # what an erratum may compute that is no picture
RIGHT = "the right one"
"""Beside what a run fills in: the option that it makes the right answer."""
BOARDS = {"attention_board", "attention_diagram", "attention_landscape", "attention_pixels"}


@dataclass(frozen=True)
class Shown:
    """Where one exhibit or erratum is: in the code, on the page as opened, and in the tests."""

    id: str
    pages: tuple[str, ...] = ()
    function: str = ""
    test: str = ""
    lacks: str = ""


def chapters() -> tuple[str, ...]:
    """The pages that ``app.py`` lists."""
    body = ast.parse((ROOT / "app.py").read_text("utf-8")).body
    listed = next(ast.literal_eval(node.value) for node in body
                  if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "CHAPTERS")
    return tuple(page for pages in listed.values() for page in pages)


# ---- In the code -----------------------------------------------------------------------------------------------------


def calls(path: Path) -> Iterator[tuple[str, str]]:
    """(id, function) of every ``lesson.exhibit`` and ``lesson.erratum`` in a file."""
    for function in ast.parse(path.read_text("utf-8")).body:
        for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("lesson.exhibit", "lesson.erratum"):
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and re.fullmatch(r"N\d-\d+|R\d+", str(argument.value)):
                        yield argument.value, function.name


@functools.cache
def functions() -> dict[str, list[tuple[str, str]]]:
    """By id: the (page, module.function) that show it."""
    by_id: dict[str, list[tuple[str, str]]] = {}
    for page in chapters():
        for path in sorted((ROOT / "pages" / page).glob("*.py")):
            for identity, function in calls(path):
                by_id.setdefault(identity, []).append((page, f"{path.stem}.{function}"))
    return by_id


# ---- On the page -----------------------------------------------------------------------------------------------------


def holds_numbers(spec) -> bool:
    """Whether a chart's description has rows to draw."""
    if isinstance(spec, dict):
        rows = spec.get("values") or spec.get("datasets") or spec.get("sequence")
        return bool(rows and any(rows)) or any(map(holds_numbers, spec.values()))
    return isinstance(spec, list) and any(map(holds_numbers, spec))


def picture(element) -> bool:
    """Whether an element is a board with cells, a diagram, a chart with rows or a table with rows."""
    kind, proto = getattr(element, "type", ""), getattr(element, "proto", None)
    if kind == "vega_lite_chart":
        sent = [proto.data.data, *(one.data.data for one in proto.datasets)]
        return any(sent) or holds_numbers(json.loads(proto.spec))
    if kind == "bidi_component" and proto.component_name == "attention_board":
        shown = unpack(proto.bytes[2 + int.from_bytes(proto.bytes[:2], "little"):])[1]
        return all(values.size for values in shown.values())
    if kind in ("arrow_data_frame", "arrow_table", "table", "dataframe"):
        return not element.value.empty
    return kind == "plotly_chart" or (kind == "bidi_component" and proto.component_name in BOARDS)


def matter(kind: str, block) -> bool:
    """Whether a container shows more than its texts: an exhibit a picture, an erratum a picture or what it computed."""
    inside = list(blocks(block))[1:]
    passages = [one for one in inside if type(one).__name__ == "Markdown"][PROSE[kind]:]
    passages += [one for one in inside if type(one).__name__ == "Caption"][1:]  # the first says where the note errs
    digits = any(re.search(r"\d", one.value) for one in passages) or any(type(one).__name__ in SAID for one in inside)
    return any(map(picture, inside)) or (kind == "erratum" and digits)


@dataclass(frozen=True)
class Drawn:
    """What is kept of a page that was drawn with its first guesses made.

    ``filled``: by (page, key) of a guess, what the run fills in. ``shown``: by id, whether its container shows
    something; nothing at all if the page fails. ``charts``: their descriptions. ``numbers``: by id, what
    ``shown_numbers`` finds.
    """

    broken: bool
    filled: dict[tuple[str, str], dict[str, str]]
    shown: dict[str, bool]
    charts: tuple[str, ...]
    numbers: dict[str, shown_numbers.Numbers]

    @property
    def golden(self) -> dict[str, dict]:
        """``shown``: the numbers; ``right``: by guess, the option that the run makes the right one."""
        return {"shown": self.numbers, "right": {key: values[RIGHT] for (_, key), values in self.filled.items()}}


def guessing(page: str, **link: str) -> tuple[AppTest, dict[tuple[str, str], dict[str, str]]]:
    """A page in Chinese with the first option guessed wherever it asks, since some show their picture only afterwards.

    With it, by (page, key) of a guess, what the run fills in.
    """
    by_guess: dict[tuple[str, str], dict[str, str]] = {}
    predict = lesson.predict

    def predicted(named, key, options, compute=dict, truth="", possible=True, **numbers):
        def computed():
            values = dict(compute())
            by_guess[named, key] = {name: one if isinstance(one, str) else plain(one, 4)
                                    for name, one in (numbers | values).items()}
            by_guess[named, key][RIGHT] = truth(numbers | values) if callable(truth) else truth
            return values

        st.session_state[f"guess {named} {key}"] = options[0]
        return predict(named, key, options, computed, truth, possible, **numbers)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lesson, "predict", predicted)
        if not link:  # where a page asks all it can, what it draws before it asks is as after the guess
            patch.setattr(lesson, "guessed", lambda named, key: True)
        return opened(page, lang="zh", **link), by_guess


@functools.cache
def drawn(page: str) -> Drawn:
    """A page with its first guesses made, drawn once for all who ask."""
    app, by_guess = guessing(page)
    shown: dict[str, bool] = {}
    for block in blocks(app.main) if not app.exception and not app.error else ():
        key = re.search(r"(exhibit|erratum)-([NR\d-]+)$", key_of(block))
        for identity in re.findall(r"N\d-\d+|R\d+", key[2]) if key else ():
            shown[identity] = shown.get(identity, True) and matter(key[1], block)
    charts = tuple(block.proto.spec for block in blocks(app.main)
                   if type(getattr(block, "proto", None)).__name__ == "VegaLiteChart")
    return Drawn(bool(app.exception), by_guess, shown, charts, shown_numbers.by_exhibit(app.main))


# ---- In the tests ----------------------------------------------------------------------------------------------------


@functools.cache
def tests() -> dict[str, str]:
    """The tests of single pages: name -> text. Those that open every page alike do not count."""
    general = {"test_pages.py", "test_guessed_pages.py", "test_house.py", "test_rooms.py", "test_texts.py"}
    return {path.name: path.read_text("utf-8") for path in sorted((ROOT / "tests").glob("test_*.py"))
            if path.name not in general}


def test_of(page: str, identity: str) -> str:
    """The test that opens a page; the one that names the exhibit where several do."""
    chapter, _, named = page.rpartition("/")
    opening = [name for name, text in tests().items() if "headless_page import" in text and (
        page in text or (f'"{named}"' in text and f'"{chapter}/{{' in text))]
    return next((name for name in opening if identity in tests()[name]), next(iter(opening), ""))


def shown(identity: str) -> Shown:
    """One exhibit or erratum with the first thing it lacks, if anything."""
    coded = functions().get(identity, [])
    if not coded:
        return Shown(identity, lacks="no component shows it")
    pages, named = tuple(dict.fromkeys(page for page, _ in coded)), coded[0][1]
    filled = {page: drawn(page).shown.get(identity) for page in pages if page in chapters()}
    test = next(filter(None, (test_of(page, identity) for page in pages)), "")
    lacks = ""
    if not filled:
        lacks = "its page is not in CHAPTERS"
    elif None in filled.values():
        lacks = f"not on the page {next(page for page, full in filled.items() if full is None)}"
    elif not all(filled.values()):
        lacks = f"nothing but text on {next(page for page, full in filled.items() if not full)}"
    elif not test:
        lacks = "no test opens its page"
    elif identity in BY_ID and item_pages.ERRATA.get(identity) not in pages:
        lacks = f"links send readers to {item_pages.ERRATA.get(identity)!r}"
    return Shown(identity, pages, named, test, lacks)


def coverage() -> list[Shown]:
    """All exhibits and errata of the chapters built here."""
    return [shown(identity) for identity in (*EXHIBITS, *ERRATA_SHOWN)]


def main() -> int:
    logging.disable(logging.WARNING)
    rows = coverage()
    for row in rows:
        where = ", ".join(row.pages)
        print(f"{row.id:6} {where:45} {row.function:36} {row.test:30} {'MISSING: ' + row.lacks if row.lacks else 'ok'}")
    for identity, reason in EXCLUDED.items():
        print(f"{identity:6} excluded: {reason}")
    missing = [row for row in rows if row.lacks]
    exhibits = sum(row.id in EXHIBITS for row in rows if not row.lacks)
    errata = len(rows) - len(missing) - exhibits
    print(f"{exhibits} of {len(EXHIBITS)} exhibits and {errata} of {len(ERRATA_SHOWN)} errata (all of S1 and S2) are "
          f"shown and tested; {len(EXCLUDED)} errata excluded; {len(missing)} missing"
          + (f": {', '.join(row.id for row in missing)}." if missing else "."))
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
