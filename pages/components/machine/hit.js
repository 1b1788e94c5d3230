// What lies under a point of the machine: a word, a ribbon or a box.
//
//   { kind: "word", track, row, stream, index } | { kind: "ribbon", ribbon, i, j } | { kind: "box", box } | null

import { curve } from "./layout.js";
import { weight } from "./weights.js";

const REACH = 4, LEAST = 0.02; // pixels round a ribbon; a thinner one cannot be meant
const within = (rect, x, y, more = 0) => x >= rect.x - more && x <= rect.x + rect.width + more
  && y >= rect.y - more && y <= rect.y + rect.height + more;

export function hit(places, x, y) {
  return wordAt(places, x, y) ?? ribbonAt(places, x, y) ?? boxAt(places, x, y);
}

/** A word at the head of its row, or the next word at its end. */
function wordAt(places, x, y) {
  const text = places.texts.find((found) => found.role === "word" && within(found.rect, x, y, 2));
  if (text) return rowHit(places, text.track, text.row);
  const reached = (row) => row && (within(row.bar, x, y) || within(row.word.rect, x, y, 2));
  const ahead = places.ahead?.rows.findIndex(reached) ?? -1;
  return ahead < 0 ? null : rowHit(places, places.ahead.track, ahead);
}

export function rowHit(places, track, row) {
  const { stream, index } = places.tracks[track].rows[row];
  return { kind: "word", track, row, stream, index };
}

/** The nearest ribbon; of several, the widest. */
function ribbonAt(places, x, y) {
  let best = null, closest = 1;
  places.ribbons.forEach((ribbon, index) => {
    if (x < ribbon.zone.x - REACH || x > ribbon.zone.x + ribbon.zone.width + REACH) return;
    ribbon.readers.forEach((_, i) => ribbon.reads.forEach((_, j) => {
      const share = weight(ribbon, i, j);
      if (share < LEAST) return;
      const far = distance(curve(places, ribbon, i, j), x, y) / ((share * ribbon.unit) / 2 + REACH) - share * 0.2;
      if (far < closest) [closest, best] = [far, { kind: "ribbon", ribbon: index, i, j }];
    }));
  });
  return best;
}

/** Distance from a point to a cubic, along 24 pieces of it. */
function distance([x0, y0, x1, y1, x2, y2, x3, y3], x, y) {
  if (y < Math.min(y0, y3) - 12 || y > Math.max(y0, y3) + 12) return Infinity;
  let least = Infinity, px = x0, py = y0;
  for (let k = 1; k <= 24; k++) {
    const t = k / 24, s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    const qx = a * x0 + b * x1 + c * x2 + d * x3, qy = a * y0 + b * y1 + c * y2 + d * y3;
    least = Math.min(least, toPiece(px, py, qx, qy, x, y));
    [px, py] = [qx, qy];
  }
  return least;
}

function toPiece(ax, ay, bx, by, x, y) {
  const dx = bx - ax, dy = by - ay, long = dx * dx + dy * dy;
  const t = long ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / long)) : 0;
  return Math.hypot(x - ax - t * dx, y - ay - t * dy);
}

function boxAt(places, x, y) {
  const exact = places.boxes.find((box) => within(markRect(box), x, y, 2));
  const found = exact ?? places.boxes.find((box) => within(wholeRect(box), x, y, 2))
    ?? places.boxes.find((box) => places.texts.some((text) => text.box === box.id && within(text.rect, x, y, 2)));
  return found ? { kind: "box", box: found.id } : null;
}

const markRect = (box) => ({ x: box.x, y: box.top, width: box.width, height: box.bottom - box.top });

/** A box with the zone in which its ribbons run. */
export function wholeRect(box) {
  const left = box.zone?.x ?? box.x;
  return { x: left, y: box.top, width: box.x + box.width - left, height: box.bottom - box.top };
}
