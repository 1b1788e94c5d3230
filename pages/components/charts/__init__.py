"""One grammar for charts: plain data in, a Vega-Lite dictionary written and drawn where the page stands.

    charts.lines({"loss": (steps, losses)}, "step", "loss", scales=("linear", "log"), at=120)
    charts.bars({"one": 0.2, "two": 0.7}, "weight", tones=(0, -1), domain=(0, 1.1))

A tone is a place in the formulas' palette; below 0 it is grey. Numbers are written by ``numbers.plain``. Dictionaries,
not Altair: that takes some 37 ms to build and validate a chart which is written here in less than one.
"""

from .bars import bars, columns, pairs, ranked, spans, stacked
from .drawings import arcs, clocks
from .lines import histogram, lines
from .tree import Node, timeline, tree
from .wiring import Spot, Wire, wiring

__all__ = ["Node", "Spot", "Wire", "arcs", "bars", "clocks", "columns", "histogram", "lines", "pairs", "ranked",
           "spans", "stacked", "timeline", "tree", "wiring"]
