"""A page as the visitor with some link sees it, without a browser; and what stands on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from streamlit.testing.v1 import AppTest

from pages.components import board
from pages.components.links import script

ROOT = Path(__file__).resolve().parent.parent


def opened(page: str, guesses: Mapping[str, str] | None = None, **link: str | list[str]) -> AppTest:
    """A page (``transformer/heads``, or ``start``) at its link's parameters, drawn whole, with guesses already made."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for name, value in ({"panels": "all"} | link).items():
        app.query_params[name] = value
    guess(app, page, guesses or {})
    return (app if page == "start" else app.switch_page(script(page))).run()


def guess(app: AppTest, page: str, guesses: Mapping[str, str]) -> AppTest:
    """Guess by exhibit, for the next run."""
    for exhibit, option in guesses.items():
        app.session_state[f"guess {page.rpartition('/')[2]} {exhibit}"] = option
    return app


def answered(app: AppTest) -> list[str]:
    """The answers told, whether the guess was right or not."""
    icons = (":material/check:", ":material/lightbulb:")
    return [plainly(box.value) for box in (*app.success, *app.warning) if box.icon in icons]


def plainly(text: str) -> str:
    """A text without the links to explanations of its words."""
    return re.sub(r"\[([^\]]*)\]\(glossary#\w+\)", r"\1", text)


def asked(app: AppTest, page: str) -> set[str]:
    """The exhibits that ask for a guess; a guess of another page's stays under its whole key."""
    found = {str(group.key) for group in app.button_group if str(group.key).startswith("guess ")}
    return {key.removeprefix(f"guess {page.rpartition('/')[2]} ") for key in found}


def blocks(block) -> Iterator:
    """A block and all that is in it, at any depth."""
    yield block
    for child in getattr(block, "children", {}).values():
        yield from blocks(child)


def key_of(block) -> str:
    """A block's identity, which ends with its key."""
    return str(getattr(getattr(block, "proto", None), "id", ""))


def keys(app: AppTest) -> list[str]:
    """The identities of all that is on a page."""
    return [key_of(block) for block in blocks(app.main)]


def lacking(app: AppTest, exhibits: Iterable[str] = (), errata: Iterable[str] = ()) -> list[str]:
    """Which of these a page does not show; an exhibit of several may go by its first."""
    here = " ".join(keys(app)) + " "
    wanted = [*(f"exhibit-{one}" for one in exhibits), *(f"erratum-{one}" for one in errata)]
    return [name for name in wanted if f"{name} " not in here and f"{name}-" not in here]


def spied(monkeypatch) -> list[tuple[list, list]]:
    """What boards are given from now on, as (pictures, frames)."""
    kept, pack = [], board.payload

    def packed(pictures, frames):
        kept.append((list(pictures), list(frames)))
        return pack(pictures, frames)

    monkeypatch.setattr(board, "_pack", packed)
    return kept
