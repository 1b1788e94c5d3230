// The layout of a stage: a stop's pictures with their labels fill the room there is.

import { signWidth } from "./flow.js";
import { rightFactor, solveProduct } from "./product.js";
import { alike, measure, placePanels, stageType, whole } from "./measure.js";

const SEVERAL = 12, SEEN = 8, ENOUGH = 90; // rows that are seen one by one, the pixels of each; those of more rows together
const LABELLED = 6; // rows that a picture's labels take the room of
const LARGEST = 72, NUMBERS = { width: 2.9, height: 1.35 };

/** Arrangements to try: rows and columns of pictures, a number being the index of a picture. */
function arrangements(count) {
  const all = Array.from({ length: count }, (_, i) => i), choices = [];
  if (count === 1) return [0];
  choices.push({ dir: "row", items: all }, { dir: "column", items: all });
  for (let k = 1; k < count && count > 2; k++) {
    const part = (items) => (items.length === 1 ? items[0] : { dir: "row", items });
    choices.push({ dir: "column", items: [part(all.slice(0, k)), part(all.slice(k))] });
  }
  if (count > 2) choices.push({ dir: "row", items: [{ dir: "column", items: all.slice(0, -1) }, count - 1] },
    { dir: "row", items: [0, { dir: "column", items: all.slice(1) }] });
  if (count > 3) {
    const half = Math.ceil((count - 1) / 2);
    const stacks = [all.slice(0, half), all.slice(half, -1)].map((items) => ({ dir: "column", items }));
    choices.push({ dir: "row", items: [...stacks, count - 1] });
  }
  return choices;
}

/** The arrangements of a frame: a contact sheet is tiles, a product has its corner, else whatever fills the room. */
function candidates({ pictures, frame, single }) {
  const count = pictures.length, after = pictures.map((_, i) => i).slice(3);
  if (frame.arrangement === "sheet") return sheets(count);
  if (frame.arrangement !== "product" || count < 3 || !rightFactor(...pictures.slice(0, 3))) return arrangements(count);
  const corner = { dir: "product", items: [0, 1, 2] };
  if (!after.length) return [corner];
  const choices = [{ dir: "row", items: [corner, ...after] }];
  if (single) choices.push({ dir: "column", items: [corner, ...after] });
  if (after.length > 1) choices.push({ dir: "row", items: [corner, { dir: "column", items: after }] });
  return choices;
}

/** Tiles, so many to a line. */
function sheets(count) {
  const all = Array.from({ length: count }, (_, i) => i);
  return all.map((i) => i + 1).map((across) => {
    const lines = [];
    for (let from = 0; from < count; from += across) lines.push({ dir: "row", items: all.slice(from, from + across) });
    return lines.length === 1 ? lines[0] : { dir: "column", items: lines };
  });
}

class Room {
  constructor(theme, pictures, frame, { width, height, head, lead, numbers, single, type, least = 1 }) {
    Object.assign(this, { theme, pictures, frame, signs: frame.signs, width, height, head, lead, numbers, single, type, least });
    this.cap = LARGEST * type.scale;
    this.striped = pictures.findLast((picture) => picture.panelled);
  }

  /** A picture's box, as large as a place of w x h allows. `least` and `most` bound the height of its cells. */
  fit(index, w, h, mode, more = {}) {
    const picture = this.pictures[index], { type, cap } = this;
    const enlarged = picture.panelled && mode.enlarged !== null ? Math.min(mode.enlarged, picture.shape[0] - 1) : null;
    const gridColumns = enlarged === null ? Math.max(1, Math.ceil(picture.shape[0] / mode.lines)) : 1;
    const sheet = this.frame.arrangement === "sheet", strip = picture === this.striped && !sheet && !this.single ? w : null;
    const bare = sheet && this.pictures.length > 4 ? "rows columns legend caption" : enlarged === null ? "" : "caption";
    let cell = { width: 24, height: 24 }, box = null;
    for (let round = 0; round < 4; round++) {
      box = measure(this.theme, picture, { cell, type, gridColumns, enlarged, strip, bare, ...more });
      if (round === 3) break;
      cell = {
        width: Math.min(cap, (w - box.extra.width) / box.counts.columns),
        height: Math.min(cap, more.cellHeight ?? cap, (h - box.extra.height) / box.counts.rows),
      };
      if (alike(picture)) {
        const word = picture.rows.length ? type.label + 1 : 0; // a row as high as its word may be higher than wide
        cell.width = Math.min(cell.width, Math.max(word, 1.7 * cell.height));
        cell.height = Math.min(cell.height, Math.max(word, 1.35 * cell.width));
      }
      cell = { width: whole(cell.width), height: whole(cell.height) };
    }
    return box;
  }

  /** How much of a line's length a part would like to have. */
  weight(node, axis) {
    if (node.dir === "product") return 0.95 * (this.weight(0, axis) + this.weight(2, axis));
    if (typeof node === "object") {
      const parts = node.items.map((item) => this.weight(item, axis));
      return node.dir === axis ? parts.reduce((a, b) => a + b, 0) : Math.max(...parts);
    }
    const [, rows, columns] = this.pictures[node].shape, result = node === this.pictures.length - 1 ? 1.5 : 1;
    return Math.sqrt(Math.max(this.least, axis === "row" ? columns : rows)) * result;
  }

