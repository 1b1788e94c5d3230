"""Numbers that papers print and the notes quote, with unit and source. EXHIBITS N0-30, N0-31, N2-27 to N2-37, N3-14."""

import re
from typing import NamedTuple

VIT, MAE = "Dosovitskiy et al. 2020 (ViT)", "He et al. 2021 (MAE)"
DETR, NON_LOCAL = "Carion et al. 2020 (DETR)", "Wang et al. 2018 (Non-local)"


class Table(NamedTuple):
    """A table as printed: ``rows`` of a name and a number per column, None where the paper has none.

    ``spread``: standard deviations under the same names, where the paper gives them. ``unit``: of all numbers, or one
    per column.
    """

    source: str
    unit: str | tuple[str, ...]
    columns: tuple[str, ...]
    rows: dict[str, tuple]
    spread: dict[str, tuple] | None = None


VIT_AGAINST_OTHERS = Table(
    f"{VIT}, table 2 = N0 table 1", "% correct; the last row in thousand core-days",
    ("ViT-H/14 JFT", "ViT-L/16 JFT", "ViT-L/16 I21k", "BiT-L R152x4", "Noisy Student Eff-L2"),
    {"ImageNet": (88.55, 87.76, 85.30, 87.54, 88.4), "ImageNet ReaL": (90.72, 90.54, 88.62, 90.54, 90.55),
     "CIFAR-10": (99.50, 99.42, 99.15, 99.37, None), "CIFAR-100": (94.55, 93.90, 93.25, 93.51, None),
     "Oxford-IIIT Pets": (97.56, 97.32, 94.67, 96.62, None), "Oxford Flowers-102": (99.68, 99.74, 99.61, 99.63, None),
     "VTAB (19 tasks)": (77.63, 76.28, 72.72, 76.29, None), "TPUv3-core-days": (2.5, 0.68, 0.23, 9.9, 12.3)},
    {"ImageNet": (0.04, 0.03, 0.02, 0.02, None), "ImageNet ReaL": (0.05, 0.03, 0.05, None, None),
     "CIFAR-10": (0.06, 0.03, 0.03, 0.06, None), "CIFAR-100": (0.04, 0.05, 0.05, 0.08, None),
     "Oxford-IIIT Pets": (0.03, 0.11, 0.15, 0.23, None), "Oxford Flowers-102": (0.02, 0.00, 0.03, 0.03, None),
     "VTAB (19 tasks)": (0.23, 0.46, 0.21, 1.70, None), "TPUv3-core-days": (None,) * 5})
"""Means of three runs and their deviations. Noisy Student on ImageNet: also 88.5, see ``NOISY_STUDENT``."""
NOISY_STUDENT = 88.5
"""The slightly improved result of Touvron et al. 2020 on ImageNet, which the same cell prints."""

VIT_BY_DATA = Table(
    f"{VIT}, table 5: ImageNet after fine-tuning at 384 pixels", "% correct", ("B/16", "B/32", "L/16", "L/32", "H/14"),
    {"ImageNet": (77.91, 73.38, 76.53, 71.16, None), "ImageNet-21k": (83.97, 81.28, 85.15, 80.99, 85.13),
     "JFT-300M": (84.15, 80.73, 87.12, 84.37, 88.04)})

VIT_BY_COMPUTE = Table(
    f"{VIT}, table 6: pre-training on JFT", ("epochs", "% correct on ImageNet", "exaFLOPs"),
    ("epochs", "ImageNet", "pre-training"),
    {"ViT-B/32": (7, 80.73, 55), "ViT-B/16": (7, 84.15, 224), "ViT-L/32": (7, 84.37, 196), "ViT-L/16": (7, 86.30, 783),
     "ViT-L/16, 14 epochs": (14, 87.12, 1567), "ViT-H/14": (14, 88.08, 4262), "R50x1": (7, 77.54, 50),
     "R50x2": (7, 82.12, 199), "R101x1": (7, 80.67, 96), "R152x1": (7, 81.88, 141), "R152x2": (7, 84.97, 563),
     "R152x2, 14 epochs": (14, 85.56, 1126), "R200x3": (14, 87.22, 3306), "R50+ViT-B/32": (7, 84.90, 106),
     "R50+ViT-B/16": (7, 85.58, 274), "R50+ViT-L/32": (7, 85.68, 246), "R50+ViT-L/16": (7, 86.60, 859),
     "R50+ViT-L/16, 14 epochs": (14, 87.12, 1668)})

