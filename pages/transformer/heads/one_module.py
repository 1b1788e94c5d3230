"""One module, whose place is chosen once for both of its exhibits."""

from __future__ import annotations

from core.steps import Trace
from pages.components.cache import fragment
from pages.transformer.heads.each_writes import each_writes
from pages.transformer.heads.five_steps import five_steps
from pages.transformer.heads.sites import choose_site


@fragment
def one_module(trace: Trace) -> None:
    """One module, step by step, and what its heads write."""
    site = choose_site(trace, "main")
    five_steps(trace, site)
    each_writes(trace, site)
