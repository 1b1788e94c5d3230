"""Memory that was freed is used again: all threads share two heaps of the C library.

glibc gives each of a server's threads a heap of its own, up to eight a core, and what is free in one is of no use to
the others (mallopt(3), M_ARENA_MAX).
"""

from __future__ import annotations

import contextlib
import ctypes

HEAPS = 2
_ARENA_MAX = -8  # M_ARENA_MAX of malloc.h


def share_heaps() -> None:
    """From now on, for threads that begin later; nothing where the C library is another."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_ARENA_MAX, HEAPS)
