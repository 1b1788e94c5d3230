// What is pointed at: a followed word stays strong while the others fade, and the cells that the text speaks of have rings.

import { cssColour, resolveColour } from "./colours.js";
import { SLANTED } from "./measure.js";
import { paintColumnLabel, tint } from "./paint.js";
import { panelOf, placeIn } from "./payload.js";

const ORANGE = "#e07b1f", FADED = 0.66;

/** Which row and column of a picture the followed words are; null where its axes run along something else. */
export function followedIn(picture, words) {
  const at = (stream, size) => words.find((word) => word.stream === stream && word.index < size)?.index ?? null;
  const row = at(picture.rowStream, picture.shape[1]), column = at(picture.columnStream, picture.shape[2]);
  return row === null && column === null ? null : { row, column };
}

/** The others fade. `words`: the followed word, and those of other streams that go with it. */
export function paintFollowed(pen, theme, layout, words) {
  layout.boxes.forEach((box, i) => {
    const followed = followedIn(box.picture, words), isResult = i > 0 && i === layout.boxes.length - 1;
    const ground = isResult ? tint(theme, resolveColour(theme, box.picture.colour), FADED) : null;
    if (followed) for (const panel of box.panels) fadeOthers(pen, theme, box, panel, followed, ground);
  });
}

/** Paper over all cells but a row and a column, labels included. */
function fadeOthers(pen, theme, box, panel, { row, column }, ground) {
  const { cell, span, side, top } = box, x = box.x + panel.x, y = box.y + panel.y, paper = cssColour(theme.back, FADED);
  const left = panel.firstColumn && side.width && row !== null ? side.width + 8 : 0;
  const above = panel.firstRow && top.height && column !== null ? top.height : 0;
  const sides = (start, size, at, step) =>
    (at === null ? [[start, size]] : [[start, at * step], [start + (at + 1) * step, size - (at + 1) * step]]);
  const across = sides(x, span.width, column, cell.width), down = sides(y, span.height, row, cell.height);
  for (const [fromY, height] of down) for (const [fromX, width] of across) pen.rect(fromX, fromY, width, height, paper);
  const fade = (...place) => [paper, ground].filter(Boolean).forEach((fill) => pen.rect(...place, fill));
  if (left) for (const [fromY, height] of down) fade(x - left, fromY, left - 2, height);
  if (above && top.angle === SLANTED) { // a slanted label stands over the columns beside it: all fade, its own comes back
    fade(x, y - above, span.width + top.overhang, above - 2);
    paintColumnLabel(pen, theme, box, x, y, column);
  } else if (above) for (const [fromX, width] of across) fade(fromX, y - above, width, above - 2);
}

/** Rounded rings with a numbered disc. */
export function paintHaloes(pen, theme, layout, haloes) {
  for (const halo of haloes) {
    const box = layout.boxes.find(({ picture }) => picture.name === halo.picture);
    const panel = box?.panels.find(({ index }) => index === panelOf(halo));
    if (!panel) continue;
    const { row, column } = placeIn(box.picture, halo), { cell, span } = box, { turned } = box.picture;
    const lies = halo.whole && !turned, stands = halo.whole && turned;  // the whole row, which is a column where turned
    const width = lies ? span.width : cell.width, height = stands ? span.height : cell.height;
    const x = box.x + panel.x + (lies ? 0 : column * cell.width);
    const y = box.y + panel.y + (stands ? 0 : row * cell.height);
    pen.ring(x - 4, y - 4, width + 8, height + 8, theme.page, 7);
    pen.ring(x - 4, y - 4, width + 8, height + 8, ORANGE, 4);
    const size = Math.max(12, 11 * (layout.type?.scale ?? 1));
    const right = Math.min(x + width + 4, layout.width - size), up = Math.max(y - 4, size);
    pen.rect(right - size, up - size, 2 * size, 2 * size, ORANGE, size);
    pen.text(String(halo.number), right, up + 0.5, { size: 1.15 * size, weight: 700, fill: "#fff", align: "center" });
  }
}
