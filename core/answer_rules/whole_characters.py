"""Bytes of an answer make whole characters, as UTF-8 has them (RFC 3629, section 4); other pieces wait for the last.

Of 300 answers in Chinese one held the first byte of a character alone, which no text can show ("赵�佳").
"""

import functools
from collections.abc import Sequence

import torch
from torch import Tensor

from core.answer_rules.masking import Scorer, masked
from core.data.piece_vocabulary import PieceVocabulary
from core.data.pieces import BYTES


def constrained(ask: Scorer, target: PieceVocabulary) -> Scorer:
    """A scorer (``core.decode.scorer``) under which no character is begun and left, or goes on that never began."""
    byte_of = _bytes(target)

    def allowed(prefix: Sequence[int]) -> Tensor:
        begun = b""
        for value in (byte_of[i] for i in prefix):
            begun = b"" if value is None or _is_text(begun + bytes([value])) else begun + bytes([value])
        return _after(target, begun)

    return masked(ask, allowed)


@functools.lru_cache(maxsize=4)
def _bytes(vocabulary: PieceVocabulary) -> list[int | None]:
    """What byte each piece is; None of those that are text."""
    values = {piece: value for value, piece in enumerate(BYTES)}
    return [values.get(piece) for piece in vocabulary.pieces.pieces]


@functools.lru_cache(maxsize=64)
def _after(vocabulary: PieceVocabulary, begun: bytes) -> Tensor:
    """(V,) booleans: the pieces that may follow a character's first bytes, or whole ones."""
    goes_on = [_begins_text(begun + bytes([value])) for value in range(256)]
    return torch.tensor([not begun if value is None else goes_on[value] for value in _bytes(vocabulary)])


def _begins_text(data: bytes) -> bool:
    """Whether bytes are the beginning of a character, or all of it."""
    return any(_is_text(data + last * more) for last in (b"\x80", b"\xbf") for more in range(4))


def _is_text(data: bytes) -> bool:
    try:
        return bool(data.decode())
    except UnicodeDecodeError:
        return False
