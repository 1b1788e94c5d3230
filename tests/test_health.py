"""A stored file that is broken: the reader is told what it is, and ``/health`` says so to whoever runs the server."""

import json
import os
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from opened import blocks, key_of, opened

import app
from core import catalog, files, intact, zoo
from core.data import characters, digits, verses
from core.experiments import kept, training
from pages.components import health, state
from pages.components.text import _words
from pages.notes.equations import index
from pages.transformer.training import emergence

FIRST = state.MODELS[0]
JSONS = {"null": "null", "number": "7", "text": '"kind"', "deep": "[" * 200_000, "empty": "{}", "no text": "\ud800",
         "no examples": '{"kind": "dialogue", "languages": ["en", "en"], "examples": []}',
         "no text for example": '{"kind": "dialogue", "languages": ["en", "en"], "examples": [null]}'}


def asked():
    (route,) = health.routes()
    answer = route.endpoint(None)
    assert route.path == "/health"
    return answer.status_code, json.loads(answer.body)


def damaged():
    """What /health names, each with its file or model in the sentence; no path of the server's."""
    status, said = asked()
    assert status == 200 and said["status"] == ("damaged" if said["damaged"] else "well")
    for name, sentence in said["damaged"].items():
        known = Path(name).stem if name.startswith(("checkpoints", "snapshots")) else name
        assert known in sentence and str(catalog.CHECKPOINTS.parents[1]) not in sentence and "Traceback" not in sentence
    return set(said["damaged"])


@pytest.fixture
def assets(tmp_path, monkeypatch):
    """A copy of all that is stored, which may be broken; afterwards nothing of it is remembered."""
    for name in ("checkpoints", "snapshots", "examples", "experiments", "poems", "images"):
        shutil.copytree(catalog.CHECKPOINTS.parent / name, tmp_path / name)
    for name in ("CHECKPOINTS", "SNAPSHOTS", "EXAMPLES"):
        monkeypatch.setattr(catalog, name, tmp_path / name.lower())
    monkeypatch.setattr(kept, "FOLDER", tmp_path / "experiments")
    for module in (digits, verses, characters):
        monkeypatch.setattr(module, "FILE", tmp_path / module.FILE.parent.name / module.FILE.name)
    forget()
    yield tmp_path
    forget()


def forget():
    for remembered in (zoo.load, zoo.snapshot, catalog.about, state.unread, characters.book, characters._simplifier):
        remembered.cache_clear()
    emergence.kept.clear()


def plain(log):
    return re.sub(r"\x1b\[[\d;]*m", "", log)


