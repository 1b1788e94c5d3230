"""``python -m core.bring SOURCE`` brings a model; without a source it lists what is there."""

import argparse
import contextlib
import signal
import sys

from core import catalog, command, device
from core.bring import model_folder
from core.bring.registry import PACKAGES
from core.bring.sources import bring
from core.files import UnusableError

ASKED_FROM = 1_000_000_000


def ask(nbytes: int) -> None:
    """Raises UnusableError if much would be written and the operator does not want it."""
    if nbytes > ASKED_FROM:
        print(f"This writes {nbytes / 1e9:.1f} GB into {model_folder.folder()}. Go on? [y/N] ", end="", flush=True)
        if not sys.stdin.readline().lower().startswith("y"):
            raise UnusableError("Nothing was written.")


def progress(done: int, total: int) -> None:
    """A bar, drawn over the last one."""
    bar = "#" * (30 * done // total)
    print(f"\r[{bar:30}] {done / 1e6:,.0f} of {total / 1e6:,.0f} MB", end="\n" if done == total else "", flush=True)


def listing() -> str:
    """A table of the models that are there, and the commands for the two that need no address."""
    names = model_folder.names()
    return "\n".join([f"{model_folder.folder()}: {len(names) or 'no'} models", *map(line, names),
                      *(f"python -m core.bring {name}" for name in PACKAGES if name not in names)])


def line(name: str) -> str:
    """One model of the table, or what is wrong with it."""
    try:
        about = model_folder.about(name)
    except UnusableError as error:
        return str(error)
    return (f"{name}: {about['parameters']:,} parameters, {about['bytes'] / 1e6:,.0f} MB on disk, "
            f"{4 * about['parameters'] / 1e6:,.0f} MB of memory; {about['licence'] or 'licence not stated'}; "
            f"{about['source']}, {about['date']}")


def measure(name: str) -> None:
    """Keep what each head of a language model does, for which a server's first reader would wait some seconds."""
    from core import zoo  # torch, which a list of what is there does without
    from core.experiments import head_kinds

    if catalog.kind_of_brought(name) and catalog.abilities(name).tokenizer == "bytes":
        model_folder.add(name, heads=head_kinds.kinds(zoo.load(name)))


def main(arguments: list[str] | None = None) -> None:
    """The command line, which ``core.command.exits_with_sentence``, as where ``ATTENTION_DEVICE`` names none here."""
    parser = argparse.ArgumentParser(prog="python -m core.bring", description="""Brings models that others trained, for
        this server to show; without a source it lists those that are there.""")
    parser.add_argument("source", nargs="*", help=f"{', '.join(PACKAGES)}, a folder, a .gguf file, or owner/name")
    sources = parser.parse_args(arguments).source
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped; only what is named above is there."))
    # so that unfinished files are removed
    with command.exits_with_sentence():
        if not sources:
            print(listing())
        device.chosen()  # before a model is fetched, which is then measured on it
        for source in sources:
            path = bring(source, ask, progress)
            print(path)
            with contextlib.suppress(UnusableError):  # which the page that shows it will tell
                measure(path.name)


if __name__ == "__main__":
    main()
