"""Every scene of the ready lectures on a projector of 1280 x 720: what it is about lies on the screen, large enough."""

import json

import pytest
from browser import Visit
from playwright.sync_api import Error

from pages.components.lecture import library
from pages.components.lecture.scenes import read
from pages.components.text_files import LANGUAGES

pytestmark = pytest.mark.browser
READY = {name: read(library.text_of(name), name) for name in library.ready()}
SIZE = {"width": 1280, "height": 720}
LEAST = 1.25  # a view's pixel on the screen: 16 are 20
SHOWN = """(shows) => {
  const frame = document.querySelector("#stage iframe.shown"), { contentWindow, contentDocument } = frame;
  const boxes = shows.flatMap((name) => [...contentDocument.querySelectorAll(name)].map((one) => (
    { name, ...one.getBoundingClientRect().toJSON() })));
  return { wide: contentWindow.innerWidth, high: contentWindow.innerHeight, zoom: Number(frame.style.zoom),
    boxes: boxes.filter(({ width }) => width),
    failed: contentDocument.querySelectorAll("[data-testid=stAlertContentError], [data-testid=stException]").length };
}"""


def selector(name):
    return f'[class*="st-key-{name[:-1]}"]' if name.endswith("*") else f".st-key-{name}"


def outside(page, scene):
    """What is wrong with a lesson's scene that is shown: sentences."""
    names = [selector(name) for name in scene.shows] or ['[class*="st-key-exhibit-"]']
    found = page.evaluate(SHOWN, names)
    wrong = [f"{name} is not there" for name in names if not any(box["name"] == name for box in found["boxes"])]
    wrong += [f"{box['name']} lies outside: {json.dumps(box)}" for box in found["boxes"] if box["top"] < -2
              or box["left"] < -2 or box["bottom"] > found["high"] + 2 or box["right"] > found["wide"] + 2]
    return wrong + ["too small"] * (found["zoom"] < LEAST) + ["failed"] * found["failed"]


@pytest.mark.parametrize(("name", "language"), [(name, LANGUAGES[i % 2]) for i, name in enumerate(READY)])
def test_what_a_scene_is_about_lies_on_the_screen(browser, server, name, language):
    wrong = {}
    with Visit(browser, server.address, **SIZE) as visit:
        page = visit.page
        page.goto(f"{server.address}/projector?lecture={name}&lang={language}")
        for number, scene in enumerate(READY[name].scenes, 1):
            page.wait_for_function(f"document.body.dataset.drawn === '{number}'")
            if page.locator("#asked").is_visible():
                page.keyboard.press("Space")
                page.keyboard.press("ArrowRight")
            if not scene.view.walks:
                found = settled(page, scene)
                wrong |= {number: found} if found else {}
            page.keyboard.press("PageDown")
    assert wrong == {}


def settled(page, scene):
    """What is wrong once the view has been fitted to its place; it is, as a rule, within a second."""
    for _ in range(20):
        page.wait_for_timeout(150)
        try:
            found = outside(page, scene)
        except Error:  # the frame is on its way
            continue
        if not found:
            break
    return found
