"""Models of pictures against hand cases and torch's own layers: FIDELITY T49, T73-T87."""

import pytest
import torch
from sampling import close, generic, random
from torch import nn
from torch_weights import copy_attention, copy_layer

from core.equations import masking, reconstruction, vision
from core.models.mae import MAE
from core.models.nonlocal_block import DotProductBlock, GaussianBlock, NonLocalBlock
from core.models.patches import ViTInput
from core.models.vit import ViT
from core.trace import given, record


@pytest.mark.parametrize(("sizes", "bare", "with_head"), [
    ((16, 768, 12, 12, 3072), 85_798_656, 86_567_656), ((16, 1024, 16, 24, 4096), 303_301_632, 304_326_632),
    ((14, 1280, 16, 32, 5120), 630_764_800, 632_045_800)])
def test_t49_a_vit_has_as_many_parameters_as_the_paper_counts(sizes, bare, with_head):
    side, width, heads, layers, hidden = sizes
    with torch.device("meta"):
        model = ViT(side, 3, (224 // side) ** 2, 1000, width, heads, layers, hidden)
    assert sum(p.numel() for p in model.parameters()) == with_head
    assert sum(p.numel() for name, p in model.named_parameters() if name not in ("W_F", "b_F")) == bare


def test_t73_a_patch_is_its_rows_one_after_the_other():
    image = torch.arange(64.0).reshape(8, 8, 1)
    patches = vision.patches(image, 4)
    assert patches[0].tolist() == [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27]
    assert torch.equal(reconstruction.unpatched(patches, 4, 8), image)
    batch = random(2, 6, 9, 3)
    assert torch.equal(reconstruction.unpatched(vision.patches(batch, 3), 3, 9), batch)


def test_t74_cutting_and_projecting_is_a_convolution_if_the_pixels_are_in_its_order():
    image, E, b = random(8, 8, 3), random(48, 5, seed=1), random(5, seed=2)
    ours = vision.embedded(vision.patches(image, 4), E, b)
    convolution = nn.Conv2d(3, 5, 4, 4).double()
    kernel = E.T.reshape(5, 4, 4, 3)
    for W, equal in ((kernel.permute(0, 3, 1, 2), True), (E.T.reshape(5, 3, 4, 4), False)):
        convolution.weight.data, convolution.bias.data = W, b
        theirs = convolution(image.permute(2, 0, 1).unsqueeze(0)).squeeze(0).flatten(1).T
        assert close(ours, theirs) if equal else (ours - theirs).abs().max() > 0.1


def shuffled_patches(E_pos: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, list[int]]:
    """What a ViT with these positions makes of patches, and of the same patches in another order."""
    model = generic(ViT(2, 1, 4, 3, 8, 2, 2, 6))
    model.embedding.E_pos.data = E_pos
    order = [2, 0, 3, 1]
    image = random(4, 4, 1)
    moved = reconstruction.unpatched(vision.patches(image, 2)[order], 2, 4)
    return model.encode(image), model.encode(moved), order


def test_t76_without_positions_a_vit_sees_a_bag_of_patches():
    before, after, order = shuffled_patches(torch.zeros(5, 8, dtype=torch.float64))
    assert close(before[0], after[0]) and close(before[1:][order], after[1:])
    before, after, _ = shuffled_patches(random(5, 8))
    assert (before[0] - after[0]).abs().max() > 1e-3


def test_t77_the_first_row_is_the_class_token_with_its_position():
    model = ViTInput(16, 3, 12, 196)
    z_0 = model(torch.rand(224, 224, 3, generator=torch.Generator().manual_seed(0)))
    assert z_0.shape == (197, 12) and torch.equal(z_0[0], model.x_class + model.E_pos[0])


def test_a_vit_is_torchs_own_encoder_between_input_and_head():
    model = generic(ViT(2, 3, 6, 4, 8, 2, 2, 5))
    z = model.embedding(image := random(4, 6, 3))
    for layer in model.encoder:
        theirs = nn.TransformerEncoderLayer(8, 2, 5, 0.0, "gelu", batch_first=True, norm_first=True).double().eval()
        copy_layer(layer, theirs)
        z = theirs(z.unsqueeze(0)).squeeze(0)
    y = nn.functional.layer_norm(z, (8,), model.encoder_norm.gamma, model.encoder_norm.beta, 1e-5)[0]
    assert close(model(image)[0], y @ model.W_F + model.b_F)


def test_t78_the_first_of_the_shuffled_stay():
    noise = torch.tensor([.3, .9, .1, .5, .7, .2, .8, .4])
    order = masking.order(noise)
    count, restore = masking.kept_count(8, 0.75), masking.restore(order)
    assert masking.kept(order, count).tolist() == [2, 5]
    assert masking.hidden(restore, count).int().tolist() == [1, 1, 0, 1, 1, 0, 1, 1]
    assert restore.tolist() == [2, 7, 0, 4, 5, 1, 6, 3]


def test_t79_the_unshuffled_stand_at_their_own_places():
    noise, tokens, x_mask = random(16), random(16, 3, seed=1), random(3, seed=2)
    order = masking.order(noise)
    restore = masking.restore(order)
    kept = masking.kept(order, masking.kept_count(16, 0.75))
    assert len(kept) == 4 and torch.equal(order[restore], torch.arange(16)) and len(set(order.tolist())) == 16
    row = torch.cat((random(1, 3, seed=3), masking.visible(tokens, kept)))
    places = masking.unshuffled(row, x_mask, restore)[1:]
    assert torch.equal(places[kept], tokens[kept])
    hidden = masking.hidden(restore, 4)
    assert torch.equal(places[hidden], x_mask.expand(12, -1)) and not hidden[kept].any()


def test_t80_as_many_patches_stay_as_the_share_means():
    counts = {.1: 176, .2: 156, .3: 137, .4: 117, .5: 98, .6: 78, .7: 58, .75: 49, .8: 39, .85: 29, .9: 19, .95: 9}
    assert {ratio: masking.kept_count(196, ratio) for ratio in counts} == counts
    assert int(10 * (1 - .9)) == 0 and masking.kept_count(10, .9) == 1  # the trap of floating point (R72)
    assert int(100 * (1 - .9)) == 9 and masking.kept_count(100, .9) == 10
    for ratio in (-.1, 1.0, float("nan")):
        with pytest.raises(ValueError, match="from 0 to below 1"):
            masking.kept_count(16, ratio)


def test_t81_what_is_visible_does_not_count():
    x_p, predicted = random(6, 4), random(6, 4, seed=1).requires_grad_()
    hidden = torch.tensor([True, False, True, True, False, True])

    def loss(answer):
        return reconstruction.hidden_loss(reconstruction.patch_errors(answer, x_p), hidden)

    loss(predicted).backward()
    assert torch.equal(predicted.grad[~hidden], torch.zeros(2, 4)) and bool((predicted.grad[hidden] != 0).all())
    changed = predicted.detach().clone()
    changed[1] += 100
    assert torch.equal(loss(changed), loss(predicted))


def test_t82_the_encoder_reads_the_visible_patches_and_the_class_token():
    model = MAE(16, 3, 196, 8, 2, 1, 5, 4, 1)
    with record(model) as trace:
        image = given("picture", torch.ones(224, 224, 3), "height width channel", shows="picture")
        model(image, given("noise", random(196).float(), "patch"), 0.75)
    assert trace["with_class"].shape == (50, 8)
    assert trace["encoder.0.self_attention.weights"].shape == (2, 50, 50)
    read = {source for step in trace if step.startswith(("encoder.", "with_class", "masking.")) for source in
            trace[step].inputs}
    assert "unmasking.x_mask" not in read and "unmasking.x_mask" in trace["unmasking.unshuffled"].inputs


def test_without_its_positions_the_decoder_says_the_same_of_all_hidden_patches():
    model = generic(MAE(2, 1, 6, 8, 2, 1, 5, 4, 2))
    model.unmasking.D_pos.data.zero_()
    _, predicted, hidden = model(random(4, 6, 1), random(6, seed=1), 0.6)
    assert hidden.sum() == 4 and close(predicted[hidden], predicted[hidden][:1].expand(4, -1), 1e-12)


def test_t84_the_normalized_target_has_mean_0_and_variance_1():
    target = reconstruction.normalized_pixels(random(5, 16))
    assert target.mean(-1).abs().max() < 1e-3 and (target.var(-1) - 1).abs().max() < 1e-3
    assert reconstruction.normalized_pixels(torch.full((1, 16), 0.3, dtype=torch.float64)).abs().max() < 1e-3


def test_t86_a_non_local_block_is_attention_of_one_head_without_scale():
    block, picture = generic(NonLocalBlock(6, 6)), random(3, 5, 6)
    x = picture.flatten(0, 1)
    theirs = nn.MultiheadAttention(6, 1, bias=False, batch_first=True).double()
    scale = 6**0.25  # torch divides by the root of the width: undone on both sides
    wide = [block.W_theta[0] * scale, block.W_phi[0] * scale, block.W_g[0]]
    theirs.in_proj_weight.data = torch.cat([W.T for W in wide])
    theirs.out_proj.weight.data = block.W_z.T
    assert close(block(picture).flatten(0, 1), x + theirs(*x.expand(3, 1, 15, 6))[0][0])
    for name in ("theta", "phi", "g"):  # each is a 1 x 1 convolution
        W = getattr(block, f"W_{name}")[0]
        convolved = nn.functional.conv2d(picture.permute(2, 0, 1).unsqueeze(0), W.T[..., None, None])
        assert close(x @ W, convolved[0].flatten(1).T)
    block.W_z.data.zero_()
    assert torch.equal(block(picture), picture)


def test_t87_the_variants_differ_in_how_they_compare_and_share():
    picture = random(3, 5, 6)
    x = picture.flatten(0, 1)
    with record(dot := generic(DotProductBlock(6, 4))) as trace:
        dot(picture)
    P = (x @ dot.W_theta[0]) @ (x @ dot.W_phi[0]).T
    assert close(trace["averaged"].value[0], P / 15)
    assert (trace["averaged"].value.sum(-1) - 1).abs().max() > 0.1
    with record(gaussian := generic(GaussianBlock(6, 4))) as trace:
        gaussian(picture)
    assert close(trace["weights"].value[0], torch.softmax(x @ x.T, -1))


def test_attention_with_biases_copies_into_torchs_own():
    model = generic(ViT(2, 3, 6, 4, 8, 2, 1, 5)).encoder[0].self_attention
    theirs = nn.MultiheadAttention(8, 2, batch_first=True).double()
    copy_attention(model, theirs)
    x = random(7, 8)
    assert close(model(x), theirs(x, x, x)[0])
