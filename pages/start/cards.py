"""Doors: four with a small picture of real numbers (tour, couplets, every step, errors of the notes), four plain."""

from __future__ import annotations

import streamlit as st

from pages.components.bar.navigation import ALL_STEPS, WALK, beside, lead_on
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
        {"key": key, "link": beside(**_leads(key)), "title": w[f"{key}_title"], "about": w[f"{key}_about"],
         "pictures": pictures.get(key, [])}
        for key in DOORS])


def _leads(door: str) -> dict[str, str]:
    """Where it leads: the page, the model, and in the walkthrough the step, where it is not the first."""
    run = example_run.run()
    return {"page": DOORS[door], "model": example_run.couplet()["model"] if door == "couplets" else run.model,
            "step": run.step.replace("weights", "scores") if door == "steps" else ""}


def _through() -> None:
    door = st.session_state[KEY].get("door")
    if door not in DOORS:
        return
    where = _leads(door)
    if where["step"]:
        go(WALK, step=where["step"], cell=None)
        st.session_state[ALL_STEPS] = True
    lead_on(where["page"], where["model"])
