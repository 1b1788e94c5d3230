"""The real language model of 135 million parameters, as a reader of the walkthrough and as the operator meets it."""

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from bench_large import opened, resident
from bench_page import PAINTED, TOLD
from brought_models import folder
from browser import Server, Visit, chromium, served
from playwright.sync_api import Error

MARY = "When Mary and John went to the store, John gave a drink to"
SENTENCES = ("The cat sat on the mat and the dog ran over the green hill",
             "My old friend from the city wrote me a long letter about his", MARY)
STEPS, CELLS, WRITTEN = 16, 30, 48
LATE = 10_000  # milliseconds until a text is no longer waited for


def computed() -> list[tuple[str, float, float, str]]:
    """Trace, cells, memory, words: in this process, without a server."""
    import random

    from bench_core import clocked, keep_memory

    from core import decode, zoo
    from pages.components.cache import size_of

    keep_memory()
    before = resident()
    subject = zoo.load("smollm2")
    loaded, text = resident() - before, f"{MARY} {MARY}"[:-2]
    ids, draw = subject.ids(text), random.Random(0)
    with torch.no_grad():
        ms = {name: statistics.median(spent) for name, spent in clocked(
            {"plain": lambda: subject.model(ids), "recorded": lambda: subject.trace(text)}, 15).items()}
    trace, spent = subject.trace(text), []
    for step in draw.sample([step for step in trace.values() if step.equation is not None], CELLS):
        cell = tuple(draw.randrange(n) for n in step.shape)
        begun = time.perf_counter()
        opened(trace, step.name, cell)
        spent.append(1000 * (time.perf_counter() - begun))
    prompt, theirs = subject.ids(MARY), hugging_face()
    with torch.no_grad():
        speeds = {"ours": lambda: decode.greedy(subject.model, prompt, WRITTEN),
                  "theirs": lambda: theirs.generate(prompt[None], max_new_tokens=WRITTEN, min_new_tokens=WRITTEN,
                                                    do_sample=False, pad_token_id=2)}
        took = {name: statistics.median(times) for name, times in clocked(speeds, 3).items()}
    print(f"{WRITTEN} tokens: ours {1000 * WRITTEN / took['ours']:.1f} a second, transformers "
          f"{1000 * WRITTEN / took['theirs']:.1f}; the model is {loaded:.0f} MB of memory")
    return [(f"recorded / plain, {len(ids)} tokens", ms["recorded"] / ms["plain"], 1.3, "x"),
            (f"a kept trace of {len(ids)} tokens", size_of(trace) / 1e6, 5, "MB"),
            ("a cell, median", statistics.median(spent), 30, "ms"),
            ("the time of transformers for as many tokens, with the cache, in ours", took["ours"] / took["theirs"],
             1.25, "x")]


def hugging_face():
    """The same model in ``transformers``."""
    from transformers import AutoModelForCausalLM

    from core.bring import model_folder

    return AutoModelForCausalLM.from_pretrained(model_folder.folder() / "smollm2", dtype=torch.float32).eval()


def counted(visit) -> list[float]:
    """The bytes that come from now on, as they come."""
    moved, talk = [], visit.context.new_cdp_session(visit.page)
    talk.send("Network.enable")
    talk.on("Network.webSocketFrameReceived", lambda event: moved.append(
        len(event["response"]["payloadData"]) * (0.75 if event["response"]["opcode"] == 2 else 1)))
    return moved


def visited(browser, address: str, **more) -> float:
    """Kilobytes over the socket for the walkthrough of the model, after the start page."""
    with Visit(browser, address) as visit:
        visit.open(lang="en")
        moved = counted(visit)
        visit.open("walkthrough", lang="en", model="smollm2", text=SENTENCES[0], **more)
        visit.until("$.spec.frames.length > 50")
        visit.page.wait_for_timeout(1000)
        return sum(moved) / 1e3


def first_steps(visit) -> float:
    """Seconds from Enter on a sentence that nobody asked for to the grid of its heads; the median."""
    spent = []
    visit.open("walkthrough", lang="en", model="smollm2", text="Hello there")
    for sentence in SENTENCES:
        last = sentence.split()[-1]
        visit.still()
        begun = time.perf_counter()
        visit.type(sentence).page.locator(".head-grid .chips button:last-child", has_text=last).wait_for()
        spent.append(time.perf_counter() - begun)
    return statistics.median(spent)


