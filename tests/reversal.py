"""The task of FIDELITY T64: six symbols in, the same six backwards out; with or without the shift and the mask."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from core.equations.embedding import shift_right
from core.models.transformer import END, START, Transformer

LENGTH, FIRST, SIZE = 6, 3, 12  # nine symbols: ids 3 to 11


class Unmasked(Transformer):
    """A decoder whose every word sees all words of its input."""

    def decode(self, decoder_input, memory, source, cache=None, start=0):
        y = self.target_embedding(decoder_input)
        for layer in self.decoder:
            y = layer(y, memory)
        return y


def batch(count: int, generator: torch.Generator) -> tuple[Tensor, Tensor]:
    source = torch.randint(FIRST, SIZE, (count, LENGTH), generator=generator)
    return source, torch.cat((source.flip(1), torch.full((count, 1), END)), 1)


def trained(kind: type[Transformer] = Transformer, shifted: bool = True, steps: int = 300,
            seed: int = 2) -> tuple[Transformer, float]:
    """A model after ``steps`` batches of 64, and the mean loss of its last ten."""
    torch.manual_seed(seed)
    model = kind(SIZE, SIZE, d_model=32, n_heads=4, n_layers=2, d_ff=64)
    optimizer, losses = torch.optim.Adam(model.parameters(), lr=1e-3), []
    generator = torch.Generator().manual_seed(seed)
    for _ in range(steps):
        source, target = batch(64, generator)
        scores = model(source, shift_right(target, START) if shifted else target)
        loss = nn.functional.cross_entropy(scores.flatten(0, 1), target.flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    return model.eval(), sum(losses[-10:]) / 10


@torch.no_grad()
def accuracies(model: Transformer, shifted: bool = True, count: int = 200) -> dict[str, float]:
    """Shares of right symbols when told the truth so far, and when left alone, and of whole sentences right."""
    source, target = batch(count, torch.Generator().manual_seed(99))
    told = model(source, shift_right(target, START) if shifted else target).argmax(-1)
    said = torch.full((count, 1), START)
    for _ in range(target.shape[1]):  # without a cache: an unmasked decoder rethinks its earlier words
        said = torch.cat((said, model(source, said)[:, -1:].argmax(-1)), 1)
    right = (said[:, 1:] == target)[:, :LENGTH]
    return {"told": float((told == target).float().mean()), "alone": float(right.float().mean()),
            "exact": float((said[:, 1:] == target).all(1).float().mean())}
