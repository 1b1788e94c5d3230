"""What all commands do alike: what stops one is told in a sentence, and ``--help`` says what it would do."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from subprocess import CalledProcessError

from core.files import UnusableError


@contextmanager
def exits_with_sentence() -> Iterator[None]:
    """Ends the process where something stops what is done inside: exit code 1 after a sentence, 130 after Ctrl-C."""
    try:
        yield
    except (UnusableError, ImportError, OSError, CalledProcessError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        print("\nStopped.", file=sys.stderr)
        sys.exit(130)


def run(command: str, does: str, work: Callable[[], object]) -> None:
    """Do the work of a command that takes no arguments, unless it is asked what it ``does``."""
    ArgumentParser(prog=command, description=does).parse_args()
    with exits_with_sentence():
        work()
