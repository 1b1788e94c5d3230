"""What computes: equations, models, data and traces. Never imports the screen.

``record``, ``equation``, ``Module`` ... are loaded on first use, so that ``import core`` does not load torch.
"""

import importlib

_HOMES = {"EQUATIONS": "formula", "Equation": "formula", "Worked": "formula", "Module": "trace", "Step": "step",
          "Trace": "steps", "equation": "trace", "given": "trace", "record": "trace", "Ablate": "edits",
          "Permute": "edits", "Replace": "edits", "Scale": "edits", "SetCell": "edits", "Skip": "edits"}


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"module 'core' has no attribute {name!r}")
    return getattr(importlib.import_module(f"core.{_HOMES[name]}"), name)
