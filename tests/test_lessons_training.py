"""The page on training: snapshots, alignment, the live training's seats, and the page itself in both languages.

FIDELITY T64 (the three trainings to their end) is in test_fidelity_decoding.
"""

import functools
import math
import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from headless_page import answered, keys, lacking, opened
from sampling import trained

from core import zoo
from core.data import strangers
from core.experiments import reversal, reversal_worker
from core.experiments import training as experiment
from core.experiments.reversal_worker import Apart
from pages.transformer.training import session
from pages.transformer.training.seats import Seats

TEXT = "我昨天买了一本书。"
FIRST, LATER = strangers.lists().values()


def test_the_last_snapshot_is_the_checkpoint():
    steps = experiment.steps()
    assert steps == zoo.snapshots(experiment.NAME)
    assert steps == zoo.load(experiment.NAME).about["recipe"]["snapshots"]
    assert steps[0] == 0


def test_snapshots_of_another_training_are_not_shown(monkeypatch):
    monkeypatch.setattr(zoo, "snapshots", lambda name: [0, 132])
    assert experiment.steps() == []
    monkeypatch.setattr(zoo, "snapshots", lambda name: [])
    assert experiment.steps() == []


def test_attention_grows():
    layer, head = experiment.best_head()
    moments = list(experiment.moments(TEXT, layer))
    assert moments[0].loss > 3 > 0.5 > moments[-1].loss
    entropies = [float(-(m.weights[head] * m.weights[head].log()).sum(-1).mean()) for m in (moments[0], moments[-1])]
    assert entropies[1] < entropies[0] / 2
    assert experiment.agreement(moments[-1], moments[-1], head) == 1
    assert list(experiment.snapshot_answer(TEXT, moments[-1].step)) == zoo.load(experiment.NAME).answer(TEXT)
    assert all(torch.allclose(m.weights.sum(-1), torch.ones(m.weights.shape[:2]), atol=1e-5) for m in moments)


def test_alignment_is_read_in_the_row_that_produces_the_word():
    """The head that aligns best, on a hundred sentences: as the checkpoint tells from a thousand, within sampling."""
    layer, head = experiment.best_head()
    errors = experiment.errors()
    producing, own = errors[f"{layer} head {head}"]
    assert producing < 0.15 < 0.5 < own
    assert set(errors) == set(zoo.load(experiment.NAME).about["metrics"]["alignment"]["heads"])


@pytest.mark.parametrize("name", ["translator-zh-en", "translator-en-zh"])
def test_no_loss_below_the_floor_of_smoothing(name):
    assert min(loss for _, loss in experiment.losses(name)) > experiment.floor(name) > 0


def test_the_floor_is_the_paper_sized_one(monkeypatch):
    """N0-23: with 37,000 words and smoothing 0.1 the lowest loss is 1.377."""
    paper = SimpleNamespace(target_vocabulary=range(37_000), about={"recipe": {"smoothing": 0.1}})
    monkeypatch.setattr(zoo, "load", lambda name: paper)
    assert math.isclose(experiment.floor("paper"), 1.376913, abs_tol=1e-5)


@pytest.mark.parametrize("name", [experiment.NAME, experiment.WIDER])
def test_the_counts_of_the_strangers_sentences_are_of_the_stored_weights(name):
    subject, rows = zoo.load(name), zoo.load(name).about["metrics"]["strangers"]
    assert name != experiment.NAME or sum(row["sentences"] for row in rows) == len(FIRST) == 200
    for sentences, counted in ((FIRST, rows),
                               (LATER, subject.about["metrics"]["strangers_later"])):
        taught = subject.about["metrics"].get("taught", ())
        short = [one for one in sentences if one.length == "short" and one.text not in taught]
        right = sum(one.right(subject.answer_text(subject.answer(one.text))) for one in short)
        assert right == sum(row["right"] for row in counted if row["length"] == "short") > 0


