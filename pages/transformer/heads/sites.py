"""Where attention stands in the model, and how its heads are called."""

from __future__ import annotations

import streamlit as st

from core.experiments import heads
from core.steps import Trace
from pages.components import lesson
from pages.components.text import words
from pages.transformer.heads import PAGE


def site_name(site: str) -> str:
    """An attention module in words."""
    stack, number, kind = site.split(".")
    return words(PAGE)[f"site_{stack}_{kind}"].format(n=int(number) + 1)


def choose_site(trace: Trace, key: str, where: lesson.Place = st) -> str:
    """Which attention module an exhibit looks at."""
    return lesson.pressed(where, words(PAGE)["site"], heads.sites(trace), f"heads site {key}", named=site_name)


def head_names(count: int) -> tuple[str, ...]:
    return tuple(words("walkthrough")["head_n"].format(n=i + 1) for i in range(count))
