"""What a decoder layer reads, and what depends on what: N0 1.2, 5.3-5.7; N1 4.3."""

from dataclasses import replace
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from core.edits import Edit, Replace, Scale
from core.equations import attention, feedforward, literal, norm
from core.models.attention import MultiHeadAttention
from core.subjects.translator import Translator
from core.trace import Trace, given, record

BRANCHES = ("self_attention", "cross_attention", "feed_forward")
SOURCES = ("decoder", "encoder")


def layers(trace: Trace) -> int:
    """How many decoder layers a run went through."""
    return sum(name.startswith("decoder.") and name.endswith("residual_3.added") for name in trace)


def memory_step(trace: Trace) -> str:
    """The encoder's last step, which every decoder layer reads."""
    return trace["decoder.0.cross_attention.keys"].inputs[0]


# ---- N0-02: attention and influence ---------------------------------------------------------------------------------


class Dependence(NamedTuple):
    """Per output word (rows): attention and gradient to each source word, and to each word read. (m, n), (m, m)."""

    attention_source: Tensor
    attention_target: Tensor
    gradient_source: Tensor
    gradient_target: Tensor

    def same_first(self) -> int:
        """For how many output words attention and gradient name the same first source word."""
        return int((self.attention_source.argmax(-1) == self.gradient_source.argmax(-1)).sum())

    def same_order(self) -> int:
        """For how many output words they put all source words in the same order."""
        orders = self.attention_source.argsort(-1), self.gradient_source.argsort(-1)
        return int((orders[0] == orders[1]).all(-1).sum())

    def by_distance(self) -> list[float]:
        """The mean gradient to the word read k places back, k = 0, 1, ..."""
        return [float(self.gradient_target.diagonal(-k).mean()) for k in range(len(self.gradient_target))]


def gradients_by_row(numbers: Tensor, *inputs: Tensor) -> list[Tensor]:
    """How each of n numbers moves with every input: (n, *its shape) each.

    Number by number: torch's own way for all at once (``is_grads_batched``) loads an algebra system, half a second and
    33 MB, to save some 40 milliseconds of a sentence.
    """
    rows = [torch.autograd.grad(number, inputs, retain_graph=True) for number in numbers]
    return [torch.stack(gradients) for gradients in zip(*rows)]


def gradients_by_word(translator: Translator, plain: Trace, sides: tuple[str, ...],
                      edits: tuple[Edit, ...] = ()) -> tuple[Trace, list[Tensor]]:
    """A sentence's pass under edits, and by side |d score of the word each row writes / d embedded word|, (m, n)."""
    read = {f"{side}_embedding.positioned": plain[f"{side}_embedding.positioned"].value.requires_grad_()
            for side in sides}
    with record(translator.model, *(Replace(*one) for one in read.items()), *edits, gradients=True) as trace:
        scores = translator.model(plain["source"].value, plain["shift_right"].value)
    written = scores.gather(-1, plain["target"].value.unsqueeze(-1)).squeeze(-1)
    return trace, [by_word.norm(dim=-1) for by_word in gradients_by_row(written, *read.values())]


def dependence(translator: Translator, text: str) -> Dependence:
    """Attention weights (mean over layers and heads) beside the norm of d logit / d embedded word. EXHIBITS N0-02."""
    trace, gradients = gradients_by_word(translator, translator.trace(text), ("source", "target"))
    cross, own = (torch.stack([trace[f"decoder.{i}.{kind}_attention.weights"].value for i in range(layers(trace))])
                  .mean((0, 1)) for kind in ("cross", "self"))
    return Dependence(cross, own, *gradients)


# ---- N2-15, N1-17: what moves when a word is changed ----------------------------------------------------------------


@torch.no_grad()
def changed_word(translator: Translator, plain: Trace, side: str, position: int, word: str) -> tuple[Tensor, Tensor]:
    """How far each output distribution of a run moves when one word read is another. EXHIBITS N2-15.

    ``side``: "source" or "target" (the decoder's input). Returns (total variation (m,), difference (m, V)).
    """
    source, read = plain["source"].value, plain["shift_right"].value
    vocabulary = translator.source_vocabulary if side == "source" else translator.target_vocabulary
    (source if side == "source" else read)[position] = vocabulary.encode([word])[0]
    difference = torch.softmax(translator.model(source, read), -1) - plain["probabilities"].value
    return difference.abs().sum(-1) / 2, difference


def first_rows(translator: Translator, text: str, other: str) -> list[tuple[str, float]]:
    """How far the first row (of the start token) differs between two sentences, step by step. EXHIBITS N1-17.

    Each decoder reads the start token alone: products of matrices with more rows are rounded in another way.
    """
    runs = [translator.trace(one, target=()) for one in (text, other)]
    names = ["target_embedding.positioned",
             *(name for name in runs[0] if name.startswith("decoder.") and name.endswith(".output"))]
    return [(name, float((runs[0][name].value[0] - runs[1][name].value[0]).norm())) for name in names]


