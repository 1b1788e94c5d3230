"""A stored file that is broken: the reader is told what it is, and ``/health`` says so to whoever runs the server."""

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from damaged_files import (
    asked,
    copied,
    damaged,
    forget,
    halve,
    mend,
    overwrite,
    plain,
    read_from,
    replace,
    without,
)
from headless_page import blocks, key_of, opened

import app
from core import catalog, file_check, files, zoo
from core.data import characters
from core.experiments import training
from pages.components import model_choice, session
from pages.components.text_files import page_words
from pages.notes.equations import index

FIRST, WATCHED = session.MODELS[0], training.NAME
JSONS = {"null": "null", "number": "7", "text": '"kind"', "deep": "[" * 200_000, "empty": "{}", "no text": "\ud800",
         "no examples": '{"kind": "dialogue", "languages": ["en", "en"], "examples": []}',
         "no text for example": '{"kind": "dialogue", "languages": ["en", "en"], "examples": [null]}'}


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of all that is stored, and what ``/health`` remembers of it."""
    folder = tmp_path_factory.mktemp("assets")
    copied(folder)
    return folder, {}


@pytest.fixture
def assets(copy, monkeypatch):
    """The copy, which may be broken; afterwards it is mended, and nothing is remembered but of files that are whole."""
    folder, said = copy
    read_from(folder, monkeypatch)
    monkeypatch.setattr(file_check, "_said", said)
    forget()
    yield folder
    forget()
    mend(folder)
    for name in [name for name, (_, sentence) in said.items() if sentence]:
        del said[name]


def test_item_7_all_is_well():
    assert asked() == (200, {"status": "well", "damaged": {}})


@pytest.mark.parametrize("spoil", [halve, replace, Path.unlink])
@pytest.mark.parametrize("end", ["json", "safetensors"])
def test_item_7_a_broken_checkpoint_is_named_until_it_is_mended(assets, spoil, end):
    path = assets / "checkpoints" / f"chat.{end}"
    whole = path.read_bytes()
    spoil(path)
    assert damaged() == {"checkpoints/chat"}
    with pytest.raises(ValueError, match="chat"):
        zoo.load("chat")
    assert len(catalog.names()) == len(session.MODELS) - (end == "json") and zoo.load(FIRST)
    if path.is_dir():
        path.rmdir()
    path.write_bytes(whole)
    assert not damaged() and zoo.load("chat") and len(catalog.names()) == len(session.MODELS)


@pytest.mark.parametrize("what", JSONS)
def test_item_7_json_of_another_form_leaves_the_model_out_until_it_is_mended(assets, what):
    path = assets / "checkpoints" / "chat.json"
    whole = path.read_bytes()
    path.write_bytes(JSONS[what].encode("utf-8", "surrogatepass"))
    assert "chat" not in catalog.names() and len(catalog.names()) == len(session.MODELS) - 1
    assert damaged() == {"checkpoints/chat"}
    path.write_bytes(whole)
    assert "chat" in catalog.names() and not damaged()


def test_a_model_is_made_of_both_files_as_they_are_when_it_is_loaded(assets):
    path = assets / "checkpoints" / "chat.json"
    about = catalog.read("chat")
    path.write_text(json.dumps(about | {"configuration": about["configuration"] | {"d_model": 64}}), "utf-8")
    assert catalog.about("chat") and damaged() == {"checkpoints/chat"}
    with pytest.raises(catalog.UnusableError, match="chat does not fit"):
        zoo.load("chat")
    path.write_text(json.dumps(about | {"seed": -1}), "utf-8")
    assert not damaged() and zoo.load("chat").about["seed"] == -1


def test_weights_that_are_no_numbers_are_damage(assets):
    overwrite(assets / "checkpoints" / "vit-digits.safetensors")
    assert damaged() == {"checkpoints/vit-digits"}
    with pytest.raises(catalog.UnusableError, match="not finite"):
        zoo.load("vit-digits")


@pytest.mark.parametrize("home", ["/home/john doe/lecture", "/srv/lecture"])
def test_where_the_files_lie_is_not_told(monkeypatch, home):
    monkeypatch.setattr(files, "ASSETS", Path(home) / "assets")
    for template in ("{}", "'{}'", '"{}": it is empty'):
        with pytest.raises(files.UnusableError) as raised, files.stored(files.ASSETS / "images" / "x.json"):
            raise OSError(template.format(files.ASSETS / "images" / "x.json"))
        assert not [part for part in ("home", "john", "doe/", "srv", "lecture") if part in str(raised.value)]
        assert "x.json" in str(raised.value).partition("(")[2]


def test_an_example_that_the_model_cannot_read_is_damage(assets):
    path = assets / "checkpoints" / "vit-digits.json"
    path.write_text(json.dumps(json.loads(path.read_text("utf-8")) | {"examples": ["7"]}), "utf-8")
    assert damaged() == {"checkpoints/vit-digits"}


def test_every_stored_file_is_read_and_each_is_told_of_by_its_name(assets):
    stored = [path for path in assets.rglob("*") if path.suffix in {".npz", ".xz", ".json", ".safetensors"}]
    stored = [path for path in stored if path.stem != FIRST]  # which is the next test
    wanted = {str(path.relative_to(assets)) for path in stored}
    zoo.load(FIRST).read(model_choice.EXAMPLES[FIRST])  # in memory it is whole, and so are the characters that it reads
    for path in stored:
        halve(path)
    wanted = {name.rpartition(".")[0] if name.startswith("checkpoints") else name for name in wanted}
    assert damaged() == wanted and len(wanted) > 40


def test_a_replica_that_cannot_read_characters_is_unready(assets):
    whole = characters.FILE.read_bytes()
    halve(characters.FILE)
    for remembered in (characters.book, characters._simplifier):
        remembered.cache_clear()
    status, health = asked()
    assert (status, health["status"]) == (503, "unready") and list(health["damaged"]) == ["poems/characters.json"]
    characters.FILE.write_bytes(whole)
    assert not damaged()


def test_a_replica_is_unready_only_where_the_first_model_cannot_be_used(assets):
    assert not damaged()
    halve(assets / "checkpoints" / f"{FIRST}.safetensors")
    assert damaged() == {f"checkpoints/{FIRST}"}  # in memory it is whole
    zoo._loaded.cache_clear()
    status, health = asked()
    assert (status, health["status"], list(health["damaged"])) == (503, "unready", [f"checkpoints/{FIRST}"])


def test_what_is_whole_is_read_once(assets, monkeypatch):
    monkeypatch.setattr(file_check, "_said", {})
    read, build = [], zoo.build
    monkeypatch.setattr(zoo, "build", lambda name, *given: read.append(name) or build(name, *given))
    assert not damaged() and len(read) > 25
    read.clear()
    assert not damaged() and not read
    path = assets / "checkpoints" / "chat.safetensors"
    os.utime(path, ns=(1, 1))
    assert not damaged() and read == ["chat"]


def test_many_who_ask_at_once_read_each_file_once_damaged_or_not(assets, monkeypatch):
    monkeypatch.setattr(file_check, "_said", {})
    read, weights = [], zoo.weights
    monkeypatch.setattr(zoo, "weights", lambda name, path: read.append(name) or weights(name, path))
    halve(assets / "checkpoints" / "chat.safetensors")
    with ThreadPoolExecutor(4) as pool:
        answers = [one.result() for one in [pool.submit(file_check.damaged) for _ in range(4)]]
    assert [list(one) for one in answers] == [["checkpoints/chat"]] * 4 and answers[0] == file_check.damaged()
    assert len(read) == len(set(read)) > 25


def test_damaged_snapshots_are_no_training_under_way(assets):
    assert training.steps()
    for path in (assets / "snapshots" / WATCHED).iterdir():
        halve(path)
    forget()
    with pytest.raises(catalog.UnusableError, match=rf"{WATCHED}@0 does not fit"):
        training.steps()
    page, w = opened("transformer/training", lang="en"), page_words("en", "training")
    assert not page.exception and [box.value for box in page.error] == [page_words("en", "state")["unusable"]]
    assert w["no_snapshots"] not in [box.value for box in page.info]
    shutil.rmtree(assets / "snapshots" / WATCHED)
    forget()
    assert training.steps() == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_item_7_the_reader_is_not_told_to_try_another_sentence(monkeypatch, language):
    errors = []
    monkeypatch.setattr(app.st, "error", lambda text, **options: errors.append(text))
    monkeypatch.setattr(app, "words", lambda name: page_words(language, name))
    for error in (catalog.UnusableError("damaged"), ValueError("any other")):
        assert app.failed(error)
    assert errors == [page_words(language, "state")[key] for key in ("unusable", "failed")]


@pytest.mark.parametrize(("page", "model", "text"), [("transformer/walkthrough", FIRST, "书 我 我 书"),
                                                     ("vision/vit", "vit-digits", "0123456789abcdef" * 4)])
def test_item_7_a_page_with_a_broken_checkpoint_raises_what_names_it_until_mended(assets, capfd, page, model, text):
    """Of texts whose run no other test has left in the cache, from which a page is drawn without its model."""
    path = assets / "checkpoints" / f"{model}.safetensors"
    whole = path.read_bytes()
    halve(path)
    broken, log = opened(page, lang="en", text=text), plain("".join(capfd.readouterr()))
    assert broken.exception and not broken.warning and f"UnusableError: The checkpoint {model} does not fit" in log
    assert any("model-shown" in key_of(block) or "model shown" in key_of(block) for block in blocks(broken.main))
    path.write_bytes(whole)
    mended = opened(page, lang="en", text=text)
    assert not mended.exception and not mended.warning and not mended.error


def test_what_recipes_and_experiments_write_is_missed(assets):
    catalog.names()  # which the start asks
    for name in ("checkpoints/chat.json", "checkpoints/chat.safetensors", "checkpoints/slots.safetensors",
                 f"snapshots/{WATCHED}/00529.safetensors", "experiments/data_scale.json"):
        (assets / name).unlink()
    assert damaged() == {"checkpoints/chat", "checkpoints/slots", f"snapshots/{WATCHED}/00529.safetensors",
                         "experiments/data_scale.json"}
    page = opened("vision/vit", lang="en")
    assert not page.exception and {box.value for box in page.error} == {page_words("en", "state")["unusable"]}
    with pytest.raises(catalog.UnusableError, match="no model called 'chat'"):
        zoo.load("chat")


def test_a_checkpoint_without_a_recipe_needs_no_more_than_its_kind_reads(assets):
    about = {key: catalog.read("chat")[key] for key in ("kind", "languages", "examples", "configuration", "vocabulary")}
    (assets / "checkpoints" / "mine.json").write_text(json.dumps(about), "utf-8")
    shutil.copy(assets / "checkpoints" / "chat.safetensors", assets / "checkpoints" / "mine.safetensors")
    assert not file_check.damaged() and "mine" in catalog.names(corpus="dialogue") and zoo.load("mine").answer("hello")
    (assets / "checkpoints" / "mine.safetensors").unlink()
    assert damaged() == {"checkpoints/mine"}


@pytest.mark.parametrize(("name", "path", "page", "named"), [
    (f"checkpoints/{WATCHED}", ("recipe", "steps"), "transformer/training", True),
    (f"checkpoints/{WATCHED}", ("metrics", "strangers"), "transformer/training", False),
    ("checkpoints/vit-digits", ("configuration", "patches"), "transformer/heads", True),
    ("experiments/data_scale", ("accuracy",), "vision/vit", True),
    ("experiments/small_translators", ("runs", "base"), "transformer/output", False)])
def test_a_file_that_lacks_what_is_read_is_damaged_for_its_exhibit(assets, name, path, page, named):
    """Of what is read by one exhibit only, deep inside, /health knows nothing."""
    without(assets / f"{name}.json", *path)
    shown = opened(page, lang="en", erratum="R42")
    assert not shown.exception and {box.value for box in shown.error} == {page_words("en", "state")["unusable"]}
    assert {key.removesuffix(".json") for key in damaged()} == ({name} if named else set())


def test_the_first_page_lacks_a_picture_and_health_says_so(assets):
    path = assets / "examples" / "start.npz"
    arrays = catalog.first_page()
    np.savez_compressed(path, **{name: arrays[name] for name in arrays if name != "scores"})
    assert damaged() == {"examples/start.npz"}
    np.savez_compressed(path, **arrays | {"about": np.array('{"zh": {}, "en": {}}')})
    assert damaged() == {"examples/start.npz"}


def test_an_equation_of_a_model_that_is_damaged_says_so_and_its_page_goes_on(assets, monkeypatch):
    monkeypatch.setattr(index, "_pictures", index._pictures.__wrapped__)
    halve(assets / "checkpoints" / "vit-digits.safetensors")
    page = opened("notes/equations", lang="en", equation="41")
    assert not page.exception and [box.value for box in page.error] == [page_words("en", "state")["unusable"]]
    assert {"index tries", "turn"} <= {key_of(block).rpartition("-")[2] for block in blocks(page.main)}


@pytest.mark.parametrize(("model", "page"), [("vit-digits", "vision/vit"), ("slots", "sequences/recurrent")])
def test_a_page_whose_only_model_was_left_out_says_so_below_its_bar(assets, monkeypatch, capfd, model, page):
    path = assets / "checkpoints" / f"{model}.json"
    whole = path.read_bytes()
    halve(path)
    monkeypatch.setattr(session, "MODELS", tuple(catalog.names()))
    assert_only_the_bar_is_drawn(page, capfd)
    assert not opened("transformer/walkthrough", lang="en").exception
    heads = opened("transformer/heads", lang="en")
    assert not heads.exception and len(heads.error) == (model == "vit-digits")
    path.write_bytes(whole)  # which is not enough: what can be chosen was found at the start
    assert_only_the_bar_is_drawn(page, capfd)
    assert "start it anew" in asked()[1]["damaged"][f"checkpoints/{model}"]


def assert_only_the_bar_is_drawn(page, capfd):
    broken, log = opened(page, lang="en"), "".join(capfd.readouterr())
    assert broken.exception and "UnusableError: " in plain(log) and "IndexError" not in plain(log)
    assert any(key_of(block).endswith("tools") for block in blocks(broken.main))
