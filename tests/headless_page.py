"""A page as the visitor with some link sees it, without a browser; and what stands on it."""

from __future__ import annotations

import gc
import re
import weakref
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pyarrow
import streamlit as st
from streamlit.testing.v1 import AppTest

from core.steps import Trace
from pages.components import board, lesson, runs
from pages.components.links import script
from pages.components.stage.run import Run

ROOT = Path(__file__).resolve().parent.parent
HOSTILE = ("我", "谢谢", "？", "好！", "hello", "老师老师老师老师", "猫猫猫猫。")
"""Sentences of one word, of one word again and again, of none that is known."""


def opened(page: str, guesses: Mapping[str, str] | None = None, **link: str | list[str]) -> AppTest:
    """A page (``transformer/heads``, or ``start``) at its link's parameters, drawn whole, with guesses already made."""
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=120)
    for name, value in ({"panels": "all"} | link).items():
        app.query_params[name] = value
    guess(app, page, guesses or {})
    return (app if page == "start" else app.switch_page(script(page))).run()


def unfolded(app: AppTest, menu: str) -> AppTest:
    """The page with one of its menus open, by the menu's key."""
    app.session_state[menu] = True
    return app.run()


def guess(app: AppTest, page: str, guesses: Mapping[str, str]) -> AppTest:
    """Guess by exhibit, for the next run."""
    for exhibit, option in guesses.items():
        app.session_state[f"guess {page.rpartition('/')[2]} {exhibit}"] = option
    return app


def guess_all(monkeypatch) -> None:
    """Whatever is asked from now on has been guessed, the first option; so that all answers are told."""
    predict = lesson.predict

    def predicted(page, key, options, *rest, **more):
        st.session_state.setdefault(f"guess {page} {key}", next(iter(options)))
        return predict(page, key, options, *rest, **more)

    monkeypatch.setattr(lesson, "predict", predicted)


def answered(app: AppTest) -> list[str]:
    """The answers told, whether the guess was right or not."""
    icons = (":material/check:", ":material/lightbulb:")
    return [plainly(box.value) for box in (*app.success, *app.warning) if box.icon in icons]


def plainly(text: str) -> str:
    """A text without the links to explanations of its words."""
    return re.sub(r"\[([^\]]*)\]\(glossary#\w+\)", r"\1", text)


def asked(app: AppTest, page: str) -> set[str]:
    """The exhibits that ask for a guess; a guess of another page's stays under its whole key."""
    keys = {str(group.key) for group in app.button_group if str(group.key).startswith("guess ")}
    return {key.removeprefix(f"guess {page.rpartition('/')[2]} ") for key in keys}


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


def panels(source: str, *calls: str, **state) -> AppTest:
    """Panels of a page's file, alone and whole, as a visitor finds them whose session holds ``state``."""
    app = AppTest.from_string(f"from {source} import {', '.join(calls)}\n" + "".join(f"{one}()\n" for one in calls),
                              default_timeout=120)
    app.query_params |= {"panels": "all", "lang": "en"}
    for key, value in state.items():
        app.session_state[key.replace("__", " ")] = value
    return app.run()


def numbers(app: AppTest) -> set[float]:
    """Every number that is written on a page: in its tables, charts, metrics and texts."""
    texts = [one.value for kind in ("markdown", "caption", "success", "warning") for one in app.get(kind)]
    texts += [one.value for one in app.metric]
    texts += [one.value.to_csv(sep="\t", index=False) for one in app.dataframe]
    for chart in app.get("vega_lite_chart"):
        sent = [chart.proto.data.data, *(one.data.data for one in chart.proto.datasets)]
        texts += [pyarrow.ipc.open_stream(one).read_pandas().to_csv(sep="\t", index=False) for one in sent if one]
        texts += re.findall(r'"(?:x|y|value)": [^,}]+', chart.proto.spec)  # rows that a layer holds itself
    return {float(one.replace(",", "")) for text in texts for one in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", str(text))}


def unwritten(app: AppTest, rows: Iterable[tuple]) -> list[float]:
    """The numbers of a published table's rows that a page does not write, with their signs left out."""
    here = numbers(app)
    return [one for row in rows for one in row if one is not None and abs(one) not in here]


def spied(monkeypatch) -> list[tuple[list, list]]:
    """What boards are given from now on, as (pictures, frames)."""
    boards, pack = [], board.payload

    def packed(pictures, frames):
        boards.append((list(pictures), list(frames)))
        return pack(pictures, frames)

    monkeypatch.setattr(board, "_pack", packed)
    return boards


def no_run_is_held():
    """By a session: neither in what a fragment was given nor in what a widget calls. The cache alone keeps it."""
    kept = runs.cached_trace.cache
    held = [weakref.ref(one) for one, _ in kept.values() if isinstance(one, Trace | Run)]
    kept.clear()
    gc.collect()
    assert not [one() for one in held if one() is not None]
