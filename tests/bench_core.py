"""What recording costs over the plain forward pass, and the plain pass over ``torch.nn.Transformer``."""

import ctypes
import math
import statistics
import time

import torch
from torch import nn

from core.data.vocabulary import Marks
from core.models.transformer import Transformer
from core.trace import record

PAD, START, *_ = Marks()
SOURCE, TARGET = 200, 320
SIZES = {"d_model": 64, "n_heads": 4, "n_layers": 2, "d_ff": 256}
LENGTH = 20
CASES = {"8 words": (None, 8), "one sentence": (None, LENGTH), "a batch of 64 sentences": (64, LENGTH)}


class Reference(nn.Module):
    """The same model from PyTorch's own parts: embedding, sinusoids, ``nn.Transformer``, a linear map to the words."""

    def __init__(self, d_model: int, n_heads: int, n_layers: int, d_ff: int):
        super().__init__()
        self.source, self.target = nn.Embedding(SOURCE, d_model), nn.Embedding(TARGET, d_model)
        self.body = nn.Transformer(d_model, n_heads, n_layers, n_layers, d_ff, dropout=0.0, batch_first=True)
        self.body.encoder.norm = self.body.decoder.norm = None  # the notes end their stacks without another norm
        self.output, self.scale = nn.Linear(d_model, TARGET), math.sqrt(d_model)
        angles = torch.arange(64.0)[:, None] * torch.exp(torch.arange(0, d_model, 2) * (-math.log(10000) / d_model))
        self.register_buffer("waves", torch.stack((angles.sin(), angles.cos()), -1).flatten(-2))

    def forward(self, source, target):
        x = self.source(source) * self.scale + self.waves[: source.shape[-1]]
        y = self.target(target) * self.scale + self.waves[: target.shape[-1]]
        later = torch.ones(target.shape[-1], target.shape[-1], dtype=torch.bool).triu(1)
        padding = source == PAD if source.ndim > 1 else None
        return self.output(self.body(x, y, tgt_mask=later, src_key_padding_mask=padding,
                                     memory_key_padding_mask=padding, tgt_is_causal=True))


def keep_memory() -> None:
    """Let the allocator keep what is freed: a kept trace shall not be charged for fresh pages from the machine."""
    for option in (-1, -3):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
        ctypes.CDLL(None).mallopt(option, 1 << 30)


def words(batch: int | None, n: int, size: int) -> torch.Tensor:
    """Random word ids, the last of every second sentence being padding."""
    ids = torch.randint(START + 3, size, (n,) if batch is None else (batch, n))
    if batch is not None:
        ids[::2, -3:] = PAD
    return ids


def clocked(runs: dict, rounds: int) -> dict[str, list[float]]:
    """Processor milliseconds of each run, taken in turns, so that whatever disturbs one disturbs all."""
    spent = {name: [] for name in runs}
    for turn in range(rounds + 5):
        for name, run in runs.items():
            begun = time.thread_time()
            run()
            if turn >= 5:
                spent[name].append(1000 * (time.thread_time() - begun))
    return spent


def measured(batch: int | None, n: int, gradients: bool, rounds: int) -> dict[str, float]:
    """Medians of a plain pass, a recorded one, and PyTorch's."""
    torch.manual_seed(0)
    model = Transformer(SOURCE, TARGET, **SIZES, tied=False).eval()
    reference = Reference(**SIZES).eval()
    source, target = words(batch, n, SOURCE), words(batch, n, TARGET)

    def recorded():
        with record(model, gradients=gradients):
            model(source, target)

    runs = {"plain": lambda: model(source, target), "recorded": recorded, "torch": lambda: reference(source, target)}
    with torch.set_grad_enabled(gradients):
        return {name: statistics.median(times) for name, times in clocked(runs, rounds).items()}


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit) for every case."""
    torch.set_num_threads(1)
    keep_memory()
    measurements = []
    for case, (batch, n) in CASES.items():
        for gradients in (True, False):
            ms = measured(batch, n, gradients, 400 if batch is None else 40)
            print(f"{case}, {'with' if gradients else 'without'} gradients: plain {ms['plain']:.2f} ms, "
                  f"recorded {ms['recorded']:.2f} ms, nn.Transformer {ms['torch']:.2f} ms")
        if n < LENGTH:
            continue  # for information: most of so short a pass is the calling of operators, on either side
        measurements += [(f"recorded / plain, {case}", ms["recorded"] / ms["plain"], 1.5, "x"),
                         (f"plain / nn.Transformer, {case}", ms["plain"] / ms["torch"], 1.2, "x")]
    return measurements
