"""How a model of pictures is given its pixels: as a ``preprocessor_config.json`` tells, or as is assumed without one.

    scaled = pixels(config, settings)      # settings: the file's, or None; RefusedError names what is not honoured
    (picture - scaled.mean) / scaled.deviation      # of a picture (side, side, channels) from 0 to 1
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from core.families import RefusedError

FILE = "preprocessor_config.json"
ASSUMED = {"vit": ((0.5,) * 3, (0.5,) * 3), "vit_mae": ((0.485, 0.456, 0.406), (0.229, 0.224, 0.225))}
"""Mean and deviation of the channels for which the released checkpoints of a family were trained."""
KINDS = ("ViTImageProcessor", "ViTImageProcessorFast", "ViTFeatureExtractor")
RESAMPLING = {2: "bilinear", 3: "bicubic"}
"""Of Pillow's ways to resize, by number, those that are computed here."""
SWITCHES = ("do_resize", "do_rescale", "do_normalize", "do_convert_rgb", "do_center_crop", "do_pad")
UNREAD = frozenset({"data_format", "input_data_format", "return_tensors", "device", "disable_grouping",
                    "processor_class", "default_to_square", "size_divisor", "pad_size"})
"""Fields that have no part in the numbers, given what is refused."""
LARGEST, SMALLEST = 1e6, 1e-6
"""Of a factor, a mean or a deviation that is believed."""


class Pixels(NamedTuple):
    """``mean`` and ``deviation`` of each channel of pixels from 0 to 1; ``resampling``: as PyTorch calls it.

    ``assumed``: whether no file told them.
    """

    mean: tuple[float, ...]
    deviation: tuple[float, ...]
    resampling: str
    assumed: bool


def is_pictured(config: Mapping[str, Any]) -> bool:
    """Whether a config's family reads pictures."""
    return config.get("model_type") in ASSUMED


def pixels(config: Mapping[str, Any], settings: Mapping[str, Any] | None) -> Pixels:
    """What is honoured of the file for a model with this config. RefusedError names a field that cannot be."""
    channels = config["num_channels"]
    if settings is None:
        mean, deviation = (one[:channels] for one in ASSUMED[config["model_type"]])
        return Pixels(mean, deviation, "bilinear", True)
    _check(settings)
    _check_size(settings, config["image_size"])
    resampling = settings.get("resample", 2)
    if isinstance(resampling, bool) or resampling not in RESAMPLING:
        raise _refused("resample", resampling)
    full = 255 * _number(settings, "rescale_factor", 1 / 255) if settings.get("do_rescale", True) else 255.0
    mean, deviation = (0.0,) * channels, (1.0,) * channels
    if settings.get("do_normalize", True):
        mean, deviation = (_row(settings, name, channels) for name in ("image_mean", "image_std"))
    for name, least in (("rescale_factor", full), ("image_std", min(deviation))):
        if least < SMALLEST:
            raise _refused(name, settings.get(name))
    return Pixels(tuple(m / full for m in mean), tuple(s / full for s in deviation), RESAMPLING[resampling], False)


def _check(settings: Mapping[str, Any]) -> None:
    """RefusedError for another kind of file, an unknown field, or a switch that is none."""
    known = {"image_processor_type", "feature_extractor_type", "image_mean", "image_std", "rescale_factor", "resample",
             "size", "crop_size", *SWITCHES}
    for name in ("image_processor_type", "feature_extractor_type"):
        if settings.get(name) not in (None, *KINDS):
            raise _refused(name, settings[name])
    for name in SWITCHES:
        if not isinstance(settings.get(name, False), bool | None):
            raise _refused(name, settings[name])
    unknown = sorted(name for name, value in settings.items() if value is not None and name not in known | UNREAD)
    if unknown:
        raise RefusedError(f"The {FILE} has the field {unknown[0][:80]!r}, of which nothing is known here.")
    if settings.get("do_pad"):
        raise _refused("do_pad", True)


def _check_size(settings: Mapping[str, Any], side: int) -> None:
    """RefusedError unless pictures are given to the model as squares of the config's side, with nothing cut away."""
    wanted = (None, side, {"height": side, "width": side}, {"shortest_edge": side}, [side, side])
    for name in ("size", "crop_size") if settings.get("do_center_crop") else ("size",):
        if settings.get(name) not in wanted:
            raise RefusedError(f"The {FILE}'s {name} is {str(settings[name])[:80]}, but the config's image_size is "
                               f"{side}; pictures are given whole, in that size.")


def _row(settings: Mapping[str, Any], name: str, channels: int) -> tuple[float, ...]:
    """A number for each channel."""
    value = settings.get(name)
    row = value if isinstance(value, list) else [value] * channels
    if len(row) != channels:
        raise _refused(name, value)
    return tuple(_number({name: one}, name) for one in row)


def _number(settings: Mapping[str, Any], name: str, usual: float | None = None) -> float:
    value = settings.get(name, usual)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) <= LARGEST:
        raise _refused(name, value)
    return float(value)


def _refused(name: str, value: Any) -> RefusedError:
    return RefusedError(f"The {FILE}'s {name} is {str(value)[:80]}, which cannot be honoured here.")
