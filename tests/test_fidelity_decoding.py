"""FIDELITY T48-T67: sizes, embedding, losses, schedule, generation, and a small task trained three ways."""

import copy

import pytest
import torch
from samples import END, PAD, RUNS, SIZES, START, close, generic, random, run
from sampling import trained
from torch import nn

from core import record
from core.decode import beam, greedy, scorer, words
from core.equations import embedding, output
from core.equations.literal import loss_from_zero
from core.equations.variants import learning_rates, smoothed_losses
from core.experiments.reversal import STEPS, VARIANTS, accuracies
from core.models.attention import MultiHeadAttention
from core.models.layers import LayerNorm, PreNormEncoderLayer
from core.models.patches import PatchEmbedding
from core.models.transformer import PreNormTransformer, Transformer

every_kind = pytest.mark.parametrize("kind", [Transformer, PreNormTransformer])


def size(*modules: nn.Module) -> int:
    return sum(p.numel() for module in modules for p in module.parameters())


@torch.no_grad()
def teacher_forced(model: nn.Module, source: torch.Tensor, ids: list[int]) -> torch.Tensor:
    return model(source, torch.tensor(ids))


def small(kind: type[Transformer], seed: int = 0) -> Transformer:
    return generic(kind(9, 7, **SIZES), seed)


@pytest.mark.parametrize(("options", "expected", "paper", "share"), [
    ({"d_model": 512, "n_heads": 8, "d_ff": 2048}, 63_082_496, 65e6, 0.03),
    ({"d_model": 1024, "n_heads": 16, "d_ff": 4096}, 214_245_376, 213e6, 0.01)])
def test_t48_the_papers_sizes(options, expected, paper, share):
    """One table for source, target and output, and no output bias, as in the paper."""
    with torch.device("meta"):
        model = Transformer(37_000, 37_000, n_layers=6, **options)
    assert size(model) - size(model.source_embedding) - model.b_out.numel() == expected
    assert abs(expected / paper - 1) < share
    if options["d_model"] == 512:
        assert [size(model.encoder[0]), size(model.decoder[0])] == [3_152_384, 4_204_032]


@pytest.mark.parametrize(("patch", "d", "heads", "layers", "bare", "with_head"), [
    (16, 768, 12, 12, 85_798_656, 86_567_656), (16, 1024, 16, 24, 303_301_632, 304_326_632),
    (14, 1280, 16, 32, 630_764_800, 632_045_800)])
