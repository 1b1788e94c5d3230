"""The masked autoencoder: ViT's layers over the patches that are seen, and narrower ones that paint the others."""

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from core.families import UNREAD, RefusedError
from core.families.layouts import SAME, Layout, Parts, Shape, Source, placed
from core.families.vit import FIRST, FIXED, ROWS, kernels, sizes, stack
from core.models.mae import MAE

HONOURED = {"decoder_hidden_size": int, "decoder_num_attention_heads": int, "decoder_num_hidden_layers": int,
            "decoder_intermediate_size": int}
PLAIN = {"norm_pix_loss": (False,)}
"""A model trained for normalized pixels paints numbers that are no pixels."""
IGNORED = UNREAD | {"hidden_dropout_prob", "attention_probs_dropout_prob", "mask_ratio"}
BEHIND_CLASS = Layout(lambda own: (1, own[0] + 1, own[1]), lambda tensor, own: tensor[0, 1:])
"""The places of the patches, stored behind the class token's."""


def parts(config: Mapping[str, Any], header: Mapping[str, Shape]) -> Parts:
    """The checkpoint's parts. RefusedError for a field that cannot be honoured."""
    read, patches = sizes(config, FIXED | PLAIN, IGNORED, HONOURED)
    if read["decoder_hidden_size"] % read["decoder_num_attention_heads"]:
        raise RefusedError("The config's decoder_hidden_size is no multiple of its decoder_num_attention_heads.")
    with torch.device("meta"):
        model = MAE(read["patch_size"], read["num_channels"], patches, read["hidden_size"], read["num_attention_heads"],
                    read["num_hidden_layers"], read["intermediate_size"], read["decoder_hidden_size"],
                    read["decoder_num_hidden_layers"], read["decoder_num_attention_heads"],
                    read["decoder_intermediate_size"])
    return Parts(model, sources(model, config), epsilon=read["layer_norm_eps"], finish=finish)


def finish(model: MAE, tensors: Mapping[str, Tensor]) -> None:
    """Ours gives the class token no place, so that place is added to the token."""
    model.x_class.data = model.x_class.data + tensors["vit.embeddings.position_embeddings"][0, 0]


def sources(model: MAE, config: Mapping[str, Any]) -> dict[str, Source]:
    """Where each of our parameters lies."""
    at = "vit.embeddings"
    return placed(model, {
        "E": Source(f"{at}.patch_embeddings.projection.weight", kernels(config)),
        "b_E": Source(f"{at}.patch_embeddings.projection.bias", SAME),
        "x_class": Source(f"{at}.cls_token", FIRST), "E_pos": Source(f"{at}.position_embeddings", BEHIND_CLASS),
        **stack("encoder", "vit.encoder.layer"), "encoder_norm": "vit.layernorm",
        "unmasking.D": "decoder.decoder_embed", "unmasking.x_mask": Source("decoder.mask_token", FIRST),
        "unmasking.D_pos": Source("decoder.decoder_pos_embed", ROWS),
        **stack("decoder", "decoder.decoder_encoder.layer"), "decoder_norm": "decoder.decoder_norm",
        "": "decoder.decoder_pred"})
