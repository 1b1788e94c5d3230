"""Tokens: how anything becomes a row of vectors, and what a network does with them: N4, from tokens to aggregation."""

from pages.components import lesson
from pages.sequences.tokens import PAGE
from pages.sequences.tokens.aggregation import aggregation
from pages.sequences.tokens.combination import combination
from pages.sequences.tokens.computed_weights import computed_weights
from pages.sequences.tokens.fields import fields
from pages.sequences.tokens.modalities import modalities
from pages.sequences.tokens.per_token import per_token
from pages.sequences.tokens.receptive_field import receptive_field
from pages.sequences.tokens.stack import stack
from pages.sequences.tokens.tokenisers import tokenisers

lesson.question(PAGE)
tokenisers()
fields()
combination()
per_token()
stack()
modalities()
computed_weights()
receptive_field()
aggregation()
