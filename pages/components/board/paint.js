// Painting a plan with a pen.

import { cellColour, cssColour, parseColour, readableOn, resolveColour } from "./colours.js";
import { PAD, SLANTED, limitOf } from "./measure.js";
import { hasNumbers } from "./room.js";
import { cellText, numberText } from "./numbers.js";
import { paintPatch } from "./patches.js";
import { KIND, cellKind, eachCell, isMasked, labelOf, panelLabel, valueAt } from "./payload.js";
import { fitText, textWidth } from "./text.js";

// How far a caption may reach beyond its panel, towards the next one.
const CAPTION_GAP = 10;

/** A picture whose values have not come is painted without its cells. */
export function paintPlan(pen, theme, layout) {
  const scale = layout.type?.scale ?? 1;
  for (const { sign, signX, signY } of layout.signs) {
    const size = (sign.length > 2 ? 14 : 24) * scale;
    pen.text(sign, signX, signY, { size, fill: theme.muted, align: "center" });
  }
  layout.boxes.forEach((box, i) => {
    paintBox(pen, theme, box, i > 0 && i === layout.boxes.length - 1);
  });
}

function paintBox(pen, theme, box, isResult) {
  const { picture } = box, colour = resolveColour(theme, picture.colour);
  if (isResult) pen.rect(box.x, box.y, box.width, box.height, tint(theme, colour), 10);
  const limit = box.width - 2 * PAD - 24, { title } = box.type;
  const style = { size: title, weight: 600, fill: colour }, titleY = box.titleY ?? PAD + title / 2;
  const named = firstFitting(theme, [box.title, picture.title, firstWord(picture.title)], limit, title, 600);
  pen.text(named, box.x + PAD, box.y + titleY, style);
  for (const panel of box.panels) paintPanel(pen, theme, box, panel, colour, isResult);
  paintAxisNames(pen, theme, box);
  paintLegend(pen, theme, box);
  for (const thumb of box.strip ?? []) paintThumb(pen, theme, box, thumb, colour);
}

/** The first of some ways to say a thing, longest first, that has room; the shortest if none has. */
function firstFitting(theme, ways, limit, size, weight = 400) {
  return ways.find((text) => textWidth(theme, text, size, weight) <= limit) ?? fitText(theme, ways.at(-1), limit, size, weight);
}

const firstWord = (text) => text.split(" ")[0];

/** The ground of a result, in the colour of its picture. */
export function tint(theme, colour, share = 1) {
  return cssColour(parseColour(colour), share * (theme.dark ? 0.13 : 0.065));
}

function paintPanel(pen, theme, box, panel, colour, isResult) {
  const { picture, cell, span } = box, x = box.x + panel.x, y = box.y + panel.y;
  if (box.caption) {
    const label = panelLabel(picture, panel.index), arrow = box.enlarged === null ? "⤢" : "⤡", size = box.type.caption;
    const ways = [`${arrow} ${label}`, label, `${arrow} ${panel.index + 1}`, String(panel.index + 1)];
    const caption = firstFitting(theme, ways, span.width + CAPTION_GAP, size);
    pen.text(caption, x, box.y + panel.captionY + size / 2 + 2.5, { size, fill: theme.muted });
  }
  if (!picture.shape[1] || !picture.shape[2]) return pen.text("∅", x + 4, y + 6, { fill: theme.muted });
  if (picture.bits) paintCells(pen, theme, box, panel, x, y);
  else pen.text("…", x + span.width / 2, y + span.height / 2, { fill: theme.muted, align: "center" });
  pen.frame(x, y, span.width, span.height, colour, isResult ? 2 : 1);
  paintOutlines(pen, theme, box, x, y);
  if (panel.firstRow) paintColumnLabels(pen, theme, box, x, y);
  if (panel.firstColumn) paintRowLabels(pen, theme, box, x, y);
}

function paintCells(pen, theme, box, panel, x, y) {
  const { picture, cell, type } = box, numbered = type.number ? hasNumbers(type, cell) : cell.width >= 30 && cell.height >= 16;
  pen.cells(picture, panel.index, x, y, cell.width, cell.height);
  paintGlyphs(pen, theme, box, panel.index, x, y);
  paintGaps(pen, theme, box, x, y);
  if (numbered) paintNumbers(pen, theme, box, panel.index, x, y);
}

