"""The switchboard: every switch moves the output, none moves anything when it is off, and every page bears them all."""

from pathlib import Path

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.edits import Ablate, Permute, Scale, SetCell, Skip, from_text, to_text
from pages.components.bar.switchboard import SWITCHES
from pages.components.links import script
from pages.components.numbers import fixed
from pages.components.text import _words

ROOT = Path(__file__).parent.parent
SENTENCE = "老师昨天给学生一本新书。"
HEADS = [(f"{stack}.{layer}.{kind}_attention.weights", head) for stack, kinds in (("encoder", ["self"]),
         ("decoder", ["self", "cross"])) for kind in kinds for layer in (0, 1) for head in range(4)]
EDITS = {
    **SWITCHES,
    "cold": (Scale("*.scores", 10.0),),
    "hot": (Scale("*.scores", 0.1),),
    "reversed": (Permute("source_embedding.scaled", "token", tuple(reversed(range(9)))),),
    "drawn": (SetCell("decoder.1.cross_attention.weights", (0, 2, 5), 0.9, True),),
    **{f"{step} {head}": (Ablate(step, head),) for step, head in HEADS},
}
EMBEDDED = "source_embedding.scaled"
LESSONS = ("walkthrough", "positions", "attention", "similarity", "heads", "layers", "decoder", "output")


def test_no_edits_change_no_bit(translator):
    base, again = translator.trace(SENTENCE), translator.trace(SENTENCE, from_text(to_text(())))
    assert list(base) == list(again)
    assert all(torch.equal(base[name].value, again[name].value) for name in base)


@pytest.mark.parametrize("name", EDITS)
def test_every_switch_moves_the_output(translator, name):
    base, changed = translator.trace(SENTENCE), translator.trace(SENTENCE, EDITS[name])
    assert not torch.equal(base["logits"].value, changed["logits"].value)
    assert from_text(to_text(EDITS[name])) == EDITS[name]


@pytest.mark.parametrize("name", EDITS)
def test_a_switch_changes_nothing_before_it(translator, name):
    base, changed = translator.trace(SENTENCE), translator.trace(SENTENCE, EDITS[name])
    for step in base:
        if changed[step].edited:
            return
        assert torch.equal(base[step].value, changed[step].value)
    raise AssertionError("no step was edited")


@pytest.mark.parametrize("name", [*SWITCHES, "cold", "reversed", "drawn"])
def test_the_edited_model_says_something(translator, name):
    answer = translator.answer(SENTENCE, EDITS[name])
    assert all(word in translator.target_vocabulary.words for word in answer)


@pytest.mark.parametrize("name", [*SWITCHES, "cold", "reversed", "drawn", HEADS[0][0] + " 0"])
@pytest.mark.parametrize("page", LESSONS)
def test_every_page_bears_every_switch(page, name):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in {"lang": "en", "text": SENTENCE, "edits": to_text(EDITS[name])}.items():
        app.query_params[key] = value
    app.switch_page(script(f"transformer/{page}")).run()
    assert not app.exception and not app.error
    assert app.button_group(key="view").value is not None


def test_switches_add_up_and_are_undone_one_by_one():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["text"], app.query_params["lang"] = SENTENCE, "en"
    app.switch_page(script("transformer/walkthrough")).run()
    assert not app.toggle
    app.session_state["switching"] = True  # the menu is open
    app.run()
    assert all(app.toggle(key=f"switch {name}").value for name in SWITCHES)
    app.toggle(key="switch mask").set_value(False).run()
    masked = SWITCHES["mask"]
    assert from_text(app.session_state["edits"]) == masked and not app.toggle(key="switch mask").value
    app.selectbox(key="switch temperature").set_value(2.0).run()
    assert from_text(app.session_state["edits"]) == (*masked, Scale("*.scores", 0.5))
    app.toggle(key="switch positions").set_value(False).run()
    app.toggle(key="switch mask").set_value(True).run()
    assert from_text(app.session_state["edits"]) == (Scale("*.scores", 0.5), *SWITCHES["positions"])
    warm = (*masked, Scale("*.scores", 0.5))
    for kept in ((*warm, *SWITCHES["positions"]), warm, masked, ()):
        button(app, "undo").click().run()
        assert not app.exception and from_text(app.session_state["edits"]) == kept
    assert button(app, "undo").disabled and button(app, "reset").disabled


def button(app, word):
    """A button of the switchboard by its word."""
    return next(one for one in app.button if one.label == _words("en", "switchboard")[word])


def test_the_outcome_tells_the_run_before_and_after(translator):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    for key, value in {"lang": "en", "text": SENTENCE, "edits": to_text(SWITCHES["residual"])}.items():
        app.query_params[key] = value
    app.switch_page(script("transformer/walkthrough")).run()
    runs = [translator.trace(SENTENCE, edits) for edits in ((), SWITCHES["residual"])]
    losses = [float(run["token_losses"].value.sum()) for run in runs]
    said = "\n".join(one.value for one in app.markdown).replace("\\", "")
    assert any(f"{fixed(-losses[0], 2)} → {fixed(-losses[1], 2)}" in caption.value for caption in app.caption)
    for edits in ((), SWITCHES["residual"]):
        assert translator.target_vocabulary.join(translator.answer(SENTENCE, edits)) in said


def test_words_and_cells_follow_their_order(translator):
    order = (2, 0, 1, *range(3, 9))
    base, changed = translator.trace(SENTENCE), translator.trace(SENTENCE, (Permute(EMBEDDED, "token", order),))
    words = base["source"].labels[0]
    for name in (EMBEDDED, "encoder.1.norm_2.output"):
        assert changed[name].labels[0] == tuple(words[i] for i in order)
    assert changed["decoder.1.cross_attention.weights"].labels[-1] == tuple(words[i] for i in order)
    for row, was in enumerate(order):
        assert torch.equal(changed[EMBEDDED].value[row], base[EMBEDDED].value[was])
        assert changed.sources(EMBEDDED, (row, 3)) == base.sources(EMBEDDED, (was, 3))
        assert changed.worked(EMBEDDED, (row, 3)).result == pytest.approx(changed[EMBEDDED].at((row, 3)), abs=1e-6)


def test_an_order_for_a_sentence_of_another_length_is_left_out_with_a_word():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["lang"] = "en"
    app.query_params["edits"] = to_text((Permute(EMBEDDED, "token", (1, 0)), *SWITCHES["residual"]))
    app.session_state["switching"] = True
    app.switch_page(script("transformer/attention")).run()
    assert not app.exception and not app.warning
    assert _words("en", "switchboard")["dropped"] in [info.value for info in app.info]
    assert app.button_group(key="view").value is not None and not app.toggle(key="switch residual").value


def test_a_link_with_edits_that_do_not_fit_gives_a_message():
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["edits"] = to_text((Ablate("decoder.9.cross_attention.weights", 0), Skip("logits")))
    app.switch_page(script("transformer/walkthrough")).run()
    assert not app.exception and app.warning
