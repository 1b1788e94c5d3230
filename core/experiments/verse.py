"""Reading and writing verse: factors of the chain rule, true prefixes and one's own, what a head is for.

EXHIBITS N2-26, N4-34, N4-35.

``python -m core.experiments.verse`` measures the poet on unseen quatrains (half a minute of one core; it needs the
package of poems, see ``core.data.poems``) and keeps the result in assets/experiments.
"""

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from core import zoo
from core.data import characters, quatrain
from core.data.poems import Lines
from core.edits import Ablate, Edit
from core.experiments import stored_runs
from core.recipes import poet as recipe
from core.steps import Trace
from core.subjects import step_and_head
from core.subjects.cloze import Cloze
from core.subjects.poet import Poet
from core.trace import record

NAME = "verse"
POEMS, SIZE = 300, 7
HIDDEN_SHARE, LIKELIEST = 0.15, 5

stored = stored_runs.kept(NAME)
"""``right``: per place behind the first line, the share of first guesses that are the poem's own character, with
true prefixes and with the poet's own; ``rhyme``: probability on rhyming characters where the fourth line ends, of
the whole poet, without the head that looks at the rhymes most often, without all ``rhyme_heads``, and without
another head of its layer."""


# ---- The chain rule --------------------------------------------------------------------------------------------------


def factors(trace: Trace, count: int) -> list[float]:
    """p(x_i | x_1 ... x_{i-1}) of the first ``count`` tokens of a pass of the poet."""
    wanted = trace["target"].value[:count]
    return trace["probabilities"].value[:count].gather(1, wanted.unsqueeze(1)).squeeze(1).tolist()


def chained(probabilities: Sequence[float]) -> dict[str, float]:
    """The product of the factors, its negative logarithm, the mean of that per factor, the perplexity."""
    nats = -sum(math.log(p) for p in probabilities)
    return {"product": math.exp(-nats), "nats": nats, "mean": nats / len(probabilities),
            "perplexity": math.exp(nats / len(probabilities))}


def orders(sentences: Sequence[Sequence[str]], words: Sequence[str]) -> dict[str, list[float]]:
    """The factors of the first words of a corpus, from the left and from the right, by counting; the products agree."""
    n = len(words)
    counted = [tuple(one[:n]) for one in sentences if len(one) >= n]

    def among(places: Sequence[int]) -> int:
        return sum(all(one[i] == words[i] for i in places) for one in counted)

    shares = {}
    for name, order in (("left", range(n)), ("right", range(n)[::-1])):
        known: list[int] = []
        shares[name] = []
        for i in order:
            shares[name].append(among([*known, i]) / among(known))
            known.append(i)
    return shares


# ---- Two masks -------------------------------------------------------------------------------------------------------


def moved(poet: Poet, cloze: Cloze, tokens: Sequence[str], at: int, into: str) -> dict[str, Tensor]:
    """How far each row's probabilities move when one token is exchanged: sum of absolute differences, row by row; of
    the cloze the same rows, the last character hidden in both."""
    other, last = [*tokens[:at], into, *tokens[at + 1:]], last_character(tokens)
    read = [poet.pass_over(one)["probabilities"].value for one in (tokens, other)]
    hidden = ["".join([*one[:last], quatrain.HIDDEN, *one[last + 1:]]) for one in (tokens, other)]
    two_sides = [cloze.trace(text)["probabilities"].value for text in hidden]
    return {"one_side": (read[0] - read[1]).abs().sum(-1)[:len(tokens) + 1],
            "two_sides": (two_sides[0] - two_sides[1]).abs().sum(-1)}


def last_character(tokens: Sequence[str]) -> int:
    """The place of the last token that is no mark."""
    return max(i for i, token in enumerate(tokens) if token not in (quatrain.COMMA, quatrain.STOP))


def targets(length: int) -> tuple[int, int]:
    """Predictions that one pass over a text trains: of a language model, of a reader of hidden words."""
    return length, round(length * HIDDEN_SHARE)


def measured(cloze: Cloze) -> dict[str, dict]:
    """By the length of lines, what was measured on unseen verse: of whoever sees both sides, and of the poet."""
    return {size: {"hidden": figures["hidden"], "two_sides": figures["cloze"], "one_side": figures["poet"]}
            for size, figures in cloze.about["metrics"]["unseen"].items()}


