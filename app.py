"""The router: chapters and pages, and the bar above them; nothing else. Run with ``streamlit run app.py``.

The server imports this file once, at its start; each interaction runs it as a script.
"""

import logging
from functools import partial

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.pages_manager import PagesManager

from core import catalog
from core.files import ASSETS, UnusableError
from pages.components import (
    bunches,
    downloads,
    few_heaps,
    health,
    links,
    long_address,
    model_choice,
    no_delay,
    reruns,
    turnstile,
    warm_up,
)
from pages.components.bar import bar, choices
from pages.components.bar.navigation import follow
from pages.components.bar.page_footer import page_footer
from pages.components.front_end import FrontEnd
from pages.components.gate import Gate
from pages.components.glossary.view import cards
from pages.components.lecture import projected
from pages.components.lecture.routes import routes as lectures
from pages.components.lesson import contents
from pages.components.modules import routes
from pages.components.quiz import routes as quiz
from pages.components.room.routes import routes as rooms
from pages.components.search import routes as search
from pages.components.text import language, words

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
    "chapter_real": ["real/since_2017", "real/atlas", "real/copying", "real/resting_place", "real/layer_by_layer",
                     "real/sentences", "real/pieces"],
    "chapter_notes": ["notes/path", "notes/equations", "notes/errata", "notes/glossary", "notes/quiz"],
    "chapter_room": ["room/lectures"],
}
# what a page needs of its models, where not model_choice.LESSON; {}: any will do; None: a page without a sentence
NEEDS = {"start": None, "notes/path": None, "notes/errata": None, "notes/glossary": None, "notes/quiz": None,
         "transformer/dictionary": None, "real/copying": None, "real/resting_place": None,
         "real/layer_by_layer": None, "real/since_2017": None, "real/sentences": None, "real/pieces": None,
         "room/lectures": None,
         "transformer/walkthrough": {}, "sequences/tokens": None, "sequences/families": None,
         "transformer/layers": {"answers": "sentence", "network": "transformer", "small": True, "brought": False},
         "transformer/training": {"answers": "sentence", "network": "transformer", "small": True, "brought": False},
         "sequences/recurrent": {"answers": "labels", "network": "rnn"},
         "sequences/lstm": {"answers": "labels", "network": "lstm"},
         "sequences/alignment": {"translates": True, "small": True},
         "sequences/language_models": {"reads": "verse"}, "sequences/couplets": {"reads": "line"},
         "vision/vit": {"answers": "class", "brought": False}, "vision/mae": {"answers": "picture", "brought": False},
         "vision/nonlocal_block": {"answers": "marks"}, "vision/detr": {"answers": "boxes"},
         "real/atlas": {"network": "transformer"}}
OPENINGS = {"sequences/alignment": "parting"}
"""Pages that open with a sentence of their own, by its name in ``core/examples.py``."""
FIRST_PAGE = ("pages.start.cards", "pages.start.performance", "pages.start.sentence_box")
"""What the first page draws with."""


def run() -> None:
    """One run of the page that the URL names."""
    w, lang = words("app"), language()
    st.set_page_config(page_title=w["title"], page_icon=ICON, layout="wide")
    by_path = {path: links.page(path, w[f"page_{path.rsplit('/')[-1]}"])
               for paths in CHAPTERS.values() for path in paths}
    pages = {w.get(chapter, ""): [by_path[path] for path in paths] for chapter, paths in CHAPTERS.items()}
    page = st.navigation(pages, position="hidden")
    path = next(path for path, one in by_path.items() if one.url_path == page.url_path)
    follow(page.url_path)
    hidden = choices()
    if language() != lang:  # Back led over a change of language, which the inputs have only now taken from the address
        st.rerun()
    all_needs = {one.url_path: NEEDS.get(name, model_choice.LESSON) for name, one in by_path.items()}
    needs = all_needs[page.url_path]
    answer = bar(hidden, pages, page, all_needs, str(catalog.first_page()[OPENINGS[path]]) if path in OPENINGS else "")
    projected.style(page.url_path)
    if needs is not None and not model_choice.models():  # or else the page would get a model that it cannot show
        raise UnusableError(f"No model of {needs} could be read when the server was started.")
    with contents.collected():
        page.run()
    answer()
    page_footer(by_path, path)
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
    long_address.answer_with_a_page()
    no_delay.send_at_once()
    few_heaps.share_heaps()
    bunches.hand_over_together()
    reruns.draw_all_that_changed()
    reruns.leave_pages()
    downloads.keep_a_while()
    app = st.App("app.py", routes=[*routes(), *health.routes(), *lectures(), *rooms(), *search(CHAPTERS),
                                   *quiz(CHAPTERS)],
                 middleware=[Middleware(Gate), Middleware(
                     FrontEnd, visited=partial(warm_up.first_page, *FIRST_PAGE),
                     pages={path.rpartition("/")[2] for paths in CHAPTERS.values() for path in paths if "/" in path})],
                 on_script_error=failed)
