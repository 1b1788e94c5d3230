"""How the result of an equation is shown: what stands beside it, inside it, and which signs join the pictures.

A recipe is keyed by its equation. One without a recipe gets the plain one: a stop of its own, its inputs, its result.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """``kind``: the key of title and prose; ``{situation}`` is self, masked or cross, see ``stops.situation``.

    ``inside``: equations whose results, where they are inputs here, stand in this stop with their own inputs.
    ``beside``: equations of the same box whose results belong to this stop too, each with its own inputs.
    ``stop``: False for what is shown only inside or beside others, or as an input; where it has a kind of its own, and
    nothing that reads it shows it inside, it has its stop all the same.
    ``opens``: given values that are first read here need no stop of their own.
    ``join``: the sign between its inputs; ``sign``: the sign before its result.
    ``arrangement``: "row", or "product": left factor at the left, right factor above, the product in the corner.
    """

    kind: str = "step"
    inside: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    stop: bool = True
    opens: bool = False
    join: str = ""
    sign: str = "→"
    arrangement: str = "row"


PLAIN = Recipe()
GIVEN = Recipe("source", sign="")
_WITHIN = Recipe(stop=False)
_CACHED = ("attention.appended_keys", "attention.appended_values")

RECIPES = {
    "embedding.shift_right": Recipe("shift_right", opens=True),
    "embedding.lookup": Recipe("lookup", stop=False),
    "embedding.scaled": Recipe("embedding", inside=("embedding.lookup",), sign="× √d"),
    "embedding.positions": _WITHIN,
    "embedding.learned_positions": _WITHIN,
    "embedding.positioned": Recipe("positioned", inside=("embedding.lookup",), join="+", sign="="),
    "embedding.segments": _WITHIN,
    "embedding.with_segments": Recipe("segments", inside=("embedding.segments",), join="+", sign="="),
    "embedding.look_ahead_mask": _WITHIN,
    "embedding.sliding_look_ahead_mask": _WITHIN,
    "embedding.padding_mask": _WITHIN,
    "embedding.memory_mask": _WITHIN,
    "attention.queries": Recipe("projections.{situation}", opens=True,
                                beside=("attention.keys", "attention.values", *_CACHED)),
    "attention.keys": _WITHIN,
    "attention.values": _WITHIN,
    "attention.appended_keys": Recipe(stop=False, opens=True, join=";"),
    "attention.appended_values": Recipe(stop=False, opens=True, join=";"),
    "attention.dot_products": Recipe(stop=False, opens=True, join="·", sign="="),
    "attention.scores": Recipe("scores.{situation}", inside=("attention.dot_products",), sign="÷ √d",
                               arrangement="product"),
    "attention.masked_scores": Recipe("masked_scores.{situation}", join="&"),
    "attention.weights": Recipe("weights.{situation}", sign="softmax"),
    "attention.head_outputs": Recipe("head_outputs", opens=True, join="×", sign="=", arrangement="product"),
    "attention.concat": Recipe(stop=False),
    "attention.output": Recipe("attention_output", inside=("attention.concat",), sign="× W"),
    "norm.added": Recipe("residual", join="+", sign="="),
    "norm.mean": _WITHIN,
    "norm.variance": _WITHIN,
    "norm.normalized": _WITHIN,
    "norm.output": Recipe("norm", inside=("norm.normalized", "norm.mean", "norm.variance")),
    "rms_norm.mean_square": _WITHIN,
    "rms_norm.normalized": _WITHIN,
    "rms_norm.output": Recipe("norm.rms", inside=("rms_norm.normalized", "rms_norm.mean_square")),
    "head_norm.normalized_queries": Recipe("head_norm", beside=("head_norm.normalized_keys",)),
    "head_norm.normalized_keys": _WITHIN,
    "rotary.rotated_queries": Recipe("rotated", beside=("rotary.rotated_keys",)),
    "rotary.rotated_keys": _WITHIN,
    "grouped.shared_keys": Recipe("shared", beside=("grouped.shared_values",)),
    "grouped.shared_values": _WITHIN,
    "feedforward.hidden": Recipe(stop=False, sign="× W"),
    "feedforward.activation": Recipe("hidden", inside=("feedforward.hidden",), sign="ReLU"),
    "feedforward.gelu": Recipe("hidden.gelu", inside=("feedforward.hidden", "gated.gate"), sign="GELU"),
    "feedforward.output": Recipe("feed_forward", sign="× W"),
    "gated.gate": Recipe(stop=False, sign="× W"),
    "gated.swish": Recipe("gate", inside=("gated.gate",), sign="swish"),
    "gated.up": Recipe(stop=False, sign="× W"),
    "gated.gated": Recipe("gated", inside=("gated.up",), join="⊙", sign="="),
    "gated.down": Recipe("feed_forward.gated", sign="× W"),
    "output.logits": Recipe("logits", sign="× W"),
    "output.probabilities": Recipe("probabilities", sign="softmax"),
    "output.token_losses": Recipe(stop=False, join="&"),
    "output.loss": Recipe("loss", inside=("output.token_losses",), sign="Σ ÷ m"),
    "alignment.matched": Recipe("matched", sign="tanh"),
    "alignment.energies": Recipe("energies", sign="· v"),
    "alignment.weights": Recipe("aligned", sign="softmax"),
    "alignment.context": Recipe("context", join="×", sign="="),
    "recurrent.at_time": _WITHIN,
    "recurrent.pre_activation": Recipe(stop=False, join="+", sign="="),
    "recurrent.hidden": Recipe("recurrent", inside=("recurrent.pre_activation",), sign="tanh"),
    "recurrent.stacked": Recipe("stacked", stop=False),
    "tagging.label_scores": Recipe("label_scores", sign="× V"),
    "tagging.label_probabilities": Recipe("label_probabilities", sign="softmax"),
    "vision.patches": Recipe("patches"),
    "vision.embedded": Recipe("patch_vectors", sign="× E"),
    "vision.with_class": Recipe("with_class"),
    "vision.placed": Recipe("placed"),
    "vision.class_row": Recipe("class_row"),
    "vision.class_scores": Recipe("class_scores", sign="× W"),
    "vision.class_probabilities": Recipe("class_probabilities", sign="softmax"),
    "sentence.mean_of_words": _WITHIN,
    "sentence.squared_length": _WITHIN,
    "sentence.unit_length": Recipe("direction", inside=("sentence.mean_of_words", "sentence.squared_length"),
                                   sign="÷ √ℓ"),
    "bridge.bridge": Recipe("bridge"),
    "bridge.memory_bridge": Recipe("bridge"),
    "alignment.masked_energies": Recipe(stop=False, join="&"),
    "alignment.with_context": Recipe("with_context", join=";"),
    "lstm.joined": Recipe(stop=False, join=";"),
    "lstm.forget_gate": Recipe("forget_gate", inside=("lstm.joined",), sign="σ"),
    "lstm.input_gate": Recipe("input_gate", sign="σ"),
    "lstm.candidate": Recipe("candidate", sign="tanh"),
    "lstm.cell_state": Recipe("cell_state", sign="="),
    "lstm.output_gate": Recipe("output_gate", sign="σ"),
    "lstm.hidden": Recipe("lstm_hidden", join="⊙ tanh", sign="="),
}
