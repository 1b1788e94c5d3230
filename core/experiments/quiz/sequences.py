"""The chapter on sequences: recurrence and its gradients, gates, alignment, language models, convolutions."""

import math

import torch
from torch import nn

from core import catalog
from core.equations import alignment, lstm
from core.experiments import aggregation, couplet_heads, entropy, through_time, verse, vocabularies
from core.experiments.parameters import counted
from core.experiments.quiz.interview import attended
from core.experiments.quiz.keys import drawn, key, nearest, one_of, same


@key
def halved() -> str:
    return nearest(through_time.power(0.5, 20)[0], within=0.2, millionth=1e-6, hundredth=1e-2, tenth=0.1, half=0.5)


@key
def hundredth_more() -> str:
    return nearest(through_time.power(1.01)[0], within=0.2, eleven=11, twenty_thousand=20000, one=1)


@key
def clipped() -> str:
    weight = nn.Parameter(torch.zeros(5))
    weight.grad = 40 * drawn(5).float()
    before = weight.grad.clone()
    nn.utils.clip_grad_norm_([weight], 1.0)
    turned = 1 - torch.cosine_similarity(before, weight.grad, 0).item()
    return one_of(length=turned < 1e-6 and weight.grad.norm() < before.norm(), direction=turned > 1e-6,
                  both=turned > 1e-6 and weight.grad.norm() < before.norm())


@key
def open_gate() -> str:
    C = torch.tensor([0.8], dtype=torch.float64)
    for _ in range(100):
        C = lstm.cell_state(torch.ones(1, dtype=torch.float64), C, torch.zeros(1, dtype=torch.float64), drawn(1))
    return nearest(C.item(), unchanged=0.8, zero=0.0, sum=80.0)


@key
def lstm_size() -> str:
    return nearest(counted(nn.LSTM(8, 8)) / counted(nn.RNN(8, 8)), same=1, three=3, four=4)


TRANSLATORS = {"rnn": "rnn-zh-en", "lstm": "lstm-zh-en", "attention": "attention-zh-en",
               "transformer": "translator-zh-en"}


@key
def longer_than_training() -> str:
    right = {short: catalog.about(name)["metrics"]["exact_match"]["unseen_structure"]
             for short, name in TRANSLATORS.items()}
    return max(right, key=right.get)


@key
def exact_zero() -> str:
    least = alignment.weights(torch.tensor([40.0, 40.0, -40.0, -40.0], dtype=torch.float64)).min().item()
    return one_of(never=least > 0, yes=least == 0, rounding=least < 0)


@key
def dice() -> str:
    p = torch.full((6,), 1 / 6, dtype=torch.float64)
    return nearest(math.exp(-(p * p.log()).sum()), one=1, log=math.log(6), six=6)


@key
def below_entropy() -> str:
    run = entropy.stored()
    return one_of(above=run["model"] > run["entropy"] + run["excess_error"],
                  below=run["model"] < run["entropy"] - run["excess_error"],
                  equal=abs(run["model"] - run["entropy"]) <= run["excess_error"])


@key
def four_convolutions() -> str:
    return nearest(aggregation.width([3] * 4), three=3, nine=9, twelve=12, eighty_one=81)


@key
def more_merges() -> str:
    (_, few), (_, many) = vocabularies.curve((10, 200))
    return one_of(shorter=many < few, longer=many > few, same=many == few)


@key
def facing_head() -> str:
    stored = couplet_heads.stored()
    best = max(head["facing"] for head in stored["heads"].values())
    chance = stored["chance"]["facing"]
    return one_of(nearly_all=best > 0.95, half=0.4 < best < 0.6, chance=abs(best - chance) < 0.05)


@key
def targets_of_a_pass() -> str:
    gpt, bert = verse.targets(1000)
    return one_of(more=gpt > 5 * bert, fewer=bert > 5 * gpt, same=gpt == bert)


@key
def later_word() -> str:
    x, causal = drawn(6, 16), torch.ones(6, 6, dtype=torch.bool).tril()
    other = x.clone()
    other[5] += 1
    early = [not same(attended(x, mask)[0], attended(other, mask)[0]) for mask in (causal, None)]
    return one_of(bert=early == [False, True], gpt=early == [True, False], both=early == [True, True])


@key
def second_rhyme_head() -> str:
    """Verse: which of three switchings-off leaves the poet's rhymes the poorest."""
    rhyme = verse.stored()["rhyme"]
    fell = {"one": rhyme["without"], "all": rhyme["without_all"], "others": rhyme["others"]}
    return min(fell, key=fell.get)
