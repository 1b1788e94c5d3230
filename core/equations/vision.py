"""Pictures as tokens, and the class token's answer: N0 section 9. Patches are cut first and flattened each (R33)."""

from functools import partial

import torch

from core.equations.arithmetic import addition, inner_product, picked, softmax, taken
from core.trace import equation


def _pixel(at, width: int, channels: int, side: int) -> tuple[int, int, int]:
    """(row, column, channel) of a feature of a patch."""
    patch, feature = at
    row, rest = divmod(feature, side * channels)
    column, channel = divmod(rest, channels)
    return patch // (width // side) * side + row, patch % (width // side) * side + column, channel


@equation("N0 (41)", r"x_p = [x_p^1; \dots; x_p^N]", "height width channel -> patch pixel", symbols="x_p",
          gather=lambda at, image, side: [[_pixel(at, *image.shape[1:], side)], []], shows="picture",
          worked=partial(taken, "x"))
def patches(image, side):
    """Cut into squares, flatten each: (H, W, C) -> (H W / side^2, side^2 C). ValueError if side does not divide."""
    height, width = image.shape[-3:-1]
    if side < 1 or height % side or width % side:
        raise ValueError(f"A picture of {height} x {width} cannot be cut into patches of {side} x {side}.")
    cut = image.unflatten(-2, (width // side, side)).unflatten(-4, (height // side, side))
    return cut.transpose(-4, -3).flatten(-3).flatten(-3, -2)


@equation("N0 (42)", r"e_i = x_p^i E + b", "patch pixel, pixel d_model, d_model -> patch d_model",
          symbols="e_i x_p E b", shows="signed", worked=inner_product)
def embedded(x_p, E, b):
    """Each patch through one linear map. (N, P^2 C) -> (N, D)."""
    return x_p @ E + b


@equation("N0 (42)", r"\tilde{z} = [x_{class}; e_1; \dots; e_N]", "d_model, patch d_model -> token d_model",
          gather=lambda at, first, rest: [[], [(at[0] - 1, at[1])]] if at[0] else [[(at[1],)], []],
          symbols=r"\tilde{z} x_{class} e", shows="signed", worked=picked)
def with_class(x_class, patches_):
    """The class token in front of the patches. (D,), (N, D) -> (N + 1, D). Dosovitskiy et al. 2020, eq. 1."""
    return torch.cat((x_class.expand(*patches_.shape[:-2], 1, -1), patches_), -2)


@equation("N0 (42)", r"z_0 = \tilde{z} + E_{pos}", "token d_model, token d_model -> token d_model", skip=0,
          symbols=r"z_0 \tilde{z} E_{pos}", shows="signed", worked=addition)
def placed(tokens, E_pos):
    """A learned position for each place, the class token's first. (N + 1, D). Dosovitskiy et al. 2020, eq. 1."""
    return tokens + E_pos


@equation("N0 (45)", r"y = \mathrm{LN}(z_L)^0", "token d_model -> picture d_model",
          gather=lambda at, tokens: [[(0, at[1])]], symbols="y", shows="signed", worked=picked)
def class_row(tokens):
    """What the class token became: the first row, as a row. (N + 1, D) -> (1, D). Dosovitskiy et al. 2020, eq. 4."""
    return tokens[..., :1, :].clone()


@equation("N0 (46)", r"s = y W^F + b^F", "picture d_model, d_model class, class -> picture class",
          symbols="s y W^F b^F", shows="signed", worked=inner_product)
def class_scores(y, W_F, b_F):
    """One score per class. (1, D), (D, N_c) -> (1, N_c). W_F has a column per class (R38)."""
    return y @ W_F + b_F


@equation("N0 (46)", r"\hat{p}_c = \frac{e^{s_c}}{\sum_{c'} e^{s_{c'}}}", "picture class -> picture class",
          along="class", symbols=r"\hat{p}_c s_c", shows="share", worked=softmax)
def class_probabilities(scores):
    """How sure the classifier is of each class. (1, N_c)."""
    return torch.softmax(scores, -1)
