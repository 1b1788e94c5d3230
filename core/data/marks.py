"""Pictures of a few coloured marks, each with the question whether a twin of its colour lies anywhere else."""

from collections.abc import Iterator

import numpy as np

SIDE, MARKS = 16, 4
COLOURS = {"red": (0.84, 0.15, 0.16), "yellow": (0.93, 0.83, 0.18), "green": (0.17, 0.60, 0.25),
           "blue": (0.12, 0.40, 0.80)}
GROUND = 0.0
ALONE, TWIN = 0, 1
NO_MARK = -1
"""What the answer of a pixel without a mark is: nothing is asked there."""
Place = tuple[int, int]


def picture(places: list[Place], colours: list[str]) -> np.ndarray:
    """One bright pixel at each (row, column), on black: (16, 16, 3) as float32 from 0 to 1."""
    image = np.full((SIDE, SIDE, 3), GROUND, np.float32)
    for place, colour in zip(places, colours):
        image[place] = COLOURS[colour]
    return image


def answers(places: list[Place], colours: list[str]) -> np.ndarray:
    """Per pixel TWIN or ALONE where a mark is, NO_MARK elsewhere: (16, 16)."""
    answer = np.full((SIDE, SIDE), NO_MARK, np.int64)
    for place, colour in zip(places, colours):
        answer[place] = TWIN if colours.count(colour) > 1 else ALONE
    return answer


def drawn(generator: np.random.Generator) -> tuple[list[Place], list[str]]:
    """Four marks at different places, each of any colour: (places, colours)."""
    places = [divmod(int(at), SIDE) for at in generator.choice(SIDE * SIDE, MARKS, replace=False)]
    return places, [list(COLOURS)[c] for c in generator.integers(len(COLOURS), size=MARKS)]


def written(places: list[Place], colours: list[str]) -> str:
    """Marks as text that fits in a link: "red 3 4; blue 15 0"."""
    return "; ".join(f"{colour} {row} {column}" for (row, column), colour in zip(places, colours))


def read(text: str) -> tuple[list[Place], list[str]]:
    """The marks of such a text. ValueError with a sentence for any other text."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    right = all(len(p) == 3 and p[0] in COLOURS and all(n.isascii() and n.isdigit() and len(n) < 3 and int(n) < SIDE
                                                        for n in p[1:]) for p in parts)
    if not parts or not right or len({(int(p[1]), int(p[2])) for p in parts}) < len(parts):
        raise ValueError(f"Marks are written as colour, row and column (0 to {SIDE - 1}), each at a place of its own, "
                         f"for example: red 3 4; blue 15 0. Colours are {', '.join(COLOURS)}.")
    return [(int(row), int(column)) for _, row, column in parts], [colour for colour, _, _ in parts]


def examples() -> list[str]:
    """Marks to begin with: far twins, none, two pairs."""
    return ["red 1 2; red 14 13; blue 3 12; green 10 4", "red 1 2; yellow 14 13; blue 3 12; green 10 4",
            "red 1 2; blue 14 13; blue 3 12; red 10 4"]


def batches(size: int, seed: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Endless pictures (size, 16, 16, 3) and answers (size, 16, 16)."""
    generator = np.random.default_rng(seed)
    while True:
        scenes = [drawn(generator) for _ in range(size)]
        yield np.stack([picture(*s) for s in scenes]), np.stack([answers(*s) for s in scenes])
