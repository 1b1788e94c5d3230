"""The pages on the notes: every equation opens with its picture and box; every erratum is told and found again."""

import ast
import functools
import re
from pathlib import Path

import pytest
from headless_page import keys, opened

from core import catalog, zoo
from core.errata import BY_ID, ERRATA, NOTES, SEVERITIES
from core.experiments.equations import reach
from core.formula import EQUATIONS
from core.notes import N0
from pages.components import item_pages, model_choice, session
from pages.components.diagram import box_of, chains
from pages.components.lesson import errata as marks
from pages.components.links import script
from pages.components.stage import drawing
from pages.components.text_files import page_words, passages
from pages.notes.equations import index as views
from pages.notes.errata import listing as errata_list
from tests.coverage_of_notes import functions

ROOT = Path(__file__).parent.parent
LANGUAGES = ("zh", "en")
EQUATIONS_WITH_A_STEP = [number for number, entry in N0.items() if entry.step]


def whole(app):
    assert not app.exception and not app.error
    return app


@functools.cache
def trace(model="translator-zh-en"):
    return zoo.load(model).trace(model_choice.EXAMPLES[model])


# ---- The 46 equations ------------------------------------------------------------------------------------------------


def test_the_46_equations_are_numbered_in_order():
    assert list(N0) == list(range(1, 47))


def test_what_an_equation_names_exists():
    for number, entry in N0.items():
        assert entry.equations and set(entry.equations) <= set(EQUATIONS), number
        assert set(entry.errata) <= set(BY_ID), number
        assert all(BY_ID[identity].note == "N0" for identity in entry.errata), number
        assert number not in item_pages.EQUATIONS or (ROOT / script(item_pages.EQUATIONS[number])).exists(), number


def test_an_equation_s_step_is_in_the_trace_and_computed_by_one_of_its_functions():
    for number in EQUATIONS_WITH_A_STEP:
        for layer in (0, 1):
            step = trace()[N0[number].step.format(l=layer)]
            assert step.equation is not None, (number, layer)
            assert step.equation.key in N0[number].equations, (number, layer)


