"""What a label means that is no plain word, told beside it where a text names it first: a mark, a byte, a space.

    filled("“{word}” looks at “{looked}”.", {"word": Label("<s>"), "looked": Label("<0x70>")}, "en")
    # “<s>” (the start mark) looks at “<0x70>” (the byte of p).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from core.labels import Name
from pages.components.glossary import with_cards
from pages.components.text_files import TERMS, escaped, page_words, said

_MARKS = {"<s>": "start", "</s>": "end", "<5>": "size", "<7>": "size", "[CLS]": "class",
          "<unk>": "unknown", "<pad>": "pad"}
_BYTE = re.compile(r"<0x([0-9A-F]{2})>")


class Label(str):
    """What a model reads or writes at a place, as it is: texts that are filled with it show it so, and tell of it."""


def filled(template: str, values: Mapping[str, object], language: str, known: Collection[str] = ()) -> str:
    """The template with its values: labels as Markdown that shows them as they are, their meaning once, beside them.

    ``known``: fields of which the reader has been told. What is no ``Label`` stands as it is.
    """
    template, more = _explained(template, {name: one for name, one in values.items() if isinstance(one, Label)},
                                language, known)
    shown = {name: escaped(one) if isinstance(one, Label) else one for name, one in values.items()}
    return template.format(**shown, **more)


def _explained(template: str, values: Mapping[str, Label], language: str,
               known: Collection[str]) -> tuple[str, dict[str, str]]:
    """The template with room for each meaning once, and the meanings.

    A label that is a quotation mark itself, or has one, stands in marks of another kind.
    """
    w, more = page_words(language, "stage"), {}
    told = {meaning(values[name], language) for name in known if name in values}
    places = {name: template.find(f"“{{{name}}}”") for name in values}
    for name in sorted(places, key=places.__getitem__):
        label, (opening, closing) = values[name], w["other_quotes"]
        means = meaning(label, language)
        if places[name] >= 0 and means and means not in told:
            more[f"{name}_means"] = means
            told.add(means)
            template = template.replace(f"“{{{name}}}”", f"“{{{name}}}”{{{name}_means}}", 1)
        if set(label) & set("“”\""):
            template = template.replace(f"“{{{name}}}”", f"{opening}{{{name}}}{closing}")
    return template, more


def meaning(label: str, language: str) -> str:
    """As Markdown in its brackets; "" of a word, or of a piece that stands as it is written."""
    w, bare = page_words(language, "stage"), label.rstrip("₀₁₂₃₄₅₆₇₈₉")
    if byte := _BYTE.fullmatch(bare):
        letter = chr(int(byte[1], 16))
        one = letter.isascii() and letter.isprintable() and letter != " "
        return w["means_byte_of"].format(letter=escaped(letter)) if one else w["means_byte"]
    if bare in _MARKS:
        return with_cards(language, w[f"means_{_MARKS[bare]}"])
    kind = {"▁": "space", "·": "inside"}.get(bare[:1], "")
    return w[f"means_{kind}"] if kind and (kind == "space" or len(bare) > 1) else ""


def answer_text(subject, answer, language: str) -> str:
    """An answer of a subject as text; the labels that it gives to words are said in the language."""
    if subject.abilities.answers != "labels":
        return subject.answer_text(answer)
    terms = page_words(language, TERMS)
    return subject.answer_text([f"{said(Name(one[:-1]), terms)}:" if isinstance(one, Name) else one for one in answer])
