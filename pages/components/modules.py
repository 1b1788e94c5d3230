"""Scripts and styles of the components: ES modules of this folder, which a browser fetches once and keeps.

    show = component("attention_board", "board/board.js", css="board/board.css")    # like st.components.v2.component
    show(key="walk", data=...)
    control("__boards", "walk", {...})                       # what changes often, to the drawing of that key
    app = st.App(__file__, routes=routes())                  # serves the modules, and parts of payloads

What Streamlit would send with every mount (inline script and style) is a line that imports the module. Its folder in
the address is a digest of all modules: relative imports stay inside it, so an update is fetched anew, whole.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from pages.components import parts

HERE = Path(__file__).parent
TYPES = {".js": "text/javascript", ".css": "text/css"}
FOREVER = "public, max-age=31536000, immutable"

_SCRIPT = """const root = new URL("modules/{digest}/", document.baseURI);
const {{ load }} = await import(new URL("load.js", root).href), draw = load(root, "{script}", "{css}");
export default (await draw);"""
"""The whole of a component's script. A page lies one level below the app's root, as Streamlit's own files assume."""


def component(name: str, script: str, css: str = "") -> Any:
    """A component whose script (its default export draws it) and style lie in this folder.

    Its data are bytes, or go as ``written``, by the caller or here, which ``load.js`` undoes.
    """
    missing = [path for path in (script, css) if path and _file(path) is None]
    if missing:
        raise ValueError(f"The component {name!r} names modules that do not exist: {missing}.")
    mount = st.components.v2.component(name, js=_SCRIPT.format(digest=digest(), script=script, css=css))

    @functools.wraps(mount)
    def mounted(*, data: Any, **options: Any) -> Any:
        return mount(data=data if isinstance(data, (bytes, Written)) else written(data), **options)

    return mounted


class Written(dict):
    """What ``written`` gives."""


def written(data: Any) -> Written:
    """Data as JSON under one key. In lists and mappings Streamlit would look for tables: an import of pandas, 0.6 s."""
    return Written(json=json.dumps(data, ensure_ascii=False))


def compact(value: object, default: Callable[[Any], Any] | None = None) -> bytes:
    """Data as JSON without a space; ``default`` makes data of what is none."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=default).encode()


def control(registry: str, key: str, data: Mapping[str, Any]) -> None:
    """A second, small mount beside a drawing's: what changes often, so that the first one's message stays the same.

    ``registry``: the global that holds the slots of such drawings by key, ``__boards`` for instance.
    """
    _mount_control(key=f"{key}.control", data={**data, "registry": registry, "key": key})


def nothing() -> None:
    """For states and triggers that no callback waits for: Streamlit knows a component's by their callbacks."""


def below(path: str) -> str:
    """A path of this server, below ``server.baseUrlPath``."""
    base = str(st.get_option("server.baseUrlPath") or "").strip("/")
    return f"{base and f'/{base}'}{path}"


def routes() -> list[BaseRoute]:
    """Where the server finds the modules, and the parts of payloads."""
    return [Route(below("/modules/{version}/{path:path}"), _answer),
            Route(below("/parts/{version}/{number}"), parts.answer)]


@functools.cache
def digest() -> str:
    """Changes with any module."""
    hasher = hashlib.blake2b(digest_size=6)
    for path in sorted(path for path in HERE.rglob("*") if path.suffix in TYPES):
        hasher.update(str(path.relative_to(HERE)).encode() + b"\0" + path.read_bytes() + b"\0")
    return hasher.hexdigest()


async def _answer(request: Request) -> Response:
    """A module; one asked for under another digest (an update is under way) is not to be kept."""
    path = _file(request.path_params["path"])
    if path is None:
        return Response(status_code=404)
    caching = FOREVER if request.path_params["version"] == digest() else "no-store"
    return zipped(request, _read(path, path.stat().st_mtime_ns), TYPES[path.suffix], {"Cache-Control": caching})


def zipped(request: Request, content: bytes, media_type: str, headers: Mapping[str, str]) -> Response:
    """An answer, compressed for whoever takes it so, as every browser does."""
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(content, media_type=media_type, headers={**headers, "Vary": "Accept-Encoding"})
    return Response(_gzip(content), media_type=media_type,
                    headers={**headers, "Vary": "Accept-Encoding", "Content-Encoding": "gzip"})


@functools.lru_cache(maxsize=512)
def _read(path: Path, changed: int) -> bytes:
    """A file as it was when it was ``changed`` last, in nanoseconds."""
    return path.read_bytes()


@functools.lru_cache(maxsize=512)
def _gzip(content: bytes) -> bytes:
    return gzip.compress(content, 6, mtime=0)


def _file(path: str) -> Path | None:
    """A script or style below this folder; None for anything else, as for what no file can be called."""
    try:
        file = (HERE / path).resolve()
        return file if file.suffix in TYPES and file.is_relative_to(HERE) and file.is_file() else None
    except (OSError, ValueError):  # too long; a zero, half a surrogate pair
        return None


_mount_control = component("attention_control", "control.js")
