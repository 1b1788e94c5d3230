"""A small good checkpoint in Hugging Face's form and in GGUF's, for what is to be brought."""

import functools
import json

import gguf
import numpy as np
import torch
import transformers
from safetensors.numpy import save_file
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

SIZES = {"hidden_size": 64, "intermediate_size": 96, "num_hidden_layers": 2, "num_attention_heads": 2,
         "num_key_value_heads": 1, "head_dim": 32, "vocab_size": 300, "max_position_embeddings": 64,
         "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "tie_word_embeddings": True}
MERGES = [("t", "h"), ("th", "e"), ("Ġ", "the"), ("i", "n"), ("Ġ", "a")]
PIECES = ["<end>", *sorted(pre_tokenizers.ByteLevel.alphabet()), *("".join(pair) for pair in MERGES)]


@functools.cache
def weights():
    """A small model's tensors by Hugging Face's names, in float32, with the table tied."""
    torch.manual_seed(1)
    model = transformers.LlamaForCausalLM(transformers.LlamaConfig(**SIZES))
    return {name: value.numpy() for name, value in model.state_dict().items() if name != "lm_head.weight"}


def config():
    return {"architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", **SIZES}


def tokenizer():
    built = Tokenizer(models.BPE({piece: index for index, piece in enumerate(PIECES)}, MERGES))
    built.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True),
                                                   pre_tokenizers.ByteLevel(add_prefix_space=False)])
    built.decoder = decoders.ByteLevel()
    built.add_special_tokens(["<end>"])
    return built.to_str()


def folder(path):
    """The checkpoint as a folder."""
    path.mkdir()
    save_file(weights(), path / "model.safetensors", {"format": "pt"})
    (path / "config.json").write_text(json.dumps(config()), "utf-8")
    (path / "tokenizer.json").write_text(tokenizer(), "utf-8")
    return path


def shards(path):
    """The same, its tensors in two files with an index."""
    folder(path)
    (path / "model.safetensors").unlink()
    index = {name: f"model-{1 + place % 2:05}-of-00002.safetensors" for place, name in enumerate(weights())}
    for file in set(index.values()):
        save_file({name: value for name, value in weights().items() if index[name] == file}, path / file)
    (path / "model.safetensors.index.json").write_text(json.dumps({"weight_map": index}), "utf-8")
    return path


def neighbours(value, heads):
    """Rows in the order in which llama.cpp rotates: a head's halves become pairs of neighbours."""
    return value.reshape(heads, 2, -1, value.shape[-1]).swapaxes(1, 2).reshape(value.shape)


LLAMA_NAMES = {"input_layernorm": "attn_norm", "post_attention_layernorm": "ffn_norm", "o_proj": "attn_output",
               "q_proj": "attn_q", "k_proj": "attn_k", "v_proj": "attn_v", "gate_proj": "ffn_gate",
               "up_proj": "ffn_up", "down_proj": "ffn_down"}


def gguf_file(path, kind=gguf.GGMLQuantizationType.F16, fields=()):
    """The checkpoint in GGUF, as the library writes it; matrices in one type, norms in float32."""
    writer = gguf.GGUFWriter(path, "llama")
    for key, number in (("context_length", 64), ("embedding_length", 64), ("feed_forward_length", 96),
                        ("block_count", 2), ("attention.head_count", 2), ("attention.head_count_kv", 1),
                        ("rope.dimension_count", 32), *fields):
        writer.add_uint32(f"llama.{key}", number)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("smollm")
    writer.add_token_list(PIECES)
    writer.add_token_types([3] + [1] * (len(PIECES) - 1))
    writer.add_token_merges([" ".join(pair) for pair in MERGES])
    for name, value in weights().items():
        parts = name.split(".")
        heads = {"q_proj": 2, "k_proj": 1}.get(parts[-2])
        own = {"embed_tokens": "token_embd", "norm": "output_norm"}.get(parts[-2])
        value = neighbours(value, heads) if heads else value
        packed = gguf.quantize(value, kind) if value.ndim > 1 else value
        writer.add_tensor(f"{own or f'blk.{parts[2]}.{LLAMA_NAMES[parts[-2]]}'}.weight", packed,
                          raw_dtype=kind if packed.dtype == np.uint8 else None)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
