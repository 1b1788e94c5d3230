"""A file to take along, and the way to make one, stay until its reader's browser has fetched it.

Streamlit drops a made file when two runs of any readers have ended, and the function that makes one with the first that
ends after its page has begun a new run. Where a class is at work, both are over before an answer has travelled to a
browser and back: the download never came.
"""

from __future__ import annotations

import time

from streamlit.runtime.media_file_manager import MediaFileManager, MediaFileMetadata

KEPT = 60.0
"""Seconds for which they stay."""


def keep_a_while() -> None:
    """From now on, for all files of this process."""
    def orphaned_long_ago(file: MediaFileMetadata) -> bool:
        return time.monotonic() > vars(file).setdefault("orphaned", time.monotonic()) + KEPT

    def remove_orphaned(manager: MediaFileManager) -> None:
        now, used = time.monotonic(), {
            name for files in manager._files_by_session_and_coord.values() for name in files.values()}
        for name, one in list(manager._deferred_callables.items()):
            if name not in used and now > one.setdefault("orphaned", now) + KEPT:
                manager._drop_deferred_id(name)

    MediaFileMetadata.is_marked_for_delete = property(orphaned_long_ago)
    MediaFileManager._remove_orphaned_deferred_callables = remove_orphaned