def test_t49_the_sizes_of_vit(patch, d, heads, layers, bare, with_head):
    with torch.device("meta"):
        blocks = [PreNormEncoderLayer(d, heads, 4 * d) for _ in range(layers)]
        total = size(PatchEmbedding(patch, 3, d), *blocks, LayerNorm(d)) + d + (1 + (224 // patch) ** 2) * d
        assert total == bare
        assert total + size(nn.Linear(d, 1000)) == with_head


def test_t50_a_look_up_is_a_product_with_one_hot_rows():
    ids, W = torch.tensor([1, 7, 1]), random(9, 4).requires_grad_()
    E = embedding.lookup(ids, W)
    assert torch.equal(embedding.one_hot(ids, 9).double() @ W, E)
    (grad,) = torch.autograd.grad(E.square().sum(), W)
    assert grad.abs().sum(-1).nonzero().flatten().tolist() == [1, 7]


def test_t51_the_decoder_reads_the_target_one_place_later():
    target = torch.tensor([5, 8, 6, END])
    shifted = embedding.shift_right(target, START)
    assert shifted.tolist() == [START, 5, 8, 6]
    assert target.tolist() == [5, 8, 6, END]
    batch = embedding.shift_right(torch.stack((target, target.flip(0))), START)
    assert batch.tolist() == [[START, 5, 8, 6], [START, END, 6, 8]]


@every_kind
@pytest.mark.parametrize(("dtype", "tolerance"), [(torch.float64, 1e-10), (torch.float32, 1e-5)])
def test_t52_all_at_once_or_word_by_word(kind, dtype, tolerance):
    model, source, ids = small(kind).to(dtype), torch.tensor([4, 8, 5]), [START, 5, 3, 6, 4]
    whole = teacher_forced(model, source, ids)
    for t in range(1, 6):
        assert close(teacher_forced(model, source, ids[:t]), whole[:t], tolerance)


@every_kind
def test_t54_the_cache_gives_what_recomputing_gives(kind):
    for seed in range(5):
        model, source = small(kind, seed), torch.randint(4, 9, (seed + 1,))
        for plain, cached in zip(words(model, source, limit=8), words(model, source, cached=True, limit=8)):
            assert plain.id == cached.id
            assert close(plain.probabilities, cached.probabilities)


def test_t56_pads_behind_causal_attention_are_inert_and_before_it_are_not():
    model, x, pads = generic(MultiHeadAttention(8, 2)), random(5, 8), random(3, 8, seed=1)
    with torch.no_grad():
        mask = torch.ones(8, 8, dtype=torch.bool).tril()
        alone = model(x, mask=mask[:5, :5])
        assert close(model(torch.cat((x, pads)), mask=mask)[:5], alone)
        assert (model(torch.cat((pads, x)), mask=mask)[3:] - alone).abs().max() > 1e-3


def test_t57_cross_entropy_takes_logits():
    logits, right = torch.tensor([[2, 1, .1]], dtype=torch.float64), torch.tensor([0])
    assert close(output.token_losses(logits, right), [.417030], 1e-6)
    assert close(output.token_losses(output.probabilities(logits), right), [.802121], 1e-6)
    assert close(-output.probabilities(logits)[0, 0].log(), .417030, 1e-6)


def test_t58_the_loss_is_a_mean_over_words():
    ones, target = torch.ones(6, dtype=torch.float64), torch.tensor([5, 4, 6, END, PAD, PAD])
    assert close(output.loss(ones, target, PAD), 1.0, 1e-12)
    assert close(output.loss(torch.stack((ones, ones)), torch.stack((target, target)), PAD), [1.0, 1.0], 1e-12)
    assert close(loss_from_zero(torch.ones(5, dtype=torch.float64)), 1.25, 1e-12)


def test_t59_a_smoothed_target_is_never_met_without_loss():
    smoothed = torch.full((1, 37_000), .1 / 37_000, dtype=torch.float64)
    smoothed[0, 5] += .9
    assert close(smoothed_losses(smoothed.log(), torch.tensor([5]), .1), [1.376913], 1e-5)
    scores, target = random(4, 9), torch.tensor([0, 8, 3, 3])
    expected = nn.functional.cross_entropy(scores, target, reduction="none", label_smoothing=.1)
    assert close(smoothed_losses(scores, target, .1), expected, 1e-12)
    assert close(smoothed_losses(scores, target, 0.0), output.token_losses(scores, target), 1e-12)


@every_kind
def test_t60_a_beam_of_one_is_greedy(kind):
    ended = []
    for i in range(20):
        model = small(kind, i % 8)  # some of these models end their sentences, some never do
        source = torch.randint(4, 9, (int(torch.randint(1, 7, ())),))
        search = beam(scorer(model, source), width=1, limit=8)
        best, sentence = search.tree[search.best[0]], greedy(model, source, limit=8).tolist()
        assert list(best.words) == sentence
        log_p = torch.log_softmax(teacher_forced(model, source, [START, *sentence[:-1]]), -1)
        assert close(best.log_probability, sum(float(log_p[t, i]) for t, i in enumerate(sentence)))
        ended.append(END in sentence)
        assert len(search.best) == 1 and best.score == best.log_probability / ((5 + len(sentence)) / 6) ** 0.6
    assert any(ended) and not all(ended)


@every_kind
@pytest.mark.parametrize("limit", [1, 4, 12])
def test_t62_generation_ends_and_every_distribution_sums_to_one(kind, limit):
    for seed in range(6):
        generated = list(words(small(kind, seed), torch.randint(4, 9, (4,)), limit=limit))
        ids = [word.id for word in generated]
        assert len(ids) == limit if END not in ids else ids.index(END) == len(ids) - 1 < limit
        for word in generated:
            assert close(word.probabilities.sum(), 1.0, 1e-6)
            assert close(word.trace["probabilities"].value.sum(-1), torch.ones(len(word.trace["logits"].value)), 1e-6)


def test_t63_the_papers_learning_rates():
    rates = learning_rates(torch.tensor([4000, 1, 100_000], dtype=torch.float64), 512, 4000)
    assert rates.tolist() == pytest.approx([6.98771e-4, 1.74693e-7, 1.39754e-4], rel=1e-5)  # 1e-8 would be loose
    rising = learning_rates(torch.arange(1, 8001, dtype=torch.float64), 512, 4000)
    assert int(rising.argmax()) == 3999


def test_t64_the_reversal_task_three_ways():
    """As it should be; with the target itself as the decoder's input (R12); with the future in sight.

    The second's loss is held to be below the first's after half as many steps.
    """
    done = {name: trained(name, STEPS // (2 if name == "no_shift" else 1)) for name in VARIANTS}
    accuracy = {name: accuracies(done[name].model, variant) for name, variant in VARIANTS.items()}
    assert abs(size(done["right"].model) / 43_660 - 1) < 0.01
    assert done["right"].loss < 0.05
    assert accuracy["right"]["exact"] >= 0.99
    assert done["no_shift"].loss < done["right"].loss
    assert accuracy["no_shift"]["forced"] >= 0.99
    assert accuracy["no_shift"]["alone"] < 0.30
    assert accuracy["no_shift"]["exact"] == 0
    assert done["no_mask"].loss < done["right"].loss
    assert accuracy["no_mask"]["forced"] >= 0.99
    assert accuracy["no_mask"]["exact"] < 0.60


@pytest.mark.parametrize("name", RUNS)
def test_t67_tracing_changes_no_logit_and_shares_no_memory(name):
    """In-place edits of every step: test_trace.test_exposed_values_share_no_memory."""
    plain, state = run(name).forward(), copy.deepcopy(run(name).model.state_dict())
    with record(run(name).model) as trace:
        result = run(name).forward()
    assert torch.equal(result, plain)
    for step in trace.values():
        step.value.zero_()
    assert torch.equal(run(name).forward(), plain)
    assert all(torch.equal(a, b) for a, b in zip(state.values(), run(name).model.state_dict().values()))
