"""The poem under study: what the reader typed, how the poet went on, and the pass over the whole."""

from __future__ import annotations

from dataclasses import dataclass

from core import catalog, zoo
from core.data import quatrain
from core.steps import Trace
from core.subjects.cloze import Cloze
from core.subjects.poet import Poet
from pages.components import model_choice, readable_text, warm_up
from pages.components.cache import shared


@dataclass(frozen=True)
class Written:
    """``tokens``: characters and marks of the poem; ``given``: the places of those that the reader gave; ``trace``: the
    poet's pass."""

    poet: Poet
    tokens: tuple[str, ...]
    given: tuple[int, ...]
    trace: Trace


@shared
def _poem(model: str, text: str, size: int | None, acrostic: str, temperature: float, seed: int) -> tuple[str, ...]:
    return tuple(zoo.load(model).write(text, size, acrostic, temperature, seed))


@shared
def passed(model: str, tokens: tuple[str, ...]) -> Trace:
    """The poet's pass over a poem."""
    return zoo.load(model).pass_over(tokens)


def written(size: int | None, acrostic: str, temperature: float, seed: int) -> Written:
    """A poem from the reader's text, or from first characters. ValueError for an acrostic that is none."""
    warm_up.ready()
    name = model_choice.name()
    poet, text = zoo.load(name), "" if acrostic else readable_text.text()
    try:
        tokens = _poem(name, text, size, acrostic, temperature, seed)
    except ValueError:
        if acrostic or size is None:
            raise
        tokens = _poem(name, text, None, acrostic, temperature, seed)  # the lines that were typed have their length
    return Written(poet, tokens, _given(poet, text, acrostic, tokens), passed(name, tokens))


def _given(poet: Poet, text: str, acrostic: str, tokens: tuple[str, ...]) -> tuple[int, ...]:
    """The beginning, or the first places of as many lines as have their first character given."""
    if not acrostic:
        return tuple(range(len(poet.read(text))))
    starts = [i for i, before in enumerate((quatrain.STOP, *tokens)) if before in (quatrain.COMMA, quatrain.STOP)]
    return tuple(starts[:len(poet.form("", None, acrostic).acrostic)])


def cloze_model() -> Cloze:
    """The reader of hidden characters."""
    return zoo.load(catalog.first(reads="gaps"))
