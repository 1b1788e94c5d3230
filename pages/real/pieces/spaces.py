"""A word with a space before it, and capital letters: which are the same token, and how near their vectors are."""

from __future__ import annotations

from core.experiments import pieces
from pages.components import charts, lesson
from pages.components.lesson.pictures import table
from pages.components.text import words
from pages.real.pieces import PAGE
from pages.real.pieces.own_text import in_line, own_tokens

KEY, OPTIONS = "spaces", ("same_token", "space_and_word", "another_token")


@lesson.panel
def spaces() -> None:
    """The tokens of a word with and without a space, once the reader has guessed; then the cosines of their rows."""
    w, run = words(PAGE), pieces.stored()
    with lesson.exhibit(PAGE, KEY):
        (_, _, bare), (_, _, spaced) = run["spaced"][:2]
        cosines = run["cosines"]
        near = min(cosines["same"].values()), max(cosines["same"].values())
        if lesson.predict(PAGE, KEY, OPTIONS, truth=lambda numbers: _token(bare, spaced), bare=str(bare[0]),
                          spaced=", ".join(map(str, spaced)), least=near[0], most=near[1],
                          different=cosines["different"], count=len(cosines["same"])):
            table((w["written"], w["tokens"], w["row"]),
                  ((in_line([text]), in_line(tokens), ", ".join(map(str, ids))) for text, tokens, ids in run["spaced"]))
            charts.bars({f"{word} / ␣{word}": value for word, value in cosines["same"].items()} |
                        {w["two_words"]: cosines["different"]}, w["cosine"], domain=(0, 1),
                        tones=[0] * len(cosines["same"]) + [-1])
            own_tokens(w["own_spaces"], w["own_spaces_example"], "spaces")


def _token(bare: list[int], spaced: list[int]) -> str:
    return OPTIONS[0 if bare == spaced else 1 if len(spaced) > 1 else 2]
