"""What a reader of the lessons waits for: a click on another page or on a switch, until its work is done."""

import statistics
import tempfile
from pathlib import Path

from browser import Visit, chromium, served

SENTENCE, CLICKS, SETTLED, LIMIT = "我昨天买了一本书", 5, 500, 10_000

TURNED = """(path) => new Promise((tell) => { addEventListener('pointerup', ({ timeStamp }) => {
  const pictures = (root) => [...root.querySelectorAll('*')].flatMap((e) =>
    e.shadowRoot ? pictures(e.shadowRoot) : e.matches('canvas, svg.marks, [data-testid=stDataFrame]') ? [e] : []);
  const heading = () => document.querySelector('[data-testid=stMain] h1')?.textContent;
  const before = heading(), old = new Set(pictures(document));
  let titled = 0;
  const look = () => {
    const now = performance.now() - timeStamp;
    titled ||= location.pathname.endsWith(path) && heading() && heading() !== before ? now : 0;
    const drawn = titled && pictures(document).some((e) => !old.has(e) && e.getBoundingClientRect().height > 10);
    drawn || now > LIMIT ? tell([titled || now, drawn ? now : null]) : requestAnimationFrame(look);
  };
  look();
}, { once: true, capture: true }); })""".replace("LIMIT", str(LIMIT))
"""From the click to the other page's title, and to its first picture (null: it has none), in milliseconds."""

DONE = """() => new Promise((tell) => { addEventListener('pointerup', ({ timeStamp }) => {
  const app = document.querySelector('[data-testid=stApp]');
  let last = timeStamp;
  const observer = new MutationObserver(() => { last = performance.now(); });
  observer.observe(app, { attributes: true, attributeFilter: ['data-test-script-state'] });
  observer.observe(document.querySelector('[data-testid=stMain]'),
    { childList: true, characterData: true, subtree: true });
  const look = () => {
    if (performance.now() - last < QUIET || app.dataset.testScriptState !== 'notRunning') return setTimeout(look, 20);
    observer.disconnect();
    tell(last - timeStamp);
  };
  look();
}, { once: true, capture: true }); })""".replace("QUIET", str(SETTLED))
"""From the click on a switch to the last change on the page before it rests, in milliseconds."""


def chapters() -> dict[str, list[str]]:
    """The lessons by chapter: pages that open with a title of their own."""
    from app import CHAPTERS

    return {chapter: [path.rsplit("/")[-1] for path in paths if not path.endswith("walkthrough")]
            for chapter, paths in CHAPTERS.items() if chapter}


def turn(visit, page: str) -> tuple[float, float | None]:
    """Milliseconds from the click in the menu to the title and to the first picture of a page."""
    from pages.components.text_files import page_words

    visit.page.locator(".st-key-bar [data-testid=stPopover] button").first.click()
    title = page_words("en", "app")[f"page_{page}"]
    link = visit.page.locator(".st-key-menu").get_by_role("link", name=title, exact=True)
    link.wait_for()
    visit.page.evaluate(f"() => {{ window.turned = ({TURNED})({page!r}); }}")
    link.click()
    spent = visit.page.evaluate("window.turned")
    visit.still()
    return spent


def switched(visit) -> list[float]:
    """Milliseconds for each of a few clicks on the switches of this page's exhibits."""
    switches = visit.page.locator("[class*=st-key-exhibit] [role=radio][aria-checked=false]")
    spent = []
    for index in range(CLICKS):
        if index >= switches.count():  # a guess that is made has no answer left to choose
            break
        switch = switches.nth(index)
        switch.scroll_into_view_if_needed()
        visit.page.wait_for_timeout(SETTLED)
        visit.page.evaluate(f"() => {{ window.done = ({DONE})(); }}")
        switch.click()
        spent.append(visit.page.evaluate("window.done"))
        visit.still()
    return spent


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    turns, switches = {}, {}
    with (tempfile.TemporaryDirectory() as folder, chromium() as browser, served(Path(folder)) as server,
          Visit(browser, server.address, motion="no-preference") as visit):
        visit.open("walkthrough", lang="en", text=SENTENCE)  # the first page has no menu of all pages
        for page in (page for pages in chapters().values() for page in pages):
            turns[page] = turn(visit, page)
            switches[page] = switched(visit)
    titles = {page: titled for page, (titled, _) in turns.items()}
    pictures = {page: drawn for page, (_, drawn) in turns.items() if drawn}
    spent = {page: statistics.median(times) for page, times in switches.items() if times}
    every, slow = [one for times in switches.values() for one in times], max(spent, key=spent.get)
    label = "click on a switch to the last change it makes, median of"
    return [slowest("click to a page's title", titles, 0.9), slowest("click to its first picture", pictures, 0.9),
            (f"{label} {len(every)}", statistics.median(every), 160, "ms"),
            (f"{label} the slowest page ({slow})", spent[slow], 160, "ms")]


def slowest(what: str, spent: dict[str, float], target: float) -> tuple[str, float, float, str]:
    page = max(spent, key=spent.get)
    return f"{what}, slowest of {len(spent)} ({page})", spent[page] / 1000, target, "s"
