"""The stops of a walkthrough, read off a trace and its model's plan: which pictures stand side by side, and why.

    for stop in stops(trace, trace.plan): stop.key, stop.kind, stop.box, stop.pictures, stop.signs, stop.arrangement
    overviews(trace, trace.plan)            # per box one stop "block:BOX_ID" with all its results, a contact sheet
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from core.plan import Box, Plan
from core.steps import Trace
from pages.components.stage.recipes import GIVEN, PLAIN, RECIPES, START, Recipe

BLOCK = "block:"
WIDEST = 256
"""Columns shown of features: the first."""
LAYERS = 8
"""From so many on the boxes of a model, one beside the other, leave no room for the words between them."""


@dataclass(frozen=True)
class Stop:
    """One stop. ``key``: the step it is about; ``kind``: the key of its title and prose; ``pictures``: step names.

    ``signs``: what joins each picture to the one before it; ``results``: the pictures it is about, the others are read;
    ``repeats``: the box in the first layer that does the same with other parameters.
    """

    key: str
    kind: str
    box: Box | None
    pictures: tuple[str, ...]
    signs: tuple[str, ...]
    results: tuple[str, ...]
    arrangement: str = "row"
    repeats: Box | None = None

    @property
    def group(self) -> str:
        """Column and layer that it belongs to ("encoder.0"), or column and box of what has no layer."""
        if self.box is None:
            return ""
        return f"{self.box.column}.{self.box.id if self.box.layer is None else self.box.layer}"


def stops(trace: Trace, plan: Plan) -> list[Stop]:
    """All stops, box by box in the order of computation; every step of the trace stands in one of them."""
    boxes = plan.boxes(trace)
    inside = {step: box for box in boxes for step in box.steps}
    ordered = [name for name in trace if name not in inside] + [step for box in boxes for step in box.steps]
    by_name = {name: _stop(trace, name, inside.get(name)) for name in ordered if _stands(trace, name)}
    shown = {picture for stop in by_name.values() for picture in stop.pictures}
    return _repeating([by_name.get(name) or _stop(trace, name, inside.get(name), alone=True)
                       for name in ordered if name in by_name or name not in shown])


def _repeating(stops: Sequence[Stop]) -> list[Stop]:
    """The same stops, each of a later layer with the box of the first whose stop is of its kind."""
    first = {(stop.kind, stop.box.column): stop.box for stop in reversed(stops) if stop.box and stop.box.layer == 0}
    return [replace(stop, repeats=first.get((stop.kind, stop.box.column))) if stop.box and stop.box.layer else stop
            for stop in stops]


def overviews(trace: Trace, plan: Plan) -> list[Stop]:
    """Every box as a contact sheet of the results computed in it."""
    sheets = []
    for box in plan.boxes(trace):
        results = tuple(step for step in box.steps if trace[step].equation is not None) or box.steps
        sheets.append(Stop(BLOCK + box.id, box.word, box, results, ("",) * (len(results) - 1), results, "sheet"))
    return sheets


def stop_of(stops: Sequence[Stop], name: str) -> Stop | None:
    """The stop that shows a step best: one about it, one that it is a result of, or the first that shows it at all."""
    wanted = [stop for stop in stops if stop.key == name]
    wanted += [stop for stop in stops if name in stop.results] + [stop for stop in stops if name in stop.pictures]
    return next(iter(wanted), None)


def recipe_of(trace: Trace, name: str) -> Recipe:
    """How this step is shown."""
    equation = trace[name].equation
    if equation is None:
        return GIVEN if trace[name].shows in ("ids", "picture") else START
    return RECIPES.get(equation.key, PLAIN)


def situation(trace: Trace, box: Box | None) -> str:
    """What an attention looks at, by provenance: "cross" two streams, "masked" its own past, "self" its own stream."""
    made = _by_equation(trace, box)
    asks, answers = (_steps_read(trace, made.get(f"attention.{name}")) for name in ("queries", "keys"))
    if asks != answers and _stream(trace, made.get("attention.queries")) != _stream(trace, made.get("attention.keys")):
        return "cross"
    hides = _steps_read(trace, made.get("attention.masked_scores"))
    past = "attention.appended_keys" in made or any(_key(trace, name).endswith("look_ahead_mask") for name in hides)
    return "masked" if past else "self"


def _stands(trace: Trace, name: str) -> bool:
    """Whether a step has a stop of its own."""
    recipe, readers = recipe_of(trace, name), trace.readers(name)
    if trace[name].equation is None:
        return not readers or not recipe_of(trace, readers[0]).opens
    inside = any(_key(trace, name) in recipe_of(trace, other).inside for other in readers)
    return recipe.stop or (recipe.kind != PLAIN.kind and not inside)


def _stop(trace: Trace, name: str, box: Box | None, alone: bool = False) -> Stop:
    recipe = recipe_of(trace, name)
    made = _by_equation(trace, box)
    results = (name, *(made[key] for key in recipe.beside if key in made))
    within = () if alone else recipe.inside
    groups = [(result,) for result in results] if recipe.join else [results]
    pictures = tuple(dict.fromkeys(one for group in groups for one in _pictures(trace, group, within)))
    kind = recipe.kind.format(situation=situation(trace, box)) if "{" in recipe.kind else recipe.kind
    return Stop(name, kind, box, pictures, _signs(trace, pictures, {*results, *_inside(trace, pictures, within)}),
                results, recipe.arrangement)


def _pictures(trace: Trace, results: Sequence[str], within: Sequence[str]) -> Iterator[str]:
    """Inputs before what reads them: first those of all results, then the results."""
    for result in results:
        for name in _steps_read(trace, result):
            if _key(trace, name) in within:
                yield from (read for read in _pictures(trace, (name,), within) if read != result)
            elif name not in results:
                yield name
    yield from results


def _inside(trace: Trace, pictures: Sequence[str], within: Sequence[str]) -> list[str]:
    return [name for name in pictures if _key(trace, name) in within]


def _signs(trace: Trace, pictures: Sequence[str], explained: set[str]) -> tuple[str, ...]:
    """Before a result its equation's sign; between two inputs of one result what joins them; else nothing."""
    signs = []
    for before, name in pairwise(pictures):
        read = _steps_read(trace, name)
        together = [reader for reader in pictures if {before, name} <= set(_steps_read(trace, reader))]
        if name in explained and (before in read or not together):
            signs.append(recipe_of(trace, name).sign if before not in explained or before in read else "")
        else:
            signs.append(recipe_of(trace, together[0]).join if together else "")
    return tuple(signs)


def _by_equation(trace: Trace, box: Box | None) -> Mapping[str, str]:
    """The steps of a box by the key of their equation."""
    return {_key(trace, name): name for name in (box.steps if box else ())}


def _steps_read(trace: Trace, name: str | None) -> tuple[str, ...]:
    """The steps that a step read, in the order of its arguments, without parameters."""
    return tuple(read for read in trace[name].inputs if read in trace) if name else ()


def _stream(trace: Trace, name: str | None) -> str:
    """What the rows of queries or keys run along: words of the source, slots, places of a picture."""
    return trace[name].streams[-2] if name else ""


def _key(trace: Trace, name: str) -> str:
    equation = trace[name].equation
    return equation.key if equation else ""


def squeezed(trace: Trace) -> bool:
    """Whether a model's plan has so many layers with heads that they are seen as a grid, not as boxes in a row."""
    layers = max((box.layer or 0 for box in trace.plan.boxes(trace)), default=0) + 1
    return layers >= LAYERS and any(step.shows == "share" and "head" in step.axes for step in trace.values())
