"""The switchboard: every switch moves the output, none moves anything when it is off, and every page bears them all."""

from pathlib import Path

import pytest
import torch
from headless_page import opened, unfolded
from streamlit.testing.v1 import AppTest

from core import catalog, decode, zoo
from core.edits import Ablate, Permute, Scale, SetCell, Skip, from_text, to_text
from core.switches import everywhere, is_off, of_box, off, switches, turned
from pages.components.bar import reply
from pages.components.bar.switchboard import ON_BOARD
from pages.components.links import script
from pages.components.numbers import fixed
from pages.components.text_files import page_words

ROOT = Path(__file__).parent.parent
SENTENCE = "老师昨天给学生一本新书。"
HEADS = [(f"{stack}.{layer}.{kind}_attention.weights", head) for stack, kinds in (("encoder", ["self"]),
         ("decoder", ["self", "cross"])) for kind in kinds for layer in (0, 1) for head in range(4)]
SWITCHES = {what: everywhere(zoo.load("translator-zh-en").trace(SENTENCE), what) for what in ON_BOARD}
EDITS = {
    **SWITCHES,
    "cold": (Scale("*.scores", 10.0),),
    "hot": (Scale("*.scores", 0.1),),
    "reversed": (Permute("source_embedding.scaled", "token", tuple(reversed(range(9)))),),
    "drawn": (SetCell("decoder.1.cross_attention.weights", (0, 2, 5), 0.9, True),),
    **{f"{step} {head}": (Ablate(step, head),) for step, head in HEADS},
}
BORNE = {
    "all off": tuple(edit for edits in SWITCHES.values() for edit in edits), "reversed": EDITS["reversed"],
    "drawn": EDITS["drawn"], "cold, without a head": (*EDITS["cold"], Ablate(*HEADS[0])),
}
"""Of each kind of edit one, at least."""
EMBEDDED = "source_embedding.scaled"
LESSONS = ("walkthrough", "positions", "attention", "similarity", "heads", "layers", "decoder", "output")


def test_no_edits_change_no_bit(translator, base):
    again = translator.trace(SENTENCE, from_text(to_text(())))
    assert list(base) == list(again)
    assert all(torch.equal(base[name].value, again[name].value) for name in base)


@pytest.fixture(scope="module")
def base(translator):
    return translator.trace(SENTENCE)


@pytest.mark.parametrize("name", EDITS)
def test_every_switch_moves_the_output_and_changes_nothing_before_it(translator, base, name):
    changed = translator.trace(SENTENCE, EDITS[name])
    assert not torch.equal(base["logits"].value, changed["logits"].value)
    assert from_text(to_text(EDITS[name])) == EDITS[name]
    first = next(i for i, step in enumerate(changed.values()) if step.edited)
    assert all(torch.equal(base[step].value, changed[step].value) for step in list(base)[:first])


@pytest.mark.parametrize("name", [*SWITCHES, "cold", "reversed", "drawn"])
def test_the_edited_model_says_something(translator, name):
    answer = translator.answer(SENTENCE, EDITS[name])
    assert all(word in translator.target_vocabulary.words for word in answer)


@pytest.mark.parametrize("name", BORNE)
@pytest.mark.parametrize("page", LESSONS)
def test_every_page_bears_every_switch(translator, page, name):
    """With all its panels."""
    app = opened(f"transformer/{page}", lang="en", model=translator.name, text=SENTENCE, edits=to_text(BORNE[name]))
    assert not app.exception and not app.error
    assert app.button_group(key="view").value is not None


def test_switches_add_up_and_are_undone_one_by_one():
    app = opened("transformer/walkthrough", lang="en", model="translator-zh-en", text=SENTENCE)
    assert not app.toggle
    unfolded(app, "switching")
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
    for edits in ((*warm, *SWITCHES["positions"]), warm, masked, ()):
        button(app, "undo").click().run()
        assert not app.exception and from_text(app.session_state["edits"]) == edits
    assert button(app, "undo").disabled and button(app, "reset").disabled
    for on in (False, True):  # there and back: undoing both ends, and does not go round
        app.toggle(key="switch mask").set_value(on).run()
    for edits in (masked, ()):
        button(app, "undo").click().run()
        assert from_text(app.session_state["edits"]) == edits
    assert button(app, "undo").disabled


def test_which_run_is_looked_at_is_in_the_link_for_as_long_as_there_are_two():
    edits = to_text(SWITCHES["mask"])
    app = opened("transformer/walkthrough", lang="en", model="translator-zh-en", text=SENTENCE, edits=edits)
    app.button_group(key="view").set_value("difference").run()
    link = dict(app.query_params)
    again = opened("transformer/walkthrough", **link)
    assert again.button_group(key="view").value == "difference" and dict(again.query_params) == link
    button(again, "reset").click().run()
    assert not again.exception and "view" not in again.query_params


def test_undo_takes_back_what_is_in_force_also_after_back_and_forward():
    """Back and Forward write the edits of another entry of the history into the bound input."""
    masked, both = SWITCHES["mask"], (*SWITCHES["mask"], *SWITCHES["positions"])
    app = unfolded(opened("transformer/walkthrough", lang="en", model="translator-zh-en", text=SENTENCE), "switching")
    for name in ("mask", "positions"):
        app.toggle(key=f"switch {name}").set_value(False).run()
    for entry in ((), both, masked):
        app.session_state["edits"] = to_text(entry)
        assert button(app.run(), "undo").disabled == (entry == ())
    button(app, "undo").click().run()
    assert app.session_state["edits"] == "" and button(app, "undo").disabled
    app.session_state["edits"] = to_text(both)  # Back, to before the last undo and before all that came after it
    for entry in (masked, ()):
        button(app.run(), "undo").click().run()
        assert app.session_state["edits"] == to_text(entry) and button(app, "undo").disabled == (entry == ())


