"""The formula that readers see says what its function computes: each that can be read is evaluated on a sample."""

import itertools
import math
import operator
import re

import pytest
import torch
from matrix_latex import LETTERS, SIZES, Reader, UnreadableError, number, parts
from samples import KEYS, arguments, close, random
from torch import Tensor
from torch.nn.functional import pad

from core.formula import EQUATIONS
from pages.components.formula import symbols

UNREADABLE = {
    "alignment.masked_energies": "a condition in words", "embedding.memory_mask": "a condition in words",
    "embedding.padding_mask": "a condition in words", "embedding.one_hot": "a condition in words",
    "masks.additive_mask": "a condition in words", "matching.wanted_classes": "a condition in words",
    "attention.appended_keys": "a list that grows", "attention.appended_values": "a list that grows",
    "tokens.in_one_row": "blocks of any length", "tokens.frames": "a list from an index on",
    "embedding.shift_right": "a list with a word in front", "vision.patches": "it names the pieces, not the cuts",
    "literal.pieces": "it names the pieces, not the cuts", "reconstruction.unpatched": "a letter alone",
    "masking.kept": "a letter alone", "bridge.bridge": "a state at a time", "bridge.memory_bridge": "a state at a time",
    "matching.matched": "the least over all choices", "matching.overlaps": "areas, which it does not write out",
    "matching.generalized_overlaps": "areas, which it does not write out", "vision.class_row": "a layer's name",
    "detection.plane_positions": "a function defined elsewhere", "variants.positions_in_a_plane": "waves by name",
    "variants.positions_in_halves": "a list with gaps in two places",
}
NAMED = ("lstm.", "peephole.", "recurrent.", "through_time.", "rollout.rolled", "alignment.with_context",
         "variants.learning_rates")
"""Where t, k and l below are part of a name: the equation is of one moment, layer or step."""
FOR_ONE_NUMBER = ("feedforward.gelu", "feedforward.gelu_by_tanh", "variants.learning_rates")
WORDS = ("out", "in", "box", "class", "pos", "model")
WIDTHS, LENGTHS = ("d", "d_k", "d_m", "d_{model}", "N", "P^2 C"), ("n", "m", "T", "M")
"""Letters that are the first input's last size, or its first, unless it is said otherwise."""
BOUND = """
convolution.convolved  | x = framed(x, W); s = stride
convolution.flattened  | W = x.shape[1]
convolution.unflattened | W = width
embedding.learned_positions | W = W_P[None]; P = 0; s = start
embedding.lookup       | \\chi = torch.eye(len(W_E), dtype=W_E.dtype)[ids]
embedding.positions    | b = base
embedding.segments     | W = W_S[None]; S = 0; g = ids
embedding.sliding_look_ahead_mask | w = window
grouped.shared_keys    | g = len(shared); H = heads
grouped.shared_values  | g = len(shared); H = heads
literal.loss_from_zero | n_0 = len(losses) - 1
masking.hidden         | n = count
masking.unshuffled     | \\bar{v} = tokens[1:]; m = restore >= len(tokens) - 1; result = result[1:]
masking.visible        | \\pi = kept
matching.class_costs   | c = wanted
matching.matching_costs | \\lambda_{L1} = by_distance; \\lambda_{iou} = by_overlap
nonlocal_block.one_head | result = result[0]
nonlocal_block.pixel_probabilities | s = scores[0, 0]; result = result[0, 0]
output.token_losses    | y = target
over_time.convolved_in_space_and_time | v = framed(V, W)
over_time.convolved_in_time | x = framed(X, W)
reconstruction.normalized_pixels | \\mu = x_p.mean(-1); \\sigma^2 = x_p.var(-1); \\varepsilon = 1e-6
reconstruction.predicted | y = y[1:]
recurrent.stacked      | h = torch.stack(inputs)
rollout.mixed          | h = len(A); I = torch.eye(A.shape[-1])
rotary.rotated_keys    | R = torch.stack([turn(p, K.shape[-1], base) for p in range(len(K))])
rotary.rotated_queries | R = torch.stack([turn(p, Q.shape[-1], base) for p in range(len(Q))])
set_loss.box_losses    | \\lambda_{L1} = by_distance; \\lambda_{iou} = by_overlap
set_loss.class_loss    | w = number([1.0] * nothing + [weight]); c = wanted
set_loss.slot_losses   | w = number([1.0] * nothing + [weight]); c = wanted; \\hat{p} = scores.softmax(-1)
tokens.combined        | t = Z
tokens.projected       | c = chunks
variants.head_writes   | W^O = W_O.unflatten(0, (-1, Z.shape[-1]))
variants.learning_rates | w = warmup; d_{model} = d_model
tokens.rectified_neurons | x = x
variants.column_scores | d_k = len(K)
variants.moved_positions | M_k = turn(-k, PE.shape[-1], base, True); k = 0
variants.normalized_over_batch | \\mu = X.mean(0); \\sigma^2 = X.var(0, correction=0)
variants.smoothed_losses | p = scores.softmax(-1); y = target; V = scores.shape[-1]
vision.class_probabilities | s = scores[0]; result = result[0]
"""
"""What letters are that are no input: sizes, constants, and inputs seen otherwise than the function takes them."""
BOUND = {key.strip(): [one.strip().split(" = ", 1) for one in letters.split(";")]
         for key, letters in (line.split("|") for line in BOUND.strip().splitlines())}


