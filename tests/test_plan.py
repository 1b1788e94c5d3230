"""Laws of the plans: where each step of each run lies, and what the notes call it."""

import subprocess
import sys

import pytest
from samples import RUNS, recorded, run

from core.plan import Block, Plan
from pages.components.text_files import LANGUAGES, page_words


@pytest.mark.parametrize("name", RUNS)
def test_each_computed_step_lies_in_exactly_one_box(name):
    trace, plan = recorded(name), run(name).model.plan
    boxes = plan.boxes(trace)
    for step in trace:
        holding = [box for box in boxes if step in box.steps]
        assert len(plan.places(step)) <= 1, step
        assert len(holding) == 1 or (not holding and trace[step].equation is None), step
        assert plan.box_of(trace, step) == (holding[0] if holding else None)
    assert [step for box in boxes for step in box.steps if step not in trace] == []


@pytest.mark.parametrize("name", RUNS)
def test_columns_and_boxes_have_names_in_both_languages(name):
    columns = run(name).model.plan.columns
    asked = columns.keys() | {block.word for blocks in columns.values() for block in blocks}
    for language in LANGUAGES:
        assert not asked - page_words(language, "diagram").keys(), f"{language}/diagram.toml lacks them"


@pytest.mark.parametrize("name", RUNS)
def test_boxes_come_in_the_order_of_computation_with_names_of_their_own(name):
    trace = recorded(name)
    boxes = run(name).model.plan.boxes(trace)
    assert len({box.id for box in boxes}) == len(boxes)
    finished = {step: i for i, box in enumerate(boxes) for step in box.steps}
    for step in finished:
        for read in trace[step].inputs:
            assert finished.get(read, 0) <= finished[step], (step, read)


@pytest.mark.parametrize("name", RUNS)
def test_no_two_results_share_a_letter_within_a_layer(name):
    plan, seen = run(name).model.plan, set()
    for step in recorded(name):
        letter, layer = plan.letter(step), [part for part in step.split(".") if part.isdigit()]
        if letter is not None:
            assert (letter, step.split(".")[0], *layer) not in seen, (letter, step)
            seen.add((letter, step.split(".")[0], *layer))
    assert not plan.letters or seen


@pytest.mark.parametrize("name", RUNS)
def test_a_box_is_called_words_and_position_where_positions_are_added_in_it(name):
    """Not in a recurrent network, nor where places are turned in."""
    trace = recorded(name)
    for box in run(name).model.plan.boxes(trace) if hasattr(run(name).model, "plan") else ():
        if box.word in ("embedding", "word_vectors"):
            keys = {trace[step].equation.key for step in box.steps if trace[step].equation}
            assert ("embedding.positioned" in keys) == (box.word == "embedding"), box


def test_the_translator_is_drawn_as_in_the_notes():
    boxes = run("transformer").model.plan.boxes(recorded("transformer"))
    encoder = [(box.id, box.word, box.layer) for box in boxes if box.column == "encoder"]
    assert encoder[:3] == [("source_embedding", "embedding", None), ("encoder.0.self_attention", "self_attention", 0),
                           ("encoder.0.norm_1", "add_norm", 0)]
    assert len(encoder) == 9 and sum(box.column == "decoder" for box in boxes) == 13
    assert [box.id for box in boxes if box.column == "output"] == ["logits", "probabilities", "loss"]
    lies = {step: box.id for box in boxes for step in box.steps}
    assert lies["source"] == "source_embedding" and lies["target"] == lies["shift_right"] == "target_embedding"
    assert lies["look_ahead_mask"] == "decoder.0.self_attention" and lies["token_losses"] == "loss"


@pytest.mark.parametrize(("name", "step", "letter"), [
    ("transformer", "source_embedding.positioned", "X"), ("transformer", "encoder.0.residual_1.added", "X^{[2]}"),
    ("transformer", "encoder.1.norm_2.output", "X^{[6]}"), ("transformer", "decoder.1.norm_3.output", "Y^{[9]}"),
    ("transformer", "loss", "L"), ("transformer", "encoder.0.self_attention.weights", None),
    ("pre-norm transformer", "encoder.1.residual_1.added", "z'_{2}"),
    ("pre-norm transformer", "encoder.1.norm_1.output", r"\mathrm{LN}(z_{1})"),
])
def test_letters_are_those_of_the_notes(name, step, letter):
    assert step in recorded(name) and run(name).model.plan.letter(step) == letter


def test_a_given_step_that_nothing_reads_lies_outside():
    plan = Plan({"output": (Block("logits", ("readout",)),)})
    assert plan.box_of(recorded("rnn"), "input_0") is None
    assert plan.box_of(recorded("rnn"), "readout").id == "readout"


def test_a_plan_is_read_without_torch():
    code = "import sys, core.plan; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