def button(app, word):
    """A button of the switchboard by its word."""
    return next(one for one in app.button if one.label == page_words("en", "switchboard")[word])


def test_the_outcome_tells_the_run_before_and_after(translator, base):
    app = opened("transformer/walkthrough", lang="en", model=translator.name, text=SENTENCE,
                 edits=to_text(SWITCHES["residual"]))
    runs = base, translator.trace(SENTENCE, SWITCHES["residual"])
    losses = [float(run["token_losses"].value.sum()) for run in runs]
    text = "\n".join(one.value for one in app.markdown).replace("\\", "")
    assert any(f"{fixed(-losses[0], 2)} → {fixed(-losses[1], 2)}" in caption.value for caption in app.caption)
    for edits in ((), SWITCHES["residual"]):
        assert translator.target_vocabulary.join(translator.answer(SENTENCE, edits)) in text


def test_words_and_cells_follow_their_order(translator, base):
    order = (2, 0, 1, *range(3, 9))
    changed = translator.trace(SENTENCE, (Permute(EMBEDDED, "token", order),))
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
    assert page_words("en", "switchboard")["dropped"] in [info.value for info in app.info]
    assert app.button_group(key="view").value is not None and not app.toggle(key="switch residual").value


def test_a_link_with_edits_that_do_not_fit_gives_a_message():
    edits = to_text((Ablate("decoder.9.cross_attention.weights", 0), Skip("logits")))
    app = opened("transformer/walkthrough", edits=edits)
    assert not app.exception and app.warning


# ---- Of every model --------------------------------------------------------------------------------------------------

OFF = {"scale": "attention.scores", "mask": "attention.masked_scores", "residual": "norm.added"}


@pytest.mark.parametrize("name", catalog.names())
def test_every_switch_of_every_model_changes_its_steps_and_is_known_to_be_off(name):
    """What its equations let be left out; so the positions of a language model, whose table is its own, too."""
    subject, given = zoo.load(name), catalog.examples(name)[0]
    trace = subject.trace(given)
    made = {step.equation.key for step in trace.values() if step.equation is not None}
    for what in (*ON_BOARD, "block"):
        wanted, each = everywhere(trace, what), [one.edit for one in switches(trace) if one.what == what]
        assert bool(wanted) == bool(each) and (what not in OFF or bool(wanted) == (OFF[what] in made))
        if wanted:
            assert is_off(trace, wanted, wanted) and is_off(trace, each, wanted) and is_off(trace, wanted, each)
            assert not is_off(trace, wanted, each[1:]) and turned(trace, wanted, each) == ()
            changed = subject.trace(given, wanted)
            edited = {step for step in changed if changed[step].edited}
            assert edited == {edit.step for edit in each}
    assert bool(everywhere(trace, "positions")) == bool(made & {"embedding.positioned", "vision.placed"})
    heads = [one.edit for one in switches(trace) if one.what == "head"]
    for number in sorted({edit.head for edit in heads}):
        silenced = [edit for edit in heads if edit.head == number]
        changed = subject.trace(given, tuple(silenced))
        for edit in silenced:
            loudest = changed[edit.step].value.abs().amax((-2, -1))
            assert [head for head, most in enumerate(loudest.tolist()) if most == 0] == [number], edit.step
    for box in trace.plan.boxes(trace):
        edits = [one.edit for one in of_box(trace, box)]
        assert off(trace, edits) == [box.id] * bool(edits)


@pytest.fixture
def short_answers(name, monkeypatch):
    """Called, it lets a beam say twelve words, or two for each that it reads; without a switch many talk on to the 48
    that are the most. What was kept of such answers goes."""
    yield lambda: monkeypatch.setattr(decode, "LIMIT", 12)
    reply.answered.cache.clear()
    vars(zoo.load(name)).pop("_kept_candidates", None)


@pytest.mark.parametrize("name", catalog.names())
def test_the_menu_of_switches_opens_on_every_model_and_each_can_be_turned(name, short_answers):
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
    app.query_params["model"], app.query_params["lang"] = name, "en"
    app.session_state["switching"] = True
    app.switch_page(script("transformer/walkthrough")).run()
    assert not app.exception and not app.error
    shown = [what for what in ON_BOARD if everywhere(zoo.load(name).trace(catalog.examples(name)[0]), what)]
    assert [one.key for one in app.toggle] == [f"switch {what}" for what in shown]
    short_answers()
    for what in shown:  # one after the other, and that of each other model back again
        app.toggle(key=f"switch {what}").set_value(False).run()
        assert not app.exception and not app.error and not app.toggle(key=f"switch {what}").value
    if shown:
        back = f"switch {shown[catalog.names().index(name) % len(shown)]}"
        edits = from_text(app.session_state["edits"])
        app.toggle(key=back).set_value(True).run()
        assert app.toggle(key=back).value and len(from_text(app.session_state["edits"])) < len(edits)
        app.session_state["edits"] = ""
        app.run()
    for key in ("head", "order"):
        if key in (menu := {one.key.removeprefix("switch "): one for one in app.selectbox if "switch" in str(one.key)}):
            menu[key].select_index(len(menu[key].options) - 1).run()
            assert not app.exception and not app.error and not app.warning, key
            assert len(from_text(app.session_state["edits"])) == 1
            app.selectbox(key=f"switch {key}").select_index(0).run()
            assert from_text(app.session_state["edits"]) == ()


def test_a_link_from_before_is_known_to_switch_off_the_positions(base):
    assert is_off(base, everywhere(base, "positions"), (Skip("*_embedding.positioned"),))
