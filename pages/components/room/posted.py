"""What a page of ours posts: a bounded body of JSON, its fields of the types that are expected."""

from __future__ import annotations

import functools
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from pages.components.room.state import OverError


class BadPostError(ValueError):
    """Not what our own pages send; ``status`` is what it is answered with."""

    def __init__(self, status: int = 400):
        super().__init__(status)
        self.status = status


def answering(*unfit: type[Exception]) -> Callable:
    """A decorator for what answers a post: a bad one, a room that is over and what is ``unfit`` get a bare status."""
    def decorate(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
        @functools.wraps(answer)
        async def answered(request: Request) -> Response:
            try:
                return await answer(request)
            except BadPostError as error:
                return JSONResponse({}, error.status)
            except OverError:
                return JSONResponse({}, 404)
            except unfit:
                return JSONResponse({}, 400)

        return answered

    return decorate


async def posted(request: Request, largest: int, **fields: type | tuple[type, ...]) -> dict[str, Any]:
    """The fields of a body of at most ``largest`` bytes; one that may be absent has None among its types.

    Raises BadPostError.
    """
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > largest:
            raise BadPostError(413)
    try:
        data = json.loads(body)
        json.dumps(data, ensure_ascii=False).encode()  # half a surrogate pair is no text that could be sent on
    except (ValueError, RecursionError):
        raise BadPostError from None
    if not isinstance(data, dict):
        raise BadPostError
    values = {name: data.get(name) for name in fields}
    allowed = {name: kinds if isinstance(kinds, tuple) else (kinds,) for name, kinds in fields.items()}
    if not all(type(values[name]) in kinds for name, kinds in allowed.items()):
        raise BadPostError
    return values
