"""Which words an axis runs along: inherited by provenance, and both words where one is read and one produced."""

import pytest
from samples import RUNS, SOURCE_WORDS, TARGET_WORDS, recorded, run

from core.edits import Permute
from core.streams import ENTRIES


@pytest.mark.parametrize("name", RUNS)
def test_an_axis_of_entries_has_a_stream_as_long_as_itself(name):
    trace = recorded(name)
    for step in trace.values():
        assert len(step.streams) == len(step.pairs) == len(step.axes)
        for axis, stream, pairs, size in zip(step.axes, step.streams, step.pairs, step.shape):
            assert bool(stream) == (axis in ENTRIES), (step.name, axis)
            assert not stream or size in trace[stream].shape, (step.name, stream)
            assert pairs is None or len(pairs) == size


def test_a_translation_has_the_stream_of_its_source_and_the_one_that_it_writes():
    trace = recorded("transformer")
    assert {stream for step in trace.values() for stream in step.streams} == {"source", "shift_right", ""}
    assert trace["decoder.1.cross_attention.weights"].streams == ("", "shift_right", "source")
    assert trace["target"].streams == ("shift_right",), "entry i of the target is produced in row i"


def test_a_row_that_produces_a_word_carries_both():
    trace, pairs = recorded("transformer"), tuple(zip(("<start>", *TARGET_WORDS[:-1]), TARGET_WORDS))
    for step in trace.values():
        for stream, stream_pairs in zip(step.streams, step.pairs):
            assert stream_pairs == (pairs if stream == "shift_right" else None), step.name


def test_words_in_another_order_are_a_stream_of_their_own():
    order = tuple(reversed(range(len(SOURCE_WORDS))))
    trace = run("transformer").trace(Permute("source_embedding.scaled", "token", order))
    weights = trace["encoder.0.self_attention.weights"]
    assert trace["source_embedding.lookup"].streams[0] == "source"
    assert weights.streams[1] == weights.streams[2] == "source_embedding.scaled"
    assert weights.labels[1] == tuple(reversed(SOURCE_WORDS))
