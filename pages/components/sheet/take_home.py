"""A sheet as one HTML file that works from a memory stick, to walk or to print: no server, nothing to install.

Modules import each other by relative addresses, which a file cannot resolve. So each import names its module by its
place below ``pages/components`` instead, and an import map leads these names to the modules' texts, as data addresses.
"""

from __future__ import annotations

import base64
import functools
import gzip
import html
import json
import re
from pathlib import Path

from pages.components.modules import HERE
from pages.components.sheet.contents import Sheet

ENTRY, PAPER = "sheet/take_home.js", "sheet/handout.js"
STYLES = ("board/board.css", "cell/worked.css", "head_grid/head_grid.css", "machine/machine.css")
_IMPORT = re.compile(r"""((?:\bfrom|\bimport)\s*)["'](\.{1,2}/[^"']+)["']""")

_PAGE = """<!doctype html>
<html lang="{language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline' data:; \
style-src 'unsafe-inline'; img-src data: blob:">
<title>{title}</title><style>{style}</style></head>
<body><div id="place"><p style="padding: 2rem">{loading}</p></div>
<noscript>{too_old}</noscript>
<script type="text/plain" id="packed">{packed}</script>
<script type="text/plain" id="message">{message}</script>
<script>
window.unpacked = async (id) => {{
  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}};
(async () => {{
  try {{
    const found = JSON.parse(new TextDecoder().decode(await unpacked("packed"))), imports = {{}};
    for (const [name, text] of Object.entries(found.modules)) {{
      imports[name] = "data:text/javascript;charset=utf-8," + encodeURIComponent(text);
    }}
    document.head.append(Object.assign(document.createElement("script"),
      {{ type: "importmap", textContent: JSON.stringify({{ imports }}) }}));
    window.styles = found.styles;
    await import("{entry}");
  }} catch (error) {{
    console.error(error);
    document.querySelector("#place").textContent = {error};
  }}
}})();
</script>
</body></html>
"""


def take_home(sheet: Sheet) -> str:
    """The walkthrough as a file. Its arithmetic takes some seconds to work."""
    return _file(sheet, ENTRY, sheet.message(whole=True), "sheet/sheet.css")


def handout(sheet: Sheet) -> str:
    """The views of the tour as a file to print: one a page, A4 on its side, with formulas and what is said of them."""
    return _file(sheet, PAPER, sheet.on_paper(), "sheet/sheet.css", "sheet/handout.css")


def _file(sheet: Sheet, entry: str, message: bytes, *styles: str) -> str:
    texts = sheet.texts
    words = texts["words"]["sheet"]
    return _PAGE.format(
        language=texts["language"], title=html.escape(f"{texts['sentence']} → {texts['answer']}".removesuffix(" → ")),
        style="\n".join(map(_read, styles)), loading=words["loading"], too_old=words["too_old"],
        error=json.dumps(words["too_old"], ensure_ascii=False), entry=entry, packed=_program(entry),
        message=_packed(message))


def _packed(data: bytes) -> str:
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


@functools.cache
def _program(entry: str) -> str:
    """The modules and the style sheets."""
    return _packed(json.dumps({"modules": _modules(entry), "styles": {path: _read(path) for path in STYLES}}).encode())


def _modules(entry: str) -> dict[str, str]:
    """The texts of all modules that the entry reaches, by their names."""
    texts: dict[str, str] = {}
    waiting = [entry]
    while waiting:
        name = waiting.pop()
        if name in texts:
            continue
        below = []

        def named(match: re.Match, name: str = name, below: list = below) -> str:
            below.append((HERE / Path(name).parent / match[2]).resolve().relative_to(HERE).as_posix())
            return f'{match[1]}"{below[-1]}"'

        texts[name] = _IMPORT.sub(named, _read(name))
        waiting += below
    return texts


def _read(path: str) -> str:
    return (HERE / path).read_text("utf-8")
