"""Sounds made here, sample by sample: a short melody, a sliding tone, three beats with silence between."""

import numpy as np

RATE, SAMPLES = 2000, 512
"""Samples per second, and of one sound: about a quarter of a second."""

KINDS = ("melody", "glide", "beats")
TONES = (125.0, 187.5, 250.0, 156.25)
"""The melody's tones, in hertz; each makes a whole number of waves in its quarter of the sound."""


def sound(kind: str) -> np.ndarray:
    """The samples (512,) of one of KINDS, from -1 to 1. ValueError for another word."""
    if kind not in KINDS:
        raise ValueError(f"A sound is one of {', '.join(KINDS)}; there is none called {kind!r}.")
    t = np.arange(SAMPLES) / RATE
    if kind == "melody":
        part = SAMPLES // len(TONES)
        fade = np.sin(np.pi * (np.arange(part) + 0.5) / part)
        return np.concatenate([fade * np.sin(2 * np.pi * tone * t[:part]) for tone in TONES])
    if kind == "glide":
        return np.sin(2 * np.pi * (40 * t + 600 * t**2))
    since = np.arange(SAMPLES) % 192
    return np.where(since < 96, np.exp(-since / 24), 0) * np.sin(2 * np.pi * 170 * since / RATE)
