"""Texts that appear word by word, in Chromium: what is looked at can still be read."""

import pytest
from browser import Visit

pytestmark = pytest.mark.browser
CONTRAST = """(places) => {
  const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  const luminance = (...colours) => {
    for (const colour of colours) { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); }
    const linear = [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((x) => x / 255)
      .map((x) => x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  return places.map((place) => {
    place.style.transition = "none";
    return ["0", "0.25", "0.5", "0.75", "1"].map((weight) => {
      place.style.setProperty("--weight", weight);
      const { color, backgroundColor } = getComputedStyle(place);
      const [low, high] = [luminance(color), luminance(getComputedStyle(place.closest(".poem")).backgroundColor,
        backgroundColor)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    });
  });
}"""
"""WCAG's contrast of each character of a poem, at five weights of the ground behind it."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_character_can_be_read_however_much_a_head_looked_at_it(server, browser, context, scheme):
    """Large text needs 3:1 (WCAG 2.1, 1.4.3)."""
    with Visit(browser, server.address, context=context, scheme=scheme) as visit:
        places = visit.open("language_models", lang="zh").page.locator(".verse button")
        places.first.wait_for()
        ratios = places.evaluate_all(CONTRAST)
    assert len(ratios) > 20 and min(map(min, ratios)) >= 3
