"""The app as people meet it: a server of its own, and a real Chromium that looks at it and listens to it."""

import inspect
import json
import os
import shutil
import socket
import subprocess
import sys
import textwrap
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

ROOT = Path(__file__).parent.parent
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium")  # the first takes a fifth less time
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--renderer-process-limit=1"]  # see Visit._kept
IDLE = """document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'
  && !window.__history?.waiting"""  # and the address says where the reader is
BEGUN = "[data-testid=stMain] [data-testid=stElementContainer]"  # the script has sent something
SAID = "document.querySelector('[data-testid=stMain]').textContent"  # without a layout, as innerText would make
FITS = """[document.documentElement, document.body, ...document.querySelectorAll('[data-testid=stMain]')]
  .every((e) => e.scrollWidth <= e.clientWidth)"""
PROBES = ("/_stcore/health", "/_stcore/host-config")  # asked below the page's own path first, then at the root
BOARD = "window.__boards?.walk?.view"
COMPILED = {"PYTHONDONTWRITEBYTECODE": ""}  # a module is compiled once, as on a reader's machine, not at every start
PATIENCE = 60_000  # milliseconds that a busy machine may take for anything that is waited for
REST = f"""(turn) => {{
  const seen = window.__seen?.turn === turn ? window.__seen : (window.__seen = {{ turn }});
  const worked = () => [...document.querySelectorAll("[data-testid=stBidiComponentIsolated]")].flatMap(
    (one) => [...one.shadowRoot?.querySelectorAll(".worked") ?? []].map((cell) => cell.textContent));
  const idle = {IDLE} && document.querySelector("{BEGUN}");
  const said = idle && [{SAID}, ...worked()].join();
  if (!idle || said !== seen.said) Object.assign(seen, {{ said, since: performance.now() }});
  return idle && performance.now() - seen.since >= 100;
}}"""
"""The script has finished, and what can be read, a cell's arithmetic included, stays as it is for 100 ms of a turn."""
TURN = """(address) => new Promise((begun) => {
  const app = document.querySelector("[data-testid=stApp]");
  const seen = () => app.dataset.testScriptState === "running" && begun();
  new MutationObserver(seen).observe(app, { attributes: true });
  setTimeout(begun, 5000);  // a page drawn at once may never be seen running
  history.pushState({}, "", address);
  dispatchEvent(new PopStateEvent("popstate", { state: {} }));
})"""
"""To another page as the browser's buttons lead there: what every page needs stays loaded."""
PRESS = """async (key, until) => {
  const board = window.__boards.walk.view;
  board.canvas.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, composed: true }));
  for (const late = performance.now() + 60000; !until(board); await new Promise(requestAnimationFrame)) {
    if (performance.now() > late) throw new Error(`after ${key} at ${board.spec.frames[board.index].key}`);
  }
}"""
"""A key on the board, and until something holds of it: as often as wanted without a way to the browser and back."""


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def healthy(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/_stcore/health", timeout=5) as answer:
            return answer.status == 200
    except OSError:
        return False


GALLERY = """from pathlib import Path

import streamlit as st

if __name__ == "__main__":
    drawn = [st.Page(one) for one in sorted(Path(__file__).parent.glob("drawn/*.py"))]
    st.navigation([st.Page(lambda: None, title="nothing", default=True), *drawn], position="hidden").run()
else:
    from streamlit.runtime.pages_manager import PagesManager

    from pages.components.modules import routes

    PagesManager.uses_pages_directory = False
    app = st.App("gallery.py", routes=routes())
"""
"""A script whose pages are what tests have drawn, with the modules of the components."""


def gallery(folder: Path) -> Path:
    (folder / "drawn").mkdir()
    (folder / "gallery.py").write_text(GALLERY, "utf-8")
    return folder / "gallery.py"


def page_of(function, server, before: str = "") -> str:
    """Its name: a page of the server's gallery that is what the function draws; ``before``: the head of its script."""
    script = f"{before}{textwrap.dedent(inspect.getsource(function))}\n{function.__name__}()\n"
    (server.home / "drawn" / f"{function.__name__}.py").write_text(script, "utf-8")
    return function.__name__


class Server:
    """``streamlit run app.py`` as the README says, with a home that nobody has lived in."""

    def __init__(self, home: Path, script: Path = ROOT / "app.py", port: int | None = None, base: str = "",
                 environment: dict[str, str] | None = None):
        self.home, port = home, port or free_port()
        command = [sys.executable, "-m", "streamlit", "run", str(script), f"--server.port={port}",
                   f"--server.baseUrlPath={base}"]
        self.address, self.begun = f"http://127.0.0.1:{port}{base and f'/{base}'}", time.perf_counter()
        self.log = open(home / f"server-{port}.log", "w+", encoding="utf-8")  # noqa: SIM115 - closed in stop()
        self.process = subprocess.Popen(command, cwd=ROOT, stdout=self.log, stderr=self.log,
                                        env=os.environ | COMPILED | {"HOME": str(home), "PYTHONPATH": str(ROOT)}
                                        | (environment or {}))

    def wait(self, seconds: float = 60) -> str:
        """The address, once the server answers."""
        while not healthy(self.address):
            if self.process.poll() is not None or time.perf_counter() > self.begun + seconds:
                raise RuntimeError(f"The server did not come up.\n{self.said()}")
            time.sleep(0.05)
        return self.address

    def said(self) -> str:
        return Path(self.log.name).read_text("utf-8")

    def memory(self, kind: str = "VmRSS") -> float:
        """Resident memory in megabytes; ``VmHWM``: the most so far."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("utf-8")
        return int(status.split(f"{kind}:")[1].split()[0]) / 1024

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        self.log.close()


@contextmanager
def served(home: Path, **options):
    """A running server."""
    server = Server(Path(home), **options)
    try:
        server.wait()
        yield server
    finally:
        server.stop()


@contextmanager
def chromium():
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        try:
            yield browser
        finally:
            browser.close()


class Visit:
    """One visitor: a browser context, and what its page asked for and complained about.

    The context is a fresh one, or one in which others were before, of whom nothing is left but what every page loads.
    ``motion``: "reduce", and what would move is there at once; or "no-preference", where motion is what is looked at.
    """

    def __init__(self, browser, address: str, *, width=1280, height=900, scheme="light", locale="en-US", context=None,
                 motion="reduce"):
        self.address, self.shared = address, context is not None
        self.context = context or browser.new_context(viewport={"width": width, "height": height}, locale=locale,
                                                      color_scheme=scheme, reduced_motion=motion)
        self.others = self.context.pages or [self._kept()] if self.shared else []
        self.page = self.context.new_page()
        if self.shared:
            self._forget()
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.emulate_media(color_scheme=scheme, reduced_motion=motion)
        self.page.set_default_timeout(PATIENCE)
        self.hosts, self.failures, self.awaited, self.turn, self.answered = set(), [], set(), 0, 0.0
        self.page.on("request", self._asked)
        self.page.on("requestfinished", self._answered)
        self.page.on("requestfailed", self._answered)
        self.page.on("websocket", lambda ws: self.hosts.add(urlsplit(ws.url).hostname))
        self.page.on("pageerror", lambda error: self.failures.append(str(error)))
        self.page.on("console", self._heard)

    def _asked(self, request) -> None:
        self.hosts.add(urlsplit(request.url).hostname)
        self.awaited.add(request)

    def _answered(self, request) -> None:
        self.awaited.discard(request)
        self.answered = time.perf_counter()

    def _heard(self, message) -> None:
        if message.type == "error" and not message.location.get("url", "").endswith(PROBES):
            self.failures.append(f"{message.text} {message.location.get('url', '')}")

    def __enter__(self):
        return self

    def __exit__(self, *rest) -> None:
        if not self.shared:
            return self.context.close()
        for page in self.context.pages:
            if page not in self.others:
                page.close()

    def _kept(self):
        """A page that stays, and keeps alive the process that draws all pages: its scripts stay compiled."""
        page = self.context.new_page()
        page.goto(f"{self.address}/_stcore/health")
        return page

    def _forget(self) -> None:
        """Nothing that another visitor of this server was given or allowed: neither cookies nor stored choices."""
        self.context.clear_cookies()
        self.context.clear_permissions()
        talk = self.context.new_cdp_session(self.page)
        talk.send("Storage.clearDataForOrigin", {"origin": "://".join(urlsplit(self.address)[:2]), "storageTypes":
                                                 "local_storage,indexeddb,cache_storage,service_workers"})
        talk.detach()

    def open(self, path: str = "", **parameters) -> "Visit":
        """Go to a page by its address and wait until it stands still; to the walkthrough with a small model."""
        if path == "walkthrough":
            parameters = {"model": "translator-zh-en"} | parameters
        self.page.goto(f"{self.address}/{path}{'?' if parameters else ''}{urlencode(parameters)}")
        return self.still()

    def go(self, path: str, **parameters) -> "Visit":
        """On to a page as one who reads on, which costs a third of a page that is loaded; until its script runs."""
        self.page.evaluate(TURN, f"/{path}?{urlencode(parameters)}")
        return self

    def still(self) -> "Visit":
        """Wait until the script has finished, all parts of the page have come, and the screen goes on saying the same.

        The page itself looks, so that nothing goes to and fro; and again after what was asked for in the meantime has
        come: a script that has come is still to be run.
        """
        for _ in range(400):
            self.turn, begun = self.turn + 1, time.perf_counter()
            self.page.wait_for_function(REST, arg=self.turn, polling=25)
            if not self.awaited and self.answered < begun:
                return self
            self.page.wait_for_timeout(25)
        raise AssertionError("The page did not come to rest.")

    def text(self) -> str:
        """All that can be read on the page, the arithmetic of the cell included."""
        worked = self.page.locator(".worked").evaluate_all("(nodes) => nodes.map((node) => node.innerText)")
        return "\n".join([self.page.locator("[data-testid=stMain]").inner_text(), *worked])

    def type(self, sentence: str) -> "Visit":
        box = self.page.locator(".st-key-text input:visible, .st-key-asked input").first
        box.fill(sentence)
        box.press("Enter")
        return self

    def choose(self, name: str, option: str) -> None:
        """Pick an option of one of the bar's lists."""
        box = self.page.locator(f"[class*=st-key-{name}-shown]")
        box.locator("[role=combobox], input").first.click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def board(self, expression: str):
        """Something about the walkthrough's board: ``index``, ``cell``, ``spec.frames.length``."""
        return json.loads(self.page.evaluate(f"JSON.stringify({BOARD}.{expression} ?? null)"))

    def until(self, condition: str) -> None:
        """Wait for something about the board: ``index === 3``."""
        self.page.wait_for_function(f"{BOARD}?.layout && ({condition.replace('$', BOARD)})")

    def place(self) -> int:
        """Where the board is on its path, the first place being 0."""
        return int(self.page.locator(".count").inner_text().partition("/")[0]) - 1

    def at(self, picture: str, row: int, column: int, panel: int = 0) -> tuple[float, float]:
        """The middle of a cell on the screen; of the panel that is shown, where it is another."""
        box = next(b for b in self.board("layout.boxes") if b["picture"]["name"] == picture)
        shown, cell = box["panels"], box["cell"]
        part = next((one for one in shown if one["index"] == panel), shown[0])
        corner = self.page.locator(".st-key-walk canvas.pictures, canvas.pictures").first.bounding_box()
        x = corner["x"] + box["x"] + part["x"] + (column + 0.5) * cell["width"]
        return x, corner["y"] + box["y"] + part["y"] + (row + 0.5) * cell["height"]

    def parameters(self) -> dict[str, str]:
        return self.page.evaluate("Object.fromEntries(new URLSearchParams(location.search))")

    def fits(self) -> None:
        """Wait until the page, at rest, is no wider than its window."""
        self.still().page.wait_for_function(FITS)
