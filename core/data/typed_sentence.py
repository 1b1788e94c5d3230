"""A sentence as people type it, written as those from which a translator learned: with final mark and capitals.

A translator of real sentences has seen hardly any without a final mark, and answers one without end or sense: by how
much, ``metrics.typed`` of its checkpoint says (``core/measures/everyday.py``). What is added is told to the reader.
"""

import re
import unicodedata
from collections.abc import Callable

JOINING = "\ufe0f\u200d"
"""What asks for a symbol in colours, and what joins two to one."""
_CHINESE = re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")
_LETTER = re.compile("[A-Za-z]")
_WORD = re.compile(r"(?<![\w'’])[a-z]+(?!\w|['’](?!s\b))")
_BEGINNING = re.compile(r"^[\"'“‘(]*[a-z](?=[a-z]*(\W|$))")
"""The first letter of a text whose first word has no capital (iPhone has one)."""
_NEXT_SENTENCE = re.compile(r"(?<=[.!?]) [\"'“‘(]*[a-z]")
_ASKED_ZH = re.compile(r"[吗么]$|(^|[，。])[^还正在着，]{1,4}呢$|什么|谁|哪|怎|如何|多少|多[大长久高远重快]$|多长时间"
                       r"|何时|(?<!十)几[点岁月号块]|[你您].*几[^乎]|(?<!现)([^不])不\2|有没有|了没有?$|是否|[是对]吧$"
                       r"|[你您][^，但可]{2,}还是|为[何啥甚]|干[嘛吗啥]$|^真的$")
_TOLD_ZH = re.compile(r"(知道|告诉|明白|不管|无论|猜|确定|记得|(?<!请)问|查|在乎|怀疑|弄清|忘|看不出|关于)"
                      r".*(什么|谁|哪|怎|多[少久大]|几|是否|为[何啥甚]|有没有|甚么|.不)"
                      r"|(什么|谁|哪[里儿]?|怎么).{0,4}[都也]|(什么|谁|哪|怎么|多少|多久|几).*就|不怎么|没什么")
"""What is asked within a statement: 我知道你在做什么, 我什么都不用做."""
_GREETED_ZH = re.compile("[你您]好|大家好")
_AUXILIARY = "is|are|was|were|does|did|wo|would|ca|could|should|has|have"
_ASKED_EN = re.compile(
    r"(^|[.!?]\s+|^excuse me,? (but )?|^(and|but|so|then|well|oh|please),? )"
    r"(who|what|when|where|why|how|which|whose|whom|do|does|did|is|are|am|was|were|will|would|can|could|shall|should"
    rf"|may|might|must|have|has|had|({_AUXILIARY})n't|don't (you|we|they|i))('s|'re|'ll|'d)?\b(?! an? nice)"
    rf"|, (do|{_AUXILIARY})(n't)? (i|you|he|she|it|we|they|there)$", re.IGNORECASE)
_TOLD_EN = re.compile(r"(when|what)\b[^,]*,|what (he|she|i|you|we|they|an?)\b", re.IGNORECASE)
"""When I came home, she slept; what he said was true; what a day."""


def completed(text: str, language: str, known: Callable[[str], bool]) -> str:
    """The text, with a final mark if it ends in a letter, a digit, a quotation or a bracket, and with English capitals.

    The mark stands before hearts and faces at the end. Texts without a letter of ``language``, zh or en, stay.
    ``known``: whether an English word, as it is written, is one of the translator's; it is asked where the whole text
    is in small letters, or in capitals.
    """
    text = text.strip()
    if not (_CHINESE if language == "zh" else _LETTER).search(text):
        return text
    words = _without_symbols(text)
    is_open = words.rstrip("\"'”’»)）」』】")[-1:].isalnum()  # something may follow that ends it
    marked = words + (final_mark(words, language) if is_open else "") + text[len(words):]
    return marked if language == "zh" else _capitals(marked, known)


def _without_symbols(text: str) -> str:
    """The text before the symbols at its end that are no ASCII, such as ❤; JOINING goes with them."""
    end = len(text)
    while end and (text[end - 1] in JOINING
                   or (unicodedata.category(text[end - 1])[0] == "S" and not text[end - 1].isascii())):
        end -= 1
    return text[:end].rstrip()


def final_mark(text: str, language: str) -> str:
    """A question mark where the words ask, in Chinese an exclamation mark where they greet, or else a full stop."""
    if language == "zh" and _GREETED_ZH.fullmatch(text):
        return "！"
    if language == "zh":
        asks = _ASKED_ZH.search(text) and (text.endswith(("吗", "呢")) or not _TOLD_ZH.search(text))
        return "？" if asks else "。"
    text = text.replace("’", "'")
    return "?" if _ASKED_EN.search(text) and not _TOLD_EN.match(text) else "."


def _capitals(text: str, known: Callable[[str], bool]) -> str:
    """I, names, and the first of several words with a capital. A text that has capitals and others keeps its names."""
    several = len(text.split()) > 1
    if several and text.isupper():
        text = text.lower()
    if text.islower():
        text = _WORD.sub(lambda found: _as_known(found[0], known), text)
        text = _NEXT_SENTENCE.sub(lambda found: found[0].upper(), text)
    text = re.sub(r"(?<![\w'’])i(?![\w.-])", "I", text)
    return _BEGINNING.sub(lambda found: found[0].upper(), text) if several else text


def _as_known(word: str, known: Callable[[str], bool]) -> str:
    """A word in small letters, as the translator knows it: tom is Tom, tv is TV."""
    return next(filter(known, (word, word.capitalize(), word.upper())), word)
