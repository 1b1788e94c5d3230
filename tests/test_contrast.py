"""Text on a ground that gets stronger with a weight or a share, in Chromium: at any strength it can be read."""

import tomllib

import pytest
from browser import Visit
from house import ROOT
from playwright.sync_api import expect

pytestmark = pytest.mark.browser
THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
LUMINANCE = """
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  const luminance = (...colours) => {
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    const linear = [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((x) => x / 255)
      .map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
"""
CONTRAST = f"(places, [strength, ground]) => {{{LUMINANCE}" + """  return places.map((place) => {
    place.style.transition = "none";
    return [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map((much) => {
      place.style.setProperty(strength, much);
      const { color, backgroundColor } = getComputedStyle(place);
      const [low, high] = [luminance(color), luminance(getComputedStyle(place.closest(ground)).backgroundColor,
        backgroundColor)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
  });
}"""
"""WCAG's contrast of each place at eleven strengths of what is behind its text."""


def rgb(colour):
    """A colour of the themes as a browser writes it."""
    return "rgb({}, {}, {})".format(*bytes.fromhex(colour.removeprefix("#")))


def test_a_character_can_be_read_however_much_a_head_looked_at_it(server, browser, context):
    """Large text needs 3:1 (WCAG 2.1, 1.4.3), in both themes: the system's changes while the page stands."""
    with Visit(browser, server.address, context=context) as visit:
        page, ground = visit.open("language_models", lang="zh").page, "(one) => getComputedStyle(one).backgroundColor"
        poem, places, grounds = page.locator(".poem").first, page.locator(".verse button"), [""]
        places.first.wait_for()
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            expect(poem).to_have_css("color", rgb(THEMES[scheme]["textColor"]))
            expect(poem).not_to_have_css("background-color", grounds[-1])
            grounds.append(poem.evaluate(ground))
            ratios = places.evaluate_all(CONTRAST, ["--weight", ".poem"])
            assert len(ratios) > 20 and min(map(min, ratios)) >= 3, scheme


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_share_of_an_answer_can_be_read_however_large_it_is(browser, scheme):
    """Of the room and of the machine; text of any size needs 4.5:1."""
    colours, page = THEMES[scheme], browser.new_page()
    page.set_content(f"""<style>:root {{ color-scheme: {scheme}; --st-text-color: {colours["textColor"]};
      --st-background-color: {colours["backgroundColor"]}; }}
      body {{ background: var(--st-background-color) }}
      {(ROOT / "pages" / "components" / "room" / "room.css").read_text("utf-8")}</style>
      <div class=asked><div class="share room">50%</div><div class="share machine">50%</div></div>""")
    ratios = page.locator(".share").evaluate_all(CONTRAST, ["--share", "body"])
    page.close()
    assert len(ratios) == 2 and min(map(min, ratios)) >= 4.5


RING = f"(place, ground) => {{{LUMINANCE}" + """  place.focus();
  const ringed = place.matches("input") ? place.parentElement : place;
  const { outlineStyle, outlineColor } = getComputedStyle(ringed);
  const [low, high] = [luminance(ground), luminance(ground, outlineColor)].sort((a, b) => a - b);
  return outlineStyle === "none" ? 0 : (high + 0.05) / (low + 0.05);
}"""
FOCUSED = (".st-key-bar [data-testid=stPopoverButton]", ".st-key-text input",
           ".st-key-tools [data-testid=stSelectbox] input", "[data-testid=stButtonGroup] button", "canvas.pictures")


def test_what_has_the_keyboard_is_ringed_at_three_to_one(server, browser, context):
    """WCAG 2.1, 1.4.11, on the page and on the bar, in both themes."""
    with Visit(browser, server.address, context=context) as visit:
        page = visit.open("attention", lang="en").page
        page.keyboard.press("Tab")
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("[data-testid=stApp]")).to_have_css("color", rgb(THEMES[scheme]["textColor"]))
            for place in FOCUSED:
                found = page.locator(place).first
                found.wait_for()
                for ground in ("backgroundColor", "secondaryBackgroundColor"):
                    for _ in range(30):  # what is drawn anew in this moment loses the keyboard
                        if (ratio := found.evaluate(RING, THEMES[scheme][ground])) >= 3:
                            break
                        page.wait_for_timeout(100)
                    assert ratio >= 3, (scheme, place, ground)


HELD = """() => {
  let held = document.activeElement;
  while (held.shadowRoot?.activeElement) held = held.shadowRoot.activeElement;
  const { x, y, width, height } = held.getBoundingClientRect();
  const at = held.getRootNode().elementFromPoint(x + width / 2, y + height / 2);
  return { name: held.ariaLabel || held.textContent.trim().slice(0, 40), end: held === document.body,
    seen: held.matches("canvas, main, .places *") || held.contains(at) || Boolean(at?.contains(held)) };
}"""


def test_what_has_the_keyboard_is_not_covered_by_the_machine(server, browser, context):
    """The machine's keys are those of the canvas below it, which has its whole place."""
    with Visit(browser, server.address, context=context) as visit:
        page, stops = visit.open("walkthrough", lang="en", step="machine").page, []
        for _ in range(60):
            page.keyboard.press("Tab")
            stops.append(page.evaluate(HELD))
            if stops[-1]["end"]:
                break
        assert len(stops) > 15 and [stop["name"] for stop in stops[:-1] if not stop["seen"]] == []
