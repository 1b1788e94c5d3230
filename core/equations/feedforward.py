"""The position-wise feed-forward network: N0 eq (15), (16), (32), (33)."""

import math
from functools import partial

import torch

from core.equations.arithmetic import inner_product, let_through, relu
from core.trace import equation


@equation("After N0 (15) (16), put right", r"H = X W_1 + b_1", "token d_model, d_model d_ff, d_ff -> token d_ff",
          symbols="H X W_1 b_1",
          shows="signed", worked=inner_product)
def hidden(x, W_1, b_1):
    """Each token, alone, widened to d_ff. (n, d_model) -> (n, d_ff). Vaswani et al. 2017, eq. 2."""
    return x @ W_1 + b_1


@equation("After N0 (15) (16), put right", r"R = \max(0, H)", "token d_ff -> token d_ff", skip=0, symbols="R H",
          shows="signed", worked=relu)
def activation(H):
    """ReLU: which units are on is the only nonlinearity of the network. (n, d_ff)."""
    return torch.relu(H)


@equation("Hendrycks 2", r"R = H\,\Phi(H)", "token d_ff -> token d_ff", skip=0, symbols="R H", shows="signed",
          worked=partial(let_through, lambda h: 0.5 * (1 + math.erf(h / math.sqrt(2)))))
def gelu(H):
    """Each unit times the share of a standard normal below it, exactly. (n, d_ff). Hendrycks and Gimpel 2016, 2."""
    return torch.nn.functional.gelu(H)


@equation("Hendrycks 2", r"R = \frac{H}{2}\left(1 + \tanh\left(\sqrt{2/\pi}\,(H + 0.044715\,H^3)\right)\right)",
          "token d_ff -> token d_ff", skip=0, symbols="R H", shows="signed", worked=partial(
              let_through, lambda h: 0.5 * (1 + math.tanh(math.sqrt(2 / math.pi) * (h + 0.044715 * h**3)))))
def gelu_by_tanh(H):
    """Nearly the same by a hyperbolic tangent, as in GPT-2's released code. (n, d_ff). Hendrycks and Gimpel 2016, 2."""
    return torch.nn.functional.gelu(H, approximate="tanh")


@equation("After N0 (15) (16), put right", r"X^{[4]} = R W_2 + b_2",
          "token d_ff, d_ff d_model, d_model -> token d_model",
          symbols="X^{[4]} R W_2 b_2", shows="signed", worked=inner_product)
def output(R, W_2, b_2):
    """Back to the model's width. (n, d_ff) -> (n, d_model). Vaswani et al. 2017, eq. 2."""
    return R @ W_2 + b_2
