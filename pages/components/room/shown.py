"""What a room shows, between a session and the server: the run of a sheet as data, and the sheet of it."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from pages.components.room.state import Room
from pages.components.sheet import Sheet, sheet


def shown(run: tuple[str, ...], place: dict[str, Any]) -> dict[str, Any]:
    """``run``: model, sentence, language, depth, edits as a link has them, view; ``place``: as sheet.js goes to it."""
    digest = hashlib.blake2b(json.dumps(run).encode(), digest_size=8).hexdigest()
    return {"run": list(run), "language": run[2], "sheet": digest, "place": place}


def sheet_of(room: Room) -> Sheet:
    """The sheet that followers draw now. In a thread: it may take a second."""
    from core.edits import from_text

    model, sentence, language, depth, edits, view = room.shown["run"]
    return sheet(model, sentence, language, depth, from_text(edits), view)
