"""The language that a text is written in, by its letters."""

from __future__ import annotations

import re
import unicodedata

_CHINESE = re.compile(r"[\u2e80-\u2fff\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+")
NEITHER = "neither"


def language_of(text: str, otherwise: str) -> str:
    """``zh`` or ``en`` by the letters of a text: whichever there are more of, a Latin word counting as one.

    ``neither`` where at least a third of the letters are of another script: kana, Hangul, Cyrillic ...
    """
    text = unicodedata.normalize("NFKC", text)
    chinese, latin = len(_CHINESE.findall(text)), len(_LATIN.findall(text))
    rest = _LATIN.sub("", _CHINESE.sub("", text))
    if 2 * sum(map(str.isalpha, rest)) > chinese + latin:
        return NEITHER
    return otherwise if chinese == latin else "zh" if chinese > latin else "en"
