"""Translation four ways: a bridge of one vector, attention, and self-attention. EXHIBITS N2-10, N2-11; errata R61, R71.

``python -m core.experiments.alignment`` measures what a training step costs (a minute of one core) and keeps it in
assets/experiments. All other numbers are read from the checkpoints' metrics or computed on the sentence at hand.
"""

import functools
import itertools
import statistics
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

import torch
from torch import Tensor, nn

from core import catalog, zoo
from core.data import grammar
from core.data.vocabulary import Vocabulary
from core.equations import alignment, variants
from core.experiments import stored_runs
from core.experiments.decoder import gradients_by_row
from core.models.seq2seq import RecurrentTranslator
from core.subjects.translator import Translator
from core.trace import Trace, given, record

NAME = "alignment"
stored = stored_runs.kept(NAME)
"""``seconds_per_step``: of the processor, by the name of a model."""
BINS = ((3, 5), (6, 7), (8, 9), (10, 11), (12, 14), (15, 22))
"""Sentences by their source words: first and last length of each group."""
SAMPLES, SEED = (5, 9, 12, 15, 18), 7
"""Lengths of the unseen sentences that are offered; the seed of the held-out sets."""
PAIRS = 12000
"""Sentences that the batches of the measured steps are drawn from."""
CHARACTERS = "機器學習"
DOUBLE = torch.float64
CITED = {"Sutskever": ("1409.3215", "NIPS'14"), "Bahdanau": ("1409.0473", "arXiv'15")}
"""The two papers that N2 names for translation: arXiv number, and what the note prints."""


def first_version(number: str) -> str:
    """The month of a paper's first version, as its arXiv number says: 2014-09 of 1409.0473 (R71)."""
    return f"20{number[:2]}-{number[2:4]}"


def task_models() -> list[str]:
    """The models of one task, from the plainest network to the Transformer."""
    order = ("rnn", "lstm", "attention", "transformer")
    names = catalog.names(languages=("zh", "en"), small=True)
    return sorted(names, key=lambda name: order.index(catalog.abilities(name).network))


def metrics(name: str) -> dict:
    """What was measured after the training; exact matches in percent."""
    return catalog.about(name)["metrics"]


def error_rate(name: str) -> float | None:
    """Alignment error rate of the best attention head; None where there is no attention."""
    return metrics(name).get("alignment", {}).get("error_rate")


class Group(NamedTuple):
    """Held-out sentences of one length: from ``first`` to ``last`` source words; ``exact`` in percent."""

    first: int
    last: int
    sentences: int
    exact: float

    @property
    def middle(self) -> float:
        return (self.first + self.last) / 2


def by_length(name: str) -> list[Group]:
    """Exact matches on unseen sentences of the training distribution, by length."""
    groups, counted = [], metrics(name)["by_length"]
    for first, last in BINS:
        rows = [row for row in counted if first <= row["words"] <= last]
        total, right = (sum(row[key] for row in rows) for key in ("sentences", "right"))
        groups.append(Group(first, last, total, 100 * right / total))
    return groups


# ---- The reader's sentence -----------------------------------------------------------------------------------------


@functools.cache
def _unseen() -> tuple[grammar.Pair, ...]:
    """An unseen sentence of each length offered, with its links."""
    by_words, examples = {}, {pair.zh for pair in grammar.example_pairs()}
    drawn = grammar.stream("test", SEED)
    while len(by_words) < len(SAMPLES):
        pair = next(drawn)
        if len(pair.zh) in SAMPLES and pair.zh not in examples:
            by_words.setdefault(len(pair.zh), pair)
    return tuple(by_words[n] for n in sorted(by_words))


def samples() -> dict[int, str]:
    """Sentences that training did not see, from the training distribution: number of words -> text."""
    return {len(pair.zh): Vocabulary((), "zh").join(pair.zh) for pair in _unseen()}


