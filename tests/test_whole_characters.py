"""Bytes that an answer writes make whole characters, whatever the scores; no text is ruled out."""

import pytest
import torch
from hostile_texts import texts

from core import catalog, decode, zoo
from core.answer_rules import whole_characters
from core.data.pieces import BYTES

NAMES = catalog.names(tokenizer="pieces")


def equal(count):
    return lambda prefixes: torch.zeros(len(prefixes), count)


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_ruled_out(name):
    vocabulary = zoo.load(name).target_vocabulary
    ask, asked = whole_characters.constrained(equal(len(vocabulary.words)), vocabulary), 0
    for text in ("龘靐齉爩🙂é", "Ａ①ñ", *texts(40, 1)):
        ids = [*vocabulary.ids(text[:60]), vocabulary.marks.end]
        asked += len(ids)
        assert all(ask([tuple(ids[:end])])[0, piece] == 0 for end, piece in enumerate(ids)), text
    assert asked > 400


@pytest.mark.parametrize("name", NAMES)
def test_whatever_the_scores_every_character_is_whole(name):
    vocabulary, draw = zoo.load(name).target_vocabulary, torch.Generator().manual_seed(2)
    places = [vocabulary.words.index(byte) for byte in BYTES if byte in vocabulary.words]

    def by_lot(prefixes):
        scores = torch.rand(len(prefixes), len(vocabulary.words), generator=draw)
        scores[:, places] += 1
        return torch.log_softmax(scores, -1)

    ruled, broken = [], []
    for ask, answers in ((whole_characters.constrained(by_lot, vocabulary), ruled), (by_lot, broken)):
        for _ in range(6):
            found = decode.beam(ask, 3, limit=40)
            answers += [vocabulary.join(vocabulary.decode(found.tree[i].words)) for i in found.best]
    assert not [answer for answer in ruled if "\ufffd" in answer[:-1]]  # at the limit one may be begun
    assert all("\ufffd" in answer for answer in broken)
    assert any(ord(character) > 0xFF for answer in ruled for character in answer)
