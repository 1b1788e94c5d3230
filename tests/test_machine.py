"""The machine of every model is derived from trace and plan alone, and holds what the trace holds."""

import json
import tomllib

import numpy as np
import pytest
import samples
import torch
from unpacking import unpack

from core import catalog, zoo
from core.data import everyday
from core.edits import Ablate
from pages.components import machine as room
from pages.components.machine.derived import LIKELIEST
from pages.components.text_files import LANGUAGES, ROOT, page_words
from pages.components.thumbnails import thumbnails


def derived(name):
    run = samples.run(name)
    return samples.recorded(name), run.model.plan


@pytest.mark.parametrize("name", samples.RUNS)
def test_every_box_stands_in_one_track_and_every_ribbon_joins_rows_that_exist(name):
    trace, plan = derived(name)
    spec = room.machine(trace, plan)
    placed = [box["id"] for track in spec["tracks"] for box in track["boxes"]]
    assert sorted(placed) == sorted(box.id for box in plan.boxes(trace))
    for ribbon, cube in zip(spec["ribbons"], room.weights(trace, spec).values()):
        sides = ("from", "reads"), ("to", "readers")
        for end, places in sides:
            rows = spec["tracks"][ribbon[end]]["rows"]
            assert sorted(set(ribbon[places])) == ribbon[places] and min(ribbon[places]) >= 0
            assert max(ribbon[places]) < len(rows)
        assert cube.shape == (ribbon["heads"], len(ribbon["readers"]), len(ribbon["reads"]))
        assert ribbon["box"] in [box["id"] for box in spec["tracks"][ribbon["to"]]["boxes"]]
        np.testing.assert_allclose(cube.sum(-1), 1, atol=1e-6)


@pytest.mark.parametrize("name", samples.RUNS)
def test_every_step_of_shares_over_words_has_ribbons_and_its_words(name):
    trace, plan = derived(name)
    spec = room.machine(trace, plan)
    expected = set()
    for step in trace.values():
        along = step.equation.along if step.shows == "share" else None
        if along and step.streams[step.axes.index(along)]:
            expected.add(step.name)
            ribbon = next(r for r in spec["ribbons"] if r["step"] == step.name)
            words = step.labels[step.axes.index(along)]
            rows = spec["tracks"][ribbon["from"]]["rows"]
            assert words is None or [rows[i]["word"] for i in ribbon["reads"]] == list(words)
    assert {ribbon["step"] for ribbon in spec["ribbons"]} == expected


@pytest.mark.parametrize("name", [*samples.RUNS, "translator-zh-en", "chat", "poet", "cloze", "open-en-zh"])
def test_the_next_words_are_the_one_written_and_the_likeliest(name):
    """The models of the app have words for their ids, the samples have none."""
    if name in samples.RUNS:
        trace, plan = derived(name)
    else:
        trace, plan = zoo.load(name).trace(catalog.examples(name)[0]), zoo.load(name).model.plan
    spec = room.machine(trace, plan)
    answers = [step for step in trace if step.rpartition(".")[2] in ("probabilities", "class_probabilities",
                                                                      "label_probabilities")]
    assert ([spec["next"]["step"]] if spec["next"] else []) == answers
    if spec["next"]:
        value = trace[answers[0]].values[-1]
        value = value[0] if value.ndim == 3 else value
        rows = spec["tracks"][spec["next"]["track"]]["rows"]
        assert len(rows) == len(spec["next"]["words"]) == len(value)
        labels = list(trace[answers[0]].labels[-1] or ())
        for row, shown, shares in zip(rows, spec["next"]["words"], value):
            wanted = shares.topk(LIKELIEST).indices.tolist()
            if "target" in trace and row["produced"] in labels:
                own = labels.index(row["produced"])
                wanted = [own, *(i for i in wanted if i != own)][:LIKELIEST]
            assert not labels or [one["word"] for one in shown] == [labels[i] for i in wanted]
            np.testing.assert_allclose([one["share"] for one in shown], shares[wanted].tolist(), rtol=1e-6)


def test_the_next_words_are_those_that_a_beam_wrote_likeliest_or_not():
    model, parted = zoo.load("open-en-zh"), 0
    for text in everyday.forty()["en"][:12]:
        trace = model.trace(text)
        written = [row[0]["word"] for row in room.machine(trace, model.model.plan)["next"]["words"]]
        assert written == list(trace["target"].labels[0])
        parted += trace["probabilities"].value.argmax(-1).tolist() != trace["target"].value.tolist()
    assert parted


@pytest.mark.parametrize("name", samples.RUNS)
def test_the_bytes_hold_the_spec_and_the_weights(name):
    trace, plan = derived(name)
    packed, spec = room.pack(trace, plan), room.machine(trace, plan)
    end = 4 + int.from_bytes(packed[:4], "little")
    assert json.loads(packed[4:end]) == spec | {"patches": thumbnails(trace)}
    sent = unpack(packed[end + 2:])[1] if end < len(packed) else {}
    for step, cube in room.weights(trace, spec).items():
        np.testing.assert_array_equal(sent[step], cube.astype(np.float16))


def test_every_word_of_a_drawing_has_a_text_in_both_languages():
    needed = {"machine", "memory"}
    for name in samples.RUNS:
        for column, blocks in samples.run(name).model.plan.columns.items():
            needed |= {column, *(block.word for block in blocks)}
    for language in LANGUAGES:
        own = tomllib.loads((ROOT / language / "machine.toml").read_text("utf-8"))
        assert set(own) <= needed <= set(page_words(language, "machine"))


def test_a_row_is_known_by_the_stream_that_the_pictures_know(trace, translator):
    spec = room.machine(trace, translator.model.plan)
    step = trace["decoder.1.cross_attention.weights"]
    reader, read = (spec["tracks"][i]["rows"] for i in (1, 0))
    assert {row["stream"] for row in read} == {step.streams[-1]}
    assert {row["stream"] for row in reader} == {step.streams[-2]}
    assert [(row["word"], row["produced"]) for row in reader] == list(step.pairs[-2])


def test_what_is_read_to_write_a_word_is_told_by_the_surest_head(trace, translator):
    reading = room.reading(trace, translator.model.plan)
    weights = trace[reading["step"]].value[reading["head"]]
    torch.testing.assert_close(torch.tensor(reading["weights"]), weights)
    row = reading["written"].index("book")
    assert reading["read"][int(np.argmax(reading["weights"][row]))] == "书"


def test_edits_change_ribbons_and_next_words(translator):
    text = "我昨天买了一本书。"
    plan = translator.model.plan
    unedited = translator.trace(text)
    before = room.machine(unedited, plan)
    edited = translator.trace(text, edits=(Ablate("decoder.1.cross_attention.weights", head=3),))
    after = room.machine(edited, plan, unedited)
    assert before["tracks"] == after["tracks"] and before["next"]["words"] != after["next"]["words"]
    assert after["next"]["before"] == [row[0]["word"] for row in before["next"]["words"]]
    assert (room.weights(edited, after)["decoder.1.cross_attention.weights"][3] == 0).all()
