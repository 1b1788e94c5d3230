"""What a ViT's parameters are spent on: Base, Large, Huge, counted. N2-30; R67."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from core.experiments import published_vision as published
from core.experiments import vit as computed
from pages.components import charts, lesson
from pages.components.address import in_link
from pages.components.numbers import fixed, plain
from pages.components.text import words
from pages.vision.vit import PAGE

VARIANTS = {"ViT-Base": computed.BASE, "ViT-Large": computed.LARGE, "ViT-Huge": computed.HUGE}
SIDES, CLASSES = (14, 16, 32), 1000
MILLION = 1e6


@lesson.panel
def sizes() -> None:
    """Choose a variant, a patch and a head: the count by part beside the paper's number."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N2-30"):
        row = lesson.controls()
        name = lesson.pressed(row, w["variant"], list(VARIANTS), "vit variant")
        side = lesson.pressed(row, w["side"], SIDES, "vit patch", 16)
        head = in_link(row.toggle)(w["head_1000"], key="vit head")
        counted = computed.parameters(replace(VARIANTS[name], side=side, classes=CLASSES if head else 0))
        printed = published.TABLES["vit_variants"].rows[name][-1]
        left, right = st.columns((1, 2.4))
        left.metric(w["counted"], plain(counted['total'], 9), border=True)
        left.metric(w["printed_millions"], f"{printed} M", border=True)
        left.caption(w["less_printed"].format(difference=fixed(counted["total"] / MILLION - printed, 1)))
        with right:
            parts = {w[f"part_{part}"]: count for part, count in counted.items() if part != "total" and count}
            charts.bars(parts, w["parameters"], texts=[plain(count, 9) for count in parts.values()],
                        domain=(0, 1.35 * max(parts.values())))
        _table(w)
        lesson.predict(PAGE, "N2-30", ("more_than", "exactly", "less_than"), _large, _side_of)
        lesson.erratum("R67", _ways_to_count)


def _table(w: dict[str, str]) -> None:
    """The paper's table; once guessed, what is counted too, in its own patches, without a head and with one."""
    table, known = published.TABLES["vit_variants"], lesson.guessed(PAGE, "N2-30")
    shown = {w["variant"]: [f"{name}/{VARIANTS[name].side}" for name in table.rows]}
    shown |= {w[f"of_{name}"]: [row[i] for row in table.rows.values()] for i, name in enumerate(table.columns[:-1])}
    shown[w["printed_millions"]] = [f"{row[-1]} M" for row in table.rows.values()]
    shown |= {w[f"classes_{classes}"]: [plain(computed.parameters(replace(VARIANTS[name], classes=classes))["total"], 9)
                                        for name in table.rows] for classes in (0, CLASSES) if known}
    st.dataframe(shown, hide_index=True)
    st.caption(table.source)


def _large() -> dict[str, float | str]:
    bare, with_head = (computed.parameters(replace(computed.LARGE, classes=classes))["total"]
                       for classes in (0, CLASSES))
    wide = computed.parameters(replace(computed.LARGE, side=32, classes=CLASSES))["total"]
    return {"bare": plain(bare, 9), "head": plain(with_head, 9), "wide": plain(wide, 9),
            "printed": published.TABLES["vit_variants"].rows["ViT-Large"][-1], "difference": with_head / MILLION}


def _side_of(sizes: dict) -> str:
    return "less_than" if sizes["difference"] < sizes["printed"] - 0.5 else "exactly"


def _ways_to_count() -> None:
    """ViT-Large with both patches, without and with its head; which of them rounds to what is printed."""
    w, printed = words(PAGE), published.TABLES["vit_variants"].rows["ViT-Large"][-1]
    counts = {(side, head): computed.parameters(replace(computed.LARGE, side=side, classes=head))["total"]
              for side in (16, 32) for head in (0, CLASSES)}
    st.dataframe({w["side"]: [side for side, _ in counts], w["classes_of_head"]: [head for _, head in counts],
                  w["parameters"]: [plain(count, 9) for count in counts.values()],
                  w["rounds"].format(printed=printed): [round(count / MILLION) == printed
                                                        for count in counts.values()]}, hide_index=True)
