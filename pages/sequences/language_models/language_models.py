"""One word after the other: the chain rule, training and sampling, two masks, two models of verse. N2, N4."""

from pages.components import lesson
from pages.sequences.language_models import PAGE
from pages.sequences.language_models.chain import chain
from pages.sequences.language_models.cloze import cloze
from pages.sequences.language_models.entropy import entropy
from pages.sequences.language_models.masks import masks
from pages.sequences.language_models.poem import poem
from pages.sequences.language_models.prefixes import prefixes
from pages.sequences.language_models.vocabularies import vocabulary

lesson.question(PAGE)
written = poem()
chain(written)
entropy()
prefixes(written)
masks(written)
cloze(written)
vocabulary()
