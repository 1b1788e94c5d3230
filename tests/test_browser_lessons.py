"""What a reader does with the lessons, in a real Chromium: draw, switch off, guess, train, choose, take along."""

import csv
import json
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from pages.components.text_files import page_words

pytestmark = pytest.mark.browser
SENTENCE, STEP = "我昨天买了一本书", "decoder.1.cross_attention.weights"
SOURCE = ["我", "昨天", "买", "了", "一", "本", "书"]
WALK, BOARD, APP, LESSON = (page_words("en", name) for name in ("switchboard", "board", "app", "lesson"))
GENERATION, TRAINING, HEADS, CHARTS = (page_words("en", name) for name in ("generation", "training", "heads", "charts"))


def walking(visit, **more):
    """The walkthrough at the cross-attention of the last layer."""
    visit.open("walkthrough", lang="en", text=SENTENCE, step=STEP, **more)
    visit.until("$.spec.frames.length > 50")
    return visit.still()


EMPTY = """() => Object.values(window.__boards).filter(({ view }) => view?.layout && !view.room)
  .map(({ view }) => parseFloat(view.canvas.style.height) - view.layout.height)"""
"""How much lower than the room it has a board's present step is."""


def exhibit(visit, page, *ids):
    """A page, the first by its address, and one of its exhibits in sight."""
    go = visit.open if visit.page.url == "about:blank" else visit.go
    go(page, lang="en", text=SENTENCE, model="translator-zh-en")
    visit.page.locator(f".st-key-exhibit-{'-'.join(ids)}").wait_for()
    return in_sight(visit, *ids)


def in_sight(visit, *ids):
    """An exhibit of the page that is open, scrolled to and drawn."""
    container = visit.page.locator(f".st-key-exhibit-{'-'.join(ids)}")
    container.scroll_into_view_if_needed()
    expect(container.locator("> [class*=st-key-near-]:last-child")).to_have_count(0)
    visit.still()
    return container


def on(expected):
    """A condition: this is in the address, or with a leading ! is not."""
    return f"{'!' if expected[0] == '!' else ''}new URLSearchParams(location.search).has('{expected.lstrip('!')}')"


def edits(visit):
    return json.loads(visit.parameters()["edits"])


def outcome(visit):
    """What the headline says before and after the edits, and log p of the old answer before and after."""
    line, answer = visit.page.locator(".st-key-switched"), visit.page.locator(".st-key-said")
    line.get_by_text(WALK["log_probability"]).wait_for(state="attached")
    visit.still()
    after, struck = answer.locator("strong").last.inner_text(), answer.locator("del, s")
    numbers = re.search(rf"{re.escape(WALK['log_probability'])}\s+([−\d.]+) → ([−\d.]+)", line.text_content()).groups()
    first, second = (float(number.replace("−", "-")) for number in numbers)
    return struck.inner_text() if struck.count() else after, after, first, second


def snapshot(visit):
    """All that can be read, with the pointer away from everything, and the address."""
    visit.page.mouse.move(2, 2)
    return visit.still().text(), visit.parameters()


# ---- The walkthrough -------------------------------------------------------------------------------------------------


def drag(visit, row, column, up, panel=0):
    """A weight drawn upwards by some pixels, as a hand does it."""
    x, y = visit.at(STEP, row, column, panel)
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x, y - up, steps=8)
    visit.page.mouse.up()


