"""The stage as a lecturer and a student use it, in a real Chromium: tour, followed word, levels, switches."""

import json
from contextlib import suppress

import pytest
from playwright.sync_api import TimeoutError, expect

from pages.components.text_files import page_words, passages

pytestmark = pytest.mark.browser
WHERE = "(($) => JSON.stringify([$.spec.frames[$.index].key, $.head, $.follow, $.cell]))(window.__boards.walk.view)"
SENTENCE, STEP = "我昨天买了一本书", "decoder.1.cross_attention.weights"
STAGE, APP, WALK = (page_words("en", name) for name in ("stage", "app", "walkthrough"))
MACHINE = "window.__machines?.['machine view']?.view"
LINKED = "(made) => new URLSearchParams(location.search).get('ending')?.includes(made)"
FOLLOWED = """async () => {
  const { view: board } = window.__boards.walk;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const { followedIn } = await import(loaded.find((name) => name.endsWith("board/pointed.js")));
  const words = [board.follow, ...(board.options.partners ?? [])];
  const streams = new Set(words.map(({ stream }) => stream));
  return board.spec.frames.filter(({ kind }) => kind !== "machine").map((frame) => {
    const shown = frame.pictures.map((name) => board.spec.byName.get(name));
    const should = shown.some(({ rowStream, columnStream }) => streams.has(rowStream) || streams.has(columnStream));
    return [frame.key, should, shown.some((picture) => followedIn(picture, words))];
  });
}"""


def walking(visit, **more):
    visit.open("walkthrough", **{"lang": "en", "text": SENTENCE, "step": STEP} | more)
    visit.until("$.spec.frames.length > 50")
    return visit


def frame(visit, condition):
    """Wait for the frame that the board shows: ``key === 'machine'``."""
    visit.until(f"(({{ key, arrangement }}) => {condition})($.spec.frames[$.index]) && $.motion === null")


def label(visit, picture, row):
    """The word of a row of a picture, on the screen."""
    box = next(b for b in visit.board("layout.boxes") if b["picture"]["name"] == picture)
    x, y = visit.at(picture, row, 0, box["panels"][0]["index"])
    return x - box["cell"]["width"] / 2 - 14, y


# ---- The tour --------------------------------------------------------------------------------------------------------


def the_ending_begins_again_is_turned_and_writes_to_its_end(visit):
    """With one word to choose from it writes what the machine says; the link holds each choice."""
    page, ending = visit.page, visit.page.locator(".ending")
    again, write = (ending.get_by_role("button", name=STAGE[name], exact=True) for name in ("restart", "write"))
    again.click()
    expect(ending.locator(".piece")).to_have_count(0)
    expect(again).to_be_hidden()
    ending.get_by_label(STAGE["temperature"]).press("ArrowLeft")
    page.wait_for_function(LINKED, arg="~0.9~0~")
    ending.get_by_label(STAGE["top_k"]).fill("1")
    ending.get_by_label(STAGE["top_k"]).press("Enter")
    expect(ending.locator("ol button")).to_have_count(1)
    page.wait_for_function(LINKED, arg="~0.9~1~")
    write.click()
    expect(ending.locator(".end")).to_have_text(STAGE["done"])
    expect(write).to_have_attribute("aria-pressed", "false")
    assert "".join(ending.locator(".piece").all_inner_texts()).strip() == "I bought a book yesterday"


def test_the_tour_from_its_first_scene_to_the_three_doors_by_keyboard_alone(visit):
    visit.open("walkthrough", lang="en", text=SENTENCE)
    visit.until("$.spec.frames.length > 50")
    scenes = ("machine", "words", "positions", "question_and_key", "softmax", "mixture", "layer", "across", "next_word")
    page, titles = visit.page, [passages("en", "tour")[scene].splitlines()[0] for scene in scenes]
    rings = 0
    for number, title in enumerate(titles, 1):
        page.get_by_role("heading", name=title).wait_for()
        expect(page.locator(".count")).to_have_text(f"{number} / {len(titles) + 1}")
        visit.still()
        if visit.board("options.asks"):
            expect(page.locator("[class*=st-key-answer]:visible")).to_have_count(0)
            page.keyboard.press(" ")
            page.locator("[class*=st-key-answer]:visible").wait_for()
            visit.until("$.options.haloes.length > 0")
            shown = visit.board("layout.boxes.map(({ picture }) => picture.name)")
            assert {ring["picture"] for ring in visit.board("options.haloes")} <= set(shown), title
            rings += 1
        page.keyboard.press("ArrowRight")
    assert 7 <= len(titles) <= 9 and rings >= 5
    frame(visit, "key === 'ending'")
    page.locator(".ending .words button").first.press("Enter")
    page.locator(".ending .piece").first.press(" ")
    page.locator(".ending .piece.on").wait_for(timeout=10_000)
    the_ending_begins_again_is_turned_and_writes_to_its_end(visit)
    doors = [page.get_by_role("button", name=STAGE["break_it"]), page.get_by_role("link", name=STAGE["understand"]),
             page.get_by_role("button", name=STAGE["another"].partition("{")[0])]
    for door in doors:
        expect(door).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if STAGE["break_it"] in page.evaluate("document.activeElement.closest('button')?.textContent ?? ''"):
            break
    page.keyboard.press("Enter")
    frame(visit, "key === 'machine'")
    page.locator(".strip .box").first.wait_for()
    expect(page.locator(".strip .switch").first).to_be_attached()


