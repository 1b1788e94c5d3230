"""Links and texts of a hostile visitor, drawn from a seed: a thousand links, two hundred texts, half of them new."""

import json
import math
import random

import pytest
from opened import opened
from test_pages import PAGES, PARAMETERS, strings

from core import catalog, zoo
from core.edits import Edit, from_text, to_text
from pages.components import address, state
from pages.components.board.model import Cell, Follow, cell_from_text, follow_from
from pages.components.text import _words

NAMES = (*PARAMETERS, "edits", "erratum", "note", "panels", "follow")
STEMS = ('[["Skip","*.scores"]]', '[["Scale","*",1e38]]', '[["SetCell","a.weights",[0,1,2],0.5,true]]',
         "encoder.0.self_attention.weights@1.2.3", "source.3", '[["Permute","source_embedding.scaled","token",[1,0]]]')
GIVEN = {"slider": {"min_value": 0.0, "max_value": 1.0}, "number_input": {"min_value": 0, "max_value": 9},
         "toggle": {}, "text_input": {"max_chars": 4}, "pills": {"options": ["a", 1], "selection_mode": "multi"},
         "segmented_control": {"options": range(3)}, "select_slider": {"options": (0.5, 1.0)}}


def new(chance):
    """A text that nobody has thought of: any code points, or what a link may hold with some letters changed."""
    if chance.random() < 0.5:
        return "".join(chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xD800), chance.randrange(
            0xE000, 0x110000)))) for _ in range(chance.choice((1, 7, 40, 600))))
    letters = list(chance.choice(STEMS))
    for _ in range(chance.randint(1, 4)):
        letters[chance.randrange(len(letters))] = chance.choice(("", "9" * 40, "-", "e999", '"', "[", "NaN", "\0"))
    return "".join(letters)


def texts(count, seed):
    chance, known = random.Random(seed), strings()
    return [new(chance) if i % 2 else chance.choice(known) for i in range(count)]


def links(count=1000, seed=7):
    found = texts(count * len(NAMES), seed)
    return [dict(zip(NAMES, found[i::count])) for i in range(count)]


def test_a_thousand_hostile_links_are_read_or_left_out():
    for link in links():
        for text in link.values():
            edits = from_text(text)
            assert all(isinstance(edit, Edit) for edit in edits) and from_text(to_text(edits)) == edits
            json.dumps(json.loads(to_text(edits) or "[]"), allow_nan=False)
            assert isinstance(cell_from_text(text), Cell | None) and isinstance(follow_from(text), Follow | None)
            for kind, given in GIVEN.items():
                value = address._read(kind, text, given)
                assert value is None or address._fits(kind, value, given)
                assert not isinstance(value, float) or math.isfinite(value)


@pytest.mark.parametrize("model", catalog.names("translator")[:1] + catalog.names("dialogue", "language_model")[:2])
def test_two_hundred_hostile_texts_are_read_or_told_why_not(model):
    told = _words("en", "state")
    for text in texts(200, 11):
        typed = text[:state.BOX].strip()
        why, _ = state.unread(model, typed)
        assert not why or why in told
        if not why:
            zoo.load(model).read(typed)


@pytest.mark.slow
@pytest.mark.parametrize("number, path", [(i, path) for i, path in enumerate(PAGES) if i % 4 == 1])
def test_a_hostile_link_opens_a_page(number, path):
    app = opened(path, **links()[number] | {"panels": "all", "lang": "en"})
    assert not app.exception and not app.error
