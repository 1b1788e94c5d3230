"""DETR in small: a picture in, a set of objects out. N3; Carion et al. 2020.

Smaller than the paper's: three convolutions of stride 2 instead of a ResNet, and a box head of two layers, not three.
"""

from itertools import pairwise

import torch
from torch import nn

from core.equations import attention, convolution, feedforward, matching, set_loss
from core.equations import detection as eq
from core.models.attention import MultiHeadAttention
from core.models.convolution import Convolution
from core.models.layers import DecoderLayer, EncoderLayer, LayerNorm
from core.models.transformer import PLAN as TRANSFORMER_PLAN
from core.plan import Block, Plan
from core.trace import Module


def _add_norm(stack: str, number: int) -> Block:
    return Block("add_norm", (f"{stack}.*.norm_{number}.*", f"{stack}.*.residual_{number}.*"))


PLAN = Plan(
    {"backbone": (Block("convolution", ("backbone.*.*",)), Block("flattened", ("flattened",)),
                  Block("plane_positions", ("places.*",))),
     "encoder": (Block("self_attention", ("encoder.*.self_attention.*",)), _add_norm("encoder", 1),
                 Block("feed_forward", ("encoder.*.feed_forward.*",)), _add_norm("encoder", 2)),
     "decoder": (Block("object_queries", ("empty_slots",)),
                 Block("self_attention", ("decoder.*.self_attention.*",)), _add_norm("decoder", 1),
                 Block("cross_attention", ("decoder.*.cross_attention.*",)), _add_norm("decoder", 2),
                 Block("feed_forward", ("decoder.*.feed_forward.*",)), _add_norm("decoder", 3)),
     "output": (Block("norm", ("heads.norm.*",)),
                Block("class_scores", ("heads.class_scores", "heads.class_probabilities")),
                Block("boxes", ("heads.box.*",)),
                Block("matching_costs", ("matching.matching_costs", "matching.class_costs", "matching.distances",
                                         "matching.overlaps", "matching.generalized_overlaps")),
                Block("matching", ("matching.matched", "matching.wanted_classes")),
                Block("loss", ("matching.set_loss", "matching.slot_losses", "matching.class_loss",
                               "matching.box_losses", "matching.box_loss")))},
    {"picture": "x", "flattened": "X", "places.flattened": "PE", "encoder.*.norm_2.output": "X_{l}",
     **{name: letter for name, letter in TRANSFORMER_PLAN.letters.items() if name.startswith("decoder.")},
     "decoder.*.norm_3.output": "Y_{l}", "heads.class_probabilities": r"\hat{p}", "heads.box.boxes": r"\hat{b}",
     "matching.matching_costs": r"\mathcal{C}", "matching.matched": r"\hat{\sigma}", "matching.set_loss": "L"})
"""N3's figure of DETR; the decoder's letters as in N0 eq (25)-(34), its layers counted."""


class PlacedAttention(MultiHeadAttention):
    """Attention in which places are added to what asks and what is asked, not to what is handed over (R83)."""

    def forward(self, x, places, memory, memory_places):
        """x, places (..., n, d_model), memory, memory_places (..., m, d_model) -> (..., n, d_model)."""
        Q = attention.queries(eq.placed_queries(x, places), self.W_Q, self.b_Q)
        K = attention.keys(eq.placed_keys(memory, memory_places), self.W_K, self.b_K)
        V = attention.values(memory, self.W_V, self.b_V)
        A = self.dropout(attention.weights(attention.scores(attention.dot_products(Q, K), self.d_k)))
        return attention.output(attention.concat(attention.head_outputs(A, V)), self.W_O, self.b_O)


