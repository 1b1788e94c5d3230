"""The masked autoencoder: hide most of a picture and paint it again. N2 section 3.3; He et al. 2021."""

from pages.components import lesson, runs
from pages.vision.mae import PAGE
from pages.vision.mae.ablations import ablations, against_others
from pages.vision.mae.mask_ratio import higher, published_ratios
from pages.vision.mae.reconstruction import reconstruction
from pages.vision.mae.sampler import sampler
from pages.vision.mae.saving import saving
from pages.vision.mae.shuffle import shuffle
from pages.vision.mae.target import target

lesson.question(PAGE)
trace = runs.trace()
if trace is not None:
    reconstruction(trace)
    shuffle(trace)
saving()
sampler()
if trace is not None:
    higher()
    target(trace)
published_ratios()
ablations()
against_others()
