"""The race of ``reversal`` in a process of its own, at lower priority than those who read.

``python -m core.experiments.reversal_worker SEED STEPS`` writes a line of JSON at most once a second: the new losses
by variant, and the new marks. When all is trained, or its input is closed, the last line says how many bytes of weights
follow, as safetensors.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

import torch
from safetensors.torch import load, save

from core.experiments.reversal import SEED, STEPS, Mark, Race

ROOT = Path(__file__).parents[2]
LESS = 10  # how much nicer than the server
EVERY = 1.0  # seconds between two lines
PARTING = 5.0  # seconds that a stopped process may take to hand over its weights


class Apart:
    """A race that another process runs. ``race`` follows it: losses and marks as they come, weights at the end.

    Killed if ``watched`` has not been called for ``patience`` seconds.
    """

    def __init__(self, race: Race, patience: float):
        self.race, self.patience, self.handed_over = race, patience, False
        self._watched = time.monotonic()
        self.process = subprocess.Popen([sys.executable, "-m", __name__, str(race.seed), str(race.steps)], cwd=ROOT,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def ended(self) -> bool:
        return not self._listener.is_alive()

    def watched(self) -> None:
        """Somebody is looking on."""
        self._watched = time.monotonic()

    def stop(self) -> None:
        """Ask for the weights as they are, and end it."""
        self.process.stdin.close()
        self._listener.join(PARTING)
        self.process.kill()

    def _listen(self) -> None:
        with self.process:
            for line in self.process.stdout:
                message = json.loads(line)
                if "weights" in message:
                    self._take(self.process.stdout.read(message["weights"]))
                    break
                for name, losses in message["losses"].items():
                    self.race.trainings[name].losses.extend(losses)
                self.race.marks.extend(Mark(**mark) for mark in message["marks"])
                if time.monotonic() - self._watched > self.patience:
                    break
            self.process.kill()

    def _take(self, weights: bytes) -> None:
        tensors = load(weights)
        for name, training in self.race.trainings.items():
            own = {key.removeprefix(f"{name}/"): value for key, value in tensors.items() if key.startswith(f"{name}/")}
            training.model.load_state_dict(own)
            training.model.eval()
        self.handed_over = True


def run(race: Race) -> None:
    """The other side: train, tell, and hand over the weights."""
    ended, progress, due = threading.Event(), news(race), 0.0
    threading.Thread(target=lambda: (sys.stdin.buffer.read(), ended.set()), daemon=True).start()
    for _ in race.run():
        if time.monotonic() >= due:
            _write(next(progress))
            due = time.monotonic() + EVERY
        if ended.is_set():
            break
    weights = save({f"{name}/{key}": value.contiguous() for name, training in race.trainings.items()
                    for key, value in training.model.state_dict().items()})
    _write(next(progress))
    _write({"weights": len(weights)}, weights)


def news(race: Race) -> Iterator[dict]:
    """What has come since the last time, whenever it is asked."""
    told, marks = dict.fromkeys(race.trainings, 0), 0
    while True:
        losses = {name: training.losses[told[name]:] for name, training in race.trainings.items()}
        new = [asdict(mark) for mark in race.marks[marks:]]
        told, marks = {name: count + len(losses[name]) for name, count in told.items()}, marks + len(new)
        yield {"losses": losses, "marks": new}


def _write(message: dict, after: bytes = b"") -> None:
    sys.stdout.buffer.write(json.dumps(message).encode() + b"\n" + after)
    sys.stdout.buffer.flush()


def main(seed: int = SEED, steps: int = STEPS) -> None:
    """Lower the priority, then run."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(LESS)
    torch.set_num_threads(1)
    try:
        run(Race(seed=seed, steps=steps))
    except BrokenPipeError:  # the server is gone: nobody to tell
        os._exit(0)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
