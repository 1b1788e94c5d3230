"""A training of one visitor, which runs in a process of its own while the page is read."""

from __future__ import annotations

import os
import time

import streamlit as st

from core.experiments import reversal as experiment
from core.experiments.reversal_worker import Apart
from pages.transformer.training.seats import Seats

KEY = "race"
PATIENCE = 20.0  # seconds after which a tab that does not ask is taken for closed
SEATS = Seats(count=max(1, (os.cpu_count() or 1) // 2), patience=PATIENCE)  # half of the processors are for reading
PAUSES = {"waiting": 6.0, "running": 1.0}  # seconds between two looks


class Session:
    """One visitor's training: ``waiting`` for a seat, ``running``, ``stopped`` or ``done``."""

    def __init__(self, seed: int):
        self.status, self.place, self.began = "waiting", 0, 0.0
        self.race, self.work = experiment.Race(seed=seed), None

    def turn(self) -> bool:
        """Ask for the seat; with it, start, and look how far it is. Whether the status has changed."""
        before = self.status
        if self.status == "waiting":
            self.place = SEATS.ask(self)
            if not self.place:
                self.status, self.began, self.work = "running", time.monotonic(), Apart(self.race, PATIENCE)
        elif self.status == "running":
            SEATS.ask(self)
            self.work.watched()
            if self.work.ended:
                self._leave("done" if self.race.done and self.trained else "stopped")
        return self.status != before

    def stop(self) -> None:
        """End it as it is; one that has ended stays so."""
        if self.work is not None:
            self.work.stop()
        if self.alive:
            self._leave("stopped")

    def _leave(self, status: str) -> None:
        self.status = status
        SEATS.leave(self)

    @property
    def alive(self) -> bool:
        return self.status in PAUSES

    @property
    def pause(self) -> float | None:
        """Seconds until the next look; None when there is nothing to wait for."""
        return PAUSES.get(self.status)

    @property
    def trained(self) -> bool:
        """Whether there are models to look into: the weights have come back, and something was measured."""
        return self.work is not None and self.work.handed_over and bool(self.race.marks)

    @property
    def share(self) -> float:
        """How much of it is done, from 0 to 1."""
        return sum(len(t.losses) for t in self.race.trainings.values()) / (self.race.steps * len(self.race.trainings))

    @property
    def left(self) -> float:
        """Seconds to go, if it goes on as fast as so far."""
        return (time.monotonic() - self.began) * (1 - self.share) / self.share if self.share else 0.0


def session() -> Session | None:
    return st.session_state.get(KEY)