def filled(cloze: Cloze, poet: Poet, tokens: Sequence[str], at: int) -> dict[str, list]:
    """For one hidden character the LIKELIEST that each would write, (character, probability, whether it is right); the
    right one stands last if it is not among the likeliest."""
    text = [*tokens[:at], quatrain.HIDDEN, *tokens[at + 1:]]
    rows = {"two_sides": (cloze, cloze.trace("".join(text))["probabilities"].value[at + 1]),
            "one_side": (poet, poet.pass_over(tokens)["probabilities"].value[at])}
    choices = {}
    for name, (subject, row) in rows.items():
        may = row.masked_fill(~subject.characters(), 0)
        best, own = may.topk(LIKELIEST).indices.tolist(), subject.vocabulary.encode([tokens[at]])[0]
        choices[name] = [(subject.vocabulary.words[i], float(row[i]), i == own)
                         for i in (best if own in best else [*best[:-1], own])]
    return choices


# ---- What a head looked at -------------------------------------------------------------------------------------------


def named_heads(poet: Poet) -> list[tuple[str, str, int, float]]:
    """(relation, step, head, share) of the relations that some head has at least twice as often as chance."""
    best = poet.about["metrics"]["heads"]["best"]
    heads = [(relation, *step_and_head(one["head"]), one["share"]) for relation, one in best.items()
             if one["share"] >= 2 * one["chance"]]
    return sorted(heads, key=lambda one: -one[3])


def rhyme_heads(poet: Poet) -> list[tuple[str, int]]:
    """(step, head) of all heads whose largest weight stands on the rhymes in most poems, the surest first."""
    shares = {key: relations["rhyme"] for key, relations in poet.about["metrics"]["heads"]["all"].items()}
    return [step_and_head(key) for key in sorted(shares, key=lambda key: -shares[key]) if shares[key] > 0.5]


def looked(trace: Trace, step: str, head: int, count: int) -> list[list[float]]:
    """For each of ``count`` tokens, the weights with which its row looked at what stood before: first the word for the
    length, then each token (n, n + 1)."""
    return trace[step].value[head][:count, :count + 1].tolist()


# ---- On unseen quatrains ---------------------------------------------------------------------------------------------


@torch.no_grad()
def right_by_place(poet: Poet, rows: Tensor) -> dict[str, list[float]]:
    """Shares of first guesses that are right, per token behind the first line. rows: ids (b, n) with the size word."""
    begun = SIZE + 2
    guessed = poet.model(rows[:, :-1]).argmax(-1)[:, begun - 1:]
    own = rows[:, :begun]
    while own.shape[1] < rows.shape[1]:
        own = torch.cat([own, poet.model(own)[:, -1:].argmax(-1)], 1)
    wanted = rows[:, begun:]
    return {"true": (guessed == wanted).double().mean(0).tolist(),
            "own": (own[:, begun:] == wanted).double().mean(0).tolist()}


@torch.no_grad()
def rhyming(poet: Poet, poems: Sequence[Lines], rows: Tensor, edits: Sequence[Edit] = ()) -> float:
    """The mean probability on characters that rhyme with the second line's last, where the fourth line's is due."""
    with record(poet.model, *edits, strict=False):
        scores = poet.model(rows[:, :-1])[:, 4 * SIZE + 2]
    shares = torch.softmax(scores, -1)
    rhymes = torch.tensor([[characters.rhyme(word, lines[1][-1]) and word != lines[1][-1]
                            for word in poet.vocabulary.words] for lines in poems])
    return float((shares * rhymes).sum(-1).mean())


def run() -> dict:
    """All of ``stored``."""
    poet = zoo.load("poet")
    _, unseen = recipe.split()
    poems = [lines for lines in unseen if len(lines[0]) == SIZE][:POEMS]
    rows = torch.stack([poet.ids(quatrain.form("".join(quatrain.tokens(lines)), poet.vocabulary)) for lines in poems])
    off = [Ablate(step.replace("weights", "head_outputs"), head) for step, head in rhyme_heads(poet)]
    count = poet.model.decoder[0].self_attention.W_Q.shape[0]
    others = [Ablate(off[0].step, head) for head in range(count) if Ablate(off[0].step, head) not in off]
    return {"poems": len(poems), "size": SIZE, "right": right_by_place(poet, rows), "rhyme": {
        "whole": rhyming(poet, poems, rows), "without": rhyming(poet, poems, rows, off[:1]),
        "without_all": rhyming(poet, poems, rows, off),
        "others": sum(rhyming(poet, poems, rows, [one]) for one in others) / len(others)}}


if __name__ == "__main__":
    stored_runs.keep(NAME, run)
