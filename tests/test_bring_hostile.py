"""Hostile checkpoints by name: each ends in one sentence, before memory is spent, and nothing is left."""

import json
import os
import pickle
import re
import struct

import checkpoint_samples
import numpy as np
import pytest
from safetensors.numpy import load_file, save_file
from test_bring import models, refusal  # noqa: F401 (a fixture)

from core.bring import header

WEIGHTS = "model.safetensors"


def with_header(change):
    """A folder whose safetensors header is changed, its numbers as they were."""
    def spoil(path):
        data = (path / WEIGHTS).read_bytes()
        length = int.from_bytes(data[:8], "little")
        header = json.loads(data[8:8 + length])
        text = change(header) or json.dumps(header)
        (path / WEIGHTS).write_bytes(struct.pack("<Q", len(text)) + text.encode() + data[8 + length:])
    return spoil


def entry(**changed):
    """A header whose entry of the table is changed."""
    return with_header(lambda header: header["model.embed_tokens.weight"].update(changed))


def shifted(by):
    def change(header):
        name = max(header, key=lambda key: header[key].get("data_offsets", [0])[0])
        header[name]["data_offsets"] = [place + by for place in header[name]["data_offsets"]]
    return with_header(change)


def with_bytes(file, change):
    return lambda path: (path / file).write_bytes(change((path / file).read_bytes()))


def with_config(**changed):
    return lambda path: (path / "config.json").write_text(json.dumps(checkpoint_samples.config() | changed))


def with_weights(change):
    def spoil(path):
        held = {name: value.copy() for name, value in load_file(path / WEIGHTS).items()}
        save_file(change(held) or held, path / WEIGHTS)
    return spoil


def spoilt_number(number, dtype=np.float32):
    def change(held):
        held["model.norm.weight"][3] = number
        return {name: value.astype(dtype) for name, value in held.items()}
    return with_weights(change)


def index(place):
    """A folder of shards whose index says that a tensor lies elsewhere."""
    def spoil(path):
        names = dict.fromkeys(checkpoint_samples.weights(), WEIGHTS)
        text = json.dumps({"weight_map": names | {"model.norm.weight": place}})
        (path / "model.safetensors.index.json").write_text(text)
    return spoil


def link(file, target):
    def spoil(path):
        os.replace(path / file, path.parent / f"moved-{file}")
        (path / file).symlink_to(target or path.parent / f"moved-{file}")
    return spoil


def pipe(path):
    (path / WEIGHTS).unlink()
    os.mkfifo(path / WEIGHTS)


def with_tokenizer(change):
    def spoil(path):
        tokenizer = json.loads(checkpoint_samples.tokenizer())
        change(tokenizer)
        (path / "tokenizer.json").write_text(json.dumps(tokenizer))
    return spoil