def framed(x: Tensor, W: Tensor) -> Tensor:
    """With zeros all round, so that a window's first place is counted from 0."""
    return pad(x, (0, 0, *itertools.chain(*((k // 2, k // 2) for k in reversed(W.shape[2:])))))


def turn(p: int, d: int, base: float, neighbours: bool = False) -> Tensor:
    """A matrix (d, d) that turns features c and c + d / 2, or 2c and 2c + 1, by p / base^(2c / d)."""
    R = torch.zeros(d, d, dtype=torch.float64)
    for c in range(d // 2):
        angle, (a, b) = p / base ** (2 * c / d), (2 * c, 2 * c + 1) if neighbours else (c, c + d // 2)
        R[a, a] = R[b, b] = math.cos(angle)
        R[b, a], R[a, b] = math.sin(angle), -math.sin(angle)
    return R


def sample(key: str) -> tuple:
    """Arguments without a batch, none of them missing; a state that begins as zeros has other numbers."""
    equation = EQUATIONS[key]
    found = next((args for args in arguments()[key] if all(
        x is not None and (not isinstance(x, Tensor) or x.ndim == len(equation.input_axes(i)))
        for i, x in enumerate(args))), arguments()[key][0])
    return tuple(random(*x.shape, seed=i) if isinstance(x, Tensor) and x.is_floating_point() and not x.any() else x
                 for i, x in enumerate(found))


def heads(key: str, running: set):
    """(arguments, result), of each head by itself where the formula is of one head."""
    equation, args = EQUATIONS[key], sample(key)
    result = number(equation.function(*args))
    if "head" not in equation.output or "h" in running or key == "nonlocal_block.one_head":
        return [(args, result)]
    return [([x[h] if "head" in equation.input_axes(i) else x for i, x in enumerate(args)], result[h])
            for h in range(len(result))]


def formulas(latex: str):
    """(what the letter on the left has below, right side) of each formula."""
    for formula, _ in parts(SIZES.sub(" ", latex), r",\quad"):
        sides = [side.strip() for side, _ in parts(formula, "=")]
        if len(sides) < 2:
            raise UnreadableError("It says that nothing equals anything.")
        below = re.search(r"_(\{[^{}]*\}|[a-z])$", sides[0])
        yield below[1].strip("{}") if below else "", sides[-1]


def lettered(key: str, args, result: Tensor, running: set) -> tuple[dict, Tensor]:
    """Letters as spelled -> what they are, and the result."""
    equation = EQUATIONS[key]
    inputs = dict(zip(equation.names, args))
    tensors = [x for x in args if isinstance(x, Tensor)]
    first, spelled = tensors[0], {name: letter for name, letter in symbols(equation).items() if name != "result"}
    letters = dict.fromkeys(WIDTHS, first.shape[-1:].numel()) | dict.fromkeys(LENGTHS, first.shape[:1].numel())
    letters |= {r"\varepsilon" if name == "epsilon" else name: x for name, x in inputs.items()
                if not isinstance(x, Tensor)}
    for name, letter in spelled.items():
        base, _, below = letter.replace(r".\mathbf{z}", "").rpartition("_")
        of = set(LETTERS.findall(below.strip("{}"))) if LETTERS.sub("", below.strip("{}")) == "" else {""}
        letters[base if base and of <= running else letter] = inputs[name]
    for letter, meaning in BOUND.get(key, ()):
        letters[letter] = eval(meaning, {**globals(), **inputs, "inputs": tensors, "result": result})
    return letters, number(letters.pop("result", result))


def fill(filled: Tensor, below: str, right: str, reader: Reader):
    """Every cell that the left side's indices name: what the right side comes to there."""
    def cell():
        at = tuple(reader.index(below)) if below else ()
        filled[at]  # beyond its edge there is no cell
        filled[at] = reader.value(right)

    loops = sorted(set(LETTERS.findall(below)), key=below.index)
    list(reader.each(loops, cell)) if loops else cell()


def evaluated(key: str, latex: str) -> bool:
    """Whether the formula comes to what the function computes, in every cell. Raises UnreadableError."""
    made = list(formulas(latex))
    named = key.startswith(NAMED) and key != "recurrent.readout"
    places = ["" if named or below in WORDS or below.isdigit() else below for below, _ in made]
    running = set(LETTERS.findall("".join(places))) if not named else set()
    summed = set() if named else set(LETTERS.findall("".join(re.findall(r"\\sum_\{?([^{}\\=]*)", latex))))
    for args, result in heads(key, running):
        letters, result = lettered(key, args, result, running | summed)
        filled = torch.full_like(result, math.nan)
        for below, (_, right) in zip(places, made):
            product = operator.mul if key in FOR_ONE_NUMBER else torch.matmul
            fill(filled, below, right, Reader(letters, {}, product))
        if not close(filled, result, 1e-9):
            return False
    return True


@pytest.mark.parametrize("key", [key for key in KEYS if key not in UNREADABLE])
def test_the_formula_says_what_is_computed(key):
    assert evaluated(key, EQUATIONS[key].latex)


@pytest.mark.parametrize("key, said, instead", [
    ("attention.dot_products", r"Q K^\top", r"K Q^\top"), ("attention.queries", "+ b^Q", "- b^Q"),
    ("norm.mean", "{d}", "{d + 1}"), ("attention.weights", "S_{ij'}", "S_{j'j}"),
    ("norm.normalized", r" + \varepsilon", ""), ("lstm.hidden", r"\tanh", ""), ("masking.hidden", r"\ge", "<"),
    ("variants.column_weights", "A_{j'i}", "A_{ij'}"), ("embedding.positions", "2i/d", "i/d"),
    ("rotary.rotated_keys", "R_p K_p", "K_p R_p"), ("gated.swish", "e^{-G}", "e^{G}"),
    ("through_time.step_jacobian", r"\mathrm{diag}(1 - h_t^2)\, W", r"W\, \mathrm{diag}(1 - h_t^2)")])
def test_a_formula_that_says_something_else_is_found(key, said, instead):
    assert said in EQUATIONS[key].latex
    assert not evaluated(key, EQUATIONS[key].latex.replace(said, instead))


@pytest.mark.parametrize("key", UNREADABLE)
def test_what_is_said_to_be_unreadable_is(key):
    with pytest.raises(UnreadableError):
        evaluated(key, EQUATIONS[key].latex)
