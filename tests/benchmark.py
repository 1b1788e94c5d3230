"""Measures what the issue promises and prints each number beside its target.

    python tests/benchmark.py core      # recording against the plain pass, the plain pass against nn.Transformer
    python tests/benchmark.py large     # a cell of a model of 12 layers of width 768 with 50,000 words
    python tests/benchmark.py real      # a language model of 135 million parameters: keys, cells, words, memory
    python tests/benchmark.py page      # start, first visit, keys and clicks in a real Chromium
    python tests/benchmark.py typed     # from Enter on a new sentence to its machine
    python tests/benchmark.py lessons   # a click to another page, a click on a switch
    python tests/benchmark.py load      # the four that follow
    python tests/benchmark.py stepping  # sixty sessions that step every three seconds
    python tests/benchmark.py class     # sixty that open one page at once; sixty sentences over all pages
    python tests/benchmark.py waiting   # steps beside readers who wait for a training
    python tests/benchmark.py replicas  # the mixed load without a pause, of one and of two replicas behind nginx
    python tests/benchmark.py room      # a lecturer whom a thousand follow: a key to their pictures, their answers
    python tests/benchmark.py soak      # half an hour over all pages: no error, and the memory stays as it is
"""

import sys
from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
LOAD = ("stepping", "class", "waiting", "replicas")
PARTS = ("core", "large", "real", "page", "typed", "lessons", *LOAD, "room", "soak")


def table(rows: list[tuple[str, float, float, str]]) -> bool:
    """Print (what, number, target, unit) as a table; whether every number is within its target."""
    width = max(len(what) for what, *_ in rows)
    for what, number, target, unit in rows:
        mark = "ok" if number <= target else "MISSED"
        print(f"{what:<{width}}  {number:>9.2f} {unit:<3} target {target:>7g} {unit:<3} {mark}")
    return all(number <= target for _, number, target, _ in rows)


def processor() -> tuple[int, int]:
    """(hundredths of a second in which something ran, those in which the machine's host let others run instead)."""
    user, nice, system, _, _, interrupts, soft, stolen = map(int, Path("/proc/stat").read_text().split()[1:9])
    return user + nice + system + interrupts + soft, stolen


def measured(name: str) -> bool:
    before = processor()
    rows = import_module(f"bench_{name}").rows()
    ran, stolen = (now - then for now, then in zip(processor(), before))
    print(f"of the time that was wanted, the machine's host gave {stolen / max(1, ran + stolen):.0%} to others")
    return table(rows)


def main() -> int:
    wanted = [part for name in sys.argv[1:] for part in (LOAD if name == "load" else (name,))]
    if not wanted or not set(wanted) <= set(PARTS):
        print(f"usage: python tests/benchmark.py {{{','.join((*PARTS, 'load'))}}} ...")
        return 2
    sys.path[:0] = [str(HERE.parent), str(HERE)]
    return 0 if all([*map(measured, wanted)]) else 1


if __name__ == "__main__":
    sys.exit(main())
