"""A checkpoint that is broken: the reader is told what it is, and ``/health`` says so to whoever runs the server."""

import json

import pytest
from opened import opened

import app
from core import catalog, zoo
from pages.components import health
from pages.components.text import _words


def asked():
    (route,) = health.routes()
    answer = route.endpoint(None)
    assert route.path == "/health"
    return answer.status_code, json.loads(answer.body)


def test_item_7_all_is_well():
    assert asked() == (200, {"ok": True, "unusable": []})


@pytest.mark.parametrize("damaged", ["chat.json", "chat.safetensors"])
def test_item_7_a_broken_checkpoint_is_named_until_it_is_mended(tmp_path, monkeypatch, damaged):
    whole = {path.name: path.read_bytes() for path in catalog.CHECKPOINTS.glob("chat.*")}
    for name, content in whole.items():
        (tmp_path / name).write_bytes(content[: len(content) // 2] if name == damaged else content)
    monkeypatch.setattr(catalog, "CHECKPOINTS", tmp_path)
    assert asked() == (503, {"ok": False, "unusable": ["chat"]})
    (tmp_path / damaged).write_bytes(whole[damaged])
    assert asked() == (200, {"ok": True, "unusable": []})


def test_item_7_a_checkpoint_without_weights_is_unusable(tmp_path, monkeypatch):
    (tmp_path / "new.json").write_text(json.dumps({"kind": "translator"}), "utf-8")
    monkeypatch.setattr(catalog, "CHECKPOINTS", tmp_path)
    assert zoo.unusable() == ["new"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_item_7_the_reader_is_not_told_to_try_another_sentence(monkeypatch, language):
    said = []
    monkeypatch.setattr(app.st, "error", lambda text, **options: said.append(text))
    monkeypatch.setattr(app, "words", lambda name: _words(language, name))
    for error in (catalog.UnusableError("damaged"), ValueError("any other")):
        assert app.failed(error)
    assert said == [_words(language, "state")[key] for key in ("unusable", "failed")]


def test_item_7_a_page_with_a_broken_checkpoint_raises_what_names_it(monkeypatch):
    def broken(name):
        raise catalog.UnusableError("damaged")

    monkeypatch.setattr(zoo, "load", broken)
    page = opened("transformer/walkthrough", lang="en", text="书 我 我 书")
    assert page.exception and not page.warning
