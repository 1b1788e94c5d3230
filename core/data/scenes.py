"""Small scenes of coloured shapes on grey, drawn here, with the box of each shape: what the detector is trained on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

SIDE, MOST = 64, 4
KINDS = ("circle", "rectangle", "triangle")
COLOURS = {"red": (0.84, 0.15, 0.16), "orange": (0.95, 0.55, 0.10), "yellow": (0.93, 0.83, 0.18),
           "green": (0.17, 0.60, 0.25), "blue": (0.12, 0.40, 0.80), "purple": (0.55, 0.30, 0.70)}
GROUND = 0.93
SMALLEST, LARGEST = 10, 28
OVERLAP = 0.2
"""Two shapes of a drawn scene share at most this part of the smaller one's box, so that none is hidden."""


@dataclass(frozen=True)
class Shape:
    """One shape: kind, colour, and its box in whole pixels (left, top, width, height)."""

    kind: str
    colour: str
    x: int
    y: int
    width: int
    height: int

    def __post_init__(self):
        if self.kind not in KINDS or self.colour not in COLOURS:
            raise ValueError(f"A shape is one of {', '.join(KINDS)} in one of {', '.join(COLOURS)}; "
                             f"this one is {self.kind!r} in {self.colour!r}.")
        if min(self.width, self.height) < 4 or self.x < 0 or self.y < 0 or \
                self.x + self.width > SIDE or self.y + self.height > SIDE:
            raise ValueError(f"A shape has at least 4 pixels a side and lies inside the {SIDE} x {SIDE} picture.")


Scene = tuple[Shape, ...]


def picture(scene: Sequence[Shape]) -> np.ndarray:
    """The scene (64, 64, 3) as float32 from 0 to 1; later shapes lie over earlier ones, edges are smooth."""
    image = np.full((SIDE, SIDE, 3), GROUND, np.float32)
    for shape in scene:
        rows, columns = slice(shape.y, shape.y + shape.height), slice(shape.x, shape.x + shape.width)
        ink = _coverage(shape)[..., None]
        image[rows, columns] += ink * (np.array(COLOURS[shape.colour], np.float32) - image[rows, columns])
    return image


def _coverage(shape: Shape) -> np.ndarray:
    """How much of each pixel of its box a shape covers (height, width), from its distance to the shape's edge."""
    a, b = shape.width / 2, shape.height / 2
    dx = np.abs(np.arange(shape.width, dtype=np.float32) + 0.5 - a)
    dy = (np.arange(shape.height, dtype=np.float32) + 0.5 - b)[:, None]
    if shape.kind == "rectangle":
        return np.ones((shape.height, shape.width), np.float32)
    if shape.kind == "circle":
        outside = (np.hypot(dx / a, dy / b) - 1) * min(a, b)
    else:  # a triangle with its tip in the middle of the upper edge
        outside = (dx - a * (dy + b) / (2 * b)) / np.hypot(1, a / (2 * b))
    return np.clip(0.5 - outside, 0, 1)


def boxes(scene: Sequence[Shape]) -> np.ndarray:
    """The boxes (objects, 4) as centre, width and height in shares of the picture's side."""
    return np.array([((s.x + s.width / 2) / SIDE, (s.y + s.height / 2) / SIDE, s.width / SIDE, s.height / SIDE)
                     for s in scene], np.float32).reshape(-1, 4)


def classes(scene: Sequence[Shape]) -> np.ndarray:
    """The kind of each shape (objects,) as its place in KINDS."""
    return np.array([KINDS.index(s.kind) for s in scene], np.int64)


def drawn(generator: np.random.Generator) -> Scene:
    """A scene of one to four shapes, as the generator draws it."""
    scene: list[Shape] = []
    wanted = int(generator.integers(1, MOST + 1))
    for _ in range(20 * wanted):
        width, height = (int(n) for n in generator.integers(SMALLEST, LARGEST + 1, 2))
        x, y = int(generator.integers(SIDE - width + 1)), int(generator.integers(SIDE - height + 1))
        kind, colour = KINDS[generator.integers(len(KINDS))], list(COLOURS)[generator.integers(len(COLOURS))]
        shape = Shape(kind, colour, x, y, width, height)
        if all(_shared(shape, other) <= OVERLAP for other in scene):
            scene.append(shape)
        if len(scene) == wanted:
            break
    return tuple(scene)


def _shared(a: Shape, b: Shape) -> float:
    """The part of the smaller box that two boxes share."""
    across = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    down = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return max(0, across) * max(0, down) / min(a.width * a.height, b.width * b.height)


def written(scene: Sequence[Shape]) -> str:
    """A scene as text that fits in a link: "circle red 4 30 16 16; triangle blue 40 8 20 14"."""
    return "; ".join(f"{s.kind} {s.colour} {s.x} {s.y} {s.width} {s.height}" for s in scene)


def read(text: str) -> Scene:
    """The scene of such a text, at most four shapes. ValueError with a sentence for any other text."""
    parts = [part.split() for part in text.split(";") if part.strip()]
    whole = all(n.isascii() and n.isdigit() and len(n) < 3 for p in parts for n in p[2:])
    if not 0 < len(parts) <= MOST or not whole or any(len(p) != 6 for p in parts):
        raise ValueError(f"A scene is one to {MOST} shapes, each written as kind, colour, left, top, width and height, "
                         "for example: circle red 4 30 16 16; triangle blue 40 8 20 14.")
    return tuple(Shape(kind, colour, *map(int, numbers)) for kind, colour, *numbers in parts)


def examples() -> list[str]:
    """Scenes to begin with, of one shape and more."""
    drawn = corpus(40, seed=7)
    return [written(next(s for s in drawn if len(s) == count)) for count in (2, 1, 3, 4)]


def batches(size: int, seed: int) -> Iterator[list[Scene]]:
    """Endless new scenes, drawn with this seed."""
    generator = np.random.default_rng(seed)
    while True:
        yield [drawn(generator) for _ in range(size)]


def corpus(count: int, seed: int) -> list[Scene]:
    """Scenes drawn with this seed."""
    return next(batches(count, seed))
