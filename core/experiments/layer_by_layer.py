"""What a model that writes would say if a layer were its last: the final norm and the output on each layer's rows.

"Logit lens": nostalgebraist 2020; Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits".
"""

import torch
from torch import Tensor

from core import device
from core.step import Step
from core.steps import Trace
from core.subjects import Subject


@torch.no_grad()
def says(subject: Subject, trace: Trace, row: int) -> list[tuple[str, float]]:
    """For each layer of the decoder: the likeliest word after a row of the trace, and its probability.

    Empty for a model without a decoder of layers, or without words to write.
    """
    model = subject.model
    if not hasattr(model, "decoder") or not hasattr(model, "logits"):
        return []
    return [(word, share) for word, share, _ in says_with(subject, trace, row)]


@torch.no_grad()
def says_with(subject: Subject, trace: Trace, row: int) -> list[tuple[str, float, float]]:
    """The same with, as a third, the probability of the word that the whole model finds likeliest."""
    model, words = subject.model, subject.target_vocabulary.words
    lasts = [[name for name in trace if name.startswith(f"decoder.{layer}.")][-1]
             for layer in range(len(model.decoder))]
    shares = _shares(model, "decoder", torch.stack([trace[last].values[0][row] for last in lasts]))
    return [(words[word], share, whole) for share, word, whole in zip(
        shares.amax(-1).tolist(), shares.argmax(-1).tolist(), shares[:, shares[-1].argmax()].tolist())]


@torch.no_grad()
def early_answer(subject: Subject, trace: Trace, step: str, row: int) -> tuple[str, float] | None:
    """The likeliest word in a row if the model stopped at this step, which ends a layer, and its probability.

    None where no words are scored, or not from such rows.
    """
    model, stack = subject.model, step.partition(".")[0]
    if not hasattr(model, "logits") or stack != ("decoder" if hasattr(model, "decoder") else "encoder"):
        return None
    share = _shares(model, stack, trace[step].value[row])
    return subject.target_vocabulary.words[int(share.argmax())], float(share.max())


def _shares(model: torch.nn.Module, stack: str, x: Tensor) -> Tensor:
    """The probability of each word, (..., V), from rows (..., d_model) behind layers: final norm, then output."""
    norm = getattr(model, f"{stack}_norm", torch.nn.Identity())
    return torch.softmax(model.logits(norm(x.to(device.of(model)))), -1).cpu()


def shares_of_words(trace: Trace) -> Step | None:
    """The step that holds, row by row, the probability of each word to come next, if there is one."""
    return next((step for step in reversed(list(trace.values()))
                 if step.axes[-1:] == ("vocabulary",) and step.shows == "share"), None)


def row_to_read(subject: Subject, given: str, trace: Trace) -> int:
    """The row after which a reader wants to know what comes next: that of the last word that was typed, where the
    model goes on with it; in the middle of what it wrote otherwise."""
    rows = shares_of_words(trace).shape[0]
    goes_on = subject.abilities.reads == subject.abilities.answers
    return min(len(subject.read(given)), rows - 1) if goes_on and not subject.abilities.translates else rows // 2


def following(subject: Subject, trace: Trace, row: int) -> list[tuple[str, float]]:
    """The five likeliest words after a row of the trace, the likeliest first."""
    best = shares_of_words(trace).rows(slice(row, row + 1))[0].topk(5)
    words = subject.target_vocabulary.words
    return [(words[i], float(share)) for i, share in zip(best.indices.tolist(), best.values.tolist())]
