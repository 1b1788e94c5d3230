"""Which ways lead from the loss back to the words: EXHIBITS N0-32."""

from typing import NamedTuple

import torch

from core.edits import Replace
from core.equations import embedding, output
from core.subjects.translator import Translator
from core.trace import record


class Reach(NamedTuple):
    """Norms of the loss's gradient at the embedded words of both sides; 0 where no path leads there."""

    source: float
    target: float


def reach(translator: Translator, text: str, *opened: str) -> Reach:
    """How much of the loss arrives at either side's words with every attention cut but those ``opened``.

    A cut attention hands on zeros, so only the residual connection round it is left. ``opened``: "self_attention",
    "cross_attention". EXHIBITS N0-32.
    """
    plain = translator.trace(text)
    x, y = (plain[f"{side}_embedding.positioned"].value.clone().requires_grad_() for side in ("source", "target"))
    sites = [name for name in plain if name.endswith("_attention.output") and name.split(".")[-2] not in opened]
    edits = [Replace(name, torch.zeros_like(plain[name].value)) for name in sites]
    edits += [Replace("source_embedding.positioned", x), Replace("target_embedding.positioned", y)]
    target, marks = plain["target"].value, translator.model.marks
    with record(translator.model, *edits, gradients=True):
        scores = translator.model(plain["source"].value, embedding.shift_right(target, marks.start))
        loss = output.loss(output.token_losses(scores, target), target, marks.pad)
    gradients = torch.autograd.grad(loss, (x, y), allow_unused=True)
    return Reach(*(0.0 if gradient is None else float(gradient.norm()) for gradient in gradients))
