"""Laws of interventions: an edit changes its step, and from there what is computed from it, and nothing else."""

import copy
import json
import math
import random as chance
import string
import sys

import pytest
import torch
from samples import RUNS, recorded, run

from core import record
from core.edits import KINDS, LONGEST_NAME, Ablate, Edit, Permute, Replace, Scale, SetCell, Skip, from_text, to_text

WEIGHTS = "encoder.0.self_attention.weights"
EDITS = {
    "head off": ("transformer", Ablate(WEIGHTS, 1)),
    "head off in a batch": ("transformer batch", Ablate(WEIGHTS, 1)),
    "head off in cross-attention": ("transformer", Ablate("decoder.0.cross_attention.head_outputs", 0)),
    "scores doubled": ("transformer", Scale("decoder.1.cross_attention.scores", 2.0)),
    "state halved": ("rnn", Scale("cell.hidden", 0.5)),
    "mask off": ("transformer", Skip("decoder.0.self_attention.masked_scores")),
    "positions off": ("transformer", Skip("source_embedding.positioned")),
    "scale off": ("transformer", Skip("encoder.1.self_attention.scores")),
    "embedding scale off": ("pre-norm transformer", Skip("target_embedding.scaled")),
    "residual off": ("transformer", Skip("encoder.0.residual_1.added")),
    "norm off": ("pre-norm transformer", Skip("decoder.1.norm_2.normalized")),
    "relu off": ("transformer", Skip("encoder.0.feed_forward.activation")),
    "one weight": ("transformer", SetCell("decoder.0.cross_attention.weights", (1, 2, 3), 0.9, True)),
    "one cell of a batch": ("transformer batch", SetCell("encoder.1.norm_2.output", (1, 0, 5), 4.0)),
    "one cell of one time": ("rnn", SetCell("cell.hidden", (1, 2), 0.9)),
    "one cell of the mask": ("transformer", SetCell("look_ahead_mask", (0, 2), 1.0)),
    "one word": ("transformer", SetCell("shift_right", (1,), 5)),
    "words shuffled": ("transformer", Permute("encoder.0.self_attention.head_outputs", "query", (4, 3, 2, 1, 0))),
    "source states shuffled": ("additive attention", Permute("weights", "key", (1, 0, 2, 4, 3))),
    "one pixel": ("patches", SetCell("patches", (2, 5), 3.0)),
    "from another run": ("transformer", Replace("encoder.0.norm_2.output", torch.ones(5, 8))),
    "cached": ("cached decoding", Scale("decoder.0.self_attention.head_outputs", 0.0)),
}
every_edit = pytest.mark.parametrize(("name", "edit"), EDITS.values(), ids=EDITS)


def downstream(trace, name: str) -> set[str]:
    """The step and everything computed from it."""
    names = {name}
    for step in trace.values():
        if names & set(step.inputs):
            names.add(step.name)
    return names


@every_edit
def test_an_edit_moves_what_follows_and_nothing_else(name, edit):
    before, after = recorded(name), run(name).trace(edit)
    assert list(after) == list(before)
    assert [step for step in after if after[step].edited] == [edit.step]
    reached = downstream(before, edit.step)
    for step in before:
        assert step in reached or torch.equal(after[step].value, before[step].value), step
    assert not torch.equal(after[edit.step].value, before[edit.step].value)
    result = list(before)[-1]
    assert result in reached
    assert not torch.equal(after[result].value, before[result].value)


@every_edit
def test_an_edit_is_gone_with_its_recording(name, edit):
    run(name).trace(edit)
    again = run(name).trace()
    assert all(torch.equal(step.value, recorded(name)[key].value) for key, step in again.items())
    assert not any(step.edited for step in again.values())


@every_edit
def test_edits_are_keys(name, edit):
    assert {edit: 1}[edit if isinstance(edit, Replace) else copy.deepcopy(edit)] == 1
    assert isinstance(edit, Edit)
    assert isinstance(edit, Replace) or from_text(to_text((edit,))) == (edit,)
    assert run(name).trace(edit).check(edit.step) == (0, 0, 0.0, 0)