def test_an_erratum_that_names_an_equation_is_found_at_that_equation():
    for erratum in ERRATA:
        numbers = re.findall(r"\d+", " ".join(re.findall(r"\beq ([\d, ]+)", erratum.where)))
        for number in map(int, numbers):
            assert erratum.note != "N0" or erratum.id in N0[number].errata, (erratum.id, number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_equations_are_shown_in_both_languages(language):
    app = whole(opened("notes/equations", lang=language))
    assert any("exhibit-N0-32-N3-13" in key for key in keys(app))
    assert app.session_state[views.NUMBER] == views.FIRST


@pytest.mark.parametrize("model", ["translator-zh-en", "chat"])
def test_every_equation_opens(model):
    app = opened("notes/equations", lang="en", model=model)
    for number in N0:
        app.session_state[views.NUMBER] = number
        whole(app.run())
        assert N0[number].latex in app.latex[0].value
        assert bool(app.info) == (number not in EQUATIONS_WITH_A_STEP)


@pytest.mark.parametrize("number", ["1", "22", "39", "46"])
@pytest.mark.parametrize("depth", session.DEPTHS)
def test_a_link_leads_to_its_equation(number, depth):
    app = whole(opened("notes/equations", lang="en", equation=number, depth=depth))
    assert N0[int(number)].latex in app.latex[0].value
    assert bool(app.code) == (depth == "code")


@pytest.mark.parametrize("number", ["0", "47", "-1", "5.0", "x", "²", "٣"])
def test_a_link_to_no_equation_shows_the_first(number):
    assert N0[views.FIRST].latex in whole(opened("notes/equations", lang="en", equation=number)).latex[0].value


def test_every_equation_of_the_translator_stands_in_the_box_of_its_step():
    by_box = views.numbers(trace())
    assert {number for stand in by_box.values() for number in stand} == {n for n, printed in N0.items() if printed.step}
    assert by_box["encoder.1.self_attention"] == list(range(4, 12)) and by_box["decoder.0.cross_attention"] == [28, 29]
    assert set(by_box) == {box.id for line in chains(trace()) for box in line}
    assert (views.runs((4, 5, 6, 7)), views.runs((5, 9, 11)), views.runs((38, 39))) == ("(4–7)", "(5,9,11)", "(38,39)")


@pytest.mark.parametrize("box", ["source_embedding", "encoder.1.norm_1", "decoder.0.cross_attention", "logits", "loss"])
def test_a_click_on_a_box_chooses_its_first_equation(box, monkeypatch):
    clicked = iter([box])
    monkeypatch.setattr(views, "diagram", lambda *rest, **options: next(clicked, None))
    app = whole(opened("notes/equations", lang="zh", equation="46"))
    assert app.session_state[views.NUMBER] == views.numbers(trace())[box][0]
    assert app.session_state[views.LAYER] == (box_of(trace(), box).layer or 0)


def test_a_click_on_the_other_layer_s_box_keeps_the_equation(monkeypatch):
    lit, clicked = [], iter(["encoder.1.norm_1"])

    def diagram(trace, box, **options):
        lit.append(box)
        return next(clicked, None)

    monkeypatch.setattr(views, "diagram", diagram)
    app = whole(opened("notes/equations", lang="zh", equation="13"))
    assert (app.session_state[views.NUMBER], app.session_state[views.LAYER]) == (13, 1)
    assert (lit[0], lit[-1]) == ("encoder.0.norm_1", "encoder.1.norm_1")


def test_a_sentence_without_words_leaves_the_page_whole():
    for text in ("0" * 40 + " " * 3, "。 " * 60, "\u200b"):
        app = opened("notes/equations", lang="en", text=text)
        assert not app.exception and N0[views.FIRST].latex in app.latex[0].value


def test_a_cell_opens_to_its_arithmetic():
    app = opened("notes/equations", lang="en", equation="5")
    step = trace()["encoder.0.self_attention.weights"]
    cell = drawing.cell_of(step, (0, 1, 2))._asdict()
    app.session_state["index encoder.0.self_attention.weights"] = {"step": "", "cell": cell}
    assert len(whole(app.run()).latex) > 5


@pytest.mark.parametrize("model", catalog.names(**model_choice.LESSON))
def test_n0_32_only_through_cross_attention_does_the_loss_reach_the_source(model):
    cut, own, cross = (reach(zoo.load(model), model_choice.EXAMPLES[model], *opened)
                       for opened in ((), ("self_attention",), ("cross_attention",)))
    assert cut.source == own.source == 0 and cross.source > 0
    assert min(cut.target, own.target, cross.target) > 0


def test_both_guesses_are_answered_with_numbers():
    app = opened("notes/equations", lang="en")
    app.session_state["guess equations N0-32"] = "none"
    app.session_state["guess equations N3-13"] = "kinds_3"
    answers = [one.value for one in whole(app.run()).success]
    assert len(answers) == 2 and "and 0 at the source" in answers[0]
    assert answers[1].startswith("**Right.** 3:") and "6 of the 25" in answers[1]


# ---- The 112 errata --------------------------------------------------------------------------------------------------


def test_there_are_112_errata_in_order():
    assert [erratum.id for erratum in ERRATA] == [f"R{number:02}" for number in range(1, 113)]
    assert [erratum.note for erratum in ERRATA] == sorted(erratum.note for erratum in ERRATA)
    assert {erratum.note for erratum in ERRATA} == set(NOTES)
    assert {erratum.severity for erratum in ERRATA} == set(SEVERITIES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_erratum_is_told(language):
    texts = page_words(language, errata_list.TEXTS)
    own = [key for key in texts if key.endswith(("_says", "_right")) and key[0] == "R"]  # the others are the terms
    assert own == [f"{erratum.id}_{part}" for erratum in ERRATA for part in ("says", "right")]
    for key in own:
        assert texts[key].count("$") % 2 == 0 and len(texts[key]) < 260, key


def formulas(language, erratum):
    """The formulas of an erratum's texts that are more than a letter."""
    text = "\n".join(page_words(language, errata_list.TEXTS)[f"{erratum.id}_{part}"] for part in ("says", "right"))
    return {formula for formula in re.findall(r"\$([^$]*)\$", text) if "\\" in formula}


def test_formulas_are_the_same_in_both_languages():
    for erratum in ERRATA:
        assert formulas("zh", erratum) == formulas("en", erratum), erratum.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_stands_under_what_it_tells_of(language):
    """``lesson.erratum`` shows first and then says why."""
    for erratum in ERRATA:
        why = passages(language, "errata").get(f"{erratum.id}.why", "")
        assert not re.search("下面|下图|下表|[Bb]elow", why), erratum.id


def test_an_erratum_s_page_is_where_its_demonstration_is():
    for erratum in ERRATA:
        pages = {page for page, _ in functions().get(erratum.id, [])}
        page = item_pages.ERRATA.get(erratum.id)
        assert page in pages if pages else page is None, (erratum.id, page, pages)
    assert set(item_pages.ERRATA) <= set(BY_ID)


def test_demonstrations_are_asked_for_by_a_constant_name():
    for path in (ROOT / "pages").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "lesson.erratum":
                assert isinstance(node.args[0], ast.Constant) and node.args[0].value in BY_ID, path.name


def listed(app):
    """The errata on the page, in order."""
    matches = [re.match(r"\*\*(R\d+)\*\*", str(element.value)) for element in app.markdown]
    return [match[1] for match in matches if match]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_erratum_is_on_one_of_the_pages(language):
    app = whole(opened("notes/errata", lang=language))
    ids = listed(app)
    pages = -(-len(ERRATA) // errata_list.SHOWN)
    for page in range(2, pages + 1):
        app.session_state[f"errata {pages} pages"] = page
        ids += listed(whole(app.run()))
    assert ids == [erratum.id for erratum in ERRATA]


@pytest.mark.parametrize("note", NOTES)
def test_a_link_to_a_note_shows_its_errata_only(note):
    ids = listed(whole(opened("notes/errata", lang="en", note=note)))
    assert ids == [erratum.id for erratum in ERRATA if erratum.note == note][:errata_list.SHOWN]


@pytest.mark.parametrize("severity", SEVERITIES)
def test_a_link_to_a_severity_shows_its_errata_only(severity):
    app = whole(opened("notes/errata", lang="zh", severity=marks.severity_name(severity)))
    wanted = [erratum.id for erratum in ERRATA if erratum.severity == severity]
    assert listed(app) == wanted[:errata_list.SHOWN]
    assert any(f"**{len(wanted)}** / {len(ERRATA)}" in element.value for element in app.markdown)


def test_several_notes_and_severities_at_once():
    app = whole(opened("notes/errata", lang="en", note=["N1", "N4"], severity=["S1", "S2"]))
    assert listed(app) == [e.id for e in ERRATA if e.note in ("N1", "N4") and e.severity in ("S1", "S2")]


@pytest.mark.parametrize(("sought", "wanted"), [("R44", "R44"), ("r100", "R100"), ("cosine s1", ""), ("cosine", "R88"),
                                                ("zebra", "")])
def test_a_search_finds_by_number_and_by_word(sought, wanted):
    app = opened("notes/errata", lang="en")
    app.text_input(key="errata sought").set_value(sought)
    ids = listed(whole(app.run()))
    assert wanted in ids if wanted else not ids and app.info


@pytest.mark.parametrize("link", ["R44", "r44", "R112", "R01"])
def test_a_linked_erratum_comes_first_and_once(link):
    ids = listed(whole(opened("notes/errata", lang="zh", erratum=link, note="N2")))
    assert ids[0] == link.upper() and len(set(ids)) == len(ids)


@pytest.mark.parametrize("link", ["R113", "", "R1", "<b>", "44", "R044"])
def test_a_link_to_no_erratum_changes_nothing(link):
    assert listed(whole(opened("notes/errata", lang="zh", erratum=link)))[0] == "R01"


@pytest.mark.parametrize("bad", [{"note": "N9"}, {"severity": "S7"}, {"note": "N9", "severity": "<script>"}])
def test_a_bad_filter_is_no_filter(bad):
    assert listed(whole(opened("notes/errata", lang="zh", **bad)))[0] == "R01"


def test_its_place_is_told_in_the_reader_s_language(monkeypatch):
    monkeypatch.setattr(marks, "words", lambda name: page_words("zh", name))
    for erratum in ERRATA:
        assert not re.search(r"\beq\b|throughout|slides|figure|\btable\b", marks.place(erratum)), erratum.id


@pytest.mark.parametrize("identity", ["R01", "R44", "R71", "R112"])
def test_a_link_to_a_demonstration_opens_it_and_says_where_it_is(identity):
    app = whole(opened(item_pages.ERRATA[identity], lang="en", erratum=identity))
    assert [one.label.split(" ")[0] for one in app.expander if one.proto.expanded] == [identity]
    assert any(f"](#{identity.lower()})" in element.value for element in app.markdown)
    assert identity.lower() in [heading.anchor for heading in app.subheader]