/** Blocks of cells that Python points at: the page's colour under ink, legible on any cell. */
function paintOutlines(pen, theme, box, x, y) {
  const { cell } = box;
  for (const [row, column, rows, columns] of box.picture.outlines ?? []) {
    const place = [x + column * cell.width, y + row * cell.height, columns * cell.width, rows * cell.height];
    pen.frame(...place, theme.page, 4);
    pen.frame(...place, theme.ink, 2);
  }
}

/** Whether cells of this side can spare a pixel; nearly square ones, as of a map, only if they can on both sides. */
const sparesGap = (side, other) => side >= 7 && (other >= 7 || side >= 2 * other);

/** Thin lines of the page's colour between cells. */
function paintGaps(pen, theme, box, x, y) {
  const { cell, span } = box;
  if (sparesGap(cell.width, cell.height)) {
    for (let at = cell.width; at < span.width; at += cell.width) {
      pen.rect(x + at - 0.5, y, 1, span.height, theme.page);
    }
  }
  if (sparesGap(cell.height, cell.width)) {
    for (let at = cell.height; at < span.height; at += cell.height) {
      pen.rect(x, y + at - 0.5, span.width, 1, theme.page);
    }
  }
}

/** Hatches in runs along each row; signs in cells with room for them. */
function paintGlyphs(pen, theme, box, panel, x, y) {
  const { picture, cell } = box, [, rows, columns] = picture.shape, room = Math.min(cell.width, cell.height);
  for (let row = 0; row < rows; row++) {
    for (let column = 0, end; column < columns; column = end) {
      const kind = cellKind(picture, panel, row, column);
      for (end = column + 1; end < columns && cellKind(picture, panel, row, end) === kind;) end++;
      if (kind === KIND.masked || kind === KIND.infinite) {
        const stroke = kind === KIND.masked ? theme.stroke : theme.darkStroke;
        const place = [x + column * cell.width, y + row * cell.height, (end - column) * cell.width, cell.height];
        pen.hatch(...place, stroke, kind === KIND.infinite);
      }
      if (kind === KIND.invalid) paintCrosses(pen, theme, box, x, y, row, column, end);
    }
  }
  if (picture.scale === "sequential" && room >= 9 && cell.width < 30) paintZeros(pen, theme, box, panel, x, y);
}

function paintCrosses(pen, theme, box, x, y, row, column, end) {
  const { width, height } = box.cell, arm = Math.min(width, height) / 4;
  if (arm < 1.5) return;
  for (let at = column; at < end; at++) {
    const cx = x + (at + 0.5) * width, cy = y + (row + 0.5) * height;
    pen.line(cx - arm, cy - arm, cx + arm, cy + arm, theme.ink, 1.2);
    pen.line(cx - arm, cy + arm, cx + arm, cy - arm, theme.ink, 1.2);
  }
}

function paintZeros(pen, theme, box, panel, x, y) {
  const { picture, cell } = box;
  eachCell(picture, (row, column) => {
    if (valueAt(picture, panel, row, column) !== 0 || isMasked(picture, panel, row, column)) return;
    pen.rect(x + (column + 0.5) * cell.width - 1, y + (row + 0.5) * cell.height - 1, 2, 2, theme.faint);
  });
}

function paintNumbers(pen, theme, box, panel, x, y) {
  const { picture, cell } = box;
  const least = box.type.number, size = Math.max(least, cell.width >= 54 ? 14 : cell.width >= 38 ? 12 : 11);
  if (picture.scale === "mask") return;
  eachCell(picture, (row, column) => {
    const kind = cellKind(picture, panel, row, column), value = valueAt(picture, panel, row, column);
    if (kind === KIND.invalid || (kind === KIND.masked && Number.isFinite(value))) return;
    const cx = x + (column + 0.5) * cell.width, cy = y + (row + 0.5) * cell.height + 0.5;
    const under = cellColour(theme, picture, kind, value), text = cellText(value, picture);
    if (value === -Infinity) pen.rect(cx - 11, cy - 8, 22, 16, cssColour(under), 3);
    const fitted = Math.min(size, (size * (cell.width - 3)) / textWidth(theme, text, size));
    if (fitted < least) return;
    const fill = /^0(\.0+)?$/.test(text) ? theme.muted : readableOn(under);
    pen.text(text, cx, cy, { size: fitted, align: "center", fill });
  });
}

