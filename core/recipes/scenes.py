"""DETR for small scenes of coloured shapes: 64 x 64 pixels, up to four objects."""

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from core import catalog
from core.data import scenes
from core.equations import matching, set_loss
from core.models.detr import DETR
from core.recipes.recipe import Recipe, Task

TEST, TEST_SEED = 500, 10_000
"""Scenes for the figures told. Nothing is chosen by them: training ends after its steps, and its last weights stay."""
Batch = tuple[Tensor, list[Tensor], list[Tensor]]


@dataclass(frozen=True, kw_only=True)
class ScenesRecipe(Recipe):
    """Always new scenes; the loss of every decoder layer's answers, added up.

    ``after``: the checkpoint from which it goes on. ``nothing_weight``: how much slots without an object count. DETR's
    0.1 suits a hundred slots, nearly all of them empty; with eight, several then name the same object. So the weight is
    0.1 while shapes are being found, and 0.5 afterwards, which makes all but one of the slots give way.
    """

    after: str | None = None
    nothing_weight: float = 0.1
    configuration: dict = field(default_factory=lambda: {
        "classes": len(scenes.KINDS), "slots": 8, "d_model": 64, "n_heads": 4, "n_encoder": 2, "n_decoder": 3,
        "d_ff": 128})

    def task(self) -> Task:
        sizes = self.configuration | {"nothing_weight": self.nothing_weight}
        about = {"kind": "detector", "languages": [], "examples": scenes.examples(), "configuration": sizes,
                 "classes": list(scenes.KINDS)}
        model = DETR(**sizes)
        if self.after is not None:
            model.load_state_dict(load_file(catalog.CHECKPOINTS / f"{self.after}.safetensors"))
        return Task(model, self.batches(), about)

    def batches(self) -> Iterator[Batch]:
        """Pictures (B, 64, 64, 3), classes and boxes of each."""
        for drawn in scenes.batches(self.batch, self.seed):
            yield read(drawn)

    def loss(self, model: nn.Module, batch: Batch) -> Tensor:
        """The equations of the trace, over a batch."""
        pictures, classes, boxes = batch
        objects = sum(len(c) for c in classes)
        return sum(layer_loss(model.matching, answer, classes, boxes, objects) for answer in model(pictures))

    def metrics(self, subject) -> dict:
        """On 500 held-out scenes: mAP at IoU .5 and .75, mean IoU of the matched boxes, percentage of scenes wholly
        right: every object has a slot that names it with an IoU above .5, and no other slot names any.
        """
        tested, by_scene, overlaps, whole, model = scenes.corpus(TEST, TEST_SEED), [], [], 0, subject.model
        for start in range(0, TEST, 50):
            pictures, classes, boxes = read(tested[start:start + 50])
            with torch.no_grad():
                _, probabilities, answers = model(pictures)[-1]
            for p, answer, c, b in zip(probabilities, answers, classes, boxes):
                pairs, match = matching.overlaps(answer, b), matching.matched(model.matching.costs(p, answer, c, b)[0])
                own, says = pairs[match, torch.arange(len(c))], p.argmax(-1)
                overlaps += own.tolist()
                named = int((says != model.matching.nothing).sum())
                whole += bool((says[match] == c).all() and (own > 0.5).all() and named == len(c))
                by_scene.append((p[:, :-1].numpy(), pairs.numpy(), c.numpy()))
        areas = {f"map_{round(100 * t)}": round(mean_average_precision(by_scene, t), 4) for t in (0.5, 0.75)}
        return {**areas, "mean_iou": round(float(np.mean(overlaps)), 4),
                "scenes_wholly_right": round(100 * whole / TEST, 2), "scenes": TEST, "evaluation_seed": TEST_SEED}


def read(drawn: list[scenes.Scene]) -> Batch:
    """Scenes as pictures (B, 64, 64, 3), classes and boxes of each."""
    return (torch.from_numpy(np.stack([scenes.picture(s) for s in drawn])),
            [torch.from_numpy(scenes.classes(s)) for s in drawn], [torch.from_numpy(scenes.boxes(s)) for s in drawn])


def layer_loss(rules: nn.Module, answer: tuple[Tensor, Tensor, Tensor], classes: list[Tensor], boxes: list[Tensor],
               objects: int) -> Tensor:
    """One layer's loss; weights of the slots and number of the objects are those of the batch, as in DETR's code."""
    scores, probabilities, predicted = answer
    most = max(1, max(len(c) for c in classes))
    real = torch.stack([torch.arange(most) < len(c) for c in classes])
    padded_classes = torch.stack([nn.functional.pad(c, (0, most - len(c))) for c in classes])
    padded_boxes = torch.stack([nn.functional.pad(b, (0, 0, 0, most - len(b)), value=0.5) for b in boxes])
    costs, distances, overlaps = rules.costs(probabilities, predicted, padded_classes, padded_boxes)
    match = matching.matched(costs.masked_fill(~real.unsqueeze(-2), 0.0))  # equal costs favour no slot
    wanted = matching.wanted_classes(match, padded_classes.masked_fill(~real, rules.nothing), predicted.shape[-2],
                                     rules.nothing).flatten()
    terms = set_loss.box_losses(distances, overlaps, match, rules.by_distance, rules.by_overlap)
    slots = set_loss.slot_losses(scores.flatten(0, 1), wanted, rules.nothing, rules.weight)
    return set_loss.set_loss(set_loss.class_loss(slots, wanted, rules.nothing, rules.weight),
                             terms[real].sum() / max(1, objects))


def mean_average_precision(by_scene: list[tuple[np.ndarray, np.ndarray, np.ndarray]], threshold: float) -> float:
    """The mean over the classes of the area under precision and recall. Everingham et al. 2010, 4.2, all points.

    ``by_scene``: per scene the slots' probabilities (slots, classes), IoU with the objects (slots, objects), classes.
    """
    return float(np.mean([_average_precision(by_scene, c, threshold) for c in range(by_scene[0][0].shape[1])]))


def _average_precision(by_scene, c: int, threshold: float) -> float:
    answers = sorted(((p[slot, c], scene, slot) for scene, (p, _, _) in enumerate(by_scene) for slot in range(len(p))),
                     reverse=True)
    total, taken, hits = sum(int((k == c).sum()) for _, _, k in by_scene), set(), []
    for _, scene, slot in answers:
        _, pairs, kinds = by_scene[scene]
        overlaps = np.where(kinds == c, pairs[slot], -1.0)
        best = int(overlaps.argmax()) if len(overlaps) else -1
        hit = best >= 0 and overlaps[best] >= threshold and (scene, best) not in taken
        if hit:
            taken.add((scene, best))
        hits.append(hit)
    right = np.cumsum(hits)
    precision, recall = right / np.arange(1, len(hits) + 1), right / total
    envelope = np.maximum.accumulate(precision[::-1])[::-1]
    return float(np.sum(np.diff(recall, prepend=0.0) * envelope))


RECIPES = {"detr-scenes-early": ScenesRecipe(steps=5500, batch=16, rate=7e-4, warmup=300),
           "detr-scenes": ScenesRecipe(after="detr-scenes-early", nothing_weight=0.5, steps=4000, batch=16, rate=7e-4,
                                       warmup=100, seed=2)}
"""Both together take a quarter of an hour on one idle core."""