  /** Boxes of a part, relative to its corner, and the room they really take. */
  solve(node, w, h, mode, more) {
    if (typeof node !== "object") {
      const box = this.fit(node, w, h, mode, more);
      return { boxes: [[box, 0, 0]], signs: [], width: box.width, height: box.height };
    }
    if (node.dir === "product") {
      const [left, right, product] = this.pictures;
      return solveProduct(this, [left, rightFactor(left, right, product), product], w, h, mode);
    }
    return node.dir === "row" ? this.line(node.items, w, h, mode) : this.stack(node.items, w, h, mode);
  }

  signBefore(node) {
    const first = typeof node === "object" ? this.signBefore(node.items[0]) : this.signs[node - 1];
    return first ?? "";
  }

  /** Shares of a length: whoever needs less, or can use no more, leaves the rest to the others. */
  shares(items, axis, length, solve) {
    const sizes = items.map(() => null), parts = items.map(() => null), weights = items.map((n) => this.weight(n, axis));
    const side = axis === "row" ? "width" : "height";
    for (let round = 0; round < 3; round++) {
      const open = items.map((_, i) => i).filter((i) => sizes[i] === null);
      const rest = length - sizes.reduce((sum, size) => sum + (size ?? 0), 0);
      const total = open.reduce((sum, i) => sum + weights[i], 0), asked = new Map();
      const base = Math.min(rest / Math.max(1, open.length), 90 * this.type.scale);
      for (const i of open) asked.set(i, base + ((rest - base * open.length) * weights[i]) / total);
      let settled = false;
      for (const i of open) {
        parts[i] = solve(items[i], asked.get(i));
        const off = parts[i][side] - asked.get(i);
        if (round < 2 && (off > 1 || off < -0.06 * asked.get(i))) {
          sizes[i] = parts[i][side];
          settled = true;
        }
      }
      if (!settled || sizes.every((size) => size !== null)) break;
    }
    return parts;
  }

  line(items, w, h, mode) {
    const leads = items.map((item, i) => (i ? signWidth(this.signBefore(item)) * this.type.scale : 0));
    const free = w - leads.reduce((a, b) => a + b, 0);
    const single = items.every((item) => typeof item !== "object");
    let headroom = 0;
    const solve = (item, share) => this.solve(item, share, h, mode, single ? { headroom } : undefined);
    let parts = this.shares(items, "row", free, solve);
    if (single) {
      const boxes = parts.map(({ boxes: [[box]] }) => box), heights = boxes.map(({ cell }) => cell.height);
      headroom = Math.max(...boxes.map(({ band, caption }) => band + caption));
      parts = parts.map((part, i) => {
        const { picture } = boxes[i], mates = boxes.map((box, k) => [box.picture, heights[k]])
          .filter(([other]) => other.shape[1] === picture.shape[1]);
        const cellHeight = Math.min(...mates.map(([, height]) => height));
        const room = headroom - boxes[i].caption;
        return this.solve(items[i], Math.max(part.width, 10), h, mode, { headroom: room, cellHeight });
      });
    }
    const used = parts.reduce((sum, part, i) => sum + part.width + leads[i], 0);
    const spare = Math.max(0, Math.min((w - used) / (items.length + 1), 48 * this.type.scale));
    const tall = Math.max(...parts.map((part) => part.height)), boxes = [], signs = [];
    let x = 0;
    parts.forEach((part, i) => {
      if (i) x += leads[i] + spare;
      const y = single ? 0 : (tall - part.height) / 2, sign = i ? this.signBefore(items[i]) : "";
      boxes.push(...part.boxes.map(([box, dx, dy]) => [box, x + dx, y + dy]));
      signs.push(...part.signs.map((one) => ({ ...one, signX: one.signX + x, signY: one.signY + y })));
      const mid = single ? part.boxes[0][0].centre : tall / 2;
      if (sign) signs.push({ sign, signX: x - (leads[i] + spare) / 2, signY: mid });
      x += part.width;
    });
    return { boxes, signs, width: x, height: tall };
  }

  stack(items, w, h, mode) {
    const lead = (i) => (i && this.signBefore(items[i]) ? 26 * this.type.scale : i ? 4 : 0);
    const free = h - items.reduce((sum, _, i) => sum + lead(i), 0);
    const parts = this.shares(items, "column", free, (item, share) => this.solve(item, w, share, mode));
    const wide = Math.max(...parts.map((part) => part.width)), boxes = [], signs = [];
    const used = parts.reduce((sum, part, i) => sum + part.height + lead(i), 0);
    const spare = Math.max(0, Math.min((h - used) / (items.length + 1), 24 * this.type.scale));
    let y = 0;
    parts.forEach((part, i) => {
      if (i) y += lead(i) + spare;
      const x = (wide - part.width) / 2, sign = i ? this.signBefore(items[i]) : "";
      boxes.push(...part.boxes.map(([box, dx, dy]) => [box, x + dx, y + dy]));
      signs.push(...part.signs.map((one) => ({ ...one, signX: one.signX + x, signY: one.signY + y })));
      if (sign) signs.push({ sign, signX: wide / 2, signY: y - (lead(i) + spare) / 2 });
      y += part.height;
    });
    return { boxes, signs, width: wide, height: y };
  }

