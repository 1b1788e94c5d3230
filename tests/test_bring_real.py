"""The two models of the package registry as they arrive, and a hub that a test plays."""

import functools
import http.server
import json
import os
import random
import re
import subprocess
import sys
import threading

import checkpoint_samples
import numpy as np
import pytest
import torch
import transformers
from house import FILES, ROOT
from safetensors.numpy import save_file
from tokenizers import Tokenizer, pre_tokenizers

# ---- Tokenizers ------------------------------------------------------------------------------------------------------


LINES = 800


@functools.cache
def strings():
    """2,000 strings: lines of Chinese, English and code, emoji, any characters, numbers, spaces, bytes of no text."""
    dice = random.Random(7)
    lines = [line for path in FILES if path.suffix in {".md", ".py", ".js"} and path.stat().st_size < 40_000
             for line in path.read_text("utf-8").splitlines() if line]
    ranges = [(0x1F300, 0x1FAFF), (0x20, 0x7F), (0xA0, 0x2FF), (0x4E00, 0x9FFF), (0x0, 0x20), (0x600, 0x6FF),
              (0x300, 0x36F), (0x2000, 0x206F), (0x20000, 0x2A6DF), (0xFF00, 0xFFEF), (0xAC00, 0xD7A3)]

    def drawn():
        return "".join(chr(dice.randint(*dice.choice(ranges))) for _ in range(dice.randint(1, 40)))

    def spaced():
        pieces = ["  ", " ", "\t", "\n", "12", "3.5", "４", "²", "a", "爱", "'s", "<|im_end|>", "[SEP]"]
        return "".join(dice.choice(pieces) for _ in range(dice.randint(1, 20)))

    def no_text():
        data = dice.randbytes(dice.randint(1, 40))
        return data.decode(dice.choice(["latin-1", "utf-8"]), errors="replace")

    return [*dice.sample(lines, LINES), *(made() for made in (drawn, spaced, no_text) for _ in range(400))]


def test_tokenizer_of_smollm2_is_that_of_transformers(real_models):
    """GPT-2's class, as the model's authors name it, and digits one by one."""
    file = real_models / "smollm2" / "tokenizer.json"
    data = json.loads(file.read_text("utf-8"))
    merges = [tuple(pair) for pair in data["model"]["merges"]]
    theirs = transformers.GPT2Tokenizer(vocab=data["model"]["vocab"], merges=merges)
    theirs.add_special_tokens({"additional_special_tokens": [own["content"] for own in data["added_tokens"]]})
    theirs.backend_tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    ours = Tokenizer.from_file(str(file))
    assert len(data["model"]["vocab"]) == 49_152 and len(data["added_tokens"]) == 17
    lines = set(strings()[:LINES])  # some bytes that no writing has are not among its pieces
    for text, ids in zip(strings(), theirs(strings())["input_ids"], strict=True):
        assert ours.encode(text).ids == ids, text
        assert text not in lines or ours.decode(ids, skip_special_tokens=False) == text, text


def test_tokenizer_of_minilm_is_that_of_transformers(real_models):
    file = real_models / "minilm" / "tokenizer.json"
    theirs = transformers.BertTokenizer(vocab=json.loads(file.read_text("utf-8"))["model"]["vocab"])
    ours = Tokenizer.from_file(str(file))
    for text, ids in zip(strings(), theirs(strings())["input_ids"], strict=True):
        assert ours.encode(text).ids == ids, text


# ---- Weights ---------------------------------------------------------------------------------------------------------


def test_smollm2_says_mary(real_models):
    model = transformers.LlamaForCausalLM.from_pretrained(real_models / "smollm2", dtype=torch.float32).eval()
    tokenizer = Tokenizer.from_file(str(real_models / "smollm2" / "tokenizer.json"))
    ids = tokenizer.encode("When Mary and John went to the store, John gave a drink to").ids
    with torch.no_grad():
        chance, word = model(torch.tensor([ids])).logits[0, -1].softmax(-1).max(-1)
    assert tokenizer.decode([int(word)]) == " Mary" and abs(float(chance) - 0.923) < 0.005


def test_minilm_finds_the_sentence_that_means_the_same(real_models):
    model = transformers.BertModel.from_pretrained(real_models / "minilm", dtype=torch.float32).eval()
    tokenizer = Tokenizer.from_file(str(real_models / "minilm" / "tokenizer.json"))
    texts = ["A man is eating food.", "Somebody has a meal.", "The stock market fell today."]
    with torch.no_grad():
        means = torch.stack([model(torch.tensor([tokenizer.encode(text).ids])).last_hidden_state[0].mean(0)
                             for text in texts])
    first, second, third = torch.nn.functional.normalize(means)
    assert first @ second > 0.5 > 0.2 > first @ third