def parting() -> str:
    """The sample on which the models differ most: in how many words are right, then in how far they lie apart."""
    def shares(text: str) -> tuple[int, int]:
        counts = [sum(agreeing(model.answer(text), gold(model.read(text)).en))
                  for model in map(zoo.load, task_models())]
        return len(set(counts)), max(counts) - min(counts)

    return max(samples().values(), key=shares)


def gold(words: Sequence[str]) -> grammar.Pair | None:
    """The reference and its word links if the sentence is an example or a sample; None for any other."""
    return next((pair for pair in (*grammar.example_pairs(), *_unseen()) if pair.zh == tuple(words)), None)


def agreeing(words: Sequence[str], reference: Sequence[str]) -> list[bool]:
    """For each word said whether it belongs to the longest common part, in order, with the reference."""
    ok = [False] * len(words)
    for block in SequenceMatcher(None, list(words), list(reference), autojunk=False).get_matching_blocks():
        ok[block.a:block.a + block.size] = [True] * block.size
    return ok


def looked(translator: Translator, text: str, target: Sequence[str] | None = None) -> tuple[Tensor, tuple[str, ...]]:
    """(weights (target word, source word) of the head that aligns best, the words produced), told ``target`` if given.

    Row t is the one that produces word t. ValueError for a network without attention.
    """
    if error_rate(translator.name) is None:
        raise ValueError(f"{translator.name} has no attention to look at.")
    step, head = translator.best_head()
    trace = translator.trace(text, target=target)
    weights = trace[step].value
    return (weights[head] if weights.ndim == 3 else weights), trace["target"].labels[0]


def influence(translator: Translator, text: str) -> tuple[Tensor, tuple[str, ...]]:
    """How far each source word moves each written word, and the words written: shares of each row, (m, n).

    From |d log p(y_t) / d x_i|, where x_i is the source word's vector as the network reads it and y its own answer.
    N2-10: in a network without attention all of it goes through the bridge.
    """
    model: RecurrentTranslator = translator.model
    ids, marks = translator.ids(translator.read(text)), model.marks
    answer = torch.tensor([*translator.target_vocabulary.encode(translator.answer(text)), marks.end])
    read = torch.cat((torch.tensor([marks.start]), answer[:-1]))
    with torch.enable_grad():
        X = model.source_embedding(ids).clone().requires_grad_()
        memory, state = model.encoder(X, ids, marks.pad)
        scores = model.logits(model.decode(read, state, memory, ids)[0])
        logs = torch.log_softmax(scores, -1)[torch.arange(len(answer)), answer]
        lengths = gradients_by_row(logs, X)[0].norm(dim=-1)
    share = lengths / lengths.sum(-1, keepdim=True).clamp_min(torch.finfo(lengths.dtype).tiny)
    return share, tuple(translator.target_vocabulary.words[i] for i in answer.tolist())


def way_back(trace: Trace) -> int:
    """Recurrent steps on the shortest way from the last written word back to the first source word. N2-10.

    The way goes from cell to cell that it was computed from, of every row by its first and its last; all that a
    network computes at one time is one step.
    """
    goal, start = ("source_embedding.lookup", 0), ("logits", len(trace["logits"].value) - 1)
    length, waiting = {(start, ""): 0}, deque([(start, "")])
    while waiting:
        (row, time) = state = waiting.popleft()
        if row == goal:
            return length[state]
        for name, at in _read(trace, *row):
            network, inside, _ = name.partition(".cell.")
            now = f"{network} {at}" if inside else ""
            reached = ((name, at), now)
            steps = length[state] + (bool(now) and now != time)
            if steps < length.get(reached, steps + 1):
                length[reached] = steps
                (waiting.append if steps > length[state] else waiting.appendleft)(reached)
    raise ValueError(f"No way leads from {start} to {goal}.")


