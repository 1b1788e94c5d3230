"""Where in a language model the answer lives: rows of one run put into another, every layer and every row.

Vig et al. 2020, "Investigating Gender Bias in Language Models Using Causal Mediation Analysis"; Meng et al. 2022,
"Locating and Editing Factual Associations in GPT", 2; the sentence is of the kind of Wang et al. 2023,
"Interpretability in the Wild". They call it patching. ``python -m core.experiments.exchanged_rows`` measures it on the
brought ``smollm2`` and keeps the result in assets/experiments.
"""

import torch
from torch import Tensor

from core import device, zoo
from core.equations import embedding
from core.experiments import head_kinds, layer_by_layer, stored_runs
from core.subjects import Subject

NAME, MODEL = "exchanged_rows", "smollm2"
TEXTS = ("When Mary and John went to the store, John gave a drink to",
         "When Mary and John went to the store, Mary gave a drink to")
"""They differ in one word, and so in what has to come."""

stored = stored_runs.kept(NAME)
"""What ``measure`` found when it was last kept."""


def rows(subject: Subject, ids: Tensor) -> list[Tensor]:
    """The rows (n, d) of a text as they enter the first layer and as they leave each layer."""
    return head_kinds.passed(subject, ids, "embedding.lookup", "*residual_2.added")


@torch.no_grad()
def patched(subject: Subject, depth: int, x: Tensor, y: Tensor, words: tuple[int, int]) -> Tensor:
    """(n,): how much more the first word scores than the second at the end of a text with the rows x (n, d) behind
    ``depth`` layers, where one row has come from y (n, d)."""
    model, n = subject.model, len(x)
    place = device.of(model)
    each, batch = torch.arange(n, device=place), x.to(place).repeat(n, 1, 1)
    batch[each, each] = y.to(place)
    mask = embedding.look_ahead_mask(each, each)
    for layer in model.decoder[depth:]:
        batch = layer(batch, 0, mask)
    scores = model.logits(model.decoder_norm(batch[:, -1]))
    return scores[:, words[0]] - scores[:, words[1]]


@torch.no_grad()
def exchange(subject: Subject, texts: tuple[str, str]) -> dict:
    """How far each row of the second text turns the answer of the first into that of the second: 0 not, 1 wholly.

    ValueError if the texts have not equally many tokens, or the model goes on with the same word.
    """
    ids = [subject.ids(text) for text in texts]
    if len(ids[0]) != len(ids[1]):
        raise ValueError("Both texts need equally many tokens.")
    scores = [subject.model(one)[-1] for one in ids]
    words = tuple(int(score.argmax()) for score in scores)
    if words[0] == words[1]:
        raise ValueError("The model goes on with the same word; exchange something that matters.")
    whole = [float(score[words[0]] - score[words[1]]) for score in scores]
    depths = enumerate(zip(*(rows(subject, one) for one in ids)))
    differences = torch.stack([patched(subject, depth, x, y, words) for depth, (x, y) in depths])
    shares = (differences - whole[0]) / (whole[1] - whole[0])
    labels = [subject.read(text) for text in texts]
    return {"labels": labels, "answers": [subject.target_vocabulary.words[i] for i in words],
            "differs": [i for i, pair in enumerate(zip(*labels)) if pair[0] != pair[1]],
            "shares": [[round(float(x), 3) for x in row] for row in shares]}


def says(subject: Subject, text: str) -> list[tuple[str, float, float]]:
    """For each layer, were it the last: the word that would come after the text, its probability, and that of the word
    that comes in the end."""
    return layer_by_layer.says_with(subject, subject.trace(text), len(subject.read(text)) - 1)


def measure(subject: Subject) -> dict:
    """Everything the page tells, for JSON."""
    return {"model": subject.name, "texts": TEXTS, "says": says(subject, TEXTS[0])} | exchange(subject, TEXTS)


if __name__ == "__main__":
    stored_runs.keep(NAME, lambda: measure(zoo.load(MODEL)))
