"""Links and texts of a hostile visitor, drawn from a seed: links, and two hundred texts, half of them new.

What is wider than its window: test_axe, for texts that are read, and test_wide.
"""

import asyncio
import functools
import json
import math
import re
from urllib.parse import quote, urlencode

import pytest
from browser import ROOT
from hostile_texts import PARAMETERS, texts
from house import run
from reader import Reader
from test_pages import PAGES
from trap import trapped

from app import NEEDS
from core import catalog, zoo
from core.edits import Edit, from_text, to_text
from pages.components import address, model_choice, readable_text, session
from pages.components.location import Cell, Follow, Location, cell_from_text, follow_from_text, parameter
from pages.components.text_files import page_words

NAMES = (*PARAMETERS, "edits", "erratum", "note", "panels", "follow")
BROKEN = ("%ED%A0%80", "%ff%fe", "%C0%AF", "%", "%zz", "%u0000", "%00", "a%F0%9F", "\ud800")
"""Halves of characters, and what is no text at all, as a link may hold them."""
GIVEN = {"slider": {"min_value": 0.0, "max_value": 1.0}, "number_input": {"min_value": 0, "max_value": 9},
         "toggle": {}, "text_input": {"max_chars": 4}, "pills": {"options": ["a", 1], "selection_mode": "multi"},
         "segmented_control": {"options": range(3)}, "select_slider": {"options": (0.5, 1.0)}}


@functools.cache
def links(count=1000, seed=7):
    values = texts(count * len(NAMES), seed)
    return [dict(zip(NAMES, values[i::count])) for i in range(count)]


def test_hostile_links_are_read_or_left_out():
    for link in links():
        here = Location.parse(link)
        assert Location.parse(here.format()) == here
        for text in link.values():
            edits = from_text(text)
            assert all(isinstance(edit, Edit) for edit in edits) and from_text(to_text(edits)) == edits
            json.dumps(json.loads(to_text(edits) or "[]"), allow_nan=False)
            assert isinstance(cell_from_text(text), Cell | None) and isinstance(follow_from_text(text), Follow | None)
            for kind, given in GIVEN.items():
                value = address._read(kind, text, given)
                assert value is None or address._fits(kind, value, given)
                assert not isinstance(value, float) or math.isfinite(value)


@pytest.mark.parametrize("model", catalog.names()[:1] + catalog.names(corpus="dialogue") + catalog.names(reads="verse"))
def test_two_hundred_hostile_texts_are_read_or_told_why_not(model):
    notices = page_words("en", "state")
    for text in texts(200, 11):
        typed = text[:readable_text.BOX].strip()
        why, *_ = readable_text.unread(model, typed)
        assert not why or why in notices
        if not why:
            zoo.load(model).read(typed)


# ---- Over the wire ---------------------------------------------------------------------------------------------------

OWN = {path: sorted({parameter(key) for file in (ROOT / "pages" / path).parent.rglob("*.py")
                     for key in re.findall(r'key="([^"]+)"', file.read_text("utf-8"))}) for path in PAGES}
"""Of each page, what its own choices may be called in a link."""
TEXTS = [name for name in session.MODELS if catalog.abilities(name).reads != "picture"]
FIRST = {catalog.about(name)["kind"]: name for name in reversed(TEXTS)}
SHOWN = [(path, needs) for path in PAGES if (needs := NEEDS.get(path, model_choice.LESSON)) is not None]
PLACES = [(path, name) for path, needs in SHOWN for name in FIRST.values() if catalog.abilities(name).fit(**needs)]
PLACES += [("start", session.MODELS[0])]
"""Where a text can be typed: a page, and of each kind of model that it shows the first, that of everyday sentences on
about every other lesson; the start has its own box."""
PLACES = [(path, name) for number, (path, name) in enumerate(PLACES)
          if number % 2 == 0 or path in NEEDS or name != catalog.first(**model_choice.LESSON)]
COUNT, PATIENCE = 4 * len(PAGES), 60
TYPED = texts(5, 5)
"""What the links have as their text: so few that all pages share what is computed; many are typed below."""


@pytest.fixture
def unbroken(server, environment):
    """Afterwards: no script has failed, and nothing has left the machine."""
    yield server
    assert "Traceback" not in server.said() and trapped(environment) == []


def query(link, raw):
    """What stands behind the address: percent-encoded, or ``raw``, as somebody typed it who encodes nothing."""
    if not raw:
        return urlencode(link, errors="surrogatepass")
    return "&".join(f"{name}={quote(text, '%&=;+/?:@!$()*,', errors='surrogatepass')}" for name, text in link.items())


def name_of(path):
    return "" if path == "start" else path.rpartition("/")[2]


async def opens(server, path, asked):
    """A visitor comes by a link."""
    reader = Reader(server.address)
    async with reader.connected() as socket:
        await asyncio.wait_for(reader.ask(socket, reader.message(page=name_of(path), query=asked)), PATIENCE)


@pytest.mark.parametrize("number, path", list(enumerate(PAGES)))
def test_hostile_links_over_all_pages_break_nothing(unbroken, number, path):
    """Four a page. Every third is not encoded; the first of each page draws all its panels, at hostile choices of
    their own."""
    mine = [link | {"broken": BROKEN[(i + 3 * number) % len(BROKEN)], "text": TYPED[(number + i) % len(TYPED)]}
            for i, link in enumerate(links(COUNT)[number::len(PAGES)])]
    mine[0] |= dict(zip(OWN[path], texts(len(OWN[path]), number))) | {"panels": "all"}

    async def all_of_them():
        for i, link in enumerate(mine):
            await opens(unbroken, path, query(link, raw=i % 3 == 2))

    run(all_of_them())


async def types(server, path, model, given):
    """A visitor of a page types one text after another, of each what the box holds and a browser can send.

    Each is answered; beside the answer to one that cannot be read stands the sentence that it belongs to. From the
    start a text leads on.
    """
    reader, asked = Reader(server.address), urlencode({"model": model, "lang": "en"})
    most = 0 if path in NEEDS or catalog.abilities(model).small else model_choice.PIECES
    async with reader.connected() as socket:
        await asyncio.wait_for(reader.ask(socket, reader.message(page=name_of(path), query=asked)), PATIENCE)
        for text in given:
            typed = re.sub("[\ud800-\udfff]", "\ufffd", text)[:readable_text.BOX]
            await asyncio.wait_for(reader.type(socket, "asked" if path == "start" else "text", typed, asked), PATIENCE)
            answers = [line for line in reader.texts if line.startswith(":gray[") and "→]" in line]
            read = not readable_text.unread(model, typed.strip(), most)[0]
            assert not typed.strip() or [line.startswith(":gray[→]") for line in answers] == [read], (typed, answers)


@pytest.mark.parametrize("number, place", list(enumerate(PLACES)), ids=lambda given: given if isinstance(given, int)
                         else "-".join(given))
def test_two_hundred_hostile_texts_typed_on_every_page_break_nothing(unbroken, number, place):
    mine = texts(200, 11)[number::len(PLACES)]
    for given in [[text] for text in mine] if place[0] == "start" else [mine]:
        run(types(unbroken, *place, given))
