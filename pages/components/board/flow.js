// The layout of a lesson's board: boxes left to right, wrapping, as large as a width and a height allow.

import { isNarrow } from "./dom.js";
import { LESSON, PHONE, alike, cellSize, measure, placePanels } from "./measure.js";

const SIZES = [72, 64, 56, 50, 44, 40, 36, 33, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3];

/** The room a sign takes: a word such as softmax is set smaller. */
export const signWidth = (sign) => (sign.length > 2 ? 9 * sign.length + 12 : sign ? 34 : 12);

/** Boxes left to right, wrapping; cells of one line share a centre line, as in an equation. */
function flow(boxes, signs, width) {
  const lines = [];
  let line = null;
  boxes.forEach((box, i) => {
    const sign = i ? signs[i - 1] ?? "" : "", lead = i ? signWidth(sign) : 0;
    if (!line || line.width + lead + box.width > width) lines.push((line = { items: [], width: 0 }));
    const x = line.width + (line.items.length || sign ? lead : 0);
    line.items.push({ box, x, sign, signX: x - lead / 2 });
    line.width = x + box.width;
  });
  let y = 0;
  for (const { items } of lines) {
    const above = Math.max(...items.map(({ box }) => box.centre));
    const below = Math.max(...items.map(({ box }) => box.height - box.centre));
    for (const item of items) {
      Object.assign(item.box, { x: Math.round(item.x), y: Math.round(y + above - item.box.centre) });
      item.signY = y + above;
    }
    y += above + below + 8;
  }
  const written = lines.flatMap(({ items }) => items.filter(({ sign }) => sign));
  const height = Math.ceil(y);
  return { boxes, signs: written, lines: lines.length, width: Math.max(...lines.map((l) => l.width)), height };
}

const HIGHEST = 44; // a row of a picture whose rows are made higher than its columns are wide

/** The largest cells that fit: one line is worth more than slightly larger cells on two. `taller`: how many times as high
 * the rows are of pictures that are not words by words. */
export function plan(theme, pictures, signs, { width, budget, head, taller = 1 }) {
  const striped = pictures.findLast((picture) => picture.panelled);
  const type = isNarrow() ? PHONE : LESSON;
  const divisors = striped && head === null ? [1, 2, 3, 4, 8] : [1];
  const trial = (unit, least, divisor) => flow(pictures.map((picture) => {
    const count = picture.shape[0], enlarged = picture.panelled && head !== null && head < count ? head : null;
    const shown = enlarged === null ? count : 1, [, rows, columns] = picture.shape;
    const cell = cellSize({ ...picture, shape: [shown, rows, columns] }, unit, least);
    if (taller > 1 && !alike(picture)) cell.height = Math.max(cell.height, Math.min(HIGHEST, Math.floor(taller * cell.height)));
    const gridColumns = Math.max(1, Math.ceil(shown / divisor));
    return measure(theme, picture, { cell, type, gridColumns, enlarged, strip: picture === striped ? 380 : null });
  }), signs, width);
  const largest = (least) => fitting((unit, divisor) => trial(unit, least, divisor), divisors, width, budget);
  const plans = [[3, 1], [2, 0.85], [1, 0.6], [0.5, 0.3]].map(([least, worth]) => ({ worth, plan: largest(least) }));
  const score = (one) => one.plan.score * one.worth, possible = plans.filter((one) => one.plan);
  const best = possible.length ? possible.reduce((a, b) => (score(b) > score(a) ? b : a)).plan
    : trial(3, 0.5, divisors.at(-1));
  best.boxes.forEach(placePanels);
  return best;
}

/** The best of the trials that are no wider than the page. */
function fitting(trial, divisors, width, budget) {
  let best = null;
  for (const unit of SIZES) {
    if (best && best.score > unit * 1.4) break;
    for (const divisor of divisors) {
      const layout = trial(unit, divisor);
      if (layout.width > width) continue;
      const excess = Math.max(1, layout.height / budget);
      const seen = Math.min(unit, Math.max(...layout.boxes.map(({ cell }) => Math.max(cell.width, cell.height))));
      layout.score = (seen * (layout.lines === 1 ? 1.4 : 1)) / excess ** 4 - layout.height / 1e5;
      if (!best || layout.score > best.score) best = layout;
    }
  }
  return best;
}
