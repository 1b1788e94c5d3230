"""The 46 numbered equations of N0 as printed, and where each is computed here.

``latex`` is the formula as the note prints it (errors included; ``errata`` names them); ``equations`` are keys of
``core.formula.EQUATIONS``; ``step`` is a step of the translator's trace that shows it (``{l}`` a layer), or empty;
``vision`` is one of the trace of a classifier of pictures.
"""

from typing import NamedTuple


class Printed(NamedTuple):
    """One numbered equation of the note."""

    latex: str
    equations: tuple[str, ...]
    step: str
    errata: tuple[str, ...] = ()
    vision: str = ""


_PROJECTIONS = ("attention.queries", "attention.keys", "attention.values")
_ATTENTION = (*_PROJECTIONS, "attention.dot_products", "attention.scores", "attention.weights",
              "attention.head_outputs", "attention.concat", "attention.output")
_NORM = ("norm.mean", "norm.variance", "norm.normalized", "norm.output")
_FFN = ("feedforward.hidden", "feedforward.activation", "feedforward.output")
_E, _D, _P = "encoder.{l}", "decoder.{l}", "embedding.patch_embedding"

N0: dict[int, Printed] = {
    1: Printed(r"\tilde{X} = \chi W_E", ("embedding.one_hot", "embedding.lookup"), "source_embedding.lookup", ("R17",)),
    2: Printed(r"PE_{(pos,2i)} = \sin(pos/10000^{2i/d}),\; PE_{(pos,2i+1)} = \cos(pos/10000^{2i/d})",
               ("embedding.positions",), "source_embedding.positions", ("R18",)),
    3: Printed(r"X = \tilde{X} + PE", ("embedding.scaled", "embedding.positioned"), "source_embedding.positioned",
               ("R17",)),
    4: Printed(r"Q = XW^Q,\; K = XW^K,\; V = XW^V", _PROJECTIONS, f"{_E}.self_attention.queries"),
    5: Printed(r"X^{[1]} = \text{softmax}\Big(\frac{QK^T}{\sqrt{d_k}}\Big)V,\quad "
               r"X^{[1]} \in \mathbb{R}^{N \times d_m}",
               ("attention.dot_products", "attention.scores", "attention.weights", "attention.head_outputs"),
               f"{_E}.self_attention.weights", ("R03",)),
    6: Printed(r"Q_i = XW_i^Q,\; K_i = XW_i^K,\; V_i = XW_i^V", _PROJECTIONS, f"{_E}.self_attention.keys",
               ("R04", "R06")),
    7: Printed(r"\widetilde{X}_i = \text{softmax}\Big(\frac{Q_iK_i^T}{\sqrt{d_k}}\Big)V_i",
               ("attention.weights", "attention.head_outputs"), f"{_E}.self_attention.head_outputs"),
    8: Printed(r"\widetilde{X} = [\widetilde{X}_1, \dots, \widetilde{X}_h]", ("attention.concat",),
               f"{_E}.self_attention.concat"),
    9: Printed(r"X^{[1]} = \widetilde{X}W^O \in \mathbb{R}^{N \times d_m}", ("attention.output",),
               f"{_E}.self_attention.output", ("R03",)),
    10: Printed(r"Q = XW^Q,\; K = XW^K,\; V = XW^V", _PROJECTIONS, f"{_E}.self_attention.values",
                ("R05", "R06")),
    11: Printed(r"X^{[1]} = MultiHead(Q, K, V)", _ATTENTION, f"{_E}.self_attention.output", ("R06",)),
    12: Printed(r"X^{[2]} = X^{[1]} + X", ("norm.added",), f"{_E}.residual_1.added"),
    13: Printed(r"X^{[3]}_{ij} = \frac{X^{[2]}_{ij} - \sum_{j=1}^{d_m} X^{[2]}_{ij}}{\sqrt{\frac{1}{d_m}"
                r"\sum_{j=1}^{d_m} \big(X^{[2]}_{ij} - \sum_{j=1}^{d_m} X^{[2]}_{ij}\big)^2}}", _NORM,
                f"{_E}.norm_1.normalized", ("R01",)),
    14: Printed(r"X^{[3]}_{ij} = LayerNorm(X^{[2]}_{ij})", _NORM, f"{_E}.norm_1.output", ("R02",)),
    15: Printed(r"DNN_{\theta_x}: \mathbb{R}^{d_m} \to \mathbb{R}^{d_m}", _FFN, f"{_E}.feed_forward.activation",
               ("R28",)),
    16: Printed(r"X^{[4]}_{i,:} = DNN_{\theta_x}(X^{[3]}_{i,:})", _FFN, f"{_E}.feed_forward.output",
                ("R27", "R28")),
    17: Printed(r"X^{[5]} = X^{[4]} + X^{[3]}", ("norm.added",), f"{_E}.residual_2.added"),
    18: Printed(r"X^{[6]}_{ij} = LayerNorm(X^{[5]}_{ij})", _NORM, f"{_E}.norm_2.output", ("R02",)),
    19: Printed(r"Y = \Upsilon W_{\tilde{E}} + \widetilde{PE}",
                ("embedding.shift_right", "embedding.lookup", "embedding.scaled", "embedding.positioned"),
                "target_embedding.positioned", ("R12", "R17")),
    20: Printed(r"Q = YW^Q,\; K = XW^K,\; V = XW^V", _PROJECTIONS, f"{_D}.self_attention.keys",
                ("R05", "R07")),
    21: Printed(r"Q_i = XW_i^Q,\; K_i = XW_i^K,\; V_i = XW_i^V", _PROJECTIONS, f"{_D}.self_attention.values",
                ("R04", "R08")),
    22: Printed(r"\tilde{A}_{i,j} = \begin{cases} \frac{Q_{i,j}K_{i,j}}{\sqrt{d_k}}, & i \ge j \\ -10^9, & i < j"
                r"\end{cases}", ("embedding.look_ahead_mask", "attention.masked_scores"),
                f"{_D}.self_attention.masked_scores", ("R09", "R10", "R11", "R12")),
    23: Printed(r"\tilde{Y}_i = \text{softmax}(\tilde{A}_i)V_i", ("attention.weights", "attention.head_outputs"),
                f"{_D}.self_attention.head_outputs", ("R11",)),
    24: Printed(r"\tilde{Y} = [\tilde{Y}_1, \dots, \tilde{Y}_h]", ("attention.concat",), f"{_D}.self_attention.concat"),
    25: Printed(r"Y^{[1]} = \tilde{Y}W^O", ("attention.output",), f"{_D}.self_attention.output"),
    26: Printed(r"Y^{[2]} = Y^{[1]} + Y", ("norm.added",), f"{_D}.residual_1.added"),
    27: Printed(r"Y^{[3]} = LayerNorm(Y^{[2]})", _NORM, f"{_D}.norm_1.output"),
    28: Printed(r"Q = Y^{[3]}W^Q,\; K = X^{[6]}W^K,\; V = X^{[6]}W^V", _PROJECTIONS, f"{_D}.cross_attention.queries"),
    29: Printed(r"Y^{[4]} = MultiHead(Q, K, V)", _ATTENTION, f"{_D}.cross_attention.output"),
    30: Printed(r"Y^{[5]} = Y^{[4]} + Y^{[3]}", ("norm.added",), f"{_D}.residual_2.added"),
    31: Printed(r"Y^{[6]} = LayerNorm(Y^{[5]})", _NORM, f"{_D}.norm_2.output"),
    32: Printed(r"DNN_{\theta_y}: \mathbb{R}^{d_m} \to \mathbb{R}^{d_m}", _FFN, f"{_D}.feed_forward.activation",
               ("R27", "R28")),
    33: Printed(r"Y^{[7]}_{i,:} = DNN_{\theta_y}(Y^{[6]}_{i,:})", _FFN, f"{_D}.feed_forward.output",
                ("R27",)),
    34: Printed(r"Y^{[8]} = Y^{[7]} + Y^{[6]}", ("norm.added",), f"{_D}.residual_3.added"),
    35: Printed(r"Y^{[9]} = LayerNorm(Y^{[8]})", _NORM, f"{_D}.norm_3.output"),
    36: Printed(r"Y^{[10]} = Y^{[9]}W_{out}", ("output.logits",), "logits", ("R14",)),
    37: Printed(r"Y^{[11]} = \text{softmax}(Y^{[10]})", ("output.probabilities",), "probabilities"),
    38: Printed(r"L_i = CrossEntropy(Y^{[11]}_{i,:}, Y^*_{i,:})", ("output.token_losses",), "token_losses",
               ("R12", "R15", "R16")),
    39: Printed(r"L = \frac{1}{n_0}\sum_{i=0}^{n_0} L_i", ("output.loss",), "loss", ("R13",)),
    40: Printed(r"Y^{P[k]} \to Y^{P[k+1]}", ("embedding.shift_right", "output.logits",
                "output.probabilities"), "probabilities",
               ("R31",)),
    41: Printed(r"x_p = [x_p^1, x_p^2, \dots, x_p^N]^T", ("vision.patches",), "", ("R33", "R34"), f"{_P}.patches"),
    42: Printed(r"z_0 = [x_{class}, x_p^1E, \dots, x_p^NE]^T + E_{pos}",
                ("vision.embedded", "vision.with_class", "vision.placed"), "", ("R35",), "embedding.placed"),
    43: Printed(r"z'_l = MSA(LN(z_{l-1})) + z_{l-1}", (*_NORM, *_ATTENTION, "norm.added"), "", ("R36",),
                f"{_E}.residual_1.added"),
    44: Printed(r"z_l = MLP(LN(z'_l)) + z'_l", (*_NORM, "feedforward.hidden", "feedforward.gelu", "feedforward.output",
                                                "norm.added"), "", ("R36",), f"{_E}.residual_2.added"),
    45: Printed(r"y = LN(z_L^0)", (*_NORM, "vision.class_row"), "", ("R37",), "class_row"),
    46: Printed(r"y^s = \text{softmax}(yW^F)", ("vision.class_scores", "vision.class_probabilities"), "", ("R38",),
                "class_probabilities"),
}