@pytest.mark.parametrize("name", RUNS)
def test_every_step_that_can_be_skipped_passes_its_input_on(name):
    """All at once, and one of each equation alone. What cannot is refused by its equation, so one of each is asked."""
    before = recorded(name)
    each = {step.equation.key: step for step in before.values() if step.equation is not None}
    for step in each.values():
        if step.equation.skip is None:
            with pytest.raises(ValueError, match="cannot be skipped"):
                run(name).trace(Skip(step.name))
    some = [step for step in before.values() if step.equation is not None and step.equation.skip is not None]
    for skipped in (some, *([step] for step in each.values() if step in some)):
        after = run(name).trace(*(Skip(step.name) for step in skipped))
        for step in skipped:
            for value, references in zip(after[step.name].values, step.references):
                source = references[step.equation.skip]
                passed = after[source.name].values[source.call]
                assert torch.equal(value, passed.where(passed != -math.inf, 0.0))
        assert not any(s.value.isnan().any() for s in after.values())
        assert [s.inputs for s in after.values()] == [s.inputs for s in before.values()]


def test_without_the_mask_the_future_is_seen():
    trace = run("transformer").trace(Skip("decoder.0.self_attention.masked_scores"))
    assert (trace["decoder.0.self_attention.weights"].value > 0).all()
    assert (recorded("transformer")["decoder.0.self_attention.weights"].value.triu(1) == 0).all()


@pytest.mark.parametrize("head", [0, 1])
@pytest.mark.parametrize("step", ["weights", "head_outputs", "values"])
@pytest.mark.parametrize("attention", ["encoder.0.self_attention", "decoder.1.cross_attention"])
def test_ablating_a_head_subtracts_what_it_wrote(attention, step, head):
    before = recorded("transformer")
    after = run("transformer").trace(Ablate(f"{attention}.{step}", head))
    W_O = before.parameters[f"{attention}.W_O"].unflatten(0, (2, 4))[head]
    write = before[f"{attention}.head_outputs"].value[head] @ W_O
    assert torch.allclose(after[f"{attention}.output"].value, before[f"{attention}.output"].value - write, atol=1e-12)


