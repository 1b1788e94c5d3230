"""The whole machine on the stage: the outermost view. A click on a box goes nearer, a click on a word follows it."""

from __future__ import annotations

from core.edits import Edit
from core.switches import off
from pages.components import model_choice, readable_text, runs
from pages.components.bar.navigation import WALK
from pages.components.board import Follow, go
from pages.components.cache import shared
from pages.components.head_grid import show as show_heads
from pages.components.head_grid.run import packed as packed_heads
from pages.components.machine import Row, pack, show
from pages.components.stage.stop_text import grid_words, in_its_units
from pages.components.stage.stops import BLOCK
from pages.components.stage.view_state import ViewState
from pages.components.text import language, words
from pages.components.text_files import page_words


def machine_view(look: ViewState, edits: tuple[Edit, ...], edited: bool) -> None:
    """Draw the run without edits, or the ``edited`` one beside the words that it would have written without them."""
    packed = _packed(model_choice.name(), readable_text.text(), language(), edits if edited else ())
    said = in_its_units(words("machine"), look.trace, language())
    action = show(packed, key="machine view", words=said, follow=look.followed and Row(*look.followed),
                  off=off(look.trace, edits))
    if action.box:
        go(WALK, step=BLOCK + action.box, cell=None)
    if action.follow is not None or action.unfollowed:
        go(WALK, follow=action.follow and Follow(*action.follow))


def heads_view(look: ViewState, edits: tuple[Edit, ...]) -> None:
    """A machine of many layers: all heads at a glance. Whoever enters one stands before its block, with that head."""
    grid = packed_heads(model_choice.name(), readable_text.text(), edits)
    action = show_heads(grid, key="head grid", words=grid_words(look.trace, language()))
    block = next((site["block"] for site in grid[0]["sites"] if site["step"] == action.nearer), "")
    if block:
        go(WALK, step=BLOCK + block, head=action.head, cell=None)


@shared
def _packed(model: str, sentence: str, lang: str, edits: tuple[Edit, ...]) -> bytes:
    trace = runs.cached_trace(model, sentence, edits)
    plain = runs.cached_trace(model, sentence) if edits else None
    return pack(trace, trace.plan, plain, in_its_units(page_words(lang, "machine"), trace, lang))
