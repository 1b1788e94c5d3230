"""A device that only pretends: its tensors lie on the CPU and compute there, but nothing mixes them with the CPU's.

Every call of torch passes here, also those that make tensors. What one tensor of the device takes part in, all others
must, as on a real one, but for single numbers; ``to``, ``cpu`` and ``copy_`` cross over. torch knows it as "meta", the
one name besides "cpu" for which any build has what its own code asks of a device.
"""

import contextlib
from collections.abc import Callable

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

NAME = "meta"
MOVES = (torch.ops.aten._to_copy.default, torch.ops.aten.copy_.default)


class Elsewhere(Tensor):
    """A tensor of the device; ``held``: its numbers."""

    @staticmethod
    def __new__(cls, held: Tensor):
        tensor = Tensor._make_wrapper_subclass(cls, held.size(), strides=held.stride(), dtype=held.dtype, device=NAME,
                                               storage_offset=held.storage_offset())
        tensor.held = held
        return tensor

    @classmethod
    def __torch_dispatch__(cls, call, types, args=(), kwargs=None):
        return computed(call, args, kwargs or {})

    def tolist(self) -> list:  # torch does these two for its own class alone
        return self.cpu().tolist()

    def new_tensor(self, numbers) -> Tensor:
        return torch.tensor(numbers, dtype=self.dtype, device=NAME)


class Device(TorchDispatchMode):
    """While it is there, tensors can be made on it."""

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # nothing is compiled here, and to keep the compiler out of each call takes as long as the call

    def __torch_dispatch__(self, call, types, args=(), kwargs=None):
        return computed(call, args, kwargs or {})


def leaves(given) -> list:
    """What arguments hold, at any depth."""
    if type(given) in (tuple, list):
        return [leaf for one in given for leaf in (leaves(one) if type(one) in (tuple, list, dict) else (one,))]
    return leaves(list(given.values())) if isinstance(given, dict) else [given]


def mapped(change: Callable, given):
    """The same with each leaf changed."""
    if isinstance(given, (tuple, list)):
        changed = [mapped(change, one) for one in given]
        return changed if isinstance(given, list) else tuple(changed)
    if isinstance(given, dict):
        return {name: mapped(change, one) for name, one in given.items()}
    return change(given)


def here(one):
    """The numbers of a tensor of the device; anything else as it is."""
    return one.held if type(one) is Elsewhere else one


def computed(call, args: tuple, kwargs: dict):
    """A call of torch with the numbers of its tensors. RuntimeError where they lie on two devices."""
    held = leaves(args) + leaves(kwargs) if kwargs else leaves(args)
    away, asked = [one for one in held if type(one) is Elsewhere], kwargs.get("device")
    if not away and asked is None:
        return call(*args, **kwargs)
    near = [one for one in held if type(one) is not Elsewhere and isinstance(one, Tensor)] if away else []
    if call not in MOVES and any(one.ndim for one in near):
        raise RuntimeError(f"{call} mixes devices: {[(tuple(one.shape), str(one.device)) for one in (*away, *near)]}")
    if away and any(isinstance(one, torch.Generator) for one in held):
        raise RuntimeError(f"{call} mixes devices: it draws there by a generator of the CPU")
    made_on = args[0] if call is torch.ops.aten.copy_.default else None
    there = isinstance(made_on, Elsewhere) if made_on is not None else (
        bool(away) if asked is None else torch.device(asked).type == NAME)
    kwargs = kwargs if asked is None else kwargs | {"device": "cpu"}
    args, kwargs = mapped(here, args), mapped(here, kwargs)
    result, own = call(*args, **kwargs), {id(one.held): one for one in away}
    if not there:
        return result
    return mapped(lambda one: own[id(one)] if id(one) in own else Elsewhere(one) if isinstance(one, Tensor) else one,
                  result)


@contextlib.contextmanager
def chosen(monkeypatch):
    """The operator has named this device."""
    tensor = torch.tensor
    with monkeypatch.context() as patch, Device():
        patch.setenv("ATTENTION_DEVICE", NAME)
        patch.setattr(torch, "tensor", lambda numbers, device=None, **more: tensor(numbers, **more).to(device))
        swaps = torch.__future__.get_swap_module_params_on_conversion()
        torch.__future__.set_swap_module_params_on_conversion(True)  # a moved parameter stays itself, as on a real one
        try:
            yield
        finally:
            torch.__future__.set_swap_module_params_on_conversion(swaps)