function paintColumnLabels(pen, theme, box, x, y) {
  if (box.bare.includes("columns")) return;
  for (let column = 0; column < box.picture.shape[2]; column += box.top.every) paintColumnLabel(pen, theme, box, x, y, column);
}

/** The label of a column, of a panel that begins at (x, y). */
export function paintColumnLabel(pen, theme, box, x, y, column) {
  const { picture, cell, top } = box, { side, taken } = box.thumbs.top, { size, angle } = top;
  const style = { size, angle, align: angle ? "left" : "center", fill: picture.columns.length ? theme.ink : theme.muted };
  const dx = angle === SLANTED ? 3 : 0, up = angle ? 6 : 3 + size / 2;
  const label = labelOf(picture.columns, column), text = fitText(theme, label, limitOf(box.type), size);
  const cx = x + (column + 0.5) * cell.width, bottom = y - taken; // of every label, so that a slanted one meets no patch
  paintPatch(pen, theme, picture.patches?.[label], cx - side / 2, y - side - 3, side);
  if (top.stacked) paintStacked(pen, text, cx, bottom - up, top.pitch, style);
  else pen.text(text, cx + dx, bottom - up, style);
}

/** Ideographs one above the other, ending at the cell. */
export function paintStacked(pen, text, x, y, pitch, style) {
  [...text].reverse().forEach((letter, i) => pen.text(letter, x, y - pitch * i, style));
}

function paintRowLabels(pen, theme, box, x, y) {
  const { picture, cell, side } = box;
  const style = { size: side.size, align: "right", fill: picture.rows.length ? theme.ink : theme.muted };
  for (let row = 0; row < picture.shape[1] && !box.bare.includes("rows"); row += side.every) {
    const label = labelOf(picture.rows, row), text = fitText(theme, label, limitOf(box.type), side.size);
    const cy = y + (row + 0.5) * cell.height, thumb = picture.patches?.[label] ? box.thumbs.side : { side: 0, taken: 0 };
    paintPatch(pen, theme, picture.patches?.[label], x - 5 - thumb.side, cy - thumb.side / 2, thumb.side);
    pen.text(text, x - 6 - thumb.taken, cy + 0.5, style);
  }
}

function paintAxisNames(pen, theme, box) {
  const { picture } = box, { axis } = box.type;
  const style = { size: axis, fill: theme.muted }, first = box.panels[0];
  if (!first) return;
  const x = box.x + first.x, y = box.y + first.y;
  if (picture.columnAxis && !box.bare.includes("columns")) {
    const name = `${picture.columnAxis} →`;
    pen.text(name, x, y - box.top.height - box.thumbs.top.taken - axis / 2 - 1.5, style);
  }
  if (!picture.rowAxis || box.bare.includes("rows")) return;
  if (!box.upright) return pen.text(`${picture.rowAxis} ↓`, x - 6, y - 9, { ...style, align: "right" });
  const bottom = box.y + box.panels.at(-1).y + box.span.height;
  const from = Math.min(bottom, y + box.axisWidth);
  pen.text(`← ${picture.rowAxis}`, box.x + PAD + axis / 2, from, { ...style, angle: -Math.PI / 2 });
}