# ---- A hub -----------------------------------------------------------------------------------------------------------


class Hub(http.server.BaseHTTPRequestHandler):
    """Answers as the hub does for ``owner/small``; ``cuts`` times, the weights come half and the line is cut."""

    root, cuts, asked = None, 0, []

    def files(self):
        return {path.name: path for path in self.root.iterdir()}

    def do_HEAD(self):
        self.do_GET(body=False)

    def do_GET(self, body=True):
        self.asked.append((self.command, self.path.rpartition("/")[2], self.headers.get("Range")))
        if self.path.startswith("/api/models/owner/small"):
            info = {"id": "owner/small", "sha": "c0ffee" * 6 + "cafe", "cardData": {"license": "mit"}, "siblings": [
                {"rfilename": name, "size": path.stat().st_size} for name, path in self.files().items()]}
            return self.answer(json.dumps(info).encode(), body, {})
        match = re.fullmatch(r"/owner/small/resolve/(\w{40})/([\w.]+)", self.path)
        if not match or match[2] not in self.files():
            return self.answer(b"", body, {"X-Error-Code": "RepoNotFound"}, 404)
        data, begin = self.files()[match[2]].read_bytes(), 0
        if wanted := re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", "")):
            begin = int(wanted[1])
        cut = body and match[2].endswith(".safetensors") and Hub.cuts > 0
        Hub.cuts -= cut
        headers = {"ETag": f'"{match[2]}"', "X-Repo-Commit": match[1]}
        self.answer(data[begin:], body, headers, 206 if begin else 200, cut)

    def answer(self, data, body, headers, status=200, cut=False):
        self.send_response(status)
        for name, value in (headers | {"Content-Length": str(len(data))}).items():
            self.send_header(name, value)
        self.end_headers()
        if body:
            self.wfile.write(data[:len(data) // 2] if cut else data)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def hub(tmp_path, monkeypatch):
    root, rows = checkpoint_samples.folder(tmp_path / "hub"), 100_000  # the library keeps what came by 10 MB
    large = {"model.embed_tokens.weight": np.ones((rows, 64), np.float32)}
    save_file(checkpoint_samples.weights() | large, root / "model.safetensors")
    (root / "config.json").write_text(json.dumps(checkpoint_samples.config() | {"vocab_size": rows}))
    (root / "pytorch_model.bin").write_bytes(b"\x80\x04never asked for")
    (root / "model.py").write_text("raise SystemExit")
    monkeypatch.setattr(Hub, "root", root)
    monkeypatch.setattr(Hub, "asked", [])
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hub) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


WITHOUT_WAITING = ("import runpy, time; time.sleep = lambda seconds: None; "
                   "runpy.run_module('core.bring', run_name='__main__')")
"""The command without the second that the hub's library waits before each new try."""


def command(tmp_path, hub, source):
    environment = os.environ | {"ATTENTION_MODELS": str(tmp_path / "models"), "HF_ENDPOINT": hub,
                                "HF_HOME": str(tmp_path / "home"), "HF_HUB_DISABLE_TELEMETRY": "1"}
    return subprocess.run([sys.executable, "-c", WITHOUT_WAITING, source], cwd=ROOT, env=environment, text=True,
                          capture_output=True, timeout=50)


def test_the_hub_gives_safetensors_and_json_alone_and_goes_on_where_it_was_cut(hub, tmp_path, monkeypatch):
    monkeypatch.setattr(Hub, "cuts", 100)
    stopped = command(tmp_path, hub, "owner/small")
    assert stopped.returncode == 1 and stopped.stderr.strip().endswith("the same command goes on."), stopped.stderr
    Hub.asked.clear()
    Hub.cuts = 1
    done = command(tmp_path, hub, "owner/small")
    assert done.returncode == 0, done.stderr
    got = [(name, begin) for method, name, begin in Hub.asked if method == "GET"]
    assert [name for name, _ in got][-2:] == ["model.safetensors"] * 2 and got[-1][1], "not resumed"
    assert not {name for name, _ in got} & {"config.json", "tokenizer.json", "pytorch_model.bin", "model.py"}
    about = json.loads((tmp_path / "models" / "small" / "about.json").read_text())
    assert about["licence"] == "mit" and about["source"].startswith("https://huggingface.co/owner/small/tree/c0ffee")
    assert sorted(os.listdir(tmp_path / "models")) == ["small"]
    unknown = command(tmp_path, hub, "owner/none")
    assert unknown.returncode == 1 and "no model owner/none" in unknown.stderr
