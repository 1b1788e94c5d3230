"""What an LSTM keeps, how far its gradient reaches. EXHIBITS N2-04, N2-05, N2-09, N4-29..33; R62, R63, R103, R104."""

from collections.abc import Sequence

import torch
from torch import nn

from core.data import slots
from core.equations import lstm, peephole
from core.experiments.replaced_parameters import with_parameters
from core.models.lstm import LSTMCell, PeepholeCell
from core.models.rnn import RNNCell

DOUBLE, COMPLEX, VERB = torch.float64, torch.complex128, 3
EPSILON = 1e-100
STEPS = 100


def forced(f: float, i: float, new: float, first: float = 0.0, steps: int = STEPS) -> dict[str, list]:
    """One unit whose gates are held at f, i and 1 and its candidate at ``new``: C and h after 0, 1, ... steps."""
    held = [torch.tensor([value], dtype=DOUBLE) for value in (f, i, new, 1.0)]
    C, states = torch.tensor([first], dtype=DOUBLE), {"C": [], "h": []}
    for step in range(steps + 1):
        if step:
            C = lstm.cell_state(held[0], C, held[1], held[2])
        states["C"].append(C.item())
        states["h"].append(lstm.hidden(held[3], C).item())
    return states


def left(f: float) -> list[float]:
    """What a gate held at f leaves of a memory after 0, 1, ... STEPS steps: dC_t/dC_0 along the cell's path."""
    return [f**step for step in range(STEPS + 1)]


def cell(d_x: int = 8, d_h: int = 16, forget_bias: float = 0.0, scale: float = 1.0, seed: int = 0) -> LSTMCell:
    """A cell drawn as torch draws one (uniform within 1 / sqrt(d_h)), recurrent weights times ``scale``; float64."""
    generator, bound = torch.Generator().manual_seed(seed), d_h**-0.5
    made = LSTMCell(d_x, d_h).double().requires_grad_(False)
    for name, parameter in made.named_parameters():
        parameter.copy_(bound * (2 * torch.rand(parameter.shape, generator=generator, dtype=DOUBLE) - 1))
        if parameter.ndim > 1:
            parameter[:, :d_h] *= scale
        if name == "b_f":
            parameter += forget_bias
    return made


def reaches(made: LSTMCell, times: Sequence[int]) -> dict[int, float]:
    """|dC_t/dC_0| (largest singular value) with all paths, through gates too, for some t. Inputs are normal noise.

    By a complex step: a cell that begins at iε in one unit ends at iε times the derivative by it, with nothing
    subtracted. Each row of the batch begins so in another unit.
    """
    d_h, d_x = made.d_h, made.W_f.shape[1] - made.d_h
    X = torch.randn(max(times), d_x, generator=torch.Generator().manual_seed(1), dtype=DOUBLE)
    step = with_parameters(made, {name: one.to(COMPLEX) for name, one in made.named_parameters()})
    X, h, norms = X.to(COMPLEX).expand(d_h, -1, -1), torch.zeros(d_h, d_h, dtype=COMPLEX), {}
    C = torch.complex(torch.zeros(d_h, d_h, dtype=DOUBLE), EPSILON * torch.eye(d_h, dtype=DOUBLE))
    for t in range(max(times)):
        h, C = step(h, C, X, t)
        if t + 1 in times:
            norms[t + 1] = torch.linalg.matrix_norm(C.imag / EPSILON, 2).item()
    return norms


def weights(d_x: int, d_h: int) -> dict[str, int]:
    """Numbers trained in the cell of an RNN, a GRU (torch's, with one bias), an LSTM; what peepholes add."""
    gru = sum(p.numel() for name, p in nn.GRUCell(d_x, d_h).named_parameters() if name != "bias_hh")
    rnn, plain, seeing = (sum(p.numel() for p in made(d_x, d_h).parameters())
                          for made in (RNNCell, LSTMCell, PeepholeCell))
    return {"rnn": rnn, "gru": gru, "lstm": plain, "peepholes": seeing - plain}


def gate_over_memory(memories: Sequence[float], weight: float) -> dict[str, list[float]]:
    """The forget gate of one unit over its memory, with the output shut (h = 0): plain, and with a peephole."""
    made = cell()
    v, p = torch.zeros(made.W_f.shape[1], dtype=DOUBLE), torch.full_like(made.b_f, weight)
    plain, with_peephole = [], []
    for memory in memories:
        C = torch.full_like(made.b_f, memory)
        plain.append(lstm.forget_gate(v, made.W_f, made.b_f)[0].item())
        with_peephole.append(peephole.forget_gate(v, made.W_f, made.b_f, p, C)[0].item())
    return {"plain": plain, "peephole": with_peephole}


# ---- Trained networks: how much the verb counts, however far away ----------------------------------------------------


def journey(gap: int) -> list[str]:
    """``leave``, then ``gap`` words that say nothing, then a city."""
    fillers = [word for text in slots.FILLERS for word in text.split() if word in ("sunny", "lovely", "old")]
    return ["I", "want", "to", "leave", *(fillers[n % len(fillers)] for n in range(gap)), "Taipei"]


def counts(tagger, gap: int) -> dict[str, float]:
    """|d (score of departure - score of destination) / d vector of the verb|, and how likely departure is."""
    words, model = journey(gap), tagger.model
    name, table = next((name, one) for name, one in model.named_parameters() if name.endswith("W_E"))
    rows = table.detach()[tagger.ids(words)].requires_grad_()
    scores = with_parameters(model, {name: rows})(torch.arange(len(words)))[-1]
    departure, destination = (tagger.labels.index(label) for label in ("departure", "destination"))
    (gradient,) = torch.autograd.grad(scores[departure] - scores[destination], rows)
    return {"gradient": gradient[VERB].norm().item(), "share": torch.softmax(scores, -1)[departure].item()}
