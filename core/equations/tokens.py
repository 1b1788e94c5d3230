"""Tokens: N4. A signal cut into chunks, chunks as vectors, sums of neurons and of tokens, and what is done to each."""

from functools import partial

import torch

from core.equations.arithmetic import inner_product, passed, relu, taken
from core.trace import equation


@equation("N4 tokens", r"c_i = (x_{is}, x_{is+1}, \dots, x_{is+w-1})", "sample -> chunk feature", symbols="c_i x",
          gather=lambda at, signal, width, stride: [[(at[0] * stride + at[1],)], [], []], shows="signed",
          worked=partial(taken, "x"))
def frames(signal, width, stride):
    """Frames of ``width`` samples, ``stride`` apart, a rest dropped. (T,) -> (n, width). ValueError if none fits."""
    if not 0 < width <= signal.shape[-1] or stride < 1:
        raise ValueError(f"A signal of {signal.shape[-1]} samples has no frames of {width}, {stride} apart.")
    return signal.unfold(-1, width, stride).clone()


@equation("N4 tokens", r"t_i.\mathbf{z} = c_i E + b", "chunk feature, feature d_model, d_model -> chunk d_model",
          symbols=r"\mathbf{z} c_i E b", shows="signed", worked=inner_product)
def projected(chunks, E, b):
    """Each chunk through one linear map: the code vectors of the tokens. (n, features) -> (n, d_model)."""
    return chunks @ E + b


@equation("N4 tokens", r"T = [T^{(1)}; T^{(2)}; \dots]", "* d_model -> token d_model", symbols="T", shows="signed",
          gather=lambda at, *blocks: _block_cells(at, blocks))
def in_one_row(*blocks):
    """Tokens of several kinds as one row of tokens, block after block. (n_1, d), (n_2, d) ... -> (n_1 + n_2 ..., d)."""
    return torch.cat(blocks, -2)


def _place(i, blocks):
    """Which block a token of the whole is in, and where."""
    for k, block in enumerate(blocks):
        if i < block.shape[-2]:
            return k, i
        i -= block.shape[-2]
    raise IndexError(f"There is no token {i} beyond the last block.")


def _block_cells(at, blocks):
    k, i = _place(at[0], blocks)
    return [[(i, at[1])] if k == other else [] for other in range(len(blocks))]


@in_one_row.worked
def _(at, *blocks):
    k, i = _place(at[0], blocks)
    return passed(rf"T^{{({k + 1})}}[{i}, {at[1]}]", blocks[k][i, at[1]], blocks=blocks[k][i, at[1]])


@equation("N4 tokens", r"x_{out} = \sum_i w_i\, x_i", "token, token -> ", symbols="x_{out} w_i x_i", shows="signed",
          worked=inner_product)
def combined_neurons(w, x):
    """A linear combination of neurons, each a number: a number. (n,), (n,) -> a number."""
    return (w * x).sum(-1)


@equation("N4 tokens", r"t_{out}.\mathbf{z} = \sum_i w_i\; t_i.\mathbf{z}", "token, token d_model -> d_model",
          symbols=r"t_{out}.\mathbf{z} w_i t_i.\mathbf{z}", shows="signed", worked=inner_product)
def combined(w, Z):
    """A linear combination of tokens: one weight per token, for all its numbers alike. (n,), (n, d) -> (d,)."""
    return (w.unsqueeze(-2) @ Z).squeeze(-2)


@equation("N4 tokens", r"Z_{out} = W Z_{in}", "token other, other d_model -> token d_model",
          symbols="Z_{out} W Z_{in}", shows="signed", worked=inner_product)
def mixed(W, Z):
    """Every new token a linear combination of all: a row of weights each. (m, n), (n, d) -> (m, d)."""
    return W @ Z


@equation("N4 tokens", r"\mathbf{x}_{out} = [\mathrm{relu}(x_1), \dots, \mathrm{relu}(x_N)]", "token -> token", skip=0,
          symbols=r"\mathbf{x}_{out} x_1", shows="signed", worked=relu)
def rectified_neurons(x):
    """ReLU of each neuron by itself. (n,)."""
    return torch.relu(x)


@equation("N4 tokens", r"y_{fi} = b_f + \sum_c W_{fc}\, z_{ci}", "d_model token, d_ff d_model, d_ff -> d_ff token",
          symbols="y_{fi} z_{ci} W b_f", shows="signed", worked=inner_product)
def one_by_one(Z, W, b):
    """A convolution over the row of tokens whose kernel sees one token. (d, n), (f, d), (f,) -> (f, n).

    Computed by torch's convolution, kernel size 1; d and f are channels.
    """
    return torch.nn.functional.conv1d(Z, W.unsqueeze(-1), b)