def test_what_is_told_of_the_strangers_sentences():
    """Fewer are right than of the grammar's own; more by the translator that has learned from what people wrote."""
    subject, rows = zoo.load(experiment.NAME), zoo.load(experiment.NAME).about["metrics"]["strangers"]
    share = sum(row["right"] for row in rows if row["known"]) / sum(row["sentences"] for row in rows if row["known"])
    assert 100 * share < subject.about["metrics"]["exact_match"]["same_distribution"]
    readme = " ".join((Path(__file__).parent.parent / "README.md").read_text("utf-8").split())
    count = {known: [sum(row[key] for row in rows if row["known"] is known) for key in ("right", "sentences")]
             for known in (True, False)}
    assert count[True][1] == count[False][1] == 100  # as the page says
    assert (f"translates {count[True][0] + count[False][0]} right" in readme
            and "{} of {} whose words it knows, {} of the {} others".format(*count[True], *count[False]) in readme)
    wider = sum(row["right"] for row in zoo.load(experiment.WIDER).about["metrics"]["strangers"])
    assert f"translates {wider} of the other" in readme and wider > count[True][0] + count[False][0]
    later = [[sum(row[key] for row in zoo.load(name).about["metrics"]["strangers_later"])
              for key in ("right", "sentences")] for name in (experiment.WIDER, experiment.NAME)]
    assert later[0][0] > later[1][0] and later[1][1] == len(LATER)
    template = "Of {1[1]} more, written later, `{2}` translates {1[0]}; of the {0[1]} new to it `{3}` {0[0]}"
    assert template.format(*later, experiment.NAME, experiment.WIDER) in readme
    assert all(one.right(one.sample) for one in (*FIRST, *LATER))


def test_a_strangers_sentence_is_tried_after_the_guess():
    page, link = "transformer/training", {"lang": "en"}
    assert "stranger" not in [box.key for box in opened(page, **link).selectbox]
    app = opened(page, {"strangers": "under_third"}, **link)
    app.selectbox(key="stranger").select_index(3).run()
    assert not app.exception and any("I do not have a car" in one.value for one in app.markdown)


@pytest.mark.parametrize("name", list(reversal.VARIANTS))
def test_a_race_is_its_trainings_in_short_turns(name):
    race = reversal.Race((name,), seed=5, steps=12)
    shares = list(race.run())
    assert shares == sorted(shares)
    assert shares[-1] == 1
    assert race.done
    assert race.last(name).step == 12
    assert race.trainings[name].losses == trained(name, 12, 5).losses


def test_what_is_read_is_moved_by_one_or_not():
    target = reversal.target(0)
    assert reversal.VARIANTS["right"].input(target).tolist() == [reversal.MARKS.start, *target[:-1].tolist()]
    assert torch.equal(reversal.VARIANTS["no_shift"].input(target), target)


def test_two_sit_and_the_third_waits_until_one_leaves_or_is_gone():
    now = [0.0]
    seats = Seats(2, patience=10, clock=lambda: now[0])
    assert [seats.ask(who) for who in "abcd"] == [0, 0, 1, 2]
    seats.leave("a")
    assert [seats.ask(who) for who in "dcb"] == [1, 0, 0]
    now[0] = 8.0
    assert [seats.ask(who) for who in "cd"] == [0, 1]
    now[0] = 12.0
    assert [seats.ask(who) for who in "dc"] == [0, 0], "b has not asked for more than ten seconds"
    assert seats.ask("b") == 1


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_page_shows_all_its_exhibits(lang):
    app = opened("transformer/training", lang=lang)
    assert not app.exception
    assert not lacking(app, ("snapshots", "curve", "norms", "strangers", "N0-17-N1-18"), ("R12",))


@pytest.mark.parametrize("query", [{"model": "chat"}, {"model": "translator-en-zh"}, {"text": "!!!"}])
def test_the_page_stands_with_any_model_and_any_text(query):
    assert not opened("transformer/training", lang="en", **query).exception


