"""A long training: what makes it quick changes nothing that is learned; ended in between, it goes on as before."""

from dataclasses import dataclass
from typing import ClassVar

import pytest
import torch

from core import fit
from core.data.pieces import FIXED, Pieces
from core.models.attention import Dropout
from core.models.training_speed import POOL, BlockedCrossEntropy, PooledDropout, pool_dropout
from core.models.transformer import PreNormTransformer
from core.recipes.everyday import Batches, EverydayRecipe
from core.recipes.recipe import Recipe


@pytest.mark.parametrize("rows", [3, 700])
def test_the_loss_in_blocks_is_the_smoothed_cross_entropy(rows):
    generator = torch.Generator().manual_seed(0)
    y, W, b = (torch.randn(size, generator=generator).requires_grad_() for size in ((rows, 16), (50, 16), (50,)))
    target = torch.randint(50, (rows,), generator=generator)
    ours = BlockedCrossEntropy.apply(y, W, b, target, 0.1)
    theirs = torch.nn.functional.cross_entropy(y @ W.mT + b, target, label_smoothing=0.1)
    assert abs(float(ours - theirs)) < 2e-2
    for mine, other in zip(torch.autograd.grad(ours, (y, W, b)), torch.autograd.grad(theirs, (y, W, b))):
        assert (mine - other).norm() < 2e-2 * other.norm()  # products are in bfloat16


def test_pooled_dropout_drops_its_share_and_nothing_in_use():
    model = torch.nn.Sequential(Dropout(0.2))
    pool_dropout(model, 0.2, torch.Generator().manual_seed(0))
    assert isinstance(model[0], PooledDropout) and len(model[0].pool) == POOL
    x = torch.ones(200, 500)
    dropped = model.train()(x)
    assert abs(float((dropped == 0).float().mean()) - 0.2) < 5e-3 and abs(float(dropped.mean()) - 1) < 1e-2
    assert torch.equal(model.eval()(x), x)


def test_a_deeper_model_begins_as_the_shallower_one_that_was_trained():
    sizes = {"d_model": 8, "n_heads": 2, "d_ff": 6}
    trained, deeper = (PreNormTransformer(9, 9, n_layers=n, **sizes).eval() for n in (2, 4))
    fit.begin_with(deeper, dict(trained.named_parameters()))
    ids, words = torch.tensor([4, 5, 6, 7]), torch.tensor([1, 4, 8])
    assert torch.equal(deeper(ids, words), trained(ids, words))
    W_1 = "decoder.3.feed_forward.W_1"
    assert torch.equal(deeper.get_parameter(W_1), trained.get_parameter(W_1.replace("3", "1")))
    with pytest.raises(KeyError, match="b_out"):
        fit.begin_with(deeper, {name: weight for name, weight in trained.named_parameters() if name != "b_out"})
    deeper(ids, words).sum().backward()
    assert deeper.get_parameter("encoder.3.self_attention.W_O").grad.any()  # it can learn to add something


class Numbers:
    """Endless batches that can go on at a place."""

    place = (0, 0)

    def __iter__(self):
        return self

    def __next__(self):
        self.place = (self.place[0], self.place[1] + 1)
        return torch.randn(8, 3, generator=torch.Generator().manual_seed(self.place[1]))


@dataclass(frozen=True, kw_only=True)
class Noisy(Recipe):
    """A loss that draws, so that a step depends on its generator."""

    resumable: ClassVar[bool] = True

    def loss(self, model, batch):
        return (model(batch) - torch.rand(8, 2)).square().mean()


def test_a_training_that_was_ended_goes_on_as_if_it_had_not(tmp_path, monkeypatch):
    monkeypatch.setattr(fit, "SAVED_EVERY", -1)
    recipe, state = Noisy(steps=12, warmup=3, calm=1.0), tmp_path / "state.safetensors"

    def trained(stop=None):
        torch.manual_seed(0)
        model = torch.nn.Linear(3, 2)

        def progress(step, loss):
            if step == stop:
                raise KeyboardInterrupt

        losses = fit.fit(model, Numbers(), recipe, progress, state)
        return losses, model.weight.detach()

    whole, weights = trained()
    with pytest.raises(KeyboardInterrupt):
        trained(stop=7)
    assert state.exists()
    again, resumed = trained()
    assert torch.equal(weights, resumed) and torch.allclose(torch.tensor(whole), torch.tensor(again))
    assert not state.exists()


def test_batches_hold_every_pair_and_go_on_at_their_place():
    inventory = Pieces((*FIXED, *"abc"), [-1.0, -1.0, -1.0])
    pairs = [("abc"[: 1 + i % 3] * (1 + i % 5), "cab"[: 1 + i % 2] * (1 + i % 4)) for i in range(40)]

    def batches():
        return Batches((inventory, inventory), (0.2, 0.5), 60, 1, pairs, lambda draw: draw.sample(pairs[:9], 5))

    one, rows, taken = batches(), 0, []
    while one.place[0] == 0:
        source, target = next(one)
        rows, taken = rows + len(source), [*taken, (source, target)]
        assert len(source) == len(target) and source.numel() < 100
    assert rows == len(pairs) + 5
    other = batches()
    other.place = (0, len(taken) - 1)
    assert all(torch.equal(a, b) for a, b in zip(next(other), taken[-1]))


def test_the_rate_stays_at_its_peak_and_falls_to_nothing():
    recipe = EverydayRecipe(languages=("zh", "en"), steps=1000, rate=1e-3, warmup=100, descent=0.3)
    rates = [recipe.rate_at(step) for step in range(1001)]
    assert rates[99] == rates[700] == 1.0 and rates[49] == 0.5 and rates[1000] == 0.0
    assert abs(rates[850] - 0.5) < 1e-9


@pytest.mark.parametrize("share", [0.25, 0.75, 1.0])
def test_what_is_kept_of_a_round_lies_between_what_it_began_and_ended_with(share):
    recipe = EverydayRecipe(languages=("zh", "en"), steps=10, then=({"share": share}, {"steps": 5}))
    before, last = ({"W": torch.randn(3, 4, generator=torch.Generator().manual_seed(i))} for i in (1, 2))
    mean = (1 - share) * before["W"].double() + share * last["W"].double()
    assert [part.share for part in recipe.rounds()] == [1.0, share, 1.0]
    assert (recipe.rounds()[1].kept(before, last)["W"].double() - mean).abs().max() < 1e-6
    assert torch.equal(recipe.rounds()[2].kept(before, last)["W"], last["W"])
