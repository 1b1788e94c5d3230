"""In the background: what the first page draws with, while its browser loads; torch and more, while it is read."""

from __future__ import annotations

import contextlib
import functools
import importlib
import threading

from streamlit import delta_generator

from core import catalog
from pages.components import front_end, session
from pages.components.text_files import LANGUAGES

PATIENCE = 2.0
RARELY = 50
"""How many collections of younger objects come before one of all: five times the usual."""
_wanted, _there = threading.Event(), threading.Event()


@functools.cache
def first_page(*modules: str) -> threading.Thread:
    """While a browser loads Streamlit's scripts: what the first page's would wait for, its ``modules`` among it."""
    delta_generator._use_warning_has_been_displayed = True  # or it would look for a REPL by inspect.stack(), for 0.1 s
    thread = threading.Thread(target=_prepare_first_page, args=modules, daemon=True)
    thread.start()
    return thread


def _prepare_first_page(*modules: str) -> None:
    import PIL.Image
    import streamlit.material_icon_names  # noqa: F401 - the buttons' icons

    from pages.components import glossary

    PIL.Image.preinit()  # by which Streamlit reads the page's icon
    for language in LANGUAGES:
        glossary.carded(language, "start")
    for name in modules:
        importlib.import_module(name)
    with contextlib.suppress(catalog.UnusableError):  # which the page will tell
        catalog.first_page()


@functools.cache
def warm() -> threading.Thread:
    """Load torch and the default model in the background, so that the first page need not wait for them.

    The loading begins when somebody needs it, or else after PATIENCE seconds: it would slow down the first page.
    """
    thread = threading.Thread(target=_load_default, daemon=True)
    thread.start()
    return thread


def ready() -> None:
    """Wait until torch and the default model are there."""
    _wanted.set()
    warm()
    _there.wait()


def _load_default() -> None:
    _wanted.wait(PATIENCE)
    import gc

    try:
        import torch

        from core import zoo

        torch.set_num_threads(1)
        with contextlib.suppress(catalog.UnusableError):  # which the page that needs it will tell
            zoo.load(session.MODELS[0]).trace(catalog.examples(session.MODELS[0])[0])
    finally:
        _there.set()
    # what later visitors and pages ask for; who waits for the model does not wait for these
    front_end.compress()
    import pandas  # noqa: F401 - by which Streamlit sends charts and tables; the first page has none

    # a collection of all objects stops every reader for a moment; a run goes without one, as it holds no cycle
    gc.set_threshold(*gc.get_threshold()[:2], RARELY)
    gc.collect()
    gc.freeze()
