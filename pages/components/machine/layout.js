// Where everything of a machine stands: a pure function of its spec, the room and the width of words.
//
//   places = layout(spec, width, height, measure, card)      measure(text, size, weight) -> pixels
//
// spec is what Python derived, with `words` (names of boxes, columns, titles). In `places`: tracks (rows and their
// heights), boxes, ribbons (zones), ahead (next words), texts (every word with its rectangle), free (room for a card, where
// one stands on the machine: `card`).

import { aheadWidth, placeAhead } from "./ahead.js";
import { bandsOf, drawnOrder, NAMES, rowY } from "./bands.js";
import { thumbOf } from "../board/patches.js";
import { placeNames, placeTitles } from "./names.js";
import { Texts } from "./texts.js";

export const SMALLEST = 12;
const MARK = { ribbons: 12, block: 26, chain: 26, thin: 5, words: 0 }, FIRST = 16;
const ROOMY_ZONE = 62, LEAST_ZONE = 12; // ribbons need some width even where boxes must be thinner than half
const MARGIN = 20, LABEL_GAP = 14, LINE = 1.17, CARD = 300, MOST_COLUMNS = 3;
const WIDE = 1000; // from here on a card stands beside a lone track, which takes the whole height

export function layout(spec, width, height, measure, card = true) {
  const scale = Math.max(1, Math.min(1.7, width / 1280, height / 660));
  const upright = !card || (width < WIDE && height > width); // as on a tablet held upright: no card stands beside
  const order = drawnOrder(spec);
  const whole = !card || order.length > 1 || width >= WIDE;
  const bands = bandsOf(spec, order, width, height - (card && upright ? CARD * scale : 0), { scale, upright, whole });
  const room = { width, height, scale, upright, whole, texts: new Texts(measure), words: spec.words };
  const tracks = spec.tracks.map((track, index) => ({
    index, tone: order.indexOf(index), ...bands[index], rows: track.rows, columns: columnsOf(track),
    labels: labelColumns(track.rows, bands[index].pitch, room, spec.patches) }));
  const free = freeRoom(order.map((index) => tracks[index]), room);
  const places = { width, height, scale, spec, order, free, tracks, boxes: [], ribbons: [], ahead: null };
  for (const index of [...order].reverse()) placeTrack(places, tracks[index], room);
  for (const track of tracks) track.bus = busOf(places, track);
  places.ribbons = spec.ribbons.map((ribbon) => ribbonPlace(places, ribbon));
  for (const track of tracks) labelRows(track, room, spec.patches);
  placeAhead(places, room);
  placeTitles(places, room);
  placeNames(places, room);
  return Object.assign(places, { texts: room.texts.all });
}

const columnsOf = (track) => [...new Set(track.boxes.map((box) => box.column))];

/** Labels of rows too close for their type stand in several columns, by turns; in too many, only some are written. */
function labelColumns(rows, pitch, { scale, texts }, patches) {
  const size = Math.max(SMALLEST, Math.min(20 * scale, pitch * 0.68));
  const needed = Math.max(1, Math.ceil((size * LINE) / pitch));
  const [columns, every] = needed > MOST_COLUMNS ? [1, needed] : [needed, 1];
  const widest = (columns > 1 ? 84 : 130) * scale, shown = rows.map((row) => texts.cut(row.word, widest, size));
  const thumb = columns > 1 ? { side: 0, taken: 0 } : thumbOf(patches, rows.map((row) => row.word), pitch, 1.5 * size);
  const width = Math.max(...shown.map((text) => texts.measure(text, size, 600))) + thumb.taken + 8;
  return { size, columns, every, width, total: columns * width, shown, thumb };
}

/** Room for a card of text, at the lower left: below the upper tracks, beside the last one or below it. */
function freeRoom(tracks, { width, height, scale, upright, whole }) {
  const last = tracks.at(-1), upper = tracks.slice(0, -1), below = last.bottom + NAMES * scale;
  const short = upright || (!whole && below + 150 * scale < height);
  const above = upper.length ? Math.max(...upper.map((track) => track.bottom)) + NAMES * scale : 60 * scale;
  const top = short ? below : above;
  const wide = Math.round(Math.max(300, Math.min(420, width * 0.245)));
  return { x: MARGIN, y: top, width: short ? width - 2 * MARGIN : wide, height: height - top - 12, beside: !short };
}

