"""What a reader comes to beside the widgets stands in the link: a worked cell, two texts, the word of a head."""

import pytest
from headless_page import guess_all, opened

from pages.components import address, head_grid
from pages.components.cell import arithmetic
from pages.real.layer_by_layer import exchanged_rows


@pytest.fixture
def worked_here(monkeypatch):
    """Of each arithmetic, by the key of its way: the cell that it works, and its trace."""
    shown, really = {}, arithmetic.terms

    def terms(trace, name, at, key, follow, path=()):
        shown[f"{key} way"] = (name, at), trace
        return really(trace, name, at, key, follow, path)

    monkeypatch.setattr(arithmetic, "terms", terms)
    return shown


@pytest.mark.parametrize("page", ["transformer/attention", "vision/vit", "sequences/lstm"])
def test_the_cell_that_a_reader_has_walked_to_is_worked_for_whoever_opens_the_link(page, worked_here):
    app = opened(page, lang="en", depth="numbers")
    before = {name: here for name, (here, _) in worked_here.items()}
    reached = {}
    for name, ((step, _), trace) in [*worked_here.items()]:
        source = next((one for one in trace[step].inputs if one in trace), None)
        if source is not None and (here := (source, (0,) * trace[source].value.ndim)) != before[name]:
            reached[name] = here
            app.session_state[name] = {"chosen": None, "here": here, "path": [before[name]]}
    link = dict(app.run().query_params)
    assert reached and not app.exception and {*map(address.parameter, reached)} <= {*link}
    worked_here.clear()
    again = opened(page, **link)
    assert not again.exception and {name: worked_here[name][0] for name in reached} == reached
    assert dict(again.query_params) == link
    for bad in ("", "@", "x@0.0", f"{step}@", f"{step}@9999.0.0", f"{step}@-1.0", f"{step}@{'0.' * 999}"):
        worked_here.clear()
        again = opened(page, lang="en", depth="numbers", **{address.parameter(name): bad for name in reached})
        assert not again.exception and {name: here for name, (here, _) in worked_here.items()} == before
        assert not {*map(address.parameter, reached)} & {*again.query_params}


def test_the_texts_whose_rows_were_exchanged_come_back_from_the_link(monkeypatch):
    given, first = [], exchanged_rows.computed.TEXTS[0]

    def exchange(model, texts):
        given.append(texts)
        if not all(texts):
            raise ValueError
        return exchanged_rows.computed.stored()

    monkeypatch.setattr(exchanged_rows, "language_model", lambda: "smollm2")
    monkeypatch.setattr(exchanged_rows, "_exchanged", exchange)
    guess_all(monkeypatch)
    app = opened("real/layer_by_layer", lang="zh")
    assert not given and set(app.query_params) == {"lang", "panels"}
    app.text_input(key="exchange 1").set_value("好 x%&~,")
    next(one for one in app.button if "FormSubmitter" in one.key).click()
    link = dict(app.run().query_params)
    assert given.pop() == (first, "好 x%&~,") and not app.exception
    again = opened("real/layer_by_layer", **link)
    assert given.pop() == (first, "好 x%&~,") and dict(again.query_params) == link
    assert [again.text_input(key=f"exchange {i}").value for i in range(2)] == [first, "好 x%&~,"]
    for bad in ("x" * 9999, "\x00", "[x](y) **"):
        again = opened("real/layer_by_layer", lang="zh", **{"exchange-asked-0": bad})
        assert not again.exception and len(again.info) == 1
        assert given.pop() == (bad[:exchanged_rows.LONGEST], "")


PLACES = {"2.1": (1, 0, 3), "1.2.5": (0, 1, 4), "2.2.0": (1, 1, None)}


def test_the_word_chosen_in_a_head_comes_back_from_the_link():
    sites, usual = [{"heads": 2, "size": [size, 3]} for size in (4, 5)], (0, 0, 3)
    for text, place in PLACES.items():
        assert head_grid._from_link(text, usual, sites) == place and head_grid._to_link(place, usual) == text
    assert head_grid._to_link(usual, usual) is None
    for bad in ("", "1", "1.1.6", "0.1", "1.0", "3.1", "1.3", "1.1.x", "1.1.1.1", "1.1.", "²", "1.1." + "9" * 9):
        assert head_grid._from_link(bad, usual, sites) is None, bad
