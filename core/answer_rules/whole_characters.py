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
    values = {piece: value for value, piece in enumerate(BYTES)}
    byte_of = [values.get(piece) for piece in target.pieces.pieces]

    @functools.cache
    def after(begun: bytes) -> Tensor:
        goes_on = [_begins_text(begun + bytes([value])) for value in range(256)]
        return torch.tensor([not begun if value is None else goes_on[value] for value in byte_of])

    def allowed(prefix: Sequence[int]) -> Tensor:
        begun = b""
        for value in (byte_of[i] for i in prefix):
            begun = b"" if value is None or _is_text(begun + bytes([value])) else begun + bytes([value])
        return after(begun)

    return masked(ask, allowed)


def _begins_text(data: bytes) -> bool:
    """Whether bytes are the beginning of a character, or all of it."""
    return any(_is_text(data + last * more) for last in (b"\x80", b"\xbf") for more in range(4))


def _is_text(data: bytes) -> bool:
    try:
        return bool(data.decode())
    except UnicodeDecodeError:
        return False
