"""Marian, as in opus-mt: the notes' Transformer with one table for both sides. Junczys-Dowmunt et al. 2018.

Its sinusoids stand side by side, all sines before all cosines; N0 (3) lets them alternate. So the features of every
row are put in that order here, which changes no number but its place.
"""

import functools
from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from core.families import UNREAD, RefusedError, fields
from core.families.layouts import SAME, Layout, Parts, Shape, Source, layers, placed
from core.models.layers import ACTIVATIONS, FeedForward
from core.models.transformer import SharedTransformer

SIDES = ("encoder", "decoder")
HONOURED = {"vocab_size": int, "d_model": int, **{f"{side}_{name}": int for side in SIDES for name in (
    "layers", "attention_heads", "ffn_dim")}}
FIXED = {"activation_function": tuple(ACTIVATIONS), "scale_embedding": (True,), "is_encoder_decoder": (True,),
         "share_encoder_decoder_embeddings": (True,), "tie_word_embeddings": (True,), "normalize_before": (False,),
         "normalize_embedding": (False,), "static_position_embeddings": (True,), "add_final_layer_norm": (False,),
         "extra_pos_embeddings": (0,), "quantization_config": (None,)}
IGNORED = UNREAD | {
    "decoder_vocab_size", "max_position_embeddings", "encoder_layerdrop", "decoder_layerdrop", "dropout", "init_std",
    "attention_dropout", "activation_dropout", "classifier_dropout", "classif_dropout", "decoder_start_token_id",
    "pad_token_id", "forced_eos_token_id", "bad_words_ids", "max_length", "num_beams", "num_hidden_layers",
    "add_bias_logits", "force_bos_token_to_be_generated", "gradient_checkpointing", "task_specific_params",
    "tie_encoder_decoder", "is_decoder", "add_cross_attention"}
"""What has no part in the scores; the last are told again by what is fixed."""
COPIES = ("model.encoder.embed_tokens.weight", "model.decoder.embed_tokens.weight", "lm_head.weight")
SINUSOIDS = tuple(f"model.{side}.embed_positions.weight" for side in SIDES)
FIRST = Layout(lambda own: (1, *own), lambda tensor, own: tensor[0])
SORTED = {"W_E": -1, "W_Q": 1, "W_K": 1, "W_V": 1, "W_O": -1, "b_O": 0, "W_1": 0, "W_2": -1, "b_2": 0, "gamma": 0,
          "beta": 0}
"""Which axis of a parameter runs along the features of a row."""


def parts(config: Mapping[str, Any], header: Mapping[str, Shape]) -> Parts:
    """The checkpoint's parts. RefusedError for a field that cannot be honoured."""
    read = fields(config, HONOURED, FIXED, IGNORED)
    for name in ("layers", "attention_heads", "ffn_dim"):
        if read[f"encoder_{name}"] != read[f"decoder_{name}"]:
            raise RefusedError(f"The config's decoder_{name} is {read[f'decoder_{name}']}, and its encoder_{name} "
                               f"{read[f'encoder_{name}']}: two stacks that differ are not built here.")
    if config.get("decoder_vocab_size", read["vocab_size"]) != read["vocab_size"]:
        raise RefusedError("The config's decoder_vocab_size is another than its vocab_size.")
    if read["d_model"] % 2 or read["d_model"] % read["encoder_attention_heads"]:
        raise RefusedError(f"The config's d_model {read['d_model']} is odd, or no multiple of its attention_heads.")
    activation = ACTIVATIONS[config.get("activation_function", "gelu")]
    with torch.device("meta"):
        model = SharedTransformer(read["vocab_size"], read["d_model"], n_heads=read["encoder_attention_heads"],
                                  n_layers=read["encoder_layers"], d_ff=read["encoder_ffn_dim"],
                                  feed_forward=functools.partial(FeedForward, activation=activation))
    del model.target_embedding.W_E  # for a while, as it is the other side's
    order = features(read["d_model"])
    ordered = {name: Source(source.name, in_order(source.layout, SORTED.get(name.rpartition(".")[2]), order))
               for name, source in sources(model).items()}
    return Parts(model, ordered, {*COPIES, *SINUSOIDS}, finish=finish)


def finish(model: SharedTransformer, tensors: Mapping[str, Tensor]) -> None:
    """One table for both sides. RefusedError where places are stored that are no sinusoids."""
    model.target_embedding.W_E = model.source_embedding.W_E
    for name in SINUSOIDS:
        if name in tensors:
            check_places(name, tensors[name])


def sources(model: SharedTransformer) -> dict[str, Source]:
    """Where each of our parameters lies."""
    table = {"source_embedding.W_E": Source("model.shared.weight", SAME), "b_out": Source("final_logits_bias", FIRST)}
    maps = {f"{own}.{letter}": f"{name}.{letter.lower() if letter in 'QKV' else 'out'}_proj" for letter in "QKVO"
            for own, name in (("self_attention", "self_attn"), ("cross_attention", "encoder_attn"))}
    for side, last in (("encoder", 2), ("decoder", 3)):
        table |= layers(side, f"model.{side}.layers", maps | {
            "norm_1": "self_attn_layer_norm", "norm_2": "encoder_attn_layer_norm", "feed_forward.1": "fc1",
            "feed_forward.2": "fc2", f"norm_{last}": "final_layer_norm"})
    return placed(model, table)


def features(d_model: int) -> Tensor:
    """(d_model,): which of their features stands at each place of ours."""
    return torch.arange(d_model).view(2, -1).mT.flatten()


def in_order(layout: Layout, axis: int | None, order: Tensor) -> Layout:
    """The same layout, with an axis in our order."""
    if axis is None:
        return layout
    return Layout(layout.shape, lambda tensor, own: layout.read(tensor, own).index_select(axis, order))


def check_places(name: str, table: Tensor) -> None:
    """RefusedError if a stored table of places (n, d_model) is not that which is computed."""
    if table.ndim != 2 or table.shape[1] % 2:
        raise RefusedError(f"The tensor {name} holds no table of places.")
    angles = torch.outer(torch.arange(len(table)), 10000.0 ** -(torch.arange(0, table.shape[1], 2) / table.shape[1]))
    if not torch.allclose(table.float(), torch.cat((angles.sin(), angles.cos()), 1), atol=2e-3):
        raise RefusedError(f"The tensor {name} holds places that are no sinusoids.")