VIT_POSITIONS = Table(
    f"{VIT}, table 8: B/16, ImageNet with five pictures a class", "share correct",
    ("at the input", "in every layer", "in every layer, shared"),
    {"none": (0.61382, None, None), "1-D": (0.64206, 0.63964, 0.64292), "2-D": (0.64001, 0.64046, 0.64022),
     "relative": (0.64032, None, None)})

VIT_VARIANTS = Table(
    f"{VIT}, table 1 = N2", ("layers", "width", "width of the MLP", "heads", "million parameters"),
    ("layers", "D", "MLP", "heads", "parameters"),
    {"ViT-Base": (12, 768, 3072, 12, 86), "ViT-Large": (24, 1024, 4096, 16, 307),
     "ViT-Huge": (32, 1280, 5120, 16, 632)})

DATA_SETS = Table(
    f"{VIT}, section 4.1 = N2", ("classes", "million pictures"), ("classes", "pictures"),
    {"ImageNet": (1_000, 1.3), "ImageNet-21k": (21_000, 14), "JFT-300M": (18_000, 303)})


def in_the_name(data_set: str) -> int:
    """The number that a data set's name carries: 300 of JFT-300M (R70)."""
    return int(re.search(r"\d+", data_set)[0])


_MAE = "ViT-L/16, ImageNet-1K"
_COLUMNS = ("fine-tuning", "linear probing")
MAE_ABLATIONS = {
    "decoder_depth": Table(f"{MAE}, table 1a; {_MAE}", "% correct", _COLUMNS, {
        "1": (84.8, 65.5), "2": (84.9, 70.0), "4": (84.9, 71.9), "8": (84.9, 73.5), "12": (84.4, 73.3)}),
    "decoder_width": Table(f"{MAE}, table 1b; {_MAE}", "% correct", _COLUMNS, {
        "128": (84.9, 69.1), "256": (84.8, 71.3), "512": (84.9, 73.5), "768": (84.4, 73.1), "1024": (84.3, 73.1)}),
    "mask_token": Table(f"{MAE}, table 1c; {_MAE}", ("% correct", "% correct", "times"), (*_COLUMNS, "FLOPs"), {
        "encoder with [M]": (84.2, 59.6, 3.3), "encoder without [M]": (84.9, 73.5, 1.0)}),
    "target": Table(f"{MAE}, table 1d; {_MAE}", "% correct", _COLUMNS, {
        "pixel, not normalized": (84.9, 73.5), "pixel, normalized": (85.4, 73.9), "PCA": (84.6, 72.3),
        "dVAE token": (85.3, 71.6)}),
    "augmentation": Table(f"{MAE}, table 1e; {_MAE}", "% correct", _COLUMNS, {
        "none": (84.0, 65.7), "crop, fixed size": (84.7, 73.1), "crop, random size": (84.9, 73.5),
        "crop and colour jitter": (84.3, 71.9)}),
    "sampling": Table(f"{MAE}, table 1f; {_MAE}", ("%", "% correct", "% correct"), ("hidden", *_COLUMNS), {
        "random": (75, 84.9, 73.5), "block, 50%": (50, 83.9, 72.3), "block, 75%": (75, 82.8, 63.9),
        "grid": (75, 84.0, 66.0)})}
MAE_DEFAULTS = {"decoder_depth": "8", "decoder_width": "512", "mask_token": "encoder without [M]",
                "target": "pixel, not normalized", "augmentation": "crop, random size", "sampling": "random"}