FOLDERS = {
    "pickle": (with_bytes(WEIGHTS, lambda data: pickle.dumps({"weight": [1.0] * 1000})), "pickle"),
    "pickle in an archive": (with_bytes(WEIGHTS, lambda data: b"PK\3\4" + data), "pickle or an archive"),
    "empty file": (with_bytes(WEIGHTS, lambda data: b""), "header"),
    "header longer than the file": (with_bytes(WEIGHTS, lambda data: struct.pack("<Q", 2 ** 62) + data[8:]), "header"),
    "header that ends early": (with_bytes(WEIGHTS, lambda data: struct.pack("<Q", 40) + data[8:]), "JSON"),
    "header of nested lists": (with_header(lambda header: '{"a":' + "[" * 900_000), "deep"),
    "header with a name twice": (with_header(lambda header: '{"a": 1, "a": 2}'), "twice"),
    "header without tensors": (with_header(lambda header: "{}"), "0 tensors"),
    "offsets past the end": (shifted(2 ** 40), "gap"),
    "overlap": (shifted(-16), "overlap"),
    "gap": (shifted(16), "gap"),
    "backward offsets": (entry(data_offsets=[76800, 0]), "does not fill"),
    "another type": (entry(dtype="F16"), "does not fill"),
    "unknown type": (entry(dtype="F4"), "type F4"),
    "type of whole numbers": (entry(dtype="I32"), "I32"),
    "shape of 10^18": (entry(shape=[10 ** 9, 10 ** 9]), "does not fill"),
    "negative shape": (entry(shape=[-300, -64]), "shape"),
    "shape of text": (entry(shape="300"), "shape"),
    "entry with more": (entry(code="x"), "something else"),
    "shapes that do not fit": (with_config(hidden_size=128), "128|embed|shape"),
    "10^9 layers": (with_config(num_hidden_layers=10 ** 9), "layers|1,?000,?000,?000"),
    "layers of text": (with_config(num_hidden_layers="two"), "layers"),
    "a tensor missing": (with_weights(lambda held: held.pop("model.norm.weight") is None or held), "norm"),
    "a tensor too many": (with_weights(lambda held: held | {"model.more.weight": np.ones(3, np.float32)}), "more"),
    "config of nested lists": (with_bytes("config.json", lambda data: b'{"a":' + b"[" * 400_000), "deep"),
    "config with NaN": (with_bytes("config.json", lambda data: b'{"a": NaN}'), "NaN"),
    "config that is a list": (with_bytes("config.json", lambda data: b"[]"), "object"),
    "config too long": (with_bytes("config.json", lambda data: b" " * 2_000_000 + data), "more than"),
    "unknown family": (with_config(model_type="own-code", auto_map={"AutoModel": "model.Model"}), "own-code"),
    "index outside": (index("../../etc/passwd"), "points to"),
    "index to a root": (index("/etc/passwd.safetensors"), "points to"),
    "index to a shard that is missing": (index("model-00002-of-00002.safetensors"), "no file"),
    "index of tensors not there": (lambda path: (index(WEIGHTS)(path), with_weights(
        lambda held: held.pop("model.norm.weight") is None or held)(path)), "same tensors"),
    "link": (link(WEIGHTS, None), "link"),
    "link outside": (link("config.json", "/etc/passwd"), "link"),
    "link of the tokenizer": (link("tokenizer.json", "/dev/zero"), "link"),
    "pipe": (pipe, "no file"),
    "truncated": (with_bytes(WEIGHTS, lambda data: data[:-1]), "cut"),
    "appended": (with_bytes(WEIGHTS, lambda data: data + b"PK"), "cut"),
    "NaN": (spoilt_number(np.nan), "finite"),
    "infinite": (spoilt_number(-np.inf), "finite"),
    "infinite in float16": (spoilt_number(np.inf, np.float16), "finite"),
    "tokenizer too long": (lambda path: os.truncate(path / "tokenizer.json", 10 ** 12), "more than"),
    "tokenizer deep": (with_bytes("tokenizer.json", lambda data: b'{"model":' + b"[" * 900_000), "deep"),
    "tokenizer wide": (with_bytes("tokenizer.json", lambda data: b'{"a":[' + b"[]," * 2_000_000), "honest"),
    "tokenizer of long rules": (with_tokenizer(lambda spec: spec.update(normalizer={
        "type": "Prepend", "prepend": "a" * 2_000_000})), "rules"),
    "tokenizer without meaning": (with_tokenizer(lambda spec: spec.update(model={"type": "Code"})), "no tokenizer"),
    "tokenizer of more words": (with_tokenizer(lambda spec: spec["model"]["vocab"].update(x=2 ** 31)), "rows"),
    "tokenizer missing": (lambda path: (path / "tokenizer.json").unlink(), "tokenizer.json"),
}


@pytest.mark.parametrize("name", FOLDERS)
def test_a_hostile_folder_ends_in_a_sentence(name, tmp_path, models):  # noqa: F811
    spoil, word = FOLDERS[name]
    path = checkpoint_samples.folder(tmp_path / "hostile")
    spoil(path)
    sentence = refusal(path, models)
    assert re.search(word, sentence), sentence