@pytest.mark.parametrize("value", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("at", [(0, 0, 0), (1, 2, 3), (1, 4, 4)])
def test_a_renormalized_row_sums_to_one_in_the_old_proportions(at, value):
    before = recorded("transformer")[WEIGHTS].value
    after = run("transformer").trace(SetCell(WEIGHTS, at, value, renormalize=True))[WEIGHTS].value
    assert torch.allclose(after.sum(-1), torch.ones(2, 5, dtype=torch.float64), atol=1e-12)
    assert after[at] == value
    others = [j for j in range(5) if j != at[2]]
    ratio = after[at[:2]][others] / before[at[:2]][others]
    assert torch.allclose(ratio, ratio[:1].expand(4), atol=1e-12)
    after[at[:2]] = before[at[:2]]
    assert torch.equal(after, before)


def test_a_row_without_other_shares_cannot_be_renormalized():
    with pytest.raises(ValueError, match="no share"):
        run("transformer").trace(SetCell("decoder.0.self_attention.weights", (0, 0, 0), 0.5, renormalize=True))


def test_a_set_cell_is_the_only_one_that_changed():
    after = run("rnn").trace(SetCell("cell.hidden", (3, 2), 0.9))["cell.hidden"].value
    before = recorded("rnn")["cell.hidden"].value
    assert torch.equal(after[:3], before[:3])
    assert after[3, 2] == 0.9
    assert torch.equal(after[3, [0, 1, 3]], before[3, [0, 1, 3]])
    assert not torch.equal(after[4], before[4])


@pytest.mark.parametrize("axis", ["query", "key"])
def test_after_a_new_order_each_entry_is_the_one_that_was_named(axis):
    order, before = (2, 0, 3, 4, 1), recorded("transformer")[WEIGHTS].value  # an order that is not its own inverse
    after = run("transformer").trace(Permute(WEIGHTS, axis, order))[WEIGHTS].value
    for new, old in enumerate(order):
        assert torch.equal(*(x.select(1 if axis == "query" else 2, i) for x, i in ((after, new), (before, old))))


def test_edits_of_one_step_follow_each_other():
    twice = run("transformer").trace(Scale(WEIGHTS, 2.0), SetCell(WEIGHTS, (0, 0, 0), 5.0))[WEIGHTS].value
    assert twice[0, 0, 0] == 5.0
    assert torch.equal(twice[1], recorded("transformer")[WEIGHTS].value[1] * 2)


@pytest.mark.parametrize(("pattern", "count"), [
    ("*.cross_attention.scores", 2), ("encoder.*.weights", 2), ("*.weights", 6), ("encoder.0.*.added", 2),
    ("decoder.1.cross_attention.scores", 1)])
def test_a_pattern_is_one_edit_for_each_step_it_names(pattern, count):
    at_once = run("transformer").trace(Scale(pattern, 0.5))
    names = [name for name in at_once if at_once[name].edited]
    one_by_one = run("transformer").trace(*(Scale(name, 0.5) for name in names))
    assert len(names) == count
    assert all(torch.equal(at_once[name].value, one_by_one[name].value) for name in at_once)


def test_an_edit_of_no_step_is_let_pass_only_on_request():
    model = run("transformer").model
    with record(model, Skip("*.nothing"), strict=False) as trace:
        run("transformer").forward()
    assert not any(step.edited for step in trace.values())
    for pattern in ("*.nothing", "encoder.2.*", "scores"):
        with pytest.raises(ValueError, match="No step is called"), record(model, Skip(pattern)):
            run("transformer").forward()


def test_neutral_edits_change_no_bit():
    before = recorded("transformer")
    for edit in (Scale(WEIGHTS, 1.0), Replace(WEIGHTS, before[WEIGHTS].value), Permute(WEIGHTS, "key", (0, 1, 2, 3, 4)),
                 SetCell(WEIGHTS, (0, 1, 2), float(before[WEIGHTS].value[0, 1, 2]))):
        after = run("transformer").trace(edit)
        assert all(torch.equal(after[step].value, before[step].value) for step in before)


def test_a_replaced_value_comes_from_the_other_run():
    other = run("pre-norm transformer").trace()["encoder.0.residual_1.added"].value
    after = run("transformer").trace(Replace("encoder.0.residual_1.added", other))
    assert torch.equal(after["encoder.0.residual_1.added"].value, other)
    assert after["encoder.0.norm_1.mean"].inputs == ("encoder.0.residual_1.added",)


def test_one_tensor_in_two_places_stays_two_steps():
    patch, names = torch.ones(5, 8, dtype=torch.float64), [f"encoder.{i}.norm_2.output" for i in (0, 1)]
    after = run("transformer").trace(*(Replace(name, patch) for name in names))
    assert [step.inputs for step in after.values()] == [step.inputs for step in recorded("transformer").values()]
    after[names[0]].tensor.zero_()
    assert patch.all() and after[names[1]].value.all()


@pytest.mark.parametrize(("edit", "sentence"), [
    (Ablate("encoder.0.self_attention.weight", 0), r"No step is called .*; nearest: .*weights"),
    (Ablate("nothing like it", 0), r"nearest: "),
    (Ablate(WEIGHTS, 2), "between 0 and 1, not 2"),
    (Ablate("encoder.0.norm_1.output", 0), "no head"),
    (SetCell(WEIGHTS, (0, 0), 1.0), "has 3 axes"),
    (SetCell(WEIGHTS, (0, 0, 5), 1.0), "between 0 and 4, not 5"),
    (SetCell(WEIGHTS, (0, 0, -1), 1.0), "not -1"),
    (Permute(WEIGHTS, "key", (0, 0, 1, 2, 3)), "is not an order of 5 entries"),
    (Permute(WEIGHTS, "token", (0, 1)), "no token"),
    (Replace(WEIGHTS, torch.ones(2, 2)), r"not \(2, 2\)"),
    (Scale("look_ahead_mask", 0.5), "not numbers"),
    (SetCell("shift_right", (0,), 1.0, renormalize=True), "not numbers"),
])
def test_an_impossible_edit_is_refused_in_a_sentence(edit, sentence):
    with pytest.raises(ValueError, match=sentence):
        run("transformer").trace(edit)
    assert torch.is_grad_enabled()
    assert len(run("rnn").trace()) == len(recorded("rnn"))


def test_edits_survive_the_way_through_a_link():
    edits = tuple(edit for _, edit in EDITS.values() if not isinstance(edit, Replace))
    assert {type(edit).__name__ for edit in edits} == set(KINDS)
    assert from_text(to_text(edits)) == edits
    assert to_text(()) == ""
    assert from_text("") == from_text(None) == ()


def garbage() -> list[str]:
    """Random characters, random JSON, and good texts with a few characters broken."""
    dice, good = chance.Random(1), to_text(tuple(e for _, e in EDITS.values() if not isinstance(e, Replace))[:4])
    pieces = ["[", "]", "{", "}", '"Skip"', '"Scale"', '"x"', "1", "-1", "null", "true", "1e999", ",", ":", "NaN",
              "9" * 400, "\\u0000", "[[]]", '["Ablate","x",0]', '["SetCell","x",[1],1,1]', '["Scale","x",true]']
    texts = ["".join(dice.choices(string.printable, k=dice.randrange(1, 40))) for _ in range(100)]
    texts += ["".join(dice.choices(pieces, k=dice.randrange(1, 9))) for _ in range(100)]
    for _ in range(100):
        broken = list(good)
        for _ in range(dice.randrange(1, 6)):
            broken[dice.randrange(len(broken))] = dice.choice(string.printable)
        texts.append("".join(broken))
    return texts


def test_any_text_is_safe():
    for text in garbage():
        edits = from_text(text)
        assert isinstance(edits, tuple), text
        assert all(type(edit) in KINDS.values() for edit in edits), text
        assert from_text(to_text(edits)) == edits, text
        assert {*from_text(to_text(edits))} == {*edits}, text


@pytest.mark.parametrize("entry", [
    ["Scale", "x", 10**400], ["Scale", "x", float("inf")], ["Scale", "x", float("nan")], ["Scale", "x", True],
    ["Scale", "x"], ["Scale", "x", 1, 2], ["Scale", 1, 1], ["Ablate", "x", 1.5], ["Ablate", "x", None], [["Skip"], "x"],
    ["SetCell", "x", [1.0], 1.0, True], ["SetCell", "x", [True], 1.0, True], ["SetCell", "x", "11", 1.0, True],
    ["Replace", "x", 1], ["Edit", "x"], ["Skip", {}], ["Permute", "x", "key", [[0]]], [], "Skip", None, 7])
def test_what_is_no_edit_is_left_out(entry):
    skip = ["Skip", "kept"]
    assert from_text(json.dumps([skip, entry])) == (Skip("kept"),)
    assert from_text(json.dumps(entry)) == ()


def test_a_name_longer_than_any_step_is_left_out():
    """``fnmatch`` keeps 32,768 patterns, of whatever length."""
    longest = max((name for trace in map(recorded, RUNS) for name in trace), key=len)
    assert len(longest) < LONGEST_NAME
    for name, read in (("x" * LONGEST_NAME, 2), ("x" * (LONGEST_NAME + 1), 0)):
        assert len(from_text(json.dumps([["Skip", name], ["Permute", "x", name, [0]]]))) == read


def test_deep_text_is_safe():
    assert from_text("[" * (sys.getrecursionlimit() * 50)) == ()
