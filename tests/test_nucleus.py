"""Top-k and top-p together, as Hugging Face has them; and scores of which no word can be chosen."""

import math

import pytest
import torch
from samples import SIZES, close, generic

from core.decode import NoNumbersError, distribution, greedy_choice, words
from core.edits import SetCell
from core.models.transformer import Transformer


def hugging_face(logits, top_k, top_p):
    """TopKLogitsWarper, then TopPLogitsWarper, of transformers/generation/logits_process.py (4.x), line by line."""
    scores = logits.unsqueeze(0).clone()
    if top_k:
        indices_to_remove = scores < torch.topk(scores, min(top_k, scores.size(-1)))[0][..., -1, None]
        scores = scores.masked_fill(indices_to_remove, -math.inf)
    if top_p < 1.0:
        sorted_logits, sorted_indices = torch.sort(scores, descending=False)
        cumulative_probs = sorted_logits.softmax(dim=-1).cumsum(dim=-1)
        sorted_indices_to_remove = cumulative_probs <= (1 - top_p)
        sorted_indices_to_remove[..., -1:] = 0
        scores = scores.masked_fill(sorted_indices_to_remove.scatter(1, sorted_indices, sorted_indices_to_remove),
                                    -math.inf)
    return scores.softmax(-1)[0]


def test_of_what_top_k_leaves_top_p_counts_anew():
    logits = torch.tensor([0.4, 0.3, 0.2, 0.1], dtype=torch.float64).log()
    assert close(distribution(logits, top_k=2, top_p=0.5), [1, 0, 0, 0], 1e-15)
    assert close(distribution(logits, top_k=2, top_p=0.6), [4 / 7, 3 / 7, 0, 0], 1e-15)


@pytest.mark.parametrize("top_p", [0.25, 0.5, 0.6, 0.75, 0.9, 1.0])
@pytest.mark.parametrize("top_k", [0, 1, 2, 3, 5])
@pytest.mark.parametrize("logits", [[0.0] * 4, [1.0, 1.0, 0.0, 0.0], [2.0, 1.0, 1.0, 1.0, 0.0], [0.0, math.log(2), 0.0],
                                    [1.5, -0.3, 0.2, 1.1, -2.0, 0.7], [0.0, -math.inf, 0.0]])
def test_top_k_and_top_p_follow_hugging_face_in_ties_and_on_the_boundary(logits, top_k, top_p):
    row = torch.tensor(logits, dtype=torch.float64)
    assert close(distribution(row, 1.0, top_k, top_p), hugging_face(row, top_k, top_p), 1e-12)


def test_scores_that_are_no_numbers_are_not_chosen_from():
    for row in ([math.nan, 0.0], [math.inf, 0.0], [-math.inf, -math.inf]):
        for choose in (greedy_choice, distribution):
            with pytest.raises(NoNumbersError):
                choose(torch.tensor(row))
    model, source = generic(Transformer(9, 7, **SIZES)), torch.tensor([4, 6, 5])
    with pytest.raises(NoNumbersError):
        list(words(model, source, edits=(SetCell("encoder.0.norm_1.variance", (0,), -5.0),)))
