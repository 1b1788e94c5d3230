"""Llama, Mistral, Qwen2, Qwen3, SmolLM: what differs are fields of the config."""

import sys
from collections.abc import Mapping
from typing import Any

import torch

from core.families import MOST_SIZE, UNREAD, RefusedError, fields
from core.families.layouts import SAME, Parts, Shape, Source, layers, placed
from core.models.layers import ACTIVATIONS
from core.models.llama import Llama

HONOURED = {"vocab_size": int, "hidden_size": int, "num_attention_heads": int, "num_hidden_layers": int,
            "intermediate_size": int, "rms_norm_eps": float, "num_key_value_heads": int}
FIXED = {"hidden_act": tuple(ACTIVATIONS), "rope_scaling": (None,), "attention_dropout": (0, 0.0), "mlp_bias": (False,),
         "pretraining_tp": (1,), "use_sliding_window": (False, True), "rope_interleaved": (False, True),
         "quantization_config": (None,), "is_encoder_decoder": (False,), "add_cross_attention": (False,)}
IGNORED = UNREAD | {"max_position_embeddings", "pad_token_id", "tie_word_embeddings", "head_dim", "attention_bias",
                    "rope_theta", "rope_parameters", "max_window_layers", "layer_types", "sliding_window",
                    "is_llama_config"}
"""What has no part in the numbers, and what ``sizes`` reads itself."""

WHOLE, WINDOWED = "full_attention", "sliding_attention"


def sizes(config: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of ``Llama``. RefusedError as ``fields``."""
    heads = config.get("num_attention_heads")
    values = fields({"num_key_value_heads": heads} | dict(config), HONOURED, FIXED, IGNORED)
    width, base = config.get("head_dim"), rotary_base(config)
    if width is not None and (type(width) is not int or not 0 < width <= MOST_SIZE):
        raise RefusedError(f"The config's head_dim is {width!r}, which is no size of a head.")
    if width is None and values["hidden_size"] % heads:
        raise RefusedError(f"The config's hidden_size {values['hidden_size']} is no multiple of {heads} heads.")
    if values["num_attention_heads"] % values["num_key_value_heads"]:
        raise RefusedError(f"The config's num_key_value_heads, {values['num_key_value_heads']}, do not divide {heads}.")
    return {"vocabulary_size": values["vocab_size"], "d_model": values["hidden_size"], "n_heads": heads,
            "n_groups": values["num_key_value_heads"], "n_layers": values["num_hidden_layers"],
            "d_ff": values["intermediate_size"], "d_k": width, "base": base, "epsilon": values["rms_norm_eps"],
            "tied": bool(config.get("tie_word_embeddings", False)),
            "bias": config["model_type"] == "qwen2" or bool(config.get("attention_bias", False)),
            "head_norm": config["model_type"] == "qwen3", "windows": windows(config),
            "interleaved": config.get("rope_interleaved", False),
            "activation": ACTIVATIONS[config.get("hidden_act", "silu")]}


def rotary_base(config: Mapping[str, Any]) -> float:
    """The base of the rotary angles. RefusedError for scaled positions, and for a base that is no positive number."""
    rope = config.get("rope_parameters") or {}
    if (not isinstance(rope, Mapping) or rope.get("rope_type", "default") != "default"
            or set(rope) - {"rope_type", "rope_theta"}):
        raise RefusedError(f"The config's rope_parameters are {rope!r}; only unscaled rotary positions are honoured.")
    base = rope.get("rope_theta", config.get("rope_theta", 10000.0))
    if type(base) not in (int, float) or not 0 < base <= sys.float_info.max:
        raise RefusedError(f"The config's rope_theta is {base!r}, which is no base of rotary angles.")
    return float(base)


def windows(config: Mapping[str, Any]) -> tuple[int | None, ...]:
    """How many tokens each layer sees, None for all. RefusedError for kinds of layers, or a window, that are none."""
    count, kinds, mistral = config["num_hidden_layers"], config.get("layer_types"), config["model_type"] == "mistral"
    slides = config.get("use_sliding_window", config["model_type"] in ("mistral", "llama"))
    window = config.get("sliding_window") if slides else None
    if window is not None and (type(window) is not int or window < 1 or config["model_type"] == "llama"):
        raise RefusedError(f"The config's sliding_window is {window!r}, which cannot be honoured here.")
    first = 0 if mistral else config.get("max_window_layers", count)
    if window is not None and type(first) is not int:
        raise RefusedError(f"The config's max_window_layers is {first!r}, which is no number of layers.")
    kinds = kinds or [WINDOWED if window and layer >= first else WHOLE for layer in range(count)]
    if not isinstance(kinds, list) or len(kinds) != count or set(kinds) - {WHOLE, WINDOWED}:
        raise RefusedError(f"The config's layer_types are {str(kinds)[:80]}; known are {WHOLE} and {WINDOWED}.")
    if WINDOWED in kinds and window is None:
        raise RefusedError(f"The config's layer_types hold {WINDOWED}, and it has no sliding_window in force.")
    return tuple(window if kind == WINDOWED else None for kind in kinds)


def parts(config: Mapping[str, Any], header: Mapping[str, Shape]) -> Parts:
    """The checkpoint's parts. RefusedError for a field that cannot be honoured."""
    read = sizes(config)
    with torch.device("meta"):
        model = Llama(**read)
    return Parts(model, sources(model), ("lm_head.weight",) if model.W_out is None else ())


def sources(model: Llama) -> dict[str, Source]:
    """Where each of our parameters lies; which of them there are, the model says."""
    theirs = {"norm_1": "input_layernorm", "norm_2": "post_attention_layernorm", "feed_forward.g": "mlp.gate_proj",
              "feed_forward.u": "mlp.up_proj", "feed_forward.d": "mlp.down_proj",
              **{f"self_attention.{letter}": f"self_attn.{letter.lower()}_proj" for letter in "QKVO"}}
    return placed(model, {
        "embedding.W_E": Source("model.embed_tokens.weight", SAME), "W_out": Source("lm_head.weight", SAME),
        "decoder_norm": "model.norm", **layers("decoder", "model.layers", theirs),
        "decoder.*.self_attention.gamma_Q": Source("model.layers.*.self_attn.q_norm.weight", SAME),
        "decoder.*.self_attention.gamma_K": Source("model.layers.*.self_attn.k_norm.weight", SAME)})
