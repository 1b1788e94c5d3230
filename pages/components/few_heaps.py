"""Memory that was freed is used again: all threads share two heaps of the C library, and large tensors lie outside.

glibc gives each of a server's threads a heap of its own, up to eight a core, and what is free in one is of no use to
the others (mallopt(3), M_ARENA_MAX). A block of 128 KB or more goes back to the system when it is freed, but only until
the first such block is: then glibc raises that mark, and large tensors leave holes between small things that stay. A
mark that is set stays (M_MMAP_THRESHOLD).
"""

from __future__ import annotations

import contextlib
import ctypes

HEAPS, LARGE = 2, 128 * 1024
_ARENA_MAX, _MMAP_THRESHOLD = -8, -3  # M_ARENA_MAX and M_MMAP_THRESHOLD of malloc.h


def share_heaps() -> None:
    """From now on, for threads that begin later; nothing where the C library is another."""
    with contextlib.suppress(OSError, AttributeError, TypeError):  # the last: on Windows
        ctypes.CDLL(None).mallopt(_ARENA_MAX, HEAPS)
        ctypes.CDLL(None).mallopt(_MMAP_THRESHOLD, LARGE)
