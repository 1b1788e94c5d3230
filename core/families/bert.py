"""BERT, MiniLM and RoBERTa: with the head that says what is hidden, or, without it, as an encoder of sentences."""

from collections.abc import Mapping
from typing import Any

import torch

from core.families import UNREAD, RefusedError, fields
from core.families.layouts import SAME, Layout, Parts, Shape, Source, placed
from core.families.vit import stack
from core.models.bert import BERT, SentenceEncoder

HONOURED = {"vocab_size": int, "max_position_embeddings": int, "type_vocab_size": int, "hidden_size": int,
            "num_attention_heads": int, "num_hidden_layers": int, "intermediate_size": int, "layer_norm_eps": float}
FIXED = {"hidden_act": ("gelu",), "position_embedding_type": ("absolute",), "is_decoder": (False,),
         "add_cross_attention": (False,), "is_encoder_decoder": (False,), "tie_word_embeddings": (True,),
         "quantization_config": (None,)}
IGNORED = UNREAD | {"hidden_dropout_prob", "attention_probs_dropout_prob", "classifier_dropout", "pad_token_id",
                    "gradient_checkpointing"}
HEADS_OF = {"bert": ("cls.predictions.transform.dense", "cls.predictions.transform.LayerNorm", "cls.predictions.bias"),
            "roberta": ("lm_head.dense", "lm_head.layer_norm", "lm_head.bias")}
"""Where the parts of the head that says what is hidden lie."""
TIED = {"cls.predictions.decoder.weight", "cls.predictions.decoder.bias", "cls.seq_relationship.weight",
        "cls.seq_relationship.bias", "lm_head.decoder.weight", "lm_head.decoder.bias"}
"""What lies beside that head and is not read."""


def parts(config: Mapping[str, Any], header: Mapping[str, Shape]) -> Parts:
    """The checkpoint's parts, with the head if it has one. RefusedError for a field that cannot be honoured."""
    read, prefix = fields(config, HONOURED, FIXED, IGNORED), f"{config['model_type']}."
    if not any(name.startswith(prefix) for name in header):  # it is no part of something larger
        prefix = ""
    places = read["max_position_embeddings"] - skipped_places(config)
    if read["hidden_size"] % read["num_attention_heads"] or places < 1:
        raise RefusedError(f"The config's hidden_size {read['hidden_size']} is no multiple of its num_attention_heads, "
                           f"or its max_position_embeddings {read['max_position_embeddings']} leave no place.")
    kind = BERT if HEADS_OF[config["model_type"]][-1] in header else SentenceEncoder
    with torch.device("meta"):
        model = kind(read["vocab_size"], places, read["type_vocab_size"], read["hidden_size"],
                     read["num_attention_heads"], read["num_hidden_layers"], read["intermediate_size"])
    model.marks = model.marks._replace(pad=padding(config))
    unread = {f"{prefix}{name}" for name in ("pooler.dense.weight", "pooler.dense.bias", "embeddings.position_ids")}
    return Parts(model, sources(model, config, prefix), unread | (TIED if kind is BERT else set()),
                 read["layer_norm_eps"])


def padding(config: Mapping[str, Any]) -> int:
    """The id of padding. RefusedError if the config tells none that the vocabulary has."""
    pad = config.get("pad_token_id", 1 if config["model_type"] == "roberta" else 0)
    if type(pad) is not int or not 0 <= pad < config["vocab_size"]:
        raise RefusedError(f"The config's pad_token_id is {pad!r}, which is no word of the vocabulary.")
    return pad


def skipped_places(config: Mapping[str, Any]) -> int:
    """RoBERTa counts places from behind the id of padding; the rows before are never read."""
    pad = padding(config)
    return pad + 1 if config["model_type"] == "roberta" else 0


def sources(model: BERT | SentenceEncoder, config: Mapping[str, Any], prefix: str) -> dict[str, Source]:
    """Where each of our parameters lies."""
    at, skipped = f"{prefix}embeddings", skipped_places(config)
    places = Layout(lambda own: (own[0] + skipped, own[1]), lambda tensor, own: tensor[skipped:])
    dense, scaled, bias = HEADS_OF[config["model_type"]]
    return placed(model, {
        "embedding.W_E": Source(f"{at}.word_embeddings.weight", SAME),
        "embedding.W_P": Source(f"{at}.position_embeddings.weight", places),
        "embedding.W_S": Source(f"{at}.token_type_embeddings.weight", SAME), "embedding.norm": f"{at}.LayerNorm",
        **stack("encoder", f"{prefix}encoder.layer", "attention.self",
                ("attention.output.LayerNorm", "output.LayerNorm")),
        "transform.1": dense, "transform.norm": scaled, "b_out": Source(bias, SAME)})
