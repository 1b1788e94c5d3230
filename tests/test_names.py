"""Labels that no text holds (a slot, a class) are names, and the pages say them in the reader's language."""

import re

import pytest

from core import catalog, zoo
from core.labels import Name
from pages.components.machine import machine
from pages.components.room.questions import of_stop
from pages.components.sheet.contents import _cell
from pages.components.stage import drawing
from pages.components.stage.run import run
from pages.components.stage.stop_text import explain
from pages.components.text_files import axes, page_words, said

CHINESE = page_words("zh", "worked")


def traced(name):
    return zoo.load(name).trace(catalog.examples(name)[0])


@pytest.mark.parametrize("name", catalog.stored())
def test_a_latin_word_that_was_not_read_is_a_name(name):
    """Along an axis of no stream, and along all of a model of pictures, nothing was read."""
    seeing = catalog.abilities(name).reads == "picture"
    for step in traced(name).values():
        for axis, stream, labels in zip(step.axes, step.streams, step.labels):
            if seeing or (not stream and axis != "vocabulary"):
                assert not [one for one in labels or () if re.search("[a-z]{2}", said(one, CHINESE))], (step.name, axis)


@pytest.mark.parametrize("name", ["detr-scenes", "marks-nonlocal", "slots", "slots-attention"])
def test_names_are_said_in_chinese_wherever_they_are_shown(name):
    trace, (sentence, *_) = traced(name), catalog.examples(name)
    names = {one for step in trace.values() for labels in step.labels for one in labels or () if type(one) is Name}
    spec = machine(trace, trace.plan, words=CHINESE)
    shown = {word["word"] for track in spec["tracks"] for word in track["rows"]}
    shown |= {word["word"] for row in (spec["next"] or {"words": []})["words"] for word in row}
    for step in trace.values():
        picture = drawing.picture(step, CHINESE)
        card = _cell(trace, step.name, tuple(size - 1 for size in step.shape), CHINESE | axes(CHINESE))
        shown |= {*picture.rows, *picture.columns, card["place"], card["word"]}
        shown |= {row["label"] for part in card["parts"] for row in part["rows"]}
    walked = run(name, sentence, "zh", "light", (), "base")
    for stop in walked.steps_of:
        text = explain(trace, stop, 0, "zh", "numbers")
        question = of_stop((name, sentence), trace, walked, text, "zh")
        shown |= {text.question, text.answer, *((question.asked, *question.choices) if question else ())}
    english = {one.partition(" ")[0] for one in names}
    assert names and not [text for text in shown if english & set(re.findall("[A-Za-z]+", text))]
    scene = walked.scenes[-1]
    told = (explain(trace, walked.stops[scene.stop], 0, "zh", "numbers", scene=scene.key, word=one) for one in names)
    assert not [text for text in told if english & set(re.findall("[a-z]+", text.prose[0]))]
