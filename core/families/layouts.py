"""How our parameters lie in the tensors of a checkpoint: which tensor, of which shape, and how it is read.

    parts = Parts(model, placed(model, {"decoder.*.feed_forward.u": "model.layers.*.mlp.up_proj", ...}))
    parts.shapes()             # name and shape of each tensor that the model needs
    parts.loaded(tensors)      # the model with these weights
"""

import re
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


def placed(model: nn.Module, table: Mapping[str, str | Source], maps: Layout = TURNED) -> dict[str, Source]:
    """Where each parameter of a model lies, by a table of our names to theirs; ``*`` stands for the number of a layer.

    "embedding.W_E" -> the tensor that it lies in. "decoder.*.norm_1", or "decoder.*.feed_forward.2" of W_2 and b_2 ->
    what stands before ".weight" (W, gamma) and ".bias" (b, beta); "" is the model itself, of whose W and b it is.
    ``maps``: how the matrices of linear maps lie.
    """
    sources = {}
    for name, _ in model.named_parameters():
        number = re.search(r"(?<=\.)\d+(?=\.)", name)
        whole = re.sub(r"\.\d+\.", ".*.", name)
        part, kind, letter = re.fullmatch(r"(?:(.+)\.)?(\w+?)(?:_(\w+))?", whole).groups()
        theirs = table.get(whole)
        if theirs is None:
            layout = HEADS if letter in ("Q", "K", "V") else maps if kind == "W" else SAME
            at = table[".".join(filter(None, (part, letter)))]
            theirs = Source(f"{at}.{'bias' if kind in ('b', 'beta') else 'weight'}", layout)
        sources[name] = theirs._replace(name=theirs.name.replace("*", number[0])) if number else theirs
    return sources


def layers(ours: str, theirs: str, parts: Mapping[str, str]) -> dict[str, str]:
    """Of a table, the parts of each layer of a stack."""
    return {f"{ours}.*.{own}": f"{theirs}.*.{name}" for own, name in parts.items()}


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
