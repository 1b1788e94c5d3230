"""What a decoder may see: the shift, the mask in its variants, the leak without it, padding. N0 5.1-5.2, N1 4.2."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core.edits import Skip
from core.equations import attention, literal, masks
from core.experiments.decoder import gradients_by_word
from core.subjects.translator import Translator
from core.trace import Trace, given, record

WORDS = ("<start>", "I", "am", "fine")
SCORES = ((.7, .1, .1, .1), (.1, .6, .2, .1), (.1, .3, .6, .1), (.1, .3, .3, .3))
"""The scaled scores of the article that N1 follows: what goes in, not what comes out. EXHIBITS N1-19."""

PADS = 3  # padding words before or behind a sentence
KINDS = ("infinity", "number", "times", "after")
READ = {"infinity": "masked_scores", "number": "scores_masked_by_a_number", "times": "scores_times_mask",
        "after": "scores"}
WRITTEN = {"infinity": "weights", "number": "weights", "times": "weights", "after": "weights_times_mask"}
"""The step that the softmax reads, and the step that the values are weighted by, for each kind of mask."""


def visible(n: int, below: int = 0) -> Tensor:
    """Which of n words each of n words may see: those up to ``below`` places before itself. (n, n) booleans."""
    return torch.ones(n, n, dtype=torch.bool).tril(-below)


def masked(S: Tensor, allowed: Tensor, kind: str, words: Sequence[str]) -> Trace:
    """Scores (head, n, n) through one of the four masks, up to the weights. EXHIBITS N0-18.

    "added" is that of N1's picture: scores plus a matrix of 0 and minus infinity. EXHIBITS N1-19.
    """
    labels = {"query": words, "key": words}
    with record(nn.Identity()) as trace:
        scores = given("scores", S, "head query key", labels)
        mask = given("look_ahead_mask", allowed, "query key", labels, shows="mask")
        if kind == "after":
            masks.weights_times_mask(attention.weights(scores), mask)
        elif kind == "times":
            attention.weights(masks.scores_times_mask(scores, mask))
        elif kind == "added":
            attention.weights(masks.scores_plus_mask(scores, masks.additive_mask(mask)))
        elif kind == "number":
            attention.weights(literal.scores_masked_by_a_number(scores, mask))
        else:
            attention.weights(attention.masked_scores(scores, mask))
    return trace


def plain_softmax(S: Tensor) -> Tensor:
    """Softmax without our care for rows in which nothing is allowed: such a row becomes NaN. FIDELITY T19."""
    return torch.softmax(S, -1)


def row_sums(trace: Trace, kind: str) -> Tensor:
    """What the weights of each row add up to, per head."""
    return trace[WRITTEN[kind]].value.sum(-1)


def leak(S: Tensor, allowed: Tensor, kind: str) -> list[float]:
    """Row 1's weight on column 0 before and after its first hidden score rises by 3. S (n, n), n > 2. N0-18."""
    raised = S.clone()
    raised[1, 2] += 3
    return [masked(s.unsqueeze(0), allowed, kind, ())[WRITTEN[kind]].value[0, 1, 0].item() for s in (S, raised)]


def swapped(P: Tensor, allowed: Tensor, d_k: int) -> dict[str, float]:
    """The largest difference in the weights when the mask changes places with the scale, or with the softmax. N1-21.

    P: dot products (head, n, n).
    """
    S = attention.scores(P, d_k)
    right = attention.weights(attention.masked_scores(S, allowed))
    early = attention.weights(attention.scores(attention.masked_scores(P, allowed), d_k))
    late = masks.weights_times_mask(attention.weights(S), allowed)
    return {"scale": float((early - right).abs().max()), "softmax": float((late - right).abs().max()),
            "least": float(late.sum(-1).min())}


def first_row_gradient(S: Tensor) -> float:
    """How much the first row's weights move with its own scores: the largest derivative. S (n, n). EXHIBITS N1-20."""
    def first_row(row: Tensor) -> Tensor:
        scores = torch.cat((row.unsqueeze(0), S[1:])).unsqueeze(0)
        return attention.weights(attention.masked_scores(scores, visible(len(S))))[0, 0]

    return float(torch.autograd.functional.jacobian(first_row, S[0]).abs().max())


def leakage(translator: Translator, plain: Trace, mask: bool) -> tuple[Tensor, Tensor]:
    """How strongly the score of the word each row writes depends on each word read. EXHIBITS N1-18.

    ``plain``: the run of a sentence. Returns ((m, m) norms of d score / d embedded word, (m, m) weights of the first
    self-attention, mean over heads).
    """
    off = () if mask else tuple(Skip(name) for name in plain if name.endswith(".masked_scores"))
    trace, (by_y,) = gradients_by_word(translator, plain, ("target",), off)
    return by_y, trace["decoder.0.self_attention.weights"].value.mean(0)


def answers(m: int, shifted: bool) -> Tensor:
    """Where the word that each row must write stands among the words read: 1 there, else 0. (m, m). EXHIBITS N0-17."""
    return torch.diag(torch.ones(m - 1), 1) if shifted else torch.eye(m)


