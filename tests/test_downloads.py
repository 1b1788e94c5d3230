"""What is taken along can still be fetched when many readers' pages have been drawn meanwhile, and not for ever."""

import time

import pytest
from streamlit.runtime import media_file_manager
from streamlit.runtime.media_file_manager import MediaFileManager, MediaFileMetadata
from streamlit.runtime.media_file_storage import MediaFileStorageError
from streamlit.runtime.memory_media_file_storage import MemoryMediaFileStorage

from pages.components import downloads


def test_a_made_file_and_the_way_to_make_it_stay_a_while_after_other_runs_have_ended(monkeypatch):
    now = time.monotonic()
    monkeypatch.setattr(media_file_manager, "_get_session_id", lambda: "reader")
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(MediaFileMetadata, "is_marked_for_delete", MediaFileMetadata.is_marked_for_delete)
    name = "_remove_orphaned_deferred_callables"
    monkeypatch.setattr(MediaFileManager, name, getattr(MediaFileManager, name))
    downloads.keep_a_while()
    storage = MemoryMediaFileStorage("/media")
    files = MediaFileManager(storage)
    made = files.add_deferred(lambda: b"run", "application/octet-stream", "1.2", "run.npz")
    files.clear_session_refs("reader")  # a run of the reader's page has begun
    for _ in range(3):
        files.remove_orphaned_files()  # and three of others have ended
        file = files.execute_deferred(made).rpartition("/")[2]
    for _ in range(3):
        files.remove_orphaned_files()
        assert storage.get_file(file).content == b"run"
    now += downloads.KEPT + 1
    files.remove_orphaned_files()
    with pytest.raises(MediaFileStorageError):
        files.execute_deferred(made)
    with pytest.raises(MediaFileStorageError):
        storage.get_file(file)
