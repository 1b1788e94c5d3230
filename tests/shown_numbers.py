"""The numbers that all pages show of their first sentence, exhibit by exhibit and erratum by erratum.

    python tests/shown_numbers.py

writes them into golden/shown_numbers.json, where ``test_guessed_pages.py`` compares them: whoever changes what is shown
runs it and reads what git says has moved. The numbers of texts, metrics and tables are kept as they are written; of a
chart, a board or another picture: how many, two means that tell values and their order apart, and a checksum of its
labels.
"""

from __future__ import annotations

import json
import re
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import prepared  # noqa: E402, F401 - without the models that were brought here, as the tests

from core.numbers import RAISED  # noqa: E402 - the path comes first when this runs as a script
from tests.headless_page import key_of  # noqa: E402
from tests.unpacking import unpack  # noqa: E402

GOLDEN = ROOT / "tests" / "golden" / "shown_numbers.json"
WRITTEN = re.compile(r"(?<![\w.-])[-−]?\d+(?:,\d{3})*(?:\.\d+)?(?:×10[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)?")
TINY = 1e-5
"""What rounding alone may make another number of; of a large number, this share of it."""
UNSTEADY = {"N0-14", "R49", "R20", "R63", "N4-22", "N2-29"}
"""Where a gradient grows through many layers, or something is trained while it is shown: another processor's last bits
end in other numbers."""

Numbers = dict[str, list]


def texts(block) -> Iterator[str]:
    """What an element says; of an answer also whether the first option was right."""
    kind, icon = type(block).__name__, str(getattr(block, "icon", ""))
    if kind in ("Markdown", "Caption", "Success", "Warning", "Info", "Metric", "Latex"):
        yield f"{block.value} {int('check' in icon)}" if icon else str(block.value)
    elif kind == "Dataframe":
        yield block.value.to_csv(sep="\t", index=False)


def picture(block) -> tuple[np.ndarray, str] | None:
    """Every number that a picture is drawn from, and its labels; None of what is no picture."""
    proto = getattr(block, "proto", None)
    if getattr(block, "type", "") == "vega_lite_chart":
        sent = [proto.data.data, *(one.data.data for one in proto.datasets)]
        tables = [pyarrow.ipc.open_stream(one).read_pandas().to_csv() for one in sent if one]
        return _apart("\n".join([re.sub(r'"(padding|titleAnchor)": *{.*?}(, *)?', "", proto.spec), *tables]))
    if getattr(block, "type", "") != "bidi_component" or proto.component_name == "attention_control":
        return None
    if proto.component_name != "attention_board":
        return _apart(proto.json)
    header, arrays = unpack(proto.bytes[2 + int.from_bytes(proto.bytes[:2], "little"):])
    marks, labels = _apart(json.dumps([[one["outlines"], one.get("limit"), one["scale"], one["colour"], one["rows"],
                                        one["columns"], one["panels"]] for one in header["pictures"]]))
    return np.concatenate([marks, *(array.ravel().astype(float) for array in arrays.values())]), labels


def _apart(text: str) -> tuple[np.ndarray, str]:
    number = r"(?<![\w.#])-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?!\w)"
    return np.array([float(one) for one in re.findall(number, text)]), re.sub(r"#[\da-f]+|[-\d.]+(e-?\d+)?", "", text)


def sums(numbers: np.ndarray, labels: str) -> list[float]:
    """How many, their mean, and that with weights from 0 to 1, both of numbers drawn together as by a logarithm; and a
    checksum of the labels."""
    near = np.arcsinh(np.nan_to_num(numbers, posinf=1e12, neginf=-1e12).clip(-1e12, 1e12) / (10 * TINY))
    means = [round(float((near * by).mean()), 3) for by in (1, np.linspace(0, 1, len(near)))]
    return [len(near), *means, zlib.crc32(labels.encode())]


def by_exhibit(block, inside: str = "", found: dict[str, Numbers] | None = None) -> dict[str, Numbers]:
    """By exhibit or erratum: ``told``, numbers as they are written, and ``drawn``, the sums of each picture."""
    found = {} if found is None else found
    key = re.search(r"(?:exhibit|erratum)-(\S+)$", key_of(block))
    inside = key[1] if key else inside
    if inside and inside not in UNSTEADY:
        here = found.setdefault(inside, {"told": [], "drawn": []})
        here["told"] += [one for text in texts(block) for one in WRITTEN.findall(text)]
        if (seen := picture(block)) and len(seen[0]):
            here["drawn"].append(sums(*seen))
    for child in getattr(block, "children", {}).values():
        by_exhibit(child, inside, found)
    return found


def differences(kept: Numbers, now: Numbers) -> list[tuple]:
    """What differs by more than rounding: a unit of a number's last digit, a few hundredths of a picture's means."""
    if [len(kept[kind]) for kind in kept] != [len(now[kind]) for kind in kept]:
        return [(kept, now)]
    return [(a, b) for kind, near in (("told", _alike), ("drawn", _drawn_alike))
            for a, b in zip(kept[kind], now[kind]) if not near(a, b)]


def _alike(one: str, other: str) -> bool:
    (a, unit), (b, _) = map(_read, (one, other))
    return abs(a - b) <= max(1.01 * unit, TINY * max(1, abs(a)))


def _read(written: str) -> tuple[float, float]:
    """A number and the unit of its last digit."""
    digits, _, power = written.replace(",", "").replace("−", "-").partition("×10")
    ten = 10.0 ** int(power.translate({raised: plain for plain, raised in RAISED.items()}) or 0)
    return float(digits) * ten, 10.0 ** -len(digits.partition(".")[2]) * ten


def _drawn_alike(one: list[float], other: list[float]) -> bool:
    return one[0] == other[0] and all(abs(a - b) <= 0.03 for a, b in zip(one, other))


def golden_line(page: str, before: dict[str, dict]) -> str:
    """A page's line of the file; what rounding alone has moved stays as it was."""
    from tests.coverage_of_notes import drawn

    now, old = drawn(page).golden, before.get(page, {}).get("shown", {})
    now["shown"] = {key: old[key] if key in old and not differences(old[key], one) else one
                    for key, one in now["shown"].items()}
    return f"{json.dumps(page)}: {json.dumps(now, ensure_ascii=False)}"


if __name__ == "__main__":
    from tests.coverage_of_notes import chapters

    before = json.loads(GOLDEN.read_text("utf-8")) if GOLDEN.exists() else {}
    GOLDEN.write_text("{\n" + ",\n".join(golden_line(page, before) for page in chapters()) + "\n}\n", "utf-8")
    print(GOLDEN)
