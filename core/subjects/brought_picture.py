"""Brought models of pictures: ViT names what one shows, ViT-MAE paints what is hidden of it.

No visitor sends files, so they are given the pictures that the other models have, scenes and digits, in their own size.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import torch
from torch import Tensor, nn

from core import families
from core.data import digits, scenes
from core.families.pixels import Pixels, pixels
from core.models.mae import MAE
from core.subjects.picture import Masked, Namer, Painter, PictureReader, grid, hiding
from core.trace import Trace

LABEL, RATIO = 40, 0.75
"""Letters of a class's name that are shown; the share that is hidden where the config tells none."""


class BroughtPicture(PictureReader):
    """Given a scene or a digit as text, both as ``core.data`` writes them."""

    def read(self, given: str) -> Masked:
        """The picture, and what may stand behind it: "; 75 3" hides 75 percent by seed 3. ValueError for others."""
        letters, *numbers = given.split() or [""]
        scene = len(letters) != digits.SIDE**2
        if scene:
            *shapes, last = given.split(";")
            numbers = last.split() if shapes and last.replace(" ", "").isdigit() else []
            given = ";".join(shapes) if numbers else given
        config = self.about["configuration"]
        ratio = config.get("mask_ratio")
        hidden = hiding(numbers, ratio if isinstance(ratio, float) and 0 < ratio <= 0.95 else RATIO)
        image = scenes.picture(scenes.read(given)) if scene else 1 - digits.read(letters).repeat(3, -1)
        smooth = self.pixels.resampling
        return Masked(resized(image, config["image_size"], config["num_channels"], smooth), *hidden)

    @property
    def pixels(self) -> Pixels:
        """How the model wants its pixels, which its maps do to those from 0 to 1."""
        return pixels(self.about["configuration"], self.about.get("preprocessor"))

    def picture(self, given: str) -> np.ndarray:
        return self.read(given).picture

    @property
    def places(self) -> list[str]:
        """The names of its patches."""
        config = self.about["configuration"]
        return grid(*2 * (config["image_size"] // config["patch_size"],))


class BroughtClassifier(BroughtPicture, Namer):
    """Answers with the classes that its config names, and their probabilities."""

    @property
    def classes(self) -> list[str]:
        """The name of each class, by number."""
        labels = self.about["configuration"].get("id2label")
        labels = labels if isinstance(labels, Mapping) else {}
        names = [str(labels.get(str(i), "")).partition(",")[0][:LABEL] for i in range(len(self.model.b_F))]
        return [name if name.strip() and name.isprintable() else str(i) for i, name in enumerate(names)]


class BroughtAutoencoder(BroughtPicture, Painter):
    """Answers with the picture, its hidden patches painted."""
    def answer_in(self, given: str, trace: Trace) -> list:
        """The painted picture, as rows of pixels of channels."""
        return trace["unpatched"].value.tolist()


def resized(image: np.ndarray, side: int, channels: int, smooth: str = "bilinear") -> np.ndarray:
    """(h, w, 3) -> (side, side, channels), ``smooth`` between the pixels; of one channel 1 is ink, as in our digits."""
    picture = nn.functional.interpolate(torch.from_numpy(image).movedim(-1, 0)[None], (side, side), mode=smooth,
                                        antialias=True)[0].movedim(0, -1).clamp(0, 1)
    picture = picture if channels == 3 else 1 - picture.mean(-1, keepdim=True)
    return np.ascontiguousarray(picture.numpy())


def on_pixels(model: nn.Module, mean: Sequence[float], deviation: Sequence[float]) -> nn.Module:
    """The model with the scaling of its pixels in its maps: it reads, and paints, pixels from 0 to 1.

    E (x - m) / s + b = (E / s) x + (b - E m / s), and what is painted is s (W y + b) + m.
    """
    embedding = model if isinstance(model, MAE) else model.embedding.patch_embedding
    E, b = (embedding.E, embedding.b_E) if isinstance(model, MAE) else (embedding.E, embedding.b)
    m, s = (torch.tensor(one).repeat(len(E) // len(one)) for one in (mean, deviation))
    b.data = b - (m / s) @ E
    E.data = E / s.unsqueeze(-1)
    if isinstance(model, MAE):
        model.b.data, model.W.data = model.b * s + m, model.W * s
    return model


def build(name: str, about: dict, weights: dict[str, Tensor]) -> BroughtPicture:
    """From what is told of a model and its weights. ValueError where they do not fit."""
    config = about["configuration"]
    channels = config["num_channels"]
    if channels not in (1, 3):
        raise ValueError(f"its pictures have {channels} channels; there are pictures of 1 and of 3")
    model = families.build(config, weights)
    preprocessing = pixels(config, about.get("preprocessor"))
    model = on_pixels(model, preprocessing.mean, preprocessing.deviation)
    return (BroughtAutoencoder if isinstance(model, MAE) else BroughtClassifier)(name, model, about)