/** The boxes of a track from left to right; zones of ribbons share the width that is left. */
function placeTrack(places, track, room) {
  const { scale } = room, spec = places.spec, boxes = shown(spec.tracks[track.index].boxes);
  const reader = places.order.length > 1 && track.index === places.order.at(-1);
  const beside = places.free.beside && track.index === places.order.at(-1);
  const indent = room.upright && reader ? room.width * 0.2 : MARGIN; // what it reads flows towards it from the left
  const edge = track.span ? track.span.left + MARGIN : beside ? places.free.x + places.free.width + 14 * scale : indent;
  track.left = edge + track.labels.total;
  const ahead = spec.next?.track === track.index ? aheadWidth(spec.next.words, track.labels, room) : 0;
  const readers = places.boxes.filter((box) => box.zone && reads(spec, box.id, track.index));
  const limit = readers.length ? Math.min(...readers.map((box) => box.zone.x)) - 26 * scale
    : (track.span?.right ?? room.width) - MARGIN - ahead - (ahead ? 26 * scale : 0);
  const start = track.left + LABEL_GAP * scale, zones = boxes.filter((box) => box.kind === "ribbons").length;
  const gaps = boxes.map((box, i) => gapBefore(boxes, i) * scale);
  const marks = boxes.map((box, i) => (i === 0 && box.kind === "block" ? FIRST : MARK[box.kind]) * scale);
  const fixed = boxes.reduce((sum, box, i) => sum + gaps[i] + marks[i], 0);
  const left = (zone) => (limit - start - zones * zone * scale) / fixed;
  const squeeze = Math.min(1, Math.max(left(ROOMY_ZONE), Math.min(0.5, Math.max(0.25, left(LEAST_ZONE)))));
  const widest = (places.order.length > 1 ? 150 : 280) * scale;
  const zone = zones ? Math.min(widest, (limit - start - fixed * squeeze) / zones) : 0;
  const air = zones ? 0 : Math.min(420 * scale, (limit - start - fixed) / Math.max(1, boxes.length));
  let x = start;
  boxes.forEach((box, i) => {
    x += gaps[i] * squeeze + (i ? air : 0);
    const span = box.kind === "ribbons" ? zone : 0, mark = marks[i] * squeeze;
    places.boxes.push({ ...box, track: track.index, x: x + span, width: mark, top: track.top, bottom: track.bottom,
      zone: span ? { x, width: span } : null });
    x += span + mark;
  });
  track.start = start;
  track.right = x;
}

/** The next words stand last, whatever else is computed from the scores. */
const shown = (boxes) => [false, true].flatMap((last) => boxes.filter((box) => (box.kind === "words") === last));

const reads = (spec, box, track) => spec.ribbons.some((r) => r.box === box && r.from === track && r.to !== track);

function gapBefore(boxes, i) {
  if (i === 0) return 0;
  if (i === 1 && boxes[i].kind === "ribbons") return 2;
  return boxes[i].layer !== boxes[i - 1].layer ? 12 : boxes[i].kind === "ribbons" ? 6 : 4;
}

/** A memory: the long lines over the tracks that read this one, from its last box to its last reader. */
function busOf(places, track) {
  const readers = places.boxes.filter((box) => reads(places.spec, box.id, track.index));
  if (!readers.length) return null;
  const end = Math.max(...readers.map((box) => box.x + box.width));
  return { x: track.right, width: end + 48 * places.scale - track.right, thick: Math.max(1.5, track.pitch * 0.2) };
}

/** Where the ribbons of a step run, and how many pixels a weight of 1 is wide. */
function ribbonPlace(places, ribbon) {
  const box = places.boxes.find((found) => found.id === ribbon.box), to = places.tracks[ribbon.to];
  const unit = Math.max(7, Math.min(13 * places.scale, to.pitch * 0.36, places.tracks[ribbon.from].pitch * 0.45));
  const lane = Math.min(box.zone.width * 0.62, ribbon.reads.length * 4.6 * places.scale) / ribbon.reads.length;
  return { ...ribbon, zone: box.zone, unit, lane, across: ribbon.from !== ribbon.to };
}

/** The curve of the ribbon by which reader i reads row j: eight numbers, a cubic from what is read to who reads. */
export function curve(places, ribbon, i, j) {
  const { x, width } = ribbon.zone, right = x + width;
  const from = rowY(places.tracks[ribbon.from], ribbon.reads[j]);
  const to = rowY(places.tracks[ribbon.to], ribbon.readers[i]);
  if (!ribbon.across) return [x, from, x + width / 2, from, x + width / 2, to, right, to];
  const down = x + (j + 0.5) * ribbon.lane;
  return [down, from, down, from + (to - from) * 0.8, down + (right - down) * 0.12, to, right, to];
}

function labelRows(track, { texts, scale }, patches) {
  const { size, columns, every, width, shown: words, thumb } = track.labels;
  track.words = words.map((text, i) => {
    const full = track.rows[i].word, patch = patches?.[full], x = track.left - (i % columns) * width;
    const word = { text, x: x - (patch ? thumb.taken : 0), y: rowY(track, i), size, align: "right", role: "word",
      track: track.index, row: i, full, patch, side: thumb.side };
    return i % every ? { ...word, rect: texts.rect(word) } : texts.put(word); // one that is not written can be followed
  });
  track.gap = LABEL_GAP * scale;
}