def a_word_is_followed_through_all_stops(visit):
    visit.page.mouse.click(*label(visit, "encoder.0.self_attention.weights", 2))
    visit.page.locator("[class*=st-key-question]:visible", has_text="“买”").wait_for()
    visit.until("$.follow.index === 2 && $.options.partners.length > 0")
    shown = visit.page.evaluate(FOLLOWED)
    assert [key for key, should, does in shown if should != does] == []
    assert sum(does for *_, does in shown) > 60
    for _ in range(3):
        visit.page.keyboard.press("n")
    assert visit.board("follow") == {"stream": "source", "index": 2}


# ---- Levels ----------------------------------------------------------------------------------------------------------


def spot(visit, box):
    """The middle of a box of the machine, on the screen."""
    place = visit.page.evaluate(f"""(() => {{
      const {{ x, width, top, bottom }} = {MACHINE}.arranged.places.boxes.find(({{ id }}) => id === "{box}");
      return [x + width / 2, (top + bottom) / 2];
    }})()""")
    corner = visit.page.locator(".machine canvas").bounding_box()
    return corner["x"] + place[0], corner["y"] + place[1]


def terms_are_sorted_by_size_and_back(visit):
    """The bars are as long as the terms are large."""
    worked, w = visit.still().page.locator(".worked"), page_words("en", "worked")
    bars = "(all) => all.map((one) => [...one.querySelectorAll('.bar i')].map((bar) => parseFloat(bar.style.width)))"
    usual = worked.locator(".rows.many").evaluate_all(bars)
    sizes = [sorted(one, reverse=True) for one in usual]
    assert usual != sizes
    for name, order in (("largest_first", sizes), ("by_index", usual)):
        button = worked.get_by_role("button", name=w[name])
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        assert worked.locator(".rows.many").evaluate_all(bars) == order


def machine_block_step_cell_and_back_by_click_and_by_key(visit):
    page, block = visit.page, "encoder.0.self_attention"
    page.wait_for_function(f"{MACHINE}?.arranged")
    page.mouse.click(*spot(visit, block))
    frame(visit, f"key === 'block:{block}'")
    page.get_by_text(STAGE["block_hint"]).wait_for()
    page.mouse.click(*visit.still().at(f"{block}.weights", 1, 1))  # a text that comes may move the picture
    frame(visit, f"key === '{block}.weights'")
    page.mouse.click(*visit.still().at(f"{block}.weights", 1, 1, visit.board("layout.boxes.at(-1).panels[0].index")))
    page.locator(".worked .name", has_text=f"{block}.weights").wait_for()
    page.locator(".st-key-close-cell button").click()
    visit.until("$.cell === null")
    out(visit, block)
    page.wait_for_function(f"{MACHINE}?.arranged")
    page.get_by_role("button", name="Self-attention 1", exact=True).press("Enter")
    frame(visit, f"key === 'block:{block}'")
    page.locator("canvas.pictures").press("Enter")
    frame(visit, f"key === '{block}.queries'")
    page.locator("canvas.pictures").press("Enter")
    visit.until("$.cell !== null")
    page.locator(".worked .name", has_text=block).wait_for()
    terms_are_sorted_by_size_and_back(visit)
    page.keyboard.press("Escape")
    visit.until("$.cell === null")
    out(visit, block)


def out(visit, block):
    """From a step to its block, and from there to the machine, with Escape; a head and a word are let go before."""
    for key in (f"block:{block}", "machine"):
        for _ in range(4):
            before = visit.page.evaluate(WHERE)
            visit.page.keyboard.press("Escape")
            with suppress(TimeoutError):  # what was let go may be none of these
                visit.page.wait_for_function(f"{WHERE} !== {json.dumps(before)}", timeout=2000)
            if json.loads(visit.page.evaluate(WHERE))[0] == key:
                break
        frame(visit, f"key === '{key}'")


