"""What a room shows, between a session and the server: the run of a sheet as data, and the sheet of it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from pages.components import parts
from pages.components.cache import shared
from pages.components.modules import zipped
from pages.components.sheet import Sheet, sheet


def shown(run: tuple[str, ...], place: dict[str, Any]) -> dict[str, Any]:
    """``run``: model, sentence, language, depth, edits as a link has them, view; ``place``: as sheet.js goes to it."""
    digest = hashlib.blake2b(json.dumps(run).encode(), digest_size=8).hexdigest()
    return {"run": list(run), "language": run[2], "sheet": digest, "place": place}


@shared
def sheet_of(model: str, sentence: str, language: str, depth: str, edits: str, view: str) -> Sheet:
    """The sheet of a run, its parts served for as long as it is among the last. In a thread: it may take a second."""
    from core.edits import from_text

    run_sheet = sheet(model, sentence, language, depth, from_text(edits), view)
    parts.keep(run_sheet.pictures)
    return run_sheet


async def sheet_answer(request: Request, run: Sequence[str]) -> Response:
    """The sheet of a run, as a page fetches it; made once, whoever asks first."""
    run_sheet = await run_in_threadpool(sheet_of, *run)
    return zipped(request, await run_in_threadpool(run_sheet.message, whole=False), "application/octet-stream",
                  {"Cache-Control": "private, max-age=3600"})
