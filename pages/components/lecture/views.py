"""A view of a lecture: a link of the app without its server, ``PAGE?PARAMETERS#EXHIBIT``, and where it leads."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit

from pages.components import session
from pages.components.bar.navigation import WALKTHROUGH
from pages.components.lecture.exhibits import WHOLE, exhibits
from pages.components.location import Location, cell_from_text, follow_from_text, number
from pages.components.text_files import LANGUAGES, passages

LONGEST = 8000
"""Letters of a link that any server reads."""
_PAGES = Path(__file__).parents[2]
_DRAWN = {"lang", "panels", "projector", "ask", "shows"}  # of an address, what says how the page is drawn
_CHECKED = {"cell": cell_from_text, "follow": follow_from_text, "head": number}


class BadViewError(ValueError):
    """Not a view: what is wrong, as a key of the words in ``lecture.toml``."""

    def __init__(self, what: str, **values: object):
        super().__init__(what)
        self.what, self.values = what, values


@functools.cache
def known_pages() -> frozenset[str]:
    """The pages of the app, as its links name them; "" is the first."""
    named = {path.parent.name for path in _PAGES.glob("*/*/*.py")
             if path.stem == path.parent.name and path.parts[-3] != "components"}
    return frozenset(named | {""})


@dataclass(frozen=True)
class View:
    """``exhibit``: the anchor of a lesson's exhibit, "" for the whole page."""

    page: str
    location: Location
    exhibit: str = ""

    @classmethod
    def parse(cls, link: object) -> View:
        """From the text of a link, with or without its server. Raises BadViewError."""
        if not isinstance(link, str) or len(link) > LONGEST or re.search(r"[\x00-\x1f\x7f]", link):
            raise BadViewError("view")
        try:
            parts = urlsplit(link)
            parameters = dict(parse_qsl(parts.query, keep_blank_values=True, max_num_fields=60))
        except ValueError:
            raise BadViewError("view") from None
        page = parts.path.rstrip("/").rpartition("/")[2]
        if page not in known_pages():
            raise BadViewError("page", page=page)
        if parameters.get("model", session.MODELS[0]) not in session.MODELS:
            raise BadViewError("model", model=parameters["model"], models=", ".join(session.MODELS))
        for name, accepts in _CHECKED.items():
            if parameters.get(name) and accepts(parameters[name]) is None:
                raise BadViewError("parameter", name=name, value=parameters[name])
        exhibit = parts.fragment.lower()
        if exhibit and (page == WALKTHROUGH or exhibit not in exhibits(page)):
            raise BadViewError("exhibit", page=page, exhibit=exhibit, exhibits=", ".join(exhibits(page)) or "–")
        parameters = {name: text for name, text in parameters.items() if name not in _DRAWN}
        return cls(page, Location.parse(parameters), exhibit)

    @property
    def walks(self) -> bool:
        """Whether it is of the walkthrough, which a sheet can draw."""
        return self.page == WALKTHROUGH

    @property
    def text(self) -> str:
        """The link that ``parse`` reads, its words as they are."""
        query = "&".join(f"{name}={re.sub('[%&+#=;]', _coded, text)}"
                         for name, text in self.location.format().items())
        return self.page + (query and f"?{query}") + (self.exhibit and f"#{self.exhibit}")

    def can_ask(self, ask: str, of_walkthrough: tuple[str, ...]) -> bool:
        """Whether this can be asked here: a kind of question, or a guess of the lesson."""
        return ask in of_walkthrough if self.walks else f"{ask}.try" in passages(LANGUAGES[0], self.page)

    def link(self, language: str) -> str:
        """Where it is in the app, for whoever wants to look around."""
        parameters = self.location.format() | {"lang": language}
        return f"{self.page}?{urlencode(parameters)}" + (self.exhibit and f"#{self.exhibit}")

    def projected(self, language: str, ask: str = "", shows: Sequence[str] = ()) -> str:
        """Where the projector finds it drawn without anything around it; of an exhibit those elements alone."""
        parameters = self.location.format() | {"lang": language}
        if self.walks:
            return f"r/view?{urlencode(parameters)}"
        more = {"projector": self.exhibit or WHOLE, "ask": ask, "shows": ",".join(shows)}
        return f"{self.page}?{urlencode(parameters | {name: value for name, value in more.items() if value})}"


def _coded(match: re.Match) -> str:
    return f"%{ord(match[0]):02X}"
