"""ViT with the scores of its classes; its layers are those of the masked autoencoder too."""

from collections.abc import Mapping
from typing import Any

import torch

from core.families import UNREAD, RefusedError, fields
from core.families.layouts import SAME, Layout, Parts, Shape, Source, attention, linear, norm
from core.models.vit import ViT

HONOURED = {"hidden_size": int, "num_attention_heads": int, "num_hidden_layers": int, "intermediate_size": int,
            "layer_norm_eps": float, "image_size": int, "patch_size": int, "num_channels": int}
FIXED = {"hidden_act": ("gelu",), "qkv_bias": (True,), "quantization_config": (None,)}
IGNORED = UNREAD | {"hidden_dropout_prob", "attention_probs_dropout_prob", "encoder_stride", "pooler_act",
                    "pooler_output_size"}
FIRST = Layout(lambda own: (1, 1, *own), lambda tensor, own: tensor.view(own))
"""One row, stored as a batch of one row."""
ROWS = Layout(lambda own: (1, *own), lambda tensor, own: tensor[0])
"""Rows, stored as a batch of one."""


def parts(config: Mapping[str, Any], header: Mapping[str, Shape]) -> Parts:
    """The checkpoint's parts; the header alone tells how many classes there are. RefusedError for a field."""
    read, patches = sizes(config, FIXED, IGNORED)
    classes = header.get("classifier.bias", ())
    if len(classes) != 1:
        raise RefusedError("The tensor classifier.bias is missing, or is no row: this model has no classes.")
    with torch.device("meta"):
        model = ViT(read["patch_size"], read["num_channels"], patches, classes[0], read["hidden_size"],
                    read["num_attention_heads"], read["num_hidden_layers"], read["intermediate_size"])
    return Parts(model, sources(model, config), epsilon=read["layer_norm_eps"])


def sizes(config: Mapping[str, Any], fixed: Mapping[str, tuple], ignored: frozenset[str],
          more: Mapping[str, type] | None = None) -> tuple[dict[str, Any], int]:
    """The fields of a config, and how many patches its pictures have. RefusedError for those that do not fit."""
    read = fields(config, HONOURED | (more or {}), fixed, ignored)
    if read["image_size"] % read["patch_size"]:
        raise RefusedError(f"The config's image_size {read['image_size']} is no multiple of its patch_size.")
    if read["hidden_size"] % read["num_attention_heads"]:
        raise RefusedError(f"The config's hidden_size {read['hidden_size']} is no multiple of its num_attention_heads.")
    return read, (read["image_size"] // read["patch_size"]) ** 2


def kernels(config: Mapping[str, Any]) -> Layout:
    """Our map of a patch's pixels, channel last, as a convolution's kernels (d_model, channel, row, column)."""
    side, channels = config["patch_size"], config["num_channels"]
    return Layout(lambda own: (own[1], channels, side, side), lambda tensor, own: tensor.movedim(1, -1).flatten(1).mT)


def sources(model: ViT, config: Mapping[str, Any]) -> dict[str, Source]:
    """Where each of our parameters lies."""
    at = "vit.embeddings"
    return {"embedding.patch_embedding.E": Source(f"{at}.patch_embeddings.projection.weight", kernels(config)),
            "embedding.patch_embedding.b": Source(f"{at}.patch_embeddings.projection.bias", SAME),
            "embedding.x_class": Source(f"{at}.cls_token", FIRST),
            "embedding.E_pos": Source(f"{at}.position_embeddings", ROWS),
            **stack("encoder", "vit.encoder.layer", len(model.encoder)), **norm("encoder_norm", "vit.layernorm"),
            **{f"{letter}_F": source for letter, source in linear("", "classifier").items()}}


def stack(ours: str, theirs: str, count: int, inside: str = "attention.attention",
          norms: tuple[str, str] = ("layernorm_before", "layernorm_after")) -> dict[str, Source]:
    """A stack of layers. ``inside``: where the maps of an attention lie."""
    by_name = {}
    for number in range(count):
        own, at = f"{ours}.{number}", f"{theirs}.{number}"
        maps = {x: f"{at}.{inside}.{name}" for x, name in zip("QKV", ("query", "key", "value"))}
        by_name |= attention(f"{own}.self_attention", maps | {"O": f"{at}.attention.output.dense"})
        by_name |= linear(f"{own}.feed_forward.", f"{at}.intermediate.dense", "1")
        by_name |= linear(f"{own}.feed_forward.", f"{at}.output.dense", "2")
        by_name |= norm(f"{own}.norm_1", f"{at}.{norms[0]}") | norm(f"{own}.norm_2", f"{at}.{norms[1]}")
    return by_name
