"""Recurrence, convolution, attention: who reads whom, what it costs, what moves; tasks by what goes in and comes out.

EXHIBITS N3-01, N3-03, N4-37, N4-38.
"""

import functools
import zlib
from collections.abc import Mapping, Sequence

import torch
from torch import Tensor, nn

from core import catalog, given, record, zoo
from core.data import digits, scenes
from core.equations import attention, lstm, over_time, recurrent
from core.experiments.decoder import gradients_by_row
from core.experiments.heads import redrawn
from core.experiments.tokens import drawn
from core.models.gpt import GPT
from core.steps import Trace

FAMILIES = ("recurrence", "convolution", "attention")
WIDTH, KERNEL = 8, 3
DOUBLE = torch.float64


def vectors(words: Sequence[str]) -> Tensor:
    """A vector for each word, the same for the same word. (n, d)."""
    return torch.stack([drawn(1, WIDTH, seed=zlib.crc32(word.encode()))[0] for word in words])


@functools.cache
def matrix(*shape: int, seed: int) -> Tensor:
    """Weights drawn once; never changed."""
    return drawn(*shape, seed=300 + seed)


def layer(family: str, X: Tensor) -> Tensor:
    """One layer of a family over a row of words. (n, d) -> (n, d)."""
    d, zero = X.shape[-1], torch.zeros(X.shape[-1], dtype=DOUBLE)
    if family == "recurrence":
        h, states = zero, []
        W, U = 0.9 * matrix(d, d, seed=0), matrix(d, d, seed=1)
        for t in range(len(X)):
            h = recurrent.hidden(recurrent.pre_activation(h, recurrent.at_time(X, t), W, U, zero))
            states.append(h)
        return recurrent.stacked(*states)
    if family == "convolution":
        return over_time.convolved_in_time(X, matrix(d, d, KERNEL, seed=2), zero)
    Q, K, V = (make(X, (2 - (k > 0)) * matrix(1, d, d, seed=3 + k), None)
               for k, make in enumerate((attention.queries, attention.keys, attention.values)))
    return attention.head_outputs(attention.weights(attention.scores(attention.dot_products(Q, K), d)), V)[0]


def reads(family: str, n: int) -> Tensor:
    """Which outputs of one layer depend on which inputs: where the gradient is not zero. (n, n), booleans."""
    X = vectors([str(i) for i in range(n)]).requires_grad_()
    return gradients_by_row(layer(family, X).sum(-1), X)[0].abs().sum(-1) > 0


def run(words: Sequence[str]) -> Trace:
    """The attention layer on a row of words, recorded."""
    with record(nn.Identity(), labels={"queries": {"query": list(words)}, "keys": {"key": list(words)},
                                       "values": {"key": list(words)}}) as trace:
        layer("attention", given("X", vectors(words), "token d_x", {"token": list(words)}))
    return trace


def weights_of(family: str, words: Sequence[str]) -> Tensor:
    """What the words are weighted with: W, the kernel (both there before any word), A; an LSTM's forget gates."""
    if family == "attention":
        return run(words)["weights"].value[0]
    if family == "lstm":
        return forget_gates(words)
    return 0.9 * matrix(WIDTH, WIDTH, seed=0) if family == "recurrence" else matrix(WIDTH, WIDTH, KERNEL, seed=2)


def forget_gates(words: Sequence[str]) -> Tensor:
    """How much of each memory an LSTM keeps at each word: a diagonal matrix that the words make. (n, d)."""
    h = C = zero = torch.zeros(WIDTH, dtype=DOUBLE)
    W = [matrix(WIDTH, 2 * WIDTH, seed=10 + k) * 2 for k in range(4)]
    gates = []
    for x in vectors(words):
        v = lstm.joined(h, x)
        f, i, new, o = (gate(v, w, zero) for gate, w in
                        zip((lstm.forget_gate, lstm.input_gate, lstm.candidate, lstm.output_gate), W))
        C = lstm.cell_state(f, C, i, new)
        h = lstm.hidden(o, C)
        gates.append(f)
    return torch.stack(gates)


def moved(words: Sequence[str], edited: Sequence[str]) -> dict[str, float]:
    """The largest change of a family's weights when words are exchanged. N4-37, R104."""
    return {family: (weights_of(family, words) - weights_of(family, edited)).abs().max().item()
            for family in (*FAMILIES, "lstm")}


