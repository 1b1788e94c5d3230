"""Whether the server can do its work: ``/health`` for those who watch over it, in one line of JSON.

``{"status": "well", "damaged": {}}``; or ``damaged``, and by file what is wrong with it. ``unready``, and 503: the
model that readers meet first cannot be used. Streamlit's own ``/_stcore/health`` says only that there is a server.
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from pages.components import model_choice, session
from pages.components.modules import below


def routes() -> list[BaseRoute]:
    """Where it is asked."""
    return [Route(below("/health"), _answer)]


def _answer(request: Request) -> Response:
    """In a thread of the pool: the first time all stored files are read, in a second or two.

    Whoever shares out the readers takes a replica that answers 503 out of service, and halts an update whose replicas
    do. One bad file of many is no reason for that: its page says so, and all the others work.
    """
    from core import file_check

    damaged, ready = file_check.late(session.MODELS) | file_check.damaged(), _ready()
    status = "unready" if not ready else "damaged" if damaged else "well"
    return JSONResponse({"status": status, "damaged": damaged}, 200 if ready else 503, {"Cache-Control": "no-store"})


def _ready() -> bool:
    """Whether this process can use the default model; what is loaded stays, whatever becomes of its files."""
    from core import zoo

    try:
        name = session.MODELS[0]
        zoo.load(name).read(model_choice.EXAMPLES[name])
    except (IndexError, ValueError):  # there is none; it cannot be used
        return False
    return True
