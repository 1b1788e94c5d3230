// Draws a machine. What does not change with the pointer is drawn once, on a canvas of its own, and kept.
//
//   paint(context, theme, places, look, memory)
//   look = { hover: hit | null, follow: {stream, index} | null, off: [box ids],
//            ratio: pixels of the screen per pixel, sharp: line by line, for a camera that stands near }

import { rounded } from "../board/pens.js";
import { rowY } from "./bands.js";
import { toneOf } from "./colours.js";
import { curve } from "./layout.js";
import { ribbonsOfRow, takers, wayOf } from "./light.js";
import { markHeight, paintAhead, paintBox, paintStill, paintText, stroke } from "./still.js";
import { overlap } from "./texts.js";
import { weight } from "./weights.js";

export function paint(context, theme, places, look, memory = {}) {
  const way = wayOf(places, look.follow), lit = litBy(places, look.hover);
  context.save();
  context.fillStyle = theme.page;
  context.fillRect(0, 0, places.width, places.height);
  context.globalAlpha = lit ? 0.4 : 1;
  if (look.sharp) paintStill(context, theme, places, look);
  else context.drawImage(stillPicture(theme, places, look, memory, look.ratio ?? 1), 0, 0, places.width, places.height);
  context.globalAlpha = 1;
  if (way) paintWay(context, theme, places, look, way, lit ? 0.45 : 1);
  if (lit) paintLit(context, theme, places, look, lit);
  context.restore();
}

/** The picture without pointer and followed word, as a bitmap; drawn anew when anything else changes. */
function stillPicture(theme, places, look, memory, ratio) {
  const key = [theme.page, theme.ink, [...(look.off ?? [])].join(), ratio].join("|");
  if (memory.key === key && memory.places === places) return memory.still;
  const still = memory.still ?? document.createElement("canvas");
  still.width = Math.round(places.width * ratio);
  still.height = Math.round(places.height * ratio);
  const pen = still.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintStill(pen, theme, places, look);
  Object.assign(memory, { key, places, still });
  return still;
}

/** A text again, in another ink and bold, in place of the first and of those it would cover in part. */
function repaintText(pen, theme, places, text, ink) {
  pen.fillStyle = theme.page;
  for (const { rect } of [text, ...places.texts.filter((other) => overlap(other.rect, text.rect))]) {
    pen.fillRect(rect.x - 1, rect.y, rect.width + 2, rect.height);
  }
  paintText(pen, theme, text, ink, 700);
}

/** The followed word in orange: its label, its marks, its lines, what reads it, and what is written because of it. */
function paintWay(pen, theme, places, look, way, alpha) {
  const track = places.tracks[way.track], orange = (share) => `rgba(${theme.follow},${share * alpha})`;
  if (track.bus) {
    pen.fillStyle = orange(0.6);
    pen.fillRect(track.bus.x, rowY(track, way.row) - track.bus.thick * 0.65, track.bus.width, track.bus.thick * 1.3);
  }
  for (const { ribbon, i, j } of way.ribbons) {
    pen.strokeStyle = orange(ribbon.across ? 0.95 : 0.8);
    stroke(pen, curve(places, ribbon, i, j), weight(ribbon, i, j) * ribbon.unit);
  }
  paintRow(pen, theme, places, track, way.row, orange(0.75));
  repaintText(pen, theme, places, track.words[way.row], theme.followInk);
  for (const row of takers(places, way)) {
    const taken = places.ahead.rows[row], reader = places.tracks[places.ahead.track];
    if (!taken) continue;
    paintAhead(pen, theme, taken, theme.followBar);
    paintText(pen, theme, taken.word, theme.ink);
    repaintText(pen, theme, places, reader.words[row], theme.ink);
  }
}

/** The marks of one row, outlined. */
function paintRow(pen, theme, places, track, row, colour) {
  const high = markHeight(places, track), y = rowY(track, row) - high / 2;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.5;
  for (const box of places.boxes) {
    if (box.track !== track.index || box.kind === "words" || box.kind === "thin") continue;
    rounded(pen, box.x - 0.5, y - 0.5, box.width + 1, high + 1, Math.min(3, high / 3)).stroke();
  }
}

/** What the pointer lights: {ribbons, box, words of rows}. */
function litBy(places, hover) {
  if (!hover) return null;
  if (hover.kind === "word") {
    return { ribbons: ribbonsOfRow(places, hover.track, hover.row), rows: [[hover.track, hover.row]] };
  }
  if (hover.kind === "ribbon") {
    const ribbon = places.ribbons[hover.ribbon];
    return { ribbons: [{ ribbon, i: hover.i, j: hover.j }],
      rows: [[ribbon.from, ribbon.reads[hover.j]], [ribbon.to, ribbon.readers[hover.i]]] };
  }
  const box = places.boxes.find((found) => found.id === hover.box), ribbons = [];
  for (const ribbon of places.ribbons.filter((found) => found.box === hover.box)) {
    ribbon.readers.forEach((_, i) => ribbon.reads.forEach((_, j) => ribbons.push({ ribbon, i, j })));
  }
  return { ribbons, box, rows: [] };
}

function paintLit(pen, theme, places, look, lit) {
  for (const { ribbon, i, j } of lit.ribbons) {
    const tone = toneOf(theme, places.tracks[ribbon.from].tone).ribbon;
    const share = weight(ribbon, i, j);
    pen.strokeStyle = `rgba(${tone},${lit.box ? 0.3 + 0.5 * Math.sqrt(share) : 0.92})`;
    stroke(pen, curve(places, ribbon, i, j), share * ribbon.unit);
  }
  for (const [track, row] of lit.rows) {
    const found = places.tracks[track];
    paintRow(pen, theme, places, found, row, toneOf(theme, found.tone).deep);
    repaintText(pen, theme, places, found.words[row], toneOf(theme, found.tone).deep);
    const ahead = places.ahead?.track === track ? places.ahead.rows[row] : null;
    if (ahead) {
      paintAhead(pen, theme, ahead, theme.bar);
      paintText(pen, theme, ahead.word, theme.ink);
    }
  }
  if (lit.box) paintBoxLit(pen, theme, places, lit.box);
}

function paintBoxLit(pen, theme, places, box) {
  const tone = toneOf(theme, places.tracks[box.track].tone), left = box.zone?.x ?? box.x;
  paintBox(pen, theme, places, box);
  pen.strokeStyle = tone.deep;
  pen.lineWidth = 1.5;
  rounded(pen, left - 4, box.top - 3, box.x + box.width - left + 8, box.bottom - box.top + 6, 6).stroke();
  for (const text of places.texts) if (text.box === box.id) paintText(pen, theme, text, tone.deep);
}
