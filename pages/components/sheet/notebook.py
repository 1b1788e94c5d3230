"""A walkthrough as a notebook: it computes the run anew and draws it, with what is said of each scene of the tour.

The cells that draw stand in ``assets/notebook``, as a reader sees them.
"""

from __future__ import annotations

import re

import nbformat
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from core import catalog
from core.edits import Edit, to_text
from core.files import ASSETS
from core.steps import Trace
from pages.components import runs
from pages.components.bar.reply import named
from pages.components.stage import follow
from pages.components.stage.run import Run, run
from pages.components.stage.stop_text import StopText, explain
from pages.components.text_files import escaped, page_words

DEPTH = "formula"
_LINK = re.compile(r"\[([^\]]*)\]\(glossary#\w+\)")
_BADGE = re.compile(r":[a-z]+(?:-badge|-background)?\[([^\]]*)\]")
_STRUT = re.compile(r"\\rule\{0pt\}\{[^}]*\}")


def notebook(model: str, sentence: str, language: str, edits: tuple[Edit, ...]) -> str:
    """The file, as JSON. It is run in the project's folder."""
    w, view = page_words(language, "notebook"), "edited" if edits else "base"
    stage_run = run(model, sentence, language, "light", edits, view)
    trace = runs.cached_trace(model, sentence, edits)
    shown = sentence if catalog.abilities(model).reads != "picture" else w["picture"].format(name=sentence)
    called = named(model, page_words(language, "app"))
    cells = [
        new_markdown_cell(f"# {escaped(shown)}\n\n{w['about'].format(model=called)}"),
        new_code_cell(f"MODEL, SENTENCE = {model!r}, {sentence!r}\nEDITS = {to_text(edits)!r}\n\n{_source('run')}"),
        new_markdown_cell(w["drawing"]), new_code_cell(_source("draw"))]
    for scene in stage_run.scenes:
        if scene.stop in trace and scene.stop in stage_run.stops:
            cells += _scene(trace, stage_run, scene.stop, scene.key, language)
    cells += [new_markdown_cell(w["depth"]), new_code_cell(_source("lengths")),
              new_markdown_cell(w["further"]),
              new_code_cell(_source("steps"))]
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"  # the same file for the same run
    made = new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "Python 3",
                                                             "language": "python"}})
    nbformat.validate(made)
    return nbformat.writes(made)


def _scene(trace: Trace, stage_run: Run, stop: str, scene: str, language: str) -> list:
    """What is said of a scene, and a cell for each of its pictures."""
    row = follow.row_of(trace, stop, stage_run.first)
    text = explain(trace, stage_run.stops[stop], row, language, DEPTH, scene=scene,
                   word=follow.word(trace, stage_run.first))
    pictures = [name for name in stage_run.stops[stop].pictures if name in trace]
    return [new_markdown_cell(_stop_markdown(text)), *(new_code_cell(f"show({name!r})") for name in pictures)]


def _stop_markdown(text: StopText) -> str:
    formulas = [f"$$\n{_STRUT.sub('', one.latex)}\n$$\n\n{one.number}" for one in text.formula]
    parts = [f"## {text.title}", *text.prose, *formulas, text.question and f"**{text.question}**", text.answer]
    return _BADGE.sub(r"\1", _LINK.sub(r"\1", "\n\n".join(filter(None, parts))))


def _source(name: str) -> str:
    return (ASSETS / "notebook" / f"{name}.py").read_text("utf-8").strip()
