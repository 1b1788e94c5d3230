"""Checkpoints as Hugging Face writes them: a config and tensor names become a model, or a sentence says why not.

    check(config, shapes)                   # names and shapes as a file's header tells them, before any is read
    model = build(config, tensors)          # the wiring of core/models with these weights, as they are held

A family refuses by name each field that it cannot honour; nothing is ignored in silence. Adding one is a file here and
its test against ``transformers``: ``parts(config, shapes)``, a ``Parts`` of ``layouts.py``.
"""

import importlib
from collections.abc import Iterable, Mapping
from typing import Any

FAMILIES: Mapping[str, str] = {"llama": "llama", "mistral": "llama", "qwen2": "llama", "qwen3": "llama",
                               "bert": "bert", "roberta": "bert", "gpt2": "gpt2", "vit": "vit",
                               "vit_mae": "vit_mae", "marian": "marian"}
"""``model_type`` of a config -> the module of this package that reads it."""

MOST_LAYERS, MOST_SIZE = 1000, 1 << 20
"""Of a config that is believed: layers, and the size of any axis."""

UNREAD = frozenset({"model_type", "architectures", "torch_dtype", "dtype", "transformers_version", "use_cache",
                    "initializer_range", "bos_token_id", "eos_token_id", "_name_or_path", "transformers.js_config",
                    "output_hidden_states", "output_attentions", "return_dict", "chunk_size_feed_forward", "id2label",
                    "label2id", "problem_type"})
"""Fields of any family that have no part in the numbers."""


class RefusedError(ValueError):
    """A checkpoint that cannot be honoured; the message names the field or the tensor."""


def check(config: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]]) -> Any:
    """The ``Parts`` of a checkpoint with this header. RefusedError for an unknown family, a wrong field or tensor."""
    kind = config.get("model_type")
    if not isinstance(kind, str) or kind not in FAMILIES:
        known = ", ".join(sorted(FAMILIES))
        raise RefusedError(f"The config's model_type is {kind!r}; the families that can be read are: {known}.")
    parts = importlib.import_module(f"core.families.{FAMILIES[kind]}").parts(config, shapes)
    compare(parts.shapes(), shapes, parts.unread)
    return parts


def build(config: Mapping[str, Any], tensors: Mapping[str, Any]) -> Any:
    """The model of a checkpoint, its tensors by name. RefusedError where they do not fit."""
    return check(config, {name: tuple(tensor.shape) for name, tensor in tensors.items()}).loaded(tensors)


def fields(config: Mapping[str, Any], honoured: Mapping[str, type | tuple[type, ...]], fixed: Mapping[str, tuple],
           ignored: Iterable[str]) -> dict[str, Any]:
    """The honoured fields of a config, of their types.

    ``fixed``: fields that must have one of these values where they are given; ``ignored``: what has no part in the
    numbers. RefusedError names any other field, and one that is missing, of another type, or out of range.
    """
    for name, allowed in fixed.items():
        if name in config and config[name] not in allowed:
            raise RefusedError(f"The config's {name} is {config[name]!r}, which cannot be honoured here.")
    unknown = sorted(set(config) - set(honoured) - set(fixed) - set(ignored))
    if unknown:
        raise RefusedError(f"The config has the field {unknown[0]!r}, of which nothing is known here.")
    values = {}
    for name, kind in honoured.items():
        value = config.get(name)
        if (isinstance(value, bool) and kind is not bool) or not isinstance(value, kind):
            raise RefusedError(f"The config's {name} is {value!r}, which is no {getattr(kind, '__name__', 'number')}.")
        most = MOST_LAYERS if "layer" in name else MOST_SIZE
        if type(value) is int and not 0 < value <= most:
            raise RefusedError(f"The config's {name} is {value}; it must lie between 1 and {most:,}.")
        values[name] = value
    return values


def compare(wanted: Mapping[str, tuple[int, ...]], shapes: Mapping[str, tuple[int, ...]],
            ignored: Iterable[str] = ()) -> None:
    """RefusedError for a tensor that is missing, too many, or of another shape than the config implies."""
    for name, shape in wanted.items():
        if name not in shapes:
            raise RefusedError(f"The tensor {name} is missing.")
        if tuple(shapes[name]) != shape:
            raise RefusedError(f"The tensor {name} has the shape {tuple(shapes[name])}; the config implies {shape}.")
    surplus = sorted(set(shapes) - set(wanted) - set(ignored))
    if surplus:
        raise RefusedError(f"The tensor {surplus[0]} has no place in this model.")
