"""A masked autoencoder that paints what is hidden of a small picture."""

from torch import Tensor

from core.data import digits
from core.models.mae import MAE
from core.subjects import loaded
from core.subjects.picture import Masked, Painter, grid, hiding
from core.trace import Trace


class Autoencoder(Painter):
    """Given 64 letters and, if wanted, the percentage to hide and a seed ("00...0 75 3"), it answers with a picture."""

    def read(self, given: str) -> Masked:
        """ValueError with a sentence for any other text."""
        letters, *numbers = given.split() or [""]
        return Masked(digits.read(letters), *hiding(numbers, self.about["ratio"]))

    @property
    def places(self) -> list[str]:
        return grid(*2 * (digits.SIDE // self.about["configuration"]["side"],))

    def written(self, masked: Masked) -> str:
        """The text that ``read`` reads as this."""
        return f"{digits.written(masked.picture)} {round(100 * masked.ratio)} {masked.seed}"

    def answer_in(self, given: str, trace: Trace) -> list[list[float]]:
        """The picture with the hidden patches painted, as eight rows of eight numbers."""
        return trace["unpatched"].value.squeeze(-1).tolist()


def build(name: str, about: dict, weights: dict[str, Tensor]) -> Autoencoder:
    """From a checkpoint's JSON and weights. KeyError, TypeError, ValueError or RuntimeError if they do not fit."""
    return Autoencoder(name, loaded(MAE(**about["configuration"]), weights), about)
