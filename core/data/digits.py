"""Handwritten digits of 8 x 8 pixels, 1,797 of them: the UCI set that scikit-learn ships (Alpaydin and Kaynak 1998).

They lie in assets/images/digits.npz as scikit-learn's ``load_digits`` gives them (whole numbers from 0 to 16), so that
neither app nor training needs scikit-learn.
"""

import functools

import numpy as np

from core import files

FILE = files.ASSETS / "images" / "digits.npz"
SIDE, CLASSES, BRIGHTEST = 8, 10, 16
LEVELS = "0123456789abcdefg"
SEED, TEST_PER_CLASS = 0, 36
"""The held-out test set: 36 of each digit, 20% of all, drawn once with this seed."""

Digits = tuple[np.ndarray, np.ndarray]


@functools.cache
def everything() -> Digits:
    """All pictures (1797, 8, 8, 1), float32, 0 (paper) to 1 (ink), and their digits (1797,). Raises UnusableError."""
    arrays = files.arrays(FILE)
    with files.stored(FILE):
        images, labels = arrays["images"], arrays["labels"]
        if images.shape != (*labels.shape, SIDE, SIDE) or images.min() < 0 or images.max() > BRIGHTEST:
            raise ValueError(f"pictures have {SIDE} x {SIDE} whole numbers from 0 to {BRIGHTEST}")
    return images[..., None].astype(np.float32) / BRIGHTEST, labels.astype(np.int64)


@functools.cache
def split() -> dict[str, np.ndarray]:
    """Numbers of the pictures: "test" (360, as many of each digit) and "train" (1437), without a picture in both."""
    order = np.random.default_rng(SEED).permutation(len(everything()[1]))
    labels = everything()[1][order]
    rank = np.zeros(len(order), dtype=int)  # how many of the same digit stand before it in this order
    for digit in range(CLASSES):
        rank[labels == digit] = np.arange((labels == digit).sum())
    return {"test": order[rank < TEST_PER_CLASS], "train": order[rank >= TEST_PER_CLASS]}


def part(name: str) -> Digits:
    """Pictures and digits of "train" or "test". KeyError for any other name."""
    images, labels = everything()
    return images[split()[name]], labels[split()[name]]


def written(image: np.ndarray) -> str:
    """A picture (8, 8, 1) as 64 letters, row by row: 0 is paper, g is ink, so that a drawn digit fits in a link."""
    return "".join(LEVELS[round(float(x) * BRIGHTEST)] for x in image.reshape(-1))


def read(text: str) -> np.ndarray:
    """The picture (8, 8, 1) of 64 such letters. ValueError with a sentence for any other text."""
    letters = "".join(text.split())
    if len(letters) != SIDE * SIDE or set(letters) - set(LEVELS):
        raise ValueError(f"A digit is written as {SIDE * SIDE} letters from 0 (paper) to g (ink), row by row.")
    return np.array([LEVELS.index(c) for c in letters], np.float32).reshape(SIDE, SIDE, 1) / BRIGHTEST


def examples() -> list[str]:
    """One held-out picture of each digit."""
    images, labels = part("test")
    return [written(images[labels == digit][0]) for digit in range(CLASSES)]


def share(fraction: float, seed: int) -> Digits:
    """This share of the training set, as many of each digit as it comes out, drawn with ``seed``."""
    images, labels = part("train")
    order = np.random.default_rng(seed).permutation(len(labels))
    by_digit = [order[labels[order] == digit][:max(1, round(fraction * (labels == digit).sum()))]
                for digit in range(CLASSES)]
    chosen = np.sort(np.concatenate(by_digit))
    return images[chosen], labels[chosen]


def moved(images: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
    """Each picture (n, 8, 8, 1) moved by whole pixels, at most one; paper comes in at the edge."""
    wide = np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0)))
    at = np.arange(SIDE)
    picture = np.arange(len(images))[:, None, None]
    return wide[picture, (at[None, :] + 1 - rows[:, None])[:, :, None], (at[None, :] + 1 - columns[:, None])[:, None]]