def test_machine_block_step_cell_and_back_by_click_and_by_key_and_a_word_is_followed_through_all_stops(visit):
    walking(visit, step="encoder.0.self_attention.weights")
    a_word_is_followed_through_all_stops(visit)
    visit.page.keyboard.press("Home")
    frame(visit, "key === 'machine'")
    visit.page.keyboard.press("Escape")
    visit.until("!$.follow")
    visit.still()
    machine_block_step_cell_and_back_by_click_and_by_key(visit)


# ---- Switches, full screen, small windows ----------------------------------------------------------------------------


def a_box_has_its_switch_and_the_headline_says_before_and_after(visit):
    """Mended: the headline kept the old translation, nothing marked what was off, the first edit moved the picture."""
    page = visit.page
    place, headline = page.locator("canvas.pictures").bounding_box(), page.locator(".st-key-said")
    assert "I bought a book yesterday" in headline.inner_text()
    for box in ("decoder.0.masked_self_attention", "decoder.0.self_attention", "decoder.0.norm_1", "decoder.1.norm_1"):
        switch = page.locator(f".strip button[data-box='{box}'] + .switch")
        if switch.count():
            switch.evaluate("(node) => node.click()")
            expect(page.locator(f".strip .box.out[data-box='{box}']")).to_have_count(1)
        if headline.locator("del, s").count():
            break
    struck = headline.locator("del, s")
    struck.wait_for()
    assert struck.inner_text() == "I bought a book yesterday"
    assert visit.still().page.locator("canvas.pictures").bounding_box() == place
    page.get_by_role("button", name=page_words("en", "switchboard")["reset"]).click()
    expect(struck).to_have_count(0)
    expect(page.locator(".strip .box.out")).to_have_count(0)


def full_screen_has_picture_formula_and_one_line_and_nothing_is_covered(visit):
    page = visit.still().page
    page.locator("canvas.pictures").press("f")
    page.wait_for_function("document.documentElement.dataset.stage === 'full'")
    visit.until("$.room.height < innerHeight && $.room.height > 0.8 * innerHeight")
    panel, picture = page.locator(".st-key-told").bounding_box(), page.locator("canvas.pictures").bounding_box()
    assert picture["width"] * picture["height"] >= 0.8 * 1920 * 1080
    assert picture["y"] + picture["height"] <= panel["y"] + 1 and panel["y"] + panel["height"] <= 1080
    formula = page.locator("[class*=st-key-formula]:visible .katex").first
    assert formula.evaluate("(node) => parseFloat(getComputedStyle(node).fontSize)") >= 36
    expect(page.locator("[class*=st-key-question]:visible")).to_be_visible()
    page.keyboard.press("ArrowRight")
    visit.until("$.spec.frames[$.index].key === 'decoder.1.cross_attention.head_outputs'")
    page.keyboard.press("f")
    page.wait_for_function("!document.documentElement.dataset.stage")


def test_a_box_has_its_switch_and_full_screen_has_picture_formula_and_one_line(visit):
    walking(visit)
    a_box_has_its_switch_and_the_headline_says_before_and_after(visit)
    resized(visit, 1920, 1080)
    full_screen_has_picture_formula_and_one_line_and_nothing_is_covered(visit)


SIZES = ((390, 844), (820, 1180))


def resized(visit, width, height):
    """The window of this size, and the board painted for it."""
    visit.page.set_viewport_size({"width": width, "height": height})
    visit.until(f"innerWidth === {width} && $.width === Math.floor($.stage.clientWidth)")
    visit.fits()


def shows_the_stage(visit, width, height):
    title = visit.page.locator(".st-key-told h2:visible").bounding_box()
    assert title["width"] > 200 and title["height"] < 90
    cell = visit.board("layout.boxes.at(-1).cell")
    assert min(cell["width"], cell["height"]) >= 16
    for part in (".bar", ".bar .help .keys"):
        box = visit.page.locator(f".board {part}").bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width and box["y"] + box["height"] <= height


def test_a_phone_and_a_tablet_show_the_stage(visit):
    """Mended: on a phone the stepper's title stood one character per line; short sentences had 12 px cells."""
    visit.page.set_viewport_size(dict(zip(("width", "height"), SIZES[0])))
    walking(visit, text="我爱你", step="encoder.0.self_attention.weights")
    for size in SIZES:
        resized(visit, *size)
        shows_the_stage(visit, *size)
    visit.page.keyboard.press("Home")
    frame(visit, "key === 'machine'")
    for size in SIZES:
        resized(visit, *size)