# ---- GGUF ------------------------------------------------------------------------------------------------------------


def field(key, count):
    """A file in which the list of this field says that it is so long."""
    def change(data):
        at = data.index(key) + len(key) + 8  # the types of list and values lie between
        return data[:at] + struct.pack("<Q", count) + data[at + 8:]
    return change


def tensor(name, kind=None, offset=None):
    """A file in which a matrix says another type, or another place."""
    def change(data):
        at = data.index(name) + len(name) + 4 + 2 * 8
        kinds, offsets = struct.unpack("<IQ", data[at:at + 12])
        return data[:at] + struct.pack("<IQ", kinds if kind is None else kind,
                                       offsets if offset is None else offset) + data[at + 12:]
    return change


def not_a_number(data):
    return data[:-2] + np.float16(np.nan).tobytes()


FILES = {
    "no GGUF": (lambda data: b"GGML" + data[4:], "no GGUF"),
    "2^40 tensors": (lambda data: data[:8] + struct.pack("<Q", 2 ** 40) + data[16:], "tensors"),
    "2^40 fields": (lambda data: data[:16] + struct.pack("<Q", 2 ** 40) + data[24:], "fields"),
    "list of 2^62": (field(b"tokenizer.ggml.tokens", 2 ** 62), "lists"),
    "list of 10^6": (field(b"tokenizer.ggml.token_type", 10 ** 6), "lies"),
    "truncated header": (lambda data: data[:500], "ends inside"),
    "truncated weights": (lambda data: data[:-1], "cut"),
    "overlapping tensors": (tensor(b"blk.1.ffn_up.weight", offset=0), "overlap"),
    "tensor past the end": (tensor(b"blk.1.ffn_up.weight", offset=2 ** 50), "cut"),
    "unknown type": (tensor(b"blk.1.ffn_up.weight", kind=9999), "9999"),
    "whole numbers": (tensor(b"blk.1.ffn_up.weight", kind=26), "26"),
    "unknown tensor": (lambda data: data.replace(b"blk.1.ffn_up", b"blk.1.ffn_xx"), "ffn_xx"),
    "another architecture": (lambda data: data.replace(b"\5\0\0\0\0\0\0\0llama", b"\5\0\0\0\0\0\0\0other"), "other"),
    "another tokenizer": (lambda data: data.replace(b"smollm", b"own-re"), "own-re"),
    "NaN": (not_a_number, "finite"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_hostile_gguf_file_ends_in_a_sentence(name, tmp_path, models):  # noqa: F811
    change, word = FILES[name]
    path = checkpoint_samples.gguf_file(tmp_path / "hostile.gguf")
    path.write_bytes(change(path.read_bytes()))
    sentence = refusal(path, models)
    assert re.search(word, sentence), sentence


@pytest.mark.parametrize("key", ["expert_count", "rope.scaling.original_context_length", "attention.sliding_window"])
def test_a_field_that_is_not_honoured_is_named(key, tmp_path, models):  # noqa: F811
    path = checkpoint_samples.gguf_file(tmp_path / "more.gguf", fields=[(key, 4)])
    assert key in refusal(path, models)


@pytest.mark.parametrize("source", ["nowhere", "/nowhere/at/all", "../..", "https://example.org/x", "a\0b", ""])
def test_no_source_is_a_sentence(source, models):  # noqa: F811
    refusal(source, models)


def test_a_header_of_any_length_is_read(tmp_path):
    """Its length is the file's first byte: one in 32 begins as a pickle does."""
    beginnings = set()
    for letters in range(260):
        save_file({"weight" + "x" * letters: np.zeros(2, np.float32)}, tmp_path / WEIGHTS)
        assert len(header.read(tmp_path / WEIGHTS)) == 1
        beginnings.add((tmp_path / WEIGHTS).read_bytes()[:1])
    assert b"\x80" in beginnings
