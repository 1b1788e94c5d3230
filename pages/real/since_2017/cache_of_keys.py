"""Memory of the keys and values that are kept while a text is written, with and without sharing."""

from __future__ import annotations

import math

import streamlit as st

from core.equations import grouped
from core.experiments import since_2017
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import plain
from pages.components.text import words
from pages.real.since_2017 import PAGE

KEY, LENGTHS, LENGTH = "cache_of_keys", (512, 1024, 2048, 4096, 8192, 16384, 32768), 4096
ASKED, OPTIONS, GIB = "Llama 2 70B", ("a_tenth", "whole", "ten"), 2**30


@lesson.panel
def cache_of_keys() -> None:
    """Gibibytes for real configurations; once the reader has guessed, at a length to choose."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, KEY):
        if lesson.predict(PAGE, KEY, OPTIONS, truth=_nearest, **_asked(LENGTH)):
            length = in_link(st.select_slider)(w["tokens"], LENGTHS, LENGTH, key="cache length")
            rows = {name: [since_2017.cache_bytes(sizes, length, shared) / GIB for shared in (False, True)]
                    for name, sizes in since_2017.MODELS.items()}
            st.dataframe({w["model"]: list(rows), w["heads"]: [one.heads for one in since_2017.MODELS.values()],
                          w["groups"]: [one.groups for one in since_2017.MODELS.values()],
                          w["own"]: [plain(one) for one, _ in rows.values()],
                          w["shared"]: [plain(one) for _, one in rows.values()],
                          w["source"]: [one.source for one in since_2017.MODELS.values()]}, hide_index=True)
            with st.container(key="cache bars"):
                charts.pairs(list(rows), {w["own"]: [one for one, _ in rows.values()],
                                          w["shared"]: [one for _, one in rows.values()]}, "GiB", share=False)
        lesson.stands(grouped.shared_keys.equation)


def _nearest(numbers: dict) -> str:
    """The option of the nearest power of ten gibibytes."""
    return OPTIONS[min(2, max(0, 1 + round(math.log10(numbers["own"]))))]


def _asked(length: int) -> dict[str, float | str]:
    sizes = since_2017.MODELS[ASKED]
    own, shared = (since_2017.cache_bytes(sizes, length, how) for how in (False, True))
    return {"name": ASKED, "length": length, "own": own / GIB, "shared": shared / GIB, "times": own / shared,
            "heads": sizes.heads, "groups": sizes.groups}
