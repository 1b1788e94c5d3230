"""A run as the stage shows it: its stops, its tour, and all pictures packed once for everybody who looks at it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from core import catalog
from core.edits import Edit
from core.plan import Box
from pages.components import runs
from pages.components.board import Follow, Frame, Payload, payload
from pages.components.cache import shared
from pages.components.formula import tones
from pages.components.stage import drawing, ending, follow
from pages.components.stage.layers import LAYER, layers
from pages.components.stage.stop_text import heading, unit_of
from pages.components.stage.stops import BLOCK, Stop, overviews, stops
from pages.components.stage.tour import MACHINE, Scene, scenes
from pages.components.text_files import page_words
from pages.components.thumbnails import thumbnails

ENDING = "ending"
"""The key of the last frame of a model that writes: the words that could come next."""


@dataclass(frozen=True, eq=False)
class Run:
    """``stops``: frame key -> stop, those of blocks and folded layers too.

    ``visible_columns``: those that a picture shows, by step; see ``drawing``; ``tints``: the colour of each step, in
    its picture and in every formula that reads it; ``first``: the word that is followed until the reader chooses
    another.
    """

    stops: dict[str, Stop]
    scenes: list[Scene]
    visible_columns: dict[str, tuple[int, ...] | None]
    tints: dict[str, str]
    first: Follow | None
    packed: Payload

    @property
    def steps_of(self) -> list[Stop]:
        """The stops without the sheets of blocks and layers: where a link to a step leads."""
        return [stop for key, stop in self.stops.items() if not key.startswith((BLOCK, LAYER))]

    @property
    def steps(self) -> list[str]:
        """The frames that the arrows walk through where every detail is shown, each layer open."""
        return [key for key in self.packed.steps if key not in self.stops or not key.startswith(BLOCK)]

    @property
    def layers(self) -> int:
        """How many layers are folded until a reader opens them."""
        return sum(key.startswith(LAYER) for key in self.stops)

    @property
    def walked(self) -> int:
        """How many frames the arrows walk through while all those layers are folded."""
        return len(self.path(MACHINE, False))

    def path(self, frame: str, touring: bool) -> list[str]:
        """The frames that the arrows walk through from this one: those inside a folded layer only from within it."""
        keys = self.tour if touring else self.steps
        closed = set(keys) - {self._fold(frame)}
        return [key for key in keys if self._fold(key) not in closed]

    def _fold(self, frame: str) -> str:
        """The frame that stands for the layer that a frame lies in, or "" """
        stop = self.stops.get(frame)
        return "" if stop is None or frame.startswith(LAYER) else LAYER + stop.group

    @property
    def tour(self) -> list[str]:
        """The frames of the tour."""
        return [*(scene.stop for scene in self.scenes), *([ENDING] if ENDING in self.packed.steps else [])]


@shared
def run(model: str, sentence: str, lang: str, base: str, edits: tuple[Edit, ...], view: str) -> Run:
    """The run of a sentence under these edits; ``view``: "base" without them, "difference" both, one less the other."""
    trace = runs.cached_trace(model, sentence, () if view == "base" else edits)
    step_stops, sheets = stops(trace, trace.plan), overviews(trace, trace.plan)
    folded = layers(trace, step_stops)
    visible = {name: drawing.visible_columns(trace[name], trace) for name in _shown([*step_stops, *sheets])}
    w = page_words(lang, "walkthrough")
    tints = tones(trace, [stop.pictures for stop in step_stops], base)
    drawn = [drawing.picture(trace[name], w, tints[name], columns) for name, columns in visible.items()]
    if view == "difference":
        before = runs.cached_trace(model, sentence)
        drawn = [drawing.difference(one, before[one.name], visible[one.name]) for one in drawn]
    unit = unit_of(trace)
    first = Frame(MACHINE, heading(None, lang, unit).title, "", step_stops[0].pictures, step_stops[0].signs,
                  kind=MACHINE)
    folds = {stop.group: stop.key for stop in folded}
    frames = [first, *(replace(frame(stop, lang, unit), **_fold(stop, folds))
                       for stop in _ordered(step_stops, [*folded, *sheets])), *_ending(model, step_stops)]
    return Run({stop.key: stop for stop in (*step_stops, *sheets, *folded)}, scenes(trace, step_stops), visible, tints,
               follow.first(trace), payload(drawn, frames, mark=repr((model, sentence, edits, view)),
                                        thumbnails=thumbnails(trace)))


def _fold(stop: Stop, folds: Mapping[str, str]) -> dict[str, str]:
    """How the board shows that a layer is folded; ``folds``: the keys of the stops that stand for layers, by group."""
    return {"kind": stop.kind} if stop.key.startswith(LAYER) else {"folded": folds.get(stop.group, "")}


def _ordered(stops: Sequence[Stop], sheets: Sequence[Stop]) -> list[Stop]:
    """The sheet of a layer and of a block before the first of its stops, so that the stepper stands there too."""
    waiting: dict[Box | None, list[Stop]] = {}
    for sheet in sheets:
        waiting.setdefault(sheet.box, []).append(sheet)
    ordered = [one for stop in stops for one in (*waiting.pop(stop.box, ()), stop)]
    return [*ordered, *(sheet for left in waiting.values() for sheet in left)]


def _shown(stops: Sequence[Stop]) -> list[str]:
    return list(dict.fromkeys(name for stop in stops for name in stop.pictures))


def frame(stop: Stop, lang: str, unit: str) -> Frame:
    """A stop for the board, which waits there as long as its words take to read; ``unit``: see ``heading``."""
    about = heading(stop, lang, unit)
    return Frame(stop.key, about.title, about.column, stop.pictures, stop.signs, stop.arrangement, about.pause)


def _ending(model: str, stops: Sequence[Stop]) -> list[Frame]:
    """Of a model that writes: what could stand at the next place."""
    if not catalog.abilities(model).writes:
        return []
    return [Frame(ENDING, ending.worded(model, "ending"), "", stops[-1].pictures[-1:])]
