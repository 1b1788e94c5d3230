"""Whether a source's header holds the tensors that its configuration asks for, asked before a weight is read."""

from __future__ import annotations

from collections.abc import Mapping

from core.bring.checkpoint import Layout
from core.files import UnusableError

SIZES = ("num_hidden_layers", "hidden_size", "intermediate_size", "vocab_size", "max_position_embeddings",
         "type_vocab_size")


def check(config: dict, layouts: Mapping[str, Layout]) -> None:
    """Raises UnusableError with the first field or tensor that does not fit."""
    from core import families

    shapes = {name: layout.shape for name, layout in layouts.items()}
    try:
        if config.get("model_type") == "bert":  # read here until core/families has its wiring
            families.compare(bert(config), shapes, ignored=("pooler.dense.weight", "pooler.dense.bias"))
        else:
            families.family_of(config).check(config, shapes)
    except families.RefusedError as error:
        raise UnusableError(f"{error} Nothing was written.") from None


def bert(config: dict) -> dict[str, tuple[int, ...]]:
    """The tensors of ``BertModel`` (Devlin et al. 2018). RefusedError for sizes that are none."""
    from core import families

    given = {name: config.get(name) for name in SIZES}
    layers, width, inner, *rows = families.fields(given, dict.fromkeys(SIZES, int), {}, ()).values()
    found = {f"embeddings.{name}_embeddings.weight": (count, width)
             for name, count in zip(("word", "position", "token_type"), rows, strict=True)}
    norms, matrices = ["embeddings.LayerNorm"], {}
    for layer in range(layers):
        at = f"encoder.layer.{layer}"
        norms += [f"{at}.attention.output.LayerNorm", f"{at}.output.LayerNorm"]
        matrices |= {f"{at}.attention.{name}": (width, width)
                     for name in ("self.query", "self.key", "self.value", "output.dense")}
        matrices |= {f"{at}.intermediate.dense": (inner, width), f"{at}.output.dense": (width, inner)}
    for name, shape in [*matrices.items(), *((name, (width,)) for name in norms)]:
        found |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    return found
