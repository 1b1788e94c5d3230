"""The drawing against a trace: every step has its box, every box its steps, and the wires are what was read."""

import pytest
import torch
from streamlit.testing.v1 import AppTest

from core.equations import embedding, output
from core.models.transformer import PAD, START, Transformer
from core.trace import given, record
from pages.components.diagram import WORD_KEYS, box_of, boxes, boxes_of_equation, label_of, wires
from pages.components.diagram.layout import numbered

MASKS = {"look_ahead_mask", "padding_mask"}


@pytest.fixture(scope="module")
def trace():
    model = Transformer(20, 20, n_layers=2).eval()
    with record(model) as trace:
        source = given("source", torch.tensor([5, 6, 7]), "token")
        target = given("target", torch.tensor([8, 9, 2]), "token")
        scores = model(source, embedding.shift_right(target, START))
        output.probabilities(scores)
        output.loss(output.token_losses(scores, target), target, PAD)
    return trace


def test_every_step_has_a_box_and_every_box_a_step(trace):
    hit = {name: box_of(name) for name in trace}
    assert None not in hit.values()
    assert set(hit.values()) == {box.id for box in boxes(2)}


def test_a_box_is_its_own(trace):
    assert all(box_of(box.id) == box.id for box in boxes(3))
    assert box_of("") is None and box_of("encoder_norm.output") is None


def test_boxes_are_in_the_order_of_computation(trace):
    order = {box.id: i for i, box in enumerate(boxes(2))}
    places = [order[box_of(name)] for name in trace if name not in MASKS | {"source", "target", "shift_right"}]
    assert places == sorted(places)


def test_the_wires_are_what_was_read(trace):
    read = set()
    for step in (trace[name] for name in trace if name not in MASKS):
        for name in step.inputs:
            if name in trace and name not in MASKS | {"target"}:
                read.add((box_of(name), box_of(step.name)))
    read = {(a, b) for a, b in read if a != b}
    drawn = {(wire.source, wire.target) for wire in wires(2)}
    # The loss is computed from the logits; N0 (38) and its figure take Y^[11].
    assert read - {("logits", "loss")} == drawn - {("probabilities", "loss")}


def test_no_wire_is_drawn_twice():
    drawn = [(wire.source, wire.target) for wire in wires(3)]
    assert len(drawn) == len(set(drawn))


@pytest.mark.parametrize("layers", [1, 2, 4])
def test_every_label_of_the_notes_occurs_in_every_layer(layers):
    found = [label.text for box in boxes(layers) for label in box.labels]
    for text in [f"X^[{k}]" for k in range(1, 7)] + [f"Y^[{k}]" for k in range(1, 10)]:
        assert found.count(text) == layers
    assert all(found.count(text) == 1 for text in ("X", "Y", "Y^[10]", "Y^[11]"))


def test_every_equation_of_the_model_has_a_box():
    assert all(boxes_of_equation(number) for number in range(1, 40))
    assert boxes_of_equation(28) == ["decoder.0.cross_attention", "decoder.1.cross_attention"]


def test_labels_stand_in_their_box_s_equations():
    assert all(set(label.equations) <= set(box.equations) for box in boxes(2) for label in box.labels)


def test_a_step_s_result_has_the_notes_name():
    assert label_of("encoder.1.residual_1.added") == "X^[2]"
    assert label_of("encoder.1.norm_1.output") == "X^[3]"
    assert label_of("decoder.0.cross_attention.output") == "Y^[4]"
    assert label_of("decoder.0.cross_attention.scores") is None
    assert label_of("target_embedding.positioned") == "Y"
    assert label_of("probabilities") == "Y^[11]"
    assert label_of("nothing") is None


def test_the_labels_are_reached_by_the_steps(trace):
    assert {label_of(name) for name in trace} - {None} == {label.text for box in boxes(2) for label in box.labels}


def test_words():
    assert {box.word for box in boxes(2)} | {box.stack for box in boxes(2)} <= set(WORD_KEYS) | {"output"}
    assert len(set(WORD_KEYS)) == len(WORD_KEYS)


def test_numbers():
    assert numbered((4, 5, 6, 7)) == "(4–7)"
    assert numbered((5, 9, 11)) == "(5,9,11)"
    assert numbered((38, 39)) == "(38,39)"


@pytest.mark.parametrize("compact", [False, True])
def test_an_untouched_diagram_reports_nothing(compact):
    def page(compact):
        import streamlit as st

        from pages.components.diagram import diagram

        st.text(repr(diagram("encoder.1.residual_1.added", key="map", words={}, compact=compact)))

    app = AppTest.from_function(page, kwargs={"compact": compact}, default_timeout=60).run()
    assert not app.exception
    assert app.text[0].value == "None"