def values(visit, tmp_path):
    """The weights that the board shows, as the menu saves them: for each head the source words, then its rows."""
    with open(saved(visit, "save_csv", tmp_path), encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def a_weight_is_drawn_and_undone(visit, tmp_path):
    first, shown = snapshot(visit), values(visit, tmp_path)
    drag(visit, 1, 0, 150)
    visit.page.wait_for_function(on("edits"))
    (kind, step, at, weight, renormalize), = edits(visit)
    assert (kind, step, at, renormalize) == ("SetCell", STEP, [0, 1, 0], True)
    assert weight == pytest.approx(min(1.0, float(shown[2][1]) + 150 / 200), abs=1e-3)
    before, after, log_p, changed = outcome(visit)
    assert before == "I bought a book yesterday" and after and changed != log_p
    drawn = [float(number) for number in values(visit, tmp_path)[2][1:]]
    assert drawn[0] == pytest.approx(weight, abs=1e-3) and sum(drawn) == pytest.approx(1, abs=5e-3)
    visit.page.keyboard.press("Control+z")
    visit.page.wait_for_function(on("!edits"))
    visit.page.get_by_text(WALK["log_probability"]).wait_for(state="detached")
    assert snapshot(visit) == first
    assert values(visit, tmp_path) == shown


def a_head_is_silenced_on_the_switchboard(visit):
    visit.page.get_by_role("button", name=WALK["title"]).first.click()
    option = f"{WALK['decoder']} 2 · {WALK['cross_attention']} · {WALK['head_n'].format(n=1)}"
    box = visit.still().page.locator(".st-key-switch-head")
    box.locator("[role=combobox], input").first.click()
    visit.page.keyboard.type(option)
    visit.page.wait_for_function("document.querySelectorAll('[role=option]').length === 1")
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_function(on("edits"))
    assert edits(visit) == [["Ablate", STEP, 0]]
    *_, log_p, changed = outcome(visit)
    assert changed < log_p
    visit.page.get_by_role("button", name=WALK["reset"]).click()
    visit.page.wait_for_function(on("!edits"))
    visit.still().page.get_by_role("button", name=WALK["title"]).first.click()
    expect(visit.page.locator(".st-key-switch-head input").first).to_have_value(re.compile(WALK["none"]))


def test_a_weight_is_drawn_and_undone_and_a_head_is_silenced_on_the_switchboard(visit, tmp_path):
    walking(visit)
    a_weight_is_drawn_and_undone(visit, tmp_path)
    a_head_is_silenced_on_the_switchboard(visit)


def saved(visit, action, tmp_path):
    """The file that a picture's menu gives."""
    visit.page.locator(".board button.more").last.click()
    with visit.page.expect_download() as download:
        visit.page.get_by_role("menuitem", name=BOARD[action]).click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    return path


def kept_run(visit, tmp_path):
    """Every tensor of the run, from the header."""
    visit.page.get_by_role("button", name=APP["save"], exact=False).first.click()
    with visit.page.expect_download() as download:
        visit.page.get_by_role("button", name=APP["save_run"]).click()
    assert download.value.suggested_filename == "run.npz"
    download.value.save_as(tmp_path / "run.npz")
    return dict(np.load(tmp_path / "run.npz", allow_pickle=False))


def a_picture_and_the_run_are_taken_along(visit, tmp_path):
    for action, start in {"save_png": b"\x89PNG\r\n\x1a\n", "save_svg": b"<svg"}.items():
        path = saved(visit, action, tmp_path)
        assert path.name == f"{STEP}.{action[-3:]}" and path.stat().st_size > 2000
        assert path.read_bytes().startswith(start)
    assert all(word in saved(visit, "save_svg", tmp_path).read_text("utf-8") for word in SOURCE)
    table = values(visit, tmp_path)
    assert table[0] == ["head 1", *SOURCE]
    assert [row[0] for row in table[1:7]] == [
        "<s> → I", "I → bought", "bought → a", "a → book", "book → yesterday", "yesterday → </s>"]
    run = kept_run(visit, tmp_path)
    shown = np.array([row[1:] for i, row in enumerate(table) if i % 7], dtype=float)
    np.testing.assert_allclose(shown, run[STEP].reshape(24, 7), atol=1e-3)
    assert not run[STEP][2].any() and STEP in json.loads(str(run["about"]))
    visit.page.get_by_role("button", name=APP["copy_link"]).click()
    visit.page.get_by_role("button", name=APP["copied"]).wait_for()
    assert visit.page.evaluate("navigator.clipboard.readText()") == visit.page.url


def without_a_clipboard_the_link_stands_in_a_field(visit):
    """In the menu that has just copied it."""
    visit.page.evaluate("() => { Object.defineProperty(navigator, 'clipboard', {value: undefined}); }")
    visit.page.get_by_role("button", name=APP["copy_link"]).click()
    visit.page.wait_for_function("[...document.querySelectorAll('*')].some((e) => [...(e.shadowRoot ?? e)."
                                 "querySelectorAll('input[readonly]')].some((f) => f.value === location.href))")


def test_a_picture_and_the_run_are_taken_along_and_without_a_clipboard_the_link_stands_in_a_field(visit, tmp_path):
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    walking(visit, edits=json.dumps([["Ablate", STEP, 2]]))
    a_picture_and_the_run_are_taken_along(visit, tmp_path)
    without_a_clipboard_the_link_stands_in_a_field(visit)


# ---- The lessons -----------------------------------------------------------------------------------------------------


def table_of(container):
    """The rows of the exhibit's table, as a screen reader has them."""
    return container.locator("[data-testid=stDataFrame] table").evaluate(
        "(table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))")


def probabilities(container, which):
    """The numbers of the bars of the chart that a reader can point at."""
    labels = container.locator("svg [aria-roledescription=bar]").evaluate_all(
        "bars => bars.map((bar) => bar.getAttribute('aria-label'))")
    return [float(label.split(":")[1].split(";")[0]) for label in labels if f"which: {which};" in f"{label};"]


def all_heads_of_one_attention_go_off_one_by_one(visit, container):
    expect(container.locator("svg [aria-roledescription=bar]")).to_have_count(12)
    whole = probabilities(container, HEADS["p_whole"])
    before = probabilities(container, HEADS["p_without"])
    assert len(whole) == 6 and whole == before
    pills = container.locator("[class*=st-key-off-decoder-1-cross_attention] button")
    expect(pills).to_have_count(4)
    for head in range(4):
        pills.nth(head).click()
        for _ in range(100):
            visit.still()
            after = probabilities(container, HEADS["p_without"])
            if len(after) == 6 and after != before:
                break
        assert after != before and probabilities(container, HEADS["p_whole"]) == whole
        before = after
        expect(container.locator("[aria-pressed=true]")).to_have_count(head + 1)
    assert np.prod(after) < 0.01 * np.prod(whole)


def whole_numbers_along_an_axis_are_written_out(container):
    ticks = container.locator("svg .role-axis-label text").all_text_contents()
    assert [tick for tick in ticks if tick.isdecimal()] == ["0", "15", "30", "45", "60", "75", "90"], ticks


def a_reader_follows_every_beam_to_its_end(visit, container):
    container.get_by_role("tab", name=GENERATION["tab_your_sentence"]).click()
    container.locator("[data-testid=stDataFrame] table").wait_for(state="attached")
    container.locator("[data-testid=stDataFrame] tbody tr:first-child > :nth-child(3)").wait_for(state="attached")
    rows = table_of(container)
    assert len(rows) == 4 and rows[0][0] == "I bought a book yesterday"
    ends, by_path = container.locator("svg:visible text", has_text=re.compile("^</s>.*⇒")), {}
    expect(ends).to_have_count(4)
    for i in range(4):
        ends.nth(i).hover()
        tip = visit.page.locator("#vg-tooltip-element.visible")
        path = tip.locator("tr", has_text=CHARTS["path"]).locator("td.value").inner_text()
        by_path[path] = float(tip.locator("tr", has_text=CHARTS["log_p"]).locator(
            "td.value").inner_text().replace("−", "-"))
        visit.page.mouse.move(2, 2)
        tip.wait_for(state="hidden")
    assert by_path == {f"{row[0]} </s>": pytest.approx(float(row[2]), rel=1e-3) for row in rows}


def the_answer_comes_after_the_guess_and_with_numbers(container, name):
    pills = container.locator(f"[class*='st-key-guess-{name}'] [role=radio]")
    answer = container.locator("[data-testid=stAlert]")
    expect(pills.nth(1)).to_be_visible()
    expect(answer).to_have_count(0)
    expect(container).to_contain_text(LESSON["guess_first"])
    pills.first.click()
    answer.wait_for()
    assert re.search(r"\d", answer.inner_text())


def test_the_answer_comes_after_the_guess_heads_go_off_one_by_one_and_every_beam_is_followed_to_its_end(visit):
    the_answer_comes_after_the_guess_and_with_numbers(exhibit(visit, "attention", "N1-07", "N4-14"), "attention-N1-07")
    the_answer_comes_after_the_guess_and_with_numbers(exhibit(visit, "heads", "N4-17"), "heads-N4-17")
    assert max(visit.page.evaluate(EMPTY)) < 200  # pixels that stay white until a later step
    all_heads_of_one_attention_go_off_one_by_one(visit, in_sight(visit, "N0-12"))
    the_answer_comes_after_the_guess_and_with_numbers(exhibit(visit, "generation", "N1-16"), "generation-N1-16")
    a_reader_follows_every_beam_to_its_end(visit, in_sight(visit, "N1-23"))
    whole_numbers_along_an_axis_are_written_out(exhibit(visit, "dictionary", "N1-06"))


# ---- The live training -----------------------------------------------------------------------------------------------

def racing(visit):
    """The exhibit with its training started and under way."""
    container = exhibit(visit, "training", "N0-17", "N1-18")
    container.locator("[class*=st-key-guess-training-N0-17] [role=radio]").first.click()
    visit.still()
    expect(container.locator("[data-testid=stAlert]")).to_have_count(0)
    container.locator(".st-key-race-start button").click()
    container.get_by_text(status("running")).wait_for()
    return container


def status(name):
    """What the progress bar says, with any numbers but 0 steps done."""
    return re.compile(TRAINING[f"status_{name}"].replace("{step}", "[1-9][0-9]*").replace("{steps}", "300"))


def test_the_training_stops_when_told(visit):
    container = racing(visit)
    container.locator(".st-key-race-stop button").click()
    stopped = container.get_by_text(status("stopped"))
    stopped.wait_for()
    text = stopped.inner_text()
    visit.page.wait_for_timeout(1500)  # nothing may happen in this time
    expect(stopped).to_have_text(text)
    assert int(re.search(r"\d+", text)[0]) < 300
    expect(container.locator(".st-key-race-start button")).to_be_enabled()
    expect(container.locator("[data-testid=stAlert]")).to_have_count(0)
