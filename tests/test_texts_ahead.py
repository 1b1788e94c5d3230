"""The texts beside the picture travel ahead: a key shows the next one before the script has followed."""

import pytest

from core import catalog
from pages.components.stage.ahead import PLACES, _placed
from pages.components.stage.run import run
from pages.components.stage.stops import BLOCK
from pages.components.stage.tour import MACHINE

HEADINGS = "[...document.querySelectorAll('.st-key-told h2')].filter((one) => one.checkVisibility())"
AHEAD = f"""() => {{ window.seen = new Promise((tell) => {{
  const panel = document.querySelector('.st-key-told');
  new MutationObserver((_, watch) => {{
    if (!panel.hasAttribute('data-ahead')) return;
    watch.disconnect();
    window.heading = {HEADINGS}[0];
    tell({HEADINGS}.map((one) => one.textContent));
  }}).observe(panel, {{ attributeFilter: ['data-ahead'] }});
}}) }}"""
"""What can be read in the moment when the board has moved and the script has not."""
PATH = "walked.path.map((i) => window.__boards.walk.view.spec.frames[i].key)"


@pytest.mark.browser
@pytest.mark.parametrize("model, tour", [("open-zh-en", ""), ("open-zh-en", "1"), ("poet", "1"), ("slots-lstm", ""),
                                         ("vit-digits", "1")])
def test_a_key_changes_the_words_before_the_script_follows_and_they_stay(visit, model, tour):
    """And Python knows, wherever the board is, the path that the arrows lead along.

    One model walks within a tour and without; the others one way each: what changes the words knows no model.
    """
    walk = run(model, catalog.examples(model)[0], "en", "light", (), "base")
    page = visit.open("walkthrough", lang="en", model=model, tour=tour, step=MACHINE).page
    visit.until("$.spec.frames.length > 5 && $.walked.path.length > 0")
    assert visit.board(PATH) == walk.path(MACHINE, bool(tour))
    page.keyboard.press("ArrowRight")
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        visit.until("$.layout && !document.querySelector('.st-key-told[data-ahead]')")
        visit.still().page.evaluate(AHEAD)
        page.keyboard.press(key)
        titles = page.evaluate("Promise.race([window.seen, new Promise((late) => setTimeout(late, 9000))])")
        assert titles == visit.still().page.evaluate(f"{HEADINGS}.map((one) => one.textContent)") and len(titles) == 1
        assert page.evaluate(f"{HEADINGS}[0] === window.heading"), "what was shown ahead is not drawn anew"
        frame = visit.board("spec.frames.map(({ key }) => key)")[visit.board("index")]
        assert visit.board(PATH) == walk.path(frame, bool(tour)), frame


@pytest.mark.parametrize("model", catalog.names())
def test_every_frame_lies_on_the_path_that_leads_from_it(model):
    walk = run(model, catalog.examples(model)[0], "zh", "light", (), "base")
    assert all(key in walk.path(key, False) for key in walk.steps)
    assert all(key in walk.path(key, True) for key in walk.tour)
    assert not any(key.startswith(BLOCK) for key in walk.path(walk.steps[0], False))


def test_a_text_keeps_its_place_while_its_stop_is_near():
    held = _placed(["a", "b"], ())
    assert held == ("a", "b", "")
    for wanted in (["b", "c", "a"], ["c", "d", "b"], ["b", "c", "a"], ["z"], ["y", "x", "z"]):
        before, held = held, _placed(wanted, held)
        assert set(wanted) <= set(held) and len(held) == PLACES == 3
        assert all(held[place] == frame for place, frame in enumerate(before) if frame in wanted)
