"""The router: chapters and pages, and the bar above them; nothing else. Run with ``streamlit run app.py``.

The server imports this file once, at its start; each interaction runs it as a script.
"""

import logging

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.pages_manager import PagesManager

from core.files import ASSETS, UnusableError
from pages.components import health, model_choice, turnstile, warm_up
from pages.components.bar import bar
from pages.components.bar.navigation import follow
from pages.components.bar.page_footer import page_footer
from pages.components.gate import Gate
from pages.components.glossary import cards
from pages.components.lesson import contents
from pages.components.links import script
from pages.components.modules import routes
from pages.components.text import words

ICON = ASSETS / "images" / "icon.png"
CHAPTERS = {
    "": ["start"],
    "chapter_transformer": ["transformer/walkthrough", "transformer/dictionary", "transformer/attention",
                            "transformer/heads", "transformer/symmetry", "transformer/positions",
                            "transformer/layers", "transformer/output", "transformer/decoder",
                            "transformer/generation", "transformer/training", "transformer/similarity"],
    "chapter_sequences": ["sequences/recurrent", "sequences/lstm", "sequences/alignment",
                          "sequences/language_models", "sequences/couplets", "sequences/families",
                          "sequences/tokens"],
    "chapter_vision": ["vision/vit", "vision/mae", "vision/nonlocal_block", "vision/detr"],
    "chapter_notes": ["notes/equations", "notes/errata", "notes/glossary"],
}
# kinds of model that a page shows, where not those of model_choice.KINDS; none: a page without a sentence
KINDS = {"start": (), "notes/errata": (), "notes/glossary": (), "transformer/dictionary": (),
         "transformer/walkthrough": (*model_choice.KINDS, "textbook_translator", "couplet", "language_model", "cloze",
                                     "tagger", "lstm_tagger", "recurrent_translator", *model_choice.PICTURES),
         "sequences/tokens": (), "sequences/recurrent": ("tagger",), "sequences/lstm": ("lstm_tagger",),
         "sequences/couplets": ("couplet",),
         "sequences/language_models": ("language_model",),
         "sequences/alignment": ("translator", "recurrent_translator"),
         "sequences/families": (), "vision/vit": ("classifier",), "vision/mae": ("autoencoder",),
         "vision/nonlocal_block": ("marker",), "vision/detr": ("detector",)}


def run() -> None:
    """One run of the page that the URL names."""
    w = words("app")
    st.set_page_config(page_title=w["title"], page_icon=ICON, layout="wide")
    found = {path: st.Page(script(path), title=w[f"page_{path.rsplit('/')[-1]}"], default=path == "start")
             for paths in CHAPTERS.values() for path in paths}
    pages = {w.get(chapter, ""): [found[path] for path in paths] for chapter, paths in CHAPTERS.items()}
    page = st.navigation(pages, position="hidden")
    path = next(path for path, one in found.items() if one.url_path == page.url_path)
    follow(page.url_path)
    kinds = KINDS.get(path, model_choice.KINDS)
    bar(pages, page, kinds)
    if kinds and not model_choice.models():  # or else the page would be given a model that it cannot show
        raise UnusableError(f"No {' or '.join(kinds)} could be read when the server was started.")
    with contents.collected():
        page.run()
    page_footer(found, path)
    cards()
    warm_up.warm()  # after the first page is on its way


def failed(error: Exception) -> bool:
    """What a reader sees should a page fail: a sentence and a way on. The traceback goes to the server's log."""
    logging.getLogger(__name__).error("a page failed", exc_info=error)
    key = "unusable" if isinstance(error, UnusableError) else "failed"
    st.error(words("state")[key], icon=":material/error:")
    return True


if __name__ == "__main__":
    with turnstile.passed():
        run()
else:
    PagesManager.uses_pages_directory = False  # or the first visitor's link to a page would not be found
    app = st.App("app.py", routes=[*routes(), *health.routes()], middleware=[Middleware(Gate)], on_script_error=failed)
