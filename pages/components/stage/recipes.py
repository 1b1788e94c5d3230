"""How the result of an equation is shown: what stands beside it, inside it, and which signs join the pictures.

A recipe is keyed by its equation. One without a recipe gets the plain one: a stop of its own, its inputs, its result.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Recipe:
    """``kind``: the key of title and prose; ``{situation}`` is self, masked or cross, see ``stops.situation``.

    ``inside``: equations whose results, where they are inputs here, stand in this stop with their own inputs.
    ``beside``: equations of the same box whose results belong to this stop too, each with its own inputs; where a sign
    joins these, each result stands right after its own.
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
START = Recipe("start", sign="")
"""Given values that are no text and no picture: what a recurrent network begins with."""
_WITHIN = Recipe(stop=False)
_CACHED = ("attention.appended_keys", "attention.appended_values")

RECIPES = {
    "embedding.shift_right": Recipe("shift_right", opens=True),
    "embedding.lookup": Recipe("lookup", stop=False),
    "embedding.scaled": Recipe("embedding", inside=("embedding.lookup",), sign="× √d"),
    "embedding.positions": _WITHIN,
    "embedding.learned_positions": _WITHIN,
    "embedding.positioned": Recipe("positioned", inside=("embedding.lookup",), join="+", sign="="),
    "embedding.segments": Recipe(stop=False, opens=True),
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
    "convolution.convolved": Recipe("convolved", stop=False, sign="∗ W"),
    "convolution.rectified": Recipe("convolution", inside=("convolution.convolved",), sign="ReLU"),
    "convolution.flattened": Recipe("flattened"),
    "convolution.unflattened": Recipe("unflattened"),
    "nonlocal_block.pixel_probabilities": Recipe("pixel_probabilities", sign="softmax"),
    "detection.plane_positions": Recipe("plane_positions"),
    "detection.placed_queries": Recipe("placed_queries", beside=("detection.placed_keys",), join="+"),
    "detection.placed_keys": Recipe(stop=False, join="+"),
    "detection.empty_slots": Recipe("empty_slots"),
    "detection.class_scores": Recipe(stop=False, sign="× W"),
    "detection.class_probabilities": Recipe("slot_classes", inside=("detection.class_scores",), sign="softmax"),
    "detection.box_numbers": Recipe(stop=False, sign="× W"),
    "detection.boxes": Recipe("boxes", inside=("detection.box_numbers",), sign="σ"),
    "matching.class_costs": Recipe("pair_costs", opens=True, join="&",
                                   beside=("matching.distances", "matching.generalized_overlaps")),
    "matching.distances": Recipe(stop=False, opens=True, join="&"),
    "matching.generalized_overlaps": Recipe(stop=False, join="&"),
    "matching.matching_costs": Recipe("matching_costs", sign="Σ"),
    "matching.matched": Recipe("matching", sign="min Σ"),
    "matching.wanted_classes": Recipe("wanted_classes", join="&"),
    "set_loss.slot_losses": Recipe(stop=False, join="&"),
    "set_loss.class_loss": Recipe("class_loss", inside=("set_loss.slot_losses",), sign="Σ ÷ Σ w"),
    "set_loss.box_losses": Recipe(stop=False, join="&"),
    "set_loss.box_loss": Recipe("box_loss", inside=("set_loss.box_losses",), sign="Σ ÷ M"),
    "set_loss.set_loss": Recipe("set_loss", join="+", sign="="),
    "masking.order": Recipe("shuffled", opens=True, beside=("masking.restore", "masking.hidden"), sign="argsort"),
    "masking.restore": Recipe(stop=False, sign="argsort"),
    "masking.hidden": Recipe(stop=False, sign="≥ n"),
    "masking.kept": _WITHIN,
    "masking.visible": Recipe("visible", inside=("masking.kept",), join="&"),
    "masking.narrowed": Recipe("narrowed", sign="× W"),
    "masking.unshuffled": Recipe("unshuffled", join="&"),
    "reconstruction.predicted": Recipe("predicted", sign="× W"),
    "reconstruction.patch_errors": Recipe(stop=False, join="−"),
    "reconstruction.hidden_loss": Recipe("hidden_loss", inside=("reconstruction.patch_errors",), join="&",
                                         sign="Σ ÷ Σ m"),
    "reconstruction.pasted": Recipe(stop=False, join="&"),
    "reconstruction.unpatched": Recipe("unpatched", inside=("reconstruction.pasted",)),
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
