"""The numbers that the lessons on pictures show: FIDELITY T101, T102, T107; EXHIBITS N0-26 on, N2-27 on, N3-14 on."""

import math

import pytest
import torch
from samples import recorded
from sampling import close, generic, random

from core.experiments import detr, families, mae, nonlocal_block, vit
from core.experiments import published_vision as published
from core.models.vit import ViT


@pytest.mark.parametrize(("sizes", "bare", "with_head"), [
    (vit.BASE, 85_798_656, 86_567_656), (vit.LARGE, 303_301_632, 304_326_632), (vit.HUGE, 630_764_800, 632_045_800),
    (vit.Sizes(24, 1024, 4096, 32), 305_510_400, 306_535_400)])
def test_parameters_of_the_papers_models(sizes, bare, with_head):
    assert vit.parameters(sizes)["total"] == bare
    counted = vit.parameters(vit.Sizes(**{**vars(sizes), "classes": 1000}))
    assert counted["total"] == with_head == sum(counted.values()) - counted["total"]


def test_parameters_are_those_of_a_model():
    with torch.device("meta"):
        model = ViT(4, 3, 9, 7, 8, 2, 3, 10)
    assert vit.parameters(vit.Sizes(3, 8, 10, 4, 7, 12))["total"] == sum(p.numel() for p in model.parameters())


def test_patches_of_a_picture():
    assert [vit.patch_count(224, side) for side in (32, 16, 14)] == [49, 196, 256] and vit.patch_count(518, 14) == 1369
    with pytest.raises(ValueError, match="cannot be cut"):
        vit.patch_count(512, 14)


def test_rollout_is_the_product_of_the_layers():
    trace = recorded("vit")
    rollout = vit.rolled_out(trace)
    layers = [(trace[f"encoder.{i}.self_attention.weights"].value.mean(0) + torch.eye(7)) / 2 for i in (0, 1)]
    assert close(rollout["rolled"].value, layers[1] @ layers[0])
    assert close(rollout["rolled"].value.sum(-1), torch.ones(7))


def test_r38_a_head_of_zeros_gives_every_class_the_same():
    likely = vit.with_zero_head(generic(ViT(2, 3, 6, 4, 8, 2, 1, 5)), random(4, 6, 3))
    assert close(likely, [0.25] * 4) and round(-math.log(1 / 1000), 3) == 6.908


def test_r80_with_64_frequencies_an_axis_the_slowest_still_moves():
    assert f"{detr.frequencies(64, 128)[-1]:.3g}" == "0.000115" and f"{detr.frequencies(128, 128)[-1]:.2g}" == "1.2e-08"


def test_what_hiding_saves():
    saved = mae.saving(0.75)
    assert round(saved.encoder_ratio, 2) == 4.03 and round(saved.ratio, 2) == 3.25
    assert [round(x / 1e9, 1) for x in (saved.full, saved.ours, saved.decoder)] == [122.8, 30.4, 10.6]
    shallow = mae.saving(0.75, decoder=vit.Sizes(1, 512, 2048))  # Table 2's ratios compare with a decoder of 8
    assert round((saved.full + saved.decoder) / (shallow.ours + shallow.decoder), 2) == 4.2


def test_what_hiding_leaves_beside_a_patch():
    cases = [(ratio, n) for ratio in (0.75, 0.9) for n in (4, 8)]
    assert [round(100 * mae.neighbour_visible(*case)) for case in cases] == [69, 91, 34, 57]
    many = [mae.neighbour_visible(*case, patches=4000) for case in cases]  # with 196 patches a little more stay nearby
    assert [round(100 * p) for p in many] == [68, 90, 34, 57]
    assert [1 - ratio**n for ratio, n in cases] == pytest.approx(many, abs=1e-3)


def test_greedy_pays_more():
    best, greedy = detr.best_and_greedy(torch.tensor([[1, 2], [1.5, 10]]))
    assert (best.total, greedy.total) == (3.5, 11) and (best.slots, greedy.slots) == ((1, 0), (0, 1))
    for seed in range(20):
        best, greedy = detr.best_and_greedy(random(6, 4, seed=seed))
        assert best.total <= greedy.total and len(set(greedy.slots)) == 4


