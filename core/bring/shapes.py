"""What tensors a configuration asks for: the header of a source must name these, in these shapes, and no others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from core.bring.checkpoint import Layout
from core.files import UnusableError

MOST = 2 ** 24
"""No width, table or count of a configuration is larger."""
Shapes = Iterator[tuple[str, tuple[int, ...]]]


def check(config: dict, layouts: Mapping[str, Layout]) -> None:
    """Raises UnusableError with the first thing that does not fit, before more names are made than the header holds."""
    kind = config.get("model_type")
    if not isinstance(kind, str) or kind not in FAMILIES:
        raise UnusableError(f"config.json names the family {str(kind)[:40]!r}; known are {', '.join(FAMILIES)}.")
    layers = number(config, "num_hidden_layers")
    if layers > len(layouts):
        raise UnusableError(f"config.json tells of {layers:,} layers, and the file holds {len(layouts):,} tensors.")
    inner = f"{kind}." if any(name.startswith(f"{kind}.") for name in layouts) else ""  # as inside a model with a head
    wanted = {(name if kind == "llama" else inner + name): shape for name, shape in FAMILIES[kind](config, layers)}
    optional = {name for name in wanted if ".pooler." in f".{name}"}
    if missing := sorted(wanted.keys() - layouts.keys() - optional):
        raise UnusableError(f"The source lacks {missing[0]}, which its config.json asks for.")
    if more := sorted(layouts.keys() - wanted.keys()):
        raise UnusableError(f"The source holds {more[0]}, which its config.json does not ask for.")
    for name, layout in layouts.items():
        if layout.shape != wanted[name]:
            raise UnusableError(f"{name} has the shape {layout.shape}; config.json asks for {wanted[name]}.")


def number(config: dict, key: str, otherwise: int | None = None) -> int:
    """A whole number of a configuration. Raises UnusableError for anything else, or for one beyond MOST."""
    found = config.get(key) if config.get(key) is not None else otherwise
    if type(found) is not int or (not 0 < found <= MOST and key != "num_hidden_layers"):
        raise UnusableError(f"config.json gives {key} as {str(found)[:40]}, which is no size.")
    return found


def llama(config: dict, layers: int) -> Shapes:
    """``LlamaForCausalLM``: grouped keys, gated feed-forward, no biases (Touvron et al. 2023)."""
    width, inner, heads = (number(config, key) for key in ("hidden_size", "intermediate_size", "num_attention_heads"))
    size, rows = number(config, "head_dim", max(1, width // heads)), number(config, "vocab_size")
    queries, keys = heads * size, number(config, "num_key_value_heads", heads) * size
    yield "model.embed_tokens.weight", (rows, width)
    yield "model.norm.weight", (width,)
    if not config.get("tie_word_embeddings"):
        yield "lm_head.weight", (rows, width)
    for layer in range(layers):
        for name, shape in (
                ("self_attn.q_proj", (queries, width)), ("self_attn.k_proj", (keys, width)),
                ("self_attn.v_proj", (keys, width)), ("self_attn.o_proj", (width, queries)),
                ("mlp.gate_proj", (inner, width)), ("mlp.up_proj", (inner, width)), ("mlp.down_proj", (width, inner)),
                ("input_layernorm", (width,)), ("post_attention_layernorm", (width,))):
            yield f"model.layers.{layer}.{name}.weight", shape


def bert(config: dict, layers: int) -> Shapes:
    """``BertModel``, whose pooler may be missing (Devlin et al. 2018)."""
    width, inner = number(config, "hidden_size"), number(config, "intermediate_size")
    tables = {"word": "vocab_size", "position": "max_position_embeddings", "token_type": "type_vocab_size"}
    for name, key in tables.items():
        yield f"embeddings.{name}_embeddings.weight", (number(config, key), width)
    norms = ["embeddings.LayerNorm"]
    matrices = {"pooler.dense": (width, width)}
    for layer in range(layers):
        at = f"encoder.layer.{layer}"
        norms += [f"{at}.attention.output.LayerNorm", f"{at}.output.LayerNorm"]
        matrices |= {f"{at}.attention.{name}": (width, width)
                     for name in ("self.query", "self.key", "self.value", "output.dense")}
        matrices |= {f"{at}.intermediate.dense": (inner, width), f"{at}.output.dense": (width, inner)}
    for name, shape in [*matrices.items(), *((name, (width,)) for name in norms)]:
        yield f"{name}.weight", shape
        yield f"{name}.bias", shape[:1]


FAMILIES = {"llama": llama, "bert": bert}
