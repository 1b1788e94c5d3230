"""From a bridge of one vector to attention: machine translation four ways. N2, machine translation and attention."""

from pages.components import lesson
from pages.sequences.alignment import PAGE
from pages.sequences.alignment.bridge import bridge
from pages.sequences.alignment.four_ways import four_ways
from pages.sequences.alignment.looking import looking
from pages.sequences.alignment.own_sentence import own_sentence
from pages.sequences.alignment.weighted_sum import weighted_sum

lesson.question(PAGE)
own_sentence()
bridge()
weighted_sum()
looking()
four_ways()