class PlacedEncoderLayer(EncoderLayer):
    """An encoder layer that is told the places of its tokens again."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int):
        super().__init__(d_model, n_heads, d_ff)
        self.self_attention = PlacedAttention(d_model, n_heads)

    def forward(self, x, places):
        x = self.norm_1(self.residual_1(x, self.self_attention(x, places, x, places)))
        return self.norm_2(self.residual_2(x, self.feed_forward(x)))


class PlacedDecoderLayer(DecoderLayer):
    """A decoder layer without mask, whose slots are told their object queries again."""

    def __init__(self, d_model: int, n_heads: int, d_ff: int):
        super().__init__(d_model, n_heads, d_ff)
        self.self_attention = PlacedAttention(d_model, n_heads)
        self.cross_attention = PlacedAttention(d_model, n_heads)

    def forward(self, y, queries, memory, places):
        y = self.norm_1(self.residual_1(y, self.self_attention(y, queries, y, queries)))
        y = self.norm_2(self.residual_2(y, self.cross_attention(y, queries, memory, places)))
        return self.norm_3(self.residual_3(y, self.feed_forward(y)))


class BoxHead(Module):
    """Four numbers from 0 to 1 for each slot. W_1 (d_model, d_model), b_1, W_2 (d_model, 4), b_2."""

    def __init__(self, d_model: int):
        super().__init__()
        self.W_1 = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_model, d_model)))
        self.b_1 = nn.Parameter(torch.zeros(d_model))
        self.W_2 = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_model, 4)))
        self.b_2 = nn.Parameter(torch.zeros(4))

    def forward(self, y):
        """(..., slots, d_model) -> (..., slots, 4)."""
        R = feedforward.activation(feedforward.hidden(y, self.W_1, self.b_1))
        return eq.boxes(eq.box_numbers(R, self.W_2, self.b_2))


class Heads(Module):
    """What each slot says after a layer of the decoder: the same heads for all layers. W_c (d_model, classes + 1)."""

    axis = "layer"

    def __init__(self, d_model: int, classes: int):
        super().__init__()
        self.norm = LayerNorm(d_model)
        self.W_c = nn.Parameter(nn.init.xavier_uniform_(torch.empty(d_model, classes + 1)))
        self.b_c = nn.Parameter(torch.zeros(classes + 1))
        self.box = BoxHead(d_model)

    def forward(self, y):
        """(..., slots, d_model) -> scores and probabilities (..., slots, classes + 1), boxes (..., slots, 4)."""
        y = self.norm(y)
        scores = eq.class_scores(y, self.W_c, self.b_c)
        return scores, eq.class_probabilities(scores), self.box(y)


class Places(Module):
    """The places of a feature map as tokens."""

    def forward(self, x):
        """x (..., H, W, d_model) -> (H W, d_model)."""
        return convolution.flattened(eq.plane_positions(x, 10000.0))


class Matching(Module):
    """One layer's answers against the objects of one picture, matched and scored. Carion et al. 2020, 3.1.

    ``nothing``: the number of "no object"; ``weight``: how much slots without an object count.
    """

    def __init__(self, nothing: int, by_distance: float = 5.0, by_overlap: float = 2.0, weight: float = 0.1):
        super().__init__()
        self.nothing, self.by_distance, self.by_overlap, self.weight = nothing, by_distance, by_overlap, weight

    def costs(self, probabilities, boxes, classes, wanted):
        """(..., slots, classes + 1), (..., slots, 4), (..., M), (..., M, 4) -> costs and their parts."""
        distances = matching.distances(boxes, wanted)
        overlaps = matching.generalized_overlaps(boxes, wanted)
        costs = matching.matching_costs(matching.class_costs(probabilities, classes), distances, overlaps,
                                        self.by_distance, self.by_overlap)
        return costs, distances, overlaps

    def forward(self, scores, probabilities, boxes, classes, wanted):
        """Answers of the slots, classes (M,) and boxes (M, 4) of the objects -> the loss."""
        costs, distances, overlaps = self.costs(probabilities, boxes, classes, wanted)
        match = matching.matched(costs)
        right = matching.wanted_classes(match, classes, boxes.shape[-2], self.nothing)
        slots = set_loss.slot_losses(scores, right, self.nothing, self.weight)
        objects = set_loss.box_losses(distances, overlaps, match, self.by_distance, self.by_overlap)
        return set_loss.set_loss(set_loss.class_loss(slots, right, self.nothing, self.weight),
                                 set_loss.box_loss(objects))


class DETR(Module):
    """Backbone, encoder, decoder with object queries, heads. Parameters beside theirs: object_queries (slots, d_model).

    ``classes``: without "no object", which has the number ``classes``; ``nothing_weight``: how much slots without an
    object count in the loss.
    """

    plan = PLAN

    def __init__(self, classes: int, slots: int = 8, channels: int = 3, d_model: int = 64, n_heads: int = 4,
                 n_encoder: int = 2, n_decoder: int = 3, d_ff: int = 256, nothing_weight: float = 0.1):
        super().__init__()
        widths = channels, d_model // 4, d_model // 2, d_model
        self.backbone = nn.ModuleList(Convolution(a, b, 3, 2) for a, b in pairwise(widths))
        self.places = Places()
        self.encoder = nn.ModuleList(PlacedEncoderLayer(d_model, n_heads, d_ff) for _ in range(n_encoder))
        self.decoder = nn.ModuleList(PlacedDecoderLayer(d_model, n_heads, d_ff) for _ in range(n_decoder))
        self.object_queries = nn.Parameter(torch.randn(slots, d_model))
        self.heads, self.matching = Heads(d_model, classes), Matching(classes, weight=nothing_weight)

    def forward(self, picture):
        """picture (..., H, W, C) -> per decoder layer (scores, probabilities, boxes)."""
        x = picture
        for layer in self.backbone:
            x = layer(x)
        places, memory = self.places(x), convolution.flattened(x)
        for layer in self.encoder:
            memory = layer(memory, places)
        y, layers = eq.empty_slots(self.object_queries), []
        for layer in self.decoder:
            y = layer(y, self.object_queries, memory, places)
            layers.append(y)
        return [self.heads(y) for y in layers]
