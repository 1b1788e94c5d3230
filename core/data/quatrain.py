"""The form of a quatrain: four lines of five or of seven characters, a mark behind each."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.data.characters import simplified
from core.data.vocabulary import Vocabulary

LINES = 4
COMMA, STOP, HIDDEN = "，", "。", "□"
SIZES = {"<5>": 5, "<7>": 7}
"""The words that tell a model how long the lines are."""
_HIDDEN = str.maketrans("_＿○〇*＊", HIDDEN * 6)


@dataclass(frozen=True)
class Form:
    """The beginning of a quatrain: its tokens, the length of its lines, and the lines' first characters where they
    are given (those of lines that are typed are not looked at)."""

    tokens: list[str]
    size: int
    acrostic: tuple[str, ...] = ()

    @property
    def word(self) -> str:
        """The word that tells a model the length of the lines."""
        return f"<{self.size}>"

    @property
    def length(self) -> int:
        """Tokens of the whole poem."""
        return LINES * (self.size + 1)

    @property
    def segments(self) -> list[int]:
        """For the word for the length and each token: 0 in the first two lines, 1 in the last two."""
        return [0] + [int(place >= 2 * (self.size + 1)) for place in range(len(self.tokens))]

    def wanted(self, place: int) -> str | None:
        """The token that must stand at this place: a mark, or a character of the acrostic; None: any character."""
        line, column = divmod(place, self.size + 1)
        if column == self.size:
            return mark(line)
        return self.acrostic[line] if column == 0 and line < len(self.acrostic) else None

    def ended(self, written: Sequence[str]) -> list[str]:
        """Where the last character of a line is due: those that ended the lines before; none rhymes with itself."""
        line, column = divmod(len(written), self.size + 1)
        ends = [written[i * (self.size + 1) + self.size - 1] for i in range(line)]
        return ends if column == self.size - 1 else []


def mark(line: int) -> str:
    """What stands behind a line, counted from 0."""
    return STOP if line % 2 else COMMA


def tokens(lines: Sequence[Sequence[str]]) -> list[str]:
    """Lines and the marks behind them."""
    return [token for i, line in enumerate(lines) for token in (*line, mark(i))]


def lines(poem: str) -> tuple[str, ...]:
    """The lines of a text of tokens."""
    return tuple(line for line in poem.replace(STOP, COMMA).split(COMMA) if line)


def form(text: str, words: Vocabulary, size: int | None = None, acrostic: str = "") -> Form:
    """The beginning of a quatrain that was typed, in traditional or simplified characters, with or without marks.

    ``size`` None: 5 where five divides what stands before the first mark, else 7. Raises ValueError if there is
    neither text nor acrostic, if a line has another length, or if there are more than four lines.
    """
    initials = [character for line in typed_lines(acrostic, words) for character in line]
    typed = typed_lines(text, words) or [initials[:1]]
    if not typed[0]:
        raise ValueError("There is no character in this text; type the beginning of a poem.")
    size = size or (5 if len(typed[0]) in (5, 10, 15, 20) else 7)
    if size not in SIZES.values():
        raise ValueError(f"The lines of a quatrain have 5 or 7 characters, not {size}.")
    begun = [line[i:i + size] for line in typed for i in range(0, len(line), size)]
    if any(len(line) != size for line in begun[:-1]):
        raise ValueError(f"All lines have the same length; of these one has {len(begun[0])} characters.")
    if max(len(begun), len(initials)) > LINES:
        raise ValueError(f"A quatrain has {LINES} lines; these are {max(len(begun), len(initials))}.")
    characters = tokens(begun)
    return Form(characters if len(begun[-1]) == size else characters[:-1], size, tuple(initials))


def typed_lines(text: str, words: Vocabulary) -> list[list[str]]:
    """The characters between marks or spaces, simplified; a hidden one (_ and the like) is written as □.

    A verse is counted in characters: of a Latin word every letter is one.
    """
    lines: list[list[str]] = []
    for chunk in text.translate(_HIDDEN).split():
        lines.append([])
        for token in words.split(simplified(chunk)):
            if token.isalnum() or token == HIDDEN:
                lines[-1].extend(token)
            elif lines[-1]:
                lines.append([])
    return [line for line in lines if line]