def test_a_training_starts_stops_and_makes_others_wait(monkeypatch):
    monkeypatch.setattr(session, "SEATS", Seats(1, patience=60))
    first, second = opened("transformer/training", lang="en"), opened("transformer/training", lang="en")
    first.button(key="race start").click().run()
    assert first.session_state["race"].status == "running"
    assert first.session_state["race"].work.process.poll() is None, "it runs in a process of its own"
    second.button(key="race start").click().run()
    assert second.session_state["race"].status == "waiting"
    assert second.session_state["race"].place == 1
    assert "number 1 in line" in second.get("progress")[0].proto.text
    first.button(key="race stop").click().run()
    assert first.session_state["race"].status == "stopped"
    second.run()
    assert second.session_state["race"].status == "running"
    second.button(key="race stop").click().run()
    assert not first.exception
    assert not second.exception


def test_a_training_that_ends_tells_its_numbers_and_shows_where_each_looks(monkeypatch):
    monkeypatch.setattr(session.experiment, "Race", functools.partial(reversal.Race, steps=6))
    app = opened("transformer/training", {"N0-17": "right"}, lang="en")
    app.button(key="race start").click().run()
    race = app.session_state["race"]
    until(lambda: race.work.watched() or race.work.ended)
    (answer,) = answered(app.run())
    assert race.status == "done" and not app.exception
    shown = app.dataframe[0].value.values.tolist()
    assert [row[1:] for row in shown] == [[mark.loss, mark.forced, mark.alone, mark.exact]
                                         for mark in map(race.race.last, reversal.VARIANTS)]
    assert all(f"| {row[1]:.4f} |" in answer for row in shown[:2])
    assert "race inside" in " ".join(keys(app))


def test_the_task_of_the_live_training_is_to_reverse_six_of_nine_symbols():
    source, target = reversal.batch(500, torch.Generator().manual_seed(0))
    assert torch.equal(target[:, :-1], source.flip(1)) and set(target[:, -1].tolist()) == {reversal.MARKS.end}
    assert source.shape == (500, 6) and len(source.unique()) == 9


def test_item_4_a_training_is_a_process_that_gives_way_and_hands_over_what_it_learned():
    work = Apart(reversal.Race(seed=5, steps=6), patience=60)
    assert priority(work) == os.getpriority(os.PRIO_PROCESS, 0) + reversal_worker.LESS
    until(lambda: work.ended)
    assert work.handed_over and work.race.done
    here = trained("right", 6, 5)
    assert work.race.trainings["right"].losses == here.losses
    for key, value in here.model.state_dict().items():
        assert torch.equal(value, work.race.trainings["right"].model.state_dict()[key])
    assert {mark.variant for mark in work.race.marks} == set(reversal.VARIANTS)


def test_item_4_a_training_that_is_stopped_hands_over_what_there_is():
    work = Apart(reversal.Race(seed=5, steps=10_000), patience=60)
    until(lambda: work.race.trainings["right"].losses)
    work.stop()
    assert work.ended and work.handed_over and not work.race.done
    assert work.process.wait() is not None


def test_item_4_a_training_that_nobody_watches_is_killed():
    work = Apart(reversal.Race(seed=5, steps=10_000), patience=0.1)
    until(lambda: work.ended)
    assert work.process.wait() and not work.handed_over


def priority(work):
    """Of the process, once it has lowered it."""
    until(lambda: os.getpriority(os.PRIO_PROCESS, work.process.pid) or work.ended)
    return os.getpriority(os.PRIO_PROCESS, work.process.pid)


def until(condition, seconds=300):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_item_4_who_waits_is_drawn_nothing_but_the_place_and_asks_seldom(monkeypatch):
    monkeypatch.setattr(session, "SEATS", Seats(0, patience=60))
    app = opened("transformer/training", lang="en")
    app.button(key="race start").click().run()
    assert app.session_state["race"].pause >= 1 and app.session_state["race"].work is None
    assert not app.dataframe and len(app.get("progress")) == 1
