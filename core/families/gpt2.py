"""GPT-2: its linear maps act from our side, and one of them makes queries, keys and values."""

import functools
import re
from collections.abc import Mapping
from typing import Any

import torch

from core.families import UNREAD, RefusedError, fields
from core.families.layouts import SAME, Parts, Shape, Source, layers, placed, third
from core.models.gpt import GPT
from core.models.layers import ACTIVATIONS, FeedForward

HONOURED = {"vocab_size": int, "n_positions": int, "n_embd": int, "n_head": int, "n_layer": int, "n_inner": int,
            "layer_norm_epsilon": float}
FIXED = {"activation_function": tuple(ACTIVATIONS), "scale_attn_weights": (True,), "tie_word_embeddings": (True,),
         "scale_attn_by_inverse_layer_idx": (False,), "add_cross_attention": (False,), "is_encoder_decoder": (False,),
         "quantization_config": (None,)}
IGNORED = UNREAD | {"attn_pdrop", "embd_pdrop", "resid_pdrop", "n_ctx", "pad_token_id", "reorder_and_upcast_attn",
                    "summary_activation", "summary_first_dropout", "summary_proj_to_labels", "summary_type",
                    "summary_use_proj", "task_specific_params", "gradient_checkpointing"}


def parts(config: Mapping[str, Any], header: Mapping[str, Shape]) -> Parts:
    """The checkpoint's parts. RefusedError for a field that cannot be honoured."""
    inner = config.get("n_inner")
    if inner is None and type(config.get("n_embd")) is int:
        inner = 4 * config["n_embd"]
    read = fields(dict(config) | {"n_inner": inner}, HONOURED, FIXED, IGNORED)
    if read["n_embd"] % read["n_head"]:
        raise RefusedError(f"The config's n_embd {read['n_embd']} is no multiple of n_head {read['n_head']}.")
    activation = ACTIVATIONS[config.get("activation_function", "gelu_new")]
    with torch.device("meta"):
        model = GPT(read["vocab_size"], read["n_positions"], read["n_embd"], read["n_head"], read["n_layer"],
                    read["n_inner"], feed_forward=functools.partial(FeedForward, activation=activation))
    masks = {name for name in header if re.fullmatch(r"(transformer\.)?h\.\d+\.attn\.(masked_)?bias", name)}
    return Parts(model, sources(model, header), masks | {"lm_head.weight"}, read["layer_norm_epsilon"])


def sources(model: GPT, names: Mapping[str, Any]) -> dict[str, Source]:
    """Where each of our parameters lies; the oldest checkpoints have no ``transformer.`` in front."""
    at = "transformer." if any(name.startswith("transformer.") for name in names) else ""
    parts = {"norm_1": "ln_1", "norm_2": "ln_2", "self_attention.O": "attn.c_proj", "feed_forward.1": "mlp.c_fc",
             "feed_forward.2": "mlp.c_proj"}
    joint = {f"decoder.*.self_attention.{kind}_{letter}": Source(f"{at}h.*.attn.c_attn.{name}", third(place))
             for place, letter in enumerate("QKV") for kind, name in (("W", "weight"), ("b", "bias"))}
    return placed(model, {"embedding.W_E": Source(f"{at}wte.weight", SAME),
                          "embedding.W_P": Source(f"{at}wpe.weight", SAME), "decoder_norm": f"{at}ln_f",
                          **layers("decoder", f"{at}h", parts), **joint}, SAME)