MAE_AGAINST_OTHERS = Table(
    f"{MAE}, table 3 = N2; ImageNet-1K", "% correct", ("ViT-B", "ViT-L", "ViT-H", "ViT-H, 448 pixels"),
    {"from scratch": (82.3, 82.6, 83.1, None), "DINO": (82.8, None, None, None), "MoCo v3": (83.2, 84.1, None, None),
     "BEiT": (83.2, 85.2, None, None), "MAE": (83.6, 85.9, 86.9, 87.8)})

MAE_MARKS = ("underlined", "underlined", "underlined", "bold")
"""How N2 marks MAE's row of that table, column by column; its caption promises every best one underlined (R69)."""

MAE_SCRATCH = Table(
    f"{MAE}, ViT-L from scratch, trained by the authors", "% correct", ("ViT-L",),
    {"table 3": (82.6,), "section 4, and on figure 5": (82.5,)})
"""The paper prints two numbers for one training (R75)."""

MAE_RATIOS = Table(
    f"{MAE}, figure 5; {_MAE}; percent hidden by the order of the labels", "% correct", _COLUMNS,
    {"10": (83.2, 54.6), "20": (83.4, 58.9), "30": (83.4, 61.7), "40": (84.7, 67.0), "50": (84.9, 69.9),
     "60": (85.0, 71.8), "70": (84.9, 73.2), "75": (84.9, 73.5), "80": (84.5, 71.8), "90": (83.0, 66.1)})

MAE_TIMES = Table(
    f"{MAE}, table 2; 800 epochs on 128 TPUv3 cores", ("% correct", "hours", "times faster"),
    ("fine-tuning", "hours", "faster"),
    {"ViT-L with [M], decoder 8": (84.2, 42.4, None), "ViT-L, decoder 8": (84.9, 15.4, 2.8),
     "ViT-L, decoder 1": (84.8, 11.6, 3.7), "ViT-H with [M], decoder 8": (None, 119.6, None),
     "ViT-H, decoder 8": (85.8, 34.5, 3.5), "ViT-H, decoder 1": (85.9, 29.3, 4.1)})
"""The 119.6 hours are the paper's estimate."""

DETR_ABLATIONS = Table(
    f"{DETR}, section 4.2 and table 3; COCO, short schedule", "AP", ("AP", "difference"),
    {"DETR": (40.6, None), "without encoder": (None, -3.9), "without feed-forward": (None, -2.3),
     "without places": (32.8, -7.8), "places at the input only": (None, -1.4), "no places in the encoder": (None, -1.3),
     "without L1": (None, -0.7)})

DETR_SIZES = Table(
    f"{DETR} and its program", ("numbers", "numbers", *("million parameters",) * 3),
    ("width", "width of the feed-forward network", "all", "backbone", "Transformer"),
    {"DETR, ResNet-50": (256, 2048, 41.3, 23.5, 17.8)})

DETR_SCHEDULES = Table(f"{DETR}, ResNet-50 on COCO", "AP", ("AP",), {"long": (42.0,), "short": (40.6,)})

NON_LOCAL_VARIANTS = Table(
    f"{NON_LOCAL}, table 2a; ResNet-50 C2D on Kinetics", "% correct", ("top 1", "top 5"),
    {"without": (71.8, 89.7), "Gaussian": (72.5, 90.2), "embedded Gaussian": (72.7, 90.5),
     "dot product": (72.9, 90.3), "concatenation": (72.8, 90.5)})

NON_LOCAL_DEPTH = Table(
    f"{NON_LOCAL}, table 2c; C2D on Kinetics", "% correct", ("top 1",),
    {"ResNet-50, no block": (71.8,), "ResNet-50, 1 block": (72.7,), "ResNet-50, 5 blocks": (73.8,),
     "ResNet-50, 10 blocks": (74.3,), "ResNet-101, no block": (73.1,)})

FIRST_VERSIONS = {"Transformer": ("1706.03762", "2017-06", None), "Non-local": ("1711.07971", "2017-11", "2018-04"),
                  "DETR": ("2005.12872", "2020-05", None), "ViT": ("2010.11929", "2020-10", "2021-06"),
                  "MAE": ("2111.06377", "2021-11", "2021-12")}
"""arXiv number, month of the first version (as the number says), month that N2 prints (R65)."""
