"""DETR: a picture in, a set of objects out. N3; Carion et al. 2020."""

from pages.components import lesson
from pages.vision.detr import PAGE
from pages.vision.detr.boxes import boxes
from pages.vision.detr.encoder import encoder
from pages.vision.detr.matching import matching
from pages.vision.detr.pipeline import pipeline
from pages.vision.detr.places import places
from pages.vision.detr.reading import reading
from pages.vision.detr.slots import slots

lesson.question(PAGE)
read = reading()
pipeline(read)
encoder(read)
slots(read)
matching(read)
boxes()
places(read)