def test_most_of_an_unsure_class_loss_is_about_nothing():
    assert round(100 * detr.nothing_share(100, 7, 1.0)) == 93 and round(100 * detr.nothing_share(100, 7, 0.1)) == 57


def test_generalized_overlap_sees_the_gap():
    near, far = (detr.box_agreement((.5, .5, 1, 1), (.5 + gap + 1, .5, 1, 1)) for gap in (1, 9))
    assert near.overlap == far.overlap == 0
    assert [round(pair.generalized, 3) for pair in (near, far)] == [-.333, -.818]
    assert near.pull[0] > 0  # GIoU rises if the first box moves towards the second
    with pytest.raises(ValueError, match="width and a height"):
        detr.box_agreement((0, 0, 0, 1), (0, 0, 1, 1))


def test_places_of_a_plane_are_a_part_by_rows_plus_a_part_by_columns():
    G = detr.place_similarity(8, 9, 256)
    rows, columns = G[:, :1, :, :1] - 64, G[:1, :, :1, :] - 64
    assert close(G, rows + columns, 1e-9)
    assert [round(float(G[0, 0][at]), 1) for at in ((0, 5), (3, 4))] == [111.2, 100.8]


def test_t101_how_far_convolutions_see():
    assert [families.reach(n) for n in (1, 3, 8)] == [3, 7, 17]  # 8 of them read 8 pixels to each side


def test_t102_convolution_moves_along_with_the_picture():
    picture, kernel = random(6, 7, 2), random(3, 2, 3, 3, seed=1)
    circular, padded = (nonlocal_block.shifted(picture, kernel, (2, 3), circular) for circular in (True, False))
    assert circular.equivariance < 1e-12 and circular.invariance > 1e-3 and circular.pooled < 1e-12
    assert padded.equivariance > 1e-3


def test_the_block_is_attention_without_scale():
    W = tuple(random(6, 4, seed=i) for i in range(3))
    assert nonlocal_block.same_as_attention(random(15, 6), W) < 1e-12
    picture = nonlocal_block.reach(random(1, 15, 15).softmax(-1), 5, (1, 2))
    assert picture.shape == (3, 5) and close(picture.sum(), 1.0)


TABLES = [*published.TABLES.values(), *published.MAE_ABLATIONS.values()]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.source)
def test_t107_tables_are_whole_and_name_unit_and_source(table):
    assert "et al. 20" in table.source and table.unit
    assert {len(row) for row in table.rows.values()} == {len(table.columns)}
    assert isinstance(table.unit, str) or len(table.unit) == len(table.columns)
    assert table.spread is None or {name: len(row) for name, row in table.spread.items()} == {
        name: len(row) for name, row in table.rows.items()}
    assert all(x is None or math.isfinite(x) for row in table.rows.values() for x in row)


def test_t107_what_the_notes_say_of_the_tables_holds():
    days = published.TABLES["vit_against_others"].rows["TPUv3-core-days"]
    assert [round(days[3] / d, 1) for d in days[:3]] == [4.0, 14.6, 43.0] and round(days[4] / days[0], 2) == 4.92
    vtab = published.TABLES["vit_against_others"].rows["VTAB (19 tasks)"]
    assert vtab[1] < vtab[3] and published.TABLES["vit_against_others"].rows["ImageNet ReaL"][1] == 90.54  # R39
    small, large = published.TABLES["vit_by_data"].rows["ImageNet"], published.TABLES["vit_by_data"].rows["JFT-300M"]
    assert small[0] > small[2] and large[0] < large[2]
    ratios = published.TABLES["mae_ratios"].rows
    assert max(ratios, key=lambda r: ratios[r][1]) == "75" and max(ratios, key=lambda r: ratios[r][0]) == "60"
    pictures = published.TABLES["data_sets"].rows
    assert round(pictures["JFT-300M"][1] / pictures["ImageNet"][1]) == 233
    for name, default in published.MAE_DEFAULTS.items():
        row = published.MAE_ABLATIONS[name].rows[default]
        assert 84.9 in row and 73.5 in row
    ours = published.TABLES["mae_against_others"].rows
    assert [round(a - b, 1) for a, b in zip(ours["MAE"][:3], ours["from scratch"])] == [1.3, 3.3, 3.8]
    assert [n for n, _, _ in published.FIRST_VERSIONS.values()] == sorted(
        n for n, _, _ in published.FIRST_VERSIONS.values())
