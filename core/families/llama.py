"""Llama, Mistral, Qwen2, Qwen3, SmolLM: what differs are fields of the config."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from core.families import UNREAD, RefusedError, compare, fields
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
    rope = config.get("rope_parameters") or {}
    if rope.get("rope_type", "default") != "default" or set(rope) - {"rope_type", "rope_theta"}:
        raise RefusedError(f"The config's rope_parameters are {rope!r}; only unscaled rotary positions are honoured.")
    width, base = config.get("head_dim"), rope.get("rope_theta", config.get("rope_theta", 10000.0))
    if width is None and values["hidden_size"] % heads:
        raise RefusedError(f"The config's hidden_size {values['hidden_size']} is no multiple of {heads} heads.")
    if values["num_attention_heads"] % values["num_key_value_heads"]:
        raise RefusedError(f"The config's num_key_value_heads, {values['num_key_value_heads']}, do not divide {heads}.")
    return {"vocabulary_size": values["vocab_size"], "d_model": values["hidden_size"], "n_heads": heads,
            "n_groups": values["num_key_value_heads"], "n_layers": values["num_hidden_layers"],
            "d_ff": values["intermediate_size"], "d_k": width, "base": float(base), "epsilon": values["rms_norm_eps"],
            "tied": bool(config.get("tie_word_embeddings", False)),
            "bias": config["model_type"] == "qwen2" or bool(config.get("attention_bias", False)),
            "head_norm": config["model_type"] == "qwen3", "windows": windows(config),
            "interleaved": config.get("rope_interleaved", False),
            "activation": ACTIVATIONS[config.get("hidden_act", "silu")]}


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


def wanted(config: Mapping[str, Any]) -> dict[str, tuple[int, ...]]:
    """Name and shape of each tensor that the config implies, as Hugging Face calls it."""
    s = sizes(config)
    d, d_k = s["d_model"], s["d_k"] or s["d_model"] // s["n_heads"]
    table, queries, groups = (s["vocabulary_size"], d), s["n_heads"] * d_k, s["n_groups"] * d_k
    shapes = {"model.embed_tokens.weight": table, "model.norm.weight": (d,)}
    if not s["tied"]:
        shapes["lm_head.weight"] = table
    for layer in range(s["n_layers"]):
        own = f"model.layers.{layer}"
        shapes |= {f"{own}.input_layernorm.weight": (d,), f"{own}.post_attention_layernorm.weight": (d,),
                   f"{own}.self_attn.q_proj.weight": (queries, d), f"{own}.self_attn.k_proj.weight": (groups, d),
                   f"{own}.self_attn.v_proj.weight": (groups, d), f"{own}.self_attn.o_proj.weight": (d, queries),
                   f"{own}.mlp.gate_proj.weight": (s["d_ff"], d), f"{own}.mlp.up_proj.weight": (s["d_ff"], d),
                   f"{own}.mlp.down_proj.weight": (d, s["d_ff"])}
        if s["bias"]:
            shapes |= {f"{own}.self_attn.{letter}_proj.bias": (size,)
                       for letter, size in (("q", queries), ("k", groups), ("v", groups))}
        if s["head_norm"]:
            shapes |= {f"{own}.self_attn.q_norm.weight": (d_k,), f"{own}.self_attn.k_norm.weight": (d_k,)}
    return shapes


def check(config: Mapping[str, Any], shapes: Mapping[str, tuple[int, ...]]) -> None:
    """RefusedError unless the tensors of a header are those that the config implies."""
    tied = ("lm_head.weight",) if config.get("tie_word_embeddings") else ()
    compare(wanted(config), shapes, tied)


def build(config: Mapping[str, Any], tensors: Mapping[str, Tensor]) -> Llama:
    """The model with these weights, as they are: none is copied."""
    model = Llama(**sizes(config))  # its own parameters are never touched, so they take no memory
    model.load_state_dict(mapped(model, tensors), assign=True)
    return model.eval().requires_grad_(False)


def mapped(model: Llama, tensors: Mapping[str, Tensor]) -> dict[str, Tensor]:
    """Our names for Hugging Face's tensors; linear maps act from the other side there."""
    weights = {"embedding.W_E": tensors["model.embed_tokens.weight"],
               "decoder_norm.gamma": tensors["model.norm.weight"]}
    if model.W_out is not None:
        weights["W_out"] = tensors["lm_head.weight"]
    for number, layer in enumerate(model.decoder):
        theirs, ours = f"model.layers.{number}", f"decoder.{number}"
        weights |= {f"{ours}.norm_1.gamma": tensors[f"{theirs}.input_layernorm.weight"],
                    f"{ours}.norm_2.gamma": tensors[f"{theirs}.post_attention_layernorm.weight"],
                    f"{ours}.self_attention.W_O": tensors[f"{theirs}.self_attn.o_proj.weight"].mT}
        for letter, name in (("g", "gate"), ("u", "up"), ("d", "down")):
            weights[f"{ours}.feed_forward.W_{letter}"] = tensors[f"{theirs}.mlp.{name}_proj.weight"].mT
        if layer.self_attention.head_norm:
            for letter in "QK":
                name = f"{theirs}.self_attn.{letter.lower()}_norm.weight"
                weights[f"{ours}.self_attention.gamma_{letter}"] = tensors[name]
        for letter in "QKV":
            whole = tensors[f"{theirs}.self_attn.{letter.lower()}_proj.weight"]
            weights[f"{ours}.self_attention.W_{letter}"] = whole.unflatten(0, (-1, layer.self_attention.d_k)).mT
            bias = tensors.get(f"{theirs}.self_attn.{letter.lower()}_proj.bias")
            if bias is not None:
                weights[f"{ours}.self_attention.b_{letter}"] = bias.unflatten(0, (-1, layer.self_attention.d_k))
    return weights