def walked(visit) -> list[tuple[str, float, float, str]]:
    """Keys at every detail, in the middle of the model: to the picture, to the words."""
    visit.page.emulate_media(reduced_motion="reduce")
    visit.open("walkthrough", lang="en", model="smollm2", text=MARY, depth="formula", tour="",
               step="decoder.9.norm_1.output").until("$.spec.frames.length > 50")
    visit.still().page.evaluate(PAINTED)
    heard = []
    for _ in range(STEPS):
        visit.page.wait_for_timeout(300)
        path, place = visit.board("walked.path"), visit.place()
        before, title = (visit.board(f"spec.frames[{path[at]}].title") for at in (place, place + 1))
        visit.page.evaluate_handle(f"() => {{ window.said = ({TOLD})({title!r}); }}").dispose()
        visit.page.keyboard.press("ArrowRight")
        if title not in before:
            heard.append(visit.page.evaluate(f"Promise.race([window.said, new Promise((_, late) => "
                                             f"setTimeout(late, {LATE}, 'the text did not come'))])"))
    return [("arrow key to painted picture, median", statistics.median(ms for ms, _ in visit.page.evaluate(
        "window.painted")), 25, "ms"), ("arrow key to title and text, median", statistics.median(heard), 120, "ms")]


def atlas(visit) -> float:
    """Seconds to the atlas of 512 tokens."""
    from core import zoo

    words = zoo.load("smollm2").target_vocabulary
    text = words.text(words.ids(f"{MARY}. ".replace(",", "") * 64)[:512])
    begun = time.perf_counter()
    visit.page.goto(f"{visit.address}/atlas?lang=en&model=smollm2&text={text.replace(' ', '%20')}")
    visit.page.locator(".head-grid .ribbons p").wait_for()  # that so many words have no ribbons stands below the grid
    return time.perf_counter() - begun


def starts(home: Path) -> float:
    """Seconds until a server answers; the median of three."""
    spent = []
    for _ in range(3):
        server = Server(home)
        server.wait()
        spent.append(time.perf_counter() - server.begun)
        server.stop()
    return statistics.median(spent)


def part(about: str, measure: Callable[[], list[tuple[str, float, float, str]]]) -> list[tuple[str, float, float, str]]:
    """The rows of a part, printed as they come; one without a number where it breaks off. All its waits are bounded."""
    begun = time.perf_counter()
    try:
        measurements = measure()
    except (Error, AssertionError) as error:
        print(f"{about}: broke off ({str(error).splitlines()[0]})", flush=True)
        measurements = [(about, float("inf"), 0, "")]
    for what, number, _, unit in measurements:
        print(f"  {what}: {number:.2f} {unit} (this part took {time.perf_counter() - begun:.0f} s)", flush=True)
    return measurements


def rows() -> list[tuple[str, float, float, str]]:
    """(what, number, target, unit)."""
    torch.set_num_threads(1)
    print(f"load of the machine: {os.getloadavg()[0]:.1f}", flush=True)
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory() as home, chromium() as browser:
        models = folder(patch)
        measurements = part("in this process", computed)
        with served(Path(home)) as server, Visit(browser, server.address, motion="no-preference") as visit:
            def memory(when: str) -> list[tuple[str, float, float, str]]:
                return [(f"memory of the server {when}", server.memory(), 900, "MB")]

            visit.open("walkthrough", lang="en", model="smollm2", text="A")
            measurements += [
                *part("first step", lambda: [("first step of a new sentence of 14 tokens", first_steps(visit), 1.5,
                                              "s")]),
                *part("keys", lambda: walked(visit)),
                *part("first visit", lambda: [("the view after the start page, over the socket",
                                               visited(browser, server.address), 250, "KB")]),
                *part("memory", lambda: memory("with the model")),
                *part("atlas", lambda: [("the atlas of 512 tokens", atlas(visit), 3, "s")]),
                *part("memory", lambda: memory("after it"))]
        real = starts(Path(home))
        patch.setenv("ATTENTION_MODELS", str(Path(home) / "none"))
        return measurements + part("server start", lambda: [(
            f"server start with the models of {models.name} less that without", real - starts(Path(home)), 0.2, "s")])
