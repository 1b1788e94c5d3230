"""Doors: four with a small picture of real numbers (tour, couplets, every step, errors of the notes), four plain."""

from __future__ import annotations

import streamlit as st

from pages.components.bar.navigation import WALK, lead_on
from pages.components.board import go
from pages.components.modules import component
from pages.components.text import words
from pages.start import example_run

KEY = "doors"
DOORS = {"tour": "walkthrough", "couplets": "couplets", "steps": "walkthrough", "errata": "errata",
         "path": "path", "real": "atlas", "lectures": "lectures", "quiz": "quiz"}
"""The page behind each door."""
_mount = component("attention_doors", "doors/doors.js", css="doors/doors.css")


def cards() -> None:
    """Draw the doors; a click leads on."""
    w, arrays = words("start"), example_run.arrays()
    pictures = {
        "tour": [{"heat": arrays["vectors"].tolist()}],
        "couplets": [{"heat": arrays["second_line"].tolist()}],
        "steps": [{"heat": arrays["scores"].tolist()}],
        "errata": [{"heat": arrays["printed"].tolist(), "wrong": True}, {"heat": arrays["right"].tolist()}],
    }
    _mount(key=KEY, on_door_change=_through, data=[
        {"key": key, "page": page, "title": w[f"{key}_title"], "about": w[f"{key}_about"],
         "pictures": pictures.get(key, [])}
        for key, page in DOORS.items()])


def _through() -> None:
    door, run = st.session_state[KEY].get("door"), example_run.run()
    if door not in DOORS:
        return
    if door != "tour" and DOORS[door] == "walkthrough":
        step = run.step.replace("weights", "scores") if door == "steps" else example_run.couplet()["step"]
        go(WALK, step=step, cell=None)
    lead_on(DOORS[door], example_run.couplet()["model"] if door == "couplets" else run.model)
