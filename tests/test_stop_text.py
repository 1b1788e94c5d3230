"""What is said of every stop of every model, in both languages, at every depth: nothing empty, nothing left open."""

import functools
import json
import re
import subprocess
import sys

import pytest
import torch
from headless_page import plainly
from test_formula import balanced

from core import Ablate, catalog, zoo
from core.edits import SetCell
from core.files import ASSETS
from core.switches import switches
from pages.components.diagram import data
from pages.components.head_grid import message, pack
from pages.components.stage import findings, follow, tour
from pages.components.stage.stop_text import explain, grid_words, in_its_units, unit_of
from pages.components.stage.stops import overviews, stops
from pages.components.text_files import DEPTHS, LANGUAGES, page_words

OPEN = re.compile(r"\{[a-z_]*(?::[^{}]*)?\}")
WORD = re.compile(r"(?<!单)词(?![表元典])|\bwords?\b")
MATH = re.compile(r"\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)


@functools.cache
def traced(model, edits=()):
    """The run of a model's first example."""
    return zoo.load(model).trace(catalog.examples(model)[0], edits)


@functools.cache
def explained(model, edits=()):
    """(stop, depth, scene, text) of the machine, of every stop and block, and of every scene of the tour."""
    return list(_explained(traced(model, edits)))


def _explained(trace):
    all_stops, first = stops(trace, trace.plan), follow.first(trace)
    word = follow.streams(trace)[first.stream][first.index] if first else ""
    scenes = {scene.stop: scene.key for scene in tour.scenes(trace, all_stops)}
    for stop in [None, *all_stops, *overviews(trace, trace.plan)]:
        key = stop.key if stop else tour.MACHINE
        row = follow.row_of(trace, key, first) if key in trace else 0
        for language in LANGUAGES:
            for depth in DEPTHS:
                yield stop, depth, "", explain(trace, stop, row, language, depth)
                if scene := scenes.get(key):
                    yield stop, depth, scene, explain(trace, stop, row, language, depth, scene=scene, word=word)


def _is_whole(text):
    return bool(text.strip()) and not OPEN.search(MATH.sub("", text)) and text.count("$") % 2 == 0


def drawn(trace, language):
    """The boxes of the drawing above the stage, chain by chain."""
    return data(trace, in_its_units(page_words(language, "diagram"), trace, language), {})["chains"]


def grid(trace):
    """What the grid of all heads says, in both languages; what heads do is measured on tokens alone."""
    sent = [message(pack(trace), grid_words(trace, language)) for language in LANGUAGES]
    known = [json.loads(one[4:4 + int.from_bytes(one[:4], "little")])["words"].items() for one in sent]
    return [OPEN.sub("", text) for one in known for name, text in one if not name.startswith("kind")]


SILENT = tuple(Ablate("*attention.head_outputs", head) for head in range(4))
"""No head says anything: what it writes has no length, and no share of a length."""


@pytest.mark.parametrize("model, edits", [*((name, ()) for name in catalog.names()), ("translator-zh-en", SILENT),
                                          ("poet", SILENT), ("detr-scenes", SILENT)])
def test_all_that_is_said_of_every_stop_is_whole(model, edits):
    trace = traced(model, edits)
    able = catalog.abilities(model)
    verse = able.tokenizer == "characters"
    assert unit_of(trace) == ("pictures" if able.reads == "picture" else "characters" if verse else "")
    if verse:
        said = [re.sub(r"“[^”]*”", "", plainly(one)) for *_, text in explained(model, edits) if text.question
                for one in (text.title, *text.place, text.question, text.answer)]
        said += [one["name"] for language in LANGUAGES for line in drawn(trace, language) for one in line]
        assert not [one for one in [*said, *grid(trace)] if re.search(WORD, one)]
    elif able.reads == "picture":
        assert not [one for one in grid(trace) if re.search(WORD, one)]
    for stop, depth, scene, text in explained(model, edits):
        assert text.title.strip() and "{" not in text.title and text.place and all(text.place), (stop, scene)
        assert text.prose and all(map(_is_whole, text.prose)), (stop, depth, scene)
        assert bool(text.question) == bool(text.answer) == bool(text.findings), (stop, depth)
        assert all(_is_whole(part) and "nan" not in part.lower() for part in (text.question, text.answer) if part), stop
        for name, index in text.findings:
            shape = trace[name].shape
            assert name in stop.pictures and len(index) == len(shape)
            assert all(i is None or 0 <= i < size for i, size in zip(index, shape)), (stop, name, index)
        for one in text.formula:
            assert one.latex and one.number and all(map(balanced, (one.latex, *one.deeper))), stop
            assert bool(one.deeper) == (depth in DEPTHS[2:]) and bool(one.code) == (depth == DEPTHS[3])
        known = stop is not None and stop.key in trace and trace[stop.key].equation is not None
        assert bool(text.formula) == (known and not (scene and depth == DEPTHS[0])), (stop, depth, scene)


ACTIVATIONS = {"feedforward.activation": "ReLU", "feedforward.gelu": "GELU"}


@pytest.mark.parametrize("model", catalog.names())
def test_what_is_said_of_kinds_of_models_is_so(model):
    """Their activation, where their positions come from, and which of them write with the table they read by."""
    trace = traced(model)
    made = {step.equation.key: name for name, step in trace.items() if step.equation}
    for stop in stops(trace, trace.plan):
        key = trace[stop.key].equation.key if trace[stop.key].equation else ""
        if key in ACTIVATIONS:
            titles = [explain(trace, stop, 0, language, "intuition").title for language in LANGUAGES]
            assert all(ACTIVATIONS[key] in title for title in titles), stop.key
    if "embedding.positioned" in made:
        assert "embedding.positions" in made or not catalog.abilities(model).translates
        assert "embedding.learned_positions" in made or model not in ("poet", "cloze")
    if "output.logits" in made:
        own = any(name.endswith("embedding.W_E") for name in trace[made["output.logits"]].inputs)
        assert own == ("attention.weights" in made)


def test_a_stop_is_explained_without_streamlit():
    code = """if True:
        import sys
        from core import Ablate, catalog, zoo
        from pages.components.stage.stop_text import explain
        from pages.components.stage.stops import stops
        model = catalog.names()[0]
        trace = zoo.load(model).trace(catalog.examples(model)[0])
        texts = [explain(trace, stop, 0, "en", "code") for stop in stops(trace, trace.plan)]
        assert all(text.title for text in texts) and any(text.formula for text in texts)
        print("streamlit" in sys.modules)"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ASSETS.parent, capture_output=True, text=True, timeout=120)
    assert (done.stdout.strip(), done.returncode) == ("False", 0), done.stderr


COMPARED = {"patch_vectors", "weights.cross", "patches"}
"""What tells of words beside pictures."""
OF_WORDS = re.compile(r"\bwords?\b|词(?!元)|句")


@pytest.mark.parametrize("name", catalog.names(reads="picture"))
def test_of_a_picture_no_stop_says_that_its_rows_are_words(name):
    """But for what the deepest text says of the notes, whose rows are words."""
    for stop, depth, scene, text in explained(name):
        if depth in DEPTHS[:2] and not {scene, stop.kind if stop else ""} & COMPARED:
            told = re.sub(r"\]\(glossary[^)]*\)", "]", " ".join((text.title, text.question, text.answer, *text.prose)))
            assert not OF_WORDS.search(told), (stop and stop.key, depth, scene, OF_WORDS.search(told))


@pytest.mark.parametrize("model", catalog.names())
def test_what_a_stop_of_given_values_says_they_are_is_what_they_are(model):
    """Numbers in the vocabulary, pixels, or the zeros that a recurrent network begins with; no numbers of segments."""
    trace = traced(model)
    for stop in stops(trace, trace.plan):
        if stop.kind == "source":
            step = trace[stop.key]
            assert step.shows == "picture" or list(step.labels[-1]) != list(map(str, step.value.tolist())), stop.key
            assert step.shows == "picture" or int(step.value.max()) > 1, stop.key
        assert stop.kind != "start" or not trace[stop.key].value.any(), stop.key


@pytest.mark.parametrize("model", catalog.names())
def test_a_machine_without_switches_and_one_without_a_next_word_are_not_said_to_have_them(model):
    trace = traced(model)
    for language, (off, nexts) in {"zh": ("关掉", "下一个词"), "en": ("switch", "next word")}.items():
        hint = " ".join(explain(trace, None, 0, language, "intuition").prose)
        assert (off in hint) == bool(switches(trace)) and nexts not in hint
    for stop in stops(trace, trace.plan):
        if stop.kind in ("logits", "probabilities") and catalog.abilities(model).reads == "gaps":
            row = follow.row_of(trace, stop.key, follow.first(trace))
            text = explain(trace, stop, row, "en", "intuition")
            assert "□" in text.question and "place of" in text.question and "next" not in text.title


@pytest.mark.parametrize("given", ["", " 0 3", " 94 5", " 50 9"])
def test_rows_of_an_encoder_that_sees_some_patches_are_called_by_their_places(given):
    """The third visible patch is not "3"; where an edit keeps others nothing is said."""
    subject = zoo.load("mae-digits")
    trace = subject.trace(catalog.examples("mae-digits")[4].split()[0] + given)
    names, rows = trace["masking.visible"].labels[0], trace["placed"].labels[0]
    assert all(torch.equal(trace["masking.visible"].value[i], trace["placed"].value[rows.index(name)])
               for i, name in enumerate(names))
    assert trace["encoder.2.self_attention.weights"].labels[1:] == (("[CLS]", *names),) * 2
    other = subject.trace(catalog.examples("mae-digits")[4], (SetCell("masking.kept", (1,), 3.0),))
    assert other["masking.visible"].labels[0] is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_slots_see_of_each_other_is_not_said_to_be_in_the_picture(language):
    trace = zoo.load("detr-scenes").trace(catalog.examples("detr-scenes")[0])
    among = {stop.key: explain(trace, stop, 0, language, "intuition").title for stop in stops(trace, trace.plan)
             if stop.kind == "weights.self"}
    assert {key.partition(".")[0] for key in among} == {"encoder", "decoder"}
    assert not [title for title in among.values() if "图" in title or "picture" in title]


def test_of_a_target_moved_on_it_is_said_that_each_place_reads_the_word_before_the_one_it_guesses():
    trace = zoo.load("translator-zh-en").trace("我爱你。")
    words = trace["target"].labels[-1]
    for row in range(len(words)):
        said = findings.finding(trace, "shift_right", row).values
        at = max(row, 1)
        assert (said["row"], said["read"], said["wanted"]) == (at + 1, *words[at - 1:at + 1])