def _read(trace: Trace, name: str, at: int) -> set[tuple[str, int]]:
    """The rows that a row of a step is computed from; what has no rows is one."""
    shape = trace[name].shape
    ends = [(0, size - 1) for size in shape]
    cells = itertools.product((at,) if len(shape) > 1 else ends[0], *ends[1:])
    return {(source, cell[0] if len(trace[source].shape) > 1 else 0)
            for own in cells for source, cell in trace.sources(name, own) if source in trace}


# ---- The note's example ----------------------------------------------------------------------------------------------


def example(energies: Sequence[float]) -> Trace:
    """The note's four characters with h^i as unit vectors, so that c shows the weights themselves. N2-11."""
    characters = tuple(CHARACTERS[:len(energies)])
    with record(nn.Identity()) as trace:
        e = given("energies", torch.tensor(energies, dtype=DOUBLE), "key", {"key": characters})
        H = given("memory", torch.eye(len(energies), dtype=DOUBLE), "key d_h", {"key": characters})
        alignment.context(alignment.weights(e), H)
    return trace


def matched(kind: str, gain: float) -> list[float]:
    """Energies of z = (1, 1, 0, 0) with the four unit vectors: its cosine, or gain times the dot product (h^T W z)."""
    z, H = torch.tensor([[1.0, 1.0, 0.0, 0.0]], dtype=DOUBLE), torch.eye(4, dtype=DOUBLE)
    return (variants.cosine(z, H) if kind == "cosine" else gain * (z @ H.mT))[0].tolist()


def shortfall(energies: Sequence[float]) -> float:
    """How much weight the last two of four characters keep, which the note's example gives none. R61."""
    return float(example(energies)["weights"].value[2:].sum())


# ---- What it costs ---------------------------------------------------------------------------------------------------


def measured(steps: int = 40) -> dict[str, float]:
    """Processor seconds of a training step for each model, the median of ``steps``, taken in turns on one thread."""
    from core import train  # the recipes of all models: half a second, which no page needs

    torch.set_num_threads(1)
    recipes = {name: replace(train.RECIPES[name], pairs=PAIRS) for name in task_models()}
    tasks, times = {name: (recipe, recipe.task()) for name, recipe in recipes.items()}, {}
    optimizers = {name: torch.optim.Adam(task.model.parameters(), fused=True) for name, (_, task) in tasks.items()}
    for _ in range(steps):
        for name, (recipe, task) in tasks.items():
            batch, begun = next(task.batches), time.process_time()
            optimizers[name].zero_grad()
            recipe.loss(task.model.train(), batch).backward()
            nn.utils.clip_grad_norm_(task.model.parameters(), 1.0)
            optimizers[name].step()
            times.setdefault(name, []).append(time.process_time() - begun)
    return {name: round(statistics.median(seconds), 5) for name, seconds in times.items()}


def steps_in_a_row(name: str, n: int, m: int) -> int:
    """How many computations must wait for one another to read n words and, told the answer, to score m. N2-10, N2-12.

    A recurrent network goes n + m times round; a layer of self-attention reads all words at once.
    """
    configuration = catalog.about(name)["configuration"]
    return n + m if catalog.abilities(name).network != "transformer" else 2 * configuration["n_layers"]


class Line(NamedTuple):
    """One row of the table of four ways. ``exact``: percent by held-out set; ``seconds``: of the processor, in all."""

    name: str
    parameters: int
    exact: dict[str, float]
    error: float | None
    steps: int
    seconds: float


def table() -> list[Line]:
    """The four ways side by side."""
    cost = stored()["seconds_per_step"]
    return [Line(name, about["parameters"], about["metrics"]["exact_match"], error_rate(name), about["recipe"]["steps"],
                 cost[name] * about["recipe"]["steps"])
            for name, about in ((name, catalog.about(name)) for name in task_models())]


if __name__ == "__main__":
    stored_runs.keep(NAME, lambda: {"torch": torch.__version__, "seconds_per_step": measured()})
