"""A model with some of its parameters replaced, beside the model itself, with which other readers compute meanwhile."""

import copy
from collections.abc import Mapping

from torch import Tensor, nn


def with_parameters(model: nn.Module, given: Mapping[str, Tensor]) -> nn.Module:
    """A copy that shares all but the parameters ``given``, by their names in the model.

    ``torch.func.functional_call`` puts them into the model itself for the time of the call, so that another thread
    computes with them too.
    """
    own, below = copy.copy(model), {}
    own._parameters, own._modules = dict(model._parameters), dict(model._modules)
    for name, value in given.items():
        part, _, rest = name.partition(".")
        if rest:
            below.setdefault(part, {})[rest] = value
        else:
            own._parameters[part] = value
    for part, values in below.items():
        own._modules[part] = with_parameters(model._modules[part], values)
    return own