def halve(path):
    path.write_bytes(path.read_bytes()[:path.stat().st_size // 2])


def overwrite(path):
    """All numbers of a file of weights with ones: NaN, in a file that can be read."""
    whole = path.read_bytes()
    start = 8 + int.from_bytes(whole[:8], "little")
    path.write_bytes(whole[:start] + b"\xff" * (len(whole) - start))


def replace(path):
    """A folder in place of the file."""
    path.unlink()
    path.mkdir()


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
    assert len(catalog.names()) == len(state.MODELS) - (end == "json") and zoo.load(FIRST)
    if path.is_dir():
        path.rmdir()
    path.write_bytes(whole)
    assert not damaged() and zoo.load("chat") and len(catalog.names()) == len(state.MODELS)


@pytest.mark.parametrize("what", JSONS)
def test_item_7_json_of_another_form_leaves_the_model_out_until_it_is_mended(assets, what):
    path = assets / "checkpoints" / "chat.json"
    whole = path.read_bytes()
    path.write_bytes(JSONS[what].encode("utf-8", "surrogatepass"))
    assert "chat" not in catalog.names() and len(catalog.names()) == len(state.MODELS) - 1
    assert damaged() == {"checkpoints/chat"}
    path.write_bytes(whole)
    assert "chat" in catalog.names() and not damaged()


def test_a_model_is_made_of_both_files_as_they_are_when_it_is_loaded(assets):
    path = assets / "checkpoints" / "chat.json"
    told = catalog.read("chat")
    path.write_text(json.dumps(told | {"configuration": told["configuration"] | {"d_model": 64}}), "utf-8")
    assert catalog.about("chat") and damaged() == {"checkpoints/chat"}
    with pytest.raises(catalog.UnusableError, match="chat does not fit"):
        zoo.load("chat")
    path.write_text(json.dumps(told | {"seed": -1}), "utf-8")
    assert not damaged() and zoo.load("chat").about["seed"] == -1


def test_weights_that_are_no_numbers_are_damage(assets):
    overwrite(assets / "checkpoints" / "vit-digits.safetensors")
    assert damaged() == {"checkpoints/vit-digits"}
    with pytest.raises(catalog.UnusableError, match="not finite"):
        zoo.load("vit-digits")


@pytest.mark.parametrize("home", ["/home/john doe/lecture", "/srv/lecture"])
def test_where_the_files_lie_is_not_told(monkeypatch, home):
    monkeypatch.setattr(files, "ASSETS", Path(home) / "assets")
    for told in ("{}", "'{}'", '"{}": it is empty'):
        with pytest.raises(files.UnusableError) as raised, files.stored(files.ASSETS / "images" / "x.json"):
            raise OSError(told.format(files.ASSETS / "images" / "x.json"))
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
    zoo.load(FIRST).read(state.EXAMPLES[FIRST])  # in memory it is whole, and so are the characters that it reads
    for path in stored:
        halve(path)
    wanted = {name.rpartition(".")[0] if name.startswith("checkpoints") else name for name in wanted}
    assert damaged() == wanted and len(wanted) > 40


def test_a_replica_that_cannot_read_characters_is_unready(assets):
    whole = characters.FILE.read_bytes()
    halve(characters.FILE)
    for remembered in (characters.book, characters._simplifier):
        remembered.cache_clear()
    status, said = asked()
    assert (status, said["status"]) == (503, "unready") and list(said["damaged"]) == ["poems/characters.json"]
    characters.FILE.write_bytes(whole)
    assert not damaged()


def test_a_replica_is_unready_only_where_the_first_model_cannot_be_used(assets):
    assert not damaged()
    halve(assets / "checkpoints" / f"{FIRST}.safetensors")
    assert damaged() == {f"checkpoints/{FIRST}"}  # in memory it is whole
    zoo.load.cache_clear()
    status, said = asked()
    assert (status, said["status"], list(said["damaged"])) == (503, "unready", [f"checkpoints/{FIRST}"])


def test_what_is_whole_is_read_once(assets, monkeypatch):
    read, build = [], zoo.build
    monkeypatch.setattr(zoo, "build", lambda name, *given: read.append(name) or build(name, *given))
    assert not damaged() and len(read) > 30
    read.clear()
    assert not damaged() and not read
    path = assets / "checkpoints" / "chat.safetensors"
    os.utime(path, ns=(1, 1))
    assert not damaged() and read == ["chat"]


def test_many_who_ask_at_once_read_each_file_once_damaged_or_not(assets, monkeypatch):
    read, weights = [], zoo.weights
    monkeypatch.setattr(zoo, "weights", lambda name, path: read.append(name) or weights(name, path))
    halve(assets / "checkpoints" / "chat.safetensors")
    with ThreadPoolExecutor(4) as pool:
        told = [one.result() for one in [pool.submit(intact.damaged) for _ in range(4)]]
    assert [list(one) for one in told] == [["checkpoints/chat"]] * 4 and told[0] == intact.damaged()
    assert len(read) == len(set(read)) > 30


def test_damaged_snapshots_are_no_training_under_way(assets):
    assert training.steps()
    for path in (assets / "snapshots" / FIRST).iterdir():
        halve(path)
    forget()
    with pytest.raises(catalog.UnusableError, match=rf"{FIRST}@0 does not fit"):
        training.steps()
    page, w = opened("transformer/training", lang="en"), _words("en", "training")
    assert not page.exception and [box.value for box in page.error] == [_words("en", "state")["unusable"]]
    assert w["no_snapshots"] not in [box.value for box in page.info]
    shutil.rmtree(assets / "snapshots" / FIRST)
    forget()
    assert training.steps() == []


@pytest.mark.parametrize("language", ["zh", "en"])
def test_item_7_the_reader_is_not_told_to_try_another_sentence(monkeypatch, language):
    said = []
    monkeypatch.setattr(app.st, "error", lambda text, **options: said.append(text))
    monkeypatch.setattr(app, "words", lambda name: _words(language, name))
    for error in (catalog.UnusableError("damaged"), ValueError("any other")):
        assert app.failed(error)
    assert said == [_words(language, "state")[key] for key in ("unusable", "failed")]


@pytest.mark.parametrize(("page", "model", "text"), [("transformer/walkthrough", FIRST, "书 我 我 书"),
                                                     ("vision/vit", "vit-digits", "")])
def test_item_7_a_page_with_a_broken_checkpoint_raises_what_names_it_until_mended(assets, capfd, page, model, text):
    path = assets / "checkpoints" / f"{model}.safetensors"
    whole = path.read_bytes()
    halve(path)
    broken, log = opened(page, lang="en", text=text), plain("".join(capfd.readouterr()))
    assert broken.exception and not broken.warning and f"UnusableError: The checkpoint {model} does not fit" in log
    assert any("model-shown" in key_of(block) or "model shown" in key_of(block) for block in blocks(broken.main))
    path.write_bytes(whole)
    mended = opened(page, lang="en", text=text)
    assert not mended.exception and not mended.warning and not mended.error


def test_an_equation_of_a_model_that_is_damaged_says_so_and_its_page_goes_on(assets, monkeypatch):
    monkeypatch.setattr(index, "_pictures", index._pictures.__wrapped__)
    halve(assets / "checkpoints" / "vit-digits.safetensors")
    page = opened("notes/equations", lang="en", equation="41")
    assert not page.exception and [box.value for box in page.error] == [_words("en", "state")["unusable"]]
    assert {"index tries", "turn"} <= {key_of(block).rpartition("-")[2] for block in blocks(page.main)}


@pytest.mark.parametrize(("model", "page"), [("vit-digits", "vision/vit"), ("slots", "sequences/recurrent")])
def test_a_page_whose_only_model_was_left_out_says_so_below_its_bar(assets, monkeypatch, capfd, model, page):
    path = assets / "checkpoints" / f"{model}.json"
    whole = path.read_bytes()
    halve(path)
    monkeypatch.setattr(state, "MODELS", tuple(catalog.names()))
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
