"""How our parameters lie in the tensors of a checkpoint: which tensor, of which shape, and how it is read.

    parts = Parts(model, {"decoder.0.feed_forward.W_u": Source("model.layers.0.mlp.up_proj.weight", TURNED), ...})
    parts.shapes()             # name and shape of each tensor that the model needs
    parts.loaded(tensors)      # the model with these weights
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from torch import Tensor, nn

from core.models.layers import LayerNorm

Shape = tuple[int, ...]


class Layout(NamedTuple):
    """``shape``: ours -> the tensor's; ``read``: the tensor and our shape -> ours."""

    shape: Callable[[Shape], Shape]
    read: Callable[[Tensor, Shape], Tensor]


class Source(NamedTuple):
    """A tensor's name in the checkpoint and how a parameter lies in it."""

    name: str
    layout: Layout


SAME = Layout(lambda own: own, lambda tensor, own: tensor)
TURNED = Layout(lambda own: own[::-1], lambda tensor, own: tensor.mT)
"""A linear map that acts from the other side."""
HEADS = Layout(lambda own: (own[0] * own[-1], *own[1:-1]),
               lambda tensor, own: tensor.unflatten(0, (own[0], own[-1])).mT if len(own) > 2 else tensor.view(own))
"""The maps of all heads, (h, d_model, d_k), as one that acts from the other side; or their biases (h, d_k) as one."""


def third(number: int) -> Layout:
    """Queries, keys or values (0, 1, 2) of all heads in one map to all three, which acts from our side."""
    return Layout(lambda own: (*own[1:-1], 3 * own[0] * own[-1]),
                  lambda tensor, own: tensor.chunk(3, -1)[number].unflatten(-1, (own[0], own[-1])).movedim(-2, 0))


def linear(ours: str, theirs: str, number: str = "") -> dict[str, Source]:
    """W and b of a linear map, ``ours`` as "feed_forward." with ``number`` behind the letters."""
    suffix = f"_{number}" if number else ""
    return {f"{ours}W{suffix}": Source(f"{theirs}.weight", TURNED), f"{ours}b{suffix}": Source(f"{theirs}.bias", SAME)}


def norm(ours: str, theirs: str) -> dict[str, Source]:
    """Gain and bias of a layer normalization."""
    return {f"{ours}.gamma": Source(f"{theirs}.weight", SAME), f"{ours}.beta": Source(f"{theirs}.bias", SAME)}


def attention(ours: str, theirs: Mapping[str, str]) -> dict[str, Source]:
    """An attention of ours; ``theirs``: the names of the maps "Q", "K", "V" and "O"."""
    by_name = linear(f"{ours}.", theirs["O"], "O")
    for letter in "QKV":
        by_name |= {f"{ours}.W_{letter}": Source(f"{theirs[letter]}.weight", HEADS),
                    f"{ours}.b_{letter}": Source(f"{theirs[letter]}.bias", HEADS)}
    return by_name


class Parts(NamedTuple):
    """What a checkpoint is made of.

    ``model``: ours without numbers, which takes no memory; ``sources``: where each of its parameters lies; ``unread``:
    tensors that have no part in the numbers; ``epsilon``: of its layer norms; ``finish``: what is done to the model
    when its tensors are there.
    """

    model: nn.Module
    sources: Mapping[str, Source]
    unread: Iterable[str] = ()
    epsilon: float = 1e-5
    finish: Callable[[nn.Module, Mapping[str, Tensor]], None] = lambda model, tensors: None

    def own(self) -> dict[str, Shape]:
        """Name and shape of each of our parameters."""
        return {name: tuple(parameter.shape) for name, parameter in self.model.named_parameters()}

    def shapes(self) -> dict[str, Shape]:
        """Name and shape of each tensor that the model's parameters lie in."""
        own = self.own()
        return {source.name: source.layout.shape(own[name]) for name, source in self.sources.items()}

    def loaded(self, tensors: Mapping[str, Tensor]) -> nn.Module:
        """The model with the tensors as its parameters, not copied where they fit."""
        for module in self.model.modules():
            if isinstance(module, LayerNorm):
                module.epsilon = self.epsilon
        own = self.own()
        read = {name: source.layout.read(tensors[source.name], own[name]) for name, source in self.sources.items()}
        self.model.load_state_dict(read, assign=True)
        self.finish(self.model, tensors)
        return self.model.eval().requires_grad_(False)
