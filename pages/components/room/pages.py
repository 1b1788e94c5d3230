"""Pages of plain HTML with their words: no session of Streamlit draws them."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from string import Template

from starlette.requests import Request
from starlette.responses import HTMLResponse

from pages.components.modules import below, digest
from pages.components.text_files import LANGUAGES

_COMPONENTS = Path(__file__).parents[1]


def tongue(request: Request) -> str:
    """The language of an answer: what the address says, or else the browser's."""
    chosen = request.query_params.get("lang")
    if chosen in LANGUAGES:
        return chosen
    return "en" if request.headers.get("accept-language", "zh").lower().startswith("en") else "zh"


def filled(file: str, language: str, texts: Mapping[str, str], status: int = 200, **data: object) -> HTMLResponse:
    """A page of a component's folder (``room/door.html``) with its words as text; ``data`` stand in it as JSON."""
    known = {key: html.escape(text) for key, text in texts.items()}
    known |= {key: json.dumps(value, ensure_ascii=False).replace("<", "\\u003c") for key, value in data.items()}
    page = Template((_COMPONENTS / file).read_text("utf-8")).substitute(
        known, language=language, modules=below(f"/modules/{digest()}"), app=below("/"))
    return HTMLResponse(page, status, headers={"Cache-Control": "no-store"})