def costs(n: int, d: int) -> dict[str, dict[str, float]]:
    """One layer's multiplications, and what waits for what: steps one after the other, and layers or steps from the
    first word to the last. Projections count."""
    return {"recurrence": {"multiplications": 2 * n * d * d, "serial": n, "path": n},
            "convolution": {"multiplications": KERNEL * n * d * d, "serial": 1, "path": max(1, n - 1)},
            "attention": {"multiplications": 3 * n * d * d + 2 * n * n * d, "serial": 1, "path": 1}}


# ---- How far a pile of convolutions sees -----------------------------------------------------------------------------


def reach(layers: int, doubling: bool = False, kernel: int = KERNEL) -> int:
    """Inputs that one output of the top sees: 2 L + 1 for kernel 3; with steps of 1, 2, 4 ... 2^(L + 1) - 1. N3-03."""
    return 1 + (kernel - 1) * sum(2**k if doubling else 1 for k in range(layers))


def layers_to_see(n: int, doubling: bool = False) -> int:
    """How many layers until one output sees n inputs."""
    layers = 0
    while reach(layers, doubling) < n:
        layers += 1
    return layers


def parents(level: int, place: int, n: int, doubling: bool = False) -> list[int]:
    """What the unit of a level reads one level below: at most three places, none beyond the ends."""
    step = 2 ** (level - 1) if doubling else 1
    return [place + k * step for k in (-1, 0, 1) if 0 <= place + k * step < n]


def cone(level: int, place: int, n: int, doubling: bool = False) -> set[tuple[int, int]]:
    """All (level, place) that a unit depends on, down to the inputs at level 0."""
    units, here = set(), {place}
    for k in range(level, 0, -1):
        here = {p for q in here for p in parents(k, q, n, doubling)}
        units |= {(k - 1, p) for p in here}
    return units


# ---- Training at once, generating one by one -------------------------------------------------------------------------


def passes(n: int) -> dict[str, float]:
    """A small decoder on n words: all at once, as in training, and word by word, as in generation. N3-01, R84."""
    model = redrawn(GPT(20, n, d_model=16, n_heads=2, n_layers=2, d_ff=32).double(), 0)
    ids, count = torch.arange(n) % 20, [0]
    model.embedding.register_forward_hook(lambda *_: count.__setitem__(0, count[0] + 1))
    at_once = model(ids)
    first, count[0] = count[0], 0
    one_by_one = torch.stack([model(ids[: t + 1])[-1] for t in range(n)])
    return {"training": first, "generation": count[0], "difference": (at_once - one_by_one).abs().max().item()}


# ---- One to one, one to many, many to one, many to many --------------------------------------------------------------

TASKS = ("one_to_one", "one_to_many", "many_to_one", "aligned", "unaligned")
NEEDS: Mapping[str, Mapping] = {
    "one_to_one": {"answers": "class"}, "one_to_many": {"answers": "boxes"}, "many_to_one": {"translates": True},
    "aligned": {"answers": "labels", "network": "rnn"}, "unaligned": {"translates": True}}
"""What the trained model can do that runs a task; of ``many_to_one`` only its first word counts."""

PICTURED = ("one_to_one", "one_to_many")


def subject_of(task: str):
    """The trained model that runs a task."""
    return zoo.load(catalog.first(**NEEDS[task]))


def asked(task: str, example: int = 0) -> str:
    """What the task's model is given: one of its examples."""
    examples = list(subject_of(task).examples)
    return examples[example % len(examples)]


def lengths(task: str, count: int = 4) -> list[tuple[int, int]]:
    """How many units go in and come out, for some of the model's examples. R111."""
    return [tuple(map(len, answered(task, asked(task, k)))) for k in range(count)]


def answered(task: str, given_: str) -> tuple[list[str], list[str]]:
    """(what went in, unit by unit; what came out, unit by unit), of a real run."""
    subject = subject_of(task)
    if task == "one_to_one":
        return [""], [str(subject.answer(given_)[0][0])]
    if task == "one_to_many":
        return [""], [detected.kind for detected in subject.answer(given_)]
    read = subject.read(given_)
    if task == "aligned":
        likely = subject.trace(given_)["label_probabilities"].value.argmax(-1).tolist()
        return list(read), [subject.labels[k] for k in likely]
    answer = subject.answer(given_)
    return list(read), answer[:1] if task == "many_to_one" else [*answer, "END"]


def pixels(task: str, given_: str) -> Tensor:
    """The picture that went in. (H, W, 3), from 0 to 1."""
    if task == "one_to_one":
        return 1 - torch.from_numpy(digits.read(given_)).to(DOUBLE).expand(-1, -1, 3)
    return torch.from_numpy(scenes.picture(scenes.read(given_))).to(DOUBLE)
