"""Every head of a trace at a glance, read off its steps: the weights of each as a thumbnail, and what each does.

    spec, thumbnails = head_grid(trace)
    spec["sites"]      # attention by attention, in the order of computation: its layer, heads, labels, kinds
    thumbnails         # u8, head after head: weights from 0 to 255, larger pictures reduced by their maxima
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from core.steps import Step, Trace

ATTENTION = ("head", "query", "key")


def attentions(trace: Trace) -> list[Step]:
    """The steps that hold weights of heads over words, patches or objects, in the order of computation."""
    return [step for step in trace.values() if step.shows == "share" and step.axes == ATTENTION]


def head_grid(trace: Trace, kinds: Mapping[str, Sequence[str]] | None = None) -> tuple[dict[str, Any], bytes]:
    """The drawing as plain data and the thumbnails; see the module.

    ``kinds``: of each attention's step, what each of its heads does (a key of the words), where that was measured.
    """
    sites, packed = [], []
    for step in attentions(trace):
        small = step.glimpse
        box = trace.plan.box_of(trace, step.name)
        packed.append((small * 255).round().to(torch.uint8).numpy().tobytes())
        sites.append({"step": step.name, "block": box.id if box else "", "column": box.column if box else "",
                      "word": box.word if box else "", "layer": (box.layer or 0) + 1 if box else 1,
                      "heads": step.shape[0], "size": list(step.shape[1:]), "drawn": list(small.shape[1:]),
                      "rows": list(step.labels[1] or ()), "columns": list(step.labels[2] or ()),
                      "own": step.streams[1] == step.streams[2],
                      "kinds": list((kinds or {}).get(step.name, ("",) * step.shape[0]))})
    return {"sites": sites}, b"".join(packed)