def shifts_compared(translator: Translator, plain: Trace) -> dict[str, float]:
    """The loss on the model's own translation, reading it shifted and, as the notes write, not shifted. ERRATA R12."""
    source, target = plain["source"].value, plain["target"].value
    losses, start = {}, torch.tensor([translator.model.marks.start])
    for name, read in (("shifted", torch.cat((start, target[:-1]))), ("unshifted", target)):
        with torch.no_grad():
            losses[name] = float(nn.functional.cross_entropy(translator.model(source, read), target))
    return losses


class Padded(NamedTuple):
    """What padding words after (or before) a sentence change: largest change of a logit, share of words."""

    logits: float
    words: float


@torch.no_grad()
def padded_source(translator: Translator, plain: Trace, encoder: bool, cross: bool, pads: int = PADS) -> Padded:
    """Padding after the source, hidden from the encoder or not, from the cross-attention or not. ERRATA R19."""
    return _difference(_behind_padding(translator, plain, pads, encoder, cross), plain["logits"].value)


@torch.no_grad()
def padded_probability(translator: Translator, plain: Trace, pads: int, hidden: bool) -> float:
    """ln p of the model's own translation with so many padding words after the source, hidden everywhere or nowhere."""
    scores = _behind_padding(translator, plain, pads, hidden, hidden)
    return -float(nn.functional.cross_entropy(scores, plain["target"].value, reduction="sum"))


def _behind_padding(translator: Translator, plain: Trace, pads: int, encoder: bool, cross: bool) -> Tensor:
    """The logits of a pass with so many padding words behind its source, hidden from encoder or cross-attention."""
    model, read = translator.model, plain["shift_right"].value
    long = torch.cat((plain["source"].value, torch.full((pads,), model.marks.pad)))
    memory = model.encode(long[None])[0] if encoder else model.encode(long)  # a batch is masked, one sentence is not
    return model.logits(model.decode(read[None], memory[None], long[None])[0] if cross
                        else model.decode(read, memory, long))


@torch.no_grad()
def padded_target(translator: Translator, plain: Trace, leading: bool) -> Padded:
    """Padding before or after what the decoder reads; its own mask is causal and nothing else. ERRATA R20."""
    model = translator.model
    source, read = plain["source"].value, plain["shift_right"].value
    pad = torch.full((PADS,), translator.model.marks.pad)
    scores = model(source, torch.cat((pad, read) if leading else (read, pad)))
    return _difference(scores[PADS:] if leading else scores[:len(read)], plain["logits"].value)


@torch.no_grad()
def padded_loss(translator: Translator, plain: Trace) -> tuple[float, float]:
    """The mean loss over the words alone, and over words and trailing padding alike. ERRATA R20."""
    model = translator.model
    pad = torch.full((PADS,), translator.model.marks.pad)
    scores = model(plain["source"].value, torch.cat((plain["shift_right"].value, pad)))
    losses = nn.functional.cross_entropy(scores, torch.cat((plain["target"].value, pad)), reduction="none")
    return float(losses[:-PADS].mean()), float(losses.mean())


def _difference(ours: Tensor, theirs: Tensor) -> Padded:
    changed = ours.argmax(-1) != theirs.argmax(-1)
    return Padded(float((ours - theirs).abs().max()), float(changed.float().mean()))


def fully_masked() -> dict[str, Tensor]:
    """A row with nothing allowed, by each way of masking: equal scores, random scores. ERRATA R10."""
    n = 4
    S, nothing = torch.zeros(1, 1, n), torch.zeros(1, n, dtype=torch.bool)
    number = literal.scores_masked_by_a_number(S, nothing)
    infinite = attention.masked_scores(S, nothing)
    vector = torch.zeros(1, 1, n, n)
    torchs = nn.functional.scaled_dot_product_attention(vector[:, :, :1], vector, torch.eye(n)[None, None],
                                                        attn_mask=nothing[None, None])
    return {"number": plain_softmax(number)[0, 0], "infinity": plain_softmax(infinite)[0, 0],
            "zeros": attention.weights(infinite)[0, 0], "torch": torchs[0, 0, 0]}


def added_number() -> dict[str, Tensor]:
    """Adding -10^9 instead of replacing by it: what is left of a float32 score next to a billion. ERRATA R10."""
    S, billion = torch.tensor((30.0, 0.1, -0.2, 100.0)), torch.tensor(1e9)
    return {"scores": S, "weights": plain_softmax(S - 1e9),
            "spacing": torch.nextafter(billion, torch.tensor(math.inf)) - billion}


def number_against_infinity(S: Tensor) -> float:
    """The largest difference between weights behind -10^9 and behind minus infinity; S (head, n, n). ERRATA R10."""
    allowed = visible(S.shape[-1])
    by_number = attention.weights(literal.scores_masked_by_a_number(S, allowed))
    return float((by_number - attention.weights(attention.masked_scores(S, allowed))).abs().max())