/** The colour bar of one picture: its two ends, and zero or one half between. */
function paintLegend(pen, theme, box) {
  const { picture } = box, x = box.x + box.left, y = box.y + box.legendY, signed = picture.scale === "diverging";
  if (picture.scale === "mask" || box.bare.includes("legend")) return;
  const { legend, scale } = box.type;
  const width = Math.max(60 * scale, Math.min(130 * scale, box.gridWidth)), table = signed ? theme.diverging : theme.sequential;
  const slices = 32;
  for (let i = 0; i < slices; i++) {
    const at = 3 * Math.round((i / (slices - 1)) * 256), end = Math.round(((i + 1) * width) / slices);
    const start = Math.round((i * width) / slices);
    pen.rect(x + start, y, end - start, 5, cssColour([table[at], table[at + 1], table[at + 2]]));
  }
  pen.frame(x, y, width, 5, theme.line, 1);
  const style = { size: legend, fill: theme.muted }, below = y + 8 + legend / 2;
  const limit = numberText(picture.limit, 2);
  if (signed && textWidth(theme, limit, legend) * 2.2 > width) return pen.text(`±${limit}`, x, below, style);
  pen.text(signed ? `−${limit}` : "0", x, below, style);
  pen.text(limit, x + width, below, { ...style, align: "right" });
  if (signed && !(textWidth(theme, limit, legend) * 4 > width)) pen.text("0", x + width / 2, below, { ...style, align: "center" });
}

function paintThumb(pen, theme, box, thumb, colour) {
  const { picture, enlarged } = box, x = box.x + thumb.x, y = box.y + thumb.y, active = thumb.index === enlarged;
  const [, rows, columns] = picture.shape;
  if (picture.bits) pen.cells(picture, thumb.index, x, y, thumb.width / columns, thumb.height / rows);
  pen.frame(x, y, thumb.width, thumb.height, active ? colour : theme.line, active ? 2 : 1);
  const ways = [panelLabel(picture, thumb.index), String(thumb.index + 1)], room = Math.max(thumb.width, box.type.number ? 3.2 * box.type.thumb : 0);
  const label = firstFitting(theme, ways, room + 6, box.type.thumb, active ? 600 : 400);
  const style = { size: box.type.thumb, align: "center", fill: active ? theme.ink : theme.muted, weight: active ? 600 : 400 };
  pen.text(label, x + thumb.width / 2, y + thumb.height + 4 + box.type.thumb / 2, style);
}

/** Which glyphs a picture holds, for the key under it; none before its values have come. */
export function glyphsIn(picture) {
  if (!picture.bits) return new Set();
  if (picture.glyphs) return picture.glyphs;
  const found = new Set();
  for (let panel = 0; panel < picture.shape[0]; panel++) {
    eachCell(picture, (row, column) => {
      const kind = cellKind(picture, panel, row, column), value = valueAt(picture, panel, row, column);
      if (kind !== KIND.plain) found.add(kind);
      if (kind === KIND.plain && value === 0 && picture.scale === "sequential") found.add("zero");
      if (kind === KIND.plain && picture.scale === "mask") found.add("allowed");
    });
  }
  return (picture.glyphs = found);
}

/** The key: what hatching, double hatching, a dot and a cross mean; only those that occur. */
export function paintKey(pen, theme, words, layout, y) {
  const present = new Set(layout.boxes.flatMap(({ picture }) => [...glyphsIn(picture)]));
  const entries = [
    ["allowed", words.allowed], [KIND.masked, words.masked], [KIND.infinite, words.minus_infinity],
    ["zero", words.zero], [KIND.invalid, words.not_a_number],
  ].filter(([kind, word]) => present.has(kind) && word);
  const fills = {
    [KIND.masked]: theme.masked, [KIND.infinite]: theme.infinite, [KIND.invalid]: theme.invalid,
    allowed: theme.allowed,
  };
  let x = PAD;
  const type = Math.max(12, layout.type?.least ?? 0);
  for (const [kind, word] of entries) {
    const size = 13;
    pen.rect(x, y, size, size, cssColour(fills[kind] ?? theme.back));
    if (kind === KIND.masked) pen.hatch(x, y, size, size, theme.stroke, false);
    if (kind === KIND.infinite) pen.hatch(x, y, size, size, theme.darkStroke, true);
    if (kind === "zero") pen.rect(x + 5.5, y + 5.5, 2, 2, theme.muted);
    if (kind === KIND.invalid) pen.text("×", x + size / 2, y + size / 2, { align: "center" });
    pen.frame(x, y, size, size, theme.line, 1);
    pen.text(word, x + size + 6, y + size / 2 + 0.5, { size: type, fill: theme.muted });
    x += size + 22 + textWidth(theme, word, type);
  }
}