  /** Worth of a layout: room covered, words readable, numbers shown, the result the largest. */
  score(solution, mode) {
    const { width, height } = this, boxes = solution.boxes.map(([box]) => box), total = boxes.length;
    if (solution.width > width + 1 || solution.height > height + 1) {
      return -Math.max(solution.width / width, solution.height / height);
    }
    const covered = boxes.reduce((sum, box) => sum + box.width * box.height, 0) / (width * height);
    const wanted = ({ rows, columns }) => (rows.length && columns.length ? 1600 : rows.length || columns.length ? 240 : 60);
    const cells = boxes.map(({ cell, picture }) => Math.min(1, Math.sqrt((cell.width * cell.height) / wanted(picture))));
    const readable = boxes.filter(isWritten).length / total;
    const counted = boxes.filter(({ cell }) => hasNumbers(this.type, cell)).length / total;
    const area = ({ span }) => span.width * span.height, result = area(boxes.at(-1));
    const leads = boxes.every((box) => area(box) <= 1.05 * result) ? 1 : 0;
    const shape = boxes.reduce((sum, { cell, picture }) => sum +
      (alike(picture) ? Math.min(cell.width / cell.height, cell.height / cell.width, 1) : 1), 0) / total;
    return Math.min(covered, 0.92) + 0.5 * readable + (this.numbers ? 1.2 : 0.08) * counted + 0.12 * leads
      + 0.1 * shape + 0.35 * (cells.reduce((a, b) => a + b, 0) / total) + (mode.enlarged === null ? 0.06 : 0);
  }

  modes() {
    const count = this.striped?.shape[0] ?? 1;
    if (!this.striped || count === 1) return [{ enlarged: null, lines: 1 }];
    if (this.frame.arrangement === "product" || this.single) return [{ enlarged: this.head ?? this.lead, lines: 1 }];
    if (this.head !== null) return [{ enlarged: this.head, lines: 1 }];
    const divisors = [1, 2, 3, 4, 8].filter((lines) => lines <= count);
    return [...divisors.map((lines) => ({ enlarged: null, lines })), { enlarged: this.lead, lines: 1 }];
  }

  best() {
    let best = null;
    for (const node of candidates(this)) {
      for (const mode of this.modes()) {
        const solution = this.solve(node, this.width, this.height, mode), score = this.score(solution, mode);
        if (!best || score > best.score) best = { ...solution, score };
      }
    }
    return best;
  }

  /** The boxes in their places, in the middle of the room; where one scrolls down to them, at its top. */
  placed({ boxes, signs, width, height }) {
    const dx = Math.max(0, (this.width - width) / 2), dy = this.single ? 0 : Math.max(0, (this.height - height) / 2);
    for (const [box, x, y] of boxes) Object.assign(placePanels(box), { x: Math.round(x + dx), y: Math.round(y + dy) });
    const moved = signs.map(({ sign, signX, signY }) => ({ sign, signX: signX + dx, signY: signY + dy }));
    return { boxes: boxes.map(([box]) => box), signs: moved, width: this.width, height: this.height, type: this.type };
  }
}

/** Whether a cell has room for its number. */
export const hasNumbers = (type, cell) =>
  cell.width >= NUMBERS.width * type.number && cell.height >= NUMBERS.height * type.number;

export function planRoom(theme, pictures, frame, room) {
  const type = stageType(room.scale), place = new Room(theme, pictures, frame, { ...room, type });
  return place.placed(place.best());
}

/** The same with the largest type, of these scales, in which every word is written, or else every cell seen; null: in none. */
export function planLargest(theme, pictures, frame, { scales, ...room }) {
  const plans = scales.flatMap((scale) => [1, LABELLED].map((least) => new Room(theme, pictures, frame, { ...room, type: stageType(scale), least })));
  const bests = plans.map((place) => place.best()), clear = bests.findIndex((one) => isSeen(one) && one.boxes.every(([box]) => isWritten(box)));
  const index = clear < 0 ? bests.findLastIndex(isSeen) : clear;
  return index < 0 ? null : plans[index].placed(bests[index]);
}

const isSeen = ({ score, boxes }) => score > 0 && boxes.every(([{ cell, span, picture }]) => cell.height >= SEEN || (picture.shape[1] > SEVERAL && span.height >= ENOUGH));

/** Whether a box has every word of its rows and columns. */
const isWritten = ({ side, top, picture: { rows, columns } }) =>
  (!rows.length || side.every === 1) && (!columns.length || top.every === 1);
