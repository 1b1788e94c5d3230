"""One token after another, and all at once: N3-05, N3-07."""

from __future__ import annotations

from dataclasses import replace

from core.experiments import attention as computed
from core.steps import Trace
from pages.components import lesson
from pages.components.board import Frame, board
from pages.components.lesson.one_head import choose_head, picture, queries_keys_values, read_words, tries
from pages.components.lesson.pictures import rounding, steps_of
from pages.components.numbers import RAISED
from pages.components.text import words
from pages.components.text_files import escaped
from pages.transformer.attention import PAGE

STORY = ("queries", "scores", "weights", "head_outputs")


@lesson.panel
def story(trace: Trace) -> None:
    """Query of one token, its scores, its weights, its output; then the next token's."""
    w = words(PAGE)
    with lesson.exhibit(PAGE, "N3-05", "N3-07"):
        path, head = choose_head(trace, "story")
        labels = read_words(trace, path)
        pictures = [picture(trace, f"{path}.{name}", head) for name in ("keys", "values")]
        frames = []
        for i, label in enumerate(labels):
            own = [_row(trace, path, head, name, i) for name in STORY]
            pictures += own
            q, s, a, z = (drawn.name for drawn in own)
            frames.append(Frame(f"token {i}", w["story_step"].format(n=i + 1, word=label), w["story"],
                                (q, f"{path}.keys", s, a, f"{path}.values", z), ("·", "÷ √d", "softmax", "×", "=")))
        board(pictures, frames, key="story", url=False, height=430)
        Q, K, V = queries_keys_values(trace, path, head)
        tries(PAGE, ("N3-07", ("moves", "stays"), lambda: _shuffled(Q, K, V, labels), "stays",
                     len(labels) > 2))


def _row(trace: Trace, path: str, head: int, name: str, i: int):
    """One token's row of a step."""
    whole = picture(trace, f"{path}.{name}", head)
    return replace(whole, name=f"{name} {i}", values=whole.values[i:i + 1], rows=whole.rows[i:i + 1],
                   row_link=f"{name} {i}", title=words(PAGE)[f"one_{name}"].format(n=str(i + 1).translate(RAISED)))


def _shuffled(Q, K, V, labels) -> dict[str, float | str]:
    order = [0, *range(len(labels) - 1, 0, -1)]
    numbered = [escaped(step) for step in steps_of(labels)]  # a piece of a word may begin with the dot of a list
    return {"change": rounding(computed.reordered(Q, K, V, order)), "order": " → ".join(numbered[i] for i in order)}
