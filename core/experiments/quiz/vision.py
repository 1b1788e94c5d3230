"""The chapter on vision: patches, classifiers, masked pictures, sets of boxes."""

import torch

from core.equations import detection, masking, reconstruction
from core.experiments import data_scale, detr, mask_ratio, vit
from core.experiments.quiz.interview import attended
from core.experiments.quiz.keys import drawn, key, nearest, one_of, same


@key
def patch_count() -> str:
    return nearest(vit.patch_count(224, 16), side=14, square=196, pixels=224)


@key
def smaller_patches() -> str:
    coarse, fine = vit.patch_count(224, 16), vit.patch_count(224, 8)
    return nearest((fine / coarse) ** 2, double=2, four=4, sixteen=16)


@key
def patches_as_convolution() -> str:
    difference, disordered = vit.as_convolution()
    return one_of(same=difference < 1e-9 < disordered, never=difference > 1e-9, roughly=False)


@key
def shuffled_patches() -> str:
    x, order = drawn(9, 16), torch.randperm(9, generator=torch.Generator().manual_seed(1))
    mean, shuffled = attended(x).mean(0), attended(x[order]).mean(0)
    return one_of(same=same(mean, shuffled), other=not same(mean, shuffled), mirrored=False)


@key
def little_data() -> str:
    few = {name: row[0] for name, row in data_scale.means().items()}
    return one_of(vit=few["vit"] > few["cnn"], cnn=few["cnn"] > few["vit"], same=few["cnn"] == few["vit"])


@key
def seen_patches() -> str:
    return nearest(masking.kept_count(196, 0.75), none=196, quarter=49, most=147)


@key
def counted_patches() -> str:
    predicted, pixels = drawn(4, 6).requires_grad_(), drawn(4, 6, seed=6)
    hidden = torch.tensor([True, False, True, False])
    reconstruction.hidden_loss(reconstruction.patch_errors(predicted, pixels), hidden).backward()
    moved = predicted.grad.abs().amax(-1) > 0
    return one_of(hidden=bool((moved == hidden).all()), visible=bool((moved == ~hidden).all()), all=bool(moved.all()))


@key
def half_overlap() -> str:
    return nearest(detr.box_agreement((1, 0.5, 2, 1), (2, 0.5, 2, 1)).overlap, half=1 / 2, third=1 / 3, quarter=1 / 4)


@key
def boxes_apart() -> str:
    near, far = (detr.box_agreement((0.1, 0.5, 0.1, 0.1), (x, 0.5, 0.1, 0.1)) for x in (0.4, 0.9))
    iou, giou = near.overlap != far.overlap, near.generalized > far.generalized
    return one_of(giou=giou and not iou, both=giou and iou, neither=not giou and not iou)


@key
def cheapest_first() -> str:
    best, greedy = detr.best_and_greedy(torch.tensor([[1.0, 2.0], [2.0, 9.0]]))
    return one_of(dearer=greedy.total > best.total, same=greedy.total == best.total, cheaper=greedy.total < best.total)


@key
def same_questions() -> str:
    answers = attended(detection.empty_slots(drawn(1, 16)).expand(4, -1) + drawn(1, 16, seed=6))
    alike = same(answers, answers[:1].expand(4, -1))
    return one_of(same=alike, different=not alike, random=False)


@key
def best_ratio() -> str:
    """By the mean over the seeds of what a linear reader gets right."""
    runs = {run["ratio"]: sum(one["linear_probe"] for one in run["seeds"]) / len(run["seeds"])
            for run in mask_ratio.stored()["runs"]}
    ratios = {"quarter": 0.25, "half": 0.5, "most": 0.75}
    return max(ratios, key=lambda name: runs[ratios[name]])