# ---- N0-19: the three branches --------------------------------------------------------------------------------------


def without(branch: str) -> tuple[Edit, ...]:
    """Edits that silence one kind of sub-layer in every decoder layer; none for ""."""
    return (Scale(f"decoder.*.{branch}.output", 0.0),) if branch else ()


def says(translator: Translator, text: str, edits: tuple[Edit, ...]) -> str:
    """What the edited model says by itself: the other direction, which ranks a beam's answers, has read the source."""
    return translator.target_vocabulary.join(replace(translator, channel=None).answer(text, edits))


def answer_without(translator: Translator, text: str, branch: str) -> str:
    """What the model says when one kind of decoder branch is silenced, word by word. EXHIBITS N0-19."""
    return says(translator, text, without(branch))


def branch_steps(trace: Trace, layer: int, branch: str) -> list[str]:
    """The steps of a branch in the order of the run: where it begins, then sum and norm after it, or the norm first."""
    at, number = f"decoder.{layer}", BRANCHES.index(branch) + 1
    inner = f"{at}.{branch}.{'activation' if branch == 'feed_forward' else 'weights'}"
    steps = {inner, f"{at}.{branch}.output", f"{at}.residual_{number}.added", f"{at}.norm_{number}.output"}
    return [trace[f"{at}.residual_{number}.added"].inputs[0], *(name for name in trace if name in steps)]


def branch_norms(trace: Trace, layer: int) -> list[tuple[str, Tensor, Tensor]]:
    """Per branch: the lengths of the rows it adds to, and of what it adds. (m,), (m,)."""
    norms = []
    for number, branch in enumerate(BRANCHES, 1):
        x, f = trace[f"decoder.{layer}.residual_{number}.added"].inputs
        norms.append((branch, trace[x].value.norm(dim=-1), trace[f].value.norm(dim=-1)))
    return norms


# ---- N0-20, N2-24: the memory ---------------------------------------------------------------------------------------


def shuffled(count: int, seed: int) -> Tensor:
    """An order of the source words in which at least one has moved, if there are two."""
    order = torch.randperm(count, generator=torch.Generator().manual_seed(seed))
    return order if count < 2 or bool((order != torch.arange(count)).any()) else order.roll(1)


def permuted_memory(translator: Translator, text: str, seed: int) -> tuple[Trace, Tensor, float]:
    """The decoder on the encoder's rows in another order: (its trace, the order, largest change of a logit). N0-20."""
    plain = translator.trace(text)
    memory, read = plain[memory_step(plain)].value, plain["shift_right"].value
    order = shuffled(len(memory), seed)
    words = [plain["source"].labels[0][i] for i in order]
    labels = translator.labels(read.tolist())
    with record(translator.model, labels=labels) as trace:
        permuted = given("memory", memory[order], "token d_model", {"token": words})
        at = given("decoder_input", read, "token", labels["decoder_input"], shows="ids")
        scores = translator.model.logits(translator.model.decode(at, permuted, plain["source"].value))
    return trace, order, float((scores - plain["logits"].value).abs().max())


def later_word_changed(translator: Translator, text: str) -> float:
    """The largest change in the earlier rows of the cross-attention when the last word read is another. N0-20."""
    plain = translator.trace(text)
    read = plain["shift_right"].value
    read[-1] = translator.model.marks.end
    with record(translator.model) as trace:
        translator.model(plain["source"].value, read)
    name = "decoder.0.cross_attention.output"
    return float((trace[name].value - plain[name].value)[:-1].abs().max()) if len(read) > 1 else 0.0


def zeroed(trace: Trace) -> tuple[Edit, ...]:
    """Edits that put zeros in the memory's place. EXHIBITS N2-24."""
    return (Scale(memory_step(trace), 0.0),)


# ---- N1-22, R07, R08, R44: the wiring -------------------------------------------------------------------------------


class Wired(NamedTuple):
    """Attention with chosen sources: its trace as far as it came, the error that stopped it, and what it lets through.

    ``leak``: change of the first row when the last word of the decoder is changed; ``off``: distance from right wiring.
    """

    trace: Trace
    error: str = ""
    leak: float | None = None
    off: float | None = None


def wired(module: MultiHeadAttention, y: Tensor, x: Tensor, sources: tuple[str, str, str], labels: dict,
          mask: Tensor | None = None) -> Wired:
    """The sub-layer and its residual, with Q, K, V taken from ``sources``. y (m, d), x (n, d). EXHIBITS N1-22."""
    trace, error = _run(module, y, x, sources, labels, mask)
    if error:
        return Wired(trace, error)
    changed = y.clone()
    changed[-1] = -y[-1]
    out = trace["output"].value
    moved = _run(module, changed, x, sources, labels, mask)[0]["output"].value - out
    right, stopped = _run(module, y, x, ("decoder", "encoder", "encoder"), labels, None)
    off = None if stopped or mask is not None else float((right["output"].value - out).abs().max())
    return Wired(trace, "", float(moved[0].abs().max()) if len(y) > 1 else 0.0, off)


