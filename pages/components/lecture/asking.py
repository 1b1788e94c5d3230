"""A scene on the walkthrough: the run that it shows, and what it asks with the machine's own answer."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from core import catalog
from core.steps import Trace
from pages.components import model_choice, runs, session
from pages.components.lecture.scenes import LOOKS, Scene
from pages.components.lecture.views import BadViewError, View
from pages.components.location import Follow
from pages.components.quiz.questions import questions
from pages.components.readable_text import unread
from pages.components.room.questions import of_stop
from pages.components.room.state import Question
from pages.components.stage import drawing, follow
from pages.components.stage.run import Run, run
from pages.components.stage.stop_text import explain
from pages.components.stage.stops import stop_of
from pages.components.text_files import DEPTHS, escaped

MARKS = 100  # steps of a scale
ANY = "light"  # of the colours nothing is told here


def run_of(view: View, language: str) -> tuple[str, str, str, str, str, str]:
    """Of a view of the walkthrough: model, sentence, language, depth, edits, which run (as ``sheet`` takes them).

    Raises BadViewError where the model cannot read the sentence.
    """
    from core.edits import from_text, to_text

    at = view.location
    model = at.model or model_choice.reading(session.MODELS, at.text, language)
    sentence = at.text or catalog.examples(model)[0]
    if unread(model, sentence)[0]:
        raise BadViewError("unread", model=model, text=sentence)
    edits = from_text(at.edits)
    try:
        runs.cached_trace(model, sentence, edits)
    except catalog.UnusableError:
        raise
    except ValueError:
        raise BadViewError("edits", edits=at.edits) from None
    depth = at.depth if at.depth in DEPTHS else DEPTHS[0]
    return model, sentence, language, depth, to_text(edits), "edited" if edits else "base"


def place_of(view: View, language: str) -> dict[str, Any]:
    """Where a sheet begins: as ``sheet.js`` goes to it. Raises BadViewError for a step that the run does not have."""
    (_, stage_run, trace), at = _walked(view, language), view.location
    step = at.place.step or stage_run.packed.steps[0]
    if step not in stage_run.packed.steps:
        stop = stop_of(stage_run.steps_of, step)
        if stop is None:
            raise BadViewError("step", step=step)
        step = stop.key
    followed = follow.accepted(trace, at.place.follow) or stage_run.first
    return {"step": step, "head": at.place.head, "cell": at.place.cell and at.place.cell._asdict(),
            "follow": followed and followed._asdict(), "tour": bool(at.tour), "revealed": ""}


def question(scene: Scene, language: str) -> Question | None:
    """What a scene on the walkthrough asks; None for one that asks nothing, or nothing that its run answers.

    Of any scene a question of the quiz.
    """
    if scene.quiz:
        return _of_quiz(scene.quiz, language)
    if not scene.ask or not scene.view.walks:
        return None
    return _row(scene.view, language) if scene.ask == LOOKS else _number(scene, language)


def _of_quiz(name: str, language: str) -> Question:
    """The scene's headline asks it, so it has no words of its own."""
    from pages.components.sheet.markup import markup

    one = next(each for each in questions(language) if each.id == name)
    explanation = markup(language, escaped(one.choices[one.right].why))
    return Question(f"{crc32(name.encode()):08x}@quiz", "choice", "", tuple(choice.text for choice in one.choices),
                    truth=one.right, explanation=explanation)


def _row(view: View, language: str) -> Question | None:
    (model, sentence, _, depth, edits, _), stage_run, trace = _walked(view, language)
    at = place_of(view, language)
    stop = stage_run.stops.get(at["step"])
    if stop is None:
        return None
    row = follow.row_of(trace, stop.key, Follow(**at["follow"])) if at["follow"] and stop.key in trace else 0
    text = explain(trace, stop, row, language, depth, tints=stage_run.tints, base=ANY)
    return of_stop((model, sentence, edits), trace, stage_run, text, language)


def _number(scene: Scene, language: str) -> Question | None:
    """A number of the run: that in the view's cell, shares in percent."""
    from pages.components.sheet.markup import markup

    cell, (_, stage_run, trace) = scene.view.location.place.cell, _walked(scene.view, language)
    if cell is None or cell.picture not in trace or cell.picture not in stage_run.visible_columns:
        return None
    step = trace[cell.picture]
    try:
        value = float(step.value[drawing.index_of(step, cell, stage_run.visible_columns[cell.picture])])
    except IndexError:  # a cell that this run's picture does not have
        return None
    value *= 100 if step.shows == "share" else 1
    low, high = scene.scale
    marks = tuple(str(round(low + (high - low) * i / MARKS, 6)).removesuffix(".0") for i in range(MARKS + 1))
    truth = min(max((value - low) / (high - low), 0.0), 1.0) * MARKS
    return Question(f"{crc32(repr(scene).encode()):08x}@value", "number",
                    markup(language, escaped(scene.asked[language])), marks, scene.unit, truth=truth)


def _walked(view: View, language: str) -> tuple[tuple[str, ...], Run, Trace]:
    """The run of a view as ``run_of`` names it, as the stage shows it, and its trace."""
    from core.edits import from_text

    name = model, sentence, _, _, edits, which = run_of(view, language)
    changed = from_text(edits)
    return name, run(model, sentence, language, ANY, changed, which), runs.cached_trace(model, sentence, changed)
