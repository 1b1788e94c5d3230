"""What the arithmetic of a cell calls steps and places. ``w``: the words of a language, the terms among them."""

from __future__ import annotations

from collections.abc import Mapping

from core.steps import Trace
from pages.components.stage import drawing
from pages.components.text_files import said


def called(trace: Trace, name: str, index: tuple[int, ...], w: Mapping[str, str]) -> tuple[str, str, str]:
    """A step's title, the layer and part where it stands, and its cell by labels alone."""
    edges = zip(trace[name].axes, trace[name].labels, index)
    at = (i + 1 if axis == "head" else said(labels[i], w) if labels else i for axis, labels, i in edges)
    return drawing.title(trace[name], w), stands(name, w), f"[{', '.join(map(str, at))}]"


def stands(name: str, w: Mapping[str, str]) -> str:
    """The layer and the part of the model that a step belongs to, as far as they have a name."""
    parts = name.split(".")[:-1]
    numbered = len(parts) > 1 and parts[1].isdecimal() and f"group_{parts[0]}" in w
    layer = w[f"group_{parts[0]}"].format(n=int(parts[1]) + 1) if numbered else ""
    module = w.get(f"module_{parts[-1].rstrip('_0123456789')}", "") if parts else ""
    return " · ".join(filter(None, (layer, module)))


def place(trace: Trace, name: str, index: tuple[int, ...], w: Mapping[str, str]) -> str:
    """Where a cell is, in words: by label where there is one."""
    if name not in trace:
        return " · ".join(map(str, index))
    step = trace[name]
    parts = []
    for axis, labels, i in zip(step.axes, step.labels, index):
        called, at = w.get(f"axis_{axis}", axis), said(labels[i], w) if labels else i
        parts.append(w["head_n"].format(n=i + 1) if axis == "head" else f"{called} {at}")
    return " · ".join(parts)
