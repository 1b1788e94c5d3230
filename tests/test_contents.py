"""What guides a reader through a page: its contents line, what numbers of exhibits and of formulas mean."""

import re

import pytest
from headless_page import keys, opened

from core import EQUATIONS
from pages.components import formula as formulas
from pages.components.lesson import contents
from pages.components.text_files import page_words

LONG = ("transformer/positions", "transformer/attention", "transformer/similarity", "transformer/heads",
        "transformer/layers", "transformer/decoder", "transformer/generation")


def exhibits(app):
    """The anchors of the exhibits on a page, in their order: each by the first of its ids."""
    matches = (re.search(r"exhibit-(N\d-\d+|[a-z_]+)", key) for key in keys(app))
    return [one[1].lower() for one in matches if one]


def links(app):
    """Where the contents line leads."""
    lines = [element.value for element in app.markdown if "](#n" in element.value]
    assert len(lines) <= 1
    return re.findall(r"\]\(#([\w-]+)\)", lines[0]) if lines else []


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("page", LONG)
def test_the_contents_line_leads_to_every_exhibit(page, language):
    app = opened(page, lang=language, text="我昨天买了一本书。", model="translator-zh-en")
    assert not app.exception
    assert len(links(app)) > contents.ENOUGH and links(app) == exhibits(app)


@pytest.mark.parametrize("page", ["transformer/dictionary", "transformer/symmetry"])
def test_a_short_page_has_no_contents_line(page):
    assert links(opened(page, lang="en")) == []


@pytest.mark.parametrize("page", ["transformer/positions", "transformer/attention"])
def test_without_a_run_the_line_names_what_is_there(page):
    app = opened(page, lang="en", model="chat", text="zzz qqq", edits="nonsense")
    assert links(app) == exhibits(app) != []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_number_explains_itself(language):
    app = opened("transformer/output", lang=language)
    explanations = [caption.help for caption in app.caption if caption.value == "N1-01"]
    assert explanations and all(note in explanations[0] for note in ("N0", "N1", "N2", "N3", "N4"))
    wanted = page_words(language, "errata")["severity_help"]
    assert any(wanted in caption.help for caption in app.caption if caption.help)


def test_the_number_of_every_formula_is_in_the_readers_language():
    for equation in EQUATIONS.values():
        number = formulas.numbered(equation, "zh").replace("softmax", "")
        assert not re.search(r"(?<![A-Za-z])[a-z]{3,}", number), equation.key
    assert all(formulas.numbered(equation, "en") == equation.number for equation in EQUATIONS.values())
