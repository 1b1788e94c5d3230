"""A ``.gguf`` file of the llama architecture: its metadata as a config, its tensors by Hugging Face's names, in f16."""

import math
import re
from collections.abc import Iterator
from pathlib import Path

from core.bring import gguf_header, tokenizer
from core.bring.checkpoint import PART_BYTES, Checkpoint, Layout
from core.bring.gguf_header import Stored
from core.files import UnusableError

NAMES = {"token_embd.weight": "model.embed_tokens.weight", "output_norm.weight": "model.norm.weight",
         "output.weight": "lm_head.weight"}
NAMES_IN_LAYER = {"attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm", "attn_q": "self_attn.q_proj",
                  "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
                  "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj"}
FIELDS = {"embedding_length": "hidden_size", "feed_forward_length": "intermediate_size",
          "block_count": "num_hidden_layers", "attention.head_count": "num_attention_heads",
          "context_length": "max_position_embeddings"}
HONOURED = {*FIELDS, "attention.head_count_kv", "attention.layer_norm_rms_epsilon", "attention.key_length",
            "attention.value_length", "rope.freq_base", "rope.dimension_count", "vocab_size"}


def read(path: Path) -> Checkpoint:
    """A checkpoint whose weights still lie in the file. Raises UnusableError; of the weights, reads nothing."""
    fields, stored = gguf_header.read(path)
    config = config_of(fields, stored)
    entries = {hugging_face_name(name): entry for name, entry in stored.items()}
    check_places(path, stored)
    heads = {".q_proj.weight": config["num_attention_heads"], ".k_proj.weight": config["num_key_value_heads"]}

    def parts(name: str) -> Iterator[bytes]:
        return halves(path, entries[name], next((n for end, n in heads.items() if name.endswith(end)), 0))

    return Checkpoint(config, tokenizer.of_gguf(fields),
                      {name: Layout("F16", entry.shape) for name, entry in entries.items()}, parts,
                      (path,), str(fields.get("general.license", ""))[:80])


