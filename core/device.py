"""Where brought models are computed: on the CPU, or on the device that ``ATTENTION_DEVICE`` names (``cuda``, ``mps``).

There lie their weights and every tensor of a pass; what a trace keeps comes to the CPU, block by block. The models
trained here stay on the CPU. Without torch until a device is asked of it.
"""

from __future__ import annotations

import os
import re
import textwrap
from typing import TYPE_CHECKING

from core.files import UnusableError

if TYPE_CHECKING:
    import torch
    from torch import nn


def chosen() -> str:
    """The device of brought models, "cpu" unless one is named. UnusableError where torch cannot compute on it here."""
    named = os.environ.get("ATTENTION_DEVICE") or "cpu"
    if named == "cpu":
        return named
    import torch

    try:
        torch.zeros(1, device=named).item()  # "meta" gives tensors too, but they hold no numbers
    except (RuntimeError, AssertionError) as error:
        why = textwrap.shorten(re.split(r"\.\s", str(error))[0], 100, placeholder=" …").rstrip(".")
        raise UnusableError(f"ATTENTION_DEVICE is {named[:40]!r}, and PyTorch {torch.__version__} cannot compute there "
                            f"({why}). Unset it to compute on the CPU, or install what that device needs.") from error
    return named


def of(model: nn.Module) -> torch.device:
    """Where a model's parameters lie, and so what it is given."""
    return next(model.parameters()).device
