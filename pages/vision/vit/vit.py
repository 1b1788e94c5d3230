"""The Vision Transformer: a picture as a sentence of patches. N0 section 9, N2; Dosovitskiy et al. 2020."""

from pages.components import lesson, runs
from pages.vision.vit import PAGE
from pages.vision.vit.answer import answer
from pages.vision.vit.bias import bias
from pages.vision.vit.block import block
from pages.vision.vit.data_scale import by_data, data_sets
from pages.vision.vit.history import history
from pages.vision.vit.patch_embedding import patch_embedding
from pages.vision.vit.patches import patches
from pages.vision.vit.results import results
from pages.vision.vit.sizes import sizes

lesson.question(PAGE)
trace = runs.trace()
if trace is not None:
    answer(trace)
    patches()
    patch_embedding(trace)
    block(trace)
by_data()
results()
sizes()
data_sets()
bias()
history()
