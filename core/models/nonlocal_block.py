"""The non-local block, and a convolutional network with one: an answer for every pixel. N2; Wang et al. 2018."""

import torch
from torch import nn

from core.equations import attention, convolution, norm
from core.equations import nonlocal_block as eq
from core.models.convolution import Convolution
from core.plan import Block, Plan
from core.trace import Module

PLAN = Plan(
    {"backbone": (Block("convolution", ("first.*",)), Block("nonlocal_block", ("block.*",)),
                  Block("convolution", ("rest.*.*",))),
     "output": (Block("class_scores", ("readout.convolved",)),
                Block("class_probabilities", ("pixel_probabilities",)))},
    {"picture": "x", "block.queries": r"\theta", "block.keys": r"\phi", "block.values": "g",
     "block.head_outputs": "y", "block.output": "W_z y", "block.added": "z"})
"""N2 section 3.1: the letters are those of Wang et al. 2018, eq. 1 and 6."""


class NonLocalBlock(Module):
    """Every pixel looks at every other: the embedded Gaussian, softmax without a scale. Wang et al. 2018, 3.2, 3.3.

    The 1 x 1 convolutions theta, phi and g are W_theta, W_phi, W_g (1, channels, inner): one head; W_z (inner,
    channels). With W_z = 0 the block changes nothing, as the paper puts it into a trained network; here all is trained
    together, and W_z begins like the others.
    """

    def __init__(self, channels: int, inner: int):
        super().__init__()
        for name in ("theta", "phi", "g"):
            self.register_parameter(f"W_{name}", nn.Parameter(nn.init.xavier_uniform_(torch.empty(1, channels, inner))))
        self.W_z = nn.Parameter(nn.init.xavier_uniform_(torch.empty(inner, channels)))

    def forward(self, picture):
        """(..., H, W, channels) -> the same shape."""
        x = convolution.flattened(picture)
        A = self.shares(self.pair_scores(x))
        y = attention.concat(attention.head_outputs(A, attention.values(x, self.W_g, None)))
        return convolution.unflattened(norm.added(x, attention.output(y, self.W_z, None)), picture.shape[-2])

    def pair_scores(self, x):
        """(..., n, channels) -> how well each pair of pixels agrees (..., 1, n, n)."""
        return attention.dot_products(attention.queries(x, self.W_theta, None), attention.keys(x, self.W_phi, None))

    def shares(self, P):
        """(..., 1, n, n) -> how much each pixel takes of each other."""
        return attention.weights(P)


class GaussianBlock(NonLocalBlock):
    """Pixels are compared as they are. Wang et al. 2018, 3.2."""

    def pair_scores(self, x):
        x = eq.one_head(x)
        return attention.dot_products(x, x)


class DotProductBlock(NonLocalBlock):
    """Agreement over the number of pixels, without softmax. Wang et al. 2018, 3.2."""

    def shares(self, P):
        return eq.averaged(P)


class PlainReader(Module):
    """Convolutions of 3 x 3, and two scores per pixel from its own features. Sees as far as its windows reach."""

    plan = PLAN

    def __init__(self, channels: int = 3, filters: int = 32, layers: int = 3, classes: int = 2):
        super().__init__()
        self.first = Convolution(channels, filters, 3, 1)
        self.rest = nn.ModuleList(Convolution(filters, filters, 3, 1) for _ in range(layers - 1))
        self.readout = Readout(filters, classes)

    def forward(self, picture):
        """picture (..., H, W, channels) -> scores (..., H, W, classes)."""
        x = self.look(self.first(picture))
        for layer in self.rest:
            x = layer(x)
        return self.readout(x)

    def look(self, x):
        """What stands after the first convolution: nothing here."""
        return x


class NonLocalReader(PlainReader):
    """The same with one non-local block after its first convolution; ``block`` is its kind."""

    def __init__(self, channels: int = 3, filters: int = 32, layers: int = 3, classes: int = 2, inner: int = 16,
                 block: type[NonLocalBlock] = NonLocalBlock):
        super().__init__(channels, filters, layers, classes)
        self.block = block(filters, inner)

    def look(self, x):
        return self.block(x)


class Readout(Module):
    """A 1 x 1 convolution: scores of every pixel. W (classes, filters, 1, 1), b (classes,)."""

    def __init__(self, filters: int, classes: int):
        super().__init__()
        self.W = nn.Parameter(nn.init.kaiming_normal_(torch.empty(classes, filters, 1, 1)))
        self.b = nn.Parameter(torch.zeros(classes))

    def forward(self, x):
        """(..., H, W, filters) -> (..., H, W, classes)."""
        return convolution.convolved(x, self.W, self.b, 1)
