"""A task small enough to learn while the reader waits: six symbols in, the same six backwards out.

FIDELITY T64, EXHIBITS N0-17 and N1-18, ERRATA R12: trained as the paper does it, without the shift that N0 leaves out,
and without the mask.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.data.vocabulary import Marks
from core.equations.embedding import shift_right
from core.experiments.heads import redrawn
from core.models.transformer import Transformer
from core.trace import Trace, given, record

LENGTH, FIRST, SIZE = 6, 3, 12  # nine symbols: ids 3 to 11
SYMBOLS = ("", "<s>", "</s>", *"ABCDEFGHI")
STEPS, EVERY, SEED = 300, 25, 2
MARKS = Marks()


class Unmasked(Transformer):
    """A decoder whose every word sees all words of its input."""

    def decode(self, decoder_input, memory, source, cache=None, start=0):
        y = self.target_embedding(decoder_input)
        for layer in self.decoder:
            y = layer(y, memory)
        return y


class Variant(NamedTuple):
    """A way to train: the kind of model, and whether the decoder's input is the target moved right by one."""

    kind: type[Transformer] = Transformer
    shifted: bool = True

    def input(self, target: Tensor) -> Tensor:
        """What the decoder reads."""
        return shift_right(target, MARKS.start) if self.shifted else target


VARIANTS = {"right": Variant(), "no_shift": Variant(shifted=False), "no_mask": Variant(Unmasked)}


def batch(count: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    """Random sources (count, 6) and their targets (count, 7), which end with the end token."""
    source = torch.randint(FIRST, SIZE, (count, LENGTH), generator=generator)
    return source, torch.cat((source.flip(1), torch.full((count, 1), MARKS.end)), 1)


class Training:
    """One model being trained: ``advance`` it as far as there is time for."""

    def __init__(self, variant: Variant, seed: int = SEED):
        self.variant, self.losses = variant, []
        model = variant.kind(SIZE, SIZE, d_model=32, n_heads=4, n_layers=2, d_ff=64)
        self.model = redrawn(model, seed).requires_grad_()
        self.optimizer = torch.optim.Adam(self.model.parameters(), lr=1e-3)
        self.generator = torch.Generator().manual_seed(seed)

    def advance(self, steps: int) -> None:
        """So many batches of 64."""
        self.model.train()
        for _ in range(steps):
            source, target = batch(64, self.generator)
            scores = self.model(source, self.variant.input(target))
            loss = nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten())
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            self.losses.append(float(loss.detach()))
        self.model.eval()

    @property
    def loss(self) -> float:
        """The mean loss of the last ten batches."""
        last = self.losses[-10:]
        return sum(last) / len(last) if last else float("nan")


@torch.no_grad()
def alone(model: Transformer, source: Tensor) -> Tensor:
    """What the model says on its own, word by word from the start token. (count, 6) -> (count, 7)."""
    ids = torch.full((len(source), 1), MARKS.start)
    for _ in range(LENGTH + 1):  # without a cache: an unmasked decoder rethinks its earlier words
        ids = torch.cat((ids, model(source, ids)[:, -1:].argmax(-1)), 1)
    return ids[:, 1:]


@torch.no_grad()
def accuracies(model: Transformer, variant: Variant = VARIANTS["right"], count: int = 200) -> dict[str, float]:
    """Shares of right symbols when teacher-forced, when left alone, and of whole sentences right."""
    source, target = batch(count, torch.Generator().manual_seed(99))
    forced, free = model(source, variant.input(target)).argmax(-1), alone(model, source)
    return {"forced": float((forced == target).float().mean()),
            "alone": float((free == target)[:, :LENGTH].float().mean()),
            "exact": float((free == target).all(1).float().mean())}


@dataclass(frozen=True)
class Mark:
    """How far a variant is: steps, loss, and the accuracies."""

    variant: str
    step: int
    loss: float
    forced: float
    alone: float
    exact: float


class Race:
    """Several variants trained side by side on the same batches; ``marks`` holds their accuracies every 25 steps."""

    def __init__(self, names: tuple[str, ...] = tuple(VARIANTS), seed: int = SEED, steps: int = STEPS):
        self.trainings = {name: Training(VARIANTS[name], seed) for name in names}
        self.seed, self.steps, self.marks = seed, steps, []

    def run(self, stride: int = 5) -> Iterator[float]:
        """Train to the end; yields the share done after every few steps of one variant."""
        total = self.steps * len(self.trainings)
        for start in range(0, self.steps, stride):
            for name, training in self.trainings.items():
                training.advance(min(stride, self.steps - start))
                step = len(training.losses)
                if step % EVERY == 0 or step == self.steps:
                    shares = accuracies(training.model, training.variant, 100)
                    self.marks.append(Mark(name, step, training.loss, **shares))
                yield sum(len(t.losses) for t in self.trainings.values()) / total

    def last(self, name: str) -> Mark | None:
        """The newest mark of a variant."""
        return next((mark for mark in reversed(self.marks) if mark.variant == name), None)

    @property
    def done(self) -> bool:
        """Whether all variants have been through all their steps."""
        return all(len(training.losses) >= self.steps for training in self.trainings.values())


def target(seed: int) -> Tensor:
    """One sentence's target. (7,)."""
    return batch(1, torch.Generator().manual_seed(seed))[1][0]


def example(training: Training, seed: int = 0) -> tuple[Trace, list[int], list[int]]:
    """One sentence: the trace of the teacher-forced pass, the target, and what the model says alone."""
    source, target = (rows[0] for rows in batch(1, torch.Generator().manual_seed(seed)))
    read = training.variant.input(target)
    named = {"token": [SYMBOLS[i] for i in read.tolist()]}
    with record(training.model) as trace:
        words = {"token": [SYMBOLS[i] for i in source.tolist()]}
        training.model(given("source", source, "token", words, shows="ids"),
                       given("decoder_input", read, "token", named, shows="ids"))
    return trace, target.tolist(), alone(training.model, source.unsqueeze(0))[0].tolist()
