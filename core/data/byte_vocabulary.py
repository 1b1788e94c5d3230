"""The tokens of a brought model's tokenizer, each with a label that can be read, whatever bytes it stands for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from core.data.vocabulary import Marks, Numbered, clean
from core.lazy import lazy


@dataclass(frozen=True)
class ByteVocabulary(Numbered):
    """What ``core.data.vocabulary.Vocabulary`` offers, over a ``tokenizers.Tokenizer`` whose tokens are bytes.

    A token's label is its text without the space before it; a line's end is ⏎, bytes that are no text are ⟨E4 BD⟩.
    Several tokens may have one label, so a text is cut by ``ids``. ``rows``: of the model's table, which may be longer.
    """

    tokenizer: Any
    marks: Marks
    language: Literal["zh", "en"] = "en"
    rows: int = 0

    @lazy
    def words(self) -> tuple[str, ...]:
        """The label of each token, by number."""
        return tuple(self._label(i) for i in range(len(self)))

    def _label(self, i: int) -> str:
        spelled = self.tokenizer.id_to_token(i)
        if spelled is None:
            return f"⟨{i}⟩"
        text = self.tokenizer.decode([i], skip_special_tokens=False)
        if "\ufffd" in text:
            return f"⟨{' '.join(f'{_BYTES.get(one, 63):02X}' for one in spelled)}⟩"
        if not text.strip(" "):
            return "␣" * max(1, len(text))
        shown = text.removeprefix(" ").replace("\n", "⏎").replace("\t", "⇥")
        return shown if shown.isprintable() else f"⟨{' '.join(f'{byte:02X}' for byte in text.encode())}⟩"

    def __len__(self) -> int:
        return max(self.rows, self.tokenizer.get_vocab_size())

    def ids(self, text: str) -> list[int]:
        """The numbers of a text's tokens."""
        return self.tokenizer.encode(visible(text), add_special_tokens=False).ids

    def text(self, ids: Sequence[int]) -> str:
        """The text that tokens make, up to the end mark; bytes that are no text become the replacement character."""
        ids = list(ids)
        return self.tokenizer.decode(ids[:ids.index(self.marks.end)] if self.marks.end in ids else ids)

    def join(self, tokens: Sequence[str]) -> str:
        """What is written is handed on as text, which is one piece."""
        return "".join(tokens)


def visible(text: str) -> str:
    """A text without characters that nobody sees, its line ends kept."""
    return "\n".join(line if line.isprintable() else clean(line, "en") for line in text.split("\n"))


def _spelled() -> dict[str, int]:
    """The character by which a byte-level tokenizer spells each byte (Radford et al. 2019, encoder.py) -> the byte."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + i): byte for i, byte in enumerate(others)}


_BYTES = _spelled()