def config_of(fields: dict, stored: dict[str, Stored]) -> dict:
    """The ``config.json`` of a file's fields. Raises UnusableError for what it cannot honour, by its name."""
    if fields.get("general.architecture") != "llama":
        raise UnusableError(f"The file's architecture is {str(fields.get('general.architecture'))[:40]!r}; of GGUF "
                            "files, 'llama' is read. Bring the model's folder instead.")
    settings = {key.removeprefix("llama."): value for key, value in fields.items() if key.startswith("llama.")}
    if unknown := sorted(settings.keys() - HONOURED):
        raise UnusableError(f"The file asks for llama.{unknown[0][:80]}, which is not computed here.")
    numbers = {name: settings.get(key) for key, name in FIELDS.items()}
    keys = settings.get("attention.head_count_kv", numbers["num_attention_heads"])
    for name, number in (numbers | {"num_key_value_heads": keys}).items():
        if type(number) is not int or not 0 < number < 2 ** 24:
            raise UnusableError(f"The file gives {name} as {str(number)[:40]}.")
    width, heads = numbers["hidden_size"], numbers["num_attention_heads"]
    size = settings.get("attention.key_length", width // heads)
    if heads % keys or size % 2 or any(settings.get(name, size) != size for name in (
            "rope.dimension_count", "attention.value_length")):
        raise UnusableError(f"{heads} heads of {size} numbers, {keys} of keys, or a rotation of a part: not computed.")
    table = stored.get("token_embd.weight")
    rows = table.shape[0] if table else 0
    special = {f"{name}_token_id": fields[key] for name, key in (
        ("bos", "tokenizer.ggml.bos_token_id"), ("eos", "tokenizer.ggml.eos_token_id"),
        ("pad", "tokenizer.ggml.padding_token_id")) if key in fields}
    if wrong := [index for index in special.values() if type(index) is not int or not 0 <= index < rows]:
        raise UnusableError(f"The file gives a special token the number {str(wrong[0])[:40]}, and has {rows:,} rows.")
    return {"architectures": ["LlamaForCausalLM"], "model_type": "llama", **numbers, "num_key_value_heads": keys,
            "head_dim": size, "hidden_act": "silu", "attention_bias": False, "mlp_bias": False,
            "rms_norm_eps": shortest(settings.get("attention.layer_norm_rms_epsilon", 1e-5)),
            "rope_theta": shortest(settings.get("rope.freq_base", 10000.0)),
            "tie_word_embeddings": "output.weight" not in stored, "torch_dtype": "float16", "vocab_size": rows,
            **special}


def shortest(number: float) -> float:
    """A number that was stored in float32, as it was written before: 1e-05, not 9.999999747378752e-06.

    Raises UnusableError for what is none, or no positive one.
    """
    if not isinstance(number, float) or not 0 < number < 1e30:
        raise UnusableError(f"The file gives a rotation's base or a norm's epsilon as {str(number)[:40]}.")
    return float(f"{number:.7g}")


def hugging_face_name(name: str) -> str:
    """``model.layers.3.mlp.up_proj.weight`` for ``blk.3.ffn_up.weight``. Raises UnusableError for a tensor unknown."""
    layer = re.fullmatch(r"blk\.(\d{1,6})\.(\w+)\.weight", name)
    if layer and layer[2] in NAMES_IN_LAYER:
        return f"model.layers.{int(layer[1])}.{NAMES_IN_LAYER[layer[2]]}.weight"
    if name not in NAMES:
        raise UnusableError(f"The file holds the tensor {name[:80]}, which a model of this architecture does not have.")
    return NAMES[name]


def check_places(path: Path, stored: dict[str, Stored]) -> None:
    """Raises UnusableError if tensors overlap, lie outside the file, or have a type that cannot be read."""
    end, size = 0, path.stat().st_size
    for name, entry in sorted(stored.items(), key=lambda item: item[1].begin):
        if entry.begin < end:
            raise UnusableError(f"{path.name} lets {name} overlap another tensor.")
        end = entry.begin + math.prod(entry.shape[:-1]) * row_bytes(name, entry)
        if end > size:
            raise UnusableError(f"{path.name} has {size:,} bytes, and {name} would end at {end:,}: it is cut or lies.")


def row_bytes(name: str, entry: Stored) -> int:
    """Bytes of a tensor's last axis. Raises UnusableError."""
    from gguf import GGML_QUANT_SIZES

    sizes = {kind.value: size for kind, size in GGML_QUANT_SIZES.items() if not re.fullmatch(r"F64|I\d+", kind.name)}
    if entry.kind not in sizes:
        raise UnusableError(f"{name} is stored in the type {entry.kind}, which is not read.")
    block, nbytes = sizes[entry.kind]
    if entry.shape[-1] % block:
        raise UnusableError(f"{name} has rows of {entry.shape[-1]:,} numbers, no multiple of its blocks of {block}.")
    return entry.shape[-1] // block * nbytes


def halves(path: Path, entry: Stored, heads: int) -> Iterator[bytes]:
    """A tensor in float16, some rows at a time. With heads, each one's rows in the order of halves, not of pairs:
    llama.cpp rotates neighbours, Hugging Face a number and the one half a head further."""
    import numpy as np
    from gguf import GGMLQuantizationType, dequantize

    nbytes, width = row_bytes("a tensor", entry), entry.shape[-1]
    rows, read_rows = math.prod(entry.shape[:-1]), max(1, PART_BYTES // (4 * width))
    if heads:
        size = rows // heads
        read_rows = max(1, read_rows // size) * size
    with path.open("rb") as file, np.errstate(over="ignore"):
        file.seek(entry.begin)
        for first in range(0, rows, read_rows):
            count = min(read_rows, rows - first)
            packed = np.frombuffer(file.read(count * nbytes), np.uint8).reshape(count, nbytes)
            values = dequantize(packed, GGMLQuantizationType(entry.kind)).reshape(count, width)
            if heads:
                values = values.reshape(-1, size // 2, 2, width).swapaxes(1, 2)
            yield values.astype("<f2").tobytes()
