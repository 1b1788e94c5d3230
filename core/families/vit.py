"""ViT with the scores of its classes; its layers are those of the masked autoencoder too."""

from collections.abc import Mapping
from typing import Any

import torch

from core.families import UNREAD, RefusedError, fields
from core.families.layouts import SAME, Layout, Parts, Shape, Source, layers, placed
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
    return placed(model, {
        "embedding.patch_embedding.E": Source(f"{at}.patch_embeddings.projection.weight", kernels(config)),
        "embedding.patch_embedding.b": Source(f"{at}.patch_embeddings.projection.bias", SAME),
        "embedding.x_class": Source(f"{at}.cls_token", FIRST),
        "embedding.E_pos": Source(f"{at}.position_embeddings", ROWS),
        **stack("encoder", "vit.encoder.layer"), "encoder_norm": "vit.layernorm", "F": "classifier"})


def stack(ours: str, theirs: str, inside: str = "attention.attention",
          norms: tuple[str, str] = ("layernorm_before", "layernorm_after")) -> dict[str, str]:
    """A stack of layers. ``inside``: where the maps of an attention lie."""
    return layers(ours, theirs, {
        "self_attention.Q": f"{inside}.query", "self_attention.K": f"{inside}.key",
        "self_attention.V": f"{inside}.value", "self_attention.O": "attention.output.dense",
        "feed_forward.1": "intermediate.dense", "feed_forward.2": "output.dense", "norm_1": norms[0],
        "norm_2": norms[1]})