def _run(module, y, x, sources, labels, mask) -> tuple[Trace, str]:
    with record(module, labels=labels) as trace:
        read = {"decoder": given("y", y, "token d_model", labels.get("y")),
                "encoder": given("x", x, "token d_model", labels.get("x"))}
        q, k, v = (read[source] for source in sources)
        try:
            Q, K = attention.queries(q, module.W_Q, module.b_Q), attention.keys(k, module.W_K, module.b_K)
            V = attention.values(v, module.W_V, module.b_V)
            S = attention.scores(attention.dot_products(Q, K), module.d_k)
            if mask is not None:
                S = attention.masked_scores(S, given("look_ahead_mask", mask, "query key", shows="mask"))
            Z = attention.head_outputs(attention.weights(S), V)
            norm.added(read["decoder"], attention.output(attention.concat(Z), module.W_O, module.b_O))
        except RuntimeError as error:
            return trace, str(error).splitlines()[0]
    return trace, ""


def own_words(module: MultiHeadAttention, y: Tensor, x: Tensor, sources: tuple[str, str, str]) -> dict[str, float]:
    """What a change of an earlier word does to a later row of masked self-attention, before the residual. R07, R08.

    y, x (m, d) of one length. "earlier": row m - 1 when word 0 is another; "own": row m - 1 when it is itself another.
    """
    mask = torch.ones(len(y), len(y), dtype=torch.bool).tril()
    before = _run(module, y, x, sources, {}, mask)[0]["output"].value[-1]
    changes = {}
    for name, place in (("earlier", 0), ("own", -1)):
        changed = y.clone()
        changed[place] = -y[place]
        changes[name] = float((_run(module, changed, x, sources, {}, mask)[0]["output"].value[-1] - before).abs().max())
    return changes


def elementwise(Q: Tensor, K: Tensor) -> tuple[Tensor, Tensor, str]:
    """Scores as they are (m, m), as N0 (22) prints them (m, d_k), and what the mask says to those. R09."""
    right = attention.scores(attention.dot_products(Q, K), Q.shape[-1])
    printed = literal.elementwise_scores(Q, K)
    mask = torch.ones(len(Q), len(Q), dtype=torch.bool).tril()
    try:
        attention.masked_scores(printed.unsqueeze(0), mask)
    except RuntimeError as error:
        return right, printed, str(error).splitlines()[0]
    return right, printed, ""


# ---- N0-21: hidden units --------------------------------------------------------------------------------------------


def permuted_units(translator: Translator, trace: Trace, layer: int, seed: int) -> tuple[Tensor, float]:
    """The decoder's hidden units in another order: (their activations, largest change of the output). N0-21."""
    module: nn.Module = translator.model.decoder[layer].feed_forward
    x = trace[trace[f"decoder.{layer}.feed_forward.hidden"].inputs[0]].value
    order = shuffled(module.W_1.shape[1], seed)
    R = feedforward.activation(feedforward.hidden(x, module.W_1[:, order], module.b_1[order]))
    out = feedforward.output(R, module.W_2[order], module.b_2)
    return R, float((out - trace[f"decoder.{layer}.feed_forward.output"].value).abs().max())


def other_networks(trace: Trace, layer: int) -> dict[str, float]:
    """The decoder's feed-forward network as two convolutions of width 1, and with the encoder's numbers in it. R27.

    How far the output moves, relative to its size (Frobenius).
    """
    x, own = (trace[name].value for name in (trace[f"decoder.{layer}.feed_forward.hidden"].inputs[0],
                                             f"decoder.{layer}.feed_forward.output"))

    def numbers(stack: str) -> list[Tensor]:
        return [trace.parameters[f"{stack}.{layer}.feed_forward.{name}"] for name in ("W_1", "b_1", "W_2", "b_2")]

    def convolved(x: Tensor, W_1: Tensor, b_1: Tensor, W_2: Tensor, b_2: Tensor) -> Tensor:
        hidden = functional.conv1d(x.mT, W_1.mT.unsqueeze(-1), b_1)
        return functional.conv1d(feedforward.activation(hidden), W_2.mT.unsqueeze(-1), b_2).mT

    outputs = {"convolution": convolved(x, *numbers("decoder")), "encoder": convolved(x, *numbers("encoder"))}
    return {name: float((out - own).norm() / own.norm()) for name, out in outputs.items()}


def open_share(R: Tensor) -> float:
    """The share of hidden units that are on."""
    return float((R > 0).float().mean())
