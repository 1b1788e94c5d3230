// The next words at the end of a track: bar, word, probability, runners-up.

import { percent } from "../board/numbers.js";
import { rowY } from "./bands.js";

const BAR = 136, TIGHT_BAR = 44, SMALL = 13, PERCENT = 50, LEFT = 14; // pixels at 1280 x 720
const TIGHT_COLUMN = 118, WORD_IN_COLUMN = 70;

/** The width that the next words ask for, with one runner-up where rows are not too close. */
export function aheadWidth(words, labels, { scale, texts }) {
  if (labels.columns > 1) return (LEFT + TIGHT_BAR + 8 + labels.columns * TIGHT_COLUMN) * scale;
  const second = Math.max(0, ...words.map((row) => (row[1] ? texts.measure(row[1].word, SMALL * scale, 400) : 0)));
  return (LEFT + BAR + PERCENT + 26) * scale + Math.min(second, 70 * scale);
}

/** A bar as long as its probability, the word, the number; then the runners-up while there is room. */
export function placeAhead(places, room) {
  const { next } = places.spec, { scale } = room;
  if (!next) return;
  const track = places.tracks[next.track], box = places.boxes.find((found) => found.id === next.box);
  const tight = track.labels.columns > 1, x = box.x + LEFT * scale, unit = (tight ? TIGHT_BAR : BAR) * scale;
  const rows = next.words.map((words, i) => {
    const place = { x, y: rowY(track, i), unit, row: i, track };
    if (!words.length || i % track.labels.every) return null;
    return { was: wasOf(next, i), ...(tight ? inColumns : onBar)(words, place, room) };
  });
  box.width = unit;
  places.ahead = { track: next.track, box: box.id, x, unit, rows };
}

/** The next word before an edit, if the edit has changed it. */
export const wasOf = ({ words, before }, row) => {
  const was = before?.[row] ?? "";
  return was && was !== words[row][0]?.word ? was : "";
};

function barOf(words, { x, y, unit, track }, scale) {
  const height = Math.min(26 * scale, track.pitch * 0.74);
  return { x, y: y - height / 2, width: unit * words[0].share, height };
}

function onBar(words, place, room) {
  const { x, y, unit, row, track } = place, { texts, scale } = room, size = track.labels.size;
  const shown = texts.cut(words[0].word, unit - 18 * scale, size, 600);
  const word = texts.put({ text: shown, x: x + 9 * scale, y, size, weight: 600, role: "next", row,
    full: words[0].word });
  const small = Math.max(12, Math.min(15 * scale, size));
  const share = { text: percent(words[0].share), size: small, align: "right", role: "share", row };
  texts.put({ ...share, x: x + unit + PERCENT * scale, y });
  runnersUp(words.slice(1), x + unit + (PERCENT + 12) * scale, y, row, room);
  return { bar: barOf(words, place, scale), word };
}

/** Rows too close for their words: the words stand in columns, by turns, and a line leads to each. */
function inColumns(words, place, room) {
  const { x, y, unit, row, track } = place, { texts, scale } = room, { size, columns } = track.labels;
  const at = x + unit + (8 + (row % columns) * TIGHT_COLUMN) * scale;
  const shown = texts.cut(words[0].word, WORD_IN_COLUMN * scale, size), end = x + unit * words[0].share;
  const word = texts.put({ text: shown, x: at, y, size, role: "next", row, full: words[0].word });
  texts.put({ text: percent(words[0].share), x: at + (TIGHT_COLUMN - 8) * scale, y, size: 12, align: "right",
    role: "share", row });
  return { bar: barOf(words, place, scale), word, leader: { x: end, y, width: at - 4 - end } };
}

function runnersUp(words, x, y, row, { texts, scale, width }) {
  let at = x;
  for (const { word } of words) {
    const size = SMALL * scale, text = texts.cut(word, 70 * scale, size);
    const runner = { text, size, role: "runner", row, full: word };
    const placed = texts.tryAt(runner, [[at, y]], { left: 0, right: width - 12 });
    if (!placed) return;
    at += placed.rect.width + 10 * scale;
  }
}
