"""The drawing of every run: every step in a box, the wires what was read, every switch an edit that can be made."""

import pytest
from samples import RUNS, recorded, run
from streamlit.testing.v1 import AppTest

from core.edits import Skip
from core.switches import of_box, off, turned
from pages.components.diagram import box_of, chains, data, wires
from pages.components.text_files import LANGUAGES, page_words


@pytest.mark.parametrize("name", RUNS)
def test_every_computed_step_lies_in_a_box_of_one_chain(name):
    trace = recorded(name)
    boxes = [box for line in chains(trace) for box in line]
    assert sorted(box.id for box in boxes) == sorted(box.id for box in trace.plan.boxes(trace))
    for step in trace.values():
        assert sum(step.name in box.steps for box in boxes) == 1 or step.equation is None
        assert step.equation is None or box_of(trace, step.name) in boxes
    assert all(box_of(trace, box.id) == box for box in boxes) and box_of(trace, "nothing") is None


@pytest.mark.parametrize("name", RUNS)
def test_the_wires_are_the_vectors_read(name):
    trace = recorded(name)
    drawn = [(wire.source, wire.target) for wire in wires(trace)]
    read = set()
    for step in trace.values():
        for source in (trace[name] for name in step.inputs if name in trace):
            a, b = box_of(trace, source.name), box_of(trace, step.name)
            if a and b and a != b and source.shows not in ("ids", "mask", "hidden"):
                read.add((a.id, b.id))
    assert set(drawn) == read and len(drawn) == len(set(drawn))


@pytest.mark.parametrize("name", RUNS)
def test_a_wire_runs_on_in_its_chain_or_skips_or_comes_from_another(name):
    trace = recorded(name)
    place = {box.id: (c, i) for c, line in enumerate(chains(trace)) for i, box in enumerate(line)}
    for wire in wires(trace):
        (a, i), (b, j) = place[wire.source], place[wire.target]
        assert wire.kind == ("memory" if a != b else "flow" if j == i + 1 else "skip") and (a != b or j > i)


def test_the_translator_has_two_chains_residuals_and_a_memory():
    trace = recorded("transformer")
    assert [[line[0].id, line[-1].id, len(line)] for line in chains(trace)] == [
        ["source_embedding", "encoder.1.norm_2", 9], ["target_embedding", "loss", 16]]
    kinds = {(wire.source, wire.target): wire.kind for wire in wires(trace)}
    assert kinds["source_embedding", "encoder.0.norm_1"] == "skip"
    assert [target for (source, target), kind in kinds.items() if kind == "memory"] == [
        "decoder.0.cross_attention", "decoder.1.cross_attention"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_box_has_words_and_the_letters_of_the_plan(language):
    words = page_words(language, "diagram")
    for name in RUNS:
        trace = recorded(name)
        for line, boxes in zip(data(trace, words, {})["chains"], chains(trace)):
            for drawn, box in zip(line, boxes):
                assert drawn["name"] == words[box.word] and drawn["where"].startswith(words[box.column])
                assert len(drawn["letters"]) == sum(trace[step].letter is not None for step in box.steps)


@pytest.mark.parametrize("name", RUNS)
def test_every_switch_turns_its_box_off_and_on_again(name):
    trace = recorded(name)
    for box in trace.plan.boxes(trace):
        wanted = tuple(switch.edit for switch in of_box(trace, box))
        changed = turned(trace, wanted, ())
        assert changed == wanted and off(trace, changed) == [box.id] * bool(wanted)
        again = run(name).trace(*changed)
        assert all(again[edit.step].edited for edit in changed)
        assert turned(trace, wanted, changed) == ()


def test_a_pattern_crosses_out_all_it_names_and_one_box_can_be_put_back():
    trace = recorded("transformer")
    everywhere = (Skip("*.masked_scores"),)
    assert off(trace, everywhere) == ["decoder.0.self_attention", "decoder.1.self_attention"]
    box = of_box(trace, box_of(trace, "decoder.0.self_attention"))
    edits = turned(trace, [switch.edit for switch in box], everywhere)
    assert edits == (Skip("decoder.1.self_attention.masked_scores"),)


@pytest.mark.parametrize("compact", [False, True])
def test_an_untouched_diagram_reports_nothing(compact):
    def page(compact):
        import streamlit as st
        from samples import recorded

        from pages.components.diagram import diagram
        from pages.components.text import words

        st.text(repr(diagram(recorded("rnn"), "readout", key="map", words=words("diagram"), compact=compact)))

    app = AppTest.from_function(page, kwargs={"compact": compact}, default_timeout=60).run()
    assert not app.exception
    assert app.text[0].value == "None"
