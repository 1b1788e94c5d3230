"""A text in which words are hidden, as people write it for BERT and RoBERTa; without torch."""

import re

MARKS = ("[MASK]", "<mask>")
"""How the two write a hidden word; either is read by both."""
_MARK = re.compile("|".join(map(re.escape, MARKS)), re.IGNORECASE)
_CHARACTER = "[\u2e80-\u9fff\uf900-\ufaff]"
_LAST = re.compile(rf"(?:{_CHARACTER}|(?:(?!{_CHARACTER})[^\W_])+(?:['’-](?:(?!{_CHARACTER})[^\W_])+)*)(?=[\W_]*$)")


def hides(text: str) -> bool:
    """Whether a word of this text is hidden already."""
    return bool(_MARK.search(text))


def last_word(text: str) -> str:
    """The last word of a text, or its last character of Chinese; "" where there is none."""
    match = _LAST.search(text)
    return match[0] if match else ""


def hidden(text: str, mark: str) -> str:
    """The text with ``mark`` for what is hidden: what was, or else the last word. ValueError if it has no word."""
    if hides(text):
        return _MARK.sub(lambda _: mark, text)
    if not last_word(text):
        raise ValueError(f"There is no word in this text; type a sentence, and {mark} for a word to be filled in.")
    return _LAST.sub(lambda _: mark, text, count=1)
