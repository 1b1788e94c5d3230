"""Every scene of the ready lectures on a projector of 1280 x 720: what it is about lies on the screen and fills it."""

import json
from contextlib import ExitStack
from itertools import cycle

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
SMALLEST = 1.31  # to which a crowded view is shrunk
FILLED = 0.65  # of the screen, by the boxes of what a scene shows
GRID = [(i + 0.5) / 30 for i in range(30)]
SHOWN = """(shows) => {
  const frame = document.querySelector("#stage iframe.shown"), { contentWindow, contentDocument } = frame;
  const boxes = shows.flatMap((name) => [...contentDocument.querySelectorAll(name)].map((one) => (
    { name, ...one.getBoundingClientRect().toJSON() })));
  return { wide: contentWindow.innerWidth, high: contentWindow.innerHeight, zoom: Number(frame.style.zoom),
    boxes: boxes.filter(({ width }) => width),
    crowded: Object.values(contentWindow.__boards ?? {}).filter(
      ({ view }) => view?.canvas.clientWidth && view.layout?.crowded).length,
    failed: contentDocument.querySelectorAll("[data-testid=stAlertContentError], [data-testid=stException]").length };
}"""

TOUCHING = """() => [...document.querySelectorAll("#asked td + td")].some(
  (cell) => parseFloat(getComputedStyle(cell).paddingLeft) < 10)"""


def selector(name):
    return f'[class*="st-key-{name[:-1]}"]' if name.endswith("*") else f".st-key-{name}"


def outside(page, scene):
    """What is wrong with a lesson's scene that is shown: sentences."""
    names = [selector(name) for name in scene.shows] or ['[class*="st-key-exhibit-"]']
    screen = page.evaluate(SHOWN, names)
    wrong = [f"{name} is not there" for name in names if not any(box["name"] == name for box in screen["boxes"])]
    wrong += [f"{box['name']} lies outside: {json.dumps(box)}" for box in screen["boxes"] if box["top"] < -2
              or box["left"] < -2 or box["bottom"] > screen["high"] + 2 or box["right"] > screen["wide"] + 2]
    wrong += ["half empty"] * (bool(scene.shows) and filled(screen) < FILLED)
    wrong += ["crowded, in type that could be smaller"] * bool(screen["crowded"] and screen["zoom"] > SMALLEST)
    return wrong + ["too small"] * (screen["zoom"] < LEAST) + ["failed"] * screen["failed"]


def filled(screen):
    """The share of the screen that the boxes of what is shown take."""
    at = [(x * screen["wide"], y * screen["high"]) for x in GRID for y in GRID]
    return sum(any(box["left"] <= x <= box["right"] and box["top"] <= y <= box["bottom"] for box in screen["boxes"])
               for x, y in at) / len(at)


def test_what_a_scene_is_about_lies_on_the_screen(browser, context, server):
    """Of all lectures, each in one of the languages: a scene of each in turn, so that the others' next ones load."""
    wrong = {}
    with ExitStack() as stack:
        visits = {name: Visit(browser, server.address, **SIZE, context=context) for name in READY}
        pages = {name: stack.enter_context(visit).page for name, visit in visits.items()}
        for (name, page), language in zip(pages.items(), cycle(LANGUAGES)):
            page.goto(f"{server.address}/projector?lecture={name}&lang={language}")
        for number in range(1, 1 + max(len(lecture.scenes) for lecture in READY.values())):
            for name, page in pages.items():
                for scene in READY[name].scenes[number - 1:number]:
                    faults = looked_at(page, number, scene)
                    wrong |= {(name, number): faults} if faults else {}
    assert wrong == {}


def looked_at(page, number, scene):
    """What is wrong with a scene once it is shown, its question first; and on to the next."""
    faults = []
    page.wait_for_function(f"document.body.dataset.drawn === '{number}'")
    if page.locator("#asked").is_visible():
        page.keyboard.press("Space")
        page.wait_for_selector("#asked.revealed")
        faults += ["numbers of a table touch"] * page.evaluate(TOUCHING)
        page.keyboard.press("ArrowRight")
    if not scene.view.walks:
        faults += settled(page, scene)
    page.keyboard.press("PageDown")
    return faults


def settled(page, scene):
    """What is wrong once the view has been fitted to its place; it is, as a rule, within a second."""
    for _ in range(20):
        page.wait_for_timeout(150)
        try:
            faults = outside(page, scene)
        except Error:  # the frame is on its way
            continue
        if not faults:
            break
    return faults
