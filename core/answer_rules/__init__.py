"""What answers over pieces may say: numbers and words in Latin letters are those of the text, characters are whole.

Each rule is a module that rules pieces out of a beam; which of the others is said stays the model's choice.
"""

from core.answer_rules import copied_words, number_rule, whole_characters
from core.answer_rules.masking import Scorer
from core.data.piece_vocabulary import PieceVocabulary


def constrained(ask: Scorer, text: str, source: PieceVocabulary, target: PieceVocabulary) -> Scorer:
    """A scorer (``core.decode.scorer``) by all rules, for the answers to a text."""
    ask = copied_words.constrained(ask, text, source, target)
    ask = number_rule.constrained(ask, text, source.language, target)
    return whole_characters.constrained(ask, target)
