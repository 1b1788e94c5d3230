"""A phone, 390 x 844: a page that has been read wide becomes one, and what is wrong with a page on it is measured."""

import functools
from contextlib import contextmanager
from pathlib import Path

SIZE = {"width": 390, "height": 844}
MEASURE = Path(__file__).with_name("phone.js")
TOP = """() => {
  for (let at = document.querySelector("[data-testid=stMain]"); at; at = at.parentElement) at.scrollTo(0, 0);
}"""


def measured(page) -> list[str]:
    """What is too wide, too small to read or to touch, as sentences."""
    return [f"{kind}: {one}" for kind, faults in page.evaluate("phone()").items() for one in faults]


@functools.cache
def _talk(page):
    """It stays: with it the size would go that it has set."""
    return page.context.new_cdp_session(page)


def _sized(talk, size: dict, mobile: bool) -> None:
    sides = {f"screen{name.title()}": side for name, side in size.items()}
    talk.send("Emulation.setTouchEmulationEnabled", {"enabled": mobile})
    talk.send("Emulation.setDeviceMetricsOverride", size | sides | {"deviceScaleFactor": 1, "mobile": mobile})


@contextmanager
def held(page):
    """The page as it stands, from its top, on a phone with a finger; afterwards in its window again."""
    talk, before = _talk(page), page.viewport_size
    try:
        _sized(talk, SIZE, True)
        page.wait_for_function(f"innerWidth === {SIZE['width']} && matchMedia('(pointer: coarse)').matches")
        page.evaluate(TOP)
        yield page
    finally:
        _sized(talk, before, False)
        page.wait_for_function(f"innerWidth === {before['width']}")
